"""The waiting room: the host arranges it by mouse, touch and keys, and everybody else sees it at once."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.tools import (
    DESKS,
    PHONES,
    Visitors,
    axe,
    go_to,
    no_sideways,
    photograph,
    resize,
    sit_down,
    table,
    troubles,
    until,
)
from tools.browser import DESKTOP, PHONE, SMALL, Screen, open_table


def names(page: Page) -> list[str]:
    return page.locator(".chair .who b").all_inner_texts()


def hosts(page: Page, game: str = "help", **wishes: object) -> str:
    """A table that a visitor has opened for friends."""
    wishes = {"players": 4, "seats": ["me", "open", "bot:casual", "open"], "name": "Mira", **wishes}
    ident = open_table(page, game, begins="host", **wishes)
    go_to(page, ident)
    expect(page.locator(".chair").first).to_be_visible()
    return ident


def drag(page: Page, grip: Locator, to: Locator) -> None:
    """Drag a seat by its grip to the middle of another one."""
    start, end = grip.bounding_box(), to.bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + 10, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(start["x"] + 10, end["y"] + end["height"] / 2, steps=6)
    page.mouse.up()


def test_invited_friends_wait_until_the_host_begins(arrive: Visitors) -> None:
    page, guest = arrive(), arrive()
    page.goto("/")
    page.locator("[data-invite='help']").click()
    expect(page.locator(".chair[data-chair]")).to_have_count(4)
    ident = page.url.rpartition("/")[2]
    assert table(page).info()["begins"] == "host"
    sit_down(guest, ident, "Öz")
    go_to(guest, ident)
    expect(guest.locator(".lobby")).to_contain_text("The host starts the game.")
    start = page.get_by_role("button", name=re.compile("^Start with"))
    expect(start).to_have_text("Start with 2")
    expect(start).to_have_attribute("aria-disabled", "true")
    expect(page.locator(".start-note")).to_have_text("HELP! needs 3 players.")
    page.get_by_role("button", name="Bot here").first.click()
    expect(page.locator(".start-note")).to_contain_text("Playing: you, Öz, ")
    start.click()
    expect(guest.locator(".hand [role=option]").first).to_be_visible()


def test_starting_with_those_who_are_here_drops_the_free_seats(page: Page) -> None:
    hosts(page, seats=["me", "open", "bot:casual", "bot:master"])
    expect(page.locator(".start-note")).to_have_text("Playing: you, Ada, Ben. The free seat is dropped.")
    page.get_by_role("button", name="Start with 3").click()
    expect(page.locator(".hand [role=option]").first).to_be_visible()
    info = table(page).info()
    assert [seat["bot"] for seat in info["seats"]] == [None, "casual", "master"]


def test_the_players_are_named_right_where_a_free_seat_comes_first(page: Page) -> None:
    hosts(page, seats=["open", "bot:casual", "me", "bot:master"])
    expect(page.locator(".start-note")).to_have_text("Playing: Ada, you, Ben. The free seat is dropped.")


def test_every_kind_of_seat_on_every_place(page: Page) -> None:
    hosts(page)
    page.locator(".chair").nth(2).get_by_role("button", name="level 5, Master").click()
    expect(page.locator(".chair").nth(2)).to_contain_text("bot · Master")
    page.get_by_role("button", name="Add seat 5").click()
    expect(page.locator(".chair[data-chair]")).to_have_count(5)
    expect(page.get_by_role("button", name=re.compile("Add seat"))).to_have_count(0)
    page.get_by_role("button", name=re.compile("Remove seat 4")).click()
    expect(page.locator(".chair[data-chair]")).to_have_count(4)
    page.get_by_role("button", name="Fill up with bots").click()
    expect(page.locator(".chair.open")).to_have_count(0)
    assert [seat["kind"] for seat in table(page).info()["seats"]] == ["human", "bot", "bot", "bot"]
    axe(page)


def test_the_order_is_changed_by_dragging_and_by_keys(page: Page) -> None:
    hosts(page, seats=["me", "open", "bot:casual", "bot:master"])
    assert names(page) == ["Mira", "Free", "Ada", "Ben"]
    drag(page, page.locator(".chair-grip").nth(3), page.locator(".chair").nth(0))
    until(page, lambda: names(page) == ["Ben", "Mira", "Free", "Ada"], "seats moved by dragging")
    grip = page.get_by_role("button", name="Ben, seat 1 of 4")
    grip.focus()
    page.keyboard.press("ArrowDown")
    until(page, lambda: names(page) == ["Mira", "Ben", "Free", "Ada"], "seats moved by keys")
    expect(page.get_by_role("button", name="Ben, seat 2 of 4")).to_be_focused()
    expect(page.locator("#said")).to_contain_text("Ben, now seat 2 of 4")
    page.keyboard.press("ArrowDown")
    until(page, lambda: names(page) == ["Mira", "Free", "Ben", "Ada"], "seats moved once more")


def test_the_focus_stays_with_the_seats_and_a_question_is_closed_by_escape(arrive: Visitors) -> None:
    page, guest = arrive(), arrive()
    ident = hosts(page)
    sit_down(guest, ident, "Öz", seat=1)
    grips = page.locator(".chair-grip")
    expect(page.locator(".chair").nth(1)).to_contain_text("Öz")
    about = page.get_by_role("button", name="About Öz")
    about.press("Enter")
    sheet = page.get_by_role("dialog", name="Öz")
    sheet.get_by_role("button", name="Remove Öz from the table").press("Enter")
    expect(sheet.get_by_role("button", name="Yes, remove Öz")).to_be_focused()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(about).to_be_focused()
    expect(page.locator(".chair").nth(1).locator("b")).to_have_text("Öz")
    page.get_by_role("button", name="Bot here").press("Enter")
    expect(grips.nth(3)).to_have_accessible_name("Ben, seat 4 of 4")
    expect(grips.nth(3)).to_be_focused()
    page.get_by_role("button", name="Remove seat 4: Ben").press("Enter")
    expect(grips).to_have_count(3)
    expect(grips.nth(2)).to_be_focused()


def test_guests_see_what_is_changed_and_get_up_if_they_are_asked(arrive: Visitors) -> None:
    page, guest = arrive(), arrive(PHONE)
    ident = hosts(page)
    sit_down(guest, ident, "Öz")
    go_to(guest, ident)
    expect(page.locator(".chair").nth(1)).to_contain_text("is here")
    drag(page, page.locator(".chair-grip").nth(1), page.locator(".chair").nth(0))
    expect(guest.locator("#toast")).to_have_text("Changed by the host: You have seat 1 now.")
    expect(guest.locator(".chair button.chair-remove")).to_have_count(0)
    page.get_by_role("group", name="Time for a move").get_by_role("button", name="60 s").click()
    expect(guest.locator(".table-rules")).to_contain_text("Time for a move60 s")
    expect(guest.locator("#toast")).to_contain_text("Changed by the host: 60 seconds for each move;")
    page.locator(".chair").nth(2).get_by_role("button", name="level 5, Master").click()
    expect(guest.locator("#toast")).to_have_text(
        "Changed by the host: Seats now: you, Mira, Ada (Master), (free)."
    )
    page.get_by_role("switch", name="Public").click()
    expect(guest.locator("#toast")).to_contain_text("The table is in the public list.")
    page.get_by_role("button", name="About Öz").click()
    page.get_by_role("button", name="Remove Öz from the table").click()
    page.get_by_role("button", name="Yes, remove Öz").click()
    expect(guest.locator("#toast")).to_have_text("The host has removed you from this table.")
    expect(guest.locator(".barred")).to_contain_text("You can still watch.")
    expect(guest.get_by_role("button", name="Sit down here")).to_have_count(0)
    page.get_by_role("button", name="Let Öz back").click()
    expect(guest.get_by_role("button", name="Sit down here")).to_be_visible()


def test_what_a_guest_reads_fits_a_phone(arrive: Visitors) -> None:
    page, guest, stranger = arrive(SMALL, "de"), arrive(SMALL, "de"), arrive(PHONE, "nl")
    ident = hosts(page, "23", seats=["me", "open", "bot:casual", "open"], options={"by_five": True})
    sit_down(guest, ident, "Bartholomäus")
    for each in (guest, stranger):
        go_to(each, ident)
    rules = guest.locator(".table-rules .setting")
    expect(rules.nth(0)).to_have_text("Zeit für einen Zugkeine")
    expect(rules.nth(1)).to_have_text("Wenn jemand weg istdie anderen fragen")
    expect(rules.nth(3)).to_have_text(re.compile("^Fünferschritte.*an$"))
    expect(guest.locator(".chair").nth(0)).to_contain_text("hat eröffnet")
    expect(guest.locator(".chair").nth(2)).to_contain_text("Bot · Gemütlich")
    expect(stranger.locator(".lobby-go")).to_be_hidden()  # nothing to press, and no bar for it
    page.get_by_role("button", name="Zu Bartholomäus").tap()
    page.get_by_role("button", name="Bartholomäus vom Tisch entfernen").tap()
    no_sideways(page)
    page.get_by_role("button", name="Abbrechen").tap()
    page.get_by_role("group", name="Zeit für einen Zug").get_by_role("button", name="60 s").tap()
    told, leave = guest.locator("#toast"), guest.get_by_role("button", name="Tisch verlassen")
    expect(told).to_contain_text("60 Sekunden pro Zug")
    said, button = told.bounding_box(), leave.bounding_box()
    assert said is not None
    assert button is not None
    assert said["width"] > 250
    assert said["y"] + said["height"] <= button["y"]
    photograph(guest, "guest-small")
    for each in (guest, stranger):
        no_sideways(each)
        axe(each)


def test_days_for_a_move_and_seconds_for_a_move_exclude_each_other(page: Page) -> None:
    hosts(page)
    seconds = page.get_by_role("group", name="Time for a move")
    pace = page.get_by_role("group", name="If somebody is away")
    seconds.get_by_role("button", name="60 s").click()
    expect(seconds.get_by_role("button", name="60 s")).to_have_attribute("aria-pressed", "true")
    pace.get_by_role("button", name="3 days").click()
    expect(seconds.get_by_role("button", name="none")).to_have_attribute("aria-pressed", "true")
    seconds.get_by_role("button", name="20 s").click()
    expect(pace.get_by_role("button", name="ask the others")).to_have_attribute("aria-pressed", "true")
    info = table(page).info()
    assert (info["seconds"], info["pace"]) == (20, "none")


def test_who_is_left_behind_by_the_host_is_the_host(arrive: Visitors) -> None:
    page, guest = arrive(), arrive()
    ident = hosts(page)
    sit_down(guest, ident, "Öz")
    go_to(guest, ident)
    expect(guest.locator(".hosting")).to_have_count(0)
    page.get_by_role("button", name="Leave the table").click()
    expect(guest.locator("#toast")).to_have_text("You are the host of this table now.")
    guest.get_by_role("button", name="Fill up with bots").click()
    guest.get_by_role("button", name="Start with 4").click()
    expect(guest.locator(".hand [role=option]").first).to_be_visible()


def test_a_guest_may_begin_when_the_host_has_been_away_for_a_minute(arrive: Visitors) -> None:
    page, guest = arrive(), arrive(PHONE)
    ident = hosts(page)
    sit_down(guest, ident, "Öz")
    go_to(guest, ident)
    page.goto("about:blank")
    expect(guest.locator(".chair").first).to_contain_text(re.compile(r"away 0:0\d"))
    guest.clock.install()
    guest.reload()  # its clock is ours now
    expect(guest.locator(".chair").first).to_contain_text("away")
    start = guest.get_by_role("button", name="Start with 4")
    expect(start).to_have_count(0)
    guest.clock.fast_forward("01:01")
    expect(start).to_be_visible()
    expect(guest.locator(".lobby")).to_contain_text("You may start the game; bots take the free seats.")
    troubles(guest).forgive("403")
    start.tap()  # the server has its own clock
    expect(guest.locator("#toast")).to_have_text(re.compile("host"))


def test_two_hosts_of_one_table_do_not_undo_each_other(arrive: Visitors) -> None:
    page = arrive()
    ident = hosts(page)
    troubles(page).forgive("409")
    other = page.context.new_page()
    go_to(other, ident)
    other.evaluate("() => window.stop()")
    page.get_by_role("group", name="If somebody is away").get_by_role("button", name="3 days").click()
    expect(page.get_by_role("button", name="3 days")).to_have_attribute("aria-pressed", "true")
    expect(other.get_by_role("button", name="3 days")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("screens", [DESKS, PHONES], ids=["desks", "phones"])
def test_the_waiting_room_of_a_host_fits_every_screen(arrive: Visitors, screens: tuple[Screen, ...]) -> None:
    page = arrive(screens[-1], "de")
    hosts(
        page,
        "koenigs-romme",
        players=6,
        seats=["me", "open", "bot:casual", "open", "bot:master", "bot:strong"],
    )
    page.locator("svg.qr path[d^=M]").wait_for(state="attached")
    start = page.get_by_role("button", name=re.compile("starten$"))
    for screen in screens:
        resize(page, screen)
        page.evaluate("() => scrollTo(0, 0)")
        no_sideways(page)
        photograph(page, f"host-{screen.name}")
        if screen.name != DESKTOP.name:
            start.scroll_into_view_if_needed()
        expect(start).to_be_in_viewport(ratio=1)
        axe(page)

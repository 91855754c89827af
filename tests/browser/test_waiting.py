"""Players who are away or slow: everybody sees it, can do something about it, and sees what a bot did."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.tools import (
    Visitors,
    at_table,
    axe,
    go_to,
    hear_instead,
    no_sideways,
    photograph,
    sit_down,
    table,
    troubles,
)
from tools.browser import DESKTOP, PHONE, SMALL, Screen, open_table
from tools.outside import OutsidePlayer

AWAY = {
    "en": "Waiting: Öz is away",
    "de": "Warten: Öz ist gerade weg",
    "nl": "Wachten: Öz is even weg",
}


def three(arrive: Visitors, screen: Screen = DESKTOP, **wishes: object) -> tuple[Page, Page, Page]:
    """A host and two guests at a table of 23, whose game has begun."""
    host, second, third = arrive(screen), arrive(screen), arrive(screen)
    ident = open_table(host, "23", players=3, seats=["me", "open", "open"], name="Mira", **wishes)
    for guest, name in ((second, "Öz"), (third, "Cleo")):
        sit_down(guest, ident, name)
    for page in (host, second, third):
        go_to(page, ident)
    for page in (host, second, third):
        expect(page.locator(".hand [role=option]").first).to_be_visible()
    return host, second, third


def put_three_away(page: Page) -> None:
    """The first decision of 23."""
    for _ in range(3):
        page.locator(".hand [role=option]:not([aria-disabled=true], [aria-selected=true])").first.click()
    page.locator("[data-main]").click()


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=lambda screen: screen.name)
def test_the_host_lets_a_bot_play_for_somebody_who_is_away_and_who_returns_takes_over(
    arrive: Visitors, screen: Screen
) -> None:
    host, guest, third = three(arrive, screen)
    seat = host.locator(".seat", has_text="Öz")
    expect(seat).not_to_contain_text("away")
    address = guest.url
    guest.goto("about:blank")
    expect(seat).to_have_class(re.compile("away"))
    expect(seat).to_contain_text(re.compile(r"away 0:0\d"))
    expect(third.locator(".seat-offer")).to_have_count(0)  # others wait for a minute
    photograph(host, f"away-{screen.name}")
    offer = host.get_by_role("button", name="Let a bot play for Öz")
    box = offer.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    offer.click()
    expect(host.get_by_role("button", name="Öz, bot, level 3, Regular")).to_be_visible()
    expect(host.get_by_role("tooltip")).to_have_count(0)  # nobody has asked who that is
    expect(offer).to_have_count(0)
    guest.goto(address)
    guest.get_by_role("button", name="More", exact=True).click()
    guest.get_by_role("button", name="Sit down again").first.click()
    expect(guest.locator(".line", has_text="A bot stood in.").first).to_be_attached()
    expect(host.locator(".seat", has_text="Öz").locator(".bot-sign")).to_have_count(0)


@pytest.mark.parametrize(
    ("slug", "lang"), [("23", "nl"), ("help", "de"), ("yoyo", "nl"), ("koenigs-romme", "en")]
)
def test_nobody_thinks_who_is_away(arrive: Visitors, slug: str, lang: str) -> None:
    host, guest = arrive(SMALL, lang), arrive()
    ident = open_table(host, slug, players=3, seats=["open", "me", "bot:novice"], name="Mira")
    sit_down(guest, ident, "Öz")
    for page in (host, guest):
        go_to(page, ident)
        table(page).until(lambda now: now["view"] is not None, "the deal")
    with OutsidePlayer(host) as seat:
        while not seat.now or seat.now["ask"] is not None or 0 not in seat.now["view"]["owes"]:
            if seat.now and seat.now["ask"] is not None:
                seat.play()
            else:
                seat.hear_more()
    guest.goto("about:blank")
    expect(host.locator(".pill")).to_have_text(AWAY[lang])
    since = host.locator(".seat.away .caption")
    expect(since).to_have_text(re.compile(r"0:\d\d"))
    assert since.evaluate("(text) => text.parentElement.scrollWidth <= text.parentElement.clientWidth")


def test_after_a_minute_anybody_may_let_a_bot_play(arrive: Visitors) -> None:
    _, away, third = three(arrive)
    away.goto("about:blank")
    expect(third.locator(".seat", has_text="Öz")).to_have_class(re.compile("away"))
    offer = third.get_by_role("button", name="Let a bot play for Öz")
    third.clock.install()
    third.reload()  # its clock is ours now; the table says since when somebody has been away
    expect(third.locator(".seat", has_text="Öz")).to_have_class(re.compile("away"))
    third.clock.fast_forward("00:50")
    expect(offer).to_have_count(0)
    third.clock.fast_forward("00:11")
    expect(offer).to_be_visible()
    troubles(third).forgive("409")
    offer.click()  # the server has its own clock, and says why not yet
    expect(third.locator("#toast")).to_contain_text("60")


def test_a_nudge_is_heard_and_stays_in_the_title_until_one_has_decided(arrive: Visitors) -> None:
    host, guest, _ = three(arrive)
    host.clock.install()
    host.reload()
    expect(host.locator(".seat", has_text="Öz")).to_be_visible()
    nudge = host.get_by_role("button", name="Nudge Öz")
    expect(nudge).to_have_count(0)
    host.clock.fast_forward("00:22")
    nudge.click()
    expect(host.locator("#toast")).to_have_text("Öz has been nudged.")
    expect(guest.locator("#toast")).to_have_text("Mira is waiting for you.")
    expect(guest).to_have_title("● Mira is waiting for you.")
    put_three_away(host)
    expect(guest).to_have_title("● Mira is waiting for you.")  # others decide; we still have not
    put_three_away(guest)
    expect(guest).not_to_have_title(re.compile("waiting for you"))


def test_everybody_sees_the_time_left_and_a_bot_plays_when_it_is_over(
    arrive: Visitors,
) -> None:
    host, guest, _ = three(arrive, seconds=22)
    expect(host.locator(".me .time-left")).to_have_text(re.compile(r"0:(2[0-2]|1\d)"))
    expect(host.locator(".seat .time-left").first).to_be_visible()
    expect(host.locator(".clock-ring").first).to_be_attached()
    expect(host.locator(".pill.late")).to_contain_text(
        re.compile(r"\d+ seconds left, then a bot plays for you")
    )
    photograph(host, "clock-desktop")
    axe(host)
    no_sideways(guest)
    line = host.locator(".line", has_text="You put").first
    expect(line).to_contain_text("A bot stood in.", timeout=40_000)
    head, sign = line.locator(".line-head .avatar"), line.locator(".line-head .icon")
    expect(sign).to_be_visible()
    below = "([head, sign]) => sign.getBoundingClientRect().top < head.getBoundingClientRect().bottom"
    assert host.evaluate(below, [head.element_handle(), sign.element_handle()])


def test_the_time_left_takes_one_line_of_a_narrow_seat(arrive: Visitors) -> None:
    page, friend = arrive(SMALL, "nl"), arrive()
    wishes = {"seats": ["me", "open", "bot:novice", "bot:novice"], "pace": "days"}
    ident = open_table(page, "help", players=4, **wishes)
    sit_down(friend, ident, "Öz")
    page.request.post(f"/api/tables/{ident}/start")
    go_to(page, ident)
    go_to(friend, ident)
    line = page.locator(".seat", has_text="Öz").locator(".who small")
    expect(line).to_have_text(re.compile("3 dagen"))
    assert line.evaluate("(text) => text.getBoundingClientRect().height") < 20


def test_what_is_asked_can_be_read_while_little_time_is_left(arrive: Visitors) -> None:
    page = arrive(PHONE)
    wishes = {"options": {"learning": True}, "seats": ["me", "bot:novice"]}
    at_table(page, "23", players=2, seconds=20, **wishes).asked()
    pill = page.locator(".pill.late")
    expect(pill.locator(".countdown")).to_have_text(re.compile(r"^(20|1\d)$"))
    expect(pill).to_contain_text("Your turn")  # at such a table it is late all the time
    expect(pill).to_contain_text("then a bot plays for you", timeout=20_000)
    photograph(page, "clock-late-phone")
    axe(page)


def test_a_phone_marks_the_last_move_as_a_bots(arrive: Visitors) -> None:
    page, amended = arrive(PHONE), False

    def amend(heard: dict[str, Any]) -> None:
        if amended and heard["t"] == "ev":
            heard["stand_in"] = 1

    hear_instead(page, amend)
    here = at_table(page, "23", players=2, options={"learning": True})
    sign = page.locator(".last-line").get_by_role("img", name="bot")
    expect(sign).to_have_count(0)
    amended = True
    with OutsidePlayer(page) as seat:
        seat.play()
    here.shown()
    expect(sign).to_be_visible()
    no_sideways(page)


def test_the_host_ends_the_game_for_all(arrive: Visitors) -> None:
    host, guest, _ = three(arrive)
    guest.get_by_role("button", name="More", exact=True).click()
    expect(guest.get_by_role("button", name="End the game for all")).to_have_count(0)
    host.get_by_role("button", name="More", exact=True).click()
    host.get_by_role("button", name="End the game for all").click()
    host.get_by_role("button", name="Really end it? Nobody will win.").click()
    for page in (host, guest):
        expect(page.locator("#final-title")).to_have_text("Ended by Mira: nobody wins")
    photograph(guest, "ended-desktop")
    axe(host)
    assert table(guest).info()["status"] == "over"
    host.get_by_role("button", name="Verify the deal").click()
    expect(host.locator(".verdict.good")).to_be_visible()


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=lambda screen: screen.name)
def test_a_rematch_shows_who_is_there_and_begins_when_all_are(arrive: Visitors, screen: Screen) -> None:
    host, guest, third = three(arrive, screen)
    host.get_by_role("button", name="More", exact=True).click()
    host.get_by_role("button", name="End the game for all").click()
    host.get_by_role("button", name="Really end it? Nobody will win.").click()
    host.get_by_role("button", name="Play again").click()
    expect(host.locator(".chair", has_text="Öz")).to_contain_text("has been invited")
    expect(guest.locator("#toast")).to_have_text("You are invited to another game.")
    expect(host.locator("#toast")).to_be_empty()
    expect(host.locator(".lobby")).to_contain_text("when everybody is here, or when you start it")
    photograph(host, f"rematch-{screen.name}")
    guest.get_by_role("button", name="Join the next game").click()
    expect(host.locator(".chair", has_text="Öz")).to_contain_text("ready")
    expect(guest.locator(".lobby")).to_contain_text("The game begins when everybody is here")
    third.get_by_role("button", name="Join the next game").click()
    expect(host.locator(".hand [role=option]").first).to_be_visible()


def test_who_was_played_for_can_ask_for_a_rematch_and_a_spectator_is_not_invited(arrive: Visitors) -> None:
    host, guest, third = three(arrive)
    spectator = arrive(PHONE)
    go_to(spectator, table(host).ident)
    guest.request.post(f"/api/tables/{table(host).ident}/leave")
    expect(host.locator(".seat", has_text="Öz").locator(".bot-sign")).to_be_visible()
    host.request.post(f"/api/tables/{table(host).ident}/end")
    guest.get_by_role("button", name="Play again").click()
    expect(host.locator("#toast")).to_have_text("You are invited to another game.")
    expect(guest.locator(".chair", has_text="Mira")).to_contain_text("has been invited")
    expect(third.get_by_role("button", name="Join the next game")).to_be_visible()
    expect(spectator.locator("#final-title")).to_be_visible()
    expect(spectator.get_by_role("button", name="Join the next game")).to_have_count(0)
    expect(spectator.locator("#toast")).to_be_empty()
    host.get_by_role("button", name="Join the next game").click()
    third.get_by_role("button", name="Join the next game").click()
    expect(guest.locator(".hand [role=option]").first).to_be_visible()

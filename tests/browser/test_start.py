"""The first page: in a game within three clicks, with bots, with friends, and on from where one was."""

from __future__ import annotations

import json
import re
from functools import partial
from unicodedata import normalize

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.tools import (
    DESKS,
    PHONES,
    Visitors,
    axe,
    go_to,
    hold,
    no_sideways,
    photograph,
    resize,
    table,
    troubles,
    until,
)
from tools.browser import DESKTOP, PHONE, Screen, open_table

GAMES = ("help", "yoyo", "koenigs-romme", "23")
LANGUAGES = ("de", "en", "nl")
LEFT_OUT = {
    "de": "Zeichen, die niemand sieht, wurden weggelassen.",
    "en": "Characters that nobody can see were left out.",
    "nl": "Tekens die niemand ziet, zijn weggelaten.",
}
ONE_MOMENT = {"de": "Einen Moment …", "en": "One moment …", "nl": "Een ogenblik …"}


@pytest.mark.parametrize("slug", GAMES)
def test_one_click_leads_into_a_game_against_bots(page: Page, slug: str) -> None:
    page.goto("/")
    page.locator(f"[data-play='{slug}']").click()
    expect(page.locator(".hand [role=option]").first).to_be_visible()
    assert [seat["kind"] for seat in table(page).info()["seats"]].count("human") == 1
    assert table(page).now["view"]["game"] == slug


@pytest.mark.parametrize(("screen", "lang"), [(DESKTOP, "en"), (PHONE, "de"), (PHONE, "nl")])
@pytest.mark.parametrize("slug", GAMES)
def test_a_slow_network_never_leaves_an_empty_screen(
    arrive: Visitors, slug: str, screen: Screen, lang: str
) -> None:
    page = arrive(screen, lang)
    steps = {  # one after the other, each is kept waiting
        "open": hold(page, "**/api/tables", "POST"),
        "screen": hold(page, "**/pages/table.js"),
        "table": hold(page, "**/api/tables/*"),
        "game": hold(page, "**/web/game.js"),
    }
    page.goto("/")
    page.locator(f"[data-play='{slug}']").click()
    for name, waiting in steps.items():
        until(page, partial(bool, waiting), f"a request for the {name}")
        if name == "open":
            expect(page.locator(f"[data-play='{slug}'] .spinner")).to_be_visible()
            expect(page.locator("#said")).to_have_text(ONE_MOMENT[lang])
        else:
            expect(page.locator(".loading")).to_have_text(ONE_MOMENT[lang])
        photograph(page, f"slow-{slug}-{screen.name}-{lang}-{name}")
        waiting[0].continue_()
    expect(page.locator(".hand [role=option]").first).to_be_visible()


NAMES = {
    "A\u200bda": "Ada",
    "\u202eBo \u2066": "Bo",
    "Zo\u0308e": "Zöe",
    "a" * 24: "a" * 24,
    "\u3164\u2063": "",
}


@pytest.mark.parametrize(("screen", "lang"), [(DESKTOP, "en"), (PHONE, "de"), (PHONE, "nl")])
def test_a_name_is_taken_without_what_nobody_can_see(arrive: Visitors, screen: Screen, lang: str) -> None:
    page = arrive(screen, lang)
    for typed, name in NAMES.items():
        page.goto("/settings")
        field = page.locator("#table input[type=text]")
        field.fill(typed)
        field.blur()
        expect(field).to_have_value(name)
        said = page.locator("#table small[role=status]")
        expect(said).to_have_text("" if normalize("NFC", typed) == name else LEFT_OUT[lang])
        photograph(page, f"settings-name-{screen.name}-{lang}")
        if name and lang != "en":  # at the table, only what stands for no name differs between languages
            continue
        page.goto("/")
        page.locator("[data-play='23']").click()
        guest = {"de": "Gast", "en": "Guest", "nl": "Gast"}[lang]
        expect(page.locator(".me .who b")).to_have_text(name or guest)


def test_a_name_kept_from_before_or_typed_at_the_table_is_cleaned_too(arrive: Visitors) -> None:
    page, friend = arrive(), arrive(PHONE, "de")
    kept = json.dumps(json.dumps({"name": "A\u200bda"}))
    page.add_init_script(f"localStorage.setItem('reihum.settings', {kept})")
    page.goto("/")
    expect(page.locator("h1")).to_have_text("Sit down, Ada.")
    ident = open_table(page, "23", players=2, seats=["me", "open"])
    friend.goto(f"/t/{ident}")
    friend.get_by_label("Dein Name").fill("\u200bBo\u200b")
    friend.get_by_role("button", name="Hier hinsetzen").click()
    expect(friend.locator(".chair .who b").nth(1)).to_have_text("Bo")


@pytest.mark.parametrize(("screen", "lang"), [(DESKTOP, "en"), (PHONE, "de"), (PHONE, "nl")])
def test_a_name_that_the_server_does_not_take_can_be_changed(
    arrive: Visitors, screen: Screen, lang: str
) -> None:
    page = arrive(screen, lang)
    troubles(page).forgive("400")
    page.add_init_script("localStorage.setItem('reihum.settings', JSON.stringify({ name: 'Ada' }))")

    def refuse(route: Route) -> None:
        if route.request.method == "POST":  # the page knows a character that the server does not know yet
            wishes = json.loads(route.request.post_data or "") | {"name": "\u0378"}
            route.continue_(post_data=json.dumps(wishes))
        else:
            route.fallback()

    page.route("**/api/tables", refuse)
    page.goto("/")
    page.locator("[data-play='help']").click()
    expect(page.locator(".wrong")).to_contain_text("24")
    axe(page)
    photograph(page, f"name-refused-{screen.name}-{lang}")
    page.locator(".wrong a").click()
    expect(page.locator("#table input[type=text]")).to_have_value("Ada")


def test_the_last_settings_are_remembered(page: Page) -> None:
    page.goto("/")
    tile = page.locator(".tile.g-twentythree")
    tile.locator(".tile-more").click()
    tile.get_by_role("group", name="How many at the table").get_by_role("button", name="2").click()
    tile.get_by_role("switch", name=re.compile("Learning game")).check()
    page.reload()
    page.locator("[data-play='23']").click()
    expect(page.locator(".hand [role=option]").first).to_be_visible()
    info = table(page).info()
    assert info["players"] == 2
    assert info["options"] == {"learning": True, "by_five": False}


def test_options_are_chosen_on_the_tile_and_told_to_those_who_come(arrive: Visitors) -> None:
    page = arrive()
    page.goto("/")
    tile = page.locator(".tile.g-yoyo")
    tile.locator(".tile-more").click()
    tile.get_by_role("switch", name=re.compile("Plain Draw")).check()
    tile.get_by_role("switch", name="Public invitation: anyone may join").check()
    tile.locator("[data-invite]").click()
    told = "Plain Draw: a Draw card cannot be answered"
    expect(page.locator(".lobby")).to_contain_text(told)
    guest = arrive()
    guest.goto("/")
    expect(guest.locator(".open-table").filter(has_text="YoYo").filter(has_text=told).first).to_be_visible()


def test_a_switch_shows_its_state_in_forced_colours(arrive: Visitors) -> None:
    page = arrive(forced_colors="active")
    page.goto("/settings")
    switch = page.get_by_role("switch").first
    before, checked = switch.screenshot(), switch.is_checked()
    switch.set_checked(not checked)
    page.mouse.move(0, 0)
    switch.blur()  # its ring is not its state
    assert switch.screenshot() != before
    expect(switch).to_have_css("appearance", "auto")  # what is only painted would not be seen


@pytest.mark.parametrize(("screen", "lang"), [(DESKTOP, "en"), (PHONE, "de"), (PHONE, "nl")])
def test_a_game_alone_is_one_click_away_and_the_next_one_is_not_alone(
    arrive: Visitors, screen: Screen, lang: str
) -> None:
    page = arrive(screen, lang)
    page.goto("/")
    expect(page.locator("[data-solo]")).to_have_count(1)  # only one of the games can be played alone
    photograph(page, f"start-solo-{screen.name}-{lang}", full=True)
    page.locator("[data-solo='koenigs-romme']").click()
    expect(page.locator(".middle.whole")).to_be_visible()
    assert table(page).info()["players"] == 1
    page.goto("/")
    page.locator("[data-play='koenigs-romme']").click()
    expect(page.locator(".hand [role=option]").first).to_be_visible()
    assert table(page).info()["players"] == 4


def test_friends_come_by_code_and_by_link(arrive: Visitors) -> None:
    host, guest, late = arrive(), arrive(PHONE, "de"), arrive(DESKTOP, "nl")
    host.goto("/")
    tile = host.locator(".tile.g-twentythree")
    tile.locator(".tile-more").click()
    tile.get_by_role("button", name="3", exact=True).click()
    tile.locator("[data-invite]").click()
    code = host.locator(".code").inner_text()
    expect(host.locator("svg.qr path")).not_to_have_attribute("d", "")
    guest.goto("/")
    guest.get_by_label("Tischcode").fill(code.lower())
    guest.get_by_role("button", name="Beitreten").click()
    guest.get_by_label("Dein Name").fill("Bo")
    guest.get_by_role("button", name="Hier hinsetzen").click()
    expect(host.locator(".chair").nth(1)).to_contain_text("Bo")
    late.goto(host.url)
    late.get_by_label("Je naam").fill("Cas")
    late.get_by_role("button", name="Hier gaan zitten").click()
    host.get_by_role("button", name="Start with 3").click()
    for page in (host, guest, late):
        expect(page.locator(".hand [role=option]")).to_have_count(15)
    assert [seat["name"] for seat in table(host).info()["seats"]][1:] == ["Bo", "Cas"]


def test_only_the_host_is_told_how_to_open_the_table_for_others(arrive: Visitors) -> None:
    host, guest = arrive(DESKTOP, "de"), arrive(PHONE, "de")
    ident = open_table(host, "yoyo", players=2, seats=["me", "open"])
    for page in (host, guest):
        page.goto(f"/t/{ident}")
        expect(page.locator(".invite .link-line")).to_be_visible()
    expect(host.locator(".invite")).to_contain_text("--lan")
    expect(guest.locator("body")).not_to_contain_text("--lan")
    photograph(guest, "lobby-guest-phone-de")


def test_a_code_that_leads_nowhere_says_so(page: Page) -> None:
    page.goto("/")
    troubles(page).forgive("404")
    page.get_by_label("Table code").fill("ZZZZZ9")
    page.get_by_role("button", name="Join").click()
    expect(page.locator(".wrong")).to_contain_text("code")


def test_public_tables_are_found_and_joined(arrive: Visitors) -> None:
    host, guest = arrive(), arrive()
    ident = open_table(host, "yoyo", players=2, seats=["me", "open"], public=True)
    go_to(host, ident)
    guest.goto("/")
    row = guest.locator(".open-table", has=guest.locator(f"a[href='/t/{ident}']"))
    row.get_by_role("link", name="Sit down").click()
    guest.get_by_role("button", name="Sit down here").click()
    expect(guest.locator(".hand [role=option]").first).to_be_visible()


def test_a_game_that_waits_for_me_comes_first(page: Page) -> None:
    page.goto("/")
    page.locator("[data-play='23']").click()
    expect(page.locator(".hand [role=option]").first).to_be_visible()
    table(page).asked()
    here = page.url
    page.goto("/")
    expect(page.locator(".waiting").first).to_contain_text("it is your turn")
    page.locator(".waiting").first.get_by_role("link", name="Continue").click()
    expect(page.locator(".hand [role=option]")).to_have_count(15)
    assert page.url == here


def test_games_come_along_to_another_device_by_a_link_that_works_once(arrive: Visitors) -> None:
    old, new, thief = arrive(), arrive(PHONE), arrive()
    ident = open_table(old, "23", players=2)
    old.goto("/settings#device")
    old.get_by_role("button", name="Create a link").click()
    link = old.locator("#device code").inner_text()
    path = "/hello/" + link.rpartition("/")[2]
    new.goto(path)
    new.get_by_role("button", name="Yes, bring them here").click()
    expect(new.locator(f".waiting a[href='/t/{ident}']")).to_be_visible()
    new.locator(f".waiting a[href='/t/{ident}']").click()
    expect(new.locator(".hand [role=option]")).to_have_count(15)
    troubles(thief).forgive("404")
    thief.goto(path)
    thief.get_by_role("button", name="Yes, bring them here").click()
    expect(thief.get_by_role("alert").filter(has_text=re.compile(r"\w")).first).to_be_visible()
    assert not thief.request.get("/api/mine").json()["tables"]


def test_the_language_comes_from_the_browser_and_changes_at_once(arrive: Visitors) -> None:
    page = arrive(DESKTOP, "de-AT")
    page.goto("/")
    expect(page.locator("h1")).to_have_text("Setz dich.")
    page.get_by_role("button", name="Nederlands").click()
    expect(page.locator("h1")).to_have_text("Ga zitten.")
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    page.reload()
    expect(page.locator("h1")).to_have_text("Ga zitten.")


@pytest.mark.parametrize("screens", [DESKS, PHONES], ids=["desks", "phones"])
def test_every_page_around_the_table_fits_every_screen(arrive: Visitors, screens: tuple[Screen, ...]) -> None:
    page = arrive(screens[-1], "de")

    def fits(name: str) -> None:
        for screen in screens:
            resize(page, screen)
            no_sideways(page)
            photograph(page, f"{name}-{screen.name}")

    for name, path in {"start": "/", "settings": "/settings", "rules": "/rules/yoyo#Y15"}.items():
        page.goto(path)
        page.locator("main h1").first.wait_for(state="attached")
        page.locator(".tile, .settings-list, .rules dl").first.wait_for()
        fits(name)
    page.goto(f"/t/{open_table(page, 'help', players=4, seats=['me', 'open', 'bot:policy', 'open'])}")
    page.locator("svg.qr path[d^=M]").wait_for(state="attached")
    fits("lobby")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_axe_objects_to_no_page_around_the_table(arrive: Visitors, lang: str) -> None:
    page = arrive(PHONE if lang == "nl" else DESKTOP, lang)
    for path in (
        "/",
        "/settings",
        "/rules",
        "/rules/23#T7",
        "/rules/koenigs-romme",
        "/hello/abc",
        "/nothing/here",
    ):
        troubles(page).forgive("404")
        page.goto(path)
        page.locator("main h1").first.wait_for(state="attached")
        page.locator("main > *").nth(1).wait_for(state="attached")
        axe(page)
    page.goto(f"/t/{open_table(page, 'yoyo', players=3, seats=['me', 'open', 'bot:policy'])}")
    page.locator("svg.qr path[d^=M]").wait_for(state="attached")
    axe(page)

"""The levels of bots: chosen where a game is begun, kept, shown at every seat, the same in a rematch."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.spare import EMPTY
from tests.browser.tools import (
    DESKS,
    PHONES,
    Visitors,
    at_table,
    axe,
    go_to,
    no_sideways,
    photograph,
    resize,
    sit_down,
    table,
)
from tools.browser import DESKTOP, LANDSCAPE, PHONE, SMALL, Screen, open_table
from tools.outside import OutsidePlayer

ALL = ["me", "bot:novice", "bot:casual", "bot:regular", "bot:strong", "bot:master", "bot:policy"]
# Whether all of a tip lies on the screen, and nothing lies over it.
IN_SIGHT = """(tip) => {
    const { left, right, top, bottom } = tip.getBoundingClientRect();
    const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight && tip.contains(middle);
}"""
FINGER = 44  # pixels: the smallest target
# The size of what takes a tap on a sign, with what belongs to it but is not seen.
TARGET = """(sign) => {
    const { width, height } = getComputedStyle(sign, '::after');
    return [width, height].map(parseFloat);
}"""


def played_before(page: Page, **kept: object) -> None:
    """Somebody who has played here before."""
    page.goto(EMPTY)
    text = json.dumps({"hasPlayed": True, **kept})
    page.evaluate("(text) => localStorage.setItem('reihum.settings', text)", text)


def tile_of(page: Page, package: str) -> Locator:
    """The tile of a game."""
    return page.locator(f".tile.g-{package}")


def bots_here(page: Page) -> list[str | None]:
    """Which bots sit at the table, once it is dealt."""
    table(page).until(lambda now: now["view"] is not None, "the deal")
    return [seat["bot"] for seat in table(page).info()["seats"] if seat["bot"]]


# -- choosing -------------------------------------------------------------------------------------


def test_the_level_chosen_on_a_tile_sits_down_at_the_table(page: Page) -> None:
    played_before(page)
    page.goto("/")
    tile = tile_of(page, "twentythree")
    expect(tile.locator(".tile-more")).to_contain_text("4 at the table · Regular")
    tile.locator(".tile-more").click()
    levels = tile.get_by_role("group", name="Level of the bots")
    expect(levels.get_by_role("button", name="3 Regular")).to_have_attribute("aria-pressed", "true")
    levels.get_by_role("button", name="5 Master").click()
    expect(tile.locator(".level-told")).to_contain_text("As strong as we can make it.")
    expect(tile.locator(".tile-more")).to_contain_text("Master")
    tile.locator("[data-play]").click()
    assert bots_here(page) == ["master"] * 3


def test_levels_are_kept_for_each_game(page: Page) -> None:
    played_before(page)
    page.goto("/")
    for package, name in (("yoyo", "2 Casual"), ("help", "4 Strong")):
        tile_of(page, package).locator(".tile-more").click()
        tile_of(page, package).get_by_role("button", name=name).click()
    page.reload()
    for package, name in (
        ("yoyo", "Casual"),
        ("help", "Strong"),
        ("twentythree", "Regular"),
        ("koenigs_romme", "Regular"),
    ):
        expect(tile_of(page, package).locator(".tile-more")).to_contain_text(name)


def test_the_first_game_ever_is_against_novices_and_the_next_is_not(page: Page) -> None:
    page.goto("/")
    for more in page.locator(".tile-more").all():
        expect(more).to_contain_text("Novice")
    tile_of(page, "yoyo").locator("[data-play]").click()
    assert set(bots_here(page)) == {"novice"}
    page.goto("/")
    for more in page.locator(".tile-more").all():
        expect(more).to_contain_text("Regular")


def test_somebody_who_played_on_another_device_is_no_beginner(page: Page) -> None:
    open_table(page, "23", players=2)
    page.goto("/")
    expect(tile_of(page, "help").locator(".tile-more")).to_contain_text("Regular")


def test_a_level_that_cannot_be_is_the_usual_one(page: Page) -> None:
    played_before(page, levels={"23": 9, "yoyo": "5", "help": None})
    page.goto("/")
    for package in ("twentythree", "yoyo", "help", "koenigs_romme"):
        expect(tile_of(page, package).locator(".tile-more")).to_contain_text("Regular")
    tile_of(page, "twentythree").locator("[data-play]").click()
    assert bots_here(page) == ["regular"] * 3


def test_alone_there_is_no_level_and_no_number_of_players(arrive: Visitors) -> None:
    for screen in (DESKTOP, PHONE):
        page = arrive(screen)
        played_before(page, players={"koenigs-romme": 1})  # which could be chosen once
        page.goto("/?game=koenigs-romme")
        tile = tile_of(page, "koenigs_romme")
        expect(tile.get_by_role("button", name="4", exact=True)).to_have_attribute("aria-pressed", "true")
        expect(tile.get_by_role("button", name="1", exact=True)).to_have_count(0)
        tile.locator("[data-solo]").click()
        expect(page.locator(".middle.whole")).to_be_visible()
        expect(page.locator(".bot-sign")).to_have_count(0)
        assert bots_here(page) == []


def test_a_level_is_chosen_with_keys_alone(page: Page) -> None:
    played_before(page)
    page.goto("/")
    tile = tile_of(page, "help")
    tile.locator(".tile-more").focus()
    page.keyboard.press("Enter")
    tile.locator(".tile-settings").wait_for()  # which come with what the server says about its games
    for _ in range(3 + 5):  # three, four or five players; then the levels
        page.keyboard.press("Tab")
    expect(tile.get_by_role("button", name="5 Master")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Space")
    expect(tile.get_by_role("button", name="4 Strong")).to_have_attribute("aria-pressed", "true")
    expect(tile.get_by_role("button", name="4 Strong")).to_be_focused()
    expect(tile.locator(".level-told")).to_contain_text("4 · Strong")


# -- the sheet on a phone -------------------------------------------------------------------------


def sheet_on(page: Page, package: str = "twentythree") -> Locator:
    """The sheet with the levels of a game, opened with a finger."""
    page.goto("/")
    tile_of(page, package).locator(".tile-level").tap()
    sheet = page.get_by_role("dialog", name="How strong are the bots?")
    expect(sheet).to_be_visible()
    return sheet


def test_on_a_phone_a_sheet_has_the_levels_and_begins_the_game(arrive: Visitors) -> None:
    page = arrive(PHONE)
    played_before(page)
    sheet = sheet_on(page)
    expect(sheet.get_by_role("radio", name="3 Regular Solid. Punishes big mistakes.")).to_be_checked()
    sheet.locator(".level-choice").nth(3).tap()
    expect(sheet.get_by_role("radio", name="4 Strong")).to_be_checked()
    sheet.get_by_role("button", name="Play 23 against Strong").tap()
    assert bots_here(page) == ["strong"] * 3


def test_what_is_chosen_on_the_sheet_stays_when_it_is_closed(arrive: Visitors) -> None:
    page = arrive(PHONE)
    played_before(page)
    sheet = sheet_on(page)
    opener = tile_of(page, "twentythree").locator(".tile-level")
    sheet.locator(".level-choice").nth(1).tap()
    page.touchscreen.tap(PHONE.width / 2, 100)  # beside it
    expect(sheet).to_have_count(0)
    expect(opener).to_have_text("Level of the bots: Casual ▾")
    expect(opener).to_be_focused()
    opener.tap()
    sheet.get_by_role("button", name="Close").tap()
    expect(sheet).to_have_count(0)


def test_the_sheet_works_with_keys_alone(arrive: Visitors) -> None:
    page = arrive(Screen("narrow", 420, 800))
    played_before(page)
    page.goto("/")
    opener = tile_of(page, "yoyo").locator(".tile-level")
    opener.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("radio", name="3 Regular")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name="5 Master")).to_be_checked()
    page.keyboard.press("Escape")
    expect(opener).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Play YoYo against Master")).to_be_focused()
    page.keyboard.press("Enter")
    assert set(bots_here(page)) == {"master"}


@pytest.mark.parametrize("lang", ["de", "en", "nl"])
def test_the_sheet_fits_the_smallest_phone_and_pleases_axe(arrive: Visitors, lang: str) -> None:
    page = arrive(SMALL, lang)
    played_before(page)
    page.goto("/")
    tile_of(page, "koenigs_romme").locator(".tile-level").tap()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_be_in_viewport(ratio=1)
    expect(sheet.locator("[data-play-level]")).to_be_in_viewport(ratio=1)
    no_sideways(page)
    axe(page)
    photograph(page, f"levels-sheet-{lang}")


@pytest.mark.parametrize("screens", [DESKS, PHONES], ids=["desks", "phones"])
def test_the_settings_of_a_tile_fit_every_screen(arrive: Visitors, screens: tuple[Screen, ...]) -> None:
    page = arrive(screens[-1], "de")
    page.goto("/?game=yoyo")
    page.locator(".tile-settings").wait_for()
    for screen in screens:
        resize(page, screen)
        no_sideways(page)
        axe(page)
        photograph(page, f"levels-start-{screen.name}", full=True)


def test_the_chosen_level_is_seen_in_forced_colours(arrive: Visitors) -> None:
    page = arrive(PHONE, forced_colors="active")
    played_before(page)
    sheet = sheet_on(page)
    before = sheet.locator(".level-choice").nth(4).screenshot()
    sheet.locator(".level-choice").nth(4).tap()
    sheet.get_by_role("radio", name="5 Master").blur()  # its ring is not its state
    assert sheet.locator(".level-choice").nth(4).screenshot() != before


# -- at a seat ------------------------------------------------------------------------------------


def test_a_bot_shows_its_level_and_says_who_it_is(page: Page) -> None:
    at_table(page, "23", players=4, seats=["me", "bot:casual", "bot:policy", "bot:master"])
    signs = page.locator(".seat .bot-sign")
    expect(signs).to_have_text(["2", "", "5"])
    expect(page.locator(".seat", has_text="Ben")).to_contain_text("Casual")
    expect(page.locator(".seat").nth(1).get_by_role("img", name="bot")).to_be_visible()
    master = page.get_by_role("button", name="Dov, bot, level 5, Master")
    told = "As strong as we can make it. Like you, it knows only what can be seen from its own seat."
    expect(master).to_have_accessible_description(f"Dov · Master {told}")
    tip = page.get_by_role("tooltip")
    expect(tip).to_have_count(0)
    master.click()
    expect(tip).to_be_visible()
    expect(tip).to_contain_text(told)
    master.click()
    expect(tip).to_have_count(0)
    master.click()
    page.locator(".pill").click()  # elsewhere
    expect(tip).to_have_count(0)


APART = """() => [...document.querySelectorAll('.seat')].every((seat) => {
    const rect = (what) => seat.querySelector(what).getBoundingClientRect();
    const [sign, badge] = [rect('.bot-sign'), rect('.badge')];
    return badge.right <= sign.left || badge.left >= sign.right || badge.top >= sign.bottom;
})"""


@pytest.mark.parametrize("screen", [SMALL, PHONE], ids=lambda screen: screen.name)
def test_the_sign_of_a_bot_does_not_lie_on_its_points(arrive: Visitors, screen: Screen) -> None:
    page = arrive(screen)
    at_table(page, "koenigs-romme", players=4)
    expect(page.locator(".seat .badge")).to_have_count(3)
    assert page.evaluate(APART)


@pytest.mark.parametrize(
    ("lang", "name"), [("de", "Ben, Bot, Stufe 1, Neuling"), ("nl", "Ben, bot, niveau 1, Beginner")]
)
def test_its_name_is_in_the_language_of_the_reader(arrive: Visitors, lang: str, name: str) -> None:
    page = arrive(PHONE, lang)
    at_table(page, "yoyo", players=2, seats=["me", "bot:novice"])
    sign = page.get_by_role("button", name=name)
    sign.tap()
    expect(page.get_by_role("tooltip")).to_contain_text(name.split()[-1])
    axe(page)


def test_signs_are_one_stop_for_keys_and_arrows_lead_from_one_to_the_next(page: Page) -> None:
    at_table(page, "23", players=4, seats=ALL[:4])  # whose seats have no other buttons
    page.keyboard.press("F6")
    expect(page.get_by_role("button", name="Ben, bot, level 1, Novice")).to_be_focused()
    page.keyboard.press("ArrowRight")
    second = page.get_by_role("button", name="Cleo, bot, level 2, Casual")
    expect(second).to_be_focused()
    expect(page.get_by_role("tooltip")).to_contain_text("Cleo · Casual")
    page.keyboard.press("Escape")
    expect(page.get_by_role("tooltip")).to_have_count(0)
    expect(second).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.closest('.bot')?.outerHTML ?? ''") == ""


@pytest.mark.parametrize(("game", "players"), [("23", 4), ("yoyo", 6), ("koenigs-romme", 7), ("help", 5)])
def test_whatever_a_sign_says_is_in_sight_on_every_screen(arrive: Visitors, game: str, players: int) -> None:
    for screens in (DESKS, PHONES):
        page = arrive(screens[-1], "de")
        at_table(page, game, players=players, seats=ALL[:players])
        for screen in screens:
            resize(page, screen)
            all_signs_are_read(page, min(5, players - 1))
            photograph(page, f"levels-{game}-{players}-{screen.name}")


def all_signs_are_read(page: Page, count: int) -> None:
    """Press every sign, and assert that what it says is in sight."""
    signs, tip = page.locator("button.bot-sign"), page.get_by_role("tooltip")
    expect(signs).to_have_count(count)
    for sign in signs.all():
        if tip.count():
            tip.click()  # it may lie over the next sign
            expect(tip).to_have_count(0)
        assert min(sign.evaluate(TARGET)) >= FINGER
        sign.click()
        expect(tip).to_have_count(1)
        assert tip.evaluate(IN_SIGHT)
        no_sideways(page)


def test_a_stand_in_is_shown_as_a_regular_bot(arrive: Visitors) -> None:
    host, guest = arrive(), arrive()
    ident = open_table(host, "23", players=2, seats=["me", "open"])
    sit_down(guest, ident, "Bo")
    go_to(guest, ident)
    go_to(host, ident).until(lambda now: now["view"] is not None, "the deal")
    expect(host.locator(".bot-sign")).to_have_count(0)
    guest.request.post(f"/api/tables/{ident}/leave")
    expect(host.get_by_role("button", name="Bo, bot, level 3, Regular")).to_be_visible()


def test_a_rematch_has_the_same_levels(page: Page) -> None:
    seats = ["me", "bot:novice", "bot:master"]
    here = at_table(page, "help", players=3, seats=seats)
    first = here.ident
    with OutsidePlayer(page) as seat:
        while seat.play():
            pass
    here.over()
    page.reload()
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: not url.endswith(first))
    assert bots_here(page) == ["novice", "master"]
    expect(page.locator(".seat .bot-sign")).to_have_text(["1", "5"])


# -- in the waiting room --------------------------------------------------------------------------


@pytest.mark.parametrize("screen", [DESKTOP, PHONE, LANDSCAPE], ids=lambda screen: screen.name)
def test_the_waiting_room_names_the_levels(arrive: Visitors, screen: Screen) -> None:
    page = arrive(screen)
    go_to(page, open_table(page, "help", players=4, seats=["me", "bot:strong", "bot:policy", "open"]))
    expect(page.locator(".chair").nth(1)).to_contain_text("bot · Strong")
    expect(page.locator(".chair").nth(2).locator(".bot button")).to_have_count(0)
    page.get_by_role("button", name="Ben, bot, level 4, Strong").click()
    expect(page.get_by_role("tooltip")).to_be_in_viewport(ratio=1)
    no_sideways(page)
    axe(page)
    page.get_by_role("button", name="Start with 3").click()
    assert bots_here(page) == ["strong", "policy"]

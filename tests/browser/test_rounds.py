"""The ends of rounds: they stay until they have been read, and nothing is dealt before that."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.spare import EMPTY
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
)
from tools.browser import DESKTOP, PHONE, SMALL, open_table
from tools.outside import OutsidePlayer

GAMES = [("23", 3), ("yoyo", 3), ("help", 4), ("koenigs-romme", 4)]
RULES = {"23": "T13", "yoyo": "Y24", "help": "H19", "koenigs-romme": "K15"}


def first_round(view: dict[str, Any]) -> bool:
    """Whether the first round is still being played."""
    return bool((view["match_game"] if "match_game" in view else view["round"]) == 1)


def play_round(page: Page, seed: int = 1) -> None:
    """Play the seat of a page from outside until the first round is over, and wait for the sheet about it."""
    sheet = page.locator(".round-sheet")
    with OutsidePlayer(page, seed, rests=True) as seat:
        while not sheet.is_visible():
            if seat.now and seat.now["view"] is not None and not first_round(seat.now["view"]):
                break
            seat.hear_more()
            if seat.now["view"] is not None and seat.now["ask"] is not None and first_round(seat.now["view"]):
                seat.play()
    expect(sheet).to_be_visible()


@pytest.mark.parametrize(("game", "players"), GAMES, ids=[game for game, _ in GAMES])
def test_the_end_of_a_round_stays_until_it_has_been_read(arrive: Visitors, game: str, players: int) -> None:
    page = arrive(DESKTOP, "en")
    here = at_table(page, game, players=players)
    play_round(page)
    others = [(arrive(PHONE, "de"), "phone-de"), (arrive(SMALL, "nl"), "small-nl")]
    for other, _ in others:  # the same player, who comes back with other screens
        other.context.add_cookies(page.context.cookies())  # type: ignore[arg-type]
        go_to(other, here.ident)
    for reader, name in (*others, (page, "desktop-en")):
        sheet = reader.locator(".round-sheet")
        expect(sheet.locator(".round-row")).to_have_count(players)
        expect(reader.locator(".hand")).to_have_count(0)  # the next hand is not dealt
        expect(sheet.locator(".rule-link")).to_contain_text(RULES[game][0])
        no_sideways(reader)
        axe(reader)
        photograph(reader, f"round-end-{game}-{name}")
    ended = here.now["v"]
    for reader in (page, *(other for other, _ in others)):
        expect(reader.locator(".round-sheet")).to_be_visible()  # whoever else goes on
        reader.keyboard.press("Enter")
        expect(reader.locator(".round-sheet")).to_have_count(0)
        expect(reader.locator(".hand, .help-button").first).to_be_visible()
    assert {"t": "ready", "v": ended} in here.sent


def friends(arrive: Visitors) -> tuple[Page, Page, str]:
    """Two friends who have both left the first round of a learning game at once; its table."""
    one, two = arrive(), arrive(PHONE)
    ident = open_table(one, "23", players=2, seats=["me", "open"], options={"learning": True})
    sit_down(two, ident)
    for page in (one, two):
        go_to(page, ident)
    for page in (one, two):
        table(page).until(lambda now: now["view"] is not None, "the deal")
    first, second = (one, two) if table(one).now["ask"] is not None else (two, one)
    for page in (first, second):
        with OutsidePlayer(page, rests=True) as seat:
            seat.play("leave")
    for page in (one, two):
        expect(page.locator(".round-sheet")).to_be_visible()
    return one, two, ident


def test_with_friends_the_sheet_stays_until_all_are_ready(arrive: Visitors) -> None:
    one, two, _ = friends(arrive)
    on = one.locator(".round-sheet .main")
    expect(on).to_contain_text(re.compile(r"Go on · \d+ s"))  # no longer than that
    on.click()
    expect(on).to_contain_text("Ready · 1 of 2")
    expect(on).to_have_attribute("aria-disabled", "true")
    expect(two.locator(".round-sheet .ready-count")).to_have_text("Ready · 1 of 2")
    photograph(one, "round-end-friends-desktop")
    photograph(two, "round-end-friends-phone")
    two.locator(".round-sheet [data-on]").tap()
    for page in (one, two):
        expect(page.locator(".round-sheet")).to_have_count(0)
        expect(page.locator(".hand [role=option]").first).to_be_visible()


def test_who_reads_is_not_interrupted_when_the_others_go_on(arrive: Visitors) -> None:
    one, two, _ = friends(arrive)
    one.get_by_role("button", name="All rounds").click()
    expect(one.locator(".round-sheet .scores")).to_be_visible()
    expect(one.locator(".round-sheet [data-on]")).not_to_contain_text(re.compile(r"\d s"))  # no clock
    with OutsidePlayer(one) as elsewhere:
        elsewhere.hear_more()  # the same player is ready on another screen: once all are, the break is over
    two.locator(".round-sheet [data-on]").tap()
    expect(two.locator(".round-sheet")).to_have_count(0)
    expect(one.locator(".round-sheet .ready-count")).to_have_count(0)  # the break is over, ...
    expect(one.locator(".round-sheet")).to_be_visible()  # ... and the sheet stays
    one.keyboard.press("Escape")
    expect(one.locator(".round-sheet")).to_have_count(0)


def test_after_a_reload_the_sheet_is_there_again(arrive: Visitors) -> None:
    one, _, _ = friends(arrive)
    one.reload()
    expect(one.locator(".round-sheet .round-row")).to_have_count(2)


# -- the end of the game --------------------------------------------------------------------------


@pytest.mark.parametrize("won", [False, True])
def test_alone_the_end_says_what_was_finished_and_how_near_the_rest_was(arrive: Visitors, won: bool) -> None:
    screens = {"en": DESKTOP, "de": PHONE, "nl": SMALL}
    pages = {lang: arrive(screen, lang) for lang, screen in screens.items()}
    open_hands = 0 if won else 2

    def amend(heard: dict[str, Any]) -> None:
        if heard["view"]["phase"] == "over":  # chance decides how it really ended
            heard["view"]["finished"] = [True] * (11 - open_hands) + [False] * open_hands

    first = pages["en"]
    ident = at_table(first, "koenigs-romme", players=1).ident
    with OutsidePlayer(first) as seat:
        first.goto(EMPTY)  # who looks on costs time
        while seat.wait_for_moves() and seat.now["view"]["in_stock"] > 1:
            seat.play()
        for page in pages.values():
            page.context.add_cookies(first.context.cookies())  # type: ignore[arg-type]
            hear_instead(page, amend)
            go_to(page, ident)
            expect(page.locator(".solo-hands")).to_be_visible()
            page.evaluate("() => scrollTo(0, 500)")  # to the last hands
        while seat.play():
            pass
    for lang, page in pages.items():
        ends_alone(page, open_hands, f"solo-end-{'won' if won else 'lost'}-{screens[lang].name}-{lang}")


def ends_alone(page: Page, open_hands: int, name: str) -> None:
    """Assert that a screen says how it ended, and that one can play again."""
    expect(page.locator("#final-title")).to_be_focused()
    expect(page.locator("#final-title")).to_be_in_viewport(ratio=1)
    assert page.evaluate("() => scrollY") == 0
    expect(page.locator(".solo-tiles li")).to_have_count(11 - open_hands)
    expect(page.locator(".solo-open")).to_have_count(open_hands)
    if open_hands:
        expect(page.locator(".solo-open small")).to_have_count(open_hands)  # how many cards are left over
    expect(page.locator(".final-winner p")).to_contain_text(str(11 - open_hands))  # the best so far
    no_sideways(page)
    axe(page)
    photograph(page, name, full="desktop" not in name)
    before = page.url
    page.locator(".final-acts .main").click()
    page.wait_for_url(lambda url: url != before)  # one tap, and there are new cards
    expect(page.locator(".solo-hands")).to_be_visible()

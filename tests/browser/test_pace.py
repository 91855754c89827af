"""Not waiting: who plays with bots begins, bots are as fast as one likes, and a tap or Space hurries them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.tools import Table, Visitors, go_to, listen, table, until
from tests.server.tools import Running
from tools.browser import open_table


@pytest.mark.parametrize(
    ("button", "seat"),
    [
        ("[data-play='help']", 0),
        ("[data-play='23']", 0),
        ("[data-play='yoyo']", 1),
        ("[data-play='koenigs-romme']", 1),
        ("[data-solo='koenigs-romme']", 0),
    ],
)
def test_who_plays_with_bots_has_the_first_decision(page: Page, button: str, seat: int) -> None:
    listen(page)
    page.goto("/")
    page.locator(button).click()
    table(page).until(lambda now: now["view"] is not None, "the deal")
    first = next(message for message in table(page).heard if message["t"] == "snap" and message["view"])
    assert (first["v"], first["seat"], first["ask"]) == (0, seat, 0)  # before anybody else's move
    expect(page.locator(".pill.yours")).to_be_visible()


def test_instant_bots_answer_without_a_pause(browser: Browser, own_server: Callable[..., Running]) -> None:
    slow = Visitors(browser, own_server("--bot-delay", "60"))
    page = slow(reduced_motion="no-preference")
    page.goto("/settings")
    page.get_by_role("group", name="Pace").get_by_role("button", name="instant").click()
    seat = go_to(page, open_table(page, "23", players=4, options={"learning": True}))
    for _ in range(3):
        moves = seat.asked()
        seat.shown()
        lay(page, seat, next(move for move in moves if move.isdecimal()))
    assert seat.asked()
    assert slow.leave() == []


def lay(page: Page, seat: Table, card: str) -> None:
    """Lay a card of 23, with a second look where it could be laid in several ways."""
    ask, chosen = seat.now["ask"], page.locator(".acts .back-button")
    page.locator(f".hand [data-card^='{card}-']").first.click()
    until(page, lambda: seat.now["ask"] != ask or chosen.count() > 0, "the card to be laid or chosen")
    if seat.now["ask"] == ask:
        page.keyboard.press("Enter")
    seat.answered(ask)


def test_the_pace_is_one_setting_and_bots_hear_of_it(page: Page) -> None:
    listen(page)
    page.goto("/settings")
    page.get_by_role("group", name="Pace").get_by_role("button", name="brisk").click()
    ident = open_table(page, "23", players=2)
    go_to(page, ident)
    hello = next(said for said in table(page).sent if said["t"] == "hello")
    assert hello["pace"] == "brisk"
    page.goto("/settings")
    page.get_by_role("group", name="Pace").get_by_role("button", name="instant").click()
    go_to(page, ident)
    until(page, lambda: table(page).sent[-1].get("pace") == "instant", "the new pace")


def wait_for_bot(page: Page) -> Table:
    """Königs-Rommé, after a turn of one's own: a bot thinks."""
    seat = go_to(page, open_table(page, "koenigs-romme", players=2, seats=["bot:policy", "me"]))
    for move in seat.asked()[:1]:
        page.keyboard.press("s" if move == "stock" else "Enter")
    seat.until(lambda now: bool(now["v"] == 1), "a card drawn")
    page.locator(".hand [role=option]").last.click()
    page.keyboard.press("Enter")
    seat.until(lambda now: bool(now["v"] == 2 and now["ask"] is None), "a card thrown away")
    seat.shown()
    return seat


@pytest.mark.parametrize("how", ["tap", "space"])
def test_a_tap_on_the_table_or_space_lets_slow_bots_answer_at_once(
    browser: Browser, own_server: Callable[..., Running], how: str
) -> None:
    slow = Visitors(browser, own_server("--bot-delay", "60"))
    page = slow()
    listen(page)
    seat = wait_for_bot(page)
    while seat.now["view"]["out_by"] is not None:  # then the round would be over after the bot's turn
        seat = wait_for_bot(page)
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("Space") if how == "space" else page.locator(".pill").click()
    seat.until(lambda now: now["ask"] is not None, "the bot's answer")
    assert slow.leave() == []

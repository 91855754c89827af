"""Not waiting: who plays with bots begins, bots are as fast as one likes, and a tap or Space hurries them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.tools import Table, Visitors, go_to, listen, table, until
from tests.server.tools import Running
from tools.browser import open_table


@pytest.mark.parametrize("slug", ["yoyo", "koenigs-romme"])
def test_who_plays_with_bots_has_the_first_decision(page: Page, slug: str) -> None:
    listen(page)
    page.goto("/")
    page.locator(f"[data-play='{slug}']").click()
    expect(page.locator(".hand [role=option]").first).to_be_visible()
    first = next(message for message in table(page).heard if message["t"] == "snap" and message["view"])
    assert (first["v"], first["seat"], first["ask"]) == (0, 1, 0)


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

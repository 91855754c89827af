"""A game from elsewhere: its folder is all that the page needs to offer, play, explain and replay it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.tools import Visitors, axe, no_sideways, table
from tests.server.tools import Running
from tools.browser import PHONE


@pytest.fixture(scope="module")
def other_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that was told of one more game."""
    store = tmp_path_factory.mktemp("store") / "tables.db"
    running = Running(f"sqlite:{store}", "--bot-delay", "0", REIHUM_GAMES="tiny=tests.tiny")
    yield running
    running.stop()


def play_by_mouse(page: Page) -> None:
    """Lay the highest card that goes, or pass, until the game is over."""
    here = table(page)
    while moves := here.asked():
        here.shown()
        ask = here.now["ask"]
        cards = [int(move) for move in moves if move != "pass"]
        press = f"[data-card='{max(cards)}']" if cards else "[data-letter='p']"
        page.locator(press).click()
        here.answered(ask)
    here.shown()


def test_it_is_played_to_the_end_and_its_deal_verified(arrive: Visitors, other_server: Running) -> None:
    page = arrive(to=other_server)
    page.goto("/")
    tile = page.locator(".tile.g-tiny")
    expect(tile.locator(".card svg")).to_have_count(3)
    assert tile.get_by_role("heading").inner_text() == "Tiny"
    expect(page.locator(".tile").last).to_have_class("tile g-tiny")  # it does not say where it wants to stand
    page.locator("[data-play='tiny']").click()
    expect(page.locator(".hand [role=option]")).to_have_count(4)
    axe(page)
    play_by_mouse(page)
    expect(page.locator("#final-title")).to_be_visible()
    expect(page.locator(".final .scores .total td")).to_have_count(len(table(page).info()["seats"]))
    page.get_by_role("button", name="Verify").click()
    expect(page.locator(".verdict.good")).to_be_visible()


def test_what_is_not_allowed_is_refused_by_its_rules(arrive: Visitors, other_server: Running) -> None:
    page = arrive(to=other_server)
    page.goto("/")
    page.locator("[data-play='tiny']").click()
    here = table(page)
    while "pass" in here.asked():  # until this seat leads, and has to lay a card
        ask = here.now["ask"]
        here.shown()
        page.locator("[data-letter='p']").click()
        here.answered(ask)
    here.shown()
    page.locator("[data-letter='p']").click(force=True)  # it is there to be asked why not
    expect(page.locator("#alarm")).to_contain_text("(rule N2)")
    expect(page.locator(".pill.refused .rule-link")).to_have_text("N2")
    page.locator(".rule-link").click()
    expect(page.locator("#rule-N2")).to_be_visible()


def test_its_rules_are_read_and_its_games_shown_again(arrive: Visitors, other_server: Running) -> None:
    page = arrive(PHONE, to=other_server)
    page.goto("/rules/tiny#N2")
    expect(page.locator("dt.marked")).to_have_text("N2")
    expect(page.locator(".example.good .card svg")).to_have_count(2)
    no_sideways(page)
    axe(page)
    page.goto("/")
    page.locator("[data-play='tiny']").click()
    play_by_mouse(page)
    page.get_by_role("link", name="Replay").click()
    expect(page.locator(".replay-controls")).to_be_visible()
    page.locator(".step").last.click()
    expect(page.locator(".pill")).to_contain_text("win")
    axe(page)

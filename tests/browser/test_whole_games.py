"""Whole games of each kind through the page: with the mouse, with taps on a phone, with keys alone."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from reihum.core.record import take_apart
from reihum.verifying import verdict
from tests.browser.hands import Hands, Pointing, Typing, play
from tests.browser.tools import Visitors, at_table
from tools.browser import DESKTOP, PHONE

KINDS: Final = [("23", 2), ("yoyo", 2), ("koenigs-romme", 2), ("koenigs-romme", 1), ("help", 3)]
each_kind = pytest.mark.parametrize(
    ("game", "players"), KINDS, ids=[f"{game}-{players}" for game, players in KINDS]
)

# Somebody who wants to confirm every move.
CAREFUL: Final = """() => {
    if (location.protocol === 'http:') localStorage.setItem('reihum.settings', JSON.stringify({ atOnce: false }));
}"""


def play_all(hands: Hands) -> list[str]:
    """Play to the end; the moves that were meant."""
    moves: list[str] = []
    while hands.ready():
        moves += play(hands)
    return moves


def the_end(page: Page, hands: Hands) -> dict[str, Any]:
    """What the server has told of the end of the game."""
    events = [event for message in hands.here.heard for event in message.get("events", ())]
    return next(event for event in reversed(events) if event["kind"] == "game")


def is_right_at_the_end(page: Page, hands: Hands, meant: list[str]) -> None:
    """Assert that the final sheet and the record say what has happened."""
    end, info = the_end(page, hands), hands.here.info()
    sent = [message["m"] for message in hands.here.sent if message["t"] == "move"]
    print(len(sent), json.dumps(end))
    record = page.request.get(f"/api/tables/{info['table']}/record").body()
    judged = verdict(record, info["commitment"])
    assert judged.true, judged.sentence
    played = [move.text for move in take_apart(record.decode()).moves if move.seat == info["you"]]
    assert played == sent
    assert played == meant
    expect(page.locator(".final")).to_be_visible()


@each_kind
def test_by_mouse(arrive: Visitors, game: str, players: int) -> None:
    page = arrive(DESKTOP)
    at_table(page, game, players=players)
    hands = Pointing(page, seed=1)
    is_right_at_the_end(page, hands, play_all(hands))


@each_kind
def test_by_taps_on_a_phone_with_every_move_confirmed(arrive: Visitors, game: str, players: int) -> None:
    page = arrive(PHONE)
    page.add_init_script(f"({CAREFUL})()")
    at_table(page, game, players=players)
    hands = Pointing(page, seed=2)
    is_right_at_the_end(page, hands, play_all(hands))


@each_kind
def test_by_keys_alone(arrive: Visitors, game: str, players: int) -> None:
    page = arrive(DESKTOP)
    at_table(page, game, players=players)
    hands = Typing(page, seed=3)
    is_right_at_the_end(page, hands, play_all(hands))
    assert hands.pointed == 0

"""Games of each kind through the page: with the mouse, with taps on a phone, with keys alone.

The mouse plays whole games. Taps and keys make so many moves, and then the host ends the game; with
`make soak` they play to the end, too.
"""

from __future__ import annotations

import os
import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page

from reihum.cli.verify import verdict
from reihum.core.record import parse_record
from tests.browser.hands import Hands, Pointing, Typing, confirm_all, play, stop_time
from tests.browser.tools import Visitors, at_table
from tools.browser import DESKTOP, PHONE
from tools.outside import OutsidePlayer

KINDS: Final = [("23", 2), ("yoyo", 2), ("koenigs-romme", 2), ("koenigs-romme", 1), ("help", 3)]
each_kind = pytest.mark.parametrize(
    ("game", "players"), KINDS, ids=[f"{game}-{players}" for game, players in KINDS]
)
SOAK: Final = os.environ.get("REIHUM_SOAK") == "1"
ENOUGH: Final = 10_000 if SOAK else 12  # moves that are made by taps, and by keys
ENOUGH_BY_MOUSE: Final = {} if SOAK else {("koenigs-romme", 2): 24}  # the rest is played from outside


def play_all(hands: Hands, enough: int = 10_000) -> list[str]:
    """Play to the end, or so many moves; those that were meant."""
    meant: list[str] = []
    while len(meant) < enough and hands.ready():
        meant += play(hands)
        hands.here.has_played(meant)
    return meant


def play_and_end(hands: Hands) -> None:
    """Play so many moves and end the game, and assert that the record has just these."""
    meant = play_all(hands, ENOUGH)
    info = hands.here.info()
    if hands.ready():
        ended = hands.page.request.post(f"/api/tables/{info['table']}/end")
        assert ended.ok, ended.text()
    has_just_these(hands, meant, info)


def play_the_rest(hands: Hands) -> list[str]:
    """Play to the end from outside the page, until it shows that; the moves."""
    played = []
    with OutsidePlayer(hands.page) as seat:
        while moves := seat.wait_for_moves():
            played.append(hands.pick(moves))
            seat.play(played[-1])
    hands.here.over()
    assert not hands.ready()
    return played


def is_right_at_the_end(hands: Hands, meant: list[str]) -> None:
    """Assert that the final sheet and the record say what has happened."""
    info = hands.here.info()
    events = [event for message in hands.here.heard for event in message.get("events", ())]
    end = next(event for event in reversed(events) if event["kind"] == "game")
    shows_the_end(hands.page, end, info)
    has_just_these(hands, meant, info)


def has_just_these(hands: Hands, meant: list[str], info: dict[str, Any]) -> None:
    """Assert that the record is true, and has these moves of the visitor."""
    record = hands.page.request.get(f"/api/tables/{info['table']}/record").body()
    judged = verdict(record, info["commitment"])
    assert judged.true, judged.sentence
    played = [move.text for move in parse_record(record.decode()).moves if move.seat == info["you"]]
    assert played == meant


def shows_the_end(page: Page, end: dict[str, Any], info: dict[str, Any]) -> None:
    """Assert that the final sheet shows who has won, and with what scores."""
    totals = page.locator(".final .scores .total td b").all_inner_texts()
    assert [int(re.split("[ /]", text.replace("−", "-"))[0]) for text in totals] == end["scores"]
    names = ["You" if seat == info["you"] else each["name"] for seat, each in enumerate(info["seats"])]
    winners = [names[seat] for seat in end["winners"]]
    assert page.locator(".final .scores th.winner").all_inner_texts() == winners
    title = page.locator("#final-title").inner_text()
    if len(winners) > 1:
        assert title.endswith("share the win")
        assert all(name.lower() in title.lower() for name in winners)
    elif len(names) > 1:  # with others somebody always wins
        assert title == ("You win!" if winners == ["You"] else f"{winners[0]} wins")
    elif winners:
        assert title == "All eleven hands are finished"
    else:
        count = end["scores"][0]
        hands = {0: "None", 1: "One"}.get(count, str(count))
        assert title == f"{hands} of 11 hands finished"


@each_kind
def test_by_mouse(arrive: Visitors, game: str, players: int) -> None:
    page = arrive(DESKTOP)
    at_table(page, game, players=players)
    hands = Pointing(page, seed=1)
    meant = play_all(hands, ENOUGH_BY_MOUSE.get((game, players), 10_000))
    if hands.ready():
        meant += play_the_rest(hands)
    is_right_at_the_end(hands, meant)


@each_kind
def test_by_taps_on_a_phone_with_every_move_confirmed(arrive: Visitors, game: str, players: int) -> None:
    page = arrive(PHONE)
    confirm_all(page)
    at_table(page, game, players=players)
    hands = Pointing(page, seed=2)
    play_and_end(hands)


@each_kind
def test_by_keys_alone(arrive: Visitors, game: str, players: int) -> None:
    page = arrive(DESKTOP)
    stop_time(page)  # a slow machine types a card as quickly as a quick one
    at_table(page, game, players=players)
    hands = Typing(page, seed=3)
    play_and_end(hands)
    assert hands.pointed == 0

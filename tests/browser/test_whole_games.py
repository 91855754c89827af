"""Whole games of each kind through the page: with the mouse, with taps on a phone, with keys alone."""

from __future__ import annotations

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
ENOUGH: Final = {"koenigs-romme": 16}  # moves of a long game that are made by taps, and by keys


def play_all(hands: Hands, enough: int | None = None) -> list[str]:
    """Play to the end, or so many moves and the rest from outside the page; the moves that were meant."""
    meant: list[str] = []
    while hands.ready():
        if enough is not None and len(meant) >= enough:
            return meant + play_the_rest(hands)
        meant += play(hands)
        hands.here.has_played(meant)
    return meant


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
    is_right_at_the_end(hands, play_all(hands))


@each_kind
def test_by_taps_on_a_phone_with_every_move_confirmed(arrive: Visitors, game: str, players: int) -> None:
    page = arrive(PHONE)
    confirm_all(page)
    at_table(page, game, players=players)
    hands = Pointing(page, seed=2)
    is_right_at_the_end(hands, play_all(hands, ENOUGH.get(game)))


@each_kind
def test_by_keys_alone(arrive: Visitors, game: str, players: int) -> None:
    page = arrive(DESKTOP)
    stop_time(page)  # a slow machine types a card as quickly as a quick one
    at_table(page, game, players=players)
    hands = Typing(page, seed=3)
    is_right_at_the_end(hands, play_all(hands, ENOUGH.get(game)))
    assert hands.pointed == 0

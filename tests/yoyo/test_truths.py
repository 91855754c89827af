"""The truth is always one of the worlds of YoYo: what a seat proves of its known cards, and of the others."""

from __future__ import annotations

import pytest

import reihum
from reihum.core.contract import NOBODY
from reihum.core.dealer import Seeded
from reihum.core.types import Json
from reihum.games.yoyo import SPEC
from reihum.games.yoyo.rules import YoYo
from tests.games import SOAK, Walk
from tests.yoyo.test_rules import GAME, with_stock
from tests.yoyo.truths import is_a_world

pytestmark = pytest.mark.long  # games of hundreds of moves

CHECKED = 1 if SOAK else 5  # of so many states one is looked at


def play_on(start: reihum.Match, seed: int, moves: str) -> reihum.Match:
    """Play moves, separated by commas, by whoever owes one."""
    match = GAME.from_position(start.position(), seed=seed)
    for move in moves.split(", "):
        match.play(move, match.owes()[0])
    return match


def some_hands(match: reihum.Match, observer: int, seat: int) -> list[set[str]]:
    """What a hand is in some worlds of an observer, which must have the truth among them."""
    assert isinstance(match.state, YoYo)
    assert is_a_world(match.state, observer)
    found: list[Json] = [SPEC.position(match.state.world(observer, Seeded(seed))) for seed in range(40)]
    return [set(world["hands"][seat]) for world in found]


def test_Y14_no_card_that_was_in_hands_at_the_reshuffle_is_one_that_nobody_had_then() -> None:
    """Seat 1 has drawn more cards than are tracked. What it lays later can only be some of those."""
    start = with_stock("b16", "b20", "r20 r8 b5", "b11 b12 b13", turn=1, top_by=0)
    some = "draw, r20, draw, keep, r8, draw, draw, keep, draw, keep, draw, keep, draw, draw, keep, draw, draw"
    more = "keep, draw, draw, keep, draw, draw, keep, draw, keep, draw, keep, r5, draw, r2, stop, draw, r1"
    match = play_on(start, 1208, f"{some}, {more}")
    for observer in (NOBODY, 0):
        hands = some_hands(match, observer, 1)
        assert all(len(hand & {"b11", "b12", "b13", "b16", "r20", "r8", "b5"}) >= 3 for hand in hands)


def test_Y20_of_two_cards_passed_on_the_one_from_before_the_reshuffle_was_in_hands_then() -> None:
    start = with_stock("r12", "b8 y13", "b3 b20 y17 r9", "b10 b12 r5", phase="slide", top_by=0)
    match = play_on(start, 1, "slide b3, slide r5, draw, draw, keep, draw, keep, y17^, slide b13, slide b10")
    hands = some_hands(match, 0, 1)
    assert all(hand > {"b3", "b12", "b13", "r12"} for hand in hands)
    assert len(set(map(frozenset, hands))) > 10  # and any card that it can have drawn


def test_Y20_a_card_passed_on_is_none_of_those_that_came_from_others() -> None:
    """Seat 1 got the b3 from seat 0, showed that it had no b16, and then took the b16 and the y16."""
    hands = ["b3 y14 r9", "b15 r5 b1", "b16 r2 r7", "y16 r3 r6"]
    start = with_stock("r11 r12 b1 b2", "b8 y13", *hands, phase="slide", top_by=0)
    match = play_on(
        start, 0, "slide b3, slide r5, slide r7, slide r6, b15, draw, draw, y14, take 2, take 3, y16^"
    )
    found = some_hands(match, 0, 1)
    assert all("b3" in hand for hand in found)
    assert any("b16" in hand for hand in found)
    assert not all("b16" in hand for hand in found)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 15), (4, 59), (5, 34), (6, 136)])
def test_the_truth_is_one_of_the_worlds_of_every_seat(players: int, seed: int) -> None:
    checked = 0
    for number, state in enumerate(Walk(SPEC, players, seed, wildness=1).steps(450)):
        if number % CHECKED == 0:
            assert isinstance(state, YoYo)
            for seat in range(NOBODY, players) if SOAK else (number // CHECKED % (players + 1) - 1,):
                assert is_a_world(state, seat), (number, seat)
                checked += 1
    assert checked > 30

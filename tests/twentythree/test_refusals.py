"""Every refusal of 23: provoked, cited, and offering the way out where there is one."""

from __future__ import annotations

from typing import Final

import pytest

import reihum
from reihum import Match
from reihum.core.types import Json
from reihum.words import LANGUAGES
from tests.test_sheets import refusals_in_the_rules
from tests.tools import refused_in_words, sheet

GAME = reihum.game("23")

BY_FIVE: Final = {"by_five": True}
DEALT: Final = {
    "hands": [
        [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 22, 22],
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    ]
}
ONE_NAMED: Final = {
    "hands": [[5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 22, 22], DEALT["hands"][1]],
    "away": [[17], []],
}


def on(top: int, *hands: list[int], **more: object) -> Json:
    """Seat 0 in turn, on a pile that ends in `top`."""
    return {"hands": [*hands], "pile": [1, top], "turn": 0, **more}


# the position, who moves, the move, the refusal
REFUSALS: Final[list[tuple[Json, int, str, str]]] = [
    (DEALT, 0, "5", "T4.first"),
    (DEALT, 0, "pass", "T4.first"),
    (DEALT, 1, "put 1", "T4.one"),
    (DEALT, 0, "put 21", "T4.not_held"),
    (DEALT, 0, "put 22", "T4.too_high"),
    (ONE_NAMED, 0, "put 16", "T4.order"),
    (on(9, [8, 20], [20]), 0, "put 20", "T4.not_now"),
    (on(9, [8, 20], [20]), 0, "10", "T7.not_held"),
    (on(9, [8, 20], [20]), 0, "20x2", "T7.too_few"),
    (on(9, [8, 20], [20]), 0, "8", "T7.lower"),
    (on(20, [9, 9, 21], [20]), 0, "9x2+1", "T7.lower"),
    (on(9, [8, 20], [20], chips=[0, 3]), 0, "8", "T7.no_chips"),
    (on(20, [9, 21], [20], chips=[2, 3]), 0, "9", "T7.lower_still"),
    (on(20, [9, 21], [20], chips=[2, 3]), 0, "9+2", "T7.lower_still"),
    (on(9, [8, 20], [20], chips=[0, 3]), 0, "8+1", "T9.none"),
    (on(9, [8, 20], [20], chips=[1, 3]), 0, "20+2", "T9.not_enough"),
    (on(9, [8, 10], [20]), 0, "8+2", "T9.wasted"),
    (on(9, [8, 10], [20]), 0, "10+1", "T9.wasted"),
    (on(10, [13, 20], [20], options=BY_FIVE), 0, "13+1", "T9d.wasted"),
    (on(12, [9, 20], [20], options=BY_FIVE), 0, "9+2", "T9d.wasted"),
    (on(9, [8, 20], [20], forced=True), 0, "pass", "T12.forced"),
    (on(9, [8, 20], [20], forced=True), 0, "force", "T12.forced"),
    (on(17, [13], [20], forced=True), 0, "leave", "T12.forced"),
    (on(9, [8, 20], []), 0, "force", "T12.nobody"),
]


def match_at(position: Json) -> Match:
    """A match set up like this."""
    return GAME.from_position({"game": "23", **position}, seed=1)


@pytest.mark.parametrize(("position", "seat", "move", "key"), REFUSALS)
def test_the_move_is_refused_with_its_rule(position: Json, seat: int, move: str, key: str) -> None:
    refused_in_words(match_at(position), move, seat, key)


def test_the_table_provokes_every_refusal_there_is_and_no_other() -> None:
    provoked = {key for _, _, _, key in REFUSALS}
    assert provoked == refusals_in_the_rules("23")
    for lang in LANGUAGES:
        assert provoked == set(sheet("23", lang).refusals)


WAYS_OUT: Final[list[tuple[Json, str, str]]] = [
    (on(9, [8, 20], [20]), "8", "8+1"),
    (on(20, [9, 9, 21], [20]), "9x2", "9x2+3"),
    (on(20, [9, 9, 21], [20]), "9x2+1", "9x2+3"),
    (on(9, [8, 10], [20]), "8+2", "8+1"),
    (on(9, [8, 10], [20]), "10+1", "10"),
    (on(9, [20, 20], [20]), "20x2+3", "20x2+2"),
    (on(10, [13, 20], [20], options=BY_FIVE), "13+1", "13"),
    (on(10, [13, 20], [20], options=BY_FIVE), "20+3", "20+2"),
    (on(12, [9, 9], [20], options=BY_FIVE), "9x2+2", "9x2+1"),
    (on(9, [8, 20], [20], options=BY_FIVE), "8", "8+1"),
    (on(9, [8, 12, 20], [20], forced=True), "pass", "12"),
    (on(17, [3, 13], [20], forced=True), "leave", "13+1"),
    (on(17, [3, 8], [20], forced=True), "force", "8+2"),
]


@pytest.mark.parametrize(("position", "move", "way"), WAYS_OUT)
def test_the_way_out_that_a_refusal_names_is_legal(position: Json, move: str, way: str) -> None:
    match = match_at(position)
    refusal = match.refusal(move)
    assert refusal is not None
    assert refusal.facts["way"] == way
    assert way in match.moves()
    for lang in LANGUAGES:
        assert way in refusal.text(lang).partition(").")[2]


def test_cards_named_as_the_way_out_can_be_named_or_laid() -> None:
    too_high = match_at(DEALT).refusal("put 22", 0)
    assert too_high is not None
    assert too_high.facts == {"card": 22, "last": 17}
    assert match_at(DEALT).moves(0)[-1] == "put 17"
    order = match_at(ONE_NAMED).refusal("put 16", 0)
    assert order is not None
    assert order.facts == {"card": 16, "named": 17, "lowest": 22}
    assert match_at(ONE_NAMED).moves(0)[0] == "put 22"
    lower = match_at(on(20, [9, 10, 21], [20], chips=[2, 3])).refusal("9+2")
    assert lower is not None
    assert lower.facts == {"card": 9, "top": 20, "lowest": 10}
    assert match_at(on(20, [9, 10, 21], [20], chips=[2, 3])).moves()[0] == "10+2"

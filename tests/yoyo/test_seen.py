"""What everybody can prove at some fixed tables of YoYo, move by move, has not changed.

If you change what is known on purpose, write new sums: `python -m tests.yoyo.test_seen`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from reihum.core.contract import NOBODY, State
from reihum.core.dealer import Seeded
from reihum.core.types import Json
from reihum.games.yoyo import SPEC
from reihum.games.yoyo.rules import YoYo
from tests.games import deck
from tests.sums import sum_over
from tests.yoyo.test_rules import with_stock
from tests.yoyo.test_worlds import told

SUMS: Final = Path(__file__).parent / "seen.json"
TABLES: Final = 60
MOVES: Final = 60


def a_table(chance: Seeded) -> Json:
    """The middle of a game, with most cards on the pile, so that there is a reshuffle soon."""
    seats = 2 + chance.below(4)
    cards = sorted((str(card) for card in deck("yoyo").elements()), key=lambda _: chance.below(1 << 30))
    hands = [[cards.pop() for _ in range(1 + chance.below(6))] for _ in range(seats)]
    stock = [cards.pop() for _ in range(1 + chance.below(10))]
    cards.sort(key=lambda card: card[0] != "y")  # on top, a card that is not yellow
    return {"hands": hands, "pile": cards, "stock": stock, "turn": chance.below(seats)}


def known(state: State) -> Iterator[object]:
    """Everything that any seat or a spectator knows."""
    assert isinstance(state, YoYo)
    views: list[object] = [without_options(state, observer) for observer in range(NOBODY, state.seats)]
    yield [*views, told(state.knows.proofs()), list(state.knows.outside), state.knows.under]


def without_options(state: State, observer: int) -> Json:
    """What an observer sees of the table, without the options."""
    return {name: value for name, value in SPEC.view(state, observer).items() if name != "options"}


def sum_of(seed: int) -> int:
    """A sum over everything that is known in one fixed game."""
    chance = Seeded(seed)
    return sum_over(SPEC, a_table(chance), chance, MOVES, known)


@pytest.mark.parametrize("seed", range(TABLES))
def test_what_is_known_is_what_was_known(seed: int) -> None:
    assert sum_of(seed) == json.loads(SUMS.read_text("utf-8"))[seed]


def test_a_copy_knows_what_the_original_knows_at_every_move() -> None:
    match = with_stock("r12", "b8", "y10 y15 r2 r20 r18", "b10 r7", turn=1)
    for move in ("draw", "y10", "take 0", "b10", "y15", "draw"):  # a reshuffle, then Chaos
        match.play(move)
        assert list(known(match.state.copy())) == list(known(match.state))
    assert match.view(0)["recycled"]


if __name__ == "__main__":
    SUMS.write_text(json.dumps([sum_of(seed) for seed in range(TABLES)]) + "\n", "utf-8")

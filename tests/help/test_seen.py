"""What everybody can prove at some fixed tables of HELP!, move by move, has not changed.

If you change what views tell on purpose, write new sums: `python -m tests.help.test_seen`.
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
from reihum.games.help import SPEC
from tests.games import deck
from tests.sums import sum_over

SUMS: Final = Path(__file__).parent / "seen.json"
TABLES: Final = 80
MOVES: Final = 40


def a_table(chance: Seeded) -> Json:
    """The middle of a round, with many cards of some kinds, often Switches, in hands; some may be missing."""
    seats = 3 + chance.below(3)
    kinds = [str(card) for card in deck("help")]
    liked = {card: chance.below(100) for card in kinds} | {"S": 20 + chance.below(130)}
    cards = [str(card) for card in deck("help").elements()]
    cards.sort(key=lambda card: liked[card] * chance.below(100))
    row = [str(n) for n in sorted({1 + chance.below(11) for _ in range(chance.below(5))})]
    for card in row:
        cards.remove(card)
    lacks = chance.below(2) == 0
    hands = [[cards.pop() for _ in range(1 + chance.below(4) if lacks else 4)] for _ in range(seats)]
    stock = [cards.pop() for _ in range(1 + chance.below(8))]
    rest = [cards.pop(0) for _ in range(chance.below(20))] if lacks else cards
    return {"hands": hands, "row": row, "stock": stock, "discard": rest, "turn": 0, "phase": "play"}


def views(state: State) -> Iterator[object]:
    """Those of all seats, and of a spectator."""
    for observer in range(NOBODY, state.seats):
        yield SPEC.view(state, observer)


def sum_of(seed: int) -> int:
    """A sum over all views in one fixed game."""
    chance = Seeded(seed)
    return sum_over(SPEC, a_table(chance), chance, MOVES, views)


@pytest.mark.parametrize("seed", range(TABLES))
def test_what_views_tell_is_what_they_told(seed: int) -> None:
    assert sum_of(seed) == json.loads(SUMS.read_text("utf-8"))[seed]


if __name__ == "__main__":
    SUMS.write_text(json.dumps([sum_of(seed) for seed in range(TABLES)]) + "\n", "utf-8")

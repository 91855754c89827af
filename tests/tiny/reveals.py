"""Which moves of Tiny may show a seat something new."""

from __future__ import annotations

from reihum.core.contract import State
from tests.tiny.cards import PASS
from tests.tiny.rules import Tiny


def reveals(state: State, seat: int, by: int, move: int) -> bool:
    """Only the last card of a round, after which the next round is dealt."""
    assert isinstance(state, Tiny)
    return move != PASS and len(state.hands[by]) == 1

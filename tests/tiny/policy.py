"""A quick, sensible player of Tiny."""

from __future__ import annotations

from mypy_extensions import i64

from reihum.core.contract import Policy, Side
from tests.tiny.cards import ACTIONS, PASS


class Sensible(Policy):
    """Lays the lowest card that it can, and passes only if it cannot lay."""

    def choose(self, side: Side) -> i64:
        """One of the legal moves of a seat that owes one."""
        return min(side.legal(), key=lambda move: ACTIONS if move == PASS else move)

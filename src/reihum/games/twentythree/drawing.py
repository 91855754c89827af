"""How 23 looks in text: moves with their price in penalty chips."""

from __future__ import annotations

from collections.abc import Sequence

from reihum.core.types import View
from reihum.words.drawing import GameDrawing


class Drawing(GameDrawing):
    """Shows the price of a move; short lists leave out lays with more bonus chips than needed."""

    def price(self, move: str, view: View) -> int:
        """T8, T11 to T13: penalty chips."""
        return int(view["costs"].get(move, 0))

    def is_needless(self, move: str, moves: Sequence[str]) -> bool:
        """Whether the same cards can be laid with fewer bonus chips (T9)."""
        lay, plus, chips = move.rpartition("+")
        return bool(plus) and (lay in moves or f"{lay}+{int(chips) - 1}" in moves)

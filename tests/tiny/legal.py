"""What a seat of Tiny may do: whose decision it is, the legal moves, and why others are refused."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from reihum.core.contract import NOBODY, OVER, Refusal
from tests.tiny.cards import ACTIONS, PASS
from tests.tiny.table import Table


class Legal(Table):
    """Whose decision it is, and what the legal moves are."""

    def turn(self) -> i64:
        """The seat in turn."""
        return OVER if self.current == NOBODY else self.current

    def player(self) -> i64:
        """The same: nobody decides during another player's turn."""
        return self.current

    def owes(self, seat: i64) -> bool:
        """Only the seat in turn."""
        return seat == self.current

    def moves(self, seat: i64, into: vec[i64]) -> i64:
        """All moves that are not refused."""
        allowed = [move for move in range(ACTIONS) if self.refusal(seat, move) is None]
        for place, move in enumerate(allowed):
            into[place] = move
        return len(allowed)

    def refusal(self, seat: i64, move: i64) -> Refusal | None:
        """N2."""
        if move == PASS:
            return None if self.pile else Refusal("N2", "lead")
        if move not in self.hands[seat]:
            return Refusal("N2", "not_held", {"card": move})
        if self.pile and move < self.pile[-1]:
            return Refusal("N2", "lower", {"card": move, "top": self.pile[-1]})
        return None

"""The table of Tiny."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from reihum.core.contract import NOBODY, State

FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 3
HAND_SIZE: Final = 4  # N1


class Table(State):
    """Everything that makes up one game of Tiny."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats, low_wins=True)  # N5
        self.round = 0
        self.hands: list[list[int]] = [[] for _ in range(seats)]  # ascending
        self.unused: list[int] = []  # N1: not dealt in this round, seen by nobody
        self.pile: list[int] = []
        self.gone: list[int] = []  # N3: laid in this round and cleared away
        self.top_by = NOBODY  # who laid the top card
        self.current = NOBODY  # whose turn it is
        self.totals = [0] * seats

    def copy_to(self, twin: Table) -> None:
        """Copy everything to another table with as many seats."""
        twin.round, twin.top_by, twin.current = self.round, self.top_by, self.current
        twin.hands = [list(hand) for hand in self.hands]
        twin.unused, twin.pile, twin.gone = list(self.unused), list(self.pile), list(self.gone)
        twin.totals = list(self.totals)

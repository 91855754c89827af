"""What a seat of HELP! has at stake in the rest of a round: see core.stakes."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import Side
from reihum.core.stakes import Stake, Stakes
from reihum.games.help.cards import HELP, NUMBERS, size_of
from reihum.games.help.side import HelpSide
from reihum.games.help.table import PLAY

STUCK: Final = 0
LOSES: Final = 1
SPECIALS: Final = 2


@final
@mypyc_attr(acyclic=True)
class HelpStakes(Stakes):
    """Counts asking for help, losing the round, and the special cards that are kept."""

    def __init__(self) -> None:
        super().__init__(
            [
                Stake("stuck", is_chance=True),  # asks for help in its next turn (H16)
                Stake("loses", is_chance=True),  # gets no point in this round (H19, H20)
                Stake("specials", is_good=True),  # Jokers, Switches, Zaps and No!s in hand at that turn
            ]
        )
        self.points: i64 = 0
        self.seen: i64 = 0
        self.is_noted = False  # whether the next turn has come

    def round(self, side: Side) -> i64:
        """Which round this is."""
        assert isinstance(side, HelpSide)
        return side.round()

    def begin(self, side: Side) -> None:
        """The points as they are now."""
        super().begin(side)
        assert isinstance(side, HelpSide)
        self.points = side.points(side.seat)
        self.seen = 0
        self.is_noted = False

    def see(self, side: Side, by: i64, move: i64) -> None:
        """The seat's next turn."""
        assert isinstance(side, HelpSide)
        if self.seen and not self.is_noted and by == side.seat and side.phase() == PLAY:
            self.is_noted = True
            self.counts[SPECIALS] = size_of(side.hand() & ~NUMBERS)
            if move == HELP:
                self.counts[STUCK] = 1
        self.seen += 1

    def end(self, side: Side) -> None:
        """Who has a new point has not lost."""
        assert isinstance(side, HelpSide)
        if side.points(side.seat) == self.points:
            self.counts[LOSES] = 1

"""What a seat of 23 has at stake in the rest of a round: see core.stakes."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import Side
from reihum.core.stakes import Stake, Stakes
from reihum.games.twentythree.cards import LEAVE, laid_count
from reihum.games.twentythree.side import TwentyThreeSide

OUT: Final = 0
PAID: Final = 1
NOW: Final = 2
LEFT: Final = 3
SPENT: Final = 4


@final
@mypyc_attr(acyclic=True)
class TwentyThreeStakes(Stakes):
    """Counts penalty chips, cards left, bonus chips, and going out."""

    def __init__(self) -> None:
        super().__init__(
            [
                Stake("out", is_chance=True, is_good=True),  # T10
                Stake("paid"),  # penalty chips until the round ends, less those given back
                Stake("now", part_of="paid"),  # ... by this move alone
                Stake("left"),  # cards paid for when leaving (T13)
                Stake("spent"),  # bonus chips
            ]
        )
        self.fines: i64 = 0
        self.chips: i64 = 0
        self.seen: i64 = 0

    def round(self, side: Side) -> i64:
        """1 or 2 (T15)."""
        assert isinstance(side, TwentyThreeSide)
        return side.round()

    def begin(self, side: Side) -> None:
        """The chips as they are now."""
        super().begin(side)
        assert isinstance(side, TwentyThreeSide)
        self.fines = side.fines(side.seat)
        self.chips = side.chips(side.seat)
        self.seen = 0

    def see(self, side: Side, by: i64, move: i64) -> None:
        """Going out and leaving; what the first move has cost is known before the second."""
        assert isinstance(side, TwentyThreeSide)
        if self.seen == 1:
            self.counts[NOW] = side.fines(side.seat) - self.fines
        self.seen += 1
        if by != side.seat:
            return
        laid = laid_count(move)
        if move == LEAVE:
            self.counts[LEFT] = side.held(by)
        elif laid and laid == side.held(by):
            self.counts[OUT] = 1

    def end(self, side: Side) -> None:
        """Chips stay from round to round."""
        assert isinstance(side, TwentyThreeSide)
        seat = side.seat
        self.counts[PAID] = side.fines(seat) - self.fines
        self.counts[SPENT] = self.chips - side.chips(seat)
        if self.seen == 1:
            self.counts[NOW] = self.counts[PAID]

"""What a seat of Königs-Rommé has at stake in the rest of a round, and alone: see core.stakes."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import Side, left_of
from reihum.core.stakes import Stake, Stakes
from reihum.games.koenigs_romme.moves import OUT as GOING_OUT
from reihum.games.koenigs_romme.moves import PILE, STOCK
from reihum.games.koenigs_romme.side import RommeSide
from reihum.games.koenigs_romme.solo import HANDS, SoloSide

OUT: Final = 0
POINTS: Final = 1
GIFT: Final = 2
CAUGHT: Final = 3

OPEN: Final = 0
SOON: Final = 1
SOON_CARDS: Final = 6  # the card placed now, and the next five


@final
@mypyc_attr(acyclic=True)
class RommeStakes(Stakes):
    """Counts going out, points, and what the discard gives the next seat."""

    def __init__(self) -> None:
        super().__init__(
            [
                Stake("out", is_chance=True, is_good=True),  # K10
                Stake("points"),  # of this round (K15)
                Stake("gift", is_chance=True),  # the next seat takes the discard (K7)
                Stake("caught", is_chance=True),  # another goes out first (K14)
            ]
        )
        self.points: i64 = 0
        self.seen: i64 = 0
        self.first: i64 = 0

    def round(self, side: Side) -> i64:
        """1 to 11 (K3)."""
        assert isinstance(side, RommeSide)
        return side.round()

    def begin(self, side: Side) -> None:
        """The points as they are now."""
        super().begin(side)
        assert isinstance(side, RommeSide)
        self.points = side.total(side.seat)
        self.seen = 0

    def see(self, side: Side, by: i64, move: i64) -> None:
        """Who goes out, and whether the next seat takes what was thrown away first."""
        assert isinstance(side, RommeSide)
        if self.seen == 0:
            self.first = move
        elif self.seen == 1 and self.first < STOCK and by == left_of(side.seat, side.seats) and move == PILE:
            self.counts[GIFT] = 1
        self.seen += 1
        if GOING_OUT <= move < STOCK:
            if by == side.seat:
                self.counts[OUT] = 1
            else:
                self.counts[CAUGHT] = 1

    def end(self, side: Side) -> None:
        """Points stay from round to round."""
        assert isinstance(side, RommeSide)
        self.counts[POINTS] = side.total(side.seat) - self.points


@final
@mypyc_attr(acyclic=True)
class SoloStakes(Stakes):
    """Counts the hands that stay open, and those that are finished soon."""

    def __init__(self) -> None:
        super().__init__([Stake("open"), Stake("soon", is_good=True)])
        self.finished: i64 = 0
        self.seen: i64 = 0

    def round(self, side: Side) -> i64:
        """There is only one."""
        return 1

    def begin(self, side: Side) -> None:
        """The hands as they are now."""
        super().begin(side)
        self.finished = finished_hands(side)
        self.seen = 0

    def see(self, side: Side, by: i64, move: i64) -> None:
        """The next few cards."""
        if self.seen == SOON_CARDS:
            self.counts[SOON] = finished_hands(side) - self.finished
        self.seen += 1

    def end(self, side: Side) -> None:
        """K20: all hands should be finished."""
        found = finished_hands(side)
        self.counts[OPEN] = HANDS - found
        if self.seen <= SOON_CARDS:
            self.counts[SOON] = found - self.finished


def finished_hands(side: Side) -> i64:
    """How many hands are turned over (K19)."""
    assert isinstance(side, SoloSide)
    count: i64 = 0
    for place in range(HANDS):
        if side.is_finished(place):
            count += 1
    return count

"""What a seat of YoYo has at stake in the rest of a game of the match: see core.stakes."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import Side
from reihum.core.stakes import Stake, Stakes
from reihum.games.yoyo.cards import DRAW
from reihum.games.yoyo.side import YoYoSide
from reihum.games.yoyo.table import PLAY

OUT: Final = 0
LEFT: Final = 1
STUCK: Final = 2


@final
@mypyc_attr(acyclic=True)
class YoYoStakes(Stakes):
    """Counts going out, cards left in hand, and having to draw."""

    def __init__(self) -> None:
        super().__init__(
            [
                Stake("out", is_chance=True, is_good=True),  # Y23
                Stake("left"),  # cards in hand when another goes out (Y24)
                Stake("stuck", is_chance=True),  # draws at the start of its next turn (Y13)
            ]
        )
        self.points: i64 = 0
        self.seen: i64 = 0
        self.is_noted = False  # whether the next turn has come

    def round(self, side: Side) -> i64:
        """Which game of the match this is (Y26)."""
        assert isinstance(side, YoYoSide)
        return side.match_game()

    def begin(self, side: Side) -> None:
        """The points as they are now."""
        super().begin(side)
        assert isinstance(side, YoYoSide)
        self.points = side.points(side.seat)
        self.seen = 0
        self.is_noted = False

    def see(self, side: Side, by: i64, move: i64) -> None:
        """The seat's next turn."""
        assert isinstance(side, YoYoSide)
        if self.seen and not self.is_noted and by == side.seat and side.phase() == PLAY:
            self.is_noted = True
            if move == DRAW:
                self.counts[STUCK] = 1
        self.seen += 1

    def end(self, side: Side) -> None:
        """Five points for going out (Y23), otherwise one less for each card (Y24)."""
        assert isinstance(side, YoYoSide)
        gained = side.points(side.seat) - self.points
        if gained > 0:
            self.counts[OUT] = 1
        else:
            self.counts[LEFT] = -gained

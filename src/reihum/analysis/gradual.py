"""Hints that are made little by little: how it stands can be shown, and how long it takes depends on a clock.

The number of worlds is chosen as soon as it is known how long one of them takes. With as many worlds from the
start, the hint at the end is just the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Final

from reihum.analysis.appraisal import Appraisal, Appraiser
from reihum.analysis.hints import FEWEST_WORLDS, Hint, options_of
from reihum.analysis.trials import Worlds
from reihum.core.contract import Side
from reihum.games.spec import Spec

LADDER: Final = (8, 12, 16, 24, 32, 48, 64, 100, 140, 200, 300, 400, 600, 800, 1200, 1600, 2000)  # worlds
USUAL_SECONDS: Final = 0.8
FIRST_LOOK: Final = 4  # worlds after which it is known how long one takes
LOOK: Final = 0.1  # seconds, about, from one look at how it stands to the next

Clock = Callable[[], float]


def gradual_hint(
    appraiser: Appraiser,
    side: Side,
    seconds: float = USUAL_SECONDS,
    seed: int = 0,
    most: int = LADDER[-1],
    clock: Clock = perf_counter,
) -> Iterator[Hint]:
    """How a hint stands again and again, and at last the hint."""
    found, made_of = appraiser.begin(side, most, seed)
    making = Making(found, made_of, seconds, [rung for rung in LADDER if rung < most] + [most], clock)
    while making.go_on():
        if making.tried >= FEWEST_WORLDS:
            yield making.hint(appraiser.of)
    yield making.hint(appraiser.of)


class Making:
    """A hint that is being made."""

    def __init__(
        self, found: Appraisal, made_of: Worlds, seconds: float, ladder: list[int], clock: Clock
    ) -> None:
        self.found, self.made_of, self.ladder, self.clock = found, made_of, ladder, clock
        self.began = clock()
        self.until = self.began + seconds
        self.worlds = ladder[-1]  # as many as there will be in the end
        self.tried = 0
        self.has_dropped = False
        self.timed = (
            self.began,
            0,
        )  # from when on, and after how many worlds, it is measured how long one takes
        found.make_room(ladder[-1])

    def go_on(self) -> bool:
        """Try the moves in a few more worlds; False when that were the last."""
        half = self.worlds // 2
        # A look between the quarter and the half: with fewer moves there may be time for more worlds.
        for end in (FIRST_LOOK, half // 2, half // 2 + max(1, half // 8), half, self.worlds):
            if self.tried < end:
                self._try(min(end, self.tried + self._step()))
                break
        if self.tried < half:
            self._choose_worlds()
        half = self.worlds // 2
        if not self.has_dropped and self.tried >= half // 2:
            self.has_dropped = True
            self.found.drop(self.tried)
            self.timed = (self.clock(), self.tried)
        if self.tried == half:
            self.found.choose(half)
        return self.tried < self.worlds

    def hint(self, of: Spec) -> Hint:
        """How it stands: the first half of the worlds so far has chosen, the other half says how good."""
        self.found.look_back(self.tried)
        return Hint(self.found.seat, self.tried, options_of(self.found, of))

    def _try(self, end: int) -> None:
        self.found.try_in(self.made_of, self.tried, end)
        self.tried = end

    def _pace(self) -> float:
        """Seconds that a world takes with the moves that are left."""
        since, tried = self.timed
        if self.tried == tried:
            since, tried = self.began, 0
        return (self.clock() - since) / max(1, self.tried - tried)

    def _step(self) -> int:
        """In how many worlds moves are tried until the next look."""
        pace = self._pace()
        if self.tried < FIRST_LOOK:
            return 1
        return self.worlds if pace <= 0 else max(1, int(LOOK / pace))

    def _choose_worlds(self) -> None:
        """As many worlds as there is time for, once a few have been tried; half of them are still to come."""
        if self.tried < FIRST_LOOK:
            return
        left, pace = self.until - self.clock(), self._pace()
        possible = [rung for rung in self.ladder if rung // 2 >= self.tried]
        fitting = [rung for rung in possible if (rung - self.tried) * pace <= left]
        self.worlds = fitting[-1] if fitting else possible[0]

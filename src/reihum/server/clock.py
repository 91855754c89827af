"""The clocks: one that people set, for what is kept and shown, and one that never jumps, for durations."""

from __future__ import annotations

import time


class Clock:
    """The clocks of this machine; a test passes in its own."""

    def wall(self) -> float:
        """Seconds since 1970, as somebody has set them; they may jump, also back."""
        return time.time()

    def steady(self) -> float:
        """Seconds since some moment; they never jump."""
        return time.monotonic()


class TableTime:
    """The time at one table: it begins with the wall clock and never jumps from then on.

    It never runs behind the log either, which another machine, or a wrong clock, may have dated ahead:
    otherwise whatever is due some seconds after an entry would have to wait until that moment has come.
    """

    def __init__(self, clock: Clock, latest: float) -> None:
        self._clock = clock
        self._ahead = max(clock.wall(), latest) - clock.steady()

    def now(self) -> float:
        """Seconds since 1970, about."""
        return self._clock.steady() + self._ahead

    def note(self, at: float) -> None:
        """Something was written at this time."""
        self._ahead = max(self._ahead, at - self._clock.steady())

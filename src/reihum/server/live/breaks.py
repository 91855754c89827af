"""The break after a round: bots and clocks wait until people have read what came of it.

It is not in the log. Nothing waits for a player whose connection is gone, or whose client wants no breaks.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from reihum.table.live import LiveTable
from reihum.wire.from_server import PauseShown

LONGEST: Final = 20.0  # seconds, where several people play; one alone may read as long as they like


class RoundBreak:
    """The break of one table, if it has one now."""

    def __init__(self) -> None:
        self.v: int | None = None  # the step that ended the round; None while there is no break
        self.until: float | None = None  # when it ends even if some are still reading
        self.ready: set[int] = set()  # the seats of those who have read enough
        self.readers_elsewhere: set[int] = set()  # seats whose clients, at other processes, want breaks
        self.ended_at = 0.0  # when the last one ended: only then did bots and clocks start

    def begin(self, table: LiveTable, now: float) -> None:
        """Begin a break after the last step."""
        self.v = table.v
        self.ready = set()
        people = sum(seat.kind == "human" for seat in table.seats)
        self.until = now + LONGEST if people > 1 else None

    def note_ready(self, seat: int, v: int | None = None) -> bool:
        """A player has read enough about the round that ended with this step; whether that was news."""
        if self.v is None or seat in self.ready or v not in (None, self.v):
            return False
        self.ready.add(seat)
        return True

    def ends_now(self, readers: Collection[int], now: float) -> bool:
        """End the break if nobody is reading any more, or its time is up; whether it has ended."""
        if self.v is None or (set(readers) - self.ready and (self.until is None or now < self.until)):
            return False
        self.v = None
        self.ended_at = now
        return True

    def shown(self, readers: Collection[int], now: float) -> PauseShown | None:
        """Who is ready and who is not, for everybody at the table."""
        if self.v is None:
            return None
        left = None if self.until is None else round(max(0.0, self.until - now), 1)
        waits = sorted(set(readers) - self.ready)
        return PauseShown(self.v, waits, sorted(self.ready), left)


def is_round_over(table: LiveTable) -> bool:
    """Whether the last step ended a round, but not the game."""
    last = table.steps[-1].events if table.steps else []
    return any(event.kind == "round" for event in last) and table.status == "playing"

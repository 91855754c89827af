"""What went wrong with a store lately: said in the log, and known to whoever asks whether it works.

A check of our own may succeed where the writes of players fail: it is small, and asks for other pages.
"""

from __future__ import annotations

from typing import Final

from reihum.server.clock import Clock
from reihum.server.logs import RepeatedEvent
from reihum.server.store import Unavailable

FAILURE_COUNTS: Final = 5.0  # seconds for which a failed write counts, unless one succeeds
DAMAGE_COUNTS: Final = 600.0  # seconds for which damage counts after it was last seen


class StoreHealth:
    """The last failure, if nothing has been written since, and the last damage."""

    def __init__(self, clock: Clock | None = None) -> None:
        self.clock = Clock() if clock is None else clock
        self._failure: tuple[str, float] | None = None  # what, and when
        self._damage: tuple[str, float] | None = None
        self._failing = RepeatedEvent(
            "store cannot be written to", "store can be written to again", self.clock
        )
        self._damaged = RepeatedEvent("store is damaged", "", self.clock, DAMAGE_COUNTS)

    def note_success(self) -> None:
        """Something has been written."""
        if self._failure is not None:
            self._failure = None
            self._failing.end()

    def note_failure(self, why: str) -> None:
        """Something could not be written."""
        self._failure = (why, self.clock.steady())
        self._failing.note(why=why)

    def note_damage(self, why: str) -> None:
        """The store itself says that what it has is broken."""
        self._damage = (why, self.clock.steady())
        self._damaged.note(why=why)

    def check(self) -> None:
        """Raise Unavailable if something is wrong, as far as is known."""
        for found, counts in ((self._damage, DAMAGE_COUNTS), (self._failure, FAILURE_COUNTS)):
            if found is not None and self.clock.steady() - found[1] < counts:
                raise Unavailable(found[0])

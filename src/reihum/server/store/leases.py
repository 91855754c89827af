"""Who looks after which table: what a store promises of it, and how a dead process is told from a slow one.

Everything that a process has taken on hangs on one sign of life, which it gives twice a second: its leases,
who is connected to it, the review that it makes. What that costs does not grow with the number of tables.
No clock of one machine is compared with that of another: a process counts how long it has not seen a sign.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

BEAT: Final = 0.5  # seconds between two signs of life
DEAD_AFTER: Final = 3.0  # seconds without one, after which a process counts as dead
LONGEST_STEP: Final = 2 * BEAT  # of what is counted at once: whoever was not looking has seen no silence


@dataclass(frozen=True)
class Census:
    """The other processes, and whether there are tables that nobody looks after."""

    others: Mapping[str, int]  # how many signs of life each has given
    orphans: bool = False


@dataclass(frozen=True)
class Present:
    """Which seats have their players connected to a process, and which of them have the page in sight."""

    seats: tuple[int, ...] = ()
    watching: tuple[int, ...] = ()


class LeaseStore(Protocol):
    """The part of a store that knows who looks after which table."""

    async def enroll(self, owner: str) -> set[str]:
        """Take part from now on; which tables this process holds already, if others took it for dead."""

    async def beat(self, owner: str) -> Census | None:
        """Give a sign of life; None if this process is not enrolled, perhaps no longer."""

    async def bury(self, gone: Mapping[str, int]) -> None:
        """Nobody looks after what these processes held, unless they have given another sign meanwhile."""

    async def resign(self, owner: str) -> None:
        """Take no part any more: others look after everything at once."""

    async def claim(self, table: str, owner: str) -> bool:
        """Take or keep the lease of a table; False if another process holds it."""

    async def adopt(self, owner: str, most: int) -> list[str]:
        """Take the leases of tables that nobody looks after; those that wait longest first."""

    async def release(self, owner: str, tables: Iterable[str]) -> None:
        """Give leases back: these tables have nothing to do later."""

    async def park(self, owner: str, tables: Mapping[str, float]) -> None:
        """Let go of leases, but so that any process adopts each table after so many seconds."""

    async def set_present(self, owner: str, present: Mapping[str, Present]) -> None:
        """Say who is connected to this process at these tables, as long as it lives."""

    async def present_elsewhere(self, owner: str, tables: Iterable[str]) -> dict[str, set[int]]:
        """The seats whose players are connected to other processes; only tables that have any."""

    async def watching_elsewhere(self, owner: str, table: str) -> set[int]:
        """The seats whose players look at a table through other processes."""


class Vigil:
    """How long other processes have been silent, as one process sees it."""

    def __init__(self) -> None:
        self.silent: dict[str, tuple[int, float]] = {}  # by process: its signs of life, and seconds since
        self._at: float | None = None  # when they were last looked at, by a clock that never jumps

    def look(self, others: Mapping[str, int], now: float) -> dict[str, int]:
        """Note the signs of life of all others; those that are dead, with the last sign of each."""
        step = 0.0 if self._at is None else min(max(now - self._at, 0.0), LONGEST_STEP)
        self._at = now
        seen = self.silent
        self.silent = {
            each: (beats, seen[each][1] + step if each in seen and seen[each][0] == beats else 0.0)
            for each, beats in others.items()
        }
        return {each: beats for each, (beats, quiet) in self.silent.items() if quiet >= DEAD_AFTER}

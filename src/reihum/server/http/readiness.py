"""Whether the server can do its work: asked as often as anybody likes, looked at once a second at most."""

from __future__ import annotations

import asyncio
from typing import Final

from reihum.server.clock import Clock
from reihum.server.logs import log_event
from reihum.server.store import Store, Unavailable

INTERVAL: Final = 1.0  # seconds for which the last answer counts
TIMEOUT: Final = 3.0  # seconds after which a silent store is not ready


class Readiness:
    """Whether the store can be written to, and why not."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self._why = ""  # nothing is wrong
        self._checked_at: float | None = None
        self._checking = asyncio.Lock()

    async def is_ready(self) -> bool:
        """Whether the store can be written to; requests at the same time share one check."""
        async with self._checking:
            if self._checked_at is None or self.clock.steady() - self._checked_at >= INTERVAL:
                before, self._why = self._why, await self._trouble()
                self._checked_at = self.clock.steady()
                if self._why and self._why != before:
                    log_event("not ready", 30, why=self._why)
                elif before and not self._why:
                    log_event("ready again")
            return not self._why

    async def _trouble(self) -> str:
        """What is wrong with the store; empty if nothing is."""
        try:
            await asyncio.wait_for(self.store.check(), TIMEOUT)
        except TimeoutError:
            return "The store does not answer."
        except Unavailable as error:
            return str(error) or "The store cannot be written to."
        return ""

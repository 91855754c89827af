"""Who waits for a connection: a few are served at a time, in the order in which they came.

To wait for others is not to be without a store. But once the store does not answer somebody, all who wait
behind are told so at once: each of them would only wait through the same silence.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from reihum.server.store import Crowded, Unavailable

MOST_WAITING: Final = 10_000  # callers: more than there can be at all, unless something is wrong
LONGEST_WAIT: Final = 30.0  # seconds after which nobody is interested in the answer any more


class ReadQueue:
    """The places at a store, and those who wait for one."""

    def __init__(self, places: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.free = places
        self.clock = clock
        self.waits = 0  # how many callers have had to wait so far
        self.seconds = 0.0  # ... and for how long in all
        self._waiting: deque[asyncio.Future[None]] = deque()

    @property
    def waiting(self) -> int:
        """How many callers wait now."""
        return len(self._waiting)

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """A place at the store, once it is this caller's turn."""
        if self.free and not self._waiting:
            self.free -= 1
        else:
            await self._wait()
        try:
            yield
        finally:
            self._leave()

    async def _wait(self) -> None:
        """Wait for a place that somebody else leaves."""
        if len(self._waiting) >= MOST_WAITING:
            raise Crowded("Too many requests wait for the store.")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        since = self.clock()
        self.waits += 1
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                await turn
        except BaseException as error:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._leave()  # it was given a place just then
            elif turn in self._waiting:
                self._waiting.remove(turn)
            if isinstance(error, TimeoutError):
                raise Crowded("The store has too much to do.") from None
            raise
        finally:
            self.seconds += self.clock() - since

    def _leave(self) -> None:
        """Give a place to whoever has waited longest."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self.free += 1

    def send_away(self, why: str) -> None:
        """The store does not answer: nobody need wait for it."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_exception(Unavailable(why))

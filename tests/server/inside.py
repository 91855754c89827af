"""Servers inside the process of a test: their tables, without a network, and with clocks that can be set."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from reihum.server.clock import Clock
from reihum.server.live.actor import TableActor
from reihum.server.live.registry import TableRegistry
from reihum.server.settings import Settings
from reihum.server.store import store_at
from reihum.table.judge import Problem, TableRequest
from reihum.table.live import LiveTable

PATIENCE = 30.0  # seconds after which a test gives up waiting


class SetClock(Clock):
    """A clock that somebody sets while the time goes on."""

    def __init__(self) -> None:
        self.offset = 0.0

    def wall(self) -> float:
        return time.time() + self.offset


class Bots:
    """Bots that make the first legal move, a few at each table, and then think for ever."""

    def __init__(self, most: int) -> None:
        self.most = most

    async def choose(self, table: LiveTable, seat: int, bot: str) -> str:
        if table.v >= self.most:
            await asyncio.Event().wait()
        return table.moves(seat)[0]

    def forget(self, table: LiveTable) -> None:
        pass

    def stop(self) -> None:
        pass


class Inside:
    """A server without a network."""

    def __init__(self, url: str, settings: Settings | None = None, moves: int = 0) -> None:
        self.clock = SetClock()
        self.registry = TableRegistry(store_at(url), settings or Settings(bot_delay=0.0), clock=self.clock)
        self.registry.thinkers.stop()
        self.registry.thinkers = Bots(moves)  # type: ignore[assignment]

    async def open(self, *seats: str, player: str = "ada", **more: object) -> TableActor:
        """Open a table of 23."""
        wish = TableRequest("23", len(seats), {}, seats, "Ada", **more)  # type: ignore[arg-type]
        actor = await self.registry.open_table(wish, player, "here")
        assert not isinstance(actor, Problem), actor
        return actor

    def crash(self) -> None:
        """Stop without a word to the store, as `kill -9` does."""
        registry = self.registry
        for task in (registry._rounds, registry._counting):
            if task is not None:
                task.cancel()
        registry.calls.stop()
        registry.attendance.stop()
        for actor in registry.actors.values():
            actor.stop()

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait until something is true here."""
        async with asyncio.timeout(PATIENCE):
            while not true():
                await asyncio.sleep(0.005)


@asynccontextmanager
async def running(url: str, settings: Settings | None = None, moves: int = 0) -> AsyncIterator[Inside]:
    """A server without a network that has been started."""
    inside = Inside(url, settings, moves)
    await inside.registry.store.open()
    inside.registry.start()
    try:
        yield inside
    finally:
        await inside.registry.close()

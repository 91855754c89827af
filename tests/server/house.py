"""A whole server in this process, without a port: its tables, its store, and visitors over HTTP."""

from __future__ import annotations

import asyncio
import functools
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import httpx
import pytest

from reihum.server.http import api
from reihum.server.http.app import application
from reihum.server.http.assets import Pages
from reihum.server.live.actor import TableActor
from reihum.server.live.registry import TableRegistry
from reihum.server.live.viewer import Viewer
from reihum.server.metrics import Metrics
from reihum.server.net.hub import ConnectionHub
from reihum.server.settings import Limits, Settings
from reihum.server.store import Ears, store_at
from reihum.table.live import LiveTable

pages = functools.cache(Pages)  # all files of the page, which take longer than any test
QUICK = Settings(bot_delay=0.0)
PATIENCE = 10.0  # seconds after which a test gives up waiting


class Silent:
    """A connection that only notes what becomes of it."""

    def __init__(self) -> None:
        self.hub = ConnectionHub(Limits(), Metrics(), frozenset(), 1)
        self.ended: str | None = None
        self.frames: list[bytes] = []
        self.pushed: list[bytes] = []
        self.close_sent = False
        self.transport = self

    def is_closing(self) -> bool:
        return False

    def write(self, frames: bytes) -> None:
        self.frames.append(frames)

    def end(self, why: str, _code: int) -> None:
        self.ended = why


class Guessing:
    """Bots that need no process of their own."""

    async def choose(self, table: LiveTable, seat: int, _bot: str) -> str:
        return random.choice(table.moves(seat))

    def forget(self, _table: LiveTable) -> None: ...

    def stop(self) -> None: ...


class Visitor:
    """Somebody who has a token, or will have."""

    def __init__(self, house: House, token: str = "", address: str = "192.0.2.1") -> None:
        transport = httpx.ASGITransport(house.app, client=(address, 1))
        headers = {"accept-language": "en"} | ({"authorization": f"Bearer {token}"} if token else {})
        self.client = httpx.AsyncClient(transport=transport, base_url="http://reihum.test", headers=headers)
        self.token = token

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """One request, and its answer."""
        found = (
            await self.client.request(method, path, json=body)
            if body is not None
            else (await self.client.request(method, path))
        )
        is_json = found.headers.get("content-type", "").startswith("application/json")
        return found.status_code, found.json() if is_json else found.text

    async def get(self, path: str) -> Any:
        """What is at an address, which is there."""
        status, answer = await self.ask("GET", path)
        assert status == 200, answer
        return answer

    async def post(self, path: str, body: object = None) -> Any:
        """The answer to a request that is granted."""
        status, answer = await self.ask("POST", path, body)
        assert status < 300, answer
        return answer

    async def refused(self, path: str, body: object = None) -> str:
        """Why a request is refused."""
        status, answer = await self.ask("POST", path, body)
        assert status >= 400, answer
        return str(answer["error"])


class House:
    """One process of a server."""

    def __init__(self, url: str, settings: Settings) -> None:
        self.registry = TableRegistry(store_at(url), replace(settings, store=url))
        self.registry.thinkers = Guessing()  # type: ignore[assignment]
        self.store = self.registry.store
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(api, "Pages", pages)
            self.app = application(self.registry)

    async def visitor(self, address: str = "192.0.2.1") -> Visitor:
        """Somebody with a token."""
        return Visitor(self, (await Visitor(self).post("/api/token"))["token"], address)

    def actor(self, table: str) -> TableActor:
        """A table in memory."""
        return self.registry.actors[table]

    def look(self, table: str, player: str = "") -> Viewer:
        """Somebody who looks at a table."""
        viewer = Viewer(player, Silent(), "en")  # type: ignore[arg-type]
        self.actor(table).add_viewer(viewer, 0)
        return viewer

    async def until(self, what: Callable[[], object]) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(PATIENCE):
            while not what():
                await asyncio.sleep(0.002)

    async def played(self, table: str) -> None:
        """Wait until a game is over, and that is on disk."""
        await self.until(lambda: self.actor(table).table.status == "over" and self.actor(table).is_idle())

    async def clear(self, later: float) -> None:
        """One round of clearing, so many seconds from now."""
        self.registry.clearing.now = lambda: time.time() + later
        async for _ in self.registry.clearing.round():
            pass


@asynccontextmanager
async def house(url: str, settings: Settings = QUICK) -> AsyncIterator[House]:
    """A server on this store; its rounds are made only when a test makes them."""
    found = House(url, settings)
    await found.store.open()
    if found.store.shared:
        await found.store.watch(Ears(found.registry._check_logs, found.registry._tell_phrase))
    try:
        yield found
    finally:
        await found.registry.close()
        for _ in range(5):  # whatever is stopped still ends in this loop
            await asyncio.sleep(0)

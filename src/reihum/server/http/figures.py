"""The figures of a server for its host: `GET /metrics`, and how each request is counted."""

from __future__ import annotations

import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

import reihum
from reihum.server.live.registry import TableRegistry
from reihum.server.metrics import Gauges, Metrics
from reihum.server.store import Unavailable

SIZE_INTERVAL: Final = 60.0  # seconds for which the size of the database is used
STATM: Final = Path("/proc/self/statm")  # where Linux says how much memory is in use
Endpoint = Callable[[Request], Awaitable[Response]]


class Figures:
    """All figures as they are now."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self._size: int | None = None
        self._size_at = -SIZE_INTERVAL

    async def show(self, _request: Request) -> Response:
        """GET /metrics, for Prometheus."""
        now = Gauges(len(self.registry.actors), self.registry.viewers())
        now.store_bytes = await self._store_size()
        now.cpu_seconds, now.memory_bytes = time.process_time(), memory_in_use()
        now.queue = self.registry.store.queue()
        now.version = reihum.__version__
        return PlainTextResponse(self.registry.metrics.text(now), media_type="text/plain; version=0.0.4")

    async def _store_size(self) -> int | None:
        """The size of the database, if it can be reached; asked for once in a while."""
        if time.monotonic() - self._size_at >= SIZE_INTERVAL:
            self._size_at = time.monotonic()
            try:
                self._size = await self.registry.store.size()
            except Unavailable:
                self._size = None
        return self._size


def memory_in_use() -> int | None:
    """Bytes of memory that this process uses; None if the system does not say."""
    try:
        return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return None


def counted(metrics: Metrics, route: str, endpoint: Endpoint) -> Endpoint:
    """The same endpoint, which counts its requests and how long they take under the name of a route."""

    async def answer(request: Request) -> Response:
        began = time.perf_counter()
        response = await endpoint(request)
        metrics.count_request(route, response.status_code, time.perf_counter() - began)
        return response

    return answer

"""A listening socket and its connections: their requests go to the application, and all end in order."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable, Coroutine
from email.utils import formatdate
from typing import Any, Final, Protocol

from starlette.types import ASGIApp

from reihum.server.net.hub import ConnectionHub

BACKLOG: Final = 2048  # connections that the system keeps until they are taken


class Connection(Protocol):
    """What the server must be able to do with a connection."""

    def shutdown(self) -> None:
        """Finish what has begun, and close."""


class AppServer:
    """Serves an ASGI application over connections of any kind."""

    def __init__(self, app: ASGIApp, hub: ConnectionHub) -> None:
        self.app = app
        self.hub = hub
        self.connections: set[Connection] = set()
        self.stopping = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._listener: asyncio.Server | None = None
        self._quiet = asyncio.Event()  # whether there is no connection and no task, once it stops
        self._date = (0, b"")

    async def start(self, listener: socket.socket, protocol: Callable[[AppServer], asyncio.Protocol]) -> None:
        """Begin to take connections, which speak this protocol at first."""
        loop = asyncio.get_running_loop()
        self._listener = await loop.create_server(lambda: protocol(self), sock=listener, backlog=BACKLOG)

    async def stop(self, grace: float, hurry: asyncio.Event) -> None:
        """Take nobody in any more, finish what has begun; cancel what takes longer, or all in a `hurry`."""
        self.stopping = True
        if self._listener is not None:
            self._listener.close()
        for connection in list(self.connections):
            connection.shutdown()
        self._note_quiet()
        waiting = [asyncio.create_task(event.wait()) for event in (self._quiet, hurry)]
        await asyncio.wait(waiting, timeout=grace, return_when=asyncio.FIRST_COMPLETED)
        for task in (*waiting, *self._tasks):
            task.cancel()

    # -- for connections --------------------------------------------------------------------------

    def add(self, connection: Connection) -> None:
        """A connection is there."""
        self.connections.add(connection)

    def remove(self, connection: Connection) -> None:
        """A connection is no longer there, or another has taken its place."""
        self.connections.discard(connection)
        if self.stopping:
            self._note_quiet()

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Run what answers a request."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._forget_task)

    def date(self) -> bytes:
        """The time for the head of an answer."""
        now = int(time.time())
        if self._date[0] != now:
            self._date = (now, formatdate(now, usegmt=True).encode())
        return self._date[1]

    def _forget_task(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if self.stopping:
            self._note_quiet()

    def _note_quiet(self) -> None:
        if not self.connections and not self._tasks:
            self._quiet.set()


def peer_of(transport: asyncio.Transport, unknown: str) -> tuple[str, int]:
    """The address at the other end of a connection."""
    peer = transport.get_extra_info("peername")
    return (str(peer[0]), int(peer[1])) if isinstance(peer, tuple) and peer else (unknown, 0)


def own_address(transport: asyncio.Transport) -> tuple[str, int | None] | None:
    """The address at this end."""
    own = transport.get_extra_info("sockname")
    if isinstance(own, tuple) and own:
        return str(own[0]), int(own[1])
    return (str(own), None) if own else None

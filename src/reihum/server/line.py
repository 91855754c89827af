"""A connection that can be written to without waiting, so that one stalled viewer never holds up a table.

uvicorn's protocol waits until a client has read; a table must not. A frame goes to the transport at once;
who lets too much of it pile up is told `bye slow` and cut off.
"""

from __future__ import annotations

import asyncio
from asyncio.transports import BaseTransport
from collections import Counter
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from reihum.server.wire import encoded

PILE_LIMIT: Final = 256 * 1024  # bytes that may wait for one viewer
GRACE: Final = 2.0  # seconds in which a closed connection may still read the reason
HEAD_PATIENCE: Final = 10.0  # seconds in which a request must have come
WAITING: Final = 16  # messages of a client that may wait before it is not read any further
TEXT_FRAME: Final = 0x81  # RFC 6455: the last and only part of a text
KEY: Final = "reihum.line"


class Line(WebSocketsSansIOProtocol):
    """A WebSocket connection."""

    pushed: list[bytes]  # frames that go out before the loop waits again

    def connection_made(self, transport: BaseTransport) -> None:
        """Somebody is at the other end."""
        self.pushed = []
        super().connection_made(transport)

    def handle_connect(self, event: Request) -> None:
        """Accept the handshake as usual, and let the application find this object."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][KEY] = {"line": self}

    def connection_lost(self, exc: Exception | None) -> None:
        """The visitor has gone."""
        VISITORS.go(address_of(self.client))
        super().connection_lost(exc)

    def push(self, frame: bytes) -> bool:
        """Send a frame made by `framed`; False if the viewer has not read for too long."""
        if self.conn.state is not State.OPEN or self.transport.is_closing():
            return True  # it is on its way out already
        if self.transport.get_write_buffer_size() > PILE_LIMIT:
            return False
        if not self.pushed:
            self.loop.call_soon(self.flush)
        self.pushed.append(frame)
        return True

    def flush(self) -> None:
        """Hand over what was pushed at once: each write is a way to the kernel and back."""
        if self.pushed and not self.transport.is_closing():
            self.transport.write(b"".join(self.pushed))
        self.pushed.clear()

    def send_receive_event_to_app(self) -> None:
        """Queue a message; the client is read on until too many wait, not stopped after each."""
        paused, self.read_paused = self.read_paused, True  # so that nothing is stopped here
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not paused and self.queue.qsize() > WAITING:
            self.read_paused = True
            self.transport.pause_reading()

    def denied(self) -> None:
        """The handshake was answered with a refusal, which uvicorn would take for no answer at all."""
        self.handshake_complete = True

    def end(self, why: str, code: int) -> None:
        """Say why, close, and cut the line if nobody reads it."""
        if self.close_sent or self.transport.is_closing():
            return
        self.flush()
        self.transport.write(framed({"t": "bye", "why": why}))
        self.conn.send_close(code, why)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": why})
        self.loop.call_later(GRACE, self.transport.abort)


def framed(value: object) -> bytes:
    """A message as the bytes of one text frame, the same for everybody who gets it."""
    text = encoded(value)
    size = len(text)
    if size < 126:
        return bytes((TEXT_FRAME, size)) + text
    if size < 65536:
        return bytes((TEXT_FRAME, 126, size >> 8, size & 255)) + text
    return bytes((TEXT_FRAME, 127)) + size.to_bytes(8, "big") + text


class Door(H11Protocol):
    """An HTTP connection: nobody may stand in the door for long, or with too many others."""

    late: asyncio.TimerHandle | None = None
    answered: object = None  # the request that came last
    upgraded = False  # it is a Line now

    def connection_made(self, transport: BaseTransport) -> None:
        """Count the visitor, and wait for a request, but not for ever."""
        super().connection_made(transport)  # type: ignore[arg-type]
        if VISITORS.come(address_of(self.client)):
            self.late = self.loop.call_later(HEAD_PATIENCE, transport.abort)  # type: ignore[attr-defined]
        else:
            transport.abort()  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        """Whoever has asked something may stay; a request that has begun must come to its end."""
        super().data_received(data)
        if self.upgraded:
            return
        if self.cycle is not self.answered:
            self.answered = self.cycle
            self._in_time()
        elif self.late is None and (self.cycle is None or self.cycle.response_complete):
            self.late = self.loop.call_later(HEAD_PATIENCE, self.transport.abort)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on it is a Line, which counts as the same visitor."""
        self._in_time()
        self.upgraded = True
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """The visitor has gone."""
        self._in_time()
        VISITORS.go(address_of(self.client))
        super().connection_lost(exc)

    def _in_time(self) -> None:
        if self.late is not None:
            self.late.cancel()
            self.late = None


class Visitors:
    """How many connections each address has."""

    def __init__(self) -> None:
        self.most = 4_000
        self.trusted: frozenset[str] = frozenset()  # proxies, which bring many visitors
        self.here: Counter[str] = Counter()

    def come(self, address: str) -> bool:
        """One more; False if that is too many."""
        self.here[address] += 1
        return self.here[address] <= self.most or address in self.trusted

    def go(self, address: str) -> None:
        """One less."""
        self.here[address] -= 1
        if self.here[address] <= 0:
            del self.here[address]


VISITORS: Final = Visitors()  # of this process


def address_of(client: tuple[str, int] | None) -> str:
    """The address of a visitor; empty for one without, at a local socket."""
    return client[0] if client else ""


def line_in(scope: Any) -> Line:
    """The connection of a WebSocket scope."""
    found: Line = scope["extensions"][KEY]["line"]
    return found

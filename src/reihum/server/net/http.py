"""The door: HTTP connections. Nobody may stand in it for long, or with too many others."""

from __future__ import annotations

import asyncio
from asyncio.transports import BaseTransport
from functools import partial
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from reihum.server.net.hub import ConnectionHub
from reihum.server.net.websocket import GRACE, WebSocketConnection

SLICE: Final = 16 * 1024  # bytes that are taken in at once, so that a head which is too long is noticed
NOT_HTTP: Final = b'{"error":"malformed","text":"This is not HTTP."}'
NOT_HTTP_HEADERS: Final = (
    (b"content-type", b"application/json"),
    (b"content-length", str(len(NOT_HTTP)).encode()),
    (b"connection", b"close"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
)


class HttpConnection(H11Protocol):
    """An HTTP connection; what becomes a WebSocket is handed on as a WebSocketConnection."""

    def __init__(self, hub: ConnectionHub, **uvicorns: Any) -> None:
        super().__init__(**uvicorns)
        self.ws_protocol_class = partial(WebSocketConnection, hub)  # type: ignore[assignment]
        self.hub = hub
        self.late: asyncio.TimerHandle | None = None  # until when the next request must be there
        self.stuck: asyncio.TimerHandle | None = None  # until when what was written must have been read
        self.answered: object = None  # the request that came last
        self.upgraded = False  # it is a WebSocketConnection now
        self.left = False  # it has heard our last word

    # -- coming and going -------------------------------------------------------------------------

    def connection_made(self, transport: BaseTransport) -> None:
        """Count the visitor, and wait for a request, but not for ever."""
        super().connection_made(transport)  # type: ignore[arg-type]
        if self.hub.come(self.client):
            self._wait()
        else:
            self.hub.metrics.limited["connections"] += 1
            self.transport.abort()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on it is a WebSocketConnection, which counts as the same visitor."""
        self._stop()
        self.upgraded = True
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """The visitor has gone."""
        self._stop()
        self.hub.go(self.client)
        super().connection_lost(exc)

    # -- what comes in ----------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Whoever has asked something may stay; a request that has begun must come to its end."""
        for start in range(0, len(data), SLICE):
            if self.left or self.upgraded or self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE])
        if self.left or self.upgraded or self.transport.is_closing():
            return
        if self.cycle is not self.answered:
            self.answered = self.cycle
            self._in_time()
        elif self.late is None and (self.cycle is None or self.cycle.response_complete):
            self._wait()

    def send_400_response(self, msg: str) -> None:
        """What came is not HTTP: say so if there is still a way to, and close."""
        running = self.cycle is not None and not self.cycle.response_complete
        if running:  # its request will never be complete
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            answer = h11.Response(status_code=400, headers=list(NOT_HTTP_HEADERS), reason=b"Bad Request")
            for event in (answer, h11.Data(data=NOT_HTTP), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
            self._leave()
        else:
            self.transport.abort()

    def _leave(self) -> None:
        """Say no more, but let the other side read what was said: closing at once could take it back."""
        self._stop()
        self.left = True
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.late = self.loop.call_later(GRACE, self.transport.abort)

    # -- what goes out ----------------------------------------------------------------------------

    def pause_writing(self) -> None:
        """Nobody reads what we write."""
        super().pause_writing()
        self._look_after()

    def on_response_complete(self) -> None:
        """An answer is on its way."""
        super().on_response_complete()
        self._look_after()

    def timeout_keep_alive_handler(self) -> None:
        """Nothing was asked for a while."""
        super().timeout_keep_alive_handler()
        self._look_after()

    def shutdown(self) -> None:
        """The server stops: finish the answer, if somebody reads it."""
        super().shutdown()
        if not self.transport.is_closing() or self.transport.get_write_buffer_size():
            self.loop.call_later(GRACE, self._cut)

    def _look_after(self) -> None:
        """See to it that what is written is read, or else cut the connection."""
        if self.stuck is None and self.transport.get_write_buffer_size():
            self.stuck = self.loop.call_later(self.hub.limits.patience, self._cut)

    def _cut(self) -> None:
        self.stuck = None
        if self.transport.get_write_buffer_size():
            self.transport.abort()

    # -- timers -----------------------------------------------------------------------------------

    def _wait(self) -> None:
        self.late = self.loop.call_later(self.hub.limits.patience, self.transport.abort)

    def _in_time(self) -> None:
        if self.late is not None:
            self.late.cancel()
            self.late = None

    def _stop(self) -> None:
        self._in_time()
        if self.stuck is not None:
            self.stuck.cancel()
            self.stuck = None

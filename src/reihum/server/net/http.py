"""HTTP connections: nobody may keep one open for long without using it, or have too many."""

from __future__ import annotations

import asyncio
from asyncio.transports import BaseTransport
from functools import partial
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from reihum.server.net.hub import ConnectionHub
from reihum.server.net.websocket import GRACE, WebSocketConnection
from reihum.server.settings import UNIX

SURPLUS: Final = 1024 * 1024  # bytes of a body that are still read after its refusal, as some clients want
REQUEST_SLICE: Final = 16 * 1024  # bytes taken in at once, so that a head that is too long is noticed
NOT_HTTP: Final = b'{"error":"malformed","text":"This is not HTTP."}'
NOT_HTTP_HEADERS: Final = (
    (b"content-type", b"application/json"),
    (b"content-length", str(len(NOT_HTTP)).encode()),
    (b"connection", b"close"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
)


class HttpConnection(H11Protocol):
    """An HTTP connection; one that becomes a WebSocket is handed to a WebSocketConnection."""

    def __init__(self, hub: ConnectionHub, **uvicorns: Any) -> None:
        super().__init__(**uvicorns)
        self.ws_protocol_class = partial(WebSocketConnection, hub)  # type: ignore[assignment]
        self.hub = hub
        self.request_timer: asyncio.TimerHandle | None = None  # runs while a request is expected
        self.write_timer: asyncio.TimerHandle | None = None  # runs while what we wrote has not been read
        self.last_cycle: object = None  # the latest request
        self.upgraded = False  # whether it is a WebSocketConnection now
        self.half_closed = False  # whether we have written our last
        self.surplus = 0  # bytes of a request that came after its answer

    # -- coming and going -------------------------------------------------------------------------

    def connection_made(self, transport: BaseTransport) -> None:
        """Count the connection, and wait for a request, but not for ever."""
        super().connection_made(transport)  # type: ignore[arg-type]
        self.client = self.client or (UNIX, 0)
        if self.hub.count_in(self.client):
            self._expect_request()
        else:
            self.hub.metrics.limited["connections"] += 1
            self.transport.abort()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on it is a WebSocketConnection, which is not counted again."""
        self._cancel_timers()
        self.upgraded = True
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone."""
        self._cancel_timers()
        self.hub.count_out(self.client)
        super().connection_lost(exc)

    # -- what comes in ----------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Take data in: a connection may stay while it is used, but a request must arrive in time."""
        for start in range(0, len(data), REQUEST_SLICE):
            if self.half_closed or self.upgraded or self.transport.is_closing():
                return
            super().data_received(data[start : start + REQUEST_SLICE])
        if self.half_closed or self.upgraded or self.transport.is_closing():
            return
        if self._is_surplus(len(data)):
            self._half_close()
            self.transport.pause_reading()
        elif self.cycle is not self.last_cycle:
            self.last_cycle = self.cycle
            self._cancel_request_timer()
        elif self.request_timer is None and (self.cycle is None or self.cycle.response_complete):
            self._expect_request()

    def _is_surplus(self, size: int) -> bool:
        """Whether too much has come of a request that was answered before its end."""
        answered = self.cycle is not None and self.cycle.response_complete
        if not answered or self.conn.their_state is not h11.SEND_BODY:
            self.surplus = 0
            return False
        self.surplus += size
        return self.surplus > SURPLUS

    def send_400_response(self, msg: str) -> None:
        """This is not HTTP: say so if that is still possible, and close."""
        running = self.cycle is not None and not self.cycle.response_complete
        if running:  # its request will never be complete
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            answer = h11.Response(status_code=400, headers=list(NOT_HTTP_HEADERS), reason=b"Bad Request")
            for event in (answer, h11.Data(data=NOT_HTTP), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
            self._half_close()
        else:
            self.transport.abort()

    def _half_close(self) -> None:
        """Stop writing, but let the client read what was written: closing at once could discard it."""
        self._cancel_timers()
        self.half_closed = True
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.request_timer = self.loop.call_later(GRACE, self.transport.abort)

    # -- what goes out ----------------------------------------------------------------------------

    def pause_writing(self) -> None:
        """What we write is not being read."""
        super().pause_writing()
        self._expect_reading()

    def on_response_complete(self) -> None:
        """An answer is on its way."""
        super().on_response_complete()
        self._expect_reading()

    def timeout_keep_alive_handler(self) -> None:
        """No request has come for a while."""
        super().timeout_keep_alive_handler()
        self._expect_reading()

    def shutdown(self) -> None:
        """The server stops: finish the answer, if it is being read."""
        super().shutdown()
        if not self.transport.is_closing() or self.transport.get_write_buffer_size():
            self.loop.call_later(GRACE, self._abort_unless_read)

    def _expect_reading(self) -> None:
        """Abort the connection unless what was written is read in time."""
        if self.write_timer is None and self.transport.get_write_buffer_size():
            self.write_timer = self.loop.call_later(self.hub.limits.patience, self._abort_unless_read)

    def _abort_unless_read(self) -> None:
        self.write_timer = None
        if self.transport.get_write_buffer_size():
            self.transport.abort()

    # -- timers -----------------------------------------------------------------------------------

    def _expect_request(self) -> None:
        self.request_timer = self.loop.call_later(self.hub.limits.patience, self.transport.abort)

    def _cancel_request_timer(self) -> None:
        if self.request_timer is not None:
            self.request_timer.cancel()
            self.request_timer = None

    def _cancel_timers(self) -> None:
        self._cancel_request_timer()
        if self.write_timer is not None:
            self.write_timer.cancel()
            self.write_timer = None

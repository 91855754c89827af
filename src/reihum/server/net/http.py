"""HTTP connections: nobody may keep one open for long without using it, or have too many.

h11 reads and writes the protocol; here is what it leaves to others: time, memory, and how connections end.
"""

from __future__ import annotations

import asyncio
from asyncio.transports import BaseTransport
from typing import Final, cast
from urllib.parse import unquote

import h11
from starlette.types import Scope

from reihum.server.net.exchange import Exchange
from reihum.server.net.server import AppServer, own_address, peer_of
from reihum.server.net.visitors import visitor_behind
from reihum.server.net.websocket import GRACE, WebSocketConnection
from reihum.server.settings import UNIX

SURPLUS: Final = 1024 * 1024  # bytes of a body that are still read after its refusal, as some clients want
REQUEST_SLICE: Final = 16 * 1024  # bytes taken in at once, so that a head that is too long is noticed
LARGEST_HEAD: Final = 16 * 1024  # bytes
KEEP_ALIVE: Final = 5.0  # seconds for which a connection may wait for its next request
NOT_HTTP: Final = b'{"error":"malformed","text":"This is not HTTP."}'
NOT_HTTP_HEADERS: Final = (
    (b"content-type", b"application/json"),
    (b"content-length", str(len(NOT_HTTP)).encode()),
    (b"connection", b"close"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
)


class HttpConnection(asyncio.Protocol):
    """An HTTP connection; one that becomes a WebSocket is handed to a WebSocketConnection."""

    __slots__ = (
        *("_drain", "_half_closed", "_keep_alive", "_reading_paused", "_request_timer", "_surplus"),
        *(
            "_upgraded",
            "_visiting",
            "_write_timer",
            "client",
            "conn",
            "exchange",
            "hub",
            "server",
            "transport",
        ),
    )
    transport: asyncio.Transport
    client: tuple[str, int]

    def __init__(self, server: AppServer) -> None:
        self.server = server
        self.hub = server.hub
        self.conn = h11.Connection(h11.SERVER, LARGEST_HEAD)
        self.exchange: Exchange | None = None  # the latest request
        self._visiting: str | None = None  # for whom a proxy asks now
        self._request_timer: asyncio.TimerHandle | None = None  # runs while a request is expected
        self._keep_alive: asyncio.TimerHandle | None = None  # runs while one may come
        self._write_timer: asyncio.TimerHandle | None = None  # runs while what we wrote has not been read
        self._drain: asyncio.Event | None = None  # there while too much waits to be read
        self._reading_paused = False
        self._upgraded = False  # whether it is a WebSocketConnection now
        self._half_closed = False  # whether we have written our last
        self._surplus = 0  # bytes of a request that came after its answer

    # -- coming and going -------------------------------------------------------------------------

    def connection_made(self, transport: BaseTransport) -> None:
        """Count the connection, and wait for a request, but not for ever."""
        self.transport = cast(asyncio.Transport, transport)
        self.client = peer_of(self.transport, UNIX)
        self.server.add(self)
        if self.hub.count_in(self.client[0]) and not self.server.stopping:
            self._expect_request()
        else:
            self.hub.metrics.limited["connections"] += 1
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone."""
        self._cancel_timers()
        self._end_visit()
        self.hub.count_out(self.client[0])
        self.server.remove(self)
        if self.exchange is not None and not self.exchange.complete:
            self.exchange.disconnect()
        self._resume_writers()

    # -- what comes in ----------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Take data in: a connection may stay while it is used, but a request must arrive in time."""
        self._cancel_keep_alive()
        before = self.exchange
        for start in range(0, len(data), REQUEST_SLICE):
            if self._is_over():
                return
            self.conn.receive_data(data[start : start + REQUEST_SLICE])
            self._take_events()
        if self._is_over():
            return
        if self._is_surplus(len(data)):
            self._half_close()
            self.pause_reading()
        elif self.exchange is not before:
            self._cancel_request_timer()
        elif self._request_timer is None and (self.exchange is None or self.exchange.complete):
            self._expect_request()

    def _is_over(self) -> bool:
        """Whether nothing more is read here."""
        return self._half_closed or self._upgraded or self.transport.is_closing()

    def _take_events(self) -> None:
        """Take everything that h11 has read."""
        while not self._is_over():
            try:
                event = self.conn.next_event()
            except h11.RemoteProtocolError:
                self._refuse_nonsense()
                return
            if isinstance(event, h11.Request):
                self._begin(event)
            elif isinstance(event, h11.Data):
                if self.exchange is not None and not self.exchange.complete:
                    self.exchange.take(bytes(event.data))
            elif isinstance(event, h11.EndOfMessage):
                self._end_request()
            else:
                if event is h11.PAUSED:  # the next request has come before this one was answered
                    self.pause_reading()
                return

    def _begin(self, request: h11.Request) -> None:
        """Have a request answered, or become a WebSocket."""
        self._cancel_keep_alive()
        headers = list(request.headers)
        visitor = visitor_behind(self.client[0], "http", headers, self.hub.proxies)
        scope = self._scope(request, visitor.scheme)
        if visitor.host != self.client[0]:
            scope["client"] = (visitor.host, 0)
            self._visiting = visitor.host
            scope["extensions"]["reihum.crowded"] = not self.hub.enter(visitor.host)
        if wants_websocket(headers):
            self._upgrade(request, scope)
        else:
            self.exchange = Exchange(self, scope)
            self.server.run(self.exchange.run())

    def _scope(self, request: h11.Request, scheme: str) -> Scope:
        path, _, query = request.target.partition(b"?")
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": request.http_version.decode(),
            "server": own_address(self.transport),
            "client": self.client,
            "scheme": scheme,
            "method": request.method.decode(),
            "root_path": "",
            "path": unquote(path.decode("ascii")),
            "raw_path": path,
            "query_string": query,
            "headers": list(request.headers),
            "state": {},
            "extensions": {},
        }

    def _end_request(self) -> None:
        """All of a request has come; if it was answered before, the next one may begin."""
        if self.exchange is not None and not self.exchange.complete:
            self.exchange.end_body()
        elif self.conn.our_state is h11.DONE:
            self.resume_reading()
            self.conn.start_next_cycle()

    def _upgrade(self, request: h11.Request, scope: Scope) -> None:
        """From here on it is a WebSocketConnection, which is not counted again."""
        self._cancel_timers()
        self._upgraded = True
        lines = [request.method, b" ", request.target, b" HTTP/", request.http_version, b"\r\n"]
        for name, value in request.headers:
            lines += [name, b": ", value, b"\r\n"]
        head = b"".join([*lines, b"\r\n"])
        early = self.conn.trailing_data[0]
        connection = WebSocketConnection(self.server, self.client[0], self._visiting)
        self.transport.set_protocol(connection)
        connection.take_over(self.transport, scope, head, early)
        self.server.remove(self)

    def _is_surplus(self, size: int) -> bool:
        """Whether too much has come of a request that was answered before its end."""
        answered = self.exchange is not None and self.exchange.complete
        if not answered or self.conn.their_state is not h11.SEND_BODY:
            self._surplus = 0
            return False
        self._surplus += size
        return self._surplus > SURPLUS

    def _refuse_nonsense(self) -> None:
        """This is not HTTP: say so if that is still possible, and close."""
        if self.exchange is not None and not self.exchange.complete:
            self.exchange.disconnect()  # its request will never be complete
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            answer = h11.Response(status_code=400, headers=list(NOT_HTTP_HEADERS), reason=b"Bad Request")
            parts = [self.conn.send(event) for event in (answer, h11.Data(data=NOT_HTTP), h11.EndOfMessage())]
            self.write(b"".join(part or b"" for part in parts))
            self._half_close()
        else:
            self.abort()

    def _half_close(self) -> None:
        """Stop writing, but let the client read what was written: closing at once could discard it."""
        self._cancel_timers()
        self._half_closed = True
        if self.transport.can_write_eof():
            self.transport.write_eof()
        loop = asyncio.get_running_loop()
        self._request_timer = loop.call_later(GRACE, self.transport.abort)

    def pause_reading(self) -> None:
        """Read no further for now."""
        if not self._reading_paused and not self.transport.is_closing():
            self._reading_paused = True
            self.transport.pause_reading()

    def resume_reading(self) -> None:
        """Read on."""
        if self._reading_paused and not self.transport.is_closing():
            self._reading_paused = False
            self.transport.resume_reading()

    # -- what goes out ----------------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        """Send this."""
        if not self.transport.is_closing():
            self.transport.write(data)

    def is_closing(self) -> bool:
        """Whether nothing can be sent any more."""
        return self.transport.is_closing()

    def abort(self) -> None:
        """Cut the connection."""
        self.transport.abort()

    def pause_writing(self) -> None:
        """What we write is not being read."""
        self._drain = asyncio.Event()
        self._expect_reading()

    def resume_writing(self) -> None:
        """It has been read."""
        self._resume_writers()

    async def drained(self) -> None:
        """Wait until the client has read most of what was written."""
        if self._drain is not None:
            await self._drain.wait()

    def _resume_writers(self) -> None:
        if self._drain is not None:
            self._drain.set()
            self._drain = None

    def finish_answer(self) -> None:
        """An answer is on its way: close, or wait for the next request."""
        self._end_visit()
        if self.transport.is_closing():
            return
        assert self.exchange is not None
        if self.conn.our_state is h11.MUST_CLOSE or not self.exchange.keep_alive:
            self._close()
            return
        loop = asyncio.get_running_loop()
        self._keep_alive = loop.call_later(KEEP_ALIVE, self._close)
        self._expect_reading()
        self.resume_reading()
        if self.conn.our_state is h11.DONE and self.conn.their_state is h11.DONE:
            self.conn.start_next_cycle()
            self._take_events()

    def shutdown(self) -> None:
        """The server stops: finish the answer, if it is being read."""
        if self.exchange is None or self.exchange.complete:
            self._close()
        else:
            self.exchange.keep_alive = False
        if not self.transport.is_closing() or self.transport.get_write_buffer_size():
            asyncio.get_running_loop().call_later(GRACE, self._abort_unless_read)

    def _close(self) -> None:
        """Close when everything has been read, but do not wait for that for ever."""
        self._cancel_keep_alive()
        self.transport.close()
        self._expect_reading()

    def _expect_reading(self) -> None:
        """Abort the connection unless what was written is read in time."""
        if self._write_timer is None and self.transport.get_write_buffer_size():
            loop = asyncio.get_running_loop()
            self._write_timer = loop.call_later(self.hub.limits.patience, self._abort_unless_read)

    def _abort_unless_read(self) -> None:
        self._write_timer = None
        if self.transport.get_write_buffer_size():
            self.transport.abort()

    def _end_visit(self) -> None:
        """The proxy asks no longer for this visitor; if it is a WebSocket now, that one counts it."""
        if self._visiting is not None and not self._upgraded:
            self.hub.leave(self._visiting)
        self._visiting = None

    # -- timers -----------------------------------------------------------------------------------

    def _expect_request(self) -> None:
        loop = asyncio.get_running_loop()
        self._request_timer = loop.call_later(self.hub.limits.patience, self.transport.abort)

    def _cancel_request_timer(self) -> None:
        if self._request_timer is not None:
            self._request_timer.cancel()
            self._request_timer = None

    def _cancel_keep_alive(self) -> None:
        if self._keep_alive is not None:
            self._keep_alive.cancel()
            self._keep_alive = None

    def _cancel_timers(self) -> None:
        self._cancel_request_timer()
        self._cancel_keep_alive()
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None


def wants_websocket(headers: list[tuple[bytes, bytes]]) -> bool:
    """Whether a request asks to become a WebSocket."""
    options: set[bytes] = set()
    upgrade = b""
    for name, value in headers:
        if name == b"connection":
            options |= {option.strip().lower() for option in value.split(b",")}
        elif name == b"upgrade":
            upgrade = value.strip().lower()
    return upgrade == b"websocket" and b"upgrade" in options

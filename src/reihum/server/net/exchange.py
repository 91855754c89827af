"""One request over HTTP and its answer, between a connection and the application."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

import h11
from starlette.types import Message, Scope

from reihum.server.logs import log_failure

if TYPE_CHECKING:
    from reihum.server.net.http import HttpConnection

MOST_UNREAD: Final = 64 * 1024  # bytes of a body that may wait until the application reads them
REASONS: Final = {status.value: status.phrase.encode() for status in HTTPStatus}
FAILED: Final = b'{"error":"failed","text":"Something went wrong here. Please try again."}'
JSON: Final = (b"content-type", b"application/json")


class Exchange:
    """A request, and what has been answered to it so far."""

    def __init__(self, connection: HttpConnection, scope: Scope) -> None:
        self.connection = connection
        self.scope = scope
        self.disconnected = False  # whether nobody waits for the answer any more
        self.complete = False  # whether all of the answer has been handed to the connection
        self.keep_alive = True
        self._unread = bytearray()  # of the body
        self._more = True  # whether more of the body may come
        self._change = asyncio.Event()
        self._head: bytes | None = (
            None  # of the answer, which goes out together with the first piece of its body
        )
        self._started = False
        self._continues = connection.conn.they_are_waiting_for_100_continue

    # -- from the client --------------------------------------------------------------------------

    def take(self, data: bytes) -> None:
        """Take a part of the body."""
        self._unread += data
        if len(self._unread) > MOST_UNREAD:
            self.connection.pause_reading()
        self._change.set()

    def end_body(self) -> None:
        """There is no more of the body."""
        self._more = False
        self._change.set()

    def disconnect(self) -> None:
        """The client has gone, or will never send the rest."""
        self.disconnected = True
        self._change.set()

    # -- from the application ---------------------------------------------------------------------

    async def run(self) -> None:
        """Have the application answer."""
        try:
            await self.connection.server.app(self.scope, self.receive, self.send)
        except Exception:
            log_failure("request not answered")
        if self.complete or self.disconnected:
            return
        if self._started:
            self.connection.abort()  # half an answer: the client must not take it for a whole one
        else:
            await self._fail()

    async def _fail(self) -> None:
        head = [JSON, (b"content-length", str(len(FAILED)).encode()), (b"connection", b"close")]
        await self.send({"type": "http.response.start", "status": 500, "headers": head})
        await self.send({"type": "http.response.body", "body": FAILED})

    async def receive(self) -> Message:
        """The next part of the body, or that nobody waits for the answer any more."""
        if self._continues and not self.connection.is_closing():
            self._continues = False
            go_on = h11.InformationalResponse(status_code=100, headers=[], reason=b"Continue")
            self.connection.write(self.connection.conn.send(go_on) or b"")
        if not self.disconnected and not self.complete:
            self.connection.resume_reading()
            await self._change.wait()
            self._change.clear()
        if self.disconnected or self.complete:
            return {"type": "http.disconnect"}
        data, self._unread = bytes(self._unread), bytearray()
        return {"type": "http.request", "body": data, "more_body": self._more}

    async def send(self, message: Message) -> None:
        """Send the head of the answer, or a piece of its body."""
        await self.connection.drained()
        if self.disconnected or self.complete:
            return
        if message["type"] == "http.response.start":
            self._start(message)
        elif message["type"] == "http.response.body":
            self._send_body(message)

    def _start(self, message: Message) -> None:
        self._started, self._continues = True, False
        status = message["status"]
        headers = [(b"date", self.connection.server.date()), *message.get("headers", [])]
        answer = h11.Response(status_code=status, headers=headers, reason=REASONS.get(status, b""))
        self._head = self.connection.conn.send(answer)

    def _send_body(self, message: Message) -> None:
        conn, more = self.connection.conn, message.get("more_body", False)
        data = b"" if self.scope["method"] == "HEAD" else message.get("body", b"")
        out = [self._head or b"", conn.send(h11.Data(data=data)) or b""]
        self._head = None
        if not more:
            out.append(conn.send(h11.EndOfMessage()) or b"")
            self.complete = True
            self._change.set()
        self.connection.write(b"".join(out))
        if self.complete:
            self.connection.finish_answer()

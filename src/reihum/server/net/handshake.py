"""The handshake of a WebSocket, between the application and the connection."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from starlette.types import Message, Scope
from websockets.datastructures import Headers
from websockets.http11 import Response

from reihum.server.logs import log_failure

if TYPE_CHECKING:
    from reihum.server.net.websocket import WebSocketConnection


class Handshake:
    """Asks the application whether to accept a WebSocket, and tells it when that is over."""

    __slots__ = ("_accepting", "_asked", "_refusal", "connection", "scope")

    def __init__(self, connection: WebSocketConnection, scope: Scope, accepting: Response) -> None:
        self.connection = connection
        self._accepting: Response | None = accepting  # what is sent if the application accepts
        self._refusal: tuple[int, list[tuple[bytes, bytes]], bytes] | None = None
        self._asked = False
        offered = [
            value.decode("latin-1") for name, value in scope["headers"] if name == b"sec-websocket-protocol"
        ]
        scope["type"] = "websocket"
        scope["scheme"] = "wss" if scope["scheme"] == "https" else "ws"
        scope["subprotocols"] = [each.strip() for value in offered for each in value.split(",")]
        scope["extensions"]["websocket.http.response"] = {}
        self.scope = scope

    async def run(self) -> None:
        """Have the application answer, and close the connection when it has done with it."""
        try:
            await self.connection.server.app(self.scope, self.receive, self.send)
        except Exception:
            log_failure("connection failed")
        if self._accepting is not None:
            self._refuse(HTTPStatus.INTERNAL_SERVER_ERROR, [], b"")
        self.connection.finish()

    async def receive(self) -> Message:
        """First that somebody knocks, then that they have gone: messages go another way, without waiting."""
        if not self._asked:
            self._asked = True
            return {"type": "websocket.connect"}
        await self.connection.gone()
        return {"type": "websocket.disconnect", "code": 1005}

    async def send(self, message: Message) -> None:
        """Accept, or refuse with an answer."""
        kind = message["type"]
        if kind == "websocket.accept":
            self._accept(message)
        elif kind == "websocket.close":
            self._refuse(HTTPStatus.FORBIDDEN, [], b"")
        elif kind == "websocket.http.response.start":
            self._refusal = (message["status"], list(message.get("headers", [])), b"")
        elif kind == "websocket.http.response.body" and self._refusal is not None:
            status, headers, body = self._refusal
            self._refusal = (status, headers, body + message.get("body", b""))
            if not message.get("more_body", False):
                self._refuse(*self._refusal)

    def _accept(self, message: Message) -> None:
        if (accepting := self._accepting) is None:
            return
        self._accepting = None
        for name, value in message.get("headers", []):
            accepting.headers[name.decode("latin-1")] = value.decode("latin-1")
        if message.get("subprotocol"):
            accepting.headers["Sec-WebSocket-Protocol"] = message["subprotocol"]
        conn = self.connection.conn
        conn.send_response(accepting)
        self.connection.open(b"".join(conn.data_to_send()))

    def _refuse(self, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
        if self._accepting is None:
            return
        self._accepting = None
        told = Headers([(name.decode("latin-1"), value.decode("latin-1")) for name, value in headers])
        told.setdefault("Date", self.connection.server.date().decode())
        told.setdefault("Connection", "close")
        told.setdefault("Content-Length", str(len(body)))
        conn = self.connection.conn
        conn.send_response(Response(status, HTTPStatus(status).phrase, told, body))
        self.connection.refuse(b"".join(conn.data_to_send()))

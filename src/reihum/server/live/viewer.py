"""Somebody who looks at a table through one connection."""

from __future__ import annotations

from reihum.server.net.websocket import WebSocketConnection


class Viewer:
    """A connection that has said hello."""

    def __init__(self, player: str, connection: WebSocketConnection, lang: str) -> None:
        self.player = player
        self.connection = connection
        self.hub = connection.hub
        self.lang = lang
        self.tell = False  # whether it is also told in sentences what happens
        self.nonce = ""  # chance of its own, which counts once it has a seat
        self.seat: int | None = None

    def send(self, frame: bytes) -> None:
        """Send a frame; a viewer that is too slow is sent away."""
        self.hub.push(self.connection, frame)

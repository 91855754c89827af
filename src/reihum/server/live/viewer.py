"""A viewer: a connection to a table, of a player or a spectator."""

from __future__ import annotations

from reihum.server.net.websocket import WebSocketConnection
from reihum.wire.from_client import Pace


class Viewer:
    """A connection that has said hello."""

    def __init__(self, player: str, connection: WebSocketConnection, lang: str) -> None:
        self.player = player
        self.connection = connection
        self.hub = connection.hub
        self.lang = lang
        self.tell = False  # whether it wants sentences as well
        self.nonce = ""  # its own part in the deal, which counts once it has a seat
        self.promise = ""  # ... or the promise of it
        self.pace: Pace = "calm"  # how fast bots shall answer
        self.pauses = False  # whether bots shall wait after each round until its player is ready
        self.seat: int | None = None
        self.watching = True  # whether its page is in sight

    def send(self, frame: bytes) -> None:
        """Send a frame; a viewer that reads too slowly is sent away."""
        self.hub.push(self.connection, frame)

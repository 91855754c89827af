"""Somebody who looks at a table through one connection."""

from __future__ import annotations

from reihum.server.line import Line


class Viewer:
    """A connection that has said hello."""

    def __init__(self, player: str, line: Line, lang: str) -> None:
        self.player = player
        self.line = line
        self.house = line.house
        self.pushed = line.pushed
        self.lang = lang
        self.seat: int | None = None

    def send(self, frame: bytes) -> None:
        """Send a frame; a viewer that is too slow is sent away."""
        if not self.pushed:
            self.house.flush_soon(self.line)
        self.pushed.append(frame)

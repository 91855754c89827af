"""Somebody who looks at a table through one connection."""

from __future__ import annotations

from reihum.server.limits import Bucket
from reihum.server.line import Line
from reihum.server.settings import Limits


class Viewer:
    """A connection that has said hello."""

    def __init__(self, player: str, line: Line, lang: str, limits: Limits, now: float) -> None:
        self.player = player
        self.line = line
        self.lang = lang
        self.seat: int | None = None
        self.phrases = Bucket(float(limits.phrases.burst), now)

    def send(self, frame: bytes) -> bool:
        """Send a frame; False if this viewer was too slow and is sent away."""
        if self.line.push(frame):
            return True
        self.line.end("slow", 1013)
        return False

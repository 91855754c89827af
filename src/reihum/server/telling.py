"""The last step of a table in frames for all who look at it; what is the same for all is written once."""

from __future__ import annotations

from reihum.server.frames import framed_text
from reihum.server.wire import encoded
from reihum.table.live import LiveTable
from reihum.table.showing import asked, news


class Telling:
    """One step, for everybody."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self.public = encoded(table.public_view())
        self.news = encoded(news(table, None)) if table.told_alike(table.v) else b""
        self.frames: dict[int | None, bytes] = {}

    def frame(self, seat: int | None) -> bytes:
        """The step as a seat, or a spectator, heard it, and all that it may know now."""
        found = self.frames.get(seat)
        if found is None:
            heard = self.news or encoded(news(self.table, seat))
            told = asked(self.table, seat)
            told["view"] = self.table.own_view(seat)
            own = encoded(told)
            # The view is the last of what is its own: what everybody sees goes in before its bracket.
            found = framed_text(b"".join((heard[:-1], b",", own[1:-2], b",", self.public[1:], b"}")))
            self.frames[seat] = found
        return found

"""The last step of a table in frames for all who look at it; what is the same for all is written once."""

from __future__ import annotations

from reihum.server.frames import framed_text
from reihum.server.wire import encoded
from reihum.table.live import LiveTable
from reihum.table.showing import asked, news
from reihum.table.told import told_news


class Telling:
    """One step, for everybody."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self.public = encoded(table.public_view())
        self.news = encoded(news(table, None)) if table.told_alike(table.v) else b""
        self.frames: dict[int | None, bytes] = {}
        self.told: dict[tuple[int | None, str], bytes] = {}
        self.own: dict[int | None, bytes] = {}

    def frame(self, seat: int | None) -> bytes:
        """The step as a seat, or a spectator, heard it, and all that it may know now."""
        found = self.frames.get(seat)
        if found is None:
            found = self._framed(self.news or encoded(news(self.table, seat)), seat)
            self.frames[seat] = found
        return found

    def told_frame(self, seat: int | None, lang: str) -> bytes:
        """The same, with the step in sentences of a language."""
        found = self.told.get((seat, lang))
        if found is None:
            found = self._framed(encoded(told_news(self.table, seat, lang)), seat)
            self.told[seat, lang] = found
        return found

    def _framed(self, heard: bytes, seat: int | None) -> bytes:
        """What was heard, what is a seat's own, and what everybody sees, as one message."""
        own = self.own.get(seat)
        if own is None:
            shown = asked(self.table, seat)
            shown["view"] = self.table.own_view(seat)
            own = self.own[seat] = encoded(shown)
        # The view is the last of what is its own: what everybody sees goes in before its bracket.
        return framed_text(b"".join((heard[:-1], b",", own[1:-2], b",", self.public[1:], b"}")))

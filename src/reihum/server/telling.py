"""The last step of a table in frames for all who look at it; what is the same for all is written once."""

from __future__ import annotations

from reihum.core.contract import EVERYBODY, NOBODY
from reihum.server.frames import framed_text
from reihum.server.wire import encoded
from reihum.table.live import LiveTable
from reihum.table.showing import asked, news
from reihum.table.told import told_news


class Telling:
    """One step, for everybody."""

    def __init__(self, table: LiveTable) -> None:
        made = table.steps[-1].made
        self.table = table
        self.ears = made.ears  # what each seat heard of the move, the spectator last
        self.alike = all(event.ears == EVERYBODY for event in made.events)  # all that happened beside it
        self.public = encoded(table.public_view())[1:]
        self.heard: dict[int, bytes] = {}  # by what was heard of the move
        self.own: dict[int | None, bytes] = {}
        self.frames: dict[int | None, bytes] = {}
        self.told: dict[tuple[int | None, str], bytes] = {}

    def frame(self, seat: int | None) -> bytes:
        """The step as a seat, or a spectator, heard it, and all that it may know now."""
        found = self.frames.get(seat)
        if found is None:
            found = self.frames[seat] = self._framed(self._news(seat), seat)
        return found

    def told_frame(self, seat: int | None, lang: str) -> bytes:
        """The same, with the step in sentences of a language."""
        found = self.told.get((seat, lang))
        if found is None:
            heard = encoded(told_news(self.table, seat, lang))[:-1]
            found = self.told[seat, lang] = self._framed(heard, seat)
        return found

    def _framed(self, heard: bytes, seat: int | None) -> bytes:
        """What was heard, what is a seat's own, and what everybody sees, as one message."""
        return framed_text(heard, b",", self._own(seat), b",", self.public, b"}")

    def _news(self, seat: int | None) -> bytes:
        """What was heard of the step, without its last bracket; who heard the same is told the same."""
        ears = self.ears[NOBODY if seat is None else seat]
        found = self.heard.get(ears) if self.alike else None
        if found is None:
            found = self.heard[ears] = encoded(news(self.table, seat))[:-1]
        return found

    def _own(self, seat: int | None) -> bytes:
        """What is a seat's own, without brackets: its view comes last, to go on with what all see."""
        found = self.own.get(seat)
        if found is None:
            shown = asked(self.table, seat)
            shown["view"] = self.table.own_view(seat)
            found = self.own[seat] = encoded(shown)[1:-2]
        return found

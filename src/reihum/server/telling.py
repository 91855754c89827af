"""The last step of a table in frames for all who look at it; what is the same for all is written once."""

from __future__ import annotations

from reihum.core.contract import EVERYBODY, NOBODY
from reihum.server.frames import framed_text
from reihum.server.wire import encoded
from reihum.table.live import LiveTable
from reihum.table.showing import looking, news
from reihum.table.told import told_news


class Telling:
    """One step, for everybody; by seat, the spectator last, what is not written yet is empty."""

    def __init__(self, table: LiveTable) -> None:
        made = table.steps[-1]
        self.table = table
        self.ears = made.ears  # what each heard of the move
        self.alike = all(event.ears == EVERYBODY for event in made.events)  # all that happened beside it
        self.public = encoded(table.public_view())[1:]
        self.heard: dict[int, bytes] = {}  # by what was heard of the move
        self.own = [b""] * len(made.ears)
        self.frames = [b""] * len(made.ears)
        self.told: dict[tuple[int | None, str], bytes] = {}

    def frame(self, seat: int | None) -> bytes:
        """The step as a seat, or a spectator, heard it, and all that it may know now."""
        place = NOBODY if seat is None else seat
        if not self.frames[place]:
            self.frames[place] = self._framed(self._news(seat), seat)
        return self.frames[place]

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
        place = NOBODY if seat is None else seat
        if not self.own[place]:
            self.own[place] = encoded(looking(self.table, seat, self.table.own_view(seat)))[1:-2]
        return self.own[place]

"""The last step of a table as frames for all viewers; what everybody sees is encoded once."""

from __future__ import annotations

from typing import Any

import msgspec

from reihum.server.live.snapshots import step
from reihum.server.net.frames import text_frame
from reihum.table.live import LiveTable
from reihum.wire.encoding import encode, join_objects
from reihum.wire.from_server import Clock


class StepFrames:
    """One step for all viewers; each frame is made when the first viewer needs it."""

    def __init__(self, table: LiveTable, clocks: list[Clock] | msgspec.UnsetType = msgspec.UNSET) -> None:
        self.table = table
        self.clocks = clocks
        self.public = encode(table.public_view())
        self.views: dict[int | None, Any] = {}  # encoded, and so of a type that Step does not declare
        self.frames: dict[tuple[int | None, str | None], bytes] = {}

    def frame(self, seat: int | None, lang: str | None = None) -> bytes:
        """The step as a seat, or a spectator, heard it, and all it may know; with a `lang`, in sentences."""
        found = self.frames.get((seat, lang))
        if found is None:
            found = text_frame(encode(step(self.table, seat, self._view(seat), lang, self.clocks)))
            self.frames[seat, lang] = found
        return found

    def _view(self, seat: int | None) -> Any:
        """What a seat may know, encoded: its own part and the part that everybody sees."""
        found = self.views.get(seat)
        if found is None:
            own = encode(self.table.own_view(seat))
            found = self.views[seat] = msgspec.Raw(join_objects(own, self.public))
        return found

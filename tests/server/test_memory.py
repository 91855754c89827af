"""The memory that tables took is free again when they are over; the long form of this is `make soak`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tests.server.soak_memory import OPTIONS, batches
from tests.server.tools import Running

KEPT: Final = 20 * 1024  # bytes for each table; one that stays takes more than twice as much


def test_tables_that_were_played_leave_nothing_in_memory(tmp_path: Path) -> None:
    server = Running(f"sqlite:{tmp_path / 't.db'}", *OPTIONS)
    try:
        seen = list(batches(server, tables=120, at_once=30))
    finally:
        code = server.stop()
    assert code == 0
    assert (seen[-1] - seen[0]) / 90 < KEPT

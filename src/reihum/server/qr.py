"""A link as a QR code: as one path that a page can draw, or as text for a terminal."""

from __future__ import annotations

import io
from itertools import groupby
from typing import Annotated, Final

import msgspec
import segno

LONGEST: Final = 300  # characters of a link, and bytes of it: what takes more takes too long to draw
QUIET: Final = 4  # modules around a code that have to stay empty
CORRECTION: Final = "m"  # a seventh of a code may be covered


class QrBody(msgspec.Struct, frozen=True):
    """What is to be read from a code."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST)]


def drawn(text: str) -> dict[str, object]:
    """A code as an SVG path of its dark modules, and how many modules it is wide, its border included."""
    rows = segno.make(text, error=CORRECTION, micro=False).matrix
    path = []
    for y, row in enumerate(rows, start=QUIET):
        x = QUIET
        for dark, run in groupby(row):
            width = len(list(run))
            if dark:
                path.append(f"M{x} {y}h{width}v1h-{width}z")
            x += width
    return {"size": len(rows) + 2 * QUIET, "path": "".join(path)}


def in_terminal(text: str) -> str:
    """A code in half blocks, dark on light whatever the colours of the terminal are."""
    page = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(page, border=QUIET // 2, compact=True)
    return page.getvalue()

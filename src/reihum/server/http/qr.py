"""A link as a QR code: as one path that a page can draw, or as text for a terminal."""

from __future__ import annotations

from itertools import groupby
from typing import Final

import segno

QUIET: Final = 4  # modules around a code that have to stay empty
SIGNS: Final = " ▄▀█"  # nothing, the lower module, the upper one, both
DARK_ON_LIGHT: Final = "\x1b[38;5;16;48;5;231m"
AS_USUAL: Final = "\x1b[0m"
CORRECTION: Final = "m"  # a seventh of a code may be covered


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


def in_terminal(text: str, coloured: bool) -> str:
    """A code for a terminal, two modules above each other in a character.

    With colours it is dark on light, whatever the terminal usually is. Without, the light modules are drawn,
    as most terminals write light on dark.
    """
    border = QUIET // 2
    rows = [list(row) for row in segno.make(text, error="l", micro=False).matrix_iter(border=border)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    signs = SIGNS if coloured else SIGNS[::-1]
    lines = (
        "".join(signs[2 * upper + lower] for upper, lower in zip(above, below, strict=True))
        for above, below in zip(rows[::2], rows[1::2], strict=True)
    )
    return "\n".join(f"{DARK_ON_LIGHT}{line}{AS_USUAL}" if coloured else line for line in lines)

"""A link as a QR code: as one path for a page to draw, or as text for a terminal."""

from __future__ import annotations

from itertools import groupby
from typing import Final

import segno

QUIET_ZONE: Final = 4  # modules around a code that must stay empty
HALF_BLOCKS: Final = " ▄▀█"  # neither module, the lower one, the upper one, both
DARK_ON_LIGHT: Final = "\x1b[38;5;16;48;5;231m"
RESET_COLOURS: Final = "\x1b[0m"
CORRECTION: Final = "m"  # a seventh of a code may be covered


def qr_drawing(text: str) -> dict[str, object]:
    """A code as an SVG path of its dark modules, and its width in modules, including the border."""
    rows = segno.make(text, error=CORRECTION, micro=False).matrix
    path = []
    for y, row in enumerate(rows, start=QUIET_ZONE):
        x = QUIET_ZONE
        for dark, run in groupby(row):
            width = len(list(run))
            if dark:
                path.append(f"M{x} {y}h{width}v1h-{width}z")
            x += width
    return {"size": len(rows) + 2 * QUIET_ZONE, "path": "".join(path)}


def terminal_qr(text: str, coloured: bool) -> str:
    """A code for a terminal, with two modules, one above the other, in each character.

    With colours it is dark on light, whatever the terminal's own colours are. Without, the light modules are
    drawn, as most terminals write light on dark.
    """
    border = QUIET_ZONE // 2
    rows = [list(row) for row in segno.make(text, error="l", micro=False).matrix_iter(border=border)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    signs = HALF_BLOCKS if coloured else HALF_BLOCKS[::-1]
    lines = (
        "".join(signs[2 * upper + lower] for upper, lower in zip(above, below, strict=True))
        for above, below in zip(rows[::2], rows[1::2], strict=True)
    )
    return "\n".join(f"{DARK_ON_LIGHT}{line}{RESET_COLOURS}" if coloured else line for line in lines)

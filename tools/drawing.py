"""What the pictures and tables of `docs/strength.md` have in common."""

from __future__ import annotations

from typing import Final

GREY: Final = "#555"
COLOURS: Final = ("#1b6ca8", "#c2571a", "#2e7d4f", "#8e3b8a", "#8a6d1f", "#a8324a")


def table_row(cells: list[str]) -> str:
    """A row of a table."""
    return f"| {' | '.join(cells)} |"


def words(x: float, y: float, text: str, colour: str, anchor: str = "start") -> str:
    """Words in a picture."""
    return f'<text x="{x}" y="{y}" fill="{colour}" text-anchor="{anchor}">{text}</text>'

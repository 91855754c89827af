"""How true the chances of hints are: a table and pictures from what `python -m training.chances` counted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from reihum.games import SLUGS, spec
from tools.drawing import COLOURS, GREY, table_row, words

PICTURES: Final = Path("docs/pictures")
SIDE: Final = 320  # of the square
LEFT: Final = 40
TOP: Final = 12
WIDTH: Final = LEFT + SIDE + 92
HEIGHT: Final = TOP + SIDE + 34
LINE: Final = 14
SURE: Final = 1.96  # standard errors of an interval of 95 %
ALLOWED: Final = 0.05  # beyond its interval, for each ten points

Row = dict[str, float]


def counted() -> dict[str, dict[str, list[Row]]]:
    """By game and number of players: what was said, and what was won, for each ten points."""
    found = {}
    for slug in SLUGS:
        path = Path("src", *spec(slug).module.split("."), "chances.json")
        if path.exists():
            told: dict[str, Any] = json.loads(path.read_text("utf-8"))
            found[slug] = told["reliability"]
    return found


def too_far_off(row: Row) -> bool:
    """Whether more or less was won than was said, by more than is allowed and chance explains."""
    return abs(row["won"] - row["said"]) > ALLOWED + SURE * row["error"]


def table(told: dict[str, dict[str, list[Row]]]) -> str:
    """How far off the chances are, for each game and number of players."""
    lines = ["| game | players | positions | off on average | tens of points that are too far off |"]
    lines.append("| --- | --- | --- | --- | --- |")
    for slug, sizes in told.items():
        for players, rows in sizes.items():
            positions = int(sum(row["positions"] for row in rows))
            off = sum(row["positions"] * (row["won"] - row["said"]) for row in rows) / positions
            cells = [spec(slug).title, players, f"{positions:,}", f"{100 * off:+.1f} points"]
            lines.append(table_row([*cells, f"{sum(map(too_far_off, rows))} of {len(rows)}"]))
    return "\n".join(lines) + "\n"


def pictures(told: dict[str, dict[str, list[Row]]]) -> str:
    """The pictures, as the page shows them."""
    lines = []
    for slug in told:
        about = f"{spec(slug).title}: how often was won what was said to be won so often"
        lines.append(f"![{about}](pictures/chances-{slug}.svg)")
    return "\n\n".join(lines) + "\n"


def drawing(title: str, sizes: dict[str, list[Row]]) -> str:
    """A line for each number of players; on the dotted one, what is said is true."""

    def x(chance: float) -> float:
        return round(LEFT + SIDE * chance, 1)

    def y(chance: float) -> float:
        return round(TOP + SIDE * (1 - max(0.0, min(1.0, chance))), 1)

    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="11"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {size}>', f"<title>{title}</title>"]
    parts.append(f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>')
    for percent in range(0, 101, 20):
        at = percent / 100
        parts.append(f'<path d="M{x(0)} {y(at)}H{x(1)}M{x(at)} {y(0)}V{y(1)}" stroke="#ddd"/>')
        parts.append(words(LEFT - 6, y(at) + 4, f"{percent} %", GREY, "end"))
    parts.append(words(LEFT, HEIGHT - 8, f"{title}: said to the right, won upward", GREY))
    parts.append(f'<path d="M{x(0)} {y(0)}L{x(1)} {y(1)}" stroke="{GREY}" stroke-dasharray="2 4"/>')
    for number, (players, rows) in enumerate(sizes.items()):
        colour = COLOURS[number % len(COLOURS)]
        for row in rows:
            low, high = (y(row["won"] + sign * SURE * row["error"]) for sign in (-1, 1))
            parts.append(f'<path d="M{x(row["said"])} {low}V{high}" stroke="{colour}" stroke-opacity=".4"/>')
        line = " ".join(f"{x(row['said'])},{y(row['won'])}" for row in rows)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        name = f"{players} players" if players != "1" else "alone"
        parts.append(words(x(1) + 8, TOP + LINE * (number + 1), name, colour))
    return "\n".join([*parts, "</svg>"]) + "\n"


def write_pictures() -> None:
    """Write the pictures."""
    for slug, sizes in counted().items():
        (PICTURES / f"chances-{slug}.svg").write_text(drawing(spec(slug).title, sizes), "utf-8")

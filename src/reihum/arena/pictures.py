"""Pictures of a report as SVG: shares and ratings with their intervals, the course of a sequential test."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape
from typing import Any, Final

from reihum.arena.sequential import BOUND
from reihum.bots.programs import PREFIX, program_name
from reihum.games import spec
from reihum.words import Count

WIDTH: Final = 760
LEFT: Final = 190  # room for names
RIGHT: Final = 90  # room for figures
ROW: Final = 30
HEAD: Final = 44
FOOT: Final = 30
COURSE: Final = 180
INK: Final = "#1f2933"
GREY: Final = "#5f6c76"
PALE: Final = "#d8dee3"
BLUE: Final = "#1d6fa5"
ORANGE: Final = "#b4530a"
DASHED: Final = f'stroke="{ORANGE}" stroke-dasharray="5 4"'
LONGEST_NAME: Final = 26
MOST_POINTS: Final = 600  # of a line


class Canvas:
    """Parts of a picture, from the top down."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.height = 0.0

    def text(
        self, x: float, y: float, words: str, colour: str = INK, anchor: str = "start", size: int = 13
    ) -> None:
        """Words."""
        place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
        self.parts.append(f'<text {place} fill="{colour}" font-size="{size}">{escape(words)}</text>')

    def line(self, x1: float, y1: float, x2: float, y2: float, style: str) -> None:
        """A straight line."""
        self.parts.append(f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" {style}/>')

    def svg(self, title: str) -> str:
        """The whole picture."""
        size = f'viewBox="0 0 {WIDTH} {self.height:.0f}" width="{WIDTH}" height="{self.height:.0f}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" role="img">'
        paper = f'<rect width="{WIDTH}" height="{self.height:.0f}" fill="#fff"/>'
        return "\n".join([head, f"<title>{escape(title)}</title>", paper, *self.parts, "</svg>"]) + "\n"


def report_picture(told: dict[str, Any], course: Sequence[float] = ()) -> str:
    """Everything in one picture."""
    canvas, names = Canvas(), short_names(told)
    shares = [(names[row["bot"]], row["share"], row["low"], row["high"]) for row in told["bots"]]
    par = 1 / told["players"] if told["players"] > 1 else None
    draw_intervals(canvas, "share of wins, with 95 % intervals", shares, par, percent, round_percent)
    if told["ratings"]:
        rated = [(names[row["bot"]], row["rating"], row["low"], row["high"]) for row in told["ratings"]]
        draw_intervals(canvas, "rating, with 95 % intervals", rated, None, whole, whole)
    if course:
        draw_course(canvas, told["sprt"], course)
    return canvas.svg(headline(told))


def headline(told: dict[str, Any]) -> str:
    """What was played."""
    players, deals, games = (Count(told[name]) for name in ("players", "deals", "games"))
    title = spec(told["game"]).title
    return f"{title}: {players:1 player|# players}, {deals:1 deal|# deals}, {games:1 game|# games}"


def short_names(told: dict[str, Any]) -> dict[str, str]:
    """A name with room beside its row for every bot: of programs their files, unless two have the same."""
    full = [row["bot"] for row in told["bots"]]
    files = [f"{PREFIX}{program_name(name)}" if name.startswith(PREFIX) else name for name in full]
    chosen = files if len({*files}) == len(files) else full
    return {name: cut(short) for name, short in zip(full, chosen, strict=True)}


def cut(name: str) -> str:
    """A name without its beginning if it is long: the end says more."""
    return name if len(name) <= LONGEST_NAME else f"…{name[1 - LONGEST_NAME :]}"


def percent(value: float) -> str:
    """A share of a hundred."""
    return f"{100 * value:.1f} %"


def round_percent(value: float) -> str:
    """A share of a hundred that is a mark on a scale."""
    return f"{100 * value:g} %"


def whole(value: float) -> str:
    """A whole number."""
    return f"{value:.0f}"


def draw_intervals(
    canvas: Canvas,
    title: str,
    rows: Sequence[tuple[str, float, float, float]],
    par: float | None,
    write: Callable[[float], str],
    write_mark: Callable[[float], str],
) -> None:
    """A dot and a bar for each row, on one scale."""
    ends = [end for row in rows for end in row[1:]] + ([] if par is None else [par])
    marks = round_marks(min(ends), max(ends))
    low, high = min(marks[0], *ends), max(marks[-1], *ends)
    top = canvas.height + HEAD

    def x(value: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (value - low) / ((high - low) or 1)

    bottom = top + ROW * len(rows)
    canvas.text(16, canvas.height + 26, title, INK, size=15)
    for mark in marks:
        canvas.line(x(mark), top, x(mark), bottom, f'stroke="{PALE}"')
        canvas.text(x(mark), bottom + 18, write_mark(mark), GREY, "middle", 12)
    if par is not None:
        canvas.line(
            x(par), top - 6, x(par), bottom, f'stroke="{ORANGE}" stroke-dasharray="5 4" stroke-width="2"'
        )
        canvas.text(x(par), top - 10, f"equals {write(par)}", ORANGE, "middle", 12)
    for number, (name, middle, least, most) in enumerate(rows):
        y = top + ROW * (number + 0.5)
        canvas.text(LEFT - 12, y + 5, name, INK, "end")
        canvas.line(x(least), y, x(most), y, f'stroke="{BLUE}" stroke-width="3" stroke-linecap="round"')
        canvas.parts.append(f'<circle cx="{x(middle):.1f}" cy="{y:.1f}" r="5.5" fill="{BLUE}"/>')
        canvas.text(WIDTH - RIGHT + 14, y + 5, write(middle), INK)
    canvas.height = bottom + FOOT


def draw_course(canvas: Canvas, test: dict[str, Any], course: Sequence[float]) -> None:
    """The log-likelihood ratio after every deal, between the two bounds."""
    top = canvas.height + HEAD
    reach = max(BOUND, max(course), -min(course)) * 1.1
    canvas.text(16, canvas.height + 26, f"sequential test: {test['verdict']}", INK, size=15)

    def y(value: float) -> float:
        return top + COURSE * (1 - (value + reach) / (2 * reach))

    def x(deal: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * deal / max(1, len(course) - 1)

    for bound, word in ((BOUND, f"better ({test['high']:+g})"), (-BOUND, f"not better ({test['low']:+g})")):
        canvas.line(LEFT, y(bound), WIDTH - RIGHT, y(bound), DASHED)
        canvas.text(LEFT - 12, y(bound) + 4, word, ORANGE, "end", 12)
    canvas.line(LEFT, y(0), WIDTH - RIGHT, y(0), f'stroke="{PALE}"')
    step = max(1, len(course) // MOST_POINTS)
    shown = [*range(0, len(course), step), len(course) - 1]
    points = " ".join(f"{x(deal):.1f},{y(course[deal]):.1f}" for deal in shown)
    canvas.parts.append(f'<polyline points="{points}" fill="none" stroke="{BLUE}" stroke-width="2"/>')
    canvas.text(WIDTH - RIGHT, top + COURSE + 18, f"{len(course)} deals", GREY, "end", 12)
    canvas.height = top + COURSE + FOOT


def round_marks(low: float, high: float) -> list[float]:
    """About five round numbers that span these two."""
    wide = (high - low) or 1.0
    step = 10 ** math.floor(math.log10(wide / 4))
    step *= next(times for times in (1, 2, 5, 10) if wide / (step * times) <= 6)
    first = math.floor(low / step)
    return [round(step * number, 10) for number in range(first, math.ceil(high / step) + 1)]

"""A report as files: a picture, or a page that needs nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import Any, Final

from reihum.arena.pictures import headline, percent, report_picture, short_names
from reihum.core.errors import ReihumError
from reihum.words import Count

PNG_SCALE: Final = 2
STYLE: Final = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
body { color: #1f2933 } caption { text-align: left; font-weight: 600; padding: .4rem 0 }
div { overflow-x: auto } table { border-collapse: collapse; margin: 1rem 0; font-size: .9rem }
th, td { padding: .3rem .6rem; border-bottom: 1px solid #d8dee3; text-align: right; white-space: nowrap }
th:first-child, td:first-child { text-align: left } svg { max-width: 100%; height: auto }
"""


def picture_file(path: Path) -> Callable[[str], bytes]:
    """What turns an SVG into a file of this suffix; ReihumError if nothing does."""
    if path.suffix.lower() == ".svg":
        return lambda svg: svg.encode()
    if path.suffix.lower() != ".png":
        raise ReihumError(f"A picture is a .svg or a .png, not {path.name}.")
    try:
        import resvg_py
    except ImportError:
        raise ReihumError(
            "A .png needs resvg; pip install 'reihum[plot]' brings it. A .svg does not."
        ) from None
    return lambda svg: bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=PNG_SCALE))


def report_page(told: dict[str, Any], course: Sequence[float] = ()) -> str:
    """The report as one page of HTML, without scripts."""
    title = headline(told)
    parts = [figures_table(told)]
    if len(told["cross"]) > 2:
        parts.append(cross_rows(told))
    parts.append(f"<p>{' '.join(escape(note) for note in notes(told))}</p>")
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style>\n'
        f"<h1>{escape(title)}</h1>\n{report_picture(told, course)}\n" + "\n".join(parts) + "\n</html>\n"
    )


def figures_table(told: dict[str, Any]) -> str:
    """All figures of all bots."""
    heads = [*headings(told), "lost"]
    rows = [[*row_texts(told, row), str(row["lost"])] for row in told["bots"]]
    return table("Results", heads, rows)


def headings(told: dict[str, Any]) -> list[str]:
    """What the figures of a bot are called."""
    points = "points ahead (95 %)" if told["players"] > 1 else "score (95 %)"
    quiet = [] if told["luck"] is None else ["without luck (95 %)"]
    return ["bot", "share (95 %)", *quiet, points, "rating (95 %)", "ms a decision"]


def row_texts(told: dict[str, Any], row: dict[str, Any]) -> list[str]:
    """The figures of one bot: name, shares, margin, rating, and how long it takes."""
    rating = next((each for each in told["ratings"] if each["bot"] == row["bot"]), None)
    shares = [row] if told["luck"] is None else [row, row["adjusted"]]
    return [
        short_names(told)[row["bot"]],
        *(share_text(each) for each in shares),
        interval(row["margin"], row["margin_low"], row["margin_high"], "+.2f"),
        "–" if rating is None else interval(rating["rating"], rating["low"], rating["high"], ".0f"),
        "–" if row["seconds"] is None else f"{1000 * row['seconds']:.3f}",
    ]


def share_text(row: dict[str, Any]) -> str:
    """A share in hundredths, with its interval."""
    share, low, high = (None if row[name] is None else 100 * row[name] for name in ("share", "low", "high"))
    assert share is not None
    return interval(share, low, high, ".1f", " %")


def cross_rows(told: dict[str, Any]) -> str:
    """Who was ahead of whom how often."""
    heads, *rows = cross_texts(told)
    return table("How often a bot (row) was ahead of another", heads, rows)


def cross_texts(told: dict[str, Any]) -> list[list[str]]:
    """How often each bot was ahead of each, with a line of headings; nothing where they did not meet."""
    names, cross = short_names(told), told["cross"]
    rows = [
        [names[one], *(percent(cross[one][other]) if other in cross[one] else "" for other in cross)]
        for one in cross
    ]
    return [["bot", *(names[one] for one in cross)], *rows]


def table(caption: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table."""
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(each)}</td>" for each in row) + "</tr>" for row in rows)
    return f"<div><table><caption>{escape(caption)}</caption><tr>{head}</tr>{body}</table></div>"


def interval(mean: float, low: float | None, high: float | None, form: str, unit: str = "") -> str:
    """A figure with its interval, if that is known."""
    found = f"{mean:{form}}{unit}"
    return found if low is None or high is None else f"{found} ({low:{form}} – {high:{form}})"


def notes(told: dict[str, Any]) -> list[str]:
    """What else one should know, a sentence each."""
    found = []
    if told["players"] > 1:
        found.append(f"Equals would have {100 / told['players']:.1f} % each.")
    if (test := told["sprt"]) is not None:
        found.append(
            f"{test['verdict'].capitalize()} after {test['deals']} deals: log-likelihood ratio "
            f"{test['llr']:+.2f} of {test['high']:+g} above par against {test['low']:+g}."
        )
    elif told["deals"] < told["asked"]:
        found.append(f"Stopped early: {told['deals']} of {told['asked']} deals were played.")
    if told["luck"] is not None:
        factors = [each["adjusted"]["factor"] for each in told["bots"]]
        known = [factor for factor in factors if factor is not None]
        found.append(
            f"What chance brought was measured by {told['luck']} worlds and taken out of the shares."
        )
        if known:
            ends = dict.fromkeys(f"{each:.2f}" for each in (min(known), max(known)))
            found.append(f"That divides their variance by {' to '.join(ends)}.")
    if told["capped"]:
        found.append(f"Games that were broken off for being too long, and shared by all: {told['capped']}.")
    for row in told["bots"]:
        if row["lost"]:
            lost = Count(row["lost"])
            found.append(f"{row['bot']} lost {lost:1 decision|# decisions} to the policy.")
    return found

"""A review as one page of HTML that needs nothing else: no script, no font, no picture from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from reihum.analysis.review import Review, Step
from reihum.analysis.told import PARTS, decision_text, signed, verdict, whole, worst_steps
from reihum.words import Words

WIDE: Final = 900
HIGH: Final = 300
LEFT: Final = 48
RIGHT: Final = 120  # room for names at the ends of the lines
ROW: Final = 34
APART: Final = 15  # names below one another
DASHES: Final = ("none", "9 5", "3 4", "14 4 3 4", "6 3 2 3", "1 5", "18 6")
PART_COLOURS: Final = {"start": "s", "luck": "l", "own": "o", "others": "t", "unknown": "u"}
STYLE: Final = """
:root { color-scheme: light dark; --ink: #1f2933; --paper: #fff; --pale: #d8dee3; --grey: #5f6c76;
  --s: #9aa5ae; --l: #1d7a4d; --o: #b3261e; --t: #1d6fa5; --u: #8a5a00 }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaed; --paper: #14191d; --pale: #3a444c;
  --grey: #a3aeb7; --s: #6b7780; --l: #5cc08f; --o: #f2938c; --t: #6bb6e6; --u: #e0b050 } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  color: var(--ink); background: var(--paper) }
h2 { margin-top: 2.5rem } .wide { overflow-x: auto } svg { display: block }
table { border-collapse: collapse } th, td { padding: .25rem .8rem; border-bottom: 1px solid var(--pale) }
td, th { text-align: right } th:first-child, td:first-child, td.move { text-align: left }
.grade { font-weight: 600 } .why { color: var(--grey) } li { margin: .6rem 0 } summary { cursor: pointer }
"""


def review_page(review: Review, names: Sequence[str], say: Words, seat: int | None = None) -> str:
    """The whole page."""
    of = review.match.game.spec
    title = f"{of.title}: {', '.join(names)}"
    shown = range(review.match.seats) if seat is None else [seat]
    verdicts = "".join(f"<p>{escape(verdict(review.seats[each], names[each], say))}</p>" for each in shown)
    parts = [
        f"<h1>{escape(title)}</h1>{verdicts}",
        f"<h2>{heading(say('review.course'))}</h2>{course_picture(review, names, say)}",
        f"<h2>{heading(say('review.parts'))}</h2>{parts_picture(review, names, say)}",
        parts_table(review, names, say),
        worst_list(review, names, say, seat),
        steps_table(review, names, say),
    ]
    return (
        f'<!doctype html>\n<html lang="{say.lang}"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head>\n<body>\n'
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


# -- pictures -------------------------------------------------------------------------------------


def course_picture(review: Review, names: Sequence[str], say: Words) -> str:
    """Everybody's chance over the steps; lines differ by their dashes, and end with a name."""
    last = max(1, len(review.steps) - 1)

    def x(number: float) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * number / last

    def y(chance: float) -> float:
        return 10 + (HIGH - 40) * (1 - chance)

    drawn = []
    for percent in (0, 25, 50, 75, 100):
        drawn.append(line(LEFT, y(percent / 100), WIDE - RIGHT, y(percent / 100), "var(--pale)"))
        drawn.append(label(LEFT - 8, y(percent / 100) + 5, f"{percent}", "end", "var(--grey)"))
    for number in round_ends(review):
        drawn.append(line(x(number), y(0), x(number), y(1), "var(--grey)", "2 6"))
    ends = spread([y(review.steps[-1].win[seat]) for seat in range(len(names))])
    for seat, name in enumerate(names):
        points = " ".join(f"{x(step.number):.1f},{y(step.win[seat]):.1f}" for step in review.steps)
        drawn.append(
            f'<polyline points="{points}" fill="none" stroke="var({seat_colour(seat)})" stroke-width="2.5" '
            f'stroke-dasharray="{DASHES[seat % len(DASHES)]}" stroke-linejoin="round"/>'
        )
        drawn.append(
            label(WIDE - RIGHT + 10, ends[seat] + 5, name[:14], "start", f"var({seat_colour(seat)})")
        )
    drawn += [mark(x(step.number), y(step.win[step.by or 0])) for step in worst_steps(review)]
    return svg(HIGH, say("review.course"), drawn)


def seat_colour(seat: int) -> str:
    """The colour of a seat's line."""
    return ("--t", "--o", "--l", "--u")[seat % 4]


def round_ends(review: Review) -> list[int]:
    """The steps that ended a round."""
    return [
        made.number for made in review.match.history if any(event.kind == "round" for event in made.events)
    ][:-1]


def spread(places: Sequence[float]) -> list[float]:
    """Heights of labels that do not cover one another, near where they should be."""
    order = sorted(range(len(places)), key=lambda each: places[each])
    found = [0.0] * len(places)
    least = 0.0
    for number in order:
        found[number] = least = max(places[number], least)
        least += APART
    most = HIGH - 24.0
    for number in reversed(order):
        found[number] = most = min(found[number], most)
        most -= APART
    return found


def parts_picture(review: Review, names: Sequence[str], say: Words) -> str:
    """What helped each seat to the right of nothing, what cost it to the left."""
    rows = review.seats
    reach = max(max(plus(seat), minus(seat)) for seat in map(parts_of, rows)) or 1.0
    middle = LEFT + 90 + (WIDE - LEFT - 90 - RIGHT) / 2
    scale = (WIDE - LEFT - 90 - RIGHT) / 2 / reach
    drawn = []
    for number, (seat, name) in enumerate(zip(rows, names, strict=True)):
        top = 8 + ROW * number
        drawn.append(label(LEFT + 60, top + 17, name[:12], "end"))
        right = left = middle
        for part, amount in parts_of(seat).items():
            width = abs(amount) * scale
            at = right if amount > 0 else left - width
            right, left = (right + width, left) if amount > 0 else (right, left - width)
            drawn.append(
                f'<rect x="{at:.1f}" y="{top}" width="{width:.1f}" height="{ROW - 12}" '
                f'fill="var(--{PART_COLOURS[part]})"><title>{escape(say(f"review.{part}"))}: {signed(amount)}'
                "</title></rect>"
            )
        drawn.append(label(WIDE - RIGHT + 20, top + 17, f"= {whole(seat.result).strip()} %", "start"))
    bottom = 8 + ROW * len(rows)
    drawn.append(line(middle, 2, middle, bottom, "var(--ink)"))
    at = LEFT + 60.0
    for part, colour in PART_COLOURS.items():
        drawn.append(f'<rect x="{at:.1f}" y="{bottom + 8}" width="14" height="14" fill="var(--{colour})"/>')
        drawn.append(label(at + 20, bottom + 20, say(f"review.{part}"), "start"))
        at += 130
    return svg(bottom + 34, say("review.parts"), drawn)


def parts_of(seat: object) -> dict[str, float]:
    """The parts of a seat's result."""
    return {part: getattr(seat, part) for part in PART_COLOURS}


def plus(parts: dict[str, float]) -> float:
    """What helped, added up."""
    return sum(amount for amount in parts.values() if amount > 0)


def minus(parts: dict[str, float]) -> float:
    """What cost, added up."""
    return -sum(amount for amount in parts.values() if amount < 0)


def svg(height: float, title: str, drawn: Sequence[str]) -> str:
    """A picture with what is drawn in it."""
    size = f'viewBox="0 0 {WIDE} {height:.0f}" width="{WIDE}" height="{height:.0f}"'
    picture = f'<svg {size} role="img" font-size="14"><title>{escape(title)}</title>{"".join(drawn)}</svg>'
    return f'<div class="wide" tabindex="0">{picture}</div>'


def line(x1: float, y1: float, x2: float, y2: float, colour: str, dashes: str = "none") -> str:
    """A straight line."""
    style = f'stroke="{colour}" stroke-dasharray="{dashes}"'
    return f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" {style}/>'


def label(x: float, y: float, words: str, anchor: str, colour: str = "var(--ink)") -> str:
    """Words."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{escape(words)}</text>'


def mark(x: float, y: float) -> str:
    """A mistake."""
    return f'<path d="M{x:.1f} {y:.1f}m-6 -11h12l-6 9z" fill="var(--ink)"/>'


# -- tables ---------------------------------------------------------------------------------------


def parts_table(review: Review, names: Sequence[str], say: Words) -> str:
    """The same in numbers."""
    heads = "".join(f'<th scope="col">{escape(say(f"review.{part}"))}</th>' for part in PARTS)
    rows = []
    for seat, name in zip(review.seats, names, strict=True):
        cells = "".join(f"<td>{signed(getattr(seat, part))}</td>" for part in PARTS[1:-1])
        ends = [whole(getattr(seat, part)).strip() for part in ("start", "result")]
        rows.append(f"<tr><td>{escape(name)}</td><td>{ends[0]}</td>{cells}<td>{ends[1]}</td></tr>")
    return f'<div class="wide"><table><tr><th></th>{heads}</tr>{"".join(rows)}</table></div>'


def worst_list(review: Review, names: Sequence[str], say: Words, seat: int | None) -> str:
    """The decisions that cost most."""
    worst = worst_steps(review, seat)
    if not worst:
        return f"<h2>{escape(say('review.faultless'))}</h2>"
    of = review.match.game.spec
    items = []
    for step in worst:
        assert step.decision is not None
        told = escape(decision_text(step, of, names, say))
        why = escape(" ".join(step.decision.why(of, say.lang)))
        items.append(f'<li><span class="grade">{told}</span><br><span class="why">{why}</span></li>')
    return f"<h2>{heading(say('review.worst'))}</h2><ul>{''.join(items)}</ul>"


def steps_table(review: Review, names: Sequence[str], say: Words) -> str:
    """Every step with everybody's chance after it, to unfold."""
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    typing = review.match.game.spec.typing()

    def row(step: Step) -> str:
        mover = "" if step.by is None else names[step.by]
        move = "" if step.move is None else typing.spelling(step.move, names, say)
        what = escape(f"{mover} {move}".strip())
        cells = "".join(f"<td>{whole(chance).strip()}</td>" for chance in step.win)
        return f'<tr><td>{step.number}</td><td class="move">{what}</td>{cells}</tr>'

    table = f"<table><tr><th></th><th></th>{heads}</tr>{''.join(map(row, review.steps))}</table>"
    summary = f"<summary>{heading(say('review.course'))}</summary>"
    return f'<details>{summary}<div class="wide">{table}</div></details>'


def heading(words: str) -> str:
    """Words that stand alone."""
    return escape(words.rstrip(":"))

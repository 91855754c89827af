"""A view as text for people: what is meant to be shown, with its label, seats by name.

Which fields those are, and of which kind, is said where a game declares its view; a field for programs is
never shown. The terminal lays out what `drawn` gives; `str(match)` writes it down plainly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, get_type_hints

from reihum.core.kinds import CARD, CARDS, FLAG, NUMBER, PROGRAM, SEAT, SEATS, Field
from reihum.core.spec import Spec, View
from reihum.words import Words, words

LATELY: Final = 12  # of a long pile only so many cards are shown
NOTHING: Final = "–"


@dataclass(frozen=True)
class Drawn:
    """A view in words: what each seat has, and what lies on the table."""

    by_seat: list[tuple[str, list[str]]]  # label, and a text for each seat
    lines: list[tuple[str, str, str]]  # name of the field, its label, and the text


@cache
def fields_of(typed: type) -> dict[str, Field]:
    """The kinds of all fields of a TypedDict."""
    hints = get_type_hints(typed, include_extras=True)
    return {name: next(m for m in hint.__metadata__ if isinstance(m, Field)) for name, hint in hints.items()}


def fields_in(of: Spec, view: View) -> dict[str, Field]:
    """The kinds of all fields of a view."""
    return next(found for found in map(fields_of, of.view_types) if found.keys() == view.keys())


def drawn(of: Spec, view: View, names: Sequence[str], say: Words) -> Drawn:
    """A view in words; fields that say nothing are left out."""
    by_seat: list[tuple[str, list[str]]] = []
    lines: list[tuple[str, str, str]] = []
    for name, field in fields_in(of, view).items():
        value = view[name]
        if field.kind == PROGRAM or nothing(value):
            continue
        if field.by_seat:
            if not all(nothing(each) or each == 0 for each in value):
                by_seat.append(
                    (label(say, of.slug, name), [in_words(name, field, each, names, say) for each in value])
                )
        elif field.kind != NUMBER or value:  # none of something need not be said
            lines.append((name, label(say, of.slug, name), in_words(name, field, value, names, say)))
    return Drawn(by_seat, lines)


def nothing(value: object) -> bool:
    """Whether a value need not be shown."""
    return value is None or value is False or value in ("", [], {})


def label(say: Words, slug: str, name: str) -> str:
    """The words for a field, which a game may call in its own way."""
    return say.get(f"field.{slug}.{name}", "") or say(f"field.{name}")


def in_words(name: str, field: Field, value: Any, names: Sequence[str], say: Words) -> str:
    """A value by its kind, or by the word that the field has for it."""
    if nothing(value):
        return NOTHING
    if not isinstance(value, list) and (own := say.get(f"word.{name}.{value}", "")):
        return own
    if field.kind == SEAT:
        return str(names[value])
    if field.kind == SEATS:
        return ", ".join(names[seat] for seat in value)
    if field.kind == FLAG:
        return say("play.yes")
    if field.kind in (CARD, CARDS):
        return cards_text(value)
    return say(f"word.{value}") if isinstance(value, str) else str(value)


def cards_text(value: object) -> str:
    """Cards spaced, groups of them apart, long piles cut to what was laid lately."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {cards_text(inner)}" for name, inner in value.items())
    if not isinstance(value, list):
        return str(value)
    if value and isinstance(value[0], list):
        return " | ".join(cards_text(inner) for inner in value)
    cut = len(value) > 2 * LATELY
    return ("… " if cut else "") + (" ".join(map(cards_text, value[-LATELY:] if cut else value)) or NOTHING)


def table_text(of: Spec, view: View, names: Sequence[str]) -> str:
    """The table as plain text: a line for each seat, then what lies in the middle."""
    seen = drawn(of, view, names, words("en"))
    heads = ["", *(head for head, _ in seen.by_seat)]
    rows = [heads] + [[name, *(texts[seat] for _, texts in seen.by_seat)] for seat, name in enumerate(names)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    lines = [f"{of.title}"] if len(heads) == 1 else [of.title, *(spaced(row, widths) for row in rows)]
    return "\n".join([*lines, *(f"{title}: {text}" for _, title, text in seen.lines)])


def spaced(row: list[str], widths: list[int]) -> str:
    """One line of a table."""
    return "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()

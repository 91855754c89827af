"""A view as text for people: what is meant to be shown, with its label, seats by name.

Which fields those are, and of which kind, is said where a game declares its view; a field for programs is
never shown. The terminal lays out what `drawn` gives; `str(match)` writes it down plainly. What looks
different in one game is said by its `GameDrawing`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Final, NamedTuple, get_type_hints

from reihum.core.kinds import CARD, CARDS, FLAG, NUMBER, PROGRAM, SEAT, SEATS, Field
from reihum.core.types import View
from reihum.words import Words

LATELY: Final = 12  # of a long pile only so many cards are shown
NOTHING: Final = "–"
MORE: Final = "…"


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


def fields_in(types: Sequence[type], view: View) -> dict[str, Field]:
    """The kinds of all fields of a view, which is one of these TypedDicts."""
    return next(found for found in map(fields_of, types) if found.keys() == view.keys())


def drawn(types: Sequence[type], view: View, names: Sequence[str], say: Words) -> Drawn:
    """A view in words; fields that say nothing are left out."""
    by_seat: list[tuple[str, list[str]]] = []
    lines: list[tuple[str, str, str]] = []
    for name, field in fields_in(types, view).items():
        value = view[name]
        if field.kind == PROGRAM or nothing(value):
            continue
        if field.by_seat:
            if not all(nothing(each) or each == 0 for each in value):
                texts = [in_words(name, field, each, names, say) for each in value]
                by_seat.append((say(f"field.{name}"), texts))
        elif field.kind != NUMBER or value:  # none of something need not be said
            lines.append((name, say(f"field.{name}"), in_words(name, field, value, names, say)))
    return Drawn(by_seat, lines)


def nothing(value: object) -> bool:
    """Whether a value need not be shown."""
    return value is None or value is False or value in ("", [], {})


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
    more, cards = lately(value)
    return f"{more} ".lstrip() + (" ".join(map(cards_text, cards)) or NOTHING)


def lately(cards: list[Any]) -> tuple[str, list[Any]]:
    """Of a long pile what was laid lately, with a sign before it that there is more."""
    return (MORE, cards[-LATELY:]) if len(cards) > 2 * LATELY else ("", cards)


def table_text(title: str, seen: Drawn, names: Sequence[str]) -> str:
    """The table as plain text: a line for each seat, then what lies in the middle."""
    heads = ["", *(head for head, _ in seen.by_seat)]
    rows = [heads] + [[name, *(texts[seat] for _, texts in seen.by_seat)] for seat, name in enumerate(names)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    lines = [title] if len(heads) == 1 else [title, *(spaced(row, widths) for row in rows)]
    return "\n".join([*lines, *(f"{label}: {text}" for _, label, text in seen.lines)])


def spaced(row: list[str], widths: list[int]) -> str:
    """One line of a table."""
    return "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()


# -- what looks different in one game -------------------------------------------------------------


class Styled(NamedTuple):
    """A text in a style of the terminal, such as 'bold red'."""

    text: str
    style: str = ""


class Row(NamedTuple):
    """A line of a table: things behind a label, which go on below each other where they do not fit."""

    label: Styled
    items: list[Styled]
    gap: str = " "
    hang: int = 2  # where a second line begins


class GameDrawing:
    """How one game looks in text. A game's `drawing.py` says what is special in it; there may be nothing."""

    topped: ClassVar[frozenset[str]] = frozenset({"pile"})  # fields of which the last card matters most

    def card(self, card: str) -> Styled:
        """A card as people read it, in its colour."""
        return Styled(card)

    def hides(self, name: str, view: View) -> bool:
        """Whether a field says nothing that another does not show."""
        return False

    def table(self, view: View, say: Words) -> list[Row]:
        """The whole table, where it is not drawn like every other; otherwise nothing."""
        return []

    def standing(self, scores: Sequence[int], say: Words) -> str:
        """The score in a sentence, where it is no pad with a line for each round; otherwise ""."""
        return ""

    def price(self, move: str, view: View) -> int:
        """What a legal move costs its player; 0 if nothing."""
        return 0

    def taken(self, move: str, view: View) -> str | None:
        """The card that a legal move takes, if it is known and the move does not name it."""
        return None

    def needless(self, move: str, moves: Sequence[str]) -> bool:
        """Whether a short list does without a move, since another of them does the same at less cost."""
        return False

    def advised(self, move: str, moves: Sequence[str]) -> str:
        """The move to advise: the quick policy's, unless a better one is plain to see."""
        return move

    def reason(self, move: str, view: View, say: Words) -> str:
        """What there is to say of an advised move; "" if nothing."""
        return ""

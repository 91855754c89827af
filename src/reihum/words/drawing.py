"""A view as text for people: every field worth showing, with its label, and seats by name.

Each game declares the fields of its view and their kinds; fields for programs are never shown. `str(match)`
prints what `view_text` returns; the terminal lays out the same fields itself. A game says in its
`GameDrawing` what looks different there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Final, NamedTuple, get_type_hints

from reihum.core.kinds import CARD, CARDS, FLAG, NUMBER, PROGRAM, SEAT, SEATS, Field
from reihum.core.types import View
from reihum.words import Words

RECENT: Final = 12  # how many cards of a long pile are shown
NOTHING: Final = "–"
MORE: Final = "…"


@dataclass(frozen=True)
class ViewText:
    """A view in words: what each seat has, and what lies on the table."""

    by_seat: list[tuple[str, list[str]]]  # a label, and a text for each seat
    lines: list[tuple[str, str, str]]  # the name of a field, its label, and its text


@cache
def fields_of(typed: type) -> dict[str, Field]:
    """The kinds of all fields of a TypedDict."""
    hints = get_type_hints(typed, include_extras=True)
    return {name: next(m for m in hint.__metadata__ if isinstance(m, Field)) for name, hint in hints.items()}


def view_fields(types: Sequence[type], view: View) -> dict[str, Field]:
    """The kinds of all fields of a view whose type is one of these TypedDicts."""
    return next(found for found in map(fields_of, types) if found.keys() == view.keys())


def view_text(types: Sequence[type], view: View, names: Sequence[str], say: Words) -> ViewText:
    """A view in words; empty fields are left out."""
    by_seat: list[tuple[str, list[str]]] = []
    lines: list[tuple[str, str, str]] = []
    for name, field in view_fields(types, view).items():
        value = view[name]
        if field.kind == PROGRAM or is_empty(value):
            continue
        if field.by_seat:
            if not all(is_empty(each) or each == 0 for each in value):
                texts = [value_text(name, field, each, names, say) for each in value]
                by_seat.append((say(f"field.{name}"), texts))
        elif field.kind != NUMBER or value:  # a zero is not worth a line
            lines.append((name, say(f"field.{name}"), value_text(name, field, value, names, say)))
    return ViewText(by_seat, lines)


def is_empty(value: object) -> bool:
    """Whether a value has nothing to show."""
    return value is None or value is False or value in ("", [], {})


def value_text(name: str, field: Field, value: Any, names: Sequence[str], say: Words) -> str:
    """A value as text: the field's own word for it, or whatever suits its kind."""
    if is_empty(value):
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
    """Cards separated by spaces, groups by bars; long piles are cut to the most recent cards."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {cards_text(inner)}" for name, inner in value.items())
    if not isinstance(value, list):
        return str(value)
    if value and isinstance(value[0], list):
        return " | ".join(cards_text(inner) for inner in value)
    more, cards = recent_cards(value)
    return f"{more} ".lstrip() + (" ".join(map(cards_text, cards)) or NOTHING)


def recent_cards(cards: list[Any]) -> tuple[str, list[Any]]:
    """The most recent cards of a long pile, after a sign that there are more."""
    return (MORE, cards[-RECENT:]) if len(cards) > 2 * RECENT else ("", cards)


def table_text(title: str, seen: ViewText, names: Sequence[str]) -> str:
    """The table as plain text: a line for each seat, then what is in the middle."""
    heads = ["", *(head for head, _ in seen.by_seat)]
    rows = [heads] + [[name, *(texts[seat] for _, texts in seen.by_seat)] for seat, name in enumerate(names)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    lines = [title] if len(heads) == 1 else [title, *(row_text(row, widths) for row in rows)]
    return "\n".join([*lines, *(f"{label}: {text}" for _, label, text in seen.lines)])


def row_text(row: list[str], widths: list[int]) -> str:
    """One row of a table."""
    return "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()


# -- what looks different in one game -------------------------------------------------------------


class Styled(NamedTuple):
    """A text in a style of the terminal, such as 'bold red'."""

    text: str
    style: str = ""


class Row(NamedTuple):
    """A label with items after it, wrapped onto further lines where they do not fit."""

    label: Styled
    items: list[Styled]
    gap: str = " "
    hang: int = 2  # by how much further lines are indented


class GameDrawing:
    """How a game looks in text. A game overrides what is special about it in its `drawing.py`."""

    top_card_fields: ClassVar[frozenset[str]] = frozenset({"pile"})  # where the last card matters most

    def card(self, card: str) -> Styled:
        """A card in its colour, as people read it."""
        return Styled(card)

    def hides(self, name: str, view: View) -> bool:
        """Whether a field only repeats what another one shows."""
        return False

    def table(self, view: View, say: Words) -> list[Row]:
        """The whole table if this game draws it in its own way; otherwise no rows."""
        return []

    def standing(self, scores: Sequence[int], say: Words) -> str:
        """The score as a sentence if this game has no score pad with a line per round; otherwise ""."""
        return ""

    def price(self, move: str, view: View) -> int:
        """What a legal move costs the player; 0 if nothing."""
        return 0

    def card_taken(self, move: str, view: View) -> str | None:
        """The card that a legal move takes, if it is known but not named by the move."""
        return None

    def is_needless(self, move: str, moves: Sequence[str]) -> bool:
        """Whether a short list can omit a move because another one does the same more cheaply."""
        return False

    def reason(self, move: str, view: View, say: Words) -> str:
        """Why a move is advised; "" if there is nothing to say."""
        return ""

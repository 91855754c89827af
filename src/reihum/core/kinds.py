"""The kinds of fields in views and events, given once, where a field is declared.

`fines: Annotated[list[int], per_seat(number("penalty chips"))]` gives programs the type, the terminal
the way to show it, and the documentation its description.
"""

from __future__ import annotations

from typing import Final

SEAT: Final = "a seat"
SEATS: Final = "seats"
CARD: Final = "a card"
CARDS: Final = "cards"
NUMBER: Final = "a number"
WORD: Final = "a word"
FLAG: Final = "yes or no"
PROGRAM: Final = "for programs"  # never shown to players as it is
TO_ALL: Final = "everybody hears it"
TO_ONE: Final = "one seat hears it"


class Field:
    """The kind of a field, and its description."""

    def __init__(self, kind: str, about: str, by_seat: bool = False) -> None:
        self.kind = kind
        self.about = about
        self.by_seat = by_seat  # whether it has one entry for each seat

    def __repr__(self) -> str:
        return f"Field({self.kind!r}, {self.about!r}, {self.by_seat})"


def seat(about: str) -> Field:
    """One seat, or null for nobody."""
    return Field(SEAT, about)


def seats(about: str) -> Field:
    """A list of seats."""
    return Field(SEATS, about)


def card(about: str) -> Field:
    """One card, or null for none."""
    return Field(CARD, about)


def cards(about: str) -> Field:
    """A list of cards, or of groups of cards."""
    return Field(CARDS, about)


def number(about: str) -> Field:
    """A number: how many, or which."""
    return Field(NUMBER, about)


def word(about: str) -> Field:
    """One of a few words, translated by the catalogue."""
    return Field(WORD, about)


def flag(about: str) -> Field:
    """Whether something is so."""
    return Field(FLAG, about)


def for_programs(about: str) -> Field:
    """Something for programs, not shown to players as it is."""
    return Field(PROGRAM, about)


def per_seat(of: Field) -> Field:
    """One of these for each seat, in the order of seats."""
    return Field(of.kind, of.about, True)


def to_all(about: str) -> Field:
    """The kind of an event that everybody hears."""
    return Field(TO_ALL, about)


def to_one(about: str) -> Field:
    """The kind of an event that only one seat hears."""
    return Field(TO_ONE, about)

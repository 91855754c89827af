"""A slow way to write an observation, from a view and the fields alone, to compare the fast one with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from importlib import import_module

from reihum.core.observation import Field
from reihum.core.types import View
from reihum.games import spec
from tests.games import deck


class SlowRow:
    """The places of the ones; `of` begins the names of the fields that are being written."""

    def __init__(self, slug: str, fields: list[Field]) -> None:
        self.deck = deck(slug)
        self.kinds = list(self.deck)  # in the order in which observations have them
        self.fields = {field.name: field for field in fields}
        self.of = ""
        self.ones: set[int] = set()

    def size(self, name: str) -> int:
        """How many places a field has."""
        field = self.fields[self.of + name]
        return field.last - field.first + 1

    def one(self, name: str, at: int, holds: bool = True) -> None:
        """A one at a place of a field, if something holds."""
        assert 0 <= at < self.size(name), (name, at)
        if holds:
            place = self.fields[self.of + name].first + at
            assert place not in self.ones, (name, at)
            self.ones.add(place)

    def count(self, name: str, number: int) -> None:
        """As many ones as a number says, and the field has room for."""
        for at in range(min(number, self.size(name))):
            self.one(name, at)

    def cards(self, name: str, cards: Iterable[object]) -> None:
        """Each card of the deck has a place, and equal ones are next to each other."""
        held, at = Counter(cards), 0
        assert self.size(name) == self.deck.total()
        assert held <= self.deck
        for kind in self.kinds:
            for copy in range(held[kind]):
                self.one(name, at + copy)
            at += self.deck[kind]

    def kinds_in(self, name: str, cards: Iterable[object]) -> None:
        """Each kind of card has a place."""
        for kind in set(cards):
            self.one(name, self.kinds.index(kind))

    def unseen(self, *seen: Iterable[object]) -> list[object]:
        """The cards of the deck that are in none of these."""
        there = Counter(card for each in seen for card in each)
        assert there <= self.deck
        return list((self.deck - there).elements())


def slow_places(slug: str, fields: list[Field], view: View) -> list[int]:
    """Where ones stand in the observation of a view."""
    write: Callable[[View, SlowRow], None] = import_module(f"tests.{spec(slug).package}.observed").write
    row = SlowRow(slug, fields)
    write(view, row)
    return sorted(row.ones)

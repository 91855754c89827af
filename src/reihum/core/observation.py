"""What a seat sees as facts, each true or false at a place of its own: for learned players and research.

An observation is a row of zeros and ones. Its layout says what each place means; an observer writes the
places where a one stands. Counts are thermometers: three chips are ones at the first three places of the
field. Fields of the other seats come last, the next seat first, so that a table with fewer seats has a
shorter row that means the same. Behind the observation an observer can write what a move would bring: the
places that `consider` writes belong to a row of their own, which follows that of the largest table.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import Side

MARGIN_SCALE: Final = 256
NO_ADVICE: Final = -1
ADVISED: Final = "the move that the game's policy would make"
ROOM: Final = 640  # more ones than any observation has


class Field:
    """Neighbouring places of an observation that belong together."""

    def __init__(self, name: str, first: int, last: int, meaning: str) -> None:
        self.name = name
        self.first = first
        self.last = last
        self.meaning = meaning

    def __repr__(self) -> str:
        return f"Field({self.name!r}, {self.first}, {self.last}, {self.meaning!r})"


class Layout:
    """Fields, one after the other."""

    def __init__(self, first: i64 = 0) -> None:
        self.fields: list[Field] = []
        self.end: i64 = first  # where the next field begins

    def add(self, name: str, size: i64, meaning: str) -> i64:
        """Another field of so many places; where it begins."""
        first = self.end
        self.end += size
        self.fields.append(Field(name, int(first), int(self.end - 1), meaning))
        return first


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Observer:
    """Reads one seat's side of a game, and the moves it could make there."""

    def __init__(self) -> None:
        self.into = vec[i64]([0] * ROOM)  # the places where a one stands
        self.count: i64 = 0  # how many there are
        self.own_fields: list[Field] = []  # of the table and of the seat itself
        self.seat_fields: list[Field] = []  # of each other seat, counted from where its part begins
        self.after_fields: list[Field] = []  # of a move
        self.common: i64 = 0  # where the part of the next seat begins
        self.block: i64 = 0  # how many places the part of a seat has
        self.size: i64 = 0  # how many places the largest table has, with those of a move
        # How much the margin of this round counts beside the win of the game, MARGIN_SCALE to one. In a long
        # game a single move hardly changes who wins; points show sooner what it is worth.
        self.margin_weight: i64 = 0
        self.lead: i64 = 1  # a difference of standings that counts
        self.advice: i64 = NO_ADVICE  # what the game's policy would do here, if it was asked

    def reads(self, side: Side) -> bool:
        """Whether a learned player decides here by what is observed; otherwise the game's policy does."""
        return True

    def observe(self, side: Side, remembering: bool) -> None:
        """Write what the seat sees; without what it would have to remember, unless it does."""
        raise NotImplementedError

    def consider(self, side: Side, move: i64) -> None:
        """Write what a legal move would bring, after a look at the side by `observe`."""
        raise NotImplementedError

    def candidates(self, side: Side, into: vec[i64]) -> i64:
        """Write the legal moves without those that only a fool would make; how many there are."""
        return side.moves(into)

    def round(self, side: Side) -> i64:
        """Which round this is; what was won or lost in a round is settled at its end."""
        raise NotImplementedError

    def standing(self, side: Side, seat: i64) -> list[int]:
        """What a seat brings into the next round: first how good that is, then what else counts."""
        raise NotImplementedError

    def places(self) -> list[int]:
        """Where the ones stand that were written last."""
        return [int(self.into[i]) for i in range(self.count)]

    # -- writing ----------------------------------------------------------------------------------

    def one(self, place: i64) -> None:
        """A one at this place."""
        self.into[self.count] = place
        self.count += 1

    def flag(self, place: i64, holds: bool) -> None:
        """A one at this place if something holds."""
        if holds:
            self.into[self.count] = place
            self.count += 1

    def thermometer(self, first: i64, number: i64, most: i64) -> None:
        """So many ones, at most as many as the field has places."""
        if number > most:
            number = most
        for i in range(number):
            self.into[self.count] = first + i
            self.count += 1

    def bits(self, first: i64, found: i64) -> None:
        """A one for every bit of a set."""
        place = first
        while found:
            if found & 1:
                self.into[self.count] = place
                self.count += 1
            found >>= 1
            place += 1


def dense(places: list[int], size: int) -> list[int]:
    """An observation as zeros and ones."""
    row = [0] * size
    for place in places:
        row[place] = 1
    return row

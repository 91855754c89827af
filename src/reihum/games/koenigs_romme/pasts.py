"""The pasts that explain the trail of a round of Königs-Rommé (see `knowledge.py`).

If one of two equal cards was dealt and the other was in a stock made of the pile (K8), a card that left a
hand may have been either. A `Past` is one answer to all these questions; until a stock is made there is only
one. It counts the deals that it stands for, so that pasts can be chosen at random with the right weights.

Seats are handled one after the other: what a seat gave up was among the cards that it held, and apart from
equal cards the seats have nothing in common. For each seat we first find what it can have held at every step
(`SeatSteps`), so that no past is followed into a dead end.
"""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from math import factorial
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from reihum.core.dealer import Dealer
from reihum.core.errors import NoWorld
from reihum.games.koenigs_romme.cards import KINDS
from reihum.games.koenigs_romme.knowledge import DREW, begins_stock, card_in, deed_of, seat_of
from reihum.games.koenigs_romme.proofs import Proofs

MOST_PASTS: Final = 200  # if there are more, only some are kept
CHOICES: Final = 4  # how often to try again, keeping more of them, if all led nowhere
FINENESS: Final = 1 << 30  # of a random choice
HELD_BITS: Final = 4  # per source, in a number that says how many cards from each source a seat holds
HELD_MASK: Final = (1 << HELD_BITS) - 1


@final
class Past:
    """Where each card that was given up came from, and what that leaves; source 0 is the deal."""

    def __init__(self, held: vec[i64], hidden: vec[i64]) -> None:
        self.seats: i64 = len(held)
        self.sources: i64 = 1
        self.held = held  # by source, seat: how many of its cards the seat holds unseen
        self.hidden = hidden  # by source, card: how many are still unseen
        self.source_of = vec[i64]()  # for each card given up, seat by seat
        self.ways = 1  # to choose the cards given up from those of their sources
        self.stands_for = 1  # how many deals it stood for when it was kept at random

    def copy(self) -> Past:
        """An independent copy."""
        twin = Past(self.held[:], self.hidden[:])
        twin.seats = self.seats
        twin.sources = self.sources
        twin.source_of = self.source_of[:]
        twin.ways = self.ways
        twin.stands_for = self.stands_for
        return twin

    def deals(self) -> int:
        """How many deals this past allows."""
        deals = self.ways
        for source in range(self.sources):
            unseen: i64 = 0
            for card in range(KINDS):
                unseen += self.hidden[source * KINDS + card]
            deals *= factorial(int(unseen))
        return deals

    def make_stock(self, cards: vec[i64]) -> None:
        """K8: add a source, given how many it has of each card."""
        self.sources += 1
        for card in range(KINDS):
            self.hidden = append(self.hidden, cards[card])
        for _ in range(self.seats):
            self.held = append(self.held, 0)

    def draw(self, seat: i64, source: i64) -> None:
        """A seat draws from a source."""
        self.held[source * self.seats + seat] += 1

    def can_be_from(self, source: i64, seat: i64, card: i64) -> bool:
        """Whether a card that a seat gives up can have come from a source."""
        return self.held[source * self.seats + seat] > 0 and self.hidden[source * KINDS + card] > 0

    def packed_held(self, seat: i64) -> int:
        """How many cards from each source a seat holds unseen, as one number."""
        found = 0
        for source in range(self.sources):
            found |= int(self.held[source * self.seats + seat]) << HELD_BITS * int(source)
        return found

    def leaves_enough(self, card: i64, needs: list[list[int]]) -> bool:
        """Whether enough equal cards are left in the sources of those given up later."""
        for sources in needs:
            left: i64 = 0
            for source in sources:
                left += self.hidden[source * KINDS + card]
            for others in needs:
                if all(source in sources for source in others):
                    left -= 1
            if left < 0:
                return False
        return True

    def give(self, seat: i64, card: i64, source: i64) -> None:
        """A seat gives up a card that came from a source."""
        self.ways *= int(self.held[source * self.seats + seat] * self.hidden[source * KINDS + card])
        self.held[source * self.seats + seat] -= 1
        self.hidden[source * KINDS + card] -= 1
        self.source_of = append(self.source_of, source)


@final
class Pasts:
    """Pasts to choose from at random, weighted by the deals that they stand for."""

    def __init__(self, found: list[Past]) -> None:
        self.found = found
        self.bounds: list[Fraction] = []
        if len(found) > 1:
            total = Fraction(0)
            for past in found:
                total += Fraction(past.deals(), past.stands_for)
                self.bounds.append(total)

    def pick(self, dealer: Dealer) -> Past:
        """One of them at random."""
        if len(self.found) == 1:
            return self.found[0]
        drawn = self.bounds[-1] * int(dealer.below(FINENESS)) / FINENESS
        return self.found[bisect_right(self.bounds, drawn)]


@final
class SeatSteps:
    """What a seat did, and how many cards from each source it can have held before and after each step."""

    def __init__(self, proofs: Proofs, seat: i64, past: Past) -> None:
        self.seat = seat
        self.steps: list[int] = []  # those of this seat
        self.sources: list[int] = []  # for each of them, the latest source at that time
        source = 0
        for i in range(proofs.table.steps):
            if begins_stock(proofs.table, i):
                source += 1
            elif seat_of(proofs.table.trail[i]) == seat:
                self.steps.append(int(proofs.table.trail[i]))
                self.sources.append(source)
        self.held = self._reachable(past)
        for at in range(len(self.steps) - 1, -1, -1):
            self.held[at] = {
                held
                for held in self.held[at]
                if any(way in self.held[at + 1] for way in self._ways(at, held, past))
            }

    def _reachable(self, past: Past) -> list[set[int]]:
        """What it can have held at each step, going by the steps before."""
        held = [{past.packed_held(self.seat)}]
        for at in range(len(self.steps)):
            held.append({way for before in held[at] for way in self._ways(at, before, past)})
        return held

    def _ways(self, at: int, held: int, past: Past) -> list[int]:
        """What it can have held after a step."""
        step = self.steps[at]
        if deed_of(step) == DREW:
            return [held + one_from(self.sources[at])]
        return [
            held - one_from(source)
            for source in range(self.sources[at] + 1)
            if held >> HELD_BITS * source & HELD_MASK and past.hidden[source * KINDS + card_in(step)]
        ]

    def sources_at(self, at: int) -> list[int]:
        """The sources that the card of a step can have come from."""
        return [
            source
            for source in range(self.sources[at] + 1)
            if any(held - one_from(source) in self.held[at + 1] for held in self.held[at])
        ]


def one_from(source: int) -> int:
    """One card from a source, in a number that counts what a seat holds from each."""
    return 1 << HELD_BITS * source


def find_pasts(proofs: Proofs, dealer: Dealer) -> Pasts:
    """All pasts that explain what was seen, or a random selection if there are very many."""
    if not proofs.table.stocks_made:
        return Pasts([only_past(proofs)])
    past = first_past(proofs)
    roads = [SeatSteps(proofs, seat, past) for seat in range(proofs.table.seats) if seat != proofs.observer]
    needs = later_needs(roads)
    most = MOST_PASTS
    for _ in range(CHOICES):
        found = explaining_pasts(past, roads, needs, most, dealer)
        if found:
            return Pasts(found)
        most *= 4  # all that were kept led nowhere
    raise NoWorld("Nothing explains what was seen.")


def only_past(proofs: Proofs) -> Past:
    """The usual case, done quickly: no stock was made, so every card came from the deal."""
    past = Past(proofs.first_held, proofs.unseen())
    past.source_of = vec[i64]([0] * int(proofs.given_total()))
    return past


def first_past(proofs: Proofs) -> Past:
    """The past at the start of the trail, with all stocks that were made later."""
    past = Past(proofs.first_held[:], proofs.first_hidden())
    for i in range(proofs.table.steps):
        if begins_stock(proofs.table, i):
            past.make_stock(proofs.stock_made_at(i))
    return past


def later_needs(roads: list[SeatSteps]) -> list[list[list[int]]]:
    """For each card given up, seat by seat: the sources of equal cards that are given up after it."""
    gifts: list[tuple[int, list[int]]] = []
    for road in roads:
        for at, step in enumerate(road.steps):
            if deed_of(step) != DREW:
                gifts.append((int(card_in(step)), road.sources_at(at)))
    return [[sources for other, sources in gifts[i + 1 :] if other == gifts[i][0]] for i in range(len(gifts))]


def explaining_pasts(
    first: Past, roads: list[SeatSteps], needs: list[list[list[int]]], most: int, dealer: Dealer
) -> list[Past]:
    """Pasts that explain what was seen, not too many; none if all that were kept led nowhere."""
    found = [first.copy()]
    given = 0
    for road in roads:
        for at, step in enumerate(road.steps):
            if deed_of(step) == DREW:
                for past in found:
                    past.draw(road.seat, road.sources[at])
                continue
            found = [
                branch
                for past in found
                for branch in branches(past, step)
                if branch.packed_held(road.seat) in road.held[at + 1]
                and branch.leaves_enough(card_in(step), needs[given])
            ]
            given += 1
            if len(found) > most:
                found = thin_out(found, most, dealer)
    return found


def branches(past: Past, step: i64) -> list[Past]:
    """One past for each source that a card given up can have come from."""
    found: list[Past] = []
    for source in range(past.sources):
        if past.can_be_from(source, seat_of(step), card_in(step)):
            branch = past.copy()
            branch.give(seat_of(step), card_in(step), source)
            found.append(branch)
    return found


def thin_out(found: list[Past], most: int, dealer: Dealer) -> list[Past]:
    """Choose fewer pasts at random, which have equal weights from here on."""
    some = Pasts(found)
    kept = [some.pick(dealer).copy() for _ in range(most // 2)]
    for past in kept:
        past.stands_for = past.deals()
    return kept

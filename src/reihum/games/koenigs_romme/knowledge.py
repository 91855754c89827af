"""What is known of hidden cards in Königs-Rommé: the trail of a round, and the pasts that explain it.

Everybody sees who draws from the stock, and which card is thrown away or laid. A card that goes, and was not
taken from the pile before, had come from some source: the deal with its stock, or a stock that was made of
the pile (K8), of which everybody knows the cards. So every card that goes narrows down what its seat can
still hold, and where the others can be.

Of which source a card was that went is not always plain: if one of two equal cards was dealt and the other
is in the new stock, it may have been either. A `Past` is one answer to all these questions; as long as no
stock was made there is just one. It counts the deals that it stands for, so that pasts can be drawn by lot as
they should.
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
from reihum.games.koenigs_romme.cards import (
    KINDS,
    PACKED,
    Hand,
    add_card,
    cards_of,
    count,
    drop_card,
    hand_at,
    no_cards,
    put_hand,
    size,
    with_card,
)
from reihum.games.koenigs_romme.table import MOST_SEATS, Table

# A step of the trail is one number: the card, one bit above it what was done with it, and above that by whom.
CARD_BITS: Final = 6
CARD_MASK: Final = (1 << CARD_BITS) - 1
SEAT_AT: Final = CARD_BITS + 1
DREW: Final = 0  # from the stock; which card, only the seat itself knows
GAVE: Final = 1  # threw away or laid a card that nobody could prove it had; public
MAKER: Final = MOST_SEATS  # K8: not a seat: this is one of the cards that the new stock is made of; public

MOST_PASTS: Final = 200  # of more, only some are kept
FINENESS: Final = 1 << 30  # of lots


# -- what is seen is noted ------------------------------------------------------------------------


def note_deal(table: Table) -> None:
    """K3: a new round begins without memories."""
    for seat in range(table.seats):
        put_hand(table.taken, seat, no_cards())
    table.made = 0
    table.steps = 0


def note_take(table: Table, seat: i64, card: i64) -> None:
    """K7: everybody sees who takes which card from the pile."""
    add_card(table.taken, seat, card)


def note_draw(table: Table, seat: i64, card: i64) -> None:
    """K7: everybody sees who draws from the stock, and that seat which card."""
    _note(table, seat, DREW, card)


def note_give(table: Table, seat: i64, card: i64) -> None:
    """A card leaves a hand before all eyes: it is crossed out if it was known, else it leaves a trail."""
    if count(hand_at(table.taken, seat), card):
        drop_card(table.taken, seat, card)
    else:
        _note(table, seat, GAVE, card)


def note_stock(table: Table) -> None:
    """K8: everybody knows the cards of the pile, which is about to become the stock."""
    table.made += 1
    for i in range(table.in_pile):
        _note(table, MAKER, DREW, table.pile[i])


def _note(table: Table, seat: i64, deed: i64, card: i64) -> None:
    """One step more."""
    if table.steps == len(table.trail):
        table.trail = append(table.trail, 0)
    table.trail[table.steps] = seat << SEAT_AT | deed << CARD_BITS | card
    table.steps += 1


# -- what a view says of it -----------------------------------------------------------------------


def composed(table: Table) -> Hand:
    """K8: of which cards the stock was made the last time; public."""
    found = no_cards()
    for i in range(table.steps):
        if begins_stock(table, i):
            found = no_cards()
        if seat_of(table.trail[i]) == MAKER:
            found = with_card(found, card_in(table.trail[i]))
    return found


def drew(table: Table, seat: i64) -> Hand:
    """What a seat has drawn from the stock since that was made of the pile (K8); only the seat knows."""
    found = no_cards()
    for i in range(table.steps if table.made else 0):
        step = table.trail[i]
        if begins_stock(table, i):
            found = no_cards()
        elif seat_of(step) == seat and deed_of(step) == DREW:
            found = with_card(found, card_in(step))
    return found


# -- the steps of the trail -----------------------------------------------------------------------


def seat_of(step: i64) -> i64:
    """Whose step it is, or MAKER."""
    return step >> SEAT_AT


def deed_of(step: i64) -> i64:
    """What a seat did: DREW or GAVE."""
    return step >> CARD_BITS & 1


def card_in(step: i64) -> i64:
    """The card that a step is about."""
    return step & CARD_MASK


def begins_stock(table: Table, i: i64) -> bool:
    """Whether a step is the first card of a new stock; before one, somebody has drawn."""
    return seat_of(table.trail[i]) == MAKER and seat_of(table.trail[i - 1]) != MAKER


# -- what an observer can conclude ----------------------------------------------------------------


@final
class Seen:
    """What there is to know about a round with the eyes of an observer, who may be NOBODY."""

    def __init__(self, table: Table, observer: i64) -> None:
        self.table = table
        self.observer = observer
        self.given: i64 = 0  # cards that the others gave up
        # How many cards of the others were hidden when the trail began, which everybody knows
        self.first_held = vec[i64]([0] * int(table.seats))
        for seat in range(table.seats):
            if seat != observer:
                known = size(hand_at(table.taken, seat))
                self.first_held[seat] = size(hand_at(table.hands, seat)) - known
        for i in range(table.steps):
            step = table.trail[i]
            if self.is_others(step) and deed_of(step) == GAVE:
                self.first_held[seat_of(step)] += 1
                self.given += 1
            elif self.is_others(step):
                self.first_held[seat_of(step)] -= 1

    def is_others(self, step: i64) -> bool:
        """Whether a step is something that one of the others did."""
        seat = seat_of(step)
        return seat != MAKER and seat != self.observer

    def unseen(self) -> vec[i64]:
        """How many of each card the observer does not see now: in the stock, and in the hands of others."""
        # There are only two of each card, and two bits to count them: packed hands add up like numbers.
        others = vec[i64]([0] * PACKED)
        table = self.table
        for seat in range(table.seats):
            if seat != self.observer:
                for i in range(PACKED):
                    others[i] += table.hands[PACKED * seat + i] - table.taken[PACKED * seat + i]
        hand = hand_at(others, 0)
        found = vec[i64]([0] * KINDS)
        for card in range(KINDS):
            found[card] = count(hand, card)
        for i in range(table.in_stock):
            found[table.stock[i]] += 1
        return found

    def made_at(self, i: i64) -> vec[i64]:
        """K8: how many of each card are in a stock made at a step, but for what the observer will draw."""
        found = vec[i64]([0] * KINDS)
        trail = self.table.trail
        while i < self.table.steps and seat_of(trail[i]) == MAKER:
            found[card_in(trail[i])] += 1
            i += 1
        while i < self.table.steps and seat_of(trail[i]) != MAKER:
            if seat_of(trail[i]) == self.observer and deed_of(trail[i]) == DREW:
                found[card_in(trail[i])] -= 1
            i += 1
        return found

    def beginning(self) -> Past:
        """How it was when the trail began; what the observer has drawn since does not count as hidden."""
        hidden = self.unseen()
        for i in range(self.table.steps):
            step = self.table.trail[i]
            if self.is_others(step) and deed_of(step) == GAVE:
                hidden[card_in(step)] += 1
            elif begins_stock(self.table, i):
                made = self.made_at(i)
                for card in range(KINDS):
                    hidden[card] -= made[card]
        return Past(self.first_held[:], hidden)

    def true_sources(self) -> list[i64]:
        """For each card that the others gave up, where it really had come from."""
        seats = range(self.table.seats)
        held: list[list[list[i64]]] = [[[] for _ in range(KINDS)] for _ in seats]  # by seat and card
        for seat in seats:
            for card in self._first_hand(seat) if seat != self.observer else []:
                held[seat][card].append(0)
        source: i64 = 0
        found: list[i64] = []
        for i in range(self.table.steps):
            step = self.table.trail[i]
            if begins_stock(self.table, i):
                source += 1
            elif self.is_others(step):
                sources = held[seat_of(step)][card_in(step)]
                if deed_of(step) == DREW:
                    sources.append(source)
                else:
                    found.append(sources.pop())
        return found

    def _first_hand(self, seat: i64) -> list[int]:
        """The hidden cards that a seat held when the trail began."""
        found = cards_of(hand_at(self.table.hands, seat))
        gone = cards_of(hand_at(self.table.taken, seat))
        for i in range(self.table.steps):
            step = self.table.trail[i]
            if seat_of(step) == seat and deed_of(step) == GAVE:
                found.append(int(card_in(step)))
            elif seat_of(step) == seat:
                gone.append(int(card_in(step)))
        for card in gone:
            found.remove(card)
        return found


@final
class Past:
    """Where each card that was given up had come from, and what that leaves; source 0 is the deal."""

    def __init__(self, held: vec[i64], hidden: vec[i64]) -> None:
        self.seats: i64 = len(held)
        self.sources: i64 = 1
        self.held = held  # source by source, how many of its cards each seat holds unseen
        self.hidden = hidden  # source by source, how many of each card are still unseen
        self.source_of = vec[i64]()  # for each card given up
        self.ways = 1  # in which the cards given up can have been among those of their sources
        self.stands_for = 1  # so many deals had been counted when this past was kept by lot

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
        """How many deals come of this past."""
        deals = self.ways
        for source in range(self.sources):
            unseen: i64 = 0
            for card in range(KINDS):
                unseen += self.hidden[source * KINDS + card]
            deals *= factorial(int(unseen))
        return deals

    def make_stock(self, cards: vec[i64]) -> None:
        """K8: a new source, with so many of each card."""
        self.sources += 1
        for card in range(KINDS):
            self.hidden = append(self.hidden, cards[card])
        for _ in range(self.seats):
            self.held = append(self.held, 0)

    def draw(self, seat: i64) -> None:
        """A seat draws from the newest source."""
        self.held[(self.sources - 1) * self.seats + seat] += 1

    def can_be_from(self, source: i64, seat: i64, card: i64) -> bool:
        """Whether a card that a seat gives up can have come from there."""
        return self.held[source * self.seats + seat] > 0 and self.hidden[source * KINDS + card] > 0

    def give(self, seat: i64, card: i64, source: i64) -> None:
        """A seat gives up a card, which had come from there."""
        self.ways *= int(self.held[source * self.seats + seat] * self.hidden[source * KINDS + card])
        self.held[source * self.seats + seat] -= 1
        self.hidden[source * KINDS + card] -= 1
        self.source_of = append(self.source_of, source)


@final
class Pasts:
    """Pasts to be drawn by lot, each as often as the deals that it stands for."""

    def __init__(self, found: list[Past]) -> None:
        self.found = found
        self.bounds: list[Fraction] = []
        if len(found) > 1:
            total = Fraction(0)
            for past in found:
                total += Fraction(past.deals(), past.stands_for)
                self.bounds.append(total)

    def one(self, dealer: Dealer) -> Past:
        """One of them by lot."""
        if len(self.found) == 1:
            return self.found[0]
        lot = self.bounds[-1] * int(dealer.below(FINENESS)) / FINENESS
        return self.found[bisect_right(self.bounds, lot)]


def pasts(seen: Seen, dealer: Dealer) -> Pasts:
    """All pasts that explain what was seen, or a choice if there are very many."""
    if not seen.table.made:
        return Pasts([only_past(seen)])
    found = [seen.beginning()]
    for i in range(seen.table.steps):
        step = seen.table.trail[i]
        if begins_stock(seen.table, i):
            for past in found:
                past.make_stock(seen.made_at(i))
        elif seen.is_others(step) and deed_of(step) == DREW:
            for past in found:
                past.draw(seat_of(step))
        elif seen.is_others(step):
            found = [branch for past in found for branch in branches(past, step)]
            if len(found) > MOST_PASTS:
                found = thinned(found, seen.true_sources(), dealer)
    if not found:
        raise NoWorld("nothing explains what was seen")
    return Pasts(found)


def only_past(seen: Seen) -> Past:
    """The usual case, found quickly: no stock was made, so everything had come from the deal."""
    past = Past(seen.first_held, seen.unseen())
    past.source_of = vec[i64]([0] * int(seen.given))
    return past


def branches(past: Past, step: i64) -> list[Past]:
    """One past for each source that a card given up can have had."""
    found: list[Past] = []
    for source in range(past.sources):
        if past.can_be_from(source, seat_of(step), card_in(step)):
            branch = past.copy()
            branch.give(seat_of(step), card_in(step), source)
            found.append(branch)
    return found


def thinned(found: list[Past], true: list[i64], dealer: Dealer) -> list[Past]:
    """Fewer pasts by lot, which count alike from here on; the true one stays, lest none should be left."""
    lots = Pasts(found)
    kept = [past.copy() for past in found if list(past.source_of) == true[: len(past.source_of)]]
    kept += [lots.one(dealer).copy() for _ in range(MOST_PASTS // 2 - len(kept))]
    for past in kept:
        past.stands_for = past.deals()
    return kept

"""Dealing the cards that a seat has not seen to where they could be, by all that it knows.

Every place for an unseen card (in a hand, in the stock) admits all cards or only those of some mask. Cards
are drawn by lot for the places with a mask and then for the rest; where the lot runs into a dead end, cards
placed before move on to other places that admit them (augmenting paths), so that a deal is found whenever
there is one. That a hand has one of some kinds (`one_of`) is at first left to luck, which is fair to all
deals alike, and made sure of only when luck fails.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NOBODY
from reihum.core.dealer import Dealer, shuffle
from reihum.core.packing import all_of, count_of, of_value
from reihum.games.yoyo.cards import CARDS, COLOURS, DECK, DECK_SIZE, colour_of, number_of
from reihum.games.yoyo.knowledge import Knowledge, kinds_in

LUCKY_TRIES: Final = 16
CHOICES: Final = 64  # one bit a seat

# Where one of two equal cards was shuffled back, only one of them can be in the stock; the other is marked.
NOT_IN_STOCK: Final = 1 << 7
CARD: Final = NOT_IN_STOCK - 1

# Masks by number, three colours each.
ANY: Final = 0
UNMOVED: Final = 1  # what all hands held at the reshuffle
RECYCLED: Final = 2  # what went into the stock then
ONE_OF: Final = 3  # + seat
ONE_OF_UNMOVED: Final = 9  # + seat
MASKS: Final = 15


@final
@mypyc_attr(acyclic=True)
class Deal:
    """One deal of the unseen cards; what it finds is in `hands` and `stock`."""

    def __init__(self, seat: i64, knows: Knowledge, held: vec[i64], left: i64, drawer: i64) -> None:
        self.seat = seat
        self.seats = knows.seats
        self.knows = knows
        self.held = held
        self.left = left  # how many cards the stock has
        self.drawer = drawer  # whose `one_of` is the card just drawn, so none that came from another hand
        self.pool = vec[i64]([0] * DECK_SIZE)  # the unseen cards
        self.unseen: i64 = 0
        self.place_of = vec[i64]([0] * DECK_SIZE)  # by card of the pool
        self.tried = vec[i64]([0] * DECK_SIZE)  # by card of the pool: in which search
        self.owner = vec[i64]([0] * DECK_SIZE)  # by place: a seat, or `seats` for the stock
        self.mask = vec[i64]([0] * DECK_SIZE)  # by place
        self.places: i64 = 0
        self.masks = vec[i64]([0] * (MASKS * COLOURS))
        self.hands = vec[i64]([0] * (self.seats * COLOURS))
        self.stock = vec[i64]([0] * DECK_SIZE)
        for colour in range(COLOURS):
            unmoved = kinds_in(knows.in_hands[colour])
            self.masks[ANY * COLOURS + colour] = -1
            self.masks[UNMOVED * COLOURS + colour] = unmoved
            self.masks[RECYCLED * COLOURS + colour] = kinds_in(knows.recycled[colour])
            for other in range(self.seats):
                one_of = knows.one_of[other * COLOURS + colour]
                self.masks[(ONE_OF + other) * COLOURS + colour] = one_of
                self.masks[(ONE_OF_UNMOVED + other) * COLOURS + colour] = one_of & unmoved

    def find(self, seen: vec[i64], dealer: Dealer) -> None:
        """Deal all cards but those in `seen` (packed, by colour) and those known to be in a hand."""
        self._gather(seen)
        for attempt in range(LUCKY_TRIES + CHOICES):
            sure = attempt >= LUCKY_TRIES
            self._lay_out(sure, attempt)
            shuffle(self.pool, self.unseen, dealer)
            if self._fill():
                self._hand_out(dealer)
                if sure or self._facts_hold():
                    return
        raise AssertionError("no deal fits what is known")

    def _gather(self, seen: vec[i64]) -> None:
        rest = DECK[:]
        for colour in range(COLOURS):
            rest[colour] -= seen[colour]
            for other in range(self.seats):
                rest[colour] -= self._known(other, colour)
        for i in range(DECK_SIZE):
            colour = colour_of(CARDS[i])
            number = number_of(CARDS[i])
            count = count_of(rest[colour], number)
            if count:
                second = count == 2 and count_of(self.knows.recycled[colour], number) == 1
                self.pool[self.unseen] = CARDS[i] | (NOT_IN_STOCK if second else 0)
                self.unseen += 1
                rest[colour] -= of_value(number, 1)

    def _known(self, other: i64, colour: i64) -> i64:
        if self.seat == NOBODY or self.seat == other:
            return 0
        return self.knows.known[self.knows.place(self.seat, other) + colour]

    def _known_within(self, other: i64, mask: i64) -> i64:
        """How many cards known to be in a hand a mask admits."""
        count: i64 = 0
        for colour in range(COLOURS):
            cards = self._known(other, colour) & self.masks[mask * COLOURS + colour]
            while cards:
                count += cards & 3
                cards >>= 2
        return count

    # -- places -----------------------------------------------------------------------------------

    def _lay_out(self, sure: bool, choice: i64) -> None:
        """All places; if `sure`, one for each `one_of`; `choice`: is that an unmoved card, by seat."""
        self.places = 0
        for other in range(self.seats):
            if other != self.seat:
                self._lay_out_hand(other, sure, (choice >> other) & 1 == 1)
        kept: i64 = RECYCLED if self.knows.knows_stock() else ANY
        self._add(self.seats, kept, self.left)

    def _lay_out_hand(self, other: i64, sure: bool, among: bool) -> None:
        rest = self.held[other] - self._known_within(other, ANY)
        unmoved = max(0, self.knows.unmoved[other] - self._known_within(other, UNMOVED))
        only_place = rest == unmoved + 1 and self._never_unmoved(other)  # then there is nothing to bias
        if (sure or only_place) and self._fact_open(other):
            if not only_place and unmoved > 0 and (among or unmoved == rest):
                unmoved -= 1
                self._add(other, ONE_OF_UNMOVED + other, 1)
            else:
                self._add(other, ONE_OF + other, 1)
            rest -= 1
        self._add(other, UNMOVED, unmoved)
        self._add(other, ANY, rest - unmoved)

    def _fact_open(self, other: i64) -> bool:
        """Whether a hand must have one of some kinds, and no known card is the one."""
        at = other * COLOURS
        if self.knows.one_of[at] | self.knows.one_of[at + 1] | self.knows.one_of[at + 2] == 0:
            return False
        return other == self.drawer or self._known_within(other, ONE_OF + other) == 0

    def _never_unmoved(self, other: i64) -> bool:
        """Whether none of the kinds of which a hand has one was in a hand at the reshuffle."""
        at = (ONE_OF_UNMOVED + other) * COLOURS
        return self.masks[at] | self.masks[at + 1] | self.masks[at + 2] == 0

    def _add(self, owner: i64, mask: i64, count: i64) -> None:
        for _ in range(count):
            self.owner[self.places] = owner
            self.mask[self.places] = mask
            self.places += 1

    # -- filling them -----------------------------------------------------------------------------

    def _fill(self) -> bool:
        """Find a card for every place, those with a mask first."""
        for i in range(self.unseen):
            self.place_of[i] = NOBODY
            self.tried[i] = NOBODY
        for place in range(self.places):
            if self.mask[place] != ANY and not self._settle(place, place):
                return False
        free: i64 = 0
        for place in range(self.places):
            if self.mask[place] == ANY:
                while self.place_of[free] != NOBODY:
                    free += 1
                self.place_of[free] = place
        return True

    def _settle(self, place: i64, search: i64) -> bool:
        """A free card for a place, or one whose own place can do with another."""
        for i in range(self.unseen):
            if self.place_of[i] == NOBODY and self._admits(place, i):
                self.place_of[i] = place
                return True
        for i in range(self.unseen):
            if self.tried[i] != search and self._admits(place, i):
                self.tried[i] = search
                if self._settle(self.place_of[i], search):
                    self.place_of[i] = place
                    return True
        return False

    def _admits(self, place: i64, i: i64) -> bool:
        mask = self.mask[place]
        if mask == RECYCLED and self.pool[i] >= NOT_IN_STOCK:
            return False
        card = self.pool[i] & CARD
        return self.masks[mask * COLOURS + colour_of(card)] & all_of(number_of(card)) != 0

    def _hand_out(self, dealer: Dealer) -> None:
        """Put the cards where they belong, beside those that are known."""
        for other in range(self.seats):
            for colour in range(COLOURS):
                self.hands[other * COLOURS + colour] = self._known(other, colour)
        stocked: i64 = 0
        for i in range(self.unseen):
            if self.place_of[i] == NOBODY:
                continue  # a set-up position may lack cards; they are nowhere
            owner = self.owner[self.place_of[i]]
            card = self.pool[i] & CARD
            if owner == self.seats:
                self.stock[stocked] = card
                stocked += 1
            else:
                self.hands[owner * COLOURS + colour_of(card)] += of_value(number_of(card), 1)
        shuffle(self.stock, stocked, dealer)

    def _facts_hold(self) -> bool:
        """Whether luck has given every hand its `one_of`."""
        for other in range(self.seats):
            if other != self.seat and self._fact_open(other):
                found: i64 = 0
                for colour in range(COLOURS):
                    dealt = self.hands[other * COLOURS + colour] - self._known(other, colour)
                    found |= dealt & self.knows.one_of[other * COLOURS + colour]
                if found == 0:
                    return False
        return True

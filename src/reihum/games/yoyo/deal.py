"""The hidden cards of YoYo, the places where they can be, and what must be true of them together.

Every unseen card is marked with where it may have been at the last reshuffle: in a hand, in the stock, or
either. Every place for such a card, in a hand or in the stock, admits some kinds and one of these marks.
`worlds.py` deals the cards there.

Which part of a hand is `Hidden` from an observer depends on what everybody can prove of it, and on the cards
that this observer has given to it.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NOBODY, bit
from reihum.core.dealer import Dealer, shuffle
from reihum.core.hidden import Places
from reihum.core.packing import all_of, count_of, lowest, of_value
from reihum.games.yoyo.cards import (
    ALL,
    BLUE,
    COLOURS,
    DECK_SIZE,
    PACKED_DECK,
    RED,
    YELLOW,
    add_card,
    card_with,
    colour_of,
    number_of,
)
from reihum.games.yoyo.knowledge import Knowledge
from reihum.games.yoyo.proofs import ANYWHERE, EARLY, FROM_STOCK, GIVER, IN_HANDS, SOMEBODY, Proofs, entry_at
from reihum.games.yoyo.table import DRAWN, Table

# A hidden card is the card, above that its mark, and above that seat + 1 if it is pinned to a hand:
MARK_AT: Final = 7
PIN_AT: Final = 9
CARD_MASK: Final = (1 << MARK_AT) - 1
LATEST: Final = (SOMEBODY + 1) * GIVER  # one more trait of a tracked card: it is the last of its hand


@final
@mypyc_attr(acyclic=True)
class Hidden:
    """The part of a hand that is hidden from an observer, who may know some of its cards."""

    def __init__(self, proofs: Proofs, holder: i64, held: i64) -> None:
        at = holder * COLOURS
        self.proofs = proofs
        self.holder = holder
        self.rest = held - proofs.tracked_cards(holder)  # cards that are not tracked
        self.unmoved = proofs.unmoved[holder]  # how many of them were in hands at the reshuffle
        self.recognized: i64 = 0  # the set of entries that are known cards
        # whether there is a `one_of` that is not one of the known cards
        self.wanting = proofs.one_of[at + BLUE] | proofs.one_of[at + RED] | proofs.one_of[at + YELLOW] != 0

    def is_hidden(self, entry: i64) -> bool:
        """Whether a tracked card is not one of the known cards."""
        return self.recognized & bit(entry) == 0

    def recognize(self, observer: i64, card: i64) -> None:
        """Note a card that the observer has given: it is one of those tracked, or one of the rest."""
        colour = colour_of(card)
        kind = all_of(number_of(card))
        entry = self._entry_of(observer, colour, kind)
        if entry:
            self.recognized |= bit(entry)
        else:
            self.rest -= 1
            if self.unmoved and self.proofs.in_hands[colour] & kind:
                self.unmoved -= 1

    def settle_one_of(self, observer: i64, cards: list[int]) -> None:
        """See whether one of the cards that the observer has given can be the `one_of`; before any is noted.

        Which of them is which of those tracked may not be clear. If there are just as many as certainly came
        from the observer, they are these; otherwise some may be blurred ones, or of the rest.
        """
        certain: i64 = 0
        for entry in range(1, self.proofs.tracked_cards(self.holder) + 1):
            if self.proofs.giver_of(self.holder, entry) == observer + 1:
                certain += 1
        for card in cards:
            colour = colour_of(card)
            kind = all_of(number_of(card))
            is_one = self.proofs.one_of[self.holder * COLOURS + colour] & kind != 0
            if is_one and self._may_be_early(observer, colour, kind, len(cards) == certain):
                self.wanting = False

    def _may_be_early(self, observer: i64, colour: i64, kind: i64, all_certain: bool) -> bool:
        """Whether a card that the observer has given may have been in the hand when `one_of` was seen."""
        if not all_certain and self.rest > 0:
            return True
        for entry in range(1, self.proofs.tracked_cards(self.holder) + 1):
            early = self.proofs.traits_of(self.holder, entry) & EARLY != 0
            possible = not all_certain or self.proofs.giver_of(self.holder, entry) == observer + 1
            if early and possible and self._can_be(entry, colour, kind):
                return True
        return False

    def _entry_of(self, observer: i64, colour: i64, kind: i64) -> i64:
        """The entry of a card given by the observer, or 0 if it is one of the rest."""
        found: i64 = 0
        for entry in range(1, self.proofs.tracked_cards(self.holder) + 1):
            if self._can_be(entry, colour, kind):
                giver = self.proofs.giver_of(self.holder, entry)
                if giver == observer + 1:
                    return entry
                if giver == SOMEBODY or (found == 0 and self.rest == 0):
                    found = entry
        return found

    def choices(self, card: int) -> int:
        """How many of the tracked cards could be this known card."""
        count = 0
        for entry in range(1, self.proofs.tracked_cards(self.holder) + 1):
            if self._can_be(entry, colour_of(card), all_of(number_of(card))):
                count += 1
        return count

    def _can_be(self, entry: i64, colour: i64, kind: i64) -> bool:
        """Whether a tracked card is hidden and can be of this kind."""
        return self.is_hidden(entry) and self.proofs.can_be(self.holder, entry, colour, kind)


def hidden_from(observer: i64, proofs: Proofs, holder: i64, held: i64) -> Hidden:
    """The part of a hand of `held` cards that is hidden from an observer (or NOBODY)."""
    hidden = Hidden(proofs, holder, held)
    known: list[int] = []
    for colour in range(COLOURS):
        cards = proofs.known_to(observer, holder, colour)
        while cards:
            known.append(int(card_with(colour, lowest(cards))))
            cards -= of_value(lowest(cards), 1)
    if hidden.wanting:
        hidden.settle_one_of(observer, known)
    while known:
        card = min(known, key=hidden.choices)  # the fewest choices first, or others might take them all
        known.remove(card)
        hidden.recognize(observer, card)
    return hidden


@final
@mypyc_attr(acyclic=True)
class Deal(Places):
    """The unseen cards at places where they can be; those that a set-up lacks come last."""

    def __init__(self, truth: Table, seat: i64, knows: Knowledge) -> None:
        super().__init__(DECK_SIZE)
        self.truth = truth
        self.seat = seat
        self.seats = truth.seats
        self.knows = knows
        self.proofs = knows.proofs()
        self.others: list[Hidden] = []
        self.wanting: i64 = 0  # the set of seats whose `one_of` is not a known card
        for other in range(truth.seats):
            if other != seat:
                hidden = hidden_from(seat, self.proofs, other, truth.held[other])
                self.others.append(hidden)
                if hidden.wanting:
                    self.wanting |= bit(other)
        self.restricted = False  # whether it is known of any card where it was
        # The places: first the choosy ones, then those that admit only one mark, then the others.
        self.places: i64 = 0
        room = vec[i64]([0] * DECK_SIZE)
        self.choosy: i64 = 0
        self.marked: i64 = 0
        self.mixed: i64 = 0  # all later places are in the stock
        self.owner = room[:]  # a seat, or `seats` for the stock, or one more for the cards under it
        self.traits = room[:]
        self.within = vec[i64]([0] * (DECK_SIZE * COLOURS))  # the kinds that each place admits
        self.most = room[:]  # how many of all cards it admits

    # -- the unseen cards -------------------------------------------------------------------------

    def gather_cards(self) -> None:
        """Collect all cards but those on the pile, in the observer's own hand, and known in other hands."""
        pile = vec[i64]([0] * COLOURS)
        for i in range(self.truth.in_pile):
            add_card(pile, 0, self.truth.pile[i])
        for colour in range(COLOURS):
            shown = pile[colour]
            for other in range(self.seats):
                shown += self.proofs.known_to(self.seat, other, colour)
            rest = PACKED_DECK[colour] - shown
            if self.seat != NOBODY:
                rest -= self.truth.hands[self.seat * COLOURS + colour]
            while rest:
                number = lowest(rest)
                self._add_cards(colour, number, count_of(rest, number), count_of(shown, number))
                rest &= ~all_of(number)

    def _add_cards(self, colour: i64, number: i64, unseen: i64, shown: i64) -> None:
        """Add equal unseen cards; `shown` more are on the pile or known in hands."""
        outside = self.knows.given_away_count(self.seat, colour, number) - shown
        for i in range(unseen):
            mark = self.knows.origin(colour, number, i, unseen)
            if i >= unseen - outside:
                mark &= ~FROM_STOCK
            if mark != ANYWHERE:
                self.restricted = True
            self.cards[self.total] = card_with(colour, number) | mark << MARK_AT
            self.total += 1

    # -- places -----------------------------------------------------------------------------------

    def lay_out_places(self) -> None:
        """Lay out all places for unseen cards."""
        self._add_tracked(False)
        self.choosy = self.places
        for place in range(self.places):
            self.most[place] = self._admitted_count(place)
        for hidden in self.others:
            self._add_rest(hidden.holder, hidden.unmoved, IN_HANDS | EARLY)
        under = self.knows.under
        above = self.truth.in_stock - under
        if self.restricted:
            self._add_stock(self.seats, above, FROM_STOCK)
        self.marked = self.places
        self._add_tracked(True)
        for hidden in self.others:
            self._add_rest(hidden.holder, hidden.rest - hidden.unmoved, ANYWHERE | EARLY)
        self._add_stock(self.seats + 1, under, ANYWHERE)
        self.mixed = self.places
        if not self.restricted:
            self._add_stock(self.seats, above, ANYWHERE)

    def _add_tracked(self, from_anywhere: bool) -> None:
        """Add places for tracked cards: those that admit any mark, or the others."""
        for hidden in self.others:
            last = self.proofs.tracked_cards(hidden.holder)
            for entry in range(1, last + 1):
                traits = self.proofs.traits_of(hidden.holder, entry)
                if entry == last:
                    traits |= LATEST
                if (traits & ANYWHERE == ANYWHERE) == from_anywhere and hidden.is_hidden(entry):
                    self._add_place(hidden.holder, traits, entry)

    def _add_rest(self, other: i64, count: i64, traits: i64) -> None:
        """Add places for cards of a hand that are not tracked."""
        for _ in range(count):
            self._add_place(other, traits, 0)

    def _add_stock(self, owner: i64, count: i64, traits: i64) -> None:
        """Add places in the stock, or under it."""
        for _ in range(count):
            for colour in range(COLOURS):
                self.within[self.places * COLOURS + colour] = ALL
            self.owner[self.places] = owner
            self.traits[self.places] = traits
            self.places += 1

    def _add_place(self, owner: i64, traits: i64, entry: i64) -> None:
        """Add a place for a tracked card, or for one of the rest."""
        at = entry_at(owner, entry)
        for colour in range(COLOURS):
            self.within[self.places * COLOURS + colour] = self.proofs.entries[at + colour]
        self.owner[self.places] = owner
        self.traits[self.places] = traits
        self.places += 1

    def admits(self, place: i64, card: i64) -> bool:
        """Whether a card can be at a place; a pinned card only where it is the `one_of` of its hand."""
        if card >> PIN_AT and not self._serves(place, card >> PIN_AT):
            return False
        if place >= self.places:
            return True
        mark = self.traits[place] & ANYWHERE
        return (mark == ANYWHERE or card >> MARK_AT & mark != 0) and self.is_within(place, card)

    def _serves(self, place: i64, pin: i64) -> bool:
        """Whether a card at a place can be the `one_of` of the hand that it is pinned to."""
        return place < self.places and self.owner[place] == pin - 1 and self.traits[place] & EARLY != 0

    def is_within(self, place: i64, card: i64) -> bool:
        """Whether a card is of the kinds that a place admits."""
        card &= CARD_MASK
        return self.within[place * COLOURS + colour_of(card)] & all_of(number_of(card)) != 0

    def _admitted_count(self, place: i64) -> i64:
        """How many cards can be at a place."""
        count: i64 = 0
        for i in range(self.total):
            if self.admits(place, self.cards[i]):
                count += 1
        return count

    # -- what must be true of more than one place -------------------------------------------------

    def violations(self) -> i64:
        """How many hands lack their `one_of`."""
        wanting = self.wanting
        if wanting:
            for place in range(self.places):
                if self.traits[place] & EARLY:  # no card of the stock is early
                    owner = self.owner[place]
                    if wanting & bit(owner) and self.is_one_of(owner, self.cards[place]):
                        wanting &= ~bit(owner)
        count: i64 = 0
        while wanting:
            wanting &= wanting - 1
            count += 1
        return count

    def is_one_of(self, hand: i64, card: i64) -> bool:
        """Whether a card can be the `one_of` of a hand."""
        card &= CARD_MASK
        return self.proofs.one_of[hand * COLOURS + colour_of(card)] & all_of(number_of(card)) != 0

    # -- the world --------------------------------------------------------------------------------

    def put_into(self, world: Table, dealer: Dealer) -> None:
        """Set the hands and the stock of a world as dealt here; known cards stay where they are."""
        for hidden in self.others:
            for colour in range(COLOURS):
                known = self.proofs.known_to(self.seat, hidden.holder, colour)
                world.hands[hidden.holder * COLOURS + colour] = known
        stock = vec[i64]([0] * DECK_SIZE)
        under: i64 = 0
        above: i64 = 0
        for place in range(self.places):
            card = self.cards[place] & CARD_MASK
            owner = self.owner[place]
            if owner == self.seats:
                stock[above] = card
                above += 1
            elif owner > self.seats:
                world.stock[under] = card
                under += 1
            else:
                add_card(world.hands, owner, card)
                if world.phase == DRAWN and owner == world.current and self.traits[place] & LATEST:
                    world.drawn = card
        shuffle(stock, above, dealer)
        for i in range(above):
            world.stock[under + i] = stock[i]

"""The hidden cards of YoYo, the places where they can be, and what must be true of them together.

Every unseen card is marked with where it may have been at the last reshuffle: in a hand, in the stock, or
either. Every place for such a card, in a hand or in the stock, admits some kinds and one of these marks.
`worlds.py` deals the cards there.

Which part of a hand is `Hidden` from an observer depends on what everybody can prove of it, and on the cards
that this observer has given to it. Such a card is at an entry that may have come from the observer. If more
entries than cards may have, it is not clear which of them are hidden, and they are merged.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NOBODY, bit
from reihum.core.dealer import Dealer, shuffle
from reihum.core.hidden import Places
from reihum.core.packing import all_of, count_of, lowest, size_of
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
    kinds_in,
    number_of,
)
from reihum.games.yoyo.knowledge import Knowledge
from reihum.games.yoyo.proofs import (
    ANYWHERE,
    EARLY,
    ENTRY_LENGTH,
    FROM_STOCK,
    GIVER,
    IN_HANDS,
    SURE,
    TRAITS,
    Proofs,
    entry_at,
)
from reihum.games.yoyo.table import DRAWN, Table

# A hidden card is the card, above that its mark, and above that seat + 1 if it is pinned to a hand:
MARK_AT: Final = 7
PIN_AT: Final = 9
CARD_MASK: Final = (1 << MARK_AT) - 1
LATEST: Final = SURE * 2  # one more trait of a tracked card: it is the last of its hand


@final
@mypyc_attr(acyclic=True)
class Hidden:
    """The part of a hand that is hidden from an observer (or NOBODY), who may know some of its cards."""

    def __init__(self, observer: i64, proofs: Proofs, holder: i64, held: i64) -> None:
        at = holder * COLOURS
        self.proofs = proofs
        self.holder = holder
        self.tracked = proofs.tracked_cards(holder)
        self.rest = held - self.tracked  # cards that are not tracked
        self.unmoved = proofs.unmoved[holder]  # how many of them were in hands at the reshuffle
        self.set_aside: i64 = 0  # the set of entries that are known cards, or merged
        # Where it is not clear which entries are known cards, they are merged: how many cards are left of
        # them, and what each of these can be.
        self.merged: i64 = 0
        self.entry = vec[i64]([0] * ENTRY_LENGTH)
        # whether there is a `one_of` that is not one of the known cards
        self.wanting = proofs.one_of[at + BLUE] | proofs.one_of[at + RED] | proofs.one_of[at + YELLOW] != 0
        self.known = vec[i64]([0] * COLOURS)  # packed, by colour: what the observer has given
        for colour in range(COLOURS):
            self.known[colour] = proofs.known_to(observer, holder, colour)
        if self.known[BLUE] | self.known[RED] | self.known[YELLOW]:
            self._recognize(bit(observer) * GIVER)

    def is_hidden(self, entry: i64) -> bool:
        """Whether a tracked card is hidden, and has not been merged with others."""
        return self.set_aside & bit(entry) == 0

    def _recognize(self, giver: i64) -> None:
        """Find the known cards among the others: all of them came from the observer."""
        count = size_of(self.known[BLUE]) + size_of(self.known[RED]) + size_of(self.known[YELLOW])
        possible: i64 = 0  # the entries that may be known cards, the rest among them
        for entry in range(self.tracked + 1):
            traits = self.proofs.traits_of(self.holder, entry)
            if traits & giver and traits & SURE:
                self.set_aside |= bit(entry)
                count -= 1
            elif traits & giver and (entry or self.rest) and self._may_be(entry, ALL, ALL, ALL):
                possible |= bit(entry)
        if count == 0:
            possible = 0
        if self.wanting and self._may_be_one_of(self.set_aside | possible):
            self.wanting = False
        self._merge(possible, count)

    def _may_be(self, entry: i64, blue: i64, red: i64, yellow: i64) -> bool:
        """Whether an entry can be one of the known cards within these masks."""
        return (
            self.proofs.can_be(self.holder, entry, BLUE, kinds_in(self.known[BLUE] & blue))
            or self.proofs.can_be(self.holder, entry, RED, kinds_in(self.known[RED] & red))
            or self.proofs.can_be(self.holder, entry, YELLOW, kinds_in(self.known[YELLOW] & yellow))
        )

    def _may_be_one_of(self, possible: i64) -> bool:
        """Whether a known card that is one of these entries may have been there when `one_of` was seen."""
        at = self.holder * COLOURS
        wanted = self.proofs.one_of
        for entry in range(self.tracked + 1):
            early = entry == 0 or self.proofs.traits_of(self.holder, entry) & EARLY != 0
            is_one = self._may_be(entry, wanted[at + BLUE], wanted[at + RED], wanted[at + YELLOW])
            if possible & bit(entry) and early and is_one:
                return True
        return False

    def _merge(self, possible: i64, count: i64) -> None:
        """Set aside `count` known cards, each of which may be any of these entries.

        Of entries that are alike, no more than `count` are known cards, so the others stay. Those that may be
        known cards are merged: what is left of them can be whatever any of them could be.
        """
        for entry in range(1, self.tracked + 1):
            if possible & bit(entry) and self._alike_before(possible, entry) < count:
                self.set_aside |= bit(entry)
                self._add_to_merged(entry, self.proofs.traits_of(self.holder, entry))
        if possible & bit(0):
            in_hands = IN_HANDS if self.unmoved == self.rest else ANYWHERE
            of_rest = min(count, self.rest)
            for _ in range(of_rest):
                self._add_to_merged(0, in_hands | EARLY)
            self.rest -= of_rest
            self.unmoved = min(self.rest, self.unmoved - min(self.unmoved, of_rest, self._known_in_hands()))
        self.merged -= count

    def _alike_before(self, possible: i64, entry: i64) -> i64:
        """How many of these entries before this one are just like it."""
        count: i64 = 0
        for other in range(1, entry):
            if possible & bit(other) and self.proofs.are_alike(self.holder, other, entry):
                count += 1
        return count

    def _add_to_merged(self, entry: i64, traits: i64) -> None:
        """Merge an entry with others."""
        at = entry_at(self.holder, entry)
        for colour in range(COLOURS):
            self.entry[colour] |= self.proofs.entries[at + colour]
        self.entry[TRAITS] |= traits
        self.merged += 1

    def _known_in_hands(self) -> i64:
        """How many of the known cards may be `unmoved`."""
        count: i64 = 0
        if self.unmoved == 0:
            return 0  # perhaps there was no reshuffle
        for colour in range(COLOURS):
            count += size_of(self.known[colour] & kinds_in(self.proofs.in_hands[colour]))
        return count


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
                hidden = Hidden(seat, self.proofs, other, truth.held[other])
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
            for entry in range(1, hidden.tracked + 1):
                traits = self.proofs.traits_of(hidden.holder, entry)
                if entry == hidden.tracked:
                    traits |= LATEST
                if (traits & ANYWHERE == ANYWHERE) == from_anywhere and hidden.is_hidden(entry):
                    self._add_place(
                        hidden.holder, traits, self.proofs.entries, entry_at(hidden.holder, entry)
                    )
            traits = hidden.entry[TRAITS]
            if (traits & ANYWHERE == ANYWHERE) == from_anywhere:
                for _ in range(hidden.merged):
                    self._add_place(hidden.holder, traits, hidden.entry, 0)

    def _add_rest(self, other: i64, count: i64, traits: i64) -> None:
        """Add places for cards of a hand that are not tracked."""
        for _ in range(count):
            self._add_place(other, traits, self.proofs.entries, entry_at(other, 0))

    def _add_stock(self, owner: i64, count: i64, traits: i64) -> None:
        """Add places in the stock, or under it."""
        for _ in range(count):
            for colour in range(COLOURS):
                self.within[self.places * COLOURS + colour] = ALL
            self.owner[self.places] = owner
            self.traits[self.places] = traits
            self.places += 1

    def _add_place(self, owner: i64, traits: i64, entries: vec[i64], at: i64) -> None:
        """Add a place for a card of a hand, which is within an entry."""
        for colour in range(COLOURS):
            self.within[self.places * COLOURS + colour] = entries[at + colour]
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

"""Dealing the cards of YoYo that a seat has not seen to where they could be, all such deals equally likely.

Every unseen card is marked with where it can have been at the latest reshuffle: in a hand, in the stock, or
either. Every place for such a card, in a hand or in the stock, admits some kinds and one of these marks.

At first it is left to luck. Cards are drawn by lot for the places that only some cards can fill; where others
have left fewer cards to choose from than there were, a try counts so much less often, which makes all deals
equally likely. The other places get what is left, and the try fails if that is not what the hand can have, or
if no card is of the kinds of which there must be one (`one_of`).

When luck fails too often, a deal is made sure of: cards placed before move on to other places that admit them
(augmenting paths), so that a deal is found whenever there is one. Then cards change places by lot.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NO_CARD, NOBODY, bit, buffer
from reihum.core.dealer import Dealer, shuffle
from reihum.core.errors import NoWorld
from reihum.core.packing import all_of, count_of, lowest
from reihum.games.yoyo.cards import ALL, COLOURS, DECK, DECK_SIZE, add_card, card_with, colour_of, number_of
from reihum.games.yoyo.knowledge import Hidden, Knowledge, hidden_from
from reihum.games.yoyo.lots import ANYWHERE, EARLY, FROM_STOCK, GIVER, IN_HANDS, SOMEBODY, lot_at
from reihum.games.yoyo.table import DRAWN, SLIDING, Table

LUCKY_TRIES: Final = 64
SWAPS: Final = 12  # for every place in a hand, when a deal was made sure of

MARK_AT: Final = 7  # a card of the pool is the card, and above that its mark
CARD_MASK: Final = (1 << MARK_AT) - 1
NOWHERE: Final = -1  # the place of a card: a set-up position may lack some
EMPTY: Final = -1  # the card at a place
LATEST: Final = (SOMEBODY + 1) * GIVER  # beside the traits of a lot: it is the last of its hand


def deal_unseen(truth: Table, world: Table, seat: i64, dealer: Dealer) -> None:
    """Deal anew, into `world`, what `seat` does not see of the truth."""
    world.knows = truth.knows.seen_by(seat)
    deal = Deal(truth, seat, world.knows)
    deal.gather_cards()
    deal.lay_out_places()
    if not dealt_by_luck(deal, dealer) and not dealt_for_sure(deal, dealer):
        raise NoWorld("no deal of the unseen cards fits what this seat knows")
    deal.put_into(world, dealer)
    if truth.phase == SLIDING:
        choose_anew(world, seat, dealer)


def dealt_by_luck(deal: Deal, dealer: Dealer) -> bool:
    """Deal by lot alone until it fits; whether it did."""
    for _ in range(LUCKY_TRIES):
        deal.clear()
        if deal.dealt_by_lot(dealer) and deal.facts_hold():
            return True
    return False


def dealt_for_sure(deal: Deal, dealer: Dealer) -> bool:
    """Find any deal, whichever cards the `one_of` of the hands are, and mix it; whether there is one."""
    shuffle(deal.pool, deal.unseen, dealer)
    for choice in range(deal.choices()):
        deal.clear()
        if deal.pinned(choice) and deal.matched():
            deal.mix(dealer)
            return True
    return False


def choose_anew(world: Table, seat: i64, dealer: Dealer) -> None:
    """Y20: any card for whoever else has chosen one."""
    cards = buffer()
    for other in range(world.seats):
        if other != seat and world.slid[other] != NO_CARD:
            world.slid[other] = cards[dealer.below(world.different_cards(other, cards))]


@final
@mypyc_attr(acyclic=True)
class Deal:
    """The unseen cards, the places where they could be, and which card is dealt to which place."""

    def __init__(self, truth: Table, seat: i64, knows: Knowledge) -> None:
        self.truth = truth
        self.seat = seat
        self.seats = truth.seats
        self.knows = knows
        self.lots = knows.hands()
        self.others: list[Hidden] = []
        self.wanting: i64 = 0  # set of seats whose `one_of` is not a known card
        for other in range(truth.seats):
            if other != seat:
                hidden = hidden_from(seat, self.lots, other, truth.held[other])
                self.others.append(hidden)
                if hidden.wanting:
                    self.wanting |= bit(other)
        room = vec[i64]([0] * DECK_SIZE)  # a number for each card, or for each place
        # The unseen cards.
        self.pool = room[:]
        self.unseen: i64 = 0
        self.restricted = False  # whether any of them cannot have been just anywhere
        self.place_of = room[:]
        self.tried = room[:]  # in which search for a place
        self.must_have = vec[i64]([NOBODY] * DECK_SIZE)  # the seat that must have it for its `one_of`
        self.found = room[:]  # cards to choose from
        # The places: first the choosy ones, then those that admit one mark only, then the others.
        self.places: i64 = 0
        self.choosy: i64 = 0
        self.marked: i64 = 0
        self.owner = room[:]  # a seat; `seats` is the stock, one more is under the stock
        self.traits = room[:]
        self.within = vec[i64]([0] * (DECK_SIZE * COLOURS))  # the kinds that it admits
        self.most = room[:]  # so many cards of the pool it admits
        self.card_at = room[:]  # as a place in the pool

    # -- the unseen cards -------------------------------------------------------------------------

    def gather_cards(self) -> None:
        """All cards but those on the pile, in the own hand, and known in others."""
        pile = vec[i64]([0] * COLOURS)
        for i in range(self.truth.in_pile):
            add_card(pile, 0, self.truth.pile[i])
        for colour in range(COLOURS):
            shown = pile[colour]
            for other in range(self.seats):
                shown += self.lots.known_to(self.seat, other, colour)
            rest = DECK[colour] - shown
            if self.seat != NOBODY:
                rest -= self.truth.hands[self.seat * COLOURS + colour]
            while rest:
                number = lowest(rest)
                self._add_cards(colour, number, count_of(rest, number), count_of(shown, number))
                rest &= ~all_of(number)

    def _add_cards(self, colour: i64, number: i64, unseen: i64, shown: i64) -> None:
        """So many equal unseen cards; others of them are shown on the pile, or known in hands."""
        outside = self.knows.given_away(self.seat, colour, number) - shown
        for i in range(unseen):
            mark = self.knows.origin(colour, number, i, unseen)
            if i >= unseen - outside:
                mark &= ~FROM_STOCK
            if mark != ANYWHERE:
                self.restricted = True
            self.pool[self.unseen] = card_with(colour, number) | mark << MARK_AT
            self.unseen += 1

    # -- places -----------------------------------------------------------------------------------

    def lay_out_places(self) -> None:
        """All places for unseen cards."""
        self._add_lots(False)
        self.choosy = self.places
        for place in range(self.places):
            self.most[place] = self._admitted(place)
        for hidden in self.others:
            self._add_rest(hidden.holder, hidden.unmoved, IN_HANDS | EARLY)
        under = self.knows.under
        above = self.truth.in_stock - under
        if self.restricted:
            self._add_stock(self.seats, above, FROM_STOCK)
        self.marked = self.places
        self._add_lots(True)
        for hidden in self.others:
            self._add_rest(hidden.holder, hidden.rest - hidden.unmoved, ANYWHERE | EARLY)
        self._add_stock(self.seats + 1, under, ANYWHERE)
        if not self.restricted:
            self._add_stock(self.seats, above, ANYWHERE)

    def _add_lots(self, from_anywhere: bool) -> None:
        """Cards that are told apart: those for which any mark will do, or the others."""
        for hidden in self.others:
            last = self.lots.lots_of(hidden.holder)
            for lot in range(1, last + 1):
                traits = self.lots.traits_of(hidden.holder, lot)
                if lot == last:
                    traits |= LATEST
                if (traits & ANYWHERE == ANYWHERE) == from_anywhere and hidden.is_hidden(lot):
                    self._add(hidden.holder, traits, lot)

    def _add_rest(self, other: i64, count: i64, traits: i64) -> None:
        """So many cards of a hand that are not told apart."""
        for _ in range(count):
            self._add(other, traits, 0)

    def _add_stock(self, owner: i64, count: i64, traits: i64) -> None:
        """So many cards of the stock, or under it."""
        for _ in range(count):
            for colour in range(COLOURS):
                self.within[self.places * COLOURS + colour] = ALL
            self.owner[self.places] = owner
            self.traits[self.places] = traits
            self.places += 1

    def _add(self, owner: i64, traits: i64, lot: i64) -> None:
        """A place for a card of a lot, or of the rest."""
        at = lot_at(owner, lot)
        for colour in range(COLOURS):
            self.within[self.places * COLOURS + colour] = self.lots.lots[at + colour]
        self.owner[self.places] = owner
        self.traits[self.places] = traits
        self.places += 1

    def _admits(self, place: i64, i: i64) -> bool:
        """Whether a card of the pool can be at a place."""
        mark = self.traits[place] & ANYWHERE
        return (mark == ANYWHERE or self.pool[i] >> MARK_AT & mark != 0) and self._is_within(place, i)

    def _is_within(self, place: i64, i: i64) -> bool:
        """Whether a card of the pool is of the kinds that a place admits."""
        card = self.pool[i] & CARD_MASK
        return self.within[place * COLOURS + colour_of(card)] & all_of(number_of(card)) != 0

    def _admitted(self, place: i64) -> i64:
        """How many cards of the pool can be at a place."""
        count: i64 = 0
        for i in range(self.unseen):
            if self._admits(place, i):
                count += 1
        return count

    def clear(self) -> None:
        """Take all cards back."""
        for i in range(self.unseen):
            self.place_of[i] = NOWHERE
            self.tried[i] = NOWHERE
        for place in range(self.places):
            self.card_at[place] = EMPTY

    def _put(self, i: i64, place: i64) -> None:
        """A card of the pool goes to a place."""
        self.place_of[i] = place
        self.card_at[place] = i

    # -- by luck ----------------------------------------------------------------------------------

    def dealt_by_lot(self, dealer: Dealer) -> bool:
        """Deal by lot; whether every place got a card that it admits, and the try counts."""
        for place in range(self.choosy):
            if self.most[place] == 0:
                return False
            chosen = dealer.below(self.most[place])
            for i in range(self.unseen):
                if self.place_of[i] == NOWHERE and self._admits(place, i):
                    if chosen == 0:
                        self._put(i, place)
                        break
                    chosen -= 1
            if self.card_at[place] == EMPTY:
                return False
        begin = self.choosy
        while begin < self.marked:
            end = begin
            while end < self.marked and self.traits[end] == self.traits[begin]:
                end += 1
            if not self._fill(begin, end, self.traits[begin] & ANYWHERE, dealer):
                return False
            begin = end
        return self._fill(self.marked, self.places, ANYWHERE, dealer)

    def _fill(self, begin: i64, end: i64, mark: i64, dealer: Dealer) -> bool:
        """Fill some places with free cards of a mark, by lot."""
        free: i64 = 0
        most: i64 = 0  # so many would be free if no choosy place had taken one that could have been spared
        for i in range(self.unseen):
            if self.pool[i] >> MARK_AT & mark or mark == ANYWHERE:
                most += 1
                if self.place_of[i] == NOWHERE:
                    self.found[free] = i
                    free += 1
        for place in range(begin):
            if self.traits[place] & ANYWHERE == mark:
                most -= 1
        shuffle(self.found, free, dealer)
        for place in range(begin, end):
            if free == 0 or (mark != ANYWHERE and free < most and dealer.below(most) >= free):
                return False
            free -= 1
            most -= 1
            if not self._is_within(place, self.found[free]):
                return False
            self._put(self.found[free], place)
        return True

    def facts_hold(self) -> bool:
        """Whether every hand has its `one_of`."""
        if self.wanting == 0:
            return True
        having: i64 = 0
        for place in range(self.places):
            i = self.card_at[place]
            if self.traits[place] & EARLY and self._is_one_of(place, i):  # no card of the stock is early
                having |= bit(self.owner[place])
        return self.wanting & ~having == 0

    def _is_one_of(self, place: i64, i: i64) -> bool:
        """Whether a card of the pool is the `one_of` of the hand that has the place."""
        card = self.pool[i] & CARD_MASK
        one_of = self.lots.one_of[self.owner[place] * COLOURS + colour_of(card)]
        return one_of & all_of(number_of(card)) != 0

    # -- when luck fails --------------------------------------------------------------------------

    def choices(self) -> i64:
        """In how many ways every hand could be given its `one_of`."""
        product: i64 = 1
        for other in range(self.seats):
            if self.wanting & bit(other):
                product *= self._candidates(other)
        return product

    def _candidates(self, other: i64) -> i64:
        """Gather the cards of the pool that could be the `one_of` of a hand; how many there are."""
        count: i64 = 0
        for i in range(self.unseen):
            card = self.pool[i] & CARD_MASK
            if self.lots.one_of[other * COLOURS + colour_of(card)] & all_of(number_of(card)):
                self.found[count] = i
                count += 1
        return count

    def pinned(self, choice: i64) -> bool:
        """Put a card for its `one_of` into every hand that must have one; whether each can be there."""
        for i in range(self.unseen):
            self.must_have[i] = NOBODY
        for other in range(self.seats):
            if self.wanting & bit(other):
                count = self._candidates(other)
                i = self.found[choice % count]
                choice //= count
                if self.must_have[i] != NOBODY:
                    return False
                self.must_have[i] = other
                for place in range(self.places):
                    if self._could_go(place, i):
                        self._put(i, place)
                        break
                if self.place_of[i] == NOWHERE:
                    return False
        return True

    def matched(self) -> bool:
        """Find a card for every place that is still empty; whether there is one."""
        for place in range(self.places):
            if self.card_at[place] == EMPTY and not self._settle(place, place):
                return False
        return True

    def _settle(self, place: i64, search: i64) -> bool:
        """A free card for a place, or one whose own place can do with another."""
        for i in range(self.unseen):
            if self.place_of[i] == NOWHERE and self._could_go(place, i):
                self._put(i, place)
                return True
        for i in range(self.unseen):
            if self.tried[i] != search and self._could_go(place, i):
                self.tried[i] = search
                if self._settle(self.place_of[i], search):
                    self._put(i, place)
                    return True
        return False

    def _could_go(self, place: i64, i: i64) -> bool:
        """Whether a place admits a card, and it is one that the hand must have if any must."""
        owner = self.must_have[i]
        if owner != NOBODY and (self.owner[place] != owner or not self.traits[place] & EARLY):
            return False
        return self._admits(place, i)

    def mix(self, dealer: Dealer) -> None:
        """Let cards change places by lot, as long as everything that is known stays true."""
        count: i64 = 0
        for place in range(self.places):
            if self.owner[place] != self.seats:
                self.found[count] = place
                count += 1
        for _ in range(SWAPS * count):
            here = self.found[dealer.below(count)]
            mine = self.card_at[here]
            other = dealer.below(self.unseen)
            there = self.place_of[other]
            if not self._admits(here, other) or (there != NOWHERE and not self._admits(there, mine)):
                continue
            self._swap(here, mine, there, other)
            if not self.facts_hold():
                self._swap(here, other, there, mine)

    def _swap(self, here: i64, mine: i64, there: i64, other: i64) -> None:
        """The card here goes there, and the other one comes."""
        self.place_of[mine] = there
        if there != NOWHERE:
            self.card_at[there] = mine
        self._put(other, here)

    # -- the world --------------------------------------------------------------------------------

    def put_into(self, world: Table, dealer: Dealer) -> None:
        """Hands and stock as they are dealt here; the cards that are known stay where they are."""
        for hidden in self.others:
            for colour in range(COLOURS):
                known = self.lots.known_to(self.seat, hidden.holder, colour)
                world.hands[hidden.holder * COLOURS + colour] = known
        under: i64 = 0
        above: i64 = 0
        for place in range(self.places):
            card = self.pool[self.card_at[place]] & CARD_MASK
            owner = self.owner[place]
            if owner == self.seats:
                self.found[above] = card
                above += 1
            elif owner > self.seats:
                world.stock[under] = card
                under += 1
            else:
                add_card(world.hands, owner, card)
                if world.phase == DRAWN and owner == world.at and self.traits[place] & LATEST:
                    world.drawn = card
        shuffle(self.found, above, dealer)
        for i in range(above):
            world.stock[under + i] = self.found[i]

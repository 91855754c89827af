"""Dealing the cards that a seat has not seen to where they could be, all such deals being equally likely.

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

from reihum.core.contract import NOBODY
from reihum.core.dealer import Dealer, shuffle
from reihum.core.errors import NoWorld
from reihum.core.packing import all_of, count_of, lowest, of_value
from reihum.games.yoyo.cards import COLOURS, DECK, DECK_SIZE, colour_of, number_of
from reihum.games.yoyo.knowledge import Knowledge
from reihum.games.yoyo.lots import (
    ANYWHERE,
    EARLY,
    FROM_STOCK,
    GIVER,
    HAND,
    IN_HANDS,
    LOT,
    SOMEBODY,
    TRAITS,
)

LUCKY_TRIES: Final = 64
SWAPS: Final = 12  # for every place in a hand, when a deal was made sure of

MARK: Final = 7  # a card of the pool is card | mark << MARK
CARD: Final = (1 << MARK) - 1
NOWHERE: Final = -1  # the place of a card: a set-up position may lack some
EMPTY: Final = -1  # the card at a place
LATEST: Final = 1 << 10  # a trait of a place: the last card of its hand that is told apart


@final
@mypyc_attr(acyclic=True)
class Deal:
    """One deal of the unseen cards; what it finds is in `hands`, `stock` and `drawn`."""

    def __init__(self, seat: i64, knows: Knowledge, held: vec[i64], left: i64) -> None:
        self.seat = seat
        self.seats = knows.seats
        self.knows = knows
        self.lots = knows.hands()
        self.held = held
        self.left = left  # how many cards the stock has
        self.hands = vec[i64]([0] * (self.seats * COLOURS))
        self.stock = vec[i64]([0] * DECK_SIZE)
        self.drawn = vec[i64]([0] * self.seats)  # the last card that is told apart
        # The unseen cards.
        self.pool = vec[i64]([0] * DECK_SIZE)
        self.unseen: i64 = 0
        self.place_of = vec[i64]([0] * DECK_SIZE)
        self.tried = vec[i64]([0] * DECK_SIZE)  # in which search for a place
        self.must_have = vec[i64]([NOBODY] * DECK_SIZE)  # the seat that must have it for its `one_of`
        self.found = vec[i64]([0] * DECK_SIZE)  # cards to choose from
        # The places: first the choosy ones, then those that admit one mark only, then the others.
        self.places: i64 = 0
        self.choosy: i64 = 0
        self.marked: i64 = 0
        self.owner = vec[i64]([0] * DECK_SIZE)  # a seat; `seats` is the stock, one more is under the stock
        self.traits = vec[i64]([0] * DECK_SIZE)
        self.within = vec[i64]([0] * (DECK_SIZE * COLOURS))  # the kinds that it admits
        self.most = vec[i64]([0] * DECK_SIZE)  # so many cards of the pool it admits
        self.card_at = vec[i64]([0] * DECK_SIZE)  # as a place in the pool
        # The hands.
        self.rest = vec[i64]([0] * self.seats)  # unknown cards that are not told apart
        self.unmoved = vec[i64]([0] * self.seats)  # so many of them were in hands at the reshuffle
        self.filled = vec[i64]([0] * self.seats)  # bits: lots that are known cards
        self.wanting: i64 = 0  # bits: seats whose `one_of` is not a known card

    def find(self, pile: vec[i64], hand: vec[i64], dealer: Dealer) -> None:
        """Deal all cards but those on the pile, in the own hand (packed, by colour), and known in others."""
        for other in range(self.seats):
            if other != self.seat:
                self._place_known(other)
        restricted = self._gather(pile, hand)
        self._lay_out(restricted)
        if not self._by_luck(dealer):
            shuffle(self.pool, self.unseen, dealer)
            self._make_sure()
            self._mix(dealer)
        self._hand_out(dealer)

    # -- the unseen cards -------------------------------------------------------------------------

    def _gather(self, pile: vec[i64], hand: vec[i64]) -> bool:
        """Fill the pool; whether any of its cards cannot have been just anywhere."""
        restricted = False
        for colour in range(COLOURS):
            rest = DECK[colour] - pile[colour] - hand[colour]
            known: i64 = 0
            for other in range(self.seats):
                known += self._known(other, colour)
            rest -= known
            while rest:
                number = lowest(rest)
                unseen = count_of(rest, number)
                outside = self._outside(colour, number) - count_of(pile[colour] + known, number)
                for i in range(unseen):
                    mark = self._mark(colour, number, i, unseen)
                    if i >= unseen - outside:
                        mark &= ~FROM_STOCK
                    restricted = restricted or mark != ANYWHERE
                    self.pool[self.unseen] = colour << 5 | number | mark << MARK
                    self.unseen += 1
                rest &= ~all_of(number)
        return restricted

    def _mark(self, colour: i64, number: i64, copy: i64, unseen: i64) -> i64:
        """Where one of so many equal unseen cards can have been at the reshuffle."""
        if not self.knows.knows_stock():
            return ANYWHERE
        recycled = count_of(self.knows.recycled[colour], number)
        in_hands = count_of(self.knows.in_hands[colour], number)
        if recycled and in_hands and unseen == 1:
            return ANYWHERE  # nobody can tell which of the two this is
        return FROM_STOCK if copy < recycled else IN_HANDS

    def _outside(self, colour: i64, number: i64) -> i64:
        """How many equal cards the seat has held and given away."""
        if self.seat == NOBODY:
            return 0
        return count_of(self.knows.outside[self.seat * COLOURS + colour], number)

    def _known(self, other: i64, colour: i64) -> i64:
        """What the seat knows to be in another hand."""
        if self.seat == NOBODY or self.seat == other:
            return 0
        return self.lots.known[self.lots.place(self.seat, other) + colour]

    # -- places -----------------------------------------------------------------------------------

    def _place_known(self, other: i64) -> None:
        """Find out which of the cards of a hand are those that the seat knows."""
        lots = self.lots
        one_of = other * COLOURS
        self.rest[other] = self.held[other] - lots.lots_of(other)
        self.unmoved[other] = lots.unmoved[other]
        if lots.one_of[one_of] | lots.one_of[one_of + 1] | lots.one_of[one_of + 2]:
            self.wanting |= bit(other)
        known: list[int] = []
        for colour in range(COLOURS):
            cards = self._known(other, colour)
            self.hands[one_of + colour] = cards
            while cards:
                known.append(int(colour << 5 | lowest(cards)))
                cards -= of_value(lowest(cards), 1)
        while known:
            self._place_one_known(other, known.pop(self._least_free(other, known)))

    def _least_free(self, other: i64, known: list[int]) -> int:
        """Which of several known cards could be the fewest of those told apart, lest it lose its place."""
        best = 0
        fewest: i64 = 1 << 20
        for place, card in enumerate(known):
            choices: i64 = 0
            for lot in range(1, self.lots.lots_of(other) + 1):
                at = other * HAND + lot * LOT + colour_of(card)
                if not self.filled[other] & bit(lot) and self.lots.lots[at] & all_of(number_of(card)):
                    choices += 1
            if choices < fewest:
                fewest = choices
                best = place
        return best

    def _place_one_known(self, other: i64, card: i64) -> None:
        """One card that the seat knows: it is one of those told apart, or one of the rest."""
        lots = self.lots
        colour = colour_of(card)
        kind = all_of(number_of(card))
        lot = self._lot_of_known(other, colour, kind)
        if lot:
            self.filled[other] |= bit(lot)
        else:
            self.rest[other] -= 1
            if self.unmoved[other] and lots.in_hands[colour] & kind:
                self.unmoved[other] -= 1
        early = lot == 0 or lots.lots[other * HAND + lot * LOT + TRAITS] & EARLY != 0
        if early and lots.one_of[other * COLOURS + colour] & kind:
            self.wanting &= ~bit(other)

    def _lot_of_known(self, other: i64, colour: i64, kind: i64) -> i64:
        """The card told apart that is a card given by the seat, or 0 if that is one of the rest."""
        found: i64 = 0
        for lot in range(1, self.lots.lots_of(other) + 1):
            at = other * HAND + lot * LOT
            giver = self.lots.lots[at + TRAITS] // GIVER
            if self.filled[other] & bit(lot) or not self.lots.lots[at + colour] & kind:
                continue
            if giver == self.seat + 1:
                return lot
            if giver == SOMEBODY or (found == 0 and self.rest[other] == 0):
                found = lot
        return found

    def _lay_out(self, restricted: bool) -> None:
        """All places for unseen cards."""
        self._add_lots(False)
        self.choosy = self.places
        for place in range(self.places):
            self.most[place] = self._admitted(place)
        for other in range(self.seats):
            if other != self.seat:
                self._add_rest(other, self.unmoved[other], IN_HANDS | EARLY)
        under = self.knows.under
        if restricted:
            self._add_stock(self.seats, self.left - under, FROM_STOCK)
        self.marked = self.places
        self._add_lots(True)
        for other in range(self.seats):
            if other != self.seat:
                self._add_rest(other, self.rest[other] - self.unmoved[other], ANYWHERE | EARLY)
        self._add_stock(self.seats + 1, under, ANYWHERE)
        if not restricted:
            self._add_stock(self.seats, self.left - under, ANYWHERE)

    def _add_lots(self, from_anywhere: bool) -> None:
        """Cards that are told apart: those for which any mark will do, or the others."""
        for other in range(self.seats):
            if other == self.seat:
                continue
            for lot in range(1, self.lots.lots_of(other) + 1):
                at = other * HAND + lot * LOT
                traits = self.lots.lots[at + TRAITS]
                if lot == self.lots.lots_of(other):
                    traits |= LATEST
                if (traits & ANYWHERE == ANYWHERE) == from_anywhere and not self.filled[other] & bit(lot):
                    self._add(other, traits, at)

    def _add_rest(self, other: i64, count: i64, traits: i64) -> None:
        for _ in range(count):
            self._add(other, traits, other * HAND)

    def _add_stock(self, owner: i64, count: i64, traits: i64) -> None:
        for _ in range(count):
            for colour in range(COLOURS):
                self.within[self.places * COLOURS + colour] = -1
            self.owner[self.places] = owner
            self.traits[self.places] = traits
            self.places += 1

    def _add(self, owner: i64, traits: i64, lot: i64) -> None:
        for colour in range(COLOURS):
            self.within[self.places * COLOURS + colour] = self.lots.lots[lot + colour]
        self.owner[self.places] = owner
        self.traits[self.places] = traits
        self.places += 1

    def _admits(self, place: i64, i: i64) -> bool:
        """Whether a card of the pool can be at a place."""
        mark = self.traits[place] & ANYWHERE
        return (mark == ANYWHERE or self.pool[i] >> MARK & mark != 0) and self._is_within(place, i)

    def _is_within(self, place: i64, i: i64) -> bool:
        card = self.pool[i] & CARD
        return self.within[place * COLOURS + colour_of(card)] & all_of(number_of(card)) != 0

    def _admitted(self, place: i64) -> i64:
        """How many cards of the pool can be at a place."""
        count: i64 = 0
        for i in range(self.unseen):
            if self._admits(place, i):
                count += 1
        return count

    # -- by luck ----------------------------------------------------------------------------------

    def _by_luck(self, dealer: Dealer) -> bool:
        """Try to deal by lot alone."""
        for _ in range(LUCKY_TRIES):
            self._clear()
            if self._try(dealer) and self._facts_hold():
                return True
        return False

    def _clear(self) -> None:
        for i in range(self.unseen):
            self.place_of[i] = NOWHERE
            self.tried[i] = NOWHERE
        for place in range(self.places):
            self.card_at[place] = EMPTY

    def _put(self, i: i64, place: i64) -> None:
        self.place_of[i] = place
        self.card_at[place] = i

    def _try(self, dealer: Dealer) -> bool:
        for place in range(self.choosy):
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
            if self.pool[i] >> MARK & mark or mark == ANYWHERE:
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

    def _facts_hold(self) -> bool:
        """Whether every hand has its `one_of`."""
        if self.wanting == 0:
            return True
        having: i64 = 0
        for place in range(self.places):
            i = self.card_at[place]
            if self.owner[place] < self.seats and self.traits[place] & EARLY and self._is_one_of(place, i):
                having |= bit(self.owner[place])
        return self.wanting & ~having == 0

    def _is_one_of(self, place: i64, i: i64) -> bool:
        card = self.pool[i] & CARD
        one_of = self.lots.one_of[self.owner[place] * COLOURS + colour_of(card)]
        return one_of & all_of(number_of(card)) != 0

    # -- when luck fails --------------------------------------------------------------------------

    def _make_sure(self) -> None:
        """Find any deal: for every `one_of` try each card that could be it."""
        for choice in range(self._choices()):
            if self._pin(choice) and self._match():
                return
        raise NoWorld("no deal of the unseen cards fits what this seat knows")

    def _choices(self) -> i64:
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
            card = self.pool[i] & CARD
            if self.lots.one_of[other * COLOURS + colour_of(card)] & all_of(number_of(card)):
                self.found[count] = i
                count += 1
        return count

    def _pin(self, choice: i64) -> bool:
        """Say which card every hand must have for its `one_of`, and put it there, if it can be there."""
        self._clear()
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

    def _match(self) -> bool:
        """Find a card for every place."""
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
        pinned = self.must_have[i]
        if pinned != NOBODY and (self.owner[place] != pinned or not self.traits[place] & EARLY):
            return False
        return self._admits(place, i)

    def _mix(self, dealer: Dealer) -> None:
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
            if not self._facts_hold():
                self._swap(here, other, there, mine)

    def _swap(self, here: i64, mine: i64, there: i64, other: i64) -> None:
        """The card here goes there, and the other one comes."""
        self.place_of[mine] = there
        if there != NOWHERE:
            self.card_at[there] = mine
        self._put(other, here)

    # -- the result -------------------------------------------------------------------------------

    def _hand_out(self, dealer: Dealer) -> None:
        """Put the cards where they belong, beside those that are known."""
        under: i64 = 0
        above: i64 = 0
        for place in range(self.places):
            card = self.pool[self.card_at[place]] & CARD
            owner = self.owner[place]
            if owner == self.seats:
                self.found[above] = card
                above += 1
            elif owner > self.seats:
                self.stock[under] = card
                under += 1
            else:
                self.hands[owner * COLOURS + colour_of(card)] += of_value(number_of(card), 1)
                if self.traits[place] & LATEST:
                    self.drawn[owner] = card
        shuffle(self.found, above, dealer)
        for i in range(above):
            self.stock[under + i] = self.found[i]


def bit(number: i64) -> i64:
    """A mask of one bit."""
    one: i64 = 1
    return one << number

"""Dealing the cards of Königs-Rommé that a seat has not seen: each deal that can be, as often as any other.

A deal that can be explains the whole trail of the round (see `knowledge.py`) and leaves nobody who has laid
anything more to lay (K14a). Cards taken from the pile stay where everybody saw them go (K7).
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from reihum.core.contract import NO_CARD, NOBODY
from reihum.core.dealer import Dealer, shuffle
from reihum.core.errors import NoWorld
from reihum.games.koenigs_romme.cards import (
    DECK_SIZE,
    KINDS,
    KING,
    PACKED,
    add_card,
    count,
    drop_card,
    hand_at,
    hand_points,
    no_cards,
    put_hand,
    with_card,
)
from reihum.games.koenigs_romme.knowledge import (
    DREW,
    Past,
    Pasts,
    Seen,
    begins_stock,
    card_in,
    deed_of,
    pasts,
    seat_of,
)
from reihum.games.koenigs_romme.melds import leftover
from reihum.games.koenigs_romme.table import DONE, Table

ALL_AT_ONCE: Final = 500  # so often it is tried to deal all hidden cards at once
CARD_BY_CARD: Final = 20  # and then so often to those who have laid card by card
SWEEPS: Final = 5  # over their cards; the last time it hardly matters what was dealt the first time
ROOM: Final = KING + 1  # K3, K7: no hand has more cards


def deal_unseen(truth: Table, world: Table, seat: i64, dealer: Dealer) -> None:
    """Deal anew, into `world`, what `seat` does not see of the truth."""
    if truth.phase == DONE:  # K15: the hands were counted openly
        shuffle(world.stock, world.in_stock, dealer)
        return
    seen = Seen(truth, seat)
    found = pasts(seen, dealer)
    deal = Deal(seen)
    if not dealt_at_once(deal, found, dealer) and not dealt_card_by_card(deal, found, dealer):
        raise NoWorld("no deal of the hidden cards fits what was seen")
    deal.put_into(world, dealer)


def dealt_at_once(deal: Deal, found: Pasts, dealer: Dealer) -> bool:
    """Deal everything until it fits; whether it did."""
    for _ in range(ALL_AT_ONCE):
        deal.lay_out(found.one(dealer), dealer)
        if deal.counts(dealer) and deal.nobody_can_lay():
            return True
    return False


def dealt_card_by_card(deal: Deal, found: Pasts, dealer: Dealer) -> bool:
    """Deal everything, and exchange cards of those who have laid until it fits; whether it did."""
    for _ in range(CARD_BY_CARD):
        deal.lay_out(found.one(dealer), dealer)
        if deal.mended(dealer):
            return True
    return False


@final
class Deal:
    """One way in which the hidden cards can lie: all places they have been in, and a card for each.

    The places are numbered: first those of the hands when the trail began, seat by seat, then one for each
    card that one of the others drew, last those of the stock.
    """

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self.truth = seen.table
        self.drawn: i64 = 0  # the first place of a card that was drawn
        for seat in range(self.truth.seats):
            self.drawn += seen.first_held[seat]
        self.stock = self.drawn  # the first place in the stock
        for i in range(self.truth.steps):
            step = self.truth.trail[i]
            if seen.is_others(step) and deed_of(step) == DREW:
                self.stock += 1
        places = int(self.stock + self.truth.in_stock)
        self.card = vec[i64]([NO_CARD] * places)
        self.source = vec[i64]([0] * places)
        self.held = vec[i64]([0] * (ROOM * int(self.truth.seats)))  # the places that each seat still has
        self.holds = vec[i64]([0] * int(self.truth.seats))  # and how many these are
        self.unseen = vec[i64]([0] * DECK_SIZE)  # room for cards to be dealt
        self.hands = vec[i64]([0] * (PACKED * int(self.truth.seats)))  # and for hands on the way

    def lay_out(self, past: Past, dealer: Dealer) -> None:
        """Deal by lot: what was given up as this past has it, then all cards that are still unseen."""
        for place in range(len(self.card)):
            self.card[place] = NO_CARD
        self._walk(past, dealer)
        for source in range(past.sources):
            self._fill(past, source, dealer)

    def _walk(self, past: Past, dealer: Dealer) -> None:
        """Follow the trail: who held which places, and in which of them each card was that was given up."""
        place: i64 = 0
        for seat in range(self.truth.seats):
            self.holds[seat] = 0
            for _ in range(self.seen.first_held[seat]):
                self._hold(seat, place, 0)
                place += 1
        source: i64 = 0
        given: i64 = 0
        for i in range(self.truth.steps):
            step = self.truth.trail[i]
            if begins_stock(self.truth, i):
                source += 1
            elif self.seen.is_others(step) and deed_of(step) == DREW:
                self._hold(seat_of(step), place, source)
                place += 1
            elif self.seen.is_others(step):
                self._give(seat_of(step), card_in(step), past.source_of[given], dealer)
                given += 1
        while place < len(self.source):
            self.source[place] = source
            place += 1

    def _hold(self, seat: i64, place: i64, source: i64) -> None:
        """A seat holds one place more."""
        self.source[place] = source
        self.held[ROOM * seat + self.holds[seat]] = place
        self.holds[seat] += 1

    def _give(self, seat: i64, card: i64, source: i64, dealer: Dealer) -> None:
        """A card was in any of the seat's places of that source, which the seat then no longer holds."""
        first = ROOM * seat
        last = first + self.holds[seat] - 1
        fitting: i64 = 0
        for at in range(first, last + 1):
            if self.source[self.held[at]] == source:
                fitting += 1
        lot = dealer.below(fitting)
        at = first
        while self.source[self.held[at]] != source or lot > 0:
            if self.source[self.held[at]] == source:
                lot -= 1
            at += 1
        self.card[self.held[at]] = card
        self.held[at] = self.held[last]
        self.holds[seat] -= 1

    def _fill(self, past: Past, source: i64, dealer: Dealer) -> None:
        """The cards of a source that are still unseen go by lot into its places."""
        unseen: i64 = 0
        for card in range(KINDS):
            for _ in range(past.hidden[source * KINDS + card]):
                self.unseen[unseen] = card
                unseen += 1
        for place in range(len(self.card)):
            if self.card[place] == NO_CARD and self.source[place] == source:
                unseen -= 1
                if unseen < 0:
                    break
                lot = unseen
                if place < self.stock:  # the stock is shuffled in the end
                    lot = dealer.below(unseen + 1)
                self.card[place] = self.unseen[lot]
                self.unseen[lot] = self.unseen[unseen]
        if unseen != 0:
            raise NoWorld("more cards are hidden than there are places for them, or fewer")

    def counts(self, dealer: Dealer) -> bool:
        """Whether this deal counts: one in which any of k equal cards was given up turns up k times."""
        hands = self.hands
        place: i64 = 0
        for seat in range(self.truth.seats):
            put_hand(hands, seat, no_cards())
            for _ in range(self.seen.first_held[seat]):
                add_card(hands, seat, self.card[place])
                place += 1
        for i in range(self.truth.steps):
            step = self.truth.trail[i]
            if not self.seen.is_others(step):
                continue
            if deed_of(step) == DREW:
                add_card(hands, seat_of(step), self.card[place])
                place += 1
            else:
                equal = count(hand_at(hands, seat_of(step)), card_in(step))
                if equal > 1 and dealer.below(equal) > 0:
                    return False
                drop_card(hands, seat_of(step), card_in(step))
        return True

    # -- what stays in hand after laying (K14a) ---------------------------------------------------

    def nobody_can_lay(self) -> bool:
        """Whether all who have laid had to keep what they hold."""
        for seat in range(self.truth.seats if self.truth.out_by != NOBODY else 0):
            if self._is_bound(seat) and not self._had_to_keep(seat, self.places_of(seat)):
                return False
        return True

    def _is_bound(self, seat: i64) -> bool:
        """Whether a seat has laid, and its cards are to be dealt so that it could lay no more."""
        return seat != self.seen.observer and self.truth.has_laid(seat)

    def places_of(self, seat: i64) -> list[int]:
        """The places that a seat still holds."""
        return [int(place) for place in self.held[ROOM * seat : ROOM * seat + self.holds[seat]]]

    def _had_to_keep(self, seat: i64, places: list[int]) -> bool:
        """Whether a seat can lay no more if of the hidden places it holds just these."""
        hand = hand_at(self.truth.taken, seat)
        for place in places:
            hand = with_card(hand, self.card[place])
        whole = hand
        for combination in self.truth.laid[seat]:
            for card in combination:
                whole = with_card(whole, card)
        return leftover(whole, self.truth.wild()) == hand_points(hand, self.truth.wild())

    def mended(self, dealer: Dealer) -> bool:
        """Exchange the cards of those who have laid for some that they had to keep; whether there are any."""
        bound: list[int] = []
        free = list(range(int(self.stock), len(self.card)))
        for seat in range(self.truth.seats):
            if self._is_bound(seat):
                bound.append(int(seat))
            else:
                free += self.places_of(seat)
        for sweep in range(SWEEPS):
            for owner in bound:
                places = self.places_of(owner)
                for number, place in enumerate(places):
                    beside = places if sweep else places[: number + 1]
                    if not self._exchanged(owner, place, beside, free, dealer):
                        return False
        return True

    def _exchanged(self, seat: i64, place: int, beside: list[int], free: list[int], dealer: Dealer) -> bool:
        """Put any card of the same source that fits into a place; whether there is one."""
        alike = vec[i64]([other for other in [place, *free] if self.source[other] == self.source[place]])
        shuffle(alike, len(alike), dealer)
        for i in range(len(alike)):
            self._swap(place, alike[i])
            if self._had_to_keep(seat, beside):
                return True
            self._swap(place, alike[i])
        return False

    def _swap(self, one: i64, other: i64) -> None:
        """Exchange the cards of two places."""
        card = self.card[one]
        self.card[one] = self.card[other]
        self.card[other] = card

    # -- the world --------------------------------------------------------------------------------

    def put_into(self, world: Table, dealer: Dealer) -> None:
        """Hands, stock, and what the others have drawn, as they are dealt here."""
        for seat in range(self.truth.seats):
            if seat != self.seen.observer:
                put_hand(world.hands, seat, hand_at(self.truth.taken, seat))
                for at in range(ROOM * seat, ROOM * seat + self.holds[seat]):
                    add_card(world.hands, seat, self.card[self.held[at]])
        for i in range(world.in_stock):
            world.stock[i] = self.card[self.stock + i]
        shuffle(world.stock, world.in_stock, dealer)
        place = self.drawn
        for i in range(world.steps):
            step = world.trail[i]
            if self.seen.is_others(step) and deed_of(step) == DREW:
                world.trail[i] += self.card[place] - card_in(step)
                place += 1

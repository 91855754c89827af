"""The hidden cards of Königs-Rommé: all places where they have been in the round, and a card for each.

Each place has a source, the deal or one of the stocks made of the pile (K8), and only cards from that source
can be there. Cards that were given up go where a past says (see `pasts.py`); the others go anywhere in their
source. `worlds.py` deals until all facts are true.
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
    add_card,
    hand_at,
    hand_points,
    put_hand,
    with_card,
)
from reihum.games.koenigs_romme.knowledge import DREW, LAID, begins_stock, card_in, deed_of, seat_of
from reihum.games.koenigs_romme.melds import leftover
from reihum.games.koenigs_romme.pasts import Past
from reihum.games.koenigs_romme.proofs import Proofs
from reihum.games.koenigs_romme.table import Table

ROOM: Final = KING + 1  # K3, K7: no hand has more cards


@final
class Deal:
    """One way to deal the hidden cards: all places where they have been, and a card for each.

    The places are numbered: first those in the hands when the trail began, seat by seat, then one for each
    card that another seat drew, and last those in the stock.
    """

    def __init__(self, proofs: Proofs) -> None:
        self.proofs = proofs
        self.truth = proofs.table
        self.first_drawn: i64 = 0  # the first place of a card that was drawn
        for seat in range(self.truth.seats):
            self.first_drawn += proofs.first_held[seat]
        self.first_stocked = self.first_drawn  # the first place in the stock
        for i in range(self.truth.steps):
            step = self.truth.trail[i]
            if proofs.is_others(step) and deed_of(step) == DREW:
                self.first_stocked += 1
        places = int(self.first_stocked + self.truth.in_stock)
        self.card = vec[i64]([NO_CARD] * places)
        self.source = vec[i64]([0] * places)
        self.held = vec[i64]([0] * (ROOM * int(self.truth.seats)))  # the places that each seat still holds
        self.held_count = vec[i64]([0] * int(self.truth.seats))  # and how many there are
        self.unseen = vec[i64]([0] * DECK_SIZE)  # room for cards to be dealt
        self.next_given = vec[i64]([0] * int(self.truth.seats))  # by seat: its next card among those given up

    def lay_out(self, past: Past, dealer: Dealer) -> None:
        """Deal at random: first the cards given up, as this past says, then all that are still unseen."""
        for place in range(len(self.card)):
            self.card[place] = NO_CARD
        self._follow_trail(past, dealer)
        for source in range(past.sources):
            self._fill(past, source, dealer)

    def _follow_trail(self, past: Past, dealer: Dealer) -> None:
        """Find out which places each seat held, and in which of them the cards were that it gave up."""
        place: i64 = 0
        for seat in range(self.truth.seats):
            self.held_count[seat] = 0
            for _ in range(self.proofs.first_held[seat]):
                self._hold(seat, place, 0)
                place += 1
        given: i64 = 0
        for seat in range(self.truth.seats):
            self.next_given[seat] = given
            given += self.proofs.given[seat]
        source: i64 = 0
        for i in range(self.truth.steps):
            step = self.truth.trail[i]
            seat = seat_of(step)
            if begins_stock(self.truth, i):
                source += 1
            elif self.proofs.is_others(step) and deed_of(step) == DREW:
                self._hold(seat, place, source)
                place += 1
            elif self.proofs.is_others(step):
                self._give(seat, card_in(step), past.source_of[self.next_given[seat]], dealer)
                self.next_given[seat] += 1
        while place < len(self.source):
            self.source[place] = source
            place += 1

    def _hold(self, seat: i64, place: i64, source: i64) -> None:
        """Add a place to those that a seat holds."""
        self.source[place] = source
        self.held[ROOM * seat + self.held_count[seat]] = place
        self.held_count[seat] += 1

    def _give(self, seat: i64, card: i64, source: i64, dealer: Dealer) -> None:
        """Put a card in a random place of that source, which the seat then no longer holds."""
        first = ROOM * seat
        last = first + self.held_count[seat] - 1
        fitting: i64 = 0
        for at in range(first, last + 1):
            if self.source[self.held[at]] == source:
                fitting += 1
        skip = dealer.below(fitting)
        at = first
        while self.source[self.held[at]] != source or skip > 0:
            if self.source[self.held[at]] == source:
                skip -= 1
            at += 1
        self.card[self.held[at]] = card
        self.held[at] = self.held[last]
        self.held_count[seat] -= 1

    def _fill(self, past: Past, source: i64, dealer: Dealer) -> None:
        """Put the cards of a source that are still unseen into its places at random."""
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
                chosen = unseen
                if place < self.first_stocked:  # the stock is shuffled at the end
                    chosen = dealer.below(unseen + 1)
                self.card[place] = self.unseen[chosen]
                self.unseen[chosen] = self.unseen[unseen]
        if unseen != 0:
            raise NoWorld("The number of hidden cards is not the number of places for them.")

    # -- what stays in hand after laying (K14a) ---------------------------------------------------

    def facts_hold(self) -> bool:
        """Whether every seat that has laid had to keep what it holds."""
        for seat in range(self.truth.seats if self.truth.out_by != NOBODY else 0):
            if self.is_bound(seat) and not self.had_to_keep(seat, self.places_of(seat)):
                return False
        return True

    def counts(self, dealer: Dealer) -> bool:
        """Whether this deal counts: laying is forced, so holding two equal cards makes it no likelier."""
        for seat in range(self.truth.seats if self.truth.out_by != NOBODY else 0):
            if self.is_bound(seat) and not self._laying_counts(seat, dealer):
                return False
        return True

    def _laying_counts(self, seat: i64, dealer: Dealer) -> bool:
        """The same for one seat: a deal came up as often as there are ways to choose the cards laid."""
        for i in range(self.truth.steps):
            step = self.truth.trail[i]
            if seat_of(step) != seat or deed_of(step) != LAID:
                continue
            kept: i64 = 0
            for at in range(ROOM * seat, ROOM * seat + self.held_count[seat]):
                if self.card[self.held[at]] == card_in(step):
                    kept += 1
            laid: i64 = 1  # how many of this card so far
            for j in range(i):
                if self.truth.trail[j] == step:
                    laid += 1
            if kept and dealer.below(kept + laid) >= laid:
                return False
        return True

    def is_bound(self, seat: i64) -> bool:
        """Whether a seat has laid, so that it must not get cards that it could still lay."""
        return seat != self.proofs.observer and self.truth.has_laid(seat)

    def places_of(self, seat: i64) -> list[int]:
        """The places that a seat still holds."""
        return [int(place) for place in self.held[ROOM * seat : ROOM * seat + self.held_count[seat]]]

    def had_to_keep(self, seat: i64, places: list[int]) -> bool:
        """Whether a seat that holds the cards at these hidden places could not have laid more."""
        hand = hand_at(self.truth.taken, seat)
        for place in places:
            hand = with_card(hand, self.card[place])
        whole = hand
        for combination in self.truth.laid[seat]:
            for card in combination:
                whole = with_card(whole, card)
        return leftover(whole, self.truth.wild()) == hand_points(hand, self.truth.wild())

    # -- the world --------------------------------------------------------------------------------

    def put_into(self, world: Table, dealer: Dealer) -> None:
        """Set hands, stock, and what others have drawn in a world as dealt here."""
        for seat in range(self.truth.seats):
            if seat != self.proofs.observer:
                put_hand(world.hands, seat, hand_at(self.truth.taken, seat))
                for at in range(ROOM * seat, ROOM * seat + self.held_count[seat]):
                    add_card(world.hands, seat, self.card[self.held[at]])
        for i in range(world.in_stock):
            world.stock[i] = self.card[self.first_stocked + i]
        shuffle(world.stock, world.in_stock, dealer)
        place = self.first_drawn
        for i in range(world.steps):
            step = world.trail[i]
            if self.proofs.is_others(step) and deed_of(step) == DREW:
                world.trail[i] += self.card[place] - card_in(step)
                place += 1

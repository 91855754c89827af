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
from reihum.games.koenigs_romme.cards import KINDS, hand_at, hand_points, put_hand, with_card
from reihum.games.koenigs_romme.knowledge import (
    CARD_BITS,
    CARD_MASK,
    DEEDS,
    DREW,
    GAVE,
    MADE,
    Past,
    Seen,
    pasts,
)
from reihum.games.koenigs_romme.legal import DONE, Legal
from reihum.games.koenigs_romme.melds import leftover

TRIES: Final = 500  # at dealing all hidden cards at once
MENDS: Final = 20  # then at dealing card by card
SWEEPS: Final = 5  # and so often; the last time it hardly matters what was dealt the first time


def deal_unseen(truth: Legal, world: Legal, seat: i64, dealer: Dealer) -> None:
    """Deal anew, into `world`, what `seat` does not see of the truth."""
    if truth.phase == DONE:  # K15: the hands were counted openly
        shuffle(world.stock, world.left, dealer)
        return
    seen = Seen(truth, int(seat))
    found = pasts(seen, dealer)
    for _ in range(TRIES):
        deal = Deal(seen, found.one(dealer), dealer)
        if deal.counts(dealer) and deal.nobody_can_lay():
            deal.put_into(world)
            return
    for _ in range(MENDS):
        deal = Deal(seen, found.one(dealer), dealer)
        if deal.mended(dealer):
            deal.put_into(world)
            return
    raise NoWorld("no deal of the hidden cards fits what was seen")


@final
class Deal:
    """One way in which the hidden cards can lie: all places they have been in, and a card for each."""

    def __init__(self, seen: Seen, past: Past, dealer: Dealer) -> None:
        self.seen = seen
        self.truth = seen.truth
        self.owner: list[int] = []  # of each place: the seat whose hand it is in, or NOBODY for the stock
        self.source: list[int] = []
        self.card: list[int] = []
        self._lay_out_places(past, dealer)
        self.left = [place for place, card in enumerate(self.card) if card == NO_CARD]  # still unseen
        self._fill(past, dealer)

    def _add(self, owner: int, source: int) -> int:
        """A place for a hidden card."""
        self.owner.append(owner)
        self.source.append(source)
        self.card.append(NO_CARD)
        return len(self.card) - 1

    def _lay_out_places(self, past: Past, dealer: Dealer) -> None:
        """The hands as they were, a place for each draw, the stock; and lay down what was given up."""
        held = [[[self._add(seat, 0) for _ in range(n)] for seat, n in enumerate(self.seen.first_held)]]
        given = 0
        for step in self.seen.trail:
            if step.deed == MADE:
                held.append([[] for _ in self.seen.first_held])
            elif step.deed == DREW:
                held[-1][step.seat].append(self._add(step.seat, len(held) - 1))
            else:
                places = held[past.source_of[given]][step.seat]
                self.card[places.pop(int(dealer.below(len(places))))] = step.card
                given += 1
        for _ in range(self.truth.left):
            self._add(NOBODY, len(held) - 1)

    def _fill(self, past: Past, dealer: Dealer) -> None:
        """The cards still unseen go by lot into the places of their source."""
        for source, hidden in enumerate(past.hidden):
            cards = vec[i64]([card for card in range(KINDS) for _ in range(hidden[card])])
            places = [place for place in self.left if self.source[place] == source]
            if len(cards) != len(places):
                raise NoWorld("more cards are hidden than there are places for them, or fewer")
            shuffle(cards, len(cards), dealer)
            for i in range(len(cards)):
                self.card[places[i]] = int(cards[i])

    def counts(self, dealer: Dealer) -> bool:
        """Whether this deal counts: one in which any of k equal cards was given up turns up k times."""
        held = [[0] * KINDS for _ in self.seen.first_held]
        place = sum(self.seen.first_held)
        for first in range(place):
            held[self.owner[first]][self.card[first]] += 1
        for step in self.seen.trail:
            if step.deed == DREW:
                held[step.seat][self.card[place]] += 1
                place += 1
            elif step.deed == GAVE:
                equal = held[step.seat][step.card]
                if equal > 1 and dealer.below(equal) > 0:
                    return False
                held[step.seat][step.card] = equal - 1
        return True

    # -- what stays in hand after laying (K14a) ---------------------------------------------------

    def nobody_can_lay(self) -> bool:
        """Whether all who have laid had to keep what they hold."""
        for seat in range(self.truth.seats):
            if (
                seat != self.seen.observer
                and self.truth.has_laid(seat)
                and not self._had_to_keep(seat, self.left)
            ):
                return False
        return True

    def _had_to_keep(self, seat: i64, places: list[int]) -> bool:
        """Whether a seat can lay no more if of the hidden places it holds its own among these."""
        if seat == self.seen.observer:
            return True
        hand = hand_at(self.truth.taken, seat)
        for place in places:
            if self.owner[place] == seat:
                hand = with_card(hand, self.card[place])
        whole = hand
        for combination in self.truth.laid[seat]:
            for card in combination:
                whole = with_card(whole, card)
        return leftover(whole, self.truth.wild()) == hand_points(hand, self.truth.wild())

    def mended(self, dealer: Dealer) -> bool:
        """Deal to those who have laid card by card, so that they had to keep each; whether one can."""
        laid = [p for p in self.left if self.owner[p] != NOBODY and self.truth.has_laid(self.owner[p])]
        others = [place for place in self.left if place not in laid]
        for sweep in range(SWEEPS):
            for number, place in enumerate(laid):
                if not self._exchanged(place, laid if sweep else laid[: number + 1], others, dealer):
                    return False
        return True

    def _exchanged(self, place: int, beside: list[int], others: list[int], dealer: Dealer) -> bool:
        """Put any card of the same source that fits into a place; whether there is one."""
        alike = [other for other in [place, *others] if self.source[other] == self.source[place]]
        same = vec[i64](alike)
        shuffle(same, len(same), dealer)
        for i in range(len(same)):
            self._swap(place, int(same[i]))
            if self._had_to_keep(self.owner[place], beside):
                return True
            self._swap(place, int(same[i]))
        return False

    def _swap(self, one: int, other: int) -> None:
        """Exchange the cards of two places."""
        self.card[one], self.card[other] = self.card[other], self.card[one]

    # -- the world --------------------------------------------------------------------------------

    def put_into(self, world: Legal) -> None:
        """Hands, stock, and what the others have drawn, as they are dealt here."""
        for seat in range(self.truth.seats):
            if seat != self.seen.observer:
                put_hand(world.hands, seat, hand_at(self.truth.taken, seat))
        world.left = 0
        for place in self.left:
            owner: i64 = self.owner[place]
            if owner == NOBODY:
                world.stock[world.left] = self.card[place]
                world.left += 1
            else:
                put_hand(world.hands, owner, with_card(hand_at(world.hands, owner), self.card[place]))
        place = sum(self.seen.first_held)
        for i in range(len(world.trail)):
            who = world.trail[i] >> CARD_BITS
            if who != MADE and who % DEEDS == DREW and who // DEEDS != self.seen.observer:
                world.trail[i] += self.card[place] - (world.trail[i] & CARD_MASK)
                place += 1

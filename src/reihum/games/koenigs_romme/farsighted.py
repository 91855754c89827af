"""The strongest player of Königs-Rommé with others: the sensible one, looking one draw further.

A hand is worth what it would cost after one more card and a good discard, on average over all cards that have
not been seen. That is worked out, not tried: it throws away the card without which the hand will cost least,
and draws from the pile only what is better than a card of the stock will be. The longer a round has gone on,
the sooner somebody goes out, and the more the points count that stay in hand now.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NO_CARD, NOBODY, Policy, Side
from reihum.games.koenigs_romme.cards import (
    JOKER,
    KINDS,
    Hand,
    card_points,
    count_of,
    is_wild,
    last_held,
    next_held,
    with_card,
    without_card,
)
from reihum.games.koenigs_romme.melds import prospects
from reihum.games.koenigs_romme.moves import OUT, PILE, STOCK, card_of
from reihum.games.koenigs_romme.patience import is_restless
from reihum.games.koenigs_romme.policy import Sensible
from reihum.games.koenigs_romme.side import RommeSide
from reihum.games.koenigs_romme.table import DRAW

MOST_LOOKED_AT: Final = 4  # discards; more of them gained nothing
# Points that stay in hand now count as much as ...
FIRST_PRESS: Final = 12  # ... in the first turn of a round, and so much more with every turn ...
HOPE: Final = 8  # ... those that would stay with one more wild.


MOST: Final = 1_000_000_000  # more than any hands cost, all that may come together


@final
@mypyc_attr(acyclic=True)
class Farsighted(Policy):
    """Keeps the hand that will cost least after one more card."""

    def __init__(self) -> None:
        self.sensible = Sensible()
        self.wild: i64 = 0
        self.press: i64 = FIRST_PRESS
        self.costs = vec[i64]([0] * KINDS)  # of a hand without each of its cards

    def choose(self, side: Side) -> i64:
        """What the sensible player would do, unless another draw or discard will cost less."""
        move = self.sensible.choose(side)
        if not isinstance(side, RommeSide) or side.out_by() != NOBODY or is_restless(side):
            return move
        self.wild = side.wild()
        self.press = FIRST_PRESS + side.turns() // side.seats
        if side.phase() == DRAW:
            return self._draw(side, move)
        if move >= OUT or is_wild(card_of(move), self.wild):
            return move
        return self._discard(side, move)

    def propose(self, side: Side, into: vec[i64]) -> i64:
        """The moves that deserve a thought, its own choice first."""
        count = self.sensible.propose(side, into)
        chosen = self.choose(side)
        for i in range(1, count):
            if into[i] == chosen:
                into[i] = into[0]
                into[0] = chosen
                break
        return count

    def _draw(self, side: RommeSide, move: i64) -> i64:
        """From the pile what costs less than a card of the stock will, or lets the seat go out."""
        top = side.top()
        if top == NO_CARD or not side.in_stock():
            return move
        hand = side.hand()
        known = self._least_after(with_card(hand, top))
        if known == 0:
            return move  # it goes out, or could anyway
        total, ahead = self._hopes(side, hand)
        return PILE if total > known * ahead else STOCK

    def _discard(self, side: RommeSide, first: i64) -> i64:
        """Of the discards that cost least now, the one that will cost least; of equals the first."""
        hand = side.hand()
        card = next_held(hand, 0)
        while card < KINDS:
            self.costs[card] = MOST
            if not is_wild(card, self.wild):
                self.costs[card] = self._cost(without_card(hand, card))
            card = next_held(hand, card + 1)
        chosen = first
        least: i64 = MOST
        tried = first
        for _ in range(MOST_LOOKED_AT):
            total, _ahead = self._hopes(side, without_card(hand, tried))
            if total < least:
                least = total
                chosen = tried
            self.costs[tried] = MOST
            tried = self._cheapest(hand)
            if tried == NO_CARD:
                break
        return chosen

    def _cheapest(self, hand: Hand) -> i64:
        """Of the cards that were not tried yet, the one without which the hand costs least."""
        best: i64 = NO_CARD
        least: i64 = MOST
        card = last_held(hand, JOKER)
        while card != NO_CARD:
            if self.costs[card] < least:
                least = self.costs[card]
                best = card
            card = last_held(hand, card - 1)
        return best

    def _hopes(self, side: RommeSide, hand: Hand) -> tuple[i64, i64]:
        """What a hand costs after one more card, added up over all that may come, and how many those are."""
        unseen = side.unseen()
        total: i64 = 0
        ahead: i64 = 0
        card = next_held(unseen, 0)
        while card < KINDS:
            copies = count_of(unseen, card)
            total += copies * self._least_after(with_card(hand, card))
            ahead += copies
            card = next_held(unseen, card + 1)
        return total, ahead

    def _least_after(self, hand: Hand) -> i64:
        """What a hand costs after the best discard."""
        whole = self._cost(hand)
        least: i64 = MOST
        card = last_held(hand, JOKER)
        while card != NO_CARD:
            # Without a card, a hand costs no less than by its points, each time.
            if (
                not is_wild(card, self.wild)
                and whole - (self.press + HOPE) * card_points(card, self.wild) < least
            ):
                least = min(least, self._cost(without_card(hand, card)))
                if least == 0:
                    break
            card = last_held(hand, card - 1)
        return whole if least == MOST else least

    def _cost(self, hand: Hand) -> i64:
        return prospects(hand, self.wild, self.press, HOPE)

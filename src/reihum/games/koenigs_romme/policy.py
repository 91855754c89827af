"""A quick, sensible player of Königs-Rommé: it keeps what leaves few points, now and with one more wild.

What a hand costs is the sum of two things: the points that would be left now, and those that would be left if
it had one more wild, which says what good cards would do for it. It draws from the pile only what saves much:
a card that helps a little is no better than one of the stock. In a last turn it makes no mistake.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NO_CARD, NOBODY, Policy, Side
from reihum.games.koenigs_romme.cards import (
    EVERY_VALUE,
    JOKER,
    LOWEST,
    Hand,
    card_points,
    is_wild,
    last_held,
    natural_cards,
    suit_cards,
    suit_of,
    value_of,
    with_card,
    without_card,
)
from reihum.games.koenigs_romme.last_turn import last_discard, last_draw
from reihum.games.koenigs_romme.melds import best_discard, can_be_laid, prospects
from reihum.games.koenigs_romme.moves import OUT, PILE, STOCK
from reihum.games.koenigs_romme.patience import card_to_give_up, is_restless
from reihum.games.koenigs_romme.side import RommeSide
from reihum.games.koenigs_romme.solo_policy import Placing
from reihum.games.koenigs_romme.table import DRAW

WORTH_TAKING: Final = 16  # so much must a card of the pile save: one of the stock would save something, too
MOST: Final = 1_000_000  # more than any hand costs

# In five neighbouring values, two bits each: the values next to the one in the middle, and those after them.
NEXT_TO: Final = 1 << 2 | 1 << 6
GAPPED: Final = 1 << 0 | 1 << 8


@final
@mypyc_attr(acyclic=True)
class Sensible(Policy):
    """Goes out when it can; until then it keeps the hand that costs least."""

    def __init__(self) -> None:
        self.round: i64 = 0  # the situation for which there is a plan what to throw away
        self.turns: i64 = 0
        self.hand: Hand = (0, 0, 0, 0, 0, 0)
        self.plan: i64 = NO_CARD
        self.cost: i64 = 0  # of the hand after that
        self.placing: Placing | None = None  # plays the solo variant; it needs much room

    def choose(self, side: Side) -> i64:
        """Where to draw from, or what to throw away; in solo, where to put a card."""
        if not isinstance(side, RommeSide):
            return self._solo().choose(side)
        if side.phase() == DRAW:
            return self._draw(side, side.hand())
        if side.out_by() != NOBODY:
            return last_discard(side)
        return self._throw(side, side.hand())

    def propose(self, side: Side, into: vec[i64]) -> i64:
        """The moves that deserve a thought, its own choice first; in solo, the cheapest."""
        if not isinstance(side, RommeSide):
            return self._solo().propose(side, into)
        return super().propose(side, into)

    def _solo(self) -> Placing:
        if self.placing is None:
            self.placing = Placing()
        return self.placing

    def _draw(self, side: RommeSide, hand: Hand) -> i64:
        """Draw from the pile only what lets the seat go out, or saves much."""
        if not side.in_stock():
            return PILE
        top = side.top()
        if top == NO_CARD:
            return STOCK
        if side.out_by() != NOBODY:
            return last_draw(side)
        wild = side.wild()
        if not is_wild(top, wild) and use_of(with_card(hand, top), top, wild) == 0:
            return STOCK
        move = self._throw(side, with_card(hand, top))
        return PILE if move >= OUT or prospects(hand, wild) - self.cost > WORTH_TAKING else STOCK

    def _throw(self, side: RommeSide, hand: Hand) -> i64:
        """What to throw away, or going out."""
        round, turns = side.round(), side.turns()
        if round == self.round and turns == self.turns and hand == self.hand:
            return self.plan  # made before drawing
        self.round, self.turns, self.hand = round, turns, hand
        self.plan = self._discard(side, hand)
        return self.plan

    def _discard(self, side: RommeSide, hand: Hand) -> i64:
        """Go out if possible, or else throw away the card without which the hand costs least."""
        wild = side.wild()
        whole = prospects(hand, wild)
        best: i64 = NO_CARD
        least: i64 = MOST
        use: i64 = 0
        card = last_held(hand, JOKER)
        while card != NO_CARD:
            # A card costs no more than its points, each time.
            if not is_wild(card, wild) and whole - 2 * card_points(card, wild) <= least:
                rest = without_card(hand, card)
                cost = prospects(rest, wild)
                if cost == 0 and can_be_laid(rest, wild):
                    self.cost = 0
                    return OUT + card
                if cost < least or (cost == least and use_of(hand, card, wild) < use):
                    best = card
                    least = cost
                    use = use_of(hand, card, wild)
            card = last_held(hand, card - 1)
        self.cost = least
        if best == NO_CARD or whole == 0:  # K10: or go out by throwing a wild away
            card, left = best_discard(hand, wild)
            if left == 0:
                self.cost = 0
                return OUT + card
            if best == NO_CARD:
                return card
        if is_restless(side):
            return card_to_give_up(side, hand)
        return best


def use_of(hand: Hand, card: i64, wild: i64) -> i64:
    """How much a natural card goes with the others of a hand: with equal ones, then with its neighbours."""
    at = 2 * (value_of(card) - LOWEST)
    equal = hand[0] >> at & 3
    equal += hand[1] >> at & 3
    equal += hand[2] >> at & 3
    equal += hand[3] >> at & 3
    equal += hand[4] >> at & 3
    use: i64 = 0
    if equal > 1:
        use = 3
    held = natural_cards(suit_cards(hand, suit_of(card)), wild)
    near = ((held | held >> 1) & EVERY_VALUE) << 4 >> at  # from two values below the card to two above
    if near & NEXT_TO:
        return use + 2
    if near & GAPPED:
        return use + 1
    return use

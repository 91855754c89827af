"""The first policy of Königs-Rommé, kept as it was: others are compared with it (`policy1` in the arena).

It throws away what is furthest from a combination. It ranks the natural cards of a hand by their use, a whole
suit at a time: alone, a gap away from another card, next to another card, one of a pair, or both; the others
are already in combinations. The exact solver is used only where it matters: when going out is near, and in
the last turn.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NO_CARD, NOBODY, Policy, Side
from reihum.games.koenigs_romme.cards import (
    EVERY_VALUE,
    LOWEST,
    SUITS,
    Hand,
    card_with,
    is_wild,
    natural_cards,
    suit_cards,
    suit_of,
    suit_size,
    value_of,
    with_card,
    without_card,
)
from reihum.games.koenigs_romme.melds import best_discard, can_be_laid, wild_count
from reihum.games.koenigs_romme.moves import OUT, PILE, STOCK, card_of
from reihum.games.koenigs_romme.patience import card_to_give_up, is_restless
from reihum.games.koenigs_romme.side import RommeSide
from reihum.games.koenigs_romme.solo import SoloSide
from reihum.games.koenigs_romme.solo_policy1 import placement
from reihum.games.koenigs_romme.table import DRAW

# The use of a card that is not in a combination yet, from least to most:
ALONE: Final = 0
GAPPED: Final = 1
NEXT_TO: Final = 2
PAIRED: Final = 3
BOTH: Final = 4
RANKS: Final = 5

OUT_TRIES: Final = 3  # how many of the loose cards to try for going out

# In five neighbouring values, two bits each: the card in the middle, and the pairs that make a run with it.
MIDDLE: Final = 1 << 4
TWO_BELOW: Final = 1 << 0 | 1 << 2
ON_BOTH_SIDES: Final = 1 << 2 | 1 << 6
TWO_ABOVE: Final = 1 << 6 | 1 << 8


@final
@mypyc_attr(acyclic=True)
class Sensible(Policy):
    """Goes out when it can; until then it keeps pairs, neighbours, and combinations."""

    def __init__(self) -> None:
        self.held = vec[i64]([0] * SUITS)  # by suit: the values held, without wilds
        self.loose = vec[i64]([0] * SUITS)  # those that are not in a combination yet
        self.alone = vec[i64]([0] * SUITS)  # those of them that go with no other card
        self.twice: i64 = 0  # the values that are held more than once
        self.round: i64 = 0  # the round, turn and hand for which there is a plan what to throw away
        self.turns: i64 = 0
        self.hand: Hand = (0, 0, 0, 0, 0, 0)
        self.plan: i64 = NO_CARD

    def choose(self, side: Side) -> i64:
        """Where to draw from, or what to throw away; in solo, where to put a card."""
        if not isinstance(side, RommeSide):
            assert isinstance(side, SoloSide)
            return placement(side)
        if side.phase() == DRAW:
            return self._draw(side, side.hand())
        return self._throw(side, side.hand())

    def _throw(self, side: RommeSide, hand: Hand) -> i64:
        """What to throw away; in a last turn, the card that leaves the fewest points."""
        turns = side.turns()
        if turns == self.turns and side.round() == self.round and hand == self.hand:
            return self.plan  # made before drawing
        self.turns = turns
        self.round = side.round()
        self.hand = hand
        if side.out_by() == NOBODY:
            self.plan = self._discard(side, hand)
        else:
            self.plan = best_discard(hand, side.wild())[0]
        return self.plan

    def _draw(self, side: RommeSide, hand: Hand) -> i64:
        """Draw from the pile only a wild or a card that completes something and will be kept (K9a)."""
        if not side.in_stock():
            return PILE
        top = side.top()
        if top == NO_CARD or (not is_wild(top, side.wild()) and not completes(hand, top)):
            return STOCK
        return STOCK if card_of(self._throw(side, with_card(hand, top))) == top else PILE

    def _discard(self, side: RommeSide, hand: Hand) -> i64:
        """Go out if possible, or else throw away the highest card of the lowest rank."""
        wild = side.wild()
        self._sort(hand, wild)
        if self._wilds_needed() <= wild_count(hand, wild):
            card = self._out_card(hand, wild)
            if card != NO_CARD:
                return OUT + card
        if is_restless(side):
            return card_to_give_up(side, hand)
        card = self._worst()
        return card if card != NO_CARD else best_discard(hand, wild)[0]

    # -- sorting the hand -------------------------------------------------------------------------

    def _sort(self, hand: Hand, wild: i64) -> None:
        """Sort the natural cards of a hand, and find those that are not in a combination yet."""
        once: i64 = 0
        twice: i64 = 0
        thrice: i64 = 0
        for suit in range(SUITS):
            held = natural_cards(suit_cards(hand, suit), wild)
            some = (held | held >> 1) & EVERY_VALUE
            two = held >> 1 & EVERY_VALUE
            self.held[suit] = some
            thrice |= twice & some | once & two
            twice |= once & some | two
            once |= some
        for suit in range(SUITS):
            some = self.held[suit]
            run = some & some >> 2 & some >> 4
            loose = some & ~(run | run << 2 | run << 4 | thrice)
            self.loose[suit] = loose
            self.alone[suit] = loose & ~(some >> 2 | some << 2 | some >> 4 | some << 4 | twice)
        self.twice = twice

    def _of_rank(self, suit: i64, rank: i64) -> i64:
        """The loose cards of a suit that have this rank."""
        if rank == ALONE:
            return self.alone[suit]
        loose = self.loose[suit]
        held = self.held[suit]
        next_to = held >> 2 | held << 2
        gapped = held >> 4 | held << 4
        if rank == GAPPED:
            return loose & gapped & ~(next_to | self.twice)
        if rank == NEXT_TO:
            return loose & next_to & ~self.twice
        if rank == PAIRED:
            return loose & self.twice & ~(next_to | gapped)
        return loose & self.twice & (next_to | gapped)

    def _worst(self) -> i64:
        """The highest card of the lowest rank; NO_CARD if all cards are in combinations."""
        for rank in range(RANKS):
            highest: i64 = 0
            found: i64 = NOBODY
            for suit in range(SUITS):
                cards = self._of_rank(suit, rank)
                if cards > highest:
                    highest = cards
                    found = suit
            if found != NOBODY:
                return card_with(top_value(highest), found)
        return NO_CARD

    # -- going out --------------------------------------------------------------------------------

    def _wilds_needed(self) -> i64:
        """About how many wilds it takes to lay all cards but one: two for a lone card, one for two others."""
        alone: i64 = 0
        others: i64 = 0
        for suit in range(SUITS):
            if self.loose[suit]:
                alone += suit_size(self.alone[suit])
                others += suit_size(self.loose[suit] & ~self.alone[suit])
        if alone:
            return 2 * alone - 2 + (others + 1 >> 1)
        return others >> 1

    def _out_card(self, hand: Hand, wild: i64) -> i64:
        """A card without which all others can be laid (K10), first among the loose ones."""
        tried: i64 = 0
        for rank in range(RANKS):
            for suit in range(SUITS):
                cards = self._of_rank(suit, rank)
                while cards:
                    value = top_value(cards)
                    card = card_with(value, suit)
                    if can_be_laid(without_card(hand, card), wild):
                        return card
                    tried += 1
                    if tried == OUT_TRIES:
                        return NO_CARD
                    cards &= ~(EVERY_VALUE << 2 * (value - LOWEST))
        if tried:
            return NO_CARD
        card, left = best_discard(hand, wild)
        return card if left == 0 else NO_CARD


def completes(hand: Hand, card: i64) -> bool:
    """Whether a natural card makes a set with a pair, or a run with two cards of its suit."""
    at = 2 * (value_of(card) - LOWEST)
    equal = hand[0] >> at & 3
    equal += hand[1] >> at & 3
    equal += hand[2] >> at & 3
    equal += hand[3] >> at & 3
    equal += hand[4] >> at & 3
    if equal >= 2:
        return True
    held = suit_cards(hand, suit_of(card))
    near = ((held | held >> 1) & EVERY_VALUE) << 4 >> at  # from two values below the card to two above
    if near & MIDDLE:
        return False
    if near & TWO_BELOW == TWO_BELOW or near & TWO_ABOVE == TWO_ABOVE:
        return True
    return near & ON_BOTH_SIDES == ON_BOTH_SIDES


def top_value(cards: i64) -> i64:
    """The highest value among cards of a suit."""
    value: i64 = LOWEST
    while cards > 3:
        cards >>= 2
        value += 1
    return value

"""A quick, sensible player of 23: pays little now and keeps the rest of the hand playable.

Its weights were found by small random steps, each kept if it won more games against the ones before.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import Side, WeighingPolicy
from reihum.core.packing import all_of, count_of, lowest, of_value
from reihum.games.twentythree.cards import (
    FORCE,
    LEAVE,
    ONE,
    PASS,
    chips_of,
    laid_count,
    put_move,
    value_of,
)
from reihum.games.twentythree.legal import lay_fine
from reihum.games.twentythree.rules import FORCE_FINE, GOING_OUT, PASS_FINE
from reihum.games.twentythree.side import TwentyThreeSide
from reihum.games.twentythree.table import AWAY, HAND_SIZE, PUT

CHIP_COST: Final = 100  # costs are hundredths of a penalty chip
NEVER: Final = 1_000_000

# The weights, by place:
STUCK: Final = 0  # a card below the top
GAP: Final = 1  # a number missing between two cards of the hand
LONE_GAP: Final = 2  # the same if all others have passed or left
FIRST_CHIP: Final = 3  # a bonus chip in the first round ...
SECOND_CHIP: Final = 4  # ... and in the second
PASSING: Final = 5  # passing, besides its chip
FORCING: Final = 6  # forcing, besides its two chips
WAITING: Final = 7  # passing or forcing, for each time round that nobody has laid a card
PUT_GAP: Final = 8  # a missing number when cards are put away
FOR_TWO: Final = vec[i64]([100, 15, 15, 280, 220, 60, 150, 60, 220])
FOR_MORE: Final = vec[i64]([100, 15, 15, 280, 220, 60, 150, 60, 60])


@final
@mypyc_attr(acyclic=True)
class Sensible(WeighingPolicy):
    """Weighs every legal move by its cost now and by what the rest of the hand will cost."""

    def __init__(self) -> None:
        super().__init__()
        self.for_two = FOR_TWO
        self.for_more = FOR_MORE
        self.weights = FOR_TWO  # what the moves of one decision are weighed by
        self.hand: i64 = 0
        self.held: i64 = 0
        self.fines: i64 = 0
        self.top: i64 = 0
        self.gap: i64 = 0
        self.bonus_chip: i64 = 0
        self.waiting: i64 = 0
        self.by_five = False

    def choose(self, side: Side) -> i64:
        """The cheapest move; cards to put away are chosen together."""
        assert isinstance(side, TwentyThreeSide)
        self.weights = self.for_two
        if side.seats > 2:
            self.weights = self.for_more
        if side.phase() == PUT:
            return self._put_away(side)
        return super().choose(side)

    def look(self, side: Side) -> None:
        """The hand, the pile, and whether others will fill gaps."""
        assert isinstance(side, TwentyThreeSide)
        self.hand = side.hand()
        self.held = side.held(side.seat)
        self.fines = side.fines(side.seat)
        self.top = side.top()
        self.by_five = side.by_five
        others = others_playing(side)
        self.gap = self.weights[GAP]
        if side.idle() >= others:
            self.gap = self.weights[LONE_GAP]
        self.bonus_chip = self.weights[FIRST_CHIP]
        if side.round() > 1:
            self.bonus_chip = self.weights[SECOND_CHIP]
        self.waiting = NEVER
        if others:  # T11: alone, passing only costs
            self.waiting = self.weights[WAITING] * (side.idle() // (others + 1))

    def worth(self, side: Side, move: i64) -> i64:
        """The less a move costs, the more it is worth."""
        return -self._cost(move)

    def _put_away(self, side: TwentyThreeSide) -> i64:
        """Choose all cards still to be put away, and name the lowest first (T4a)."""
        hand = side.hand() & ~all_of(ONE)
        count = side.moves(self.into)
        floor = value_of(self.into[0])
        named: i64 = value_of(self.into[count - 1])
        for _ in range(side.held(side.seat) - (HAND_SIZE - AWAY)):
            v = self._dearest(hand, floor)
            hand -= of_value(v, 1)
            named = min(named, v)
        return put_move(named)

    def _cost(self, move: i64) -> i64:
        """What a move costs now, and what the rest of the hand is likely to cost."""
        if move == PASS:
            extra = self.weights[PASSING] + self.waiting
            return CHIP_COST * PASS_FINE + extra + self._hand_cost(self.hand, self.top, self.gap)
        if move == FORCE:
            extra = self.weights[FORCING] + self.waiting
            return CHIP_COST * FORCE_FINE + extra + self._hand_cost(self.hand, self.top, self.gap)
        if move == LEAVE:
            return CHIP_COST * self.held
        v = value_of(move)
        spent = chips_of(move)
        fine = lay_fine(v, self.top, spent, self.by_five)
        now = CHIP_COST * fine + self.bonus_chip * spent
        rest = self.hand - of_value(v, laid_count(move))
        if rest == 0:  # T10
            return now - CHIP_COST * min(GOING_OUT, self.fines + fine)
        return now + self._hand_cost(rest, v, self.gap)

    def _hand_cost(self, cards: i64, top: i64, gap: i64) -> i64:
        """The cost of cards that no longer fit, and of the gaps between those that do."""
        total: i64 = 0
        while cards:
            v = lowest(cards)
            if v < top:
                total += self.weights[STUCK] * count_of(cards, v)
            else:
                total += gap * max(0, v - top - 1)
                top = v
            cards &= ~all_of(v)
        return total

    def _dearest(self, hand: i64, floor: i64) -> i64:
        """The card, from `floor` upward, without which the hand costs the least."""
        best: i64 = 0
        cheapest: i64 = 1 << 30
        rest = hand & ~(of_value(floor, 1) - 1)
        while rest:
            v = lowest(rest)
            price = self._hand_cost(hand - of_value(v, 1), ONE, self.weights[PUT_GAP])
            if price < cheapest:
                cheapest = price
                best = v
            rest &= ~all_of(v)
        return best


def others_playing(side: TwentyThreeSide) -> i64:
    """How many other seats are still in the round."""
    count: i64 = 0
    for other in range(side.seats):
        if other != side.seat and side.still_in(other):
            count += 1
    return count

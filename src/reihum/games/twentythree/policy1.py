"""The first policy of 23, kept as it was: stronger players are compared with it (`policy1` in the arena)."""

from __future__ import annotations

from typing import Final, final

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
from reihum.games.twentythree.rules import CHIP_WORTH, FORCE_FINE, GOING_OUT, PASS_FINE
from reihum.games.twentythree.side import TwentyThreeSide
from reihum.games.twentythree.table import AWAY, HAND_SIZE, PUT

# Costs are tenths of a penalty chip.
CHIP_COST: Final = 10
STUCK_COST: Final = 10  # a card below the top costs a chip in the end; with less, we would pass for ever
GAP_COST: Final = 4  # others will fill some of the gaps between our cards ...
LONE_GAP_COST: Final = 10  # ... but not if all of them have passed or left
FORCING_COST: Final = 30  # forcing rarely pays back its second chip


@final
@mypyc_attr(acyclic=True)
class Sensible(WeighingPolicy):
    """Weighs every legal move by its cost now and by what the rest of the hand will cost."""

    def __init__(self) -> None:
        super().__init__()
        self.hand: i64 = 0  # what the moves of one decision are weighed by
        self.held: i64 = 0
        self.fines: i64 = 0
        self.top: i64 = 0
        self.gap: i64 = GAP_COST
        self.by_five = False

    def choose(self, side: Side) -> i64:
        """The cheapest move; cards to put away are chosen together."""
        assert isinstance(side, TwentyThreeSide)
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
        self.gap = LONE_GAP_COST if side.idle() >= others_playing(side) else GAP_COST

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
            v = dearest(hand, floor)
            hand -= of_value(v, 1)
            named = min(named, v)
        return put_move(named)

    def _cost(self, move: i64) -> i64:
        """What a move costs now, and what the rest of the hand is likely to cost."""
        if move == PASS:
            return CHIP_COST * PASS_FINE + hand_cost(self.hand, self.top, self.gap)
        if move == FORCE:
            return CHIP_COST * FORCE_FINE + FORCING_COST + hand_cost(self.hand, self.top, self.gap)
        if move == LEAVE:
            return CHIP_COST * self.held
        v = value_of(move)
        spent = chips_of(move)
        fine = lay_fine(v, self.top, spent, self.by_five)
        now = CHIP_COST * fine + CHIP_COST * CHIP_WORTH * spent
        rest = self.hand - of_value(v, laid_count(move))
        if rest == 0:  # T10
            return now - CHIP_COST * min(GOING_OUT, self.fines + fine)
        return now + hand_cost(rest, v, self.gap)


def others_playing(side: TwentyThreeSide) -> i64:
    """How many other seats are still in the round."""
    count: i64 = 0
    for other in range(side.seats):
        if other != side.seat and side.still_in(other):
            count += 1
    return count


def hand_cost(cards: i64, top: i64, gap: i64) -> i64:
    """The cost of cards that no longer fit, and of the gaps between those that do."""
    total: i64 = 0
    while cards:
        v = lowest(cards)
        if v < top:
            total += STUCK_COST * count_of(cards, v)
        else:
            total += gap * max(0, v - top - 1)
            top = v
        cards &= ~all_of(v)
    return total


def dearest(hand: i64, floor: i64) -> i64:
    """The card, from `floor` upward, without which the hand costs the least."""
    best: i64 = 0
    cheapest: i64 = 1 << 30
    rest = hand & ~(of_value(floor, 1) - 1)
    while rest:
        v = lowest(rest)
        price = hand_cost(hand - of_value(v, 1), ONE, GAP_COST)
        if price < cheapest:
            cheapest = price
            best = v
        rest &= ~all_of(v)
    return best

"""A quick, sensible player of 23: pays little now and keeps the rest of the hand playable.

Its weights were found by many small random steps, towards those that won more games: half of them against
the weights of the time, half against the first policy (`policy1.py`), which is kept to compare others with.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import Side, WeighingPolicy
from reihum.core.packing import all_of, count_of, highest, lowest, of_value
from reihum.games.twentythree.cards import (
    FORCE,
    HIGHEST,
    LEAVE,
    ONE,
    PASS,
    chips_of,
    laid_count,
    put_move,
    value_of,
)
from reihum.games.twentythree.endgame import Endgame, is_alone
from reihum.games.twentythree.legal import lay_fine
from reihum.games.twentythree.policy1 import others_playing
from reihum.games.twentythree.rules import GOING_OUT, PASS_FINE
from reihum.games.twentythree.side import TwentyThreeSide
from reihum.games.twentythree.table import AWAY, HAND_SIZE, PUT

CHIP_COST: Final = 100  # costs are hundredths of a penalty chip
NEVER: Final = 1_000_000

# The weights, by place:
STUCK: Final = 0  # a card below the top
STAYING: Final = 1  # the same, however many there are: they keep the hand from going out
TURN: Final = 2  # a number still to be laid: each takes a turn, so equal cards are laid together
GAP: Final = 3  # a number missing between two cards of the hand, while there are others who may lay
FIRST_CHIP: Final = 4  # a bonus chip in the first round ...
SECOND_CHIP: Final = 5  # ... and in the second
PASSING: Final = 6  # passing, besides its chip
WAITING: Final = 7  # passing, for each time round that nobody has laid a card: so it ends some time
FOR_TWO: Final = vec[i64]([95, 0, 5, 7, 225, 205, 90, 60])
FOR_MORE: Final = vec[i64]([75, 35, 50, 0, 240, 215, 40, 60])


@final
@mypyc_attr(acyclic=True)
class Sensible(WeighingPolicy):
    """Weighs every legal move by its cost now and by what the rest of the hand will cost."""

    def __init__(self) -> None:
        super().__init__()
        self.endgame = Endgame()
        self.for_two = FOR_TWO
        self.for_more = FOR_MORE
        self.weights = FOR_TWO  # what the moves of one decision are weighed by
        self.hand: i64 = 0
        self.held: i64 = 0
        self.fines: i64 = 0
        self.top: i64 = 0
        self.gap: i64 = 0
        self.bonus_chip: i64 = 0
        self.passing: i64 = 0
        self.by_five = False

    def choose(self, side: Side) -> i64:
        """The cheapest move; cards to put away are chosen together, and so is what is laid alone."""
        assert isinstance(side, TwentyThreeSide)
        if side.phase() == PUT:
            return self._put_away(side)
        if is_alone(side):
            return self.endgame.choose(side)
        return super().choose(side)

    # -- playing ----------------------------------------------------------------------------------

    def look(self, side: Side) -> None:
        """The hand, the pile, and whether others are waiting."""
        assert isinstance(side, TwentyThreeSide)
        self.weights = self.for_two
        if side.seats > 2:
            self.weights = self.for_more
        self.hand = side.hand()
        self.held = side.held(side.seat)
        self.fines = side.fines(side.seat)
        self.top = side.top()
        self.by_five = side.by_five
        others = others_playing(side)
        self.gap = 0
        if side.idle() < others:
            self.gap = self.weights[GAP]
        self.bonus_chip = self.weights[FIRST_CHIP]
        if side.round() > 1:
            self.bonus_chip = self.weights[SECOND_CHIP]
        self.passing = NEVER
        if others:  # T11: alone, passing only costs
            self.passing = CHIP_COST * PASS_FINE + self.weights[PASSING]
            self.passing += self.weights[WAITING] * (side.idle() // (others + 1))

    def worth(self, side: Side, move: i64) -> i64:
        """The less a move costs, the more it is worth."""
        return -self._cost(move)

    def _cost(self, move: i64) -> i64:
        """What a move costs now, and what the rest of the hand is likely to cost."""
        if move == PASS:
            return self.passing + self._hand_cost(self.hand, self.top)
        if move == FORCE:  # T12: its second chip is never paid back
            return NEVER
        if move == LEAVE:
            return CHIP_COST * self.held
        v = value_of(move)
        spent = chips_of(move)
        fine = lay_fine(v, self.top, spent, self.by_five)
        now = CHIP_COST * fine + self.bonus_chip * spent
        rest = self.hand - of_value(v, laid_count(move))
        if rest == 0:  # T10
            return now - CHIP_COST * min(GOING_OUT, self.fines + fine)
        return now + self._hand_cost(rest, v)

    def _hand_cost(self, cards: i64, top: i64) -> i64:
        """The cost of cards that no longer fit, of those that do, and of the gaps between them."""
        total: i64 = 0
        if lowest(cards) < top:
            total = self.weights[STAYING]
        while cards:
            v = lowest(cards)
            if v < top:
                total += self.weights[STUCK] * count_of(cards, v)
            else:
                total += self.weights[TURN] + self.gap * max(0, v - top - 1)
                top = v
            cards &= ~all_of(v)
        return total

    # -- putting away -----------------------------------------------------------------------------

    def _put_away(self, side: TwentyThreeSide) -> i64:
        """Choose all cards still to be put away, and name the lowest first (T4a).

        What is kept misses as few numbers as possible. So it is the highest cards that go, unless there is no
        gap to be saved up there: then it is cards that are held twice.
        """
        hand = side.hand() & ~all_of(ONE)
        side.moves(self.into)
        floor = value_of(self.into[0])
        away = side.held(side.seat) - (HAND_SIZE - AWAY)
        named: i64 = 0
        fewest: i64 = HIGHEST
        for from_top in range(away, -1, -1):
            kept = hand
            put: i64 = HIGHEST
            for _ in range(from_top):
                put = highest(kept)
                kept -= of_value(put, 1)
            for _ in range(away - from_top):
                v = most_dispensable(kept, floor)
                kept -= of_value(v, 1)
                put = min(put, v)
            if missing_numbers(kept) < fewest:
                fewest = missing_numbers(kept)
                named = put
        return put_move(named)


def most_dispensable(cards: i64, floor: i64) -> i64:
    """The lowest card, from `floor` upward, that is held more than once; or the lowest of all."""
    cards &= ~(of_value(floor, 1) - 1)
    rest = cards
    while rest:
        v = lowest(rest)
        if count_of(rest, v) > 1:
            return v
        rest &= ~all_of(v)
    return lowest(cards)


def missing_numbers(cards: i64) -> i64:
    """How many numbers are missing below the highest of some cards."""
    missing = highest(cards)
    while cards:
        missing -= 1
        cards &= ~all_of(lowest(cards))
    return missing

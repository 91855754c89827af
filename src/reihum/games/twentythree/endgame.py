"""The end of a round of 23: what the last seat in it lays, alone, is worked out to the last chip.

Nobody comes between any more, so only its own hand counts, the top card and the bonus chips. Without bonus
chips, equal cards are laid together, and none is left out on the way up: that would only make the next step
dearer. What is left to choose is where to spend the chips, when to go back for lower cards, and whether to
leave.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from reihum.core.packing import all_of, count_of, highest, lowest, of_value, size_of
from reihum.games.twentythree.cards import LEAVE, lay_move
from reihum.games.twentythree.legal import REACH, chips_to_shift, from_value, lay_fine
from reihum.games.twentythree.policy1 import others_playing
from reihum.games.twentythree.rules import CHIP_WORTH, GOING_OUT
from reihum.games.twentythree.side import TwentyThreeSide
from reihum.games.twentythree.table import PLAY, ROUNDS

CHIP_COST: Final = 100  # costs are hundredths of a penalty chip
KEPT_CHIP: Final = 230  # what a bonus chip that is kept for the second round is worth
MOST: Final = 1_000_000  # more than anything costs


@final
@mypyc_attr(acyclic=True)
class Endgame:
    """Finds the cheapest way to end a round alone."""

    def __init__(self) -> None:
        self.by_five = False
        self.round: i64 = 0
        self.fines: i64 = 0
        self.least: i64 = MOST  # what the cheapest way costs ...
        self.move: i64 = LEAVE  # ... and how it begins

    def solve(self, hand: i64, top: i64, chips: i64, fines: i64, current: i64, by_five: bool) -> i64:
        """The move with which the cheapest way begins; `least` is what the seat has then."""
        self.by_five = by_five
        self.round = current
        self.fines = fines
        self.least = MOST
        self.move = LEAVE
        self._search(hand, top, chips, 0, LEAVE)
        return self.move

    def choose(self, side: TwentyThreeSide) -> i64:
        """The cheapest way for a seat that is alone in the round."""
        seat = side.seat
        chips = side.chips(seat)
        return self.solve(side.hand(), side.top(), chips, side.fines(seat), side.round(), side.by_five)

    def value(self, fines: i64, chips: i64) -> i64:
        """What it costs to have so many penalty chips and bonus chips after the round."""
        if self.round < ROUNDS:
            return CHIP_COST * fines - KEPT_CHIP * chips
        return CHIP_COST * max(0, fines - CHIP_WORTH * chips)  # T16

    def _end(self, fines: i64, chips: i64, first: i64) -> None:
        found = self.value(fines, chips)
        if found < self.least:
            self.least = found
            self.move = first

    def _search(self, hand: i64, top: i64, chips: i64, paid: i64, first: i64) -> None:
        """Try everything from here; `first` is the move that led here, LEAVE at the beginning."""
        fines = self.fines + paid
        if hand == 0:
            self._end(fines - min(GOING_OUT, fines), chips, first)
            return
        if self.value(fines - min(GOING_OUT, fines), chips) >= self.least:
            return  # it cannot become cheaper than this
        up = from_value(hand, top)
        while up:
            v = lowest(up)
            self._step_up(hand, v, top, chips, paid, first)
            up &= ~all_of(v)
            if chips == 0:
                break
        below = hand & (of_value(top, 1) - 1)
        while below:
            v = highest(below)
            spent = chips_to_shift(top - v)
            if spent > chips:
                break
            self._lay(hand, v, top, spent, chips, paid, first)
            below &= ~all_of(v)
        self._end(fines + size_of(hand), chips, first)

    def _step_up(self, hand: i64, v: i64, top: i64, chips: i64, paid: i64, first: i64) -> None:
        """Lay the next card upward, with any useful number of bonus chips (T9c)."""
        near: i64 = 1
        if self.by_five:
            near = REACH - 1
        spent: i64 = 0
        while spent <= chips:
            self._lay(hand, v, top, spent, chips, paid, first)
            if v - top - near <= REACH * spent:
                break
            spent += 1

    def _lay(self, hand: i64, v: i64, top: i64, spent: i64, chips: i64, paid: i64, first: i64) -> None:
        """Lay the cards of a number, and go on from there."""
        paid += lay_fine(v, top, spent, self.by_five)
        chips -= spent
        count = count_of(hand, v)
        while count:
            begun = first
            if first == LEAVE:
                begun = lay_move(v, count, spent)
            self._search(hand - of_value(v, count), v, chips, paid, begun)
            count -= 1
            if chips == 0 or not self.by_five:  # T9d: one that is kept may be just the step back that fits
                break


def is_alone(side: TwentyThreeSide) -> bool:
    """Whether everybody else is out of the round, or has left it."""
    return side.phase() == PLAY and others_playing(side) == 0

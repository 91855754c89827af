"""What a seat of 23 may do: whose decision it is, the legal moves, and why others are refused."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import OVER, Refusal, bit
from reihum.core.packing import all_of, count_of, highest, lowest, of_value
from reihum.games.twentythree.cards import (
    FORCE,
    HIGHEST,
    LEAVE,
    ONE,
    PASS,
    chips_of,
    laid_count,
    lay_move,
    put_move,
    value_of,
)
from reihum.games.twentythree.notation import text
from reihum.games.twentythree.table import AWAY, HAND_SIZE, PLAY, PUT, Table

REACH: Final = 5  # T9: how far one bonus chip shifts the top card


@mypyc_attr(acyclic=True)
class Legal(Table):
    """Whose decision it is, and what the legal moves are."""

    # -- whose decision ---------------------------------------------------------------------------

    def turn(self) -> i64:
        """The seat in turn; while cards are put away, the first seat that has not finished."""
        if self.phase == PLAY:
            return self.current
        if self.phase == PUT:
            for seat in range(self.seats):
                if self.owes(seat):
                    return seat
        return OVER

    def player(self) -> i64:
        """The seat in turn; NOBODY while cards are put away."""
        return self.current

    def owes(self, seat: i64) -> bool:
        """T4: every seat that still has cards to put away; after that, the seat in turn."""
        if self.phase == PUT:
            return self.held[seat] > HAND_SIZE - AWAY
        return self.phase == PLAY and seat == self.current

    # -- legal moves ------------------------------------------------------------------------------

    def moves(self, seat: i64, into: vec[i64]) -> i64:
        """T4 and T7 to T13."""
        if self.phase == PUT:
            return self._puts(seat, into)
        count = self._lays(seat, into)
        if self.forced and count > 0:  # T12, T12b
            return count
        into[count] = PASS
        count += 1
        if self._others_playing(seat):  # T12c
            into[count] = FORCE
            count += 1
        into[count] = LEAVE
        return count + 1

    def _puts(self, seat: i64, into: vec[i64]) -> i64:
        """T4a: from the last value put away up to the highest one that leaves enough cards for the rest."""
        cards = self.hands[seat] & ~all_of(ONE)  # T4: the 1 stays
        if self.away[seat]:
            cards &= ~((of_value(highest(self.away[seat]), 1)) - 1)
        last = self._last_put(seat)
        count: i64 = 0
        while cards:
            v = lowest(cards)
            if v > last:
                break
            into[count] = put_move(v)
            count += 1
            cards &= ~all_of(v)
        return count

    def _last_put(self, seat: i64) -> i64:
        """T4a: the highest value that leaves enough equal or higher cards to put away after it."""
        cards = self.hands[seat]
        behind = self.held[seat] - (HAND_SIZE - AWAY)  # this card and those after it
        v: i64 = HIGHEST
        while True:
            behind -= count_of(cards, v)
            if behind <= 0:
                return v
            v -= 1

    def _lays(self, seat: i64, into: vec[i64]) -> i64:
        """T7 to T9c: any number of equal cards with any useful number of bonus chips."""
        chips = self.chips[seat]
        within_reach = max(ONE, self.top - REACH * chips)
        cards = self.hands[seat] & ~(of_value(within_reach, 1) - 1)
        near: i64 = 1  # T8: nothing is skipped
        if self.by_five:
            near = REACH - 1  # T9d: one more chip would shift the top card above the number
        count: i64 = 0
        while cards:
            v = lowest(cards)
            spent: i64 = 0
            while v < self.top - REACH * spent:
                spent += 1
            while spent <= chips:
                for equal in range(1, count_of(cards, v) + 1):
                    into[count] = lay_move(v, equal, spent)
                    count += 1
                if v - self.top - near <= REACH * spent:
                    break  # T9c: one more chip would save nothing
                spent += 1
            cards &= ~all_of(v)
        return count

    def _others_playing(self, seat: i64) -> bool:
        return self.playing & ~bit(seat) != 0

    def can_lay(self, seat: i64) -> bool:
        """T12a: whether a seat can lay anything, with all its bonus chips."""
        return self.hands[seat] != 0 and highest(self.hands[seat]) >= self.top - REACH * self.chips[seat]

    # -- refusals ---------------------------------------------------------------------------------

    def refusal(self, seat: i64, move: i64) -> Refusal | None:
        """The rule that forbids a move, with facts that the seat itself can see."""
        if self.phase == PUT:
            return self._put_refusal(seat, move)
        if value_of(move) and laid_count(move):
            return self._lay_refusal(seat, move)
        if value_of(move):
            return Refusal("T4", "not_now")
        if self.forced and self.can_lay(seat):
            return Refusal("T12", "forced", {"way": text(self._some_lay(seat))})
        if move == FORCE and not self._others_playing(seat):
            return Refusal("T12", "nobody")
        return None

    def _put_refusal(self, seat: i64, move: i64) -> Refusal | None:
        v = value_of(move)
        if v == 0 or laid_count(move):
            return Refusal("T4", "first")
        if v == ONE:
            return Refusal("T4", "one")
        if count_of(self.hands[seat], v) == 0:
            return Refusal("T4", "not_held", {"card": v})
        if self.away[seat] and v < highest(self.away[seat]):
            named = highest(self.away[seat])
            above = lowest(from_value(self.hands[seat], named))
            return Refusal("T4", "order", {"card": v, "named": named, "lowest": above})
        if v > self._last_put(seat):
            return Refusal("T4", "too_high", {"card": v, "last": self._last_put(seat)})
        return None

    def _lay_refusal(self, seat: i64, move: i64) -> Refusal | None:
        v = value_of(move)
        count = laid_count(move)
        spent = chips_of(move)
        chips = self.chips[seat]
        held = count_of(self.hands[seat], v)
        if held == 0:
            return Refusal("T7", "not_held", {"card": v})
        if held < count:
            return Refusal("T7", "too_few", {"card": v, "held": held, "wanted": count})
        if spent and chips == 0:
            return Refusal("T9", "none")
        if chips < spent:
            return Refusal("T9", "not_enough", {"chips": chips, "wanted": spent})
        needed = chips_to_shift(self.top - v)
        if spent < needed:
            return self._lower_refusal(v, count, chips)
        near = REACH - 1 if self.by_five else 1  # as in _lays
        useful = max(needed, chips_to_shift(v - self.top - near))
        if useful < spent:  # T9c
            way = text(lay_move(v, count, useful))
            facts: dict[str, object] = {"card": v, "top": self.top, "chips": spent, "way": way}
            return Refusal("T9d", "wasted", facts) if self.by_five else Refusal("T9", "wasted", facts)
        return None

    def _lower_refusal(self, v: i64, count: i64, chips: i64) -> Refusal:
        """T7, T9: a card below the top, with the way to lay it if the seat has enough bonus chips."""
        needed = chips_to_shift(self.top - v)
        if needed <= chips:
            way = text(lay_move(v, count, needed))
            return Refusal("T7", "lower", {"card": v, "top": self.top, "way": way})
        if chips == 0:
            return Refusal("T7", "no_chips", {"card": v, "top": self.top})
        return Refusal("T7", "lower_still", {"card": v, "top": self.top, "lowest": self.top - REACH * chips})

    def _some_lay(self, seat: i64) -> i64:
        """Something that the seat can lay: without bonus chips if possible, or else its highest card."""
        fitting = from_value(self.hands[seat], self.top)
        if fitting:
            return lay_move(lowest(fitting), 1, 0)
        v = highest(self.hands[seat])
        return lay_move(v, 1, chips_to_shift(self.top - v))


def lay_fine(v: i64, top: i64, chips: i64, by_five: bool) -> i64:
    """T8, T9b: the penalty chips for laying a value with this many bonus chips."""
    gap = v - top - 1 - REACH * chips
    if gap >= 0:
        return gap
    if by_five and gap < -1:  # T9d: shifted up, the top card would be above the number
        gap += 2 * REACH * chips
        if gap > 0:
            return gap
    return 0


def chips_to_shift(numbers: i64) -> i64:
    """T9a: how many bonus chips shift the top card this far; 0 if it need not move."""
    return (max(0, numbers) + REACH - 1) // REACH


def from_value(cards: i64, v: i64) -> i64:
    """The packed cards from a value upward."""
    return cards & ~(of_value(v, 1) - 1)

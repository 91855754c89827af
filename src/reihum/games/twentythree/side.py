"""What a seat of 23 sees, in numbers: for bots that choose a million times a second."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import Side
from reihum.games.twentythree.knowledge import at_most, jumped_over, laid_by_seat, passed_at, unseen_by
from reihum.games.twentythree.legal import Legal
from reihum.games.twentythree.table import HAND_SIZE, PUT


@final
@mypyc_attr(acyclic=True)
class TwentyThreeSide(Side):
    """One seat's side of a game of 23; hands are packed, see core.packing."""

    def __init__(self, table: Legal, seat: i64) -> None:
        super().__init__(table, seat)
        self.learning = table.learning  # T5
        self.by_five = table.by_five  # T9d
        self._table = table

    # -- its own cards ----------------------------------------------------------------------------

    def hand(self) -> i64:
        """Its own cards."""
        return self._table.hands[self.seat]

    def away(self) -> i64:
        """What it has put away in this round (T4)."""
        return self._table.away[self.seat]

    def gone(self) -> i64:
        """What it put away when it left this round (T13)."""
        return self._table.gone[self.seat]

    # -- what everybody sees ----------------------------------------------------------------------

    def round(self) -> i64:
        """1 or 2 (T15)."""
        return self._table.round

    def phase(self) -> i64:
        """PUT, PLAY or DONE."""
        return self._table.phase

    def top(self) -> i64:
        """The value on top of the pile, 0 on an empty one."""
        return self._table.top

    def in_pile(self) -> i64:
        """How many cards have been laid in this round."""
        return self._table.in_pile

    def pile_card(self, place: i64) -> i64:
        """The value at a place of the pile, 0 at the bottom."""
        return i64(self._table.pile[place])

    def forced(self) -> bool:
        """Whether the seat in turn has been forced to lay (T12)."""
        return self._table.forced

    def idle(self) -> i64:
        """How many turns ago a card was last laid."""
        return self._table.idle

    def one(self) -> i64:
        """The seat that holds the 1, NOBODY once it is laid (T2)."""
        return self._table.one_held_by()

    # -- what everybody sees of a seat ------------------------------------------------------------

    def held(self, seat: i64) -> i64:
        """How many cards a hand has; for others, 15 while cards are put away (T4)."""
        if self._table.phase == PUT and seat != self.seat:
            return HAND_SIZE
        return self._table.held[seat]

    def fines(self, seat: i64) -> i64:
        """Its penalty chips."""
        return self._table.fines[seat]

    def chips(self, seat: i64) -> i64:
        """The bonus chips it has left (T3)."""
        return self._table.chips[seat]

    def still_in(self, seat: i64) -> bool:
        """Whether it is still in this round: it has not gone out or left."""
        return self._table.still_in(seat)

    def has_left(self, seat: i64) -> bool:
        """Whether it has left this round (T13)."""
        return self._table.has_left(seat)

    def at_most(self, seat: i64) -> i64:
        """The highest card that it can hold, by what it has shown (T12b); HIGHEST if nothing."""
        return at_most(self._table, seat)

    def laid_by(self, seat: i64) -> i64:
        """What it has laid in this round, packed; the 1 that opens it does not count."""
        return laid_by_seat(self._table, seat)

    def passed_at(self, seat: i64) -> i64:
        """The top cards at which it passed in this round: bit v for value v."""
        return passed_at(self._table, seat)

    def jumped_over(self, seat: i64) -> i64:
        """The numbers that its cards jumped over in this round: bit v for value v."""
        return jumped_over(self._table, seat)

    def unseen(self) -> i64:
        """The cards that it has not seen in this round, packed."""
        return unseen_by(self._table, self.seat)

"""What a seat of HELP! sees, in numbers: for bots that choose a million times a second."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NO_CARD, NOBODY, Side
from reihum.games.help.cards import size_of
from reihum.games.help.helping import imagine_help
from reihum.games.help.knowledge import Knowledge
from reihum.games.help.legal import Legal


@final
@mypyc_attr(acyclic=True)
class HelpSide(Side):
    """One seat's side of a game of HELP!; hands (see cards.py) and the row (see row.py) are packed.

    What can be proved of other hands is in `view()`: `known` and `holds`.
    """

    def __init__(self, table: Legal, seat: i64) -> None:
        super().__init__(table, seat)
        self._table = table

    # -- its own cards ----------------------------------------------------------------------------

    def hand(self) -> i64:
        """Its own cards."""
        return self._table.hands[self.seat]

    def received(self) -> i64:
        """The card on its way to the asker, if this seat knows it (H18); else NO_CARD."""
        if self._table.sees_received(self.seat):
            return self._table.received
        return NO_CARD

    # -- what everybody sees ----------------------------------------------------------------------

    def round(self) -> i64:
        """Which round this is, from 1."""
        return self._table.round

    def direction(self) -> i64:
        """1 for clockwise, -1 for the other way (H4)."""
        return self._table.direction

    def phase(self) -> i64:
        """CALL, PLAY, GIVE, BACK, RECEIVED or DONE."""
        return self._table.phase

    def row(self) -> i64:
        """The cards of the row."""
        return self._table.row

    def values(self) -> i64:
        """What each card of the row counts as (H12), packed like the row."""
        return self._table.values

    def length(self) -> i64:
        """How many cards the row has."""
        return self._table.length

    def top(self) -> i64:
        """The last value of the row, 0 if it is empty."""
        return self._table.top

    def in_stock(self) -> i64:
        """How many cards the draw pile has."""
        return self._table.in_stock

    def in_discard(self) -> i64:
        """How many cards the discard pile has."""
        return self._table.in_discard

    def discards(self) -> i64:
        """The cards of the discard pile, packed like a hand."""
        return self._table.discards()

    def asker(self) -> i64:
        """Who is being helped (H16), or NOBODY."""
        if self._table.giver == NOBODY:
            return NOBODY
        return self._table.current

    def giver(self) -> i64:
        """Who helps (H17), or NOBODY."""
        return self._table.giver

    def helper(self) -> i64:
        """Whom the player in turn would ask for help (H17), or NOBODY (H20)."""
        if self._table.current == NOBODY:
            return NOBODY
        return self._table.helper(self._table.current)

    # -- what everybody sees of a seat ------------------------------------------------------------

    def held(self, seat: i64) -> i64:
        """How many cards a hand has."""
        return size_of(self._table.hands[seat])

    def points(self, seat: i64) -> i64:
        """Its points (H21)."""
        return self._table.points[seat]

    def no(self, seat: i64) -> i64:
        """The No! in front of it (H15): FREE, TO_SKIP or SKIPPED."""
        return self._table.no[seat]

    def beside(self, seat: i64) -> i64:
        """The next seat in the order of play (H4)."""
        return self._table.neighbour(seat, self._table.direction)

    def unseen(self) -> i64:
        """The cards that it does not see, packed like a hand."""
        return self._table.unseen_by(self.seat)

    def proofs(self) -> Knowledge:
        """What this seat, and everybody, can prove of the hands; of what others alone know, nothing."""
        knows = self._table.knows.knowledge_of(self.seat)
        if self._table.misses_received(self.seat):
            imagine_help(self._table, knows, self.seat)
        return knows

    def is_caller(self, seat: i64) -> bool:
        """Whether it may call a number (H5); false once all have called."""
        return self._table.is_caller(seat)

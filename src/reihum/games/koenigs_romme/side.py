"""What a seat of Königs-Rommé sees, in numbers: for bots that choose a million times a second."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NO_CARD, Side
from reihum.games.koenigs_romme.cards import (
    DECKS,
    EVERY_VALUE,
    JOKERS,
    Hand,
    hand_at,
    no_cards,
    without_card,
)
from reihum.games.koenigs_romme.proofs import drawn_since, last_made_stock
from reihum.games.koenigs_romme.table import Table

SUIT: Final = DECKS * EVERY_VALUE  # all cards of a suit, packed


@final
@mypyc_attr(acyclic=True)
class RommeSide(Side):
    """One seat's side of a game for two or more.

    The combinations on the table, and how many cards each hand has, are in `view()`.
    """

    def __init__(self, table: Table, seat: i64) -> None:
        super().__init__(table, seat)
        self._table = table

    # -- its own cards ----------------------------------------------------------------------------

    def hand(self) -> Hand:
        """Its own cards, until it lays them."""
        return hand_at(self._table.hands, self.seat)

    def all_cards(self) -> Hand:
        """Its own cards, with those that it has laid."""
        return self._table.cards_of(self.seat)

    def drew(self) -> Hand:
        """What it has drawn from a stock made of the pile (K8)."""
        return drawn_since(self._table, self.seat)

    # -- what everybody sees ----------------------------------------------------------------------

    def round(self) -> i64:
        """1 to 11 (K3)."""
        return self._table.round

    def wild(self) -> i64:
        """The value that is wild in this round (K13)."""
        return self._table.wild()

    def phase(self) -> i64:
        """DRAW, DISCARD or DONE."""
        return self._table.phase

    def dealer(self) -> i64:
        """Who deals this round (K4)."""
        return self._table.dealer_seat

    def turns(self) -> i64:
        """How many turns of this round are finished."""
        return self._table.turns

    def out_by(self) -> i64:
        """Who has gone out in this round (K10), or NOBODY."""
        return self._table.out_by

    def in_stock(self) -> i64:
        """How many cards the stock has."""
        return self._table.in_stock

    def composed(self) -> Hand:
        """The cards of the last stock that was made of the pile in this round (K8), if any."""
        if self._table.stocks_made:
            return last_made_stock(self._table)
        return no_cards()

    def in_pile(self) -> i64:
        """How many cards the pile has."""
        return self._table.in_pile

    def pile_card(self, place: i64) -> i64:
        """The card at a place of the pile, 0 at the bottom."""
        return self._table.pile[place]

    def top(self) -> i64:
        """The top card of the pile, or NO_CARD."""
        if self._table.in_pile:
            return self._table.pile[self._table.in_pile - 1]
        return NO_CARD

    # -- what everybody sees of a seat ------------------------------------------------------------

    def total(self, seat: i64) -> i64:
        """Its points in the rounds scored so far (K15)."""
        return self._table.totals[seat]

    def has_laid(self, seat: i64) -> bool:
        """Whether it has gone out or had its last turn (K10, K14)."""
        return self._table.has_laid(seat)

    def taken(self, seat: i64) -> Hand:
        """Cards it took from the pile and was not seen to lose since (K7); none once it has laid."""
        if self._table.has_laid(seat):
            return no_cards()
        return hand_at(self._table.taken, seat)

    def thrown(self, seat: i64) -> i64:
        """The cards it threw away in this round, as a set: bit k for kind k."""
        return self._table.thrown(seat)

    def unseen(self) -> Hand:
        """The cards that are neither its own, nor in the pile, nor known to be in a hand, nor went out.

        What others laid in their last turns (K14) may be among them: to find it out takes time.
        """
        out_by = self._table.out_by
        found = minus((SUIT, SUIT, SUIT, SUIT, SUIT, JOKERS), self.all_cards())
        for place in range(self._table.in_pile):
            found = without_card(found, self._table.pile[place])
        for other in range(self.seats):
            if other != self.seat:
                if other == out_by:
                    found = minus(found, self._table.cards_of(other))
                else:
                    found = minus(found, self.taken(other))
        return found


def minus(cards: Hand, others: Hand) -> Hand:
    """Cards without others, which must be among them."""
    return (
        cards[0] - others[0],
        cards[1] - others[1],
        cards[2] - others[2],
        cards[3] - others[3],
        cards[4] - others[4],
        cards[5] - others[5],
    )

"""What a seat of YoYo sees, in numbers: for bots that choose a million times a second."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NO_CARD, Side
from reihum.core.packing import of_value
from reihum.games.yoyo.cards import BLUE, PACKED_DECK, RED, YELLOW, Hand, colour_of, hand_at, number_of
from reihum.games.yoyo.proofs import Proofs
from reihum.games.yoyo.table import Table


@final
@mypyc_attr(acyclic=True)
class YoYoSide(Side):
    """One seat's side of a match of YoYo; hands are packed, one number per colour.

    What else can be proved of hands is in `view()`: `drawn_one_of`, `one_of`, `recycled` and `unmoved`.
    """

    def __init__(self, table: Table, seat: i64) -> None:
        super().__init__(table, seat)
        self.plain_draw = table.plain_draw  # Y22c
        self._table = table

    # -- its own cards ----------------------------------------------------------------------------

    def hand(self) -> Hand:
        """Its own cards."""
        return hand_at(self._table.hands, self.seat)

    def drawn(self) -> i64:
        """The card that it has just drawn and may lay (Y13), or NO_CARD."""
        if self._table.current == self.seat:
            return self._table.drawn
        return NO_CARD

    def slid(self) -> i64:
        """The card that it has chosen for its left neighbour (Y20), or NO_CARD."""
        return self._table.slid[self.seat]

    # -- what everybody sees ----------------------------------------------------------------------

    def match_game(self) -> i64:
        """Which game of the match this is (Y26)."""
        return self._table.match_game

    def phase(self) -> i64:
        """PLAY, SERIES, DRAWN, TAKING, SLIDING or DONE."""
        return self._table.phase

    def in_pile(self) -> i64:
        """How many cards the pile has."""
        return self._table.in_pile

    def pile_card(self, place: i64) -> i64:
        """The card at a place of the pile, 0 at the bottom."""
        return self._table.pile[place]

    def top(self) -> i64:
        """The number on top of the pile, if it is not empty."""
        return self._table.top

    def action(self) -> i64:
        """What the top card does if it is yellow (Y2a), or NO_ACTION."""
        return self._table.action()

    def direction(self) -> i64:
        """UP, DOWN (Y6), or NO_DIRECTION while the pile is empty."""
        return self._table.direction

    def top_by(self) -> i64:
        """Who laid the top card (Y11), or NOBODY."""
        return self._table.top_by

    def in_stock(self) -> i64:
        """How many cards the draw pile has."""
        return self._table.in_stock

    def emptied(self) -> i64:
        """How often the draw pile has been used up in this game (Y14)."""
        return self._table.emptied

    def beginner(self) -> i64:
        """Who began this game (Y4, Y26)."""
        return self._table.beginner

    def pending(self) -> i64:
        """How many cards a Draw takes from each of two players (Y19, Y22)."""
        return self._table.pending

    def first_taken(self) -> i64:
        """From whom the first of two cards has been taken (Y19a), or NOBODY."""
        return self._table.taken_from

    # -- what it knows of a seat ------------------------------------------------------------------

    def held(self, seat: i64) -> i64:
        """How many cards a hand has."""
        return self._table.held[seat]

    def points(self, seat: i64) -> i64:
        """Its points in all games so far (Y23 to Y25)."""
        return self._table.points[seat]

    def known(self, seat: i64) -> Hand:
        """The cards that this seat gave away and that are certainly still in another hand (Y19, Y20)."""
        proofs = self._table.knows.proofs()
        return hand_at(proofs.known, proofs.known_at(self.seat, seat))

    def proofs(self) -> Proofs:
        """What this seat, and everybody, knows of the hands; of what others alone know, nothing."""
        proofs = self._table.knows.proofs()
        proofs.forget_others(self.seat)
        return proofs

    def unseen(self) -> Hand:
        """The cards that it does not see: all but its own and those of the pile."""
        hand = self.hand()
        blue = PACKED_DECK[BLUE] - hand[BLUE]
        red = PACKED_DECK[RED] - hand[RED]
        yellow = PACKED_DECK[YELLOW] - hand[YELLOW]
        for place in range(self._table.in_pile):
            card = self._table.pile[place]
            one = of_value(number_of(card), 1)
            colour = colour_of(card)
            if colour == BLUE:
                blue -= one
            elif colour == RED:
                red -= one
            else:
                yellow -= one
        return (blue, red, yellow)

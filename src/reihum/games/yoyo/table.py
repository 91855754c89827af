"""The table of YoYo: the fields of a match, its phases, an empty table, a copy."""

from __future__ import annotations

from typing import Any, Final, Literal

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NO_CARD, NOBODY, State, left_of
from reihum.core.packing import all_of, count_of, lowest, size_of
from reihum.games.yoyo.cards import (
    ACTION_OF,
    COLOURS,
    DECK_SIZE,
    NO_ACTION,
    NO_DIRECTION,
    YELLOW,
    card_with,
    colour_of,
    nth_number,
    number_of,
)
from reihum.games.yoyo.knowledge import Knowledge, nothing_known

HAND_SIZE: Final = 7  # Y3
FIRST_BEGINNER: Final = 1  # Y4a
EMPTIED_END: Final = 2  # Y14
GAMES_EACH: Final = 2  # Y26: games in a match for every player

PLAY: Final = 0
SERIES: Final = 1
DRAWN: Final = 2
TAKING: Final = 3
SLIDING: Final = 4
DONE: Final = 5
# As views and positions call them:
Phase = Literal["play", "series", "drawn", "take", "slide", "over"]
PHASES: Final = ("play", "series", "drawn", "take", "slide", "over")
Direction = Literal["up", "down"]
DIRECTIONS: Final = (None, "up", "down")


@mypyc_attr(acyclic=True)
class Table(State):
    """Everything that makes up one match of YoYo."""

    def __init__(self, seats: i64, plain_draw: bool) -> None:
        super().__init__(seats, low_wins=False)  # Y27
        self.plain_draw = plain_draw  # Y22c
        self.match_game: i64 = 0
        self.points = vec[i64]()
        self.phase: i64 = PLAY
        self.hands = vec[i64]()  # packed, see core.packing; by seat, colour
        self.held = vec[i64]()  # how many cards each hand has
        self.pile = vec[i64]()
        self.in_pile: i64 = 0  # how many cards `pile` has
        self.top: i64 = 0  # the number on top of the pile, if it is not empty
        self.direction: i64 = NO_DIRECTION
        self.top_by: i64 = NOBODY
        self.stock = vec[i64]()
        self.in_stock: i64 = 0  # how many cards `stock` has
        self.emptied: i64 = 0  # Y14: how often the stock has been used up in this game
        self.current: i64 = NOBODY  # whose turn it is; while cards are passed on, who laid the yellow card
        self.beginner: i64 = NOBODY
        self.drawn: i64 = NO_CARD  # the card just drawn from the stock, if it fits
        self.pending: i64 = 0  # Y19, Y22: how many cards are due from each player
        self.taken_from: i64 = NOBODY  # Y19a: the first of two seats, from which a card has been taken
        self.slid = vec[i64]()  # Y20: the card that each seat has chosen
        self.knows = Knowledge(seats)

    def constructor_args(self) -> tuple[Any, ...]:
        """The number of seats and the option."""
        return self.seats, self.plain_draw

    def set_up(self) -> None:
        """Make an empty table, before the first deal."""
        seats = int(self.seats)
        self.points = vec[i64]([0] * seats)
        self.hands = vec[i64]([0] * (seats * COLOURS))
        self.held = vec[i64]([0] * seats)
        self.pile = vec[i64]([0] * DECK_SIZE)
        self.stock = vec[i64]([0] * DECK_SIZE)
        self.beginner = FIRST_BEGINNER
        self.slid = vec[i64]([NO_CARD] * seats)
        self.knows = nothing_known(seats)

    def copy_to(self, twin: Table) -> None:
        """Copy everything to another table with as many seats."""
        twin.match_game = self.match_game
        twin.points = self.points[:]
        twin.phase = self.phase
        twin.hands = self.hands[:]
        twin.held = self.held[:]
        twin.pile = self.pile[:]
        twin.in_pile = self.in_pile
        twin.top = self.top
        twin.direction = self.direction
        twin.top_by = self.top_by
        twin.stock = self.stock[:]
        twin.in_stock = self.in_stock
        twin.emptied = self.emptied
        twin.current = self.current
        twin.beginner = self.beginner
        twin.drawn = self.drawn
        twin.pending = self.pending
        twin.taken_from = self.taken_from
        twin.slid = self.slid[:]
        twin.knows = self.knows.copy()

    def left_neighbour(self, seat: i64) -> i64:
        """Y4: the left neighbour."""
        return left_of(seat, self.seats)

    def holds(self, seat: i64, card: i64) -> bool:
        """Whether a card is in a hand."""
        return count_of(self.hands[seat * COLOURS + colour_of(card)], number_of(card)) > 0

    def card_at(self, seat: i64, place: i64) -> i64:
        """The card at this place in a sorted hand, counted from 0."""
        colour: i64 = 0
        size = size_of(self.hands[seat * COLOURS])
        while place >= size:
            place -= size
            colour += 1
            size = size_of(self.hands[seat * COLOURS + colour])
        return card_with(colour, nth_number(self.hands[seat * COLOURS + colour], place))

    def different_cards(self, seat: i64, into: vec[i64]) -> i64:
        """Write each different card of a hand into a buffer, sorted; how many there are."""
        count: i64 = 0
        for colour in range(COLOURS):
            cards = self.hands[seat * COLOURS + colour]
            while cards:
                number = lowest(cards)
                into[count] = card_with(colour, number)
                count += 1
                cards &= ~all_of(number)
        return count

    def top_is_yellow(self) -> bool:
        """Whether the top card of the pile is yellow."""
        return self.in_pile > 0 and colour_of(self.pile[self.in_pile - 1]) == YELLOW

    def action(self) -> i64:
        """Y2a: what the top card does if it is yellow, or NO_ACTION."""
        if self.top_is_yellow():
            return ACTION_OF[self.top]
        return NO_ACTION

    def games(self) -> i64:
        """Y26: how many games a match has."""
        return GAMES_EACH * self.seats

    def next_beginner(self) -> i64:
        """Y26, Y26a: the seat with the fewest points, the first one after the last beginner if they tie."""
        best = self.left_neighbour(self.beginner)
        seat = best
        for _ in range(1, self.seats):
            seat = self.left_neighbour(seat)
            if self.points[seat] < self.points[best]:
                best = seat
        return best

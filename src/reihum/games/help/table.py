"""The table of HELP!: the fields of a game, its phases, an empty table, a copy."""

from __future__ import annotations

from typing import Final, Literal

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NO_CARD, NOBODY, State
from reihum.games.help.cards import DECK_SIZE, NO, NUMBERS, PACKED_DECK, lowest_kind, of_kind
from reihum.games.help.knowledge import Knowledge
from reihum.games.help.proofs import NO_NUMBER
from reihum.games.help.row import card_at, values_of

FEWEST_SEATS: Final = 3
MOST_SEATS: Final = 5
GOAL: Final = 3  # H21

CALL: Final = 0
PLAY: Final = 1
GIVE: Final = 2
BACK: Final = 3
RECEIVED: Final = 4
DONE: Final = 5
PHASES: Final = ("call", "play", "give", "back", "received", "over")  # as views and positions call them
Phase = Literal["call", "play", "give", "back", "received", "over"]

# H15: the No! in front of a seat
FREE: Final = 0  # there is none
TO_SKIP: Final = 1  # the seat will be skipped
SKIPPED: Final = 2  # the seat has been skipped


@mypyc_attr(acyclic=True)
class Table(State):
    """Everything that makes up one game of HELP!."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats, low_wins=False)  # H21
        self.round: i64 = 1
        self.direction: i64 = 1  # H4: clockwise, or -1
        self.points = vec[i64]()
        self.phase: i64 = CALL
        self.callers: i64 = 0  # the set of seats that may call (H5); empty once all have
        self.order = vec[i64]()  # all seats: first those that have called, then as they will be asked
        self.called: i64 = 0  # how many seats have called
        self.hands = vec[i64]()  # packed, see cards.py
        self.row: i64 = 0  # packed, see row.py
        self.values: i64 = 0
        self.length: i64 = 0
        self.top: i64 = 0  # the last value of the row, 0 if it is empty
        self.stock = vec[i64]()
        self.in_stock: i64 = 0  # how many cards `stock` has
        self.discard = vec[i64]()
        self.in_discard: i64 = 0  # how many cards `discard` has
        self.no = vec[i64]()
        self.current: i64 = NOBODY  # whose turn it is; during help, the asker
        self.giver: i64 = NOBODY
        self.received: i64 = NO_CARD  # the card on its way to the asker, in nobody's hand
        self.lacks = False  # whether it was set up without some of the cards
        self.knows = Knowledge(seats)

    def set_up(self) -> None:
        """Make an empty table, before the first deal."""
        seats = int(self.seats)
        self.points = vec[i64]([0] * seats)  # H2
        self.order = vec[i64](list(range(seats)))
        self.hands = vec[i64]([0] * seats)
        self.stock = vec[i64]([0] * DECK_SIZE)
        self.discard = vec[i64]([0] * DECK_SIZE)
        self.no = vec[i64]([FREE] * seats)
        self.knows.set_up()

    def copy_to(self, twin: Table) -> None:
        """Copy everything to another table with as many seats."""
        twin.round = self.round
        twin.direction = self.direction
        twin.points = self.points[:]
        twin.phase = self.phase
        twin.callers = self.callers
        twin.order = self.order[:]
        twin.called = self.called
        twin.hands = self.hands[:]
        twin.row = self.row
        twin.values = self.values
        twin.length = self.length
        twin.top = self.top
        twin.stock = self.stock[:]
        twin.in_stock = self.in_stock
        twin.discard = self.discard[:]
        twin.in_discard = self.in_discard
        twin.no = self.no[:]
        twin.current = self.current
        twin.giver = self.giver
        twin.received = self.received
        twin.lacks = self.lacks
        self.knows.copy_to(twin.knows)

    def set_row(self, row: i64, length: i64) -> None:
        """Replace the row by one of this length."""
        self.row = row
        self.values = values_of(row)
        self.length = length
        self.top = card_at(self.values, length)

    # -- calling (H5) -----------------------------------------------------------------------------

    def is_caller(self, seat: i64) -> bool:
        """H5: whether a seat may call a number, if it has one."""
        return (self.callers >> seat) & 1 == 1

    def can_call(self, seat: i64) -> bool:
        """H5, H5a: whether a seat may call and holds a number."""
        return self.is_caller(seat) and self.hands[seat] & NUMBERS != 0

    def has_called(self, seat: i64) -> bool:
        """Whether this seat has called."""
        return any(self.order[i] == seat for i in range(self.called))

    def lowest_number(self, seat: i64) -> i64:
        """The lowest number in a hand, or NO_NUMBER."""
        numbers = self.hands[seat] & NUMBERS
        if numbers:
            return lowest_kind(numbers)
        return NO_NUMBER

    def calling_seats(self) -> list[int]:
        """The seats that may call."""
        return [int(seat) for seat in range(self.seats) if self.is_caller(seat)]

    def calls(self) -> list[list[int]]:
        """The calls made so far, each seat with its number."""
        return [[int(self.order[i]), int(self.lowest_number(self.order[i]))] for i in range(self.called)]

    # -- neighbours -------------------------------------------------------------------------------

    def neighbour(self, seat: i64, step: i64) -> i64:
        """The neighbour one step clockwise (1) or the other way (-1)."""
        seat += step
        if seat == self.seats:
            return 0
        return seat if seat >= 0 else self.seats - 1

    def helper(self, asker: i64) -> i64:
        """H17: the nearest seat before the asker without a No! in front of it, or NOBODY."""
        seat = self.neighbour(asker, -self.direction)
        while seat != asker:
            if self.no[seat] == FREE:
                return seat
            seat = self.neighbour(seat, -self.direction)
        return NOBODY

    # -- where cards are --------------------------------------------------------------------------

    def open_cards(self) -> i64:
        """Packed: the cards in the row and in front of seats."""
        cards: i64 = 0
        for place in range(1, self.length + 1):
            cards += of_kind(card_at(self.row, place), 1)
        for seat in range(self.seats):
            if self.no[seat] != FREE:
                cards += of_kind(NO, 1)
        return cards

    def discards(self) -> i64:
        """Packed: the cards in the discard pile."""
        cards: i64 = 0
        for i in range(self.in_discard):
            cards += of_kind(self.discard[i], 1)
        return cards

    def unseen_by(self, seat: i64) -> i64:
        """Packed: what a seat (or NOBODY) does not see: other hands, the draw pile, a card on its way."""
        hidden = PACKED_DECK - self.open_cards() - self.discards()
        if seat != NOBODY:
            hidden -= self.hands[seat]
        if self.sees_received(seat):
            hidden -= of_kind(self.received, 1)
        return hidden

    def sees_received(self, seat: i64) -> bool:
        """H18: whether a seat knows the card on its way: asker and giver do."""
        return self.received != NO_CARD and (seat == self.current or seat == self.giver)

    def misses_received(self, seat: i64) -> bool:
        """H18: whether a seat, or NOBODY, knows only that a card is on its way."""
        return self.received != NO_CARD and seat != self.current and seat != self.giver

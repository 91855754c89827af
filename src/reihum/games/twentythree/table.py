"""The table of 23: the fields of a game, its phases, an empty table, a copy."""

from __future__ import annotations

from typing import Any, Final, Literal

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from reihum.core.contract import NOBODY, State
from reihum.core.packing import count_of
from reihum.games.twentythree.cards import DECK_SIZE, ONE

HAND_SIZE: Final = 15  # T2
LEARNING_HAND_SIZE: Final = 12  # T5
AWAY: Final = 3  # T4
BONUS_CHIPS: Final = 3  # T3
ROUNDS: Final = 2  # T15
COURSE_LENGTH: Final = 2  # numbers that say what everybody has seen of a seat, see knowledge.py

PUT: Final = 0
PLAY: Final = 1
DONE: Final = 2
PHASES: Final = ("put", "play", "over")  # as views and positions call them
Phase = Literal["put", "play", "over"]
Status = Literal["in", "out", "left"]


@mypyc_attr(acyclic=True)
class Table(State):
    """Everything that makes up one game of 23."""

    def __init__(self, seats: i64, learning: bool, by_five: bool) -> None:
        super().__init__(seats, low_wins=True)  # T16
        self.learning = learning  # T5
        self.by_five = by_five  # T9d
        self.round: i64 = 0
        self.phase: i64 = PUT
        self.hands = vec[i64]()  # packed, see core.packing
        self.held = vec[i64]()  # how many cards each hand has
        self.away = vec[i64]()  # packed: what each seat has put away in this round
        self.gone = vec[i64]()  # packed: what each seat put away when it left this round (T13)
        self.unused: i64 = 0  # packed: not dealt in this round
        self.pile = vec[u8]()
        self.in_pile: i64 = 0  # how many cards `pile` has
        self.top: i64 = 0  # the value on top, 0 on an empty pile
        self.fines = vec[i64]()
        self.chips = vec[i64]()
        self.playing: i64 = 0  # the set of seats still in the round
        self.left: i64 = 0  # the set of seats that have left it (T13)
        self.current: i64 = NOBODY  # whose turn it is
        self.forced = False
        self.idle: i64 = 0  # how many turns ago a card was last laid
        self.course = vec[i64]()  # what everybody has seen of each seat in this round, see knowledge.py

    def constructor_args(self) -> tuple[Any, ...]:
        """The number of seats and the options."""
        return self.seats, self.learning, self.by_five

    def set_up(self) -> None:
        """Make an empty table, before the first deal."""
        seats = int(self.seats)
        self.hands = vec[i64]([0] * seats)
        self.held = vec[i64]([0] * seats)
        self.away = vec[i64]([0] * seats)
        self.gone = vec[i64]([0] * seats)
        self.pile = vec[u8]([0] * DECK_SIZE)
        self.fines = vec[i64]([0] * seats)
        self.chips = vec[i64]([BONUS_CHIPS] * seats)  # T3
        self.course = vec[i64]([0] * (COURSE_LENGTH * seats))

    def copy_to(self, twin: Table) -> None:
        """Copy everything to another table with as many seats."""
        twin.round = self.round
        twin.phase = self.phase
        twin.hands = self.hands[:]
        twin.held = self.held[:]
        twin.away = self.away[:]
        twin.gone = self.gone[:]
        twin.unused = self.unused
        twin.pile = self.pile[:]
        twin.in_pile = self.in_pile
        twin.top = self.top
        twin.fines = self.fines[:]
        twin.chips = self.chips[:]
        twin.playing = self.playing
        twin.left = self.left
        twin.current = self.current
        twin.forced = self.forced
        twin.idle = self.idle
        twin.course = self.course[:]

    def still_in(self, seat: i64) -> bool:
        """Whether a seat is still in this round: it has not gone out or left."""
        return (self.playing >> seat) & 1 == 1

    def has_left(self, seat: i64) -> bool:
        """T13: whether a seat has left this round."""
        return (self.left >> seat) & 1 == 1

    def status(self) -> list[Status]:
        """T14: whether each seat is in the round, out, or has left."""
        return [
            "in" if self.still_in(seat) else "left" if self.has_left(seat) else "out"
            for seat in range(self.seats)
        ]

    def one_held_by(self) -> i64:
        """T2: the seat that holds the 1, which everybody sees; NOBODY once it is laid."""
        for seat in range(self.seats):
            if count_of(self.hands[seat], ONE):
                return seat
        return NOBODY

"""The rules of 23: for 2 to 4 players, two rounds, fewest penalty chips win.

Rule numbers are those of the game's sheet (`sheet.en.toml`). Options: `learning` (T5), `by_five` (T9d).
What is on the table is in `table.py`, what may be played in `legal.py`, and what a move does is here.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr, u8

from reihum.core.contract import NOBODY, OVER, UNHEARD, all_seats, bit, left_of
from reihum.core.dealer import Dealer, shuffle
from reihum.core.packing import of_value, unpack
from reihum.games.twentythree.cards import (
    DECK_SIZE,
    DECK_WITHOUT_ONE,
    FORCE,
    ONE,
    PASS,
    chips_of,
    laid_count,
    value_of,
)
from reihum.games.twentythree.knowledge import note_deal, note_unable
from reihum.games.twentythree.legal import Legal, lay_fine
from reihum.games.twentythree.side import TwentyThreeSide
from reihum.games.twentythree.table import DONE, HAND_SIZE, LEARNING_HAND_SIZE, PLAY, PUT, ROUNDS
from reihum.games.twentythree.worlds import deal_unseen

PASS_FINE: Final = 1  # T11
FORCE_FINE: Final = 2  # T12
GOING_OUT: Final = 3  # T10: penalty chips that go back
CHIP_WORTH: Final = 2  # T16


@final
@mypyc_attr(acyclic=True)
class TwentyThree(Legal):
    """One game of 23."""

    def __init__(self, seats: i64, learning: bool, by_five: bool) -> None:
        super().__init__(seats, learning, by_five)

    # -- playing ----------------------------------------------------------------------------------

    def play(self, seat: i64, move: i64, dealer: Dealer) -> None:
        """A move, and what follows from it: the opening 1, the next round, the end."""
        if self.phase == PUT:
            self._put_away(seat, value_of(move))
            return
        if self.forced and not value_of(move):
            note_unable(self, seat)
        self.forced = move == FORCE
        self.idle += 1
        self._fine(seat, self.price(seat, move))
        if value_of(move):
            self._lay(seat, value_of(move), laid_count(move), chips_of(move))
        elif move != PASS and move != FORCE:  # T13
            self.gone[seat] = self.hands[seat]
            self.hands[seat] = 0
            self.held[seat] = 0
            self.playing &= ~bit(seat)
            self.left |= bit(seat)
        if self.playing:
            self._next()
            if self.telling and self.forced:
                self.tell("forced", {"seat": self.current})
        else:
            self._end_round(dealer)

    def _put_away(self, seat: i64, v: i64) -> None:
        """T4, and T6a after the last card that anybody puts away."""
        self.hands[seat] -= of_value(v, 1)
        self.held[seat] -= 1
        self.away[seat] += of_value(v, 1)
        if self.turn() == OVER:
            opener = self._open()
            if self.telling:
                self.tell("opened", {"seat": opener})

    def _lay(self, seat: i64, v: i64, count: i64, spent: i64) -> None:
        """T7 to T10."""
        self.hands[seat] -= of_value(v, count)
        self.held[seat] -= count
        self.chips[seat] -= spent
        for _ in range(count):
            self.pile[self.in_pile] = u8(v)
            self.in_pile += 1
        self.top = v
        self.idle = 0
        if self.held[seat] == 0:
            self._go_out(seat)

    def price(self, seat: i64, move: i64) -> i64:
        """The penalty chips that a move costs; not for cards put away."""
        if value_of(move):
            return lay_fine(value_of(move), self.top, chips_of(move), self.by_five)
        if move == PASS:
            return PASS_FINE
        if move == FORCE:
            return FORCE_FINE
        return self.held[seat]  # T13

    def _fine(self, seat: i64, count: i64) -> None:
        """Give a seat penalty chips."""
        self.fines[seat] += count
        if self.telling and count:
            self.tell("fined", {"seat": seat, "count": count})

    def _go_out(self, seat: i64) -> None:
        """T10, T10a: a seat has laid its last card and returns some penalty chips."""
        returned = min(GOING_OUT, self.fines[seat])
        self.fines[seat] -= returned
        self.playing &= ~bit(seat)
        if self.telling:
            self.tell("out", {"seat": seat, "returned": returned})

    def _next(self) -> None:
        """T6, T14: go to the next seat clockwise that is still in the round."""
        seat = self.current
        while True:
            seat = left_of(seat, self.seats)
            if self.still_in(seat):
                break
        self.current = seat

    def _open(self) -> i64:
        """T6, T6a: the holder of the 1 lays it, and the next seat decides; who held it."""
        seat = self.one_held_by()
        self.hands[seat] -= of_value(ONE, 1)
        self.held[seat] -= 1
        self.pile[0] = u8(ONE)
        self.in_pile = 1
        self.top = ONE
        self.phase = PLAY
        self.current = seat
        self._next()
        return seat

    # -- dealing and scoring ----------------------------------------------------------------------

    def deal(self, dealer: Dealer) -> None:
        """T2, T5: the first cards of the shuffled deck and the 1 are shuffled again and dealt in blocks."""
        size: i64 = LEARNING_HAND_SIZE if self.learning else HAND_SIZE
        total = size * self.seats
        cards = DECK_WITHOUT_ONE[:]
        shuffle(cards, DECK_SIZE - 1, dealer)
        self.unused = 0
        for i in range(total - 1, DECK_SIZE - 1):
            self.unused += of_value(cards[i], 1)
        cards[total - 1] = ONE
        shuffle(cards, total, dealer)
        for seat in range(self.seats):
            hand: i64 = 0
            for i in range(seat * size, seat * size + size):
                hand += of_value(cards[i], 1)
            self.hands[seat] = hand
            self.held[seat] = size
            self.away[seat] = 0
            self.gone[seat] = 0
        note_deal(self)
        self.round += 1
        self.phase = PUT
        self.in_pile = 0
        self.top = 0
        self.current = NOBODY
        self.idle = 0
        self.playing = all_seats(self.seats)
        self.left = 0
        if self.learning:
            self._open()
        if self.telling:
            self.tell_deal()

    def tell_deal(self) -> None:
        """T2: each seat sees its cards; in the learning game the 1 has been laid (T5, T6)."""
        self.tell("begins", {"round": self.round})
        for seat in range(self.seats):
            self.tell("dealt", {"cards": unpack(self.hands[seat])}, seat)
        if self.learning:
            self.tell("opened", {"seat": (self.current + self.seats - 1) % self.seats})

    def _end_round(self, dealer: Dealer) -> None:
        """T15, T16: begin the second round, or end the game."""
        if self.telling:
            self.tell("round", {"round": self.round, "fines": list(self.fines)})
        if self.round < ROUNDS:
            self.deal(dealer)
            return
        self.phase = DONE
        self.current = NOBODY
        if self.telling:
            self.tell("exchanged", {"fines": list(self.fines), "chips": list(self.chips)})
        self.tell_end()

    def scores(self) -> list[int]:
        """T16: penalty chips; at the end, two fewer for each leftover bonus chip."""
        worth: i64 = CHIP_WORTH if self.phase == DONE else 0
        return [int(max(0, self.fines[seat] - worth * self.chips[seat])) for seat in range(self.seats)]

    # -- what a seat knows ------------------------------------------------------------------------

    def heard(self, seat: i64, by: i64, move: i64) -> i64:
        """T4: nobody hears what others put away; everything else is public."""
        return move if self.phase != PUT or seat == by else UNHEARD

    def world(self, seat: i64, dealer: Dealer) -> TwentyThree:
        """A copy in which all cards that `seat` has not seen are dealt again."""
        world = self.copy()
        deal_unseen(self, world, seat, dealer)
        return world

    def side(self, seat: i64) -> TwentyThreeSide:
        """What a seat may look at."""
        return TwentyThreeSide(self, seat)

    def copy(self) -> TwentyThree:
        """An independent copy."""
        twin = TwentyThree(self.seats, self.learning, self.by_five)
        self.copy_to(twin)
        return twin


def blank(seats: int, learning: bool, by_five: bool) -> TwentyThree:
    """An empty table before the first deal."""
    state = TwentyThree(seats, learning, by_five)
    state.set_up()
    return state


def start(seats: int, options: dict[str, bool], dealer: Dealer) -> TwentyThree:
    """A new game, dealt."""
    state = blank(seats, options["learning"], options.get("by_five", False))
    state.deal(dealer)
    return state

"""The table of Königs-Rommé: the fields of a game, its phases, an empty table, a copy.

The variant for one player has its own table, in `solo.py`.
"""

from __future__ import annotations

from typing import Final, Literal

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NOBODY, State
from reihum.games.koenigs_romme.cards import DECK_SIZE, HAND_LENGTH, Combinations, Hand, hand_at, with_card

FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 7
ROUNDS: Final = 11  # K3
FEWER: Final = 2  # K3, K13: in round r each hand has r + 2 cards, and r + 2 is wild
TRAIL_SIZE: Final = 48  # enough for the steps of most rounds; it grows for long ones

DRAW: Final = 0
DISCARD: Final = 1
DONE: Final = 2
PHASES: Final = ("draw", "discard", "over")  # as views and positions call them
Phase = Literal["draw", "discard", "over"]


@mypyc_attr(acyclic=True)
class Table(State):
    """Everything that makes up one game of Königs-Rommé for two or more."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats, low_wins=True)  # K16
        self.round: i64 = 0
        self.phase: i64 = DRAW
        self.totals = vec[i64]()
        self.dealer_seat: i64 = NOBODY  # K4: the seat that deals this round
        self.current: i64 = NOBODY  # whose turn it is
        self.turns: i64 = 0  # how many turns are finished in this round; public
        self.hands = vec[i64]()  # six numbers per seat, see cards.Hand
        # Likewise what everybody can prove of a hand; and then one number per seat, the set of cards that it
        # threw away in this round. All of it is public, and in one vec, so that a copy costs little.
        self.taken = vec[i64]()
        self.stock = vec[i64]()
        self.in_stock: i64 = 0  # how many cards `stock` has
        self.pile = vec[i64]()
        self.in_pile: i64 = 0  # how many cards `pile` has
        self.out_by: i64 = NOBODY
        self.laid: list[Combinations] = []  # public; the list of a seat is replaced, never changed
        self.to_lay_out: i64 = 0  # the set of seats whose combinations are still to be laid out
        self.stocks_made: i64 = 0  # K8: how often the pile has become the stock in this round
        self.trail = vec[i64]()  # what happened to hidden cards in this round, see knowledge.py
        self.steps: i64 = 0  # how many steps `trail` has

    def set_up(self) -> None:
        """Make an empty table, before the first deal."""
        seats = int(self.seats)
        self.totals = vec[i64]([0] * seats)
        self.hands = vec[i64]([0] * (HAND_LENGTH * seats))
        self.taken = vec[i64]([0] * ((HAND_LENGTH + 1) * seats))
        self.stock = vec[i64]([0] * DECK_SIZE)
        self.pile = vec[i64]([0] * DECK_SIZE)
        self.laid = [[] for _ in range(seats)]
        self.trail = vec[i64]([0] * TRAIL_SIZE)

    def copy_to(self, twin: Table) -> None:
        """Copy everything to another table with as many seats."""
        twin.round = self.round
        twin.phase = self.phase
        twin.totals = self.totals[:]
        twin.dealer_seat = self.dealer_seat
        twin.current = self.current
        twin.turns = self.turns
        twin.hands = self.hands[:]
        twin.taken = self.taken[:]
        twin.stock = self.stock[:]
        twin.in_stock = self.in_stock
        twin.pile = self.pile[:]
        twin.in_pile = self.in_pile
        twin.out_by = self.out_by
        twin.laid = self.laid[:]
        twin.to_lay_out = self.to_lay_out
        twin.stocks_made = self.stocks_made
        twin.trail = self.trail[:]
        twin.steps = self.steps

    def wild(self) -> i64:
        """K13: the value that is wild in this round."""
        return self.round + FEWER

    def has_laid(self, seat: i64) -> bool:
        """Whether a seat has laid what it could: it has gone out or had its last turn."""
        if self.out_by == NOBODY:
            return False
        return (
            self.phase == DONE
            or (seat - self.current) % self.seats >= (self.out_by - self.current) % self.seats
        )

    def thrown_at(self, seat: i64) -> i64:
        """The index in `taken` of the cards that a seat threw away."""
        return HAND_LENGTH * self.seats + seat

    def thrown(self, seat: i64) -> i64:
        """K9: the set of cards that a seat threw away in this round: bit k for kind k."""
        return self.taken[self.thrown_at(seat)]

    def cards_of(self, seat: i64) -> Hand:
        """The cards of a seat: its hand, and what it has laid out of it."""
        hand = hand_at(self.hands, seat)
        for combination in self.laid[seat]:
            for card in combination:
                hand = with_card(hand, card)
        return hand

    def last_turns(self) -> list[int]:
        """K14: the seats that still have their last turn, in order of play."""
        if self.out_by == NOBODY or self.phase == DONE:
            return []
        ahead = (self.out_by - self.current) % self.seats
        return [int((self.current + i) % self.seats) for i in range(ahead)]

"""What a seat of Königs-Rommé may do: the state of the table, the legal moves, and why others are refused."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NOBODY, OVER, Refusal, State
from reihum.games.koenigs_romme.cards import (
    KINDS,
    Combinations,
    card_name,
    count,
    hand_at,
    next_held,
    without_card,
)
from reihum.games.koenigs_romme.melds import can_be_laid, card_bit, going_out
from reihum.games.koenigs_romme.moves import OUT, PILE, PLACE, STOCK, card_of

FEWER: Final = 2  # K3, K13: in round r there are r + 2 cards a hand, and r + 2 is wild

DRAW: Final = 0
DISCARD: Final = 1
DONE: Final = 2


@mypyc_attr(acyclic=True)
class Legal(State):
    """One game of Königs-Rommé for two or more as it lies, and what may happen next."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats, low_wins=True)  # K16
        self.round: i64 = 0
        self.phase: i64 = DRAW
        self.totals = vec[i64]()
        self.deals: i64 = NOBODY  # K4: the seat that deals this round
        self.at: i64 = NOBODY
        self.turns: i64 = 0  # finished in this round; public
        self.hands = vec[i64]()  # six numbers a seat, see cards.Hand
        self.taken = vec[i64]()  # likewise: what everybody can prove about a hand; public
        self.stock = vec[i64]()
        self.left: i64 = 0  # how many cards of `stock` are there
        self.pile = vec[i64]()
        self.piled: i64 = 0  # how many cards of `pile` are there
        self.out_by: i64 = NOBODY
        self.laid: list[Combinations] = []  # public; the lists of a seat are replaced, never changed
        self.together: i64 = 0  # bits: seats that have laid what they can, but nobody looked yet
        self.remade = False  # K8: whether the stock was made of a pile in this round
        self.composed = vec[i64]()  # packed: of which cards, then; public
        self.trail = vec[i64]()  # what became of hidden cards in this round, see knowledge.py

    def wild(self) -> i64:
        """K13: the value that is wild in this round."""
        return self.round + FEWER

    # -- whose decision ---------------------------------------------------------------------------

    def turn(self) -> i64:
        """The seat in turn."""
        if self.phase == DONE:
            return OVER
        return self.at

    def player(self) -> i64:
        """The seat in turn."""
        return self.at

    def owes(self, seat: i64) -> bool:
        """Only the seat in turn."""
        return self.phase != DONE and seat == self.at

    def last_turns(self) -> list[int]:
        """K14: the seats that still have their last turn, in order of play."""
        if self.out_by == NOBODY or self.phase == DONE:
            return []
        ahead = (self.out_by - self.at) % self.seats
        return [int((self.at + i) % self.seats) for i in range(ahead)]

    def has_laid(self, seat: i64) -> bool:
        """Whether a seat has laid what it could: it went out, or had its last turn."""
        if self.out_by == NOBODY:
            return False
        return self.phase == DONE or (seat - self.at) % self.seats >= (self.out_by - self.at) % self.seats

    # -- legal moves ------------------------------------------------------------------------------

    def moves(self, seat: i64, into: vec[i64]) -> i64:
        """K7, then K9 and K10."""
        if self.phase == DRAW:
            return self._draws(into)
        hand = hand_at(self.hands, seat)
        found: i64 = 0
        card = next_held(hand, 0)
        while card < KINDS:
            into[found] = card
            found += 1
            card = next_held(hand, card + 1)
        if self.out_by != NOBODY:  # K14b
            return found
        outs = going_out(hand, self.wild())
        for i in range(found if outs else 0):
            if outs & card_bit(into[i]):
                into[found] = OUT + into[i]
                found += 1
        return found

    def _draws(self, into: vec[i64]) -> i64:
        found: i64 = 0
        if self.left:
            into[found] = STOCK
            found += 1
        if self.piled:
            into[found] = PILE
            found += 1
        return found

    # -- refusals ---------------------------------------------------------------------------------

    def refusal(self, seat: i64, move: i64) -> Refusal | None:
        """The rule that forbids a move, with what the seat itself can see."""
        if move >= PLACE:
            return Refusal("K18", "solo_only")
        if STOCK <= move <= PILE:
            return self._draw_refusal(move)
        if self.phase == DRAW:
            return Refusal("K7", "draw_first")
        if move >= OUT and self.out_by != NOBODY:
            return Refusal("K14", "last_turn")
        hand = hand_at(self.hands, seat)
        card = card_of(move)
        if count(hand, card) == 0:
            return Refusal("K9", "not_held", {"card": card_name(card)})
        if move >= OUT and not can_be_laid(without_card(hand, card), self.wild()):
            return self._out_refusal(seat, card)
        return None

    def _out_refusal(self, seat: i64, card: i64) -> Refusal:
        """K10: with this discard one cannot go out, but perhaps with another."""
        outs = going_out(hand_at(self.hands, seat), self.wild())
        for other in range(KINDS if outs else 0):
            if outs & card_bit(other):
                return Refusal("K10", "other_card", {"card": card_name(card), "other": card_name(other)})
        return Refusal("K10", "not_all", {"card": card_name(card)})

    def _draw_refusal(self, move: i64) -> Refusal | None:
        if self.phase != DRAW:
            return Refusal("K7", "drawn")
        if move == STOCK and not self.left:
            return Refusal("K7", "no_stock")
        if move == PILE and not self.piled:
            return Refusal("K7", "no_pile")
        return None

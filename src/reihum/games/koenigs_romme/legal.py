"""What a seat of Königs-Rommé may do: whose decision it is, the legal moves, and why others are refused."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NOBODY, OVER, Refusal
from reihum.games.koenigs_romme.cards import (
    KINDS,
    card_name,
    count_of,
    hand_at,
    next_held,
    without_card,
)
from reihum.games.koenigs_romme.melds import can_be_laid, card_bit, finishing_discards
from reihum.games.koenigs_romme.moves import OUT, PILE, PLACE, STOCK, card_of
from reihum.games.koenigs_romme.table import DONE, DRAW, Table


@mypyc_attr(acyclic=True)
class Legal(Table):
    """Whose decision it is, and what the legal moves are."""

    # -- whose decision ---------------------------------------------------------------------------

    def turn(self) -> i64:
        """The seat in turn."""
        if self.phase == DONE:
            return OVER
        return self.current

    def player(self) -> i64:
        """The seat in turn."""
        return self.current

    def owes(self, seat: i64) -> bool:
        """Only the seat in turn."""
        return self.phase != DONE and seat == self.current

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
        outs = finishing_discards(hand, self.wild())
        for i in range(found if outs else 0):
            if outs & card_bit(into[i]):
                into[found] = OUT + into[i]
                found += 1
        return found

    def _draws(self, into: vec[i64]) -> i64:
        found: i64 = 0
        if self.in_stock:
            into[found] = STOCK
            found += 1
        if self.in_pile:
            into[found] = PILE
            found += 1
        return found

    # -- refusals ---------------------------------------------------------------------------------

    def refusal(self, seat: i64, move: i64) -> Refusal | None:
        """The rule that forbids a move, with facts that the seat itself can see."""
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
        if count_of(hand, card) == 0:
            return Refusal("K9", "not_held", {"card": card_name(card)})
        if move >= OUT and not can_be_laid(without_card(hand, card), self.wild()):
            return self._out_refusal(seat, card)
        return None

    def _out_refusal(self, seat: i64, card: i64) -> Refusal:
        """K10: this discard does not go out, but perhaps another one does."""
        outs = finishing_discards(hand_at(self.hands, seat), self.wild())
        for other in range(KINDS if outs else 0):
            if outs & card_bit(other):
                return Refusal("K10", "other_card", {"card": card_name(card), "other": card_name(other)})
        return Refusal("K10", "not_all", {"card": card_name(card)})

    def _draw_refusal(self, move: i64) -> Refusal | None:
        if self.phase != DRAW:
            return Refusal("K7", "drawn")
        if move == STOCK and not self.in_stock:
            return Refusal("K7", "no_stock")
        if move == PILE and not self.in_pile:
            return Refusal("K7", "no_pile")
        return None

"""The rules of Tiny: what a move does, dealing and scoring, what a seat hears."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from reihum.core.contract import NOBODY, left_of
from reihum.core.dealer import Dealer, shuffle
from tests.tiny.cards import DECK, PASS
from tests.tiny.legal import Legal
from tests.tiny.table import HAND_SIZE
from tests.tiny.worlds import deal_unseen


class Tiny(Legal):
    """One game of Tiny."""

    # -- playing ----------------------------------------------------------------------------------

    def play(self, seat: i64, move: i64, dealer: Dealer) -> None:
        """N2 to N4: a move, and what follows from it."""
        if move != PASS:
            self.hands[seat].remove(move)
            self.pile.append(move)
            self.top_by = seat
            if not self.hands[seat]:
                self._end_round(dealer)
                return
        self.current = left_of(seat, self.seats)
        if self.current == self.top_by:
            self._clear()

    def _clear(self) -> None:
        """N3: everybody else has passed."""
        self.gone += self.pile
        self.pile = []
        self.top_by = NOBODY
        if self.telling:
            self.tell("cleared", {"seat": self.current})

    # -- dealing and scoring ----------------------------------------------------------------------

    def deal(self, dealer: Dealer) -> None:
        """N1, N5."""
        cards = vec[i64](DECK)
        shuffle(cards, len(cards), dealer)
        order = [int(card) for card in cards]
        self.hands = [sorted(order[HAND_SIZE * seat : HAND_SIZE * (seat + 1)]) for seat in range(self.seats)]
        self.unused = sorted(order[HAND_SIZE * self.seats :])
        self.pile, self.gone, self.top_by = [], [], NOBODY
        self.current = self.round
        self.round += 1
        if self.telling:
            self.tell_deal()

    def tell_deal(self) -> None:
        """N1, N5: who begins; each seat sees its cards."""
        self.tell("begins", {"round": self.round, "beginner": self.current})
        for seat, hand in enumerate(self.hands):
            self.tell("dealt", {"cards": list(hand)}, seat)

    def _end_round(self, dealer: Dealer) -> None:
        """N4, N5: the next round, or the end."""
        scores = [len(hand) for hand in self.hands]
        self.totals = [total + score for total, score in zip(self.totals, scores, strict=True)]
        if self.telling:
            self.tell("round", {"round": self.round, "scores": scores, "totals": list(self.totals)})
        if self.round < self.seats:
            self.deal(dealer)
        else:
            self.current = NOBODY
            self.tell_end()

    def scores(self) -> list[int]:
        """N4."""
        return list(self.totals)

    # -- what a seat knows ------------------------------------------------------------------------

    def heard(self, seat: i64, by: i64, move: i64) -> i64:
        """Everybody hears every move."""
        return move

    def world(self, seat: i64, dealer: Dealer) -> Tiny:
        """A copy in which all cards that `seat` has not seen are dealt again."""
        world = self.copy()
        deal_unseen(world, seat, dealer)
        return world

    def copy(self) -> Tiny:
        """An independent copy."""
        twin = Tiny(self.seats)
        self.copy_to(twin)
        return twin


def start(seats: int, options: dict[str, bool], dealer: Dealer) -> Tiny:
    """A new game, dealt."""
    state = Tiny(seats)
    state.deal(dealer)
    return state

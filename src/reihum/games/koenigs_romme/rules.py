"""The rules of Königs-Rommé: for 2 to 7 players, eleven rounds, fewest points win.

Rule numbers are those of the game's sheet (`sheet.en.toml`). The variant for one player is in `solo.py`. What
is on the table is in `table.py`, what may be played in `legal.py`, and what a move does is here.

Playouts need only points, so combinations are not laid out until somebody looks. Until then the cards stay in
the hand, and the seat is in `to_lay_out`. `lay_out` lays them out; a view, which must not change the state,
uses `laid_out_state`.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NOBODY, bit, left_of
from reihum.core.dealer import Dealer, reshuffle, shuffle, shuffle_unseen
from reihum.games.koenigs_romme.cards import (
    DECK,
    DECK_SIZE,
    LOWEST,
    VALUE_NAMES,
    add_card,
    card_name,
    card_names,
    combination_names,
    drop_card,
    hand_at,
    hand_of,
    hand_points,
    no_cards,
    put_hand,
    with_card,
)
from reihum.games.koenigs_romme.knowledge import (
    note_deal,
    note_draw,
    note_lay,
    note_stock,
    note_take,
    note_throw,
)
from reihum.games.koenigs_romme.laydown import laydown, stands_for
from reihum.games.koenigs_romme.legal import Legal
from reihum.games.koenigs_romme.melds import leftover
from reihum.games.koenigs_romme.moves import OUT, PILE, STOCK, card_of
from reihum.games.koenigs_romme.side import RommeSide
from reihum.games.koenigs_romme.table import DISCARD, DONE, DRAW, FEWER, ROUNDS
from reihum.games.koenigs_romme.worlds import deal_unseen


@final
@mypyc_attr(acyclic=True)
class KoenigsRomme(Legal):
    """One game of Königs-Rommé for two or more."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats)

    # -- playing ----------------------------------------------------------------------------------

    def play(self, seat: i64, move: i64, dealer: Dealer) -> None:
        """A move, and what follows from it: a new stock, laying cards, the next round, the end."""
        if move == PILE:
            self._take(seat)
        elif move == STOCK:
            self._draw(seat, dealer)
        else:
            self._discard(seat, card_of(move))
            if move >= OUT:
                self.out_by = seat
            if self.out_by != NOBODY:
                self._lay(seat)
            self._next(dealer)

    def _take(self, seat: i64) -> None:
        """K7: take the top card of the pile, which everybody sees."""
        self.in_pile -= 1
        card = self.pile[self.in_pile]
        add_card(self.hands, seat, card)
        note_take(self, seat, card)
        self.phase = DISCARD
        if self.telling:
            self.tell("took", {"seat": seat, "card": card_name(card)})

    def _draw(self, seat: i64, dealer: Dealer) -> None:
        """K7: draw the top card of the stock; after its last card the pile becomes the stock (K8)."""
        self.in_stock -= 1
        card = self.stock[self.in_stock]
        add_card(self.hands, seat, card)
        note_draw(self, seat, card)
        self.phase = DISCARD
        if self.telling:
            self.tell("drew", {"card": card_name(card)}, seat)
        if not self.in_stock and self.in_pile:
            self._reshuffle(dealer)

    def _reshuffle(self, dealer: Dealer) -> None:
        """K8: make a stock of the pile."""
        note_stock(self)
        reshuffle(self.pile, self.in_pile, self.stock, dealer)
        self.in_stock = self.in_pile
        self.in_pile = 0
        if self.telling:
            self.tell("reshuffled", {"cards": self.in_stock})

    def _discard(self, seat: i64, card: i64) -> None:
        """K9: throw a card away."""
        drop_card(self.hands, seat, card)
        note_throw(self, seat, card)
        self.pile[self.in_pile] = card
        self.in_pile += 1
        self.turns += 1

    def _lay(self, seat: i64) -> None:
        """K10, K14: lay everything possible; which cards these are is worked out when somebody looks."""
        self.to_lay_out |= bit(seat)
        if self.telling:
            self.lay_out()
            kind = "out" if seat == self.out_by else "laid"
            stand_for = [stands_for(cards, int(self.wild())) for cards in self.laid[seat]]
            self.tell(
                kind, {"seat": seat, "laid": combination_names(self.laid[seat]), "stands_for": stand_for}
            )

    def lay_out(self) -> None:
        """Lay out the combinations that nobody has looked at yet (K14a)."""
        for i in range(self.seats if self.to_lay_out else 0):
            seat = (self.out_by + i) % self.seats  # as they lay
            if (self.to_lay_out >> seat) & 1:
                best = laydown(hand_at(self.hands, seat), self.wild())
                self.laid[seat] = [combination.cards for combination in best.combinations]
                for combination in best.combinations:
                    for card in combination.cards:
                        note_lay(self, seat, card)
                put_hand(self.hands, seat, hand_of(best.left))
        self.to_lay_out = 0

    def laid_out_state(self) -> KoenigsRomme:
        """The game with all combinations on the table: itself, or a copy, because looking changes nothing."""
        if not self.to_lay_out:
            return self
        twin = self.copy()
        twin.lay_out()
        return twin

    def _next(self, dealer: Dealer) -> None:
        """K6, K14: go to the next seat clockwise; the round ends before the seat that went out."""
        self.current = left_of(self.current, self.seats)
        self.phase = DRAW
        if self.current == self.out_by:
            self._end_round(dealer)

    # -- dealing and scoring ----------------------------------------------------------------------

    def deal(self, dealer: Dealer) -> None:
        """K3 to K6: deal hands in blocks from the top of the shuffled deck; the next card starts the pile."""
        self.round += 1
        self.dealer_seat = left_of(self.dealer_seat, self.seats)  # K4a: seat 0 first
        self.stock = DECK[:]
        shuffle(self.stock, DECK_SIZE, dealer)
        self.in_stock = DECK_SIZE
        for seat in range(self.seats):
            hand = no_cards()
            for _ in range(self.round + FEWER):
                self.in_stock -= 1
                hand = with_card(hand, self.stock[self.in_stock])
            put_hand(self.hands, seat, hand)
            if self.laid[seat]:
                self.laid[seat] = []
        self.in_stock -= 1
        self.pile[0] = self.stock[self.in_stock]
        self.in_pile = 1
        self.current = left_of(self.dealer_seat, self.seats)  # K6
        self.turns = 0
        self.out_by = NOBODY
        self.to_lay_out = 0
        note_deal(self)
        if self.telling:
            self.tell_deal()

    def tell_deal(self) -> None:
        """K3 to K6: what is wild, who deals and who begins, and the first card of the pile."""
        facts: dict[str, object] = {"round": self.round, "wild": VALUE_NAMES[self.wild() - LOWEST]}
        facts["dealer"] = self.dealer_seat
        facts["beginner"] = self.current
        facts["card"] = card_name(self.pile[0])
        self.tell("begins", facts)
        for seat in range(self.seats):
            self.tell("dealt", {"cards": card_names(hand_at(self.hands, seat))}, seat)

    def points(self, seat: i64) -> i64:
        """K15: the points for the cards that a seat could not lay."""
        if seat == self.out_by:
            return 0
        hand = hand_at(self.hands, seat)
        return (
            leftover(hand, self.wild()) if (self.to_lay_out >> seat) & 1 else hand_points(hand, self.wild())
        )

    def _end_round(self, dealer: Dealer) -> None:
        """K15, K16: score every seat, then deal the next round or end the game."""
        for seat in range(self.seats):
            self.totals[seat] += self.points(seat)
        if self.telling:
            self._tell_round()
        if self.round < ROUNDS:
            self.deal(dealer)
            return
        self.phase = DONE
        self.current = NOBODY
        self.tell_end()

    def _tell_round(self) -> None:
        """K15: the hands are shown and counted."""
        self.lay_out()
        seats = range(int(self.seats))
        scores = [int(self.points(seat)) for seat in seats]
        facts: dict[str, object] = {"round": int(self.round), "scores": scores, "totals": self.scores()}
        facts["hands"] = [card_names(hand_at(self.hands, seat)) for seat in seats]
        self.tell("round", facts)

    def scores(self) -> list[int]:
        """K15: the points in all rounds so far."""
        return [int(self.totals[seat]) for seat in range(self.seats)]

    # -- what a seat knows ------------------------------------------------------------------------

    def heard(self, seat: i64, by: i64, move: i64) -> i64:
        """Everybody sees where a card is drawn from and what is discarded."""
        return move

    def world(self, seat: i64, dealer: Dealer) -> KoenigsRomme:
        """A copy in which all cards that `seat` has not seen are dealt again."""
        truth = self.laid_out_state()
        world = truth.copy()
        deal_unseen(truth, world, seat, dealer)
        return world

    def shuffled(self, dealer: Dealer) -> KoenigsRomme:
        """A copy in which the stock lies in another order."""
        twin = self.copy()
        shuffle_unseen(twin.stock, twin.in_stock, dealer)
        return twin

    def side(self, seat: i64) -> RommeSide:
        """What a seat may look at."""
        return RommeSide(self, seat)

    def copy(self) -> KoenigsRomme:
        """An independent copy."""
        twin = KoenigsRomme(self.seats)
        self.copy_to(twin)
        return twin


def blank(seats: int) -> KoenigsRomme:
    """An empty table before the first deal."""
    state = KoenigsRomme(seats)
    state.set_up()
    return state


def start(seats: int, dealer: Dealer) -> KoenigsRomme:
    """A new game, dealt."""
    state = blank(seats)
    state.deal(dealer)
    return state

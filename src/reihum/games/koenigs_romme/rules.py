"""The rules of Königs-Rommé: for 2 to 7 players, eleven rounds, fewest points wins.

Rule numbers are those of the game's sheet (`sheet.en.toml`). The variant for one player is in `solo.py`.

Playouts ask only for points, so combinations are not laid out when a hand is laid but when somebody looks:
until then the hand stays together and its seat is marked in `together`. `spread` lays out what is marked.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NOBODY, OVER, Refusal, State, best_of, left_of
from reihum.core.dealer import Dealer, shuffle
from reihum.games.koenigs_romme.cards import (
    KINDS,
    Hand,
    card_name,
    cards_of,
    count,
    deck,
    hand_of,
    hand_points,
    next_held,
    size,
    with_card,
    without_card,
)
from reihum.games.koenigs_romme.laydown import laydown
from reihum.games.koenigs_romme.melds import can_be_laid, card_bit, going_out, leftover
from reihum.games.koenigs_romme.moves import OUT, PILE, PLACE, STOCK, card_of

DECK_SIZE: Final = 116  # K1
ROUNDS: Final = 11  # K3
FEWER: Final = 2  # K3, K13: in round r there are r + 2 cards a hand, and r + 2 is wild

DRAW: Final = 0
DISCARD: Final = 1
DONE: Final = 2

PACKED: Final = 6  # numbers that a hand is packed into
DECK: Final = vec[i64](deck())
TRIES: Final = 20  # at dealing hands that leave nothing to lay

Combinations = list[list[int]]


def no_cards() -> Hand:
    """An empty hand."""
    return 0, 0, 0, 0, 0, 0


def hand_at(hands: vec[i64], seat: i64) -> Hand:
    """One of several hands, packed one after the other."""
    at = PACKED * seat
    return hands[at], hands[at + 1], hands[at + 2], hands[at + 3], hands[at + 4], hands[at + 5]


def put_hand(hands: vec[i64], seat: i64, hand: Hand) -> None:
    """Replace one of several hands."""
    at = PACKED * seat
    hands[at] = hand[0]
    hands[at + 1] = hand[1]
    hands[at + 2] = hand[2]
    hands[at + 3] = hand[3]
    hands[at + 4] = hand[4]
    hands[at + 5] = hand[5]


@final
@mypyc_attr(acyclic=True)
class KoenigsRomme(State):
    """One game of Königs-Rommé for two or more."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
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
        self.drawn = vec[i64]()  # six numbers a seat: what it has drawn from that stock; only it knows

    def wild(self) -> i64:
        """K13: the value that is wild in this round."""
        return self.round + FEWER

    # -- whose decision ---------------------------------------------------------------------------

    def turn(self) -> i64:
        """The seat in turn."""
        if self.phase == DONE:
            return OVER
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
            return Refusal("K10", "not_all", {"card": card_name(card)})
        return None

    def _draw_refusal(self, move: i64) -> Refusal | None:
        if self.phase != DRAW:
            return Refusal("K7", "drawn")
        if move == STOCK and not self.left:
            return Refusal("K7", "no_stock")
        if move == PILE and not self.piled:
            return Refusal("K7", "no_pile")
        return None

    # -- playing ----------------------------------------------------------------------------------

    def play(self, seat: i64, move: i64, dealer: Dealer) -> None:
        """A move, and what follows from it: a new stock, what can be laid, the next round, the end."""
        if self.telling:
            self.events.clear()
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
        """K7: the top of the pile, which everybody sees."""
        self.piled -= 1
        card = self.pile[self.piled]
        put_hand(self.hands, seat, with_card(hand_at(self.hands, seat), card))
        put_hand(self.taken, seat, with_card(hand_at(self.taken, seat), card))
        self.phase = DISCARD

    def _draw(self, seat: i64, dealer: Dealer) -> None:
        """K7: the top of the stock; with its last card the pile becomes the stock (K8)."""
        self.left -= 1
        card = self.stock[self.left]
        put_hand(self.hands, seat, with_card(hand_at(self.hands, seat), card))
        if self.remade:
            put_hand(self.drawn, seat, with_card(hand_at(self.drawn, seat), card))
        self.phase = DISCARD
        if not self.left and self.piled:
            self._remake(dealer)

    def _remake(self, dealer: Dealer) -> None:
        """K8."""
        composed = no_cards()
        for i in range(self.piled):
            self.stock[i] = self.pile[i]
            composed = with_card(composed, self.pile[i])
        self.left = self.piled
        self.piled = 0
        shuffle(self.stock, self.left, dealer)
        self.remade = True
        put_hand(self.composed, 0, composed)
        for seat in range(self.seats):
            put_hand(self.drawn, seat, no_cards())
        if self.telling:
            self.tell("reshuffled", {"cards": self.left})

    def _discard(self, seat: i64, card: i64) -> None:
        """K9."""
        put_hand(self.hands, seat, without_card(hand_at(self.hands, seat), card))
        known = hand_at(self.taken, seat)
        if count(known, card):
            put_hand(self.taken, seat, without_card(known, card))
        self.pile[self.piled] = card
        self.piled += 1
        self.turns += 1

    def _lay(self, seat: i64) -> None:
        """K10, K14: all that can be laid; which cards that is will be found out when somebody looks."""
        one: i64 = 1
        self.together |= one << seat
        if self.telling:
            self.spread()
            kind = "out" if seat == self.out_by else "laid"
            self.tell(kind, {"seat": seat, "laid": named(self.laid[seat])})

    def spread(self) -> None:
        """Lay out the combinations of those who laid while nobody was looking (K14a)."""
        for seat in range(self.seats if self.together else 0):
            if (self.together >> seat) & 1:
                best = laydown(hand_at(self.hands, seat), self.wild())
                self.laid[seat] = [combination.cards for combination in best.combinations]
                known = hand_at(self.taken, seat)
                for combination in best.combinations:
                    for card in combination.cards:
                        if count(known, card):
                            known = without_card(known, card)
                put_hand(self.taken, seat, known)
                put_hand(self.hands, seat, hand_of(best.left))
        self.together = 0

    def _next(self, dealer: Dealer) -> None:
        """K6, K14: the next seat clockwise, until it would be the one that went out."""
        self.at = left_of(self.at, self.seats)
        self.phase = DRAW
        if self.at == self.out_by:
            self._end_round(dealer)

    # -- dealing and scoring ----------------------------------------------------------------------

    def deal(self, dealer: Dealer) -> None:
        """K3 to K6: hands in blocks from the top of the shuffled deck, the next card starts the pile."""
        self.round += 1
        self.deals = left_of(self.deals, self.seats)  # K4a: seat 0 first
        self.stock = DECK[:]
        shuffle(self.stock, DECK_SIZE, dealer)
        self.left = DECK_SIZE
        for seat in range(self.seats):
            hand = no_cards()
            for _ in range(self.round + FEWER):
                self.left -= 1
                hand = with_card(hand, self.stock[self.left])
            put_hand(self.hands, seat, hand)
            put_hand(self.taken, seat, no_cards())
            if self.laid[seat]:
                self.laid[seat] = []
        self.left -= 1
        self.pile[0] = self.stock[self.left]
        self.piled = 1
        self.phase = DRAW
        self.at = left_of(self.deals, self.seats)  # K6
        self.turns = 0
        self.out_by = NOBODY
        self.together = 0
        self.remade = False

    def points(self, seat: i64) -> i64:
        """K15: what the cards that a seat could not lay cost."""
        if seat == self.out_by:
            return 0
        hand = hand_at(self.hands, seat)
        return leftover(hand, self.wild()) if (self.together >> seat) & 1 else hand_points(hand, self.wild())

    def _end_round(self, dealer: Dealer) -> None:
        """K15, K16: everybody is scored, then the next round or the end."""
        for seat in range(self.seats):
            self.totals[seat] += self.points(seat)
        if self.telling:
            self._tell_round()
        if self.round < ROUNDS:
            self.deal(dealer)
            return
        self.phase = DONE
        self.at = NOBODY
        if self.telling:
            self.tell("game", {"scores": self.scores(), "winners": self.winners()})

    def _tell_round(self) -> None:
        self.spread()
        seats = range(int(self.seats))
        scores = [int(self.points(seat)) for seat in seats]
        hands = [[card_name(card) for card in cards_of(hand_at(self.hands, seat))] for seat in seats]
        facts: dict[str, object] = {"round": int(self.round), "scores": scores, "totals": self.scores()}
        facts["hands"] = hands
        self.tell("round", facts)

    def scores(self) -> list[int]:
        """K15: the points of all rounds scored so far."""
        return [int(self.totals[seat]) for seat in range(self.seats)]

    def winners(self) -> list[int]:
        """K16: all with the fewest."""
        if self.phase != DONE:
            return []
        scores = self.scores()
        return best_of(scores, min(scores))

    # -- what a seat knows ------------------------------------------------------------------------

    def heard(self, seat: i64, by: i64, move: i64) -> i64:
        """Everybody sees where a card is drawn from and what is discarded."""
        return move

    def world(self, seat: i64, dealer: Dealer) -> KoenigsRomme:
        """All cards that `seat` has not seen, dealt anew to where they could be."""
        self.spread()
        world = self.copy()
        if self.phase == DONE:  # K15: the hands were counted openly
            shuffle(world.stock, world.left, dealer)
            return world
        for _ in range(TRIES):
            if self._deal_unseen(world, seat, dealer, True):
                return world
        self._deal_unseen(world, seat, dealer, False)
        return world

    def _deal_unseen(self, world: KoenigsRomme, seat: i64, dealer: Dealer, strict: bool) -> bool:
        """Deal what `seat` has not seen; if `strict`, no hand that was laid may hold more to lay (K14a)."""
        unseen = self._unseen(seat)
        here = len(unseen)
        shuffle(unseen, here, dealer)
        if self.remade:
            self._deal_stock(world, seat, unseen, dealer)
            here -= self.left
        for other in range(self.seats):
            if other != seat and self.has_laid(other):
                here = self._deal_hand(world, other, unseen, here, strict)
                if here < 0:
                    return False
        for other in range(self.seats):
            if other != seat and not self.has_laid(other):
                here = self._deal_hand(world, other, unseen, here, False)
        if not self.remade:
            for i in range(self.left):
                world.stock[i] = unseen[i]
        return True

    def _unseen(self, seat: i64) -> vec[i64]:
        """The stock, and of the others' hands what nobody can prove."""
        cards = [int(card) for card in self.stock[: self.left]]
        for other in range(self.seats):
            if other != seat:
                known = hand_at(self.taken, other)
                for card in cards_of(hand_at(self.hands, other)):
                    if count(known, card):
                        known = without_card(known, card)
                    else:
                        cards.append(card)
        return vec[i64](cards)

    def _deal_stock(self, world: KoenigsRomme, seat: i64, unseen: vec[i64], dealer: Dealer) -> None:
        """K8: only cards it was made of and `seat` has not drawn; the other cards come first in `unseen`."""
        possible = hand_at(self.composed, 0)
        if seat != NOBODY:
            for card in cards_of(hand_at(self.drawn, seat)):
                possible = without_card(possible, card)
        rest: i64 = 0
        filled: i64 = 0
        for i in range(len(unseen)):
            card = unseen[i]
            if filled < self.left and count(possible, card):
                possible = without_card(possible, card)
                world.stock[filled] = card
                filled += 1
            else:
                unseen[rest] = card
                rest += 1
        # What is left of the possible cards the others have drawn; who which, nobody can prove.
        shared = vec[i64](cards_of(possible))
        here = len(shared)
        shuffle(shared, here, dealer)
        for other in range(self.seats):
            if other != seat:
                drawn = no_cards()
                for _ in range(size(hand_at(self.drawn, other))):
                    here -= 1
                    drawn = with_card(drawn, shared[here])
                put_hand(world.drawn, other, drawn)

    def _deal_hand(self, world: KoenigsRomme, other: i64, unseen: vec[i64], here: i64, strict: bool) -> i64:
        """Give one seat unseen cards beside the proven ones; how many remain, or -1 if none of them fit."""
        hand = hand_at(self.taken, other)
        laid = no_cards()
        for combination in self.laid[other] if strict else []:
            for card in combination:
                laid = with_card(laid, card)
        for _ in range(size(hand_at(self.hands, other)) - size(hand)):
            i = here - 1
            if strict:
                while i >= 0 and not self._nothing_to_lay(laid, with_card(hand, unseen[i])):
                    i -= 1
                if i < 0:
                    return -1
            here -= 1
            hand = with_card(hand, unseen[i])
            kept = unseen[here]
            unseen[here] = unseen[i]
            unseen[i] = kept
        put_hand(world.hands, other, hand)
        return here

    def _nothing_to_lay(self, laid: Hand, hand: Hand) -> bool:
        """K14a: whether all cards of a hand may have stayed there when others were laid."""
        whole = laid
        for card in cards_of(hand):
            whole = with_card(whole, card)
        return leftover(whole, self.wild()) == hand_points(hand, self.wild())

    def copy(self) -> KoenigsRomme:
        """An independent copy."""
        twin = KoenigsRomme(self.seats)
        twin.round = self.round
        twin.phase = self.phase
        twin.totals = self.totals[:]
        twin.deals = self.deals
        twin.at = self.at
        twin.turns = self.turns
        twin.hands = self.hands[:]
        twin.taken = self.taken[:]
        twin.stock = self.stock[:]
        twin.left = self.left
        twin.pile = self.pile[:]
        twin.piled = self.piled
        twin.out_by = self.out_by
        twin.laid = self.laid[:]
        twin.together = self.together
        twin.remade = self.remade
        twin.composed = self.composed[:]
        twin.drawn = self.drawn[:]
        return twin


def named(combinations: Combinations) -> list[list[str]]:
    """Combinations as texts."""
    return [[card_name(card) for card in cards] for cards in combinations]


def blank(seats: int) -> KoenigsRomme:
    """An empty table before the first deal."""
    state = KoenigsRomme(seats)
    state.totals = vec[i64]([0] * seats)
    state.hands = vec[i64]([0] * (PACKED * seats))
    state.taken = vec[i64]([0] * (PACKED * seats))
    state.stock = vec[i64]([0] * DECK_SIZE)
    state.pile = vec[i64]([0] * DECK_SIZE)
    state.laid = [[] for _ in range(seats)]
    state.composed = vec[i64]([0] * PACKED)
    state.drawn = vec[i64]([0] * (PACKED * seats))
    return state


def start(seats: int, dealer: Dealer) -> KoenigsRomme:
    """A new game, dealt."""
    state = blank(seats)
    state.deal(dealer)
    return state

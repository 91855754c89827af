"""The solo variant of Königs-Rommé (K17 to K20): eleven open hands, and 28 cards to finish them."""

from __future__ import annotations

from typing import Any, Final, Literal, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NO_CARD, OVER, Refusal, Side, State, bit
from reihum.core.dealer import Dealer, clear_rest, shuffle, shuffle_unseen
from reihum.games.koenigs_romme.cards import (
    DECK,
    DECK_SIZE,
    HAND_LENGTH,
    KINDS,
    LOWEST,
    VALUE_NAMES,
    VALUES,
    Hand,
    add_card,
    card_name,
    combination_names,
    count_of,
    drop_card,
    hand_at,
    next_held,
    no_cards,
    put_hand,
    with_card,
)
from reihum.games.koenigs_romme.laydown import laydown, stands_for
from reihum.games.koenigs_romme.melds import can_be_laid
from reihum.games.koenigs_romme.moves import PLACE, card_of, place_move, wild_of

HANDS: Final = VALUES  # K17: one for each wild
TO_PLACE: Final = 28  # K17
ALL_FINISHED: Final = (1 << VALUES) - 1
PHASES: Final = ("place", "over")  # as views and positions call them
SoloPhase = Literal["place", "over"]


@final
@mypyc_attr(acyclic=True)
class Solo(State):
    """One game of the solo variant; the place of a hand is its wild less three."""

    def __init__(self) -> None:
        super().__init__(1, low_wins=False)  # K20
        self.hands = vec[i64]()  # six numbers per hand, see cards.Hand
        self.finished: i64 = 0  # the set of hands that are turned over
        self.stock = vec[i64]()
        self.in_stock: i64 = 0  # how many cards `stock` has
        self.shown: i64 = NO_CARD  # turned up, to be placed
        self.gone = vec[i64]()  # the cards thrown away
        self.in_gone: i64 = 0  # how many cards `gone` has

    def constructor_args(self) -> tuple[Any, ...]:
        """None: there is always one seat."""
        return ()

    def set_up(self) -> None:
        """Make an empty table, before the deal."""
        self.hands = vec[i64]([0] * (HAND_LENGTH * HANDS))
        self.stock = vec[i64]([0] * DECK_SIZE)
        self.gone = vec[i64]([0] * TO_PLACE)

    def copy_to(self, twin: Solo) -> None:
        """Copy everything to another table."""
        twin.hands = self.hands[:]
        twin.finished = self.finished
        twin.stock = self.stock[:]
        twin.in_stock = self.in_stock
        twin.shown = self.shown
        twin.gone = self.gone[:]
        twin.in_gone = self.in_gone

    def is_finished(self, place: i64) -> bool:
        """K19: whether a hand is turned over."""
        return (self.finished >> place) & 1 == 1

    # -- whose decision ---------------------------------------------------------------------------

    def turn(self) -> i64:
        """Seat 0 while there is a card to place."""
        return 0 if self.shown != NO_CARD else OVER

    def player(self) -> i64:
        """The only seat."""
        return 0

    def owes(self, seat: i64) -> bool:
        """Seat 0, until the end."""
        return seat == 0 and self.shown != NO_CARD

    # -- legal moves ------------------------------------------------------------------------------

    def moves(self, seat: i64, into: vec[i64]) -> i64:
        """K18: into each open hand, for each of its cards and the one turned up."""
        found: i64 = 0
        for place in range(HANDS):
            if self.is_finished(place):
                continue
            hand = with_card(hand_at(self.hands, place), self.shown)
            card = next_held(hand, 0)
            while card < KINDS:
                into[found] = place_move(place + LOWEST, card)
                found += 1
                card = next_held(hand, card + 1)
        return found

    # -- refusals ---------------------------------------------------------------------------------

    def refusal(self, seat: i64, move: i64) -> Refusal | None:
        """The rule that forbids a move."""
        if move < PLACE:
            return Refusal("K18", "place", {"card": card_name(self.shown)})
        place = wild_of(move) - LOWEST
        card = card_of(move)
        if self.is_finished(place):
            return Refusal("K18", "finished", {"hand": VALUE_NAMES[place]})
        if card != self.shown and count_of(hand_at(self.hands, place), card) == 0:
            return Refusal("K18", "not_held", {"card": card_name(card), "hand": VALUE_NAMES[place]})
        return None

    # -- playing ----------------------------------------------------------------------------------

    def play(self, seat: i64, move: i64, dealer: Dealer) -> None:
        """Place the card turned up, throw one away, and turn up the next (K18)."""
        place = wild_of(move) - LOWEST
        card = card_of(move)
        if self.telling:
            self.tell("placed", {"hand": VALUE_NAMES[place], "card": card_name(self.shown)})
        add_card(self.hands, place, self.shown)
        drop_card(self.hands, place, card)
        self.gone[self.in_gone] = card
        self.in_gone += 1
        self._check_finished(place)
        if self.telling and self.is_finished(place):
            self._tell_finished(place)
        self._reveal()
        if self.shown == NO_CARD:
            self.tell_end()
        elif self.telling:
            self._tell_shown()

    def _check_finished(self, place: i64) -> None:
        """K19a: a hand is turned over as soon as all its cards can be laid."""
        if can_be_laid(hand_at(self.hands, place), place + LOWEST):
            self.finished |= bit(place)

    def _reveal(self) -> None:
        """K18, K20a: the next card, if there is still a hand for it."""
        self.shown = NO_CARD
        if self.in_stock and self.finished != ALL_FINISHED:
            self.in_stock -= 1
            self.shown = self.stock[self.in_stock]

    # -- telling ----------------------------------------------------------------------------------

    def tell_deal(self) -> None:
        """K17, K19a: the hands are open, some may be finished, and the first card is turned up."""
        self.tell("begins", {"round": None, "wild": None, "dealer": None, "beginner": 0, "card": None})
        for place in range(HANDS):
            if self.is_finished(place):
                self._tell_finished(place)
        if self.shown != NO_CARD:
            self._tell_shown()

    def _tell_finished(self, place: i64) -> None:
        """K19: tell of a finished hand, with its combinations."""
        best = laydown(hand_at(self.hands, place), place + LOWEST)
        laid = [combination.cards for combination in best.combinations]
        stand_for = [stands_for(cards, int(place) + LOWEST) for cards in laid]
        self.tell(
            "finished", {"hand": VALUE_NAMES[place], "laid": combination_names(laid), "stands_for": stand_for}
        )

    def _tell_shown(self) -> None:
        """K18: tell which card is turned up."""
        self.tell("shown", {"card": card_name(self.shown)})

    # -- dealing and scoring ----------------------------------------------------------------------

    def deal(self, dealer: Dealer) -> None:
        """K17: deal hands of 3 to 13 cards in blocks from the top, and turn up the next card."""
        self.stock = DECK[:]
        shuffle(self.stock, DECK_SIZE, dealer)
        self.in_stock = DECK_SIZE
        for place in range(HANDS):
            hand = no_cards()
            for _ in range(place + LOWEST):
                self.in_stock -= 1
                hand = with_card(hand, self.stock[self.in_stock])
            put_hand(self.hands, place, hand)
            self._check_finished(place)
        self._reveal()

    def scores(self) -> list[int]:
        """K20: how many hands are finished."""
        return [sum(self.is_finished(place) for place in range(HANDS))]

    def winners(self) -> list[int]:
        """K20: the player, if all hands are finished."""
        return [0] if self.finished == ALL_FINISHED else []

    # -- what a seat knows ------------------------------------------------------------------------

    def heard(self, seat: i64, by: i64, move: i64) -> i64:
        """Everybody hears every move."""
        return move

    def world(self, seat: i64, dealer: Dealer) -> Solo:
        """A copy with another order of the stock, which is all that is hidden."""
        world = self.copy()
        clear_rest(world.stock, world.in_stock)
        shuffle_unseen(world.stock, world.in_stock, dealer)
        return world

    def shuffled(self, dealer: Dealer) -> Solo:
        """The same as a world: only the order of the stock is hidden."""
        return self.world(0, dealer)

    def side(self, seat: i64) -> SoloSide:
        """Everything but the order of the stock."""
        return SoloSide(self)

    def copy(self) -> Solo:
        """An independent copy."""
        twin = Solo()
        self.copy_to(twin)
        return twin


@final
@mypyc_attr(acyclic=True)
class SoloSide(Side):
    """The player's side of the solo variant: everything is open but the order of the stock (K17)."""

    def __init__(self, table: Solo) -> None:
        super().__init__(table, 0)
        self._table = table

    def hand(self, place: i64) -> Hand:
        """One of the eleven hands, by its wild less three; it may be finished."""
        return hand_at(self._table.hands, place)

    def is_finished(self, place: i64) -> bool:
        """Whether a hand is turned over (K19)."""
        return self._table.is_finished(place)

    def shown(self) -> i64:
        """The card to be placed (K18); NO_CARD at the end."""
        return self._table.shown

    def in_stock(self) -> i64:
        """How many cards the stock has."""
        return self._table.in_stock

    def to_come(self, into: vec[i64]) -> i64:
        """Write the cards of the stock into a buffer, sorted, to hide their order; how many there are."""
        counts = vec[i64]([0] * KINDS)
        for i in range(self._table.in_stock):
            counts[self._table.stock[i]] += 1
        written: i64 = 0
        for card in range(KINDS):
            for _ in range(counts[card]):
                into[written] = card
                written += 1
        return written

    def in_gone(self) -> i64:
        """How many cards have been thrown away."""
        return self._table.in_gone

    def gone_card(self, place: i64) -> i64:
        """One of the cards thrown away, 0 for the first (K18)."""
        return self._table.gone[place]


def blank() -> Solo:
    """An empty table before the deal."""
    state = Solo()
    state.set_up()
    return state


def start(dealer: Dealer) -> Solo:
    """A new game, dealt."""
    state = blank()
    state.deal(dealer)
    return state

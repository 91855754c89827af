"""Writes and reads whole positions of Tiny as JSON."""

from __future__ import annotations

from reihum.core.contract import NOBODY, State, seat_or_none
from reihum.core.dealer import Dealer
from reihum.core.errors import BadPosition
from reihum.core.fields import PositionFields, inner_list, whole_number
from reihum.core.types import Json
from tests.tiny.cards import DECK
from tests.tiny.rules import Tiny
from tests.tiny.table import FEWEST_SEATS, HAND_SIZE, MOST_SEATS


def position(state: State) -> Json:
    """The whole truth."""
    assert isinstance(state, Tiny)
    return {
        "game": "tiny",
        "round": state.round,
        "hands": [list(hand) for hand in state.hands],
        "unused": list(state.unused),
        "pile": list(state.pile),
        "gone": list(state.gone),
        "top_by": seat_or_none(state.top_by),
        "turn": seat_or_none(state.current),
        "totals": list(state.totals),
    }


def from_position(given: Json, dealer: Dealer) -> Tiny:
    """A game set up as given; an impossible position is refused. Missing cards were not dealt."""
    fields = PositionFields(given, "tiny")
    hands = [sorted(read_cards(hand, "a hand")) for hand in fields.items("hands", None)]
    if not FEWEST_SEATS <= len(hands) <= MOST_SEATS or max(map(len, hands)) > HAND_SIZE:
        raise BadPosition("Tiny is for 2 or 3 players, with up to four cards each.")
    state = Tiny(len(hands))
    state.hands = hands
    state.round = fields.number("round", 1, 1, len(hands))
    state.pile = read_cards(fields.take("pile", []), "'pile'")
    state.gone = read_cards(fields.take("gone", []), "'gone'")
    placed = [*state.pile, *state.gone, *(card for hand in hands for card in hand)]
    rest = [card for card in DECK if card not in placed]
    state.unused = sorted(read_cards(fields.take("unused", rest), "'unused'"))
    if sorted([*placed, *state.unused]) != list(DECK):
        raise BadPosition("Every card from 1 to 12 must be there once.")
    turn = fields.seat("turn", 0, len(hands))
    top_by = fields.seat("top_by", len(hands) - 1 if state.pile else None, len(hands))
    state.totals = fields.numbers("totals", [0] * len(hands), 0, HAND_SIZE * len(hands))
    fields.refuse_rest()
    if (top_by is None) == bool(state.pile) or (top_by == turn and turn is not None):
        raise BadPosition("'top_by' must be null if the pile is empty, and otherwise not the seat in 'turn'.")
    if (turn is not None) != all(hands):
        raise BadPosition("'turn' must be a seat if everybody has cards, and only then.")
    state.current = NOBODY if turn is None else turn
    state.top_by = NOBODY if top_by is None else top_by
    return state


def read_cards(value: object, name: str) -> list[int]:
    """A list of cards."""
    return [whole_number(card, f"{name}: a card", DECK[0], DECK[-1]) for card in inner_list(value, name)]

"""A whole position of YoYo as a seat could imagine it: what it knows is true, and the rest fits."""

from __future__ import annotations

from collections import Counter
from typing import Final

from reihum.core.contract import State
from reihum.core.errors import BadPosition
from reihum.core.fields import lists_by_seat, sets_by_seat
from reihum.core.types import Json, View
from reihum.core.unseen import Unseen
from reihum.games.yoyo.cards import DECK, HIGHEST, card_name, card_names, hand_at
from reihum.games.yoyo.position import read_cards
from reihum.games.yoyo.table import Table

PUBLIC_FIELDS: Final = (
    *("game", "options", "match_game", "points", "phase", "pile", "direction", "emptied", "beginner"),
    *("top_by", "drawn", "pending", "taking"),
)


def imagined_position(view: View) -> Json:
    """For a seat that owes a decision; cards that it gave away are in the hands that certainly hold them."""
    me: int = view["seat"]
    known: list[list[str]] = view["known"]
    seen = [*view["hand"], *view["pile"], *(card for each in known for card in each)]
    unseen = Unseen([card_name(card) for card in DECK], seen)
    hands: list[list[str]] = [
        view["hand"] if seat == me else unseen.hand(held, known[seat])
        for seat, held in enumerate(view["held"])
    ]
    sliding = view["phase"] == "slide"
    return {
        **{name: view[name] for name in PUBLIC_FIELDS},
        "hands": hands,
        "stock": unseen.some(view["in_stock"]),
        "turn": view["player"],
        # Y20: a seat that owes nothing has chosen a card; only that seat knows which
        "slid": [
            hand[0] if sliding and seat not in view["owes"] else None for seat, hand in enumerate(hands)
        ],
    }


def recall(state: State, view: View) -> None:
    """What everybody remembers, and the cards that the seat knows in other hands, which hold them now."""
    assert isinstance(state, Table)
    seats = int(state.seats)
    up = sets_by_seat(view["drew_up"], "'drew_up'", seats, 1, HIGHEST)
    down = sets_by_seat(view["drew_down"], "'drew_down'", seats, 1, HIGHEST)
    for seat, known in enumerate(lists_by_seat(view["known"], "'known'", seats)):
        state.knows.recall_draws(seat, up[seat], down[seat])
        cards = read_cards(known, "'known'")
        if Counter(map(card_name, cards)) - Counter(card_names(hand_at(state.hands, seat))):
            raise BadPosition(f"Seat {seat} is known to hold cards that it does not hold.")
        for card in cards:
            state.knows.recall_gift(view["seat"], seat, card)

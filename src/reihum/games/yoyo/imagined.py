"""A whole position of YoYo as a seat could imagine it: what it knows is true, and the rest fits."""

from __future__ import annotations

from typing import Final

from reihum.core.types import Json, View
from reihum.core.unseen import Unseen
from reihum.games.yoyo.cards import DECK, card_name

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

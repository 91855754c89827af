"""A whole position of Königs-Rommé as a seat could imagine it: what it knows is true, and the rest fits."""

from __future__ import annotations

from typing import Final

from reihum.core.contract import State
from reihum.core.fields import lists_by_seat
from reihum.core.types import Json, View
from reihum.core.unseen import Unseen
from reihum.games.koenigs_romme.cards import card_name, deck
from reihum.games.koenigs_romme.position import read_cards
from reihum.games.koenigs_romme.table import Table

PUBLIC_FIELDS: Final = (
    *("game", "round", "totals", "dealer", "phase", "taken", "pile", "out_by", "last_turns", "laid"),
    "turns",
)
SOLO_FIELDS: Final = ("game", "solo", "hands", "finished", "shown", "gone", "phase")  # K17: all but the stock


def imagined_position(view: View) -> Json:
    """For a seat that owes a decision; other hands have the cards that they took from the pile (K7)."""
    names = [card_name(card) for card in deck()]
    if view.get("solo"):
        seen = [*view["gone"], view["shown"], *(card for hand in view["hands"] for card in hand)]
        stock = Unseen(names, seen).some(view["in_stock"])
        return {**{name: view[name] for name in SOLO_FIELDS}, "stock": stock}
    me: int = view["seat"]
    taken: list[list[str]] = view["taken"]
    seen = [*view["hand"], *view["pile"]]
    seen += [card for seat, cards in enumerate(taken) if seat != me for card in cards]
    seen += [card for laid in view["laid"] for combination in laid for card in combination]
    unseen = Unseen(names, seen)
    hands = [
        view["hand"] if seat == me else unseen.hand(held, taken[seat])
        for seat, held in enumerate(view["held"])
    ]
    return {
        **{name: view[name] for name in PUBLIC_FIELDS},
        "hands": hands,
        "stock": unseen.some(view["in_stock"]),
        "turn": view["player"],
    }


def recall(state: State, view: View) -> None:
    """What everybody remembers of the round: the cards that each seat threw away (K9); solo, all is open."""
    if not isinstance(state, Table):
        return
    for seat, thrown in enumerate(lists_by_seat(view["thrown"], "'thrown'", int(state.seats))):
        state.taken[state.thrown_at(seat)] = sum(1 << card for card in set(read_cards(thrown, "'thrown'")))

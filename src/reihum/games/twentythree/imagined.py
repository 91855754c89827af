"""A whole position of 23 as a seat could imagine it: what it knows is true, and the rest fits."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from reihum.core.contract import State
from reihum.core.errors import BadPosition
from reihum.core.fields import lists_by_seat, sets_by_seat, whole_number
from reihum.core.packing import pack, unpack
from reihum.core.types import Json, View
from reihum.core.unseen import Unseen
from reihum.games.twentythree.cards import HIGHEST, ONE, PACKED_DECK
from reihum.games.twentythree.knowledge import recall_course
from reihum.games.twentythree.position import read_cards
from reihum.games.twentythree.table import AWAY, HAND_SIZE, Table

PUBLIC_FIELDS: Final = (
    *("game", "options", "round", "phase", "pile", "fines", "chips", "forced", "status"),
    "idle",
)


def imagined_position(view: View) -> Json:
    """For a seat that owes a decision; other hands respect what they have shown (T12b)."""
    me: int = view["seat"]
    seats = range(len(view["held"]))
    hands, away = {me: view["hand"]}, {me: view["away"]}
    seen = [*view["hand"], *view["away"], *view["pile"]]
    unseen = Unseen(unpack(PACKED_DECK), seen if view["one"] is None else [*seen, ONE])
    others = [seat for seat in seats if seat != me]
    for seat in sorted(others, key=lambda seat: bound(view, seat)):  # the tightest bound first
        hands[seat] = other_hand(view, seat, unseen)
    for seat in others:
        away[seat] = unseen.some(AWAY) if has_put(view, seat) else []
    return {
        **{name: view[name] for name in PUBLIC_FIELDS},
        "hands": [hands[seat] for seat in seats],
        "away": [away[seat] for seat in seats],
        "turn": view["player"],
    }


def other_hand(view: View, seat: int, unseen: Unseen) -> list[Any]:
    """A hand for another seat."""
    held = view["held"][seat]
    if view["phase"] == "put" and has_put(view, seat):
        held = HAND_SIZE - AWAY  # T4: the view says 15 for all others, even if they have put cards away
    known = [ONE] if seat == view["one"] else []
    highest = bound(view, seat)
    return [*known, *unseen.some(held - len(known), lambda card: card <= highest)]


def has_put(view: View, seat: int) -> bool:
    """T4, T5: whether a seat has put all its cards away."""
    return not view["options"]["learning"] and (view["phase"] != "put" or seat not in view["owes"])


def bound(view: View, seat: int) -> int:
    """T12b: a seat holds nothing above this."""
    found: int | None = view["at_most"][seat]
    return HIGHEST if found is None else found


def recall(state: State, view: View) -> None:
    """What everybody remembers of the round: T12b, and what each seat laid, jumped over and passed at."""
    assert isinstance(state, Table)
    seats = int(state.seats)
    laid = [read_cards(each, "'laid'") for each in lists_by_seat(view["laid"], "'laid'", seats)]
    if Counter(card for each in laid for card in each) - Counter(view["pile"]):
        raise BadPosition("What was laid must be in the pile.")
    passed = sets_by_seat(view["passed"], "'passed'", seats, ONE, HIGHEST)
    jumped = sets_by_seat(view["jumped"], "'jumped'", seats, ONE, HIGHEST)
    for seat in range(seats):
        highest = whole_number(bound(view, seat), "'at_most'", ONE, HIGHEST)
        recall_course(state, seat, highest, pack(laid[seat]), passed[seat], jumped[seat])

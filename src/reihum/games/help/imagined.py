"""A whole position of HELP! as a seat could imagine it: what it knows is true, and the rest fits."""

from __future__ import annotations

from typing import Any, Final

from reihum.core.types import Json, View
from reihum.core.unseen import Unseen
from reihum.games.help.cards import DECK, HIGHEST, NAMES

PUBLIC_FIELDS: Final = (
    *("game", "round", "direction", "points", "phase", "callers", "row", "discard", "no"),
    *("asker", "giver", "received"),
)
NUMBER_NAMES: Final = NAMES[1 : HIGHEST + 1]
SWITCH_NAME: Final = "S"


def imagined_position(view: View) -> Json:
    """For a seat that owes a decision; other hands have the cards that are certain."""
    me: int = view["seat"]
    known: list[list[str]] = view["known"]
    seen = [*view["hand"], *view["row"], *view["discard"], *(card for each in known for card in each)]
    seen += ["N" for no in view["no"] if no] + ([view["received"]] if view["received"] else [])
    unseen = Unseen([NAMES[k] for k in DECK], seen)
    hands: dict[int, list[str]] = {me: view["hand"]}
    if view["phase"] == "give":
        hands[view["asker"]] = stuck_hand(view, unseen)
    for seat, held in enumerate(view["held"]):
        if seat not in hands:
            sure = unseen.some(1, NUMBER_NAMES.__contains__) if is_calling(view, seat) else known[seat]
            hands[seat] = unseen.hand(held, sure)
    return {
        **{name: view[name] for name in PUBLIC_FIELDS},
        "hands": [hands[seat] for seat in range(len(hands))],
        "called": [
            [seat, lowest_number(hands[seat])] for seat in view["callers"] if seat not in view["owes"]
        ],
        "stock": unseen.some(view["in_stock"]),
        "turn": view["player"],
    }


def is_calling(view: View, seat: int) -> bool:
    """H5: whether a seat has a number to call."""
    return view["phase"] == "call" and seat in view["callers"]


def lowest_number(hand: list[str]) -> int:
    """H5: the number that a hand calls."""
    return min(int(card) for card in hand if card in NUMBER_NAMES)


def stuck_hand(view: View, unseen: Unseen) -> list[Any]:
    """H16: a hand that cannot play, as imagined by the player who is asked to help.

    If there is a row, it has only numbers that are too low, or only Switches (H13a: with a number, one could
    be played). A giver with a Switch can tell which of the two it is by whether the Switch helps.
    """
    known = view["known"][view["asker"]]
    size = view["held"][view["asker"]] - len(known)
    if not view["row"]:
        return [*known, *unseen.some(size, lambda card: card in "SZ")]
    top = view["values"][-1]
    low = [card for card in unseen.left if card in NUMBER_NAMES and int(card) <= top]
    if SWITCH_NAME in known or len(low) < size:
        return [*known, *unseen.some(size, lambda card: card == SWITCH_NAME)]
    return [*known, *unseen.some(size, lambda card: card in NUMBER_NAMES and int(card) <= top)]

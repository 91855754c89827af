"""A whole position of HELP! as a seat could imagine it: what it knows is true, and the rest fits."""

from __future__ import annotations

from typing import Any, Final

from reihum.core.contract import State
from reihum.core.errors import BadPosition
from reihum.core.fields import inner_list, lists_by_seat, whole_number
from reihum.core.types import Json, View
from reihum.core.unseen import Unseen
from reihum.games.help.cards import ANY_KIND, DECK, HAND_SIZE, HIGHEST, NAMES, kind_bit, size_of
from reihum.games.help.patterns import with_gain
from reihum.games.help.position import read_cards
from reihum.games.help.table import Table

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


def recall(state: State, view: View) -> None:
    """What the seat can prove of the other hands, card by card (H16 to H18)."""
    assert isinstance(state, Table)
    me: int = view["seat"]
    for seat, groups in enumerate(lists_by_seat(view["can_be"], "'can_be'", int(state.seats))):
        if seat != me:
            sets = [kinds for group in groups for kinds in read_group(group)]
            held = int(size_of(state.hands[seat]))
            if len(sets) > held:
                raise BadPosition(f"'can_be' describes more cards than seat {seat} holds.")
            pattern = 0
            for kinds in [*sets, *[int(ANY_KIND)] * (held - len(sets))]:
                pattern = with_gain(pattern, kinds)
            state.knows.recall(me, seat, pattern)


def read_group(group: Any) -> list[int]:
    """A set of kinds for each card of a group of cards that can be the same."""
    count = whole_number(group["cards"], "'can_be': a number of cards", 1, HAND_SIZE)
    kinds = set(read_cards(inner_list(group["of"], "'can_be'"), "'can_be'"))
    if not kinds:
        raise BadPosition("'can_be': a card must be something.")
    return [sum(int(kind_bit(k)) for k in kinds)] * count

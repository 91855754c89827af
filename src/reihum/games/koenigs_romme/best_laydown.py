"""The lay-down solver for people: cards as texts in, the best lay-down as texts out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from reihum.core.contract import NO_CARD
from reihum.core.errors import ReihumError
from reihum.games.koenigs_romme.cards import (
    KING,
    LOWEST,
    VALUE_NAMES,
    Hand,
    card_name,
    copies,
    hand_of,
    parse_card,
)
from reihum.games.koenigs_romme.laydown import laydown, stands_for
from reihum.games.koenigs_romme.melds import best_discard, discards

MOST_CARDS: Final = KING + 1  # K3, K7: thirteen cards and the one drawn
WILDS: Final = {name: place + LOWEST for place, name in enumerate(VALUE_NAMES)}
WILDS_BY_NUMBER: Final = {str(value): value for value in WILDS.values()}


@dataclass(frozen=True)
class BestLaydown:
    """A lay-down that leaves the fewest points; all cards are texts."""

    points: int  # of the cards left in hand
    left: list[str]
    combinations: list[list[str]]
    stands_for: list[list[str]]  # for each card laid: itself, or what it replaces (in a set, a value)
    discards: dict[str, int]  # if the hand has one card too many: the points that each discard leaves
    best_discard: str | None  # the one that leaves the fewest points


def best_laydown(cards: str | list[str], wild: int | str) -> BestLaydown:
    """The lay-down of Königs-Rommé that leaves the fewest points in hand."""
    value = wild_value(wild)
    kinds = checked_kinds(cards)
    hand = hand_of(kinds)
    best = laydown(hand, value)
    thrown = discards(hand, value) if len(kinds) == value + 1 else []
    return BestLaydown(
        points=best.points,
        left=[card_name(card) for card in best.left],
        combinations=[[card_name(card) for card in laid.cards] for laid in best.combinations],
        stands_for=[stands_for(laid.cards, value) for laid in best.combinations],
        discards={card_name(card): points for card, points in thrown},
        best_discard=best_discard_name(hand, value) if thrown else None,
    )


def best_discard_name(hand: Hand, wild: int) -> str:
    """The name of the best discard."""
    card, _points = best_discard(hand, wild)
    return card_name(int(card))


def wild_value(wild: object) -> int:
    """The wild value of the round, as a number or a name."""
    if isinstance(wild, (int, str)) and not isinstance(wild, bool):
        value = WILDS.get(str(wild), WILDS_BY_NUMBER.get(str(wild)))
        if value is not None:
            return value
    raise ReihumError(f"A round's wild is a value from 3 to 10, J, Q or K, not {wild!r}.")


def checked_kinds(cards: object) -> list[int]:
    """The cards of a hand, checked."""
    texts = cards.split() if isinstance(cards, str) else cards
    if not isinstance(texts, (list, tuple)):
        raise ReihumError("The cards of a hand must be a text like '8d 8h *' or a list of such cards.")
    kinds: list[int] = []
    for text in texts:
        card = parse_card(text) if isinstance(text, str) else NO_CARD
        if card == NO_CARD:
            raise ReihumError(f"{text!r} is not a card; cards are written like 8d, 10h, Qx or *.")
        kinds.append(card)
    for card, times in Counter(kinds).items():
        if times > copies(card):
            raise ReihumError(
                f"The card {card_name(card)} is there {times} times, but only {copies(card)} exist."
            )
    if len(kinds) > MOST_CARDS:
        raise ReihumError(f"A hand has at most {MOST_CARDS} cards, not {len(kinds)}.")
    return kinds

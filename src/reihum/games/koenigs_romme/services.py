"""What Königs-Rommé computes for its page: the best lay-down, to group a hand and compare discards."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NotRequired, TypedDict

from reihum.core.errors import ReihumError
from reihum.core.types import Json
from reihum.games.koenigs_romme.best_laydown import checked_kinds, wild_value
from reihum.games.koenigs_romme.cards import card_name, hand_of
from reihum.games.koenigs_romme.laydown import laydown, stands_for
from reihum.games.spec import Service, Unanswered

CACHED_HANDS: Final = 1024  # after a discard, the page asks for a hand that was in the answer before


@dataclass(frozen=True)
class LaydownBody:
    """A request for the best lay-down of a hand."""

    cards: list[str]
    wild: str
    each: bool = False


class OneLaydown(TypedDict):
    """The best lay-down: what is laid, what each card stands for, and what is left with how many points."""

    points: int
    left: list[str]
    laid: list[list[str]]
    stands_for: list[list[str]]


class LaydownAnswer(OneLaydown):
    """The best lay-down of a whole hand, and of the hand without each of its cards."""

    without: NotRequired[dict[str, OneLaydown]]


def answer_laydown(asked: LaydownBody) -> Generator[None, None, Json]:
    """The best lay-down of a hand; with `each`, also without each of its different cards."""
    try:
        kinds = sorted(checked_kinds(asked.cards))
    except ReihumError:
        raise Unanswered("cards") from None
    try:
        value = wild_value(asked.wild)
    except ReihumError:
        raise Unanswered("wild") from None
    found = laydown_json(tuple(kinds), value)
    if not asked.each:
        return found
    without: dict[str, Json] = {}
    for card in dict.fromkeys(kinds):
        yield  # fifteen lay-downs take a while
        rest = kinds.copy()
        rest.remove(card)
        without[card_name(card)] = laydown_json(tuple(rest), value)
    return {**found, "without": without}


@lru_cache(CACHED_HANDS)
def laydown_json(kinds: tuple[int, ...], wild: int) -> Json:
    """The best lay-down of one hand; it is cached, so do not change it."""
    best = laydown(hand_of(list(kinds)), wild)
    return {
        "points": best.points,
        "left": [card_name(card) for card in best.left],
        "laid": [[card_name(card) for card in group.cards] for group in best.combinations],
        "stands_for": [stands_for(group.cards, wild) for group in best.combinations],
    }


SERVICES: Final = {"laydown": Service(LaydownBody, LaydownAnswer, answer_laydown)}

"""The best lay-down of a hand of Königs-Rommé, for a page that groups a hand and weighs the discards."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Final

from reihum.core.errors import ReihumError
from reihum.core.spec import Json
from reihum.games.koenigs_romme.best_laydown import kinds_from, wild_from
from reihum.games.koenigs_romme.cards import card_name, hand_of
from reihum.games.koenigs_romme.laydown import laydown, meanings
from reihum.table.asking import Problem

REMEMBERED: Final = 1024  # hands: after the discard, a page asks for one that was among the answers before


async def best_laid(cards: list[str], wild: str, each: bool) -> Json | Problem:
    """What a hand lays and what is left; with `each`, also without each of its different cards."""
    try:
        kinds = sorted(kinds_from(cards))
    except ReihumError:
        return Problem(400, "cards")
    try:
        value = wild_from(wild)
    except ReihumError:
        return Problem(400, "wild")
    found = laid(tuple(kinds), value)
    if not each:
        return found
    without: dict[str, Json] = {}
    for card in dict.fromkeys(kinds):
        await asyncio.sleep(0)  # fifteen lay-downs take a while, in which others have their turn
        rest = kinds.copy()
        rest.remove(card)
        without[card_name(card)] = laid(tuple(rest), value)
    return {**found, "without": without}


@lru_cache(REMEMBERED)
def laid(kinds: tuple[int, ...], wild: int) -> Json:
    """The best lay-down of one hand; to be written down, not to be changed."""
    best = laydown(hand_of(list(kinds)), wild)
    return {
        "points": best.points,
        "left": [card_name(card) for card in best.left],
        "laid": [[card_name(card) for card in group.cards] for group in best.combinations],
        "stands_for": [meanings(group.cards, wild) for group in best.combinations],
    }

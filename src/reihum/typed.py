"""Cards as people type them, turned into cards as Reihum writes them."""

from __future__ import annotations

import re
from typing import Final

from reihum.core.errors import ReihumError
from reihum.games.koenigs_romme.cards import SUIT_LETTERS, VALUE_NAMES, card_named
from reihum.match import shortened

JOKER: Final = "*"
JOKERS: Final = (JOKER, "joker", "🃏")
EMOJI: Final = "\ufe0f"  # comes along with suits typed as emoji
SUITS: Final = dict(zip("♠♥♦♣★♤♡♢♧☆", SUIT_LETTERS * 2, strict=True))
VALUES: Final = {name.casefold(): name for name in VALUE_NAMES}


def hand_typed(text: str) -> list[str]:
    """The cards of a Königs-Rommé hand: '8♦, kc JOKER' is ['8d', 'Kc', '*']."""
    return [card_typed(word) for word in re.split(r"[\s,;]+", text) if word]


def card_typed(word: str) -> str:
    """One card; suits as letters or signs, in lower or upper case."""
    bare = word.replace(EMOJI, "").casefold()
    if bare in JOKERS:
        return JOKER
    card = VALUES.get(bare[:-1], "?") + SUITS.get(bare[-1:], bare[-1:])
    if card_named(card) < 0:
        raise ReihumError(f"{shortened(word)} is no card; cards are written like 8d, 10h, Qx, 8♦ or *.")
    return card


def wild_typed(text: str) -> str:
    """The round's wild value; what is none of them is left for others to refuse."""
    return VALUES.get(text.strip().casefold(), text.strip())

"""Whole hands of Königs-Rommé as people type them, read card by card as everywhere else."""

from __future__ import annotations

import re
from typing import Final

from reihum.core.errors import ReihumError
from reihum.match import shortened
from reihum.typed.cards import Line, card_of_koenigs_romme, values

SLUG: Final = "koenigs-romme"
LANG: Final = "en"  # the same cards wherever the command is run; in German `kd` could be two
WORD: Final = re.compile(r"[^\s,;]+")


def hand_typed(text: str) -> list[str]:
    """The cards of a hand: '8♦, king of clubs JOKER' is ['8d', 'Kc', '*']."""
    line = Line(SLUG, text, (), LANG)
    cards: list[str] = []
    while not line.over():
        rest = line.rest()
        named = card_of_koenigs_romme(line)
        if named is None or named.half:
            word = WORD.match(rest)
            typed = shortened(word[0] if word else rest)
            raise ReihumError(f"{typed} is no card; cards are written like 8d, 10h, Qx, 8♦ or *.")
        cards += named.texts
    return cards


def wild_typed(text: str) -> str:
    """The round's wild value; what is none of them is left for others to refuse."""
    typed = text.strip()
    return next(iter(values(typed.casefold(), LANG)), typed)

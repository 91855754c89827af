"""Moves of Königs-Rommé as texts: `stock`, `pile`, `8d`, `out 8d`; in the solo variant `7 8d`, `J *`."""

from __future__ import annotations

from typing import Final

from reihum.core.contract import NO_CARD
from reihum.games.koenigs_romme.cards import KINDS, LOWEST, VALUE_NAMES, card_name, parse_card
from reihum.games.koenigs_romme.moves import ACTIONS, OUT, PILE, PLACE, STOCK, card_of, place_move, wild_of

WORDS: Final = {"stock": STOCK, "pile": PILE}
WORD_OF: Final = {move: word for word, move in WORDS.items()}


def text(move: int) -> str:
    """The one text of a move, or "" if there is no such move."""
    if not 0 <= move < ACTIONS:
        return ""
    if move in WORD_OF:
        return WORD_OF[move]
    card = card_name(card_of(move))
    if move >= PLACE:
        return f"{VALUE_NAMES[wild_of(move) - LOWEST]} {card}"
    return card if move < KINDS else f"out {card}"


def parse(words: str) -> int:
    """The move of a text, or -1 if there is none."""
    if words in WORDS:
        return WORDS[words]
    where, _, name = words.rpartition(" ")
    card = parse_card(name)
    if card == NO_CARD:
        return -1
    if where == "out":
        return OUT + card
    if where in VALUE_NAMES:
        return place_move(VALUE_NAMES.index(where) + LOWEST, card)
    return card if words == name else -1

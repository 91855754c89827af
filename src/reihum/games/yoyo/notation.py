"""Moves of YoYo as texts: `b13`, `y15`, `y15^`, `y15v`, `stop`, `draw`, `keep`, `take 2`, `slide b7`."""

from __future__ import annotations

import re
from typing import Final

from reihum.games.yoyo.cards import (
    ACTIONS,
    COLOUR_LETTERS,
    COLOURS,
    DOWN,
    DRAW,
    HIGHEST,
    KEEP,
    PLAIN,
    SLIDE_ON,
    STOP,
    TAKE,
    UP,
    YELLOW,
    card_name,
    card_of,
    card_with,
    colour_of,
    copies,
    how_of,
    lay_move,
    number_of,
    slide_move,
)

WORDS: Final = {"stop": STOP, "draw": DRAW, "keep": KEEP}
WORD_OF: Final = {move: word for word, move in WORDS.items()}
HOW_BY_SIGN: Final = {"": PLAIN, "^": UP, "v": DOWN}
CARD_BY_NAME: Final = {
    card_name(card_with(colour, number)): card_with(colour, number)
    for colour in range(COLOURS)
    for number in range(1, HIGHEST + 1)
    if copies(colour, number)
}
LAY_PATTERN: Final = re.compile(rf"([{COLOUR_LETTERS}][1-9][0-9]?)([\^v]?)", re.ASCII)
TAKE_PATTERN: Final = re.compile(r"take ([0-9])", re.ASCII)


def text(move: int) -> str:
    """The one text of a move, or "" if there is no such move."""
    if move in WORD_OF:
        return WORD_OF[move]
    if TAKE <= move < ACTIONS:
        return f"take {move - TAKE}"
    card, how = card_of(move), how_of(move)
    if not 0 <= move < TAKE or not copies(colour_of(card), number_of(card)):
        return ""
    if how == SLIDE_ON:
        return f"slide {card_name(card)}"
    if how != PLAIN and colour_of(card) != YELLOW:
        return ""
    return card_name(card) + ("", "^", "v")[how]


def parse(words: str) -> int:
    """The move of a text, or -1 if there is none."""
    if words in WORDS:
        return WORDS[words]
    if found := TAKE_PATTERN.fullmatch(words):
        return TAKE + int(found[1]) if TAKE + int(found[1]) < ACTIONS else -1
    if words.startswith("slide "):
        card = CARD_BY_NAME.get(words.removeprefix("slide "))
        return -1 if card is None else slide_move(card)
    if found := LAY_PATTERN.fullmatch(words):
        card = CARD_BY_NAME.get(found[1])
        if card is not None and (not found[2] or colour_of(card) == YELLOW):
            return lay_move(card, HOW_BY_SIGN[found[2]])
    return -1

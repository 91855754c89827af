"""Moves of YoYo as texts: `b13`, `y15`, `y15^`, `y15v`, `stop`, `draw`, `keep`, `take 2`, `slide b7`."""

from __future__ import annotations

import re
from typing import Final

from reihum.games.yoyo.cards import (
    ACTIONS,
    COLOURS,
    DOWN,
    DRAW,
    HIGHEST,
    KEEP,
    LETTERS,
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
TEXTS: Final = {move: word for word, move in WORDS.items()}
WAYS: Final = {"": PLAIN, "^": UP, "v": DOWN}
NAMED: Final = {
    card_name(card_with(colour, number)): card_with(colour, number)
    for colour in range(COLOURS)
    for number in range(1, HIGHEST + 1)
    if copies(colour, number)
}
LAY: Final = re.compile(rf"([{LETTERS}][1-9][0-9]?)([\^v]?)", re.ASCII)
TAKE_FROM: Final = re.compile(r"take ([0-9])", re.ASCII)


def text(move: int) -> str:
    """The one text of a move, or "" if there is no such move."""
    if move in TEXTS:
        return TEXTS[move]
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
    """The move of a text, or -1 if it is none."""
    if words in WORDS:
        return WORDS[words]
    if found := TAKE_FROM.fullmatch(words):
        return TAKE + int(found[1]) if TAKE + int(found[1]) < ACTIONS else -1
    if words.startswith("slide "):
        card = NAMED.get(words.removeprefix("slide "))
        return -1 if card is None else slide_move(card)
    if found := LAY.fullmatch(words):
        card = NAMED.get(found[1])
        if card is not None and (not found[2] or colour_of(card) == YELLOW):
            return lay_move(card, WAYS[found[2]])
    return -1

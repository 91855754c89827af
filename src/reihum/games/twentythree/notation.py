"""Moves of 23 as texts: `put 7`, `8`, `8x2`, `17+2`, `8x2+1`, `pass`, `force`, `leave`."""

from __future__ import annotations

from typing import Final

from reihum.games.twentythree.cards import (
    ACTIONS,
    FORCE,
    HIGHEST,
    LEAVE,
    PASS,
    chips_of,
    laid_count,
    value_of,
)

WORDS: Final = {"pass": PASS, "force": FORCE, "leave": LEAVE}
WORD_OF: Final = {move: word for word, move in WORDS.items()}


def text(move: int) -> str:
    """The one text of a move, or "" if there is no such move."""
    return TEXTS.get(move, "")


def parse(words: str) -> int:
    """The move of a text, or -1 if there is none."""
    return MOVES.get(words, -1)


def write_text(move: int) -> str:
    """The text of a move, or "" if the number is not a move."""
    if move in WORD_OF:
        return WORD_OF[move]
    v, count, chips = value_of(move), laid_count(move), chips_of(move)
    if not 1 <= v <= HIGHEST or (not count and chips):
        return ""
    if not count:
        return f"put {v}"
    return f"{v}" + (f"x{count}" if count > 1 else "") + (f"+{chips}" if chips else "")


TEXTS: Final = {move: write_text(move) for move in range(ACTIONS) if write_text(move)}  # a few hundred
MOVES: Final = {words: move for move, words in TEXTS.items()}

"""Moves of 23 as texts: `put 7`, `8`, `8x2`, `17+2`, `8x2+1`, `pass`, `force`, `leave`."""

from __future__ import annotations

import re
from typing import Final

from reihum.games.twentythree.cards import (
    FORCE,
    HIGHEST,
    LEAVE,
    PASS,
    chips_of,
    laid_by,
    lay_move,
    put_move,
    value_of,
)

WORDS: Final = {"pass": PASS, "force": FORCE, "leave": LEAVE}
TEXTS: Final = {move: word for word, move in WORDS.items()}
LAY: Final = re.compile(r"([1-9][0-9]?)(?:x([23]))?(?:\+([123]))?", re.ASCII)
PUT: Final = re.compile(r"put ([1-9][0-9]?)", re.ASCII)


def text(move: int) -> str:
    """The one text of a move, or "" if there is no such move."""
    if move in TEXTS:
        return TEXTS[move]
    v, count, chips = value_of(move), laid_by(move), chips_of(move)
    if not 1 <= v <= HIGHEST or (not count and chips):
        return ""
    if not count:
        return f"put {v}"
    return f"{v}" + (f"x{count}" if count > 1 else "") + (f"+{chips}" if chips else "")


def parse(words: str) -> int:
    """The move of a text, or -1 if it is none."""
    if words in WORDS:
        return WORDS[words]
    if found := PUT.fullmatch(words):
        v = int(found[1])
        return put_move(v) if v <= HIGHEST else -1
    if found := LAY.fullmatch(words):
        v = int(found[1])
        return lay_move(v, int(found[2] or 1), int(found[3] or 0)) if v <= HIGHEST else -1
    return -1

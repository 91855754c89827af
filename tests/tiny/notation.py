"""Moves of Tiny as texts: `7`, `pass`."""

from __future__ import annotations

from typing import Final

from tests.tiny.cards import DECK, PASS

TEXTS: Final = {PASS: "pass", **{card: str(card) for card in DECK}}
MOVES: Final = {text: move for move, text in TEXTS.items()}


def text(move: int) -> str:
    """The one text of a move, or "" if there is no such move."""
    return TEXTS.get(move, "")


def parse(words: str) -> int:
    """The move of a text, or -1 if there is none."""
    return MOVES.get(words, -1)

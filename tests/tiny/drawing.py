"""How Tiny looks in text."""

from __future__ import annotations

from reihum.words.drawing import GameDrawing


class Drawing(GameDrawing):
    """Like every other game."""

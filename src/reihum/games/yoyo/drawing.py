"""How YoYo looks in text: cards in their colours."""

from __future__ import annotations

from typing import Final

from reihum.words.drawing import GameDrawing, Styled

STYLES: Final = {"b": "bright_blue", "r": "red", "y": "yellow"}


class Drawing(GameDrawing):
    """Cards in their colours."""

    def card(self, card: str) -> Styled:
        """A card in its colour."""
        return Styled(card, STYLES.get(card[0], ""))

"""How HELP! looks in text."""

from __future__ import annotations

from typing import ClassVar

from reihum.core.types import View
from reihum.words.drawing import GameDrawing


class Drawing(GameDrawing):
    """The row, of which the last card counts, and the values of its Jokers."""

    top_card_fields: ClassVar = frozenset({"row"})

    def hides(self, name: str, view: View) -> bool:
        """Values of a row that shows them anyway (H12)."""
        return name == "values" and "J" not in view["row"]

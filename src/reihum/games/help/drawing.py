"""How HELP! looks in text."""

from __future__ import annotations

from typing import ClassVar

from reihum.core.types import View
from reihum.words.drawing import GameDrawing


class Drawing(GameDrawing):
    """Marks the last card of the row, and shows values only if there are Jokers."""

    top_card_fields: ClassVar = frozenset({"row"})

    def hides(self, name: str, view: View) -> bool:
        """Hide the values of a row without Jokers (H12)."""
        return name == "values" and "J" not in view["row"]

"""The cards of Tiny, and its moves as small ints: the number of a card lays it, and 0 passes."""

from __future__ import annotations

from typing import Final

DECK: Final = tuple(range(1, 13))  # N1
PASS: Final = 0
ACTIONS: Final = len(DECK) + 1

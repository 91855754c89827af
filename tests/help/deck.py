"""All cards of HELP!, as its rule page counts them."""

from __future__ import annotations

from collections import Counter

DECK: Counter[object] = Counter(
    {str(v): 5 if v < 3 else 7 if v < 8 else 8 for v in range(1, 12)} | dict.fromkeys("JSZN", 7)
)

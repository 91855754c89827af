"""All cards of YoYo, as its rule page counts them."""

from __future__ import annotations

from collections import Counter

DECK: Counter[object] = Counter(
    {f"{c}{v}": 2 if v in (1, 2, 19, 20) else 1 for c in "br" for v in range(1, 21)}
    | {f"y{v}": 1 for v in range(3, 19)}
)

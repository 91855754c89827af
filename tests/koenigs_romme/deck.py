"""All cards of Königs-Rommé, as its rule page counts them."""

from __future__ import annotations

from collections import Counter

DECK: Counter[object] = Counter(
    {f"{v}{suit}": 2 for v in [*(str(v) for v in range(3, 11)), "J", "Q", "K"] for suit in "shdcx"} | {"*": 6}
)

"""All cards of 23, as its rule page counts them."""

from __future__ import annotations

from collections import Counter

DECK: Counter[object] = Counter({1: 1, 2: 2} | dict.fromkeys(range(3, 24), 3))

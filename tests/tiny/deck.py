"""All cards of Tiny, as its rule page counts them."""

from __future__ import annotations

from collections import Counter

DECK: Counter[object] = Counter(range(1, 13))

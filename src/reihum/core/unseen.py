"""The cards that an observer has not seen, to be dealt in any way that fits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any


class Unseen:
    """What is left of a deck; the same calls always give the same cards, nothing is random."""

    def __init__(self, deck: list[Any], seen: list[Any]) -> None:
        self.left: list[Any] = list((Counter(deck) - Counter(seen)).elements())

    def some(self, count: int, fits: Callable[[Any], bool] = lambda _: True) -> list[Any]:
        """Up to `count` cards that fit."""
        found = [card for card in self.left if fits(card)][: max(0, count)]
        for card in found:
            self.left.remove(card)
        return found

    def hand(self, size: int, known: list[Any]) -> list[Any]:
        """A hand of this size that includes the known cards, which must be among those seen."""
        return [*known, *self.some(size - len(known))]

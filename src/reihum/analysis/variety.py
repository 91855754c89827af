"""Choosing among puzzles so that few of them are alike."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from reihum.analysis.puzzle import Puzzle

FIGURES: Final = re.compile(r"\d+")
WEIGHTS: Final = (1.0, 1.0, 2.0, 3.0)  # how much it counts to have had a feature before, in their order


def features(puzzle: Puzzle) -> list[tuple[str, object]]:
    """What puzzles can have in common: how many play, which round, which kinds of moves, which moves."""
    kind = tuple(FIGURES.sub("#", move) for move in (puzzle.missed, puzzle.best))
    return [
        ("players", puzzle.players),
        ("round", (puzzle.players, puzzle.round)),
        ("kind", kind),
        ("moves", (puzzle.missed, puzzle.best)),
    ]


def most_varied(puzzles: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """So many of them, each time one that has least in common with those before it."""
    left, chosen = list(puzzles), list[Puzzle]()
    seen: Counter[tuple[str, object]] = Counter()
    while left and len(chosen) < count:
        best = min(left, key=lambda puzzle: alike(puzzle, seen, len(chosen)))
        left.remove(best)
        chosen.append(best)
        seen.update(features(best))
    return chosen


def alike(puzzle: Puzzle, seen: Counter[tuple[str, object]], count: int) -> float:
    """How much a puzzle has in common with those that were chosen, by their share."""
    found = zip(features(puzzle), WEIGHTS, strict=True)
    return sum(weight * seen[feature] for feature, weight in found) / max(1, count)

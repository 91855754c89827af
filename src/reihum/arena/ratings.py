"""Ratings by Plackett and Luce: whoever has twice the strength wins twice as often.

The chance that a seat wins is its strength, as a part of all strengths at the table. Strengths are those that
make what happened most likely (found by Hunter's minorisation, some steps of plain sums); a shared win
counts in parts. Ratings are their logarithms in points, 400 for ten times the strength, 1500 on average.
Intervals come from drawing the deals again, with putting back.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Final

from reihum.arena.duplicate import DuplicatePlan, PlayedDeal
from reihum.arena.outcomes import win_share
from reihum.core.types import Json

MEAN: Final = 1500.0
POINTS: Final = 400.0
RESAMPLES: Final = 200
PRIOR: Final = 0.5  # wins and losses against somebody average that nobody is spared, or ratings were endless
STEPS: Final = 500
CLOSE: Final = 1e-6
Table = tuple[int, ...]  # how often each name sits there
Wins = dict[Table, list[float]]  # at tables of each kind: games won by each name
Kind = tuple[tuple[Table, tuple[float, ...]], ...]


def ratings(plan: DuplicatePlan, deals: Sequence[PlayedDeal]) -> list[Json]:
    """The rating of every bot with its 95 % interval, the best first."""
    return ratings_of([(plan, deals)])


def ratings_of(runs: Sequence[tuple[DuplicatePlan, Sequence[PlayedDeal]]]) -> list[Json]:
    """The same for several runs with some bots in common, on one scale; the deals of each are drawn apart."""
    names = list(dict.fromkeys(name for plan, _ in runs for name in plan.names))
    kinds: dict[Kind, int] = {}  # there are few kinds of deals, so that many are soon drawn again
    kind_at = [
        [kinds.setdefault(wins_of(plan, names, played), len(kinds)) for played in deals]
        for plan, deals in runs
    ]
    every = list(kinds)
    found = rated(added(every, Counter(chain(*kind_at))), len(names))
    rng = random.Random(runs[0][0].seed)
    again = []
    for _ in range(RESAMPLES):
        drawn = chain(*(rng.choices(kind_of, k=len(kind_of)) for kind_of in kind_at))
        again.append(rated(added(every, Counter(drawn)), len(names)))
    rows: list[Json] = []
    for at, name in enumerate(names):
        drawn_at = sorted(each[at] for each in again)
        low, high = drawn_at[round(0.025 * (RESAMPLES - 1))], drawn_at[round(0.975 * (RESAMPLES - 1))]
        rows.append(
            {"bot": name, "rating": round(found[at], 1), "low": round(low, 1), "high": round(high, 1)}
        )
    return sorted(rows, key=lambda row: -row["rating"])


def wins_of(plan: DuplicatePlan, names: Sequence[str], played: PlayedDeal) -> Kind:
    """Who won at what table in one deal."""
    index = [names.index(name) for name in plan.names]
    found: Wins = {}
    for seats, winners in zip(played.seats, played.winners, strict=True):
        sits = Counter(index[entrant] for entrant in seats)
        table = tuple(sits[at] for at in range(len(names)))
        won = found.setdefault(table, [0.0] * len(names))
        for seat, entrant in enumerate(seats):
            won[index[entrant]] += win_share(seat, winners, len(seats))
    return tuple((table, tuple(won)) for table, won in found.items())


def added(kinds: Sequence[Kind], times: Mapping[int, int]) -> Wins:
    """The wins of several deals together, so many of each kind."""
    found: Wins = {}
    for at, often in sorted(times.items()):
        for table, won in kinds[at]:
            total = found.setdefault(table, [0.0] * len(won))
            for place, number in enumerate(won):
                total[place] += often * number
    return found


def rated(wins: Wins, count: int) -> list[float]:
    """The ratings that make these wins most likely."""
    strength = [1.0] * count
    won = [PRIOR + sum(each[at] for each in wins.values()) for at in range(count)]
    games = {table: sum(each) for table, each in wins.items()}
    for _ in range(STEPS):
        drawn = [2 * PRIOR / (own + 1) for own in strength]
        for table, number in games.items():
            whole = sum(own * sits for own, sits in zip(strength, table, strict=True))
            for at, sits in enumerate(table):
                drawn[at] += number * sits / whole
        new = [each / part for each, part in zip(won, drawn, strict=True)]
        far = max(abs(math.log(one / other)) for one, other in zip(new, strength, strict=True))
        strength = new
        if far < CLOSE:
            break
    logs = [math.log10(own) for own in strength]
    middle = sum(logs) / count
    return [MEAN + POINTS * (each - middle) for each in logs]

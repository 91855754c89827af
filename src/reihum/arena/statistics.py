"""Statistics of many games: means and shares with their 95 % intervals."""

from __future__ import annotations

import math
from typing import Final

from reihum.arena.games import Result, SimulationPlan
from reihum.bots import name_of
from reihum.core.types import Json

Z_95: Final = 1.96  # standard errors on either side of a 95 % interval


def summary(plan: SimulationPlan, results: list[Result]) -> Json:
    """All results, for people and programs; only finished games count."""
    counted = [result for result in results if result.finished]
    return {
        "game": plan.slug,
        "players": plan.players,
        "seed": plan.seed,
        "options": list(plan.options),
        "games": len(results),
        "asked": plan.games,
        "capped": len(results) - len(counted),
        "bots": [
            {
                "bot": name_of(name),
                "wins": round(sum(result.shares[entrant] for result in counted), 6),
                "win_rate": proportion([result.shares[entrant] for result in counted]),
                "score": mean([result.scores[entrant] for result in counted]),
            }
            for entrant, name in enumerate(plan.bots)
        ],
        "decisions": mean([result.decisions for result in counted]),
        "rounds": mean([result.rounds for result in counted]),
    }


def mean(values: list[int]) -> Json:
    """A mean with its 95 % interval."""
    if not values:
        return {"mean": None, "low": None, "high": None}
    middle = sum(values) / len(values)
    spread = math.sqrt(sum((v - middle) ** 2 for v in values) / max(1, len(values) - 1))
    half = Z_95 * spread / math.sqrt(len(values))
    return {"mean": round(middle, 6), "low": round(middle - half, 6), "high": round(middle + half, 6)}


def proportion(shares: list[float]) -> Json:
    """A share of wins with its 95 % Wilson interval, which stays between 0 and 1."""
    n = len(shares)
    if n == 0:
        return {"mean": None, "low": None, "high": None}
    p = sum(shares) / n
    middle = (p + Z_95**2 / (2 * n)) / (1 + Z_95**2 / n)
    half = Z_95 * math.sqrt(max(0.0, p * (1 - p)) / n + Z_95**2 / (4 * n * n)) / (1 + Z_95**2 / n)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return {"mean": round(p, 6), "low": round(low, 6), "high": round(high, 6)}

"""What the deals of a duplicate say: shares of wins and margins with their intervals, and who beat whom.

The games of one deal have the same cards, so they are not independent of each other: deals are. Every figure
is a mean over deals of what a bot got in each, and its interval comes from how far the deals lie apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import linear_regression, variance
from typing import Any, Final

from reihum.arena.duplicate import DuplicatePlan, PlayedDeal
from reihum.arena.outcomes import lead, win_share
from reihum.core.types import Json

Z_95: Final = 1.96
DIGITS: Final = 6
FEW: Final = 20  # deals


@dataclass(frozen=True)
class DealShares:
    """What each bot, by name, got in one deal, on average over its games and seats."""

    share: dict[str, float]
    margin: dict[str, float]
    luck: dict[str, float]  # what chance brought; nothing if that was not measured


def shares_of(plan: DuplicatePlan, played: PlayedDeal) -> DealShares:
    """One deal by name; a game that was broken off is shared by all."""
    low_wins, names = plan.low_wins, plan.names
    seen: dict[str, int] = dict.fromkeys(names, 0)
    share, margin, luck = (dict.fromkeys(names, 0.0) for _ in range(3))
    measured = played.luck or [[0.0] * plan.players] * len(played.seats)
    for seats, scores, winners, chance in zip(
        played.seats, played.scores, played.winners, measured, strict=True
    ):
        for seat, entrant in enumerate(seats):
            name = names[entrant]
            seen[name] += 1
            share[name] += win_share(seat, winners, len(seats))
            margin[name] += lead(scores, seat, low_wins)
            luck[name] += chance[seat]
    return DealShares(
        {name: share[name] / seen[name] for name in seen},
        {name: margin[name] / seen[name] for name in seen},
        {name: luck[name] / seen[name] for name in seen},
    )


@dataclass(frozen=True)
class Figure:
    """A mean over deals with its 95 % interval."""

    mean: float
    low: float
    high: float


def figure(values: Sequence[float], least: float = -math.inf, most: float = math.inf) -> Figure:
    """The mean of a value of every deal; nothing is known of how far one single deal may be off."""
    count = len(values)
    middle = math.fsum(values) / count
    if count < 2:
        return Figure(middle, least, most)
    spread = math.sqrt(math.fsum((value - middle) ** 2 for value in values) / (count - 1))
    half = Z_95 * spread / math.sqrt(count)
    return Figure(middle, max(least, middle - half), min(most, middle + half))


def bot_figures(plan: DuplicatePlan, deals: Sequence[PlayedDeal]) -> list[Json]:
    """A row for each bot of the line-up, by name."""
    by_deal = [shares_of(plan, played) for played in deals]
    found: list[Json] = []
    for name in dict.fromkeys(plan.names):
        share = figure([each.share[name] for each in by_deal], 0.0, 1.0)
        margin = figure([each.margin[name] for each in by_deal])
        found.append(
            {"bot": name}
            | told("share", "low", "high", share)
            | told("margin", "margin_low", "margin_high", margin)
            | {"seconds": seconds_of(plan, deals, name), "lost": lost_by(plan, deals, name)}
        )
        if plan.meter is not None:
            found[-1]["adjusted"] = adjusted_figures(by_deal, name)
    return found


def adjusted_figures(by_deal: Sequence[DealShares], name: str) -> Json:
    """A bot's share with luck taken out, and by which factor that makes its variance smaller."""
    shares = [each.share[name] for each in by_deal]
    quiet = without_luck(shares, [each.luck[name] for each in by_deal])
    found = told("share", "low", "high", figure(quiet))
    factor = variance(shares) / variance(quiet) if len(quiet) > 1 and variance(quiet) > 0 else None
    return found | {"factor": None if factor is None else round(factor, DIGITS)}


def without_luck(shares: Sequence[float], luck: Sequence[float]) -> list[float]:
    """The shares less as much of their luck as makes them quietest.

    How much that is has been found on the other half of the deals: so the mean stays right whatever the luck
    is worth as an estimate, which for bots that play unlike the policy, or by few worlds, may be little.
    """
    weights = [slope(luck[other::2], shares[other::2]) for other in (1, 0)]
    return [
        share - weights[i % 2] * chance for i, (share, chance) in enumerate(zip(shares, luck, strict=True))
    ]


def slope(x: Sequence[float], y: Sequence[float]) -> float:
    """How much y rises with x; one for one if there are too few to tell."""
    if len(x) < FEW:
        return 1.0
    return linear_regression(x, y).slope if max(x) > min(x) else 0.0


def told(mean: str, low: str, high: str, found: Figure) -> Json:
    """A figure under these names; an interval without bounds is not known."""
    values = {mean: found.mean, low: found.low, high: found.high}
    return {key: round(value, DIGITS) if math.isfinite(value) else None for key, value in values.items()}


def seconds_of(plan: DuplicatePlan, deals: Iterable[PlayedDeal], name: str) -> float | None:
    """How long a decision of a bot takes on average; not known of deals that were read from a file."""
    rows = [timed for played in deals for timed in by_name(plan, played.timed, name)]
    timed, seconds = sum(row[0] for row in rows), math.fsum(row[1] for row in rows)
    return round(seconds / timed, 9) if timed else None


def lost_by(plan: DuplicatePlan, deals: Iterable[PlayedDeal], name: str) -> int:
    """How many decisions were made for a program because it did not make them."""
    return sum(sum(by_name(plan, played.lost, name)) for played in deals)


def by_name(plan: DuplicatePlan, by_entrant: Sequence[Any], name: str) -> list[Any]:
    """What belongs to the entrants of this name."""
    return [value for value, each in zip(by_entrant, plan.names, strict=False) if each == name]


def cross_table(plan: DuplicatePlan, deals: Sequence[PlayedDeal]) -> Json:
    """How often each bot was ahead of each other one in the games that both played; level counts half."""
    low_wins, names = plan.low_wins, plan.names
    ahead: dict[tuple[str, str], float] = {}
    met: dict[tuple[str, str], int] = {}
    for played in deals:
        for seats, scores in zip(played.seats, played.scores, strict=True):
            for one, other in pairs_of(len(seats)):
                pair = names[seats[one]], names[seats[other]]
                better = scores[other] - scores[one] if low_wins else scores[one] - scores[other]
                ahead[pair] = ahead.get(pair, 0.0) + (1.0 if better > 0 else 0.5 if better == 0 else 0.0)
                met[pair] = met.get(pair, 0) + 1
    listed = list(dict.fromkeys(names))
    return {
        one: {
            other: round(ahead[one, other] / met[one, other], DIGITS)
            for other in listed
            if other != one and (one, other) in met
        }
        for one in listed
    }


@cache
def pairs_of(seats: int) -> list[tuple[int, int]]:
    """All ordered pairs of seats."""
    return [(one, other) for one in range(seats) for other in range(seats) if one != other]

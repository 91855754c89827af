"""Ratings: those of Plackett and Luce, found by plain sums."""

from __future__ import annotations

import math
import random

import pytest

from reihum.arena.duplicate import DuplicatePlan, PlayedDeal
from reihum.arena.ratings import MEAN, POINTS, PRIOR, Wins, rated, ratings


def test_twice_the_strength_wins_twice_as_often() -> None:
    found = rated({(1, 1): [2_000_000.0, 1_000_000.0]}, 2)
    assert found[0] - found[1] == pytest.approx(POINTS * math.log10(2), abs=0.1)
    assert sum(found) / 2 == pytest.approx(MEAN)


def test_a_name_that_sits_twice_wins_twice_as_often_as_its_strength() -> None:
    found = rated({(1, 2): [1e6, 2e6]}, 2)  # one against two of a kind, all equal
    assert found[0] == pytest.approx(found[1], abs=0.1)


def test_ratings_make_what_happened_most_likely() -> None:
    rng = random.Random(3)
    wins: Wins = {(1, 1, 1): [50.0, 30.5, 19.5], (1, 1, 0): [40.0, 20.0, 0.0], (0, 1, 1): [0.0, 33.0, 27.0]}

    def likelihood(points: list[float]) -> float:
        strength = [10 ** ((each - MEAN) / POINTS) for each in points]
        found = sum(PRIOR * (math.log(own) - 2 * math.log(own + 1)) for own in strength)
        for table, won in wins.items():
            whole = sum(own * sits for own, sits in zip(strength, table, strict=True))
            found += sum(number * math.log(own / whole) for own, number in zip(strength, won, strict=True))
        return found

    best = rated(wins, 3)
    for _ in range(200):
        moved = [each + rng.gauss(0, 20) for each in best]
        middle = sum(moved) / 3 - MEAN
        assert likelihood([each - middle for each in moved]) <= likelihood(best) + 0.02


def test_whoever_always_wins_has_a_rating_with_an_end() -> None:
    found = rated({(1, 1): [100.0, 0.0]}, 2)
    assert 1600 < found[0] < 2500


def test_intervals_come_from_drawing_deals_again() -> None:
    plan = DuplicatePlan("23", 2, ("policy", "random"), 40, 1)
    seats = ((0, 1), (1, 0))

    def deal(number: int, first_wins: bool) -> PlayedDeal:
        winner = ((0,), (1,)) if first_wins else ((1,), (0,))
        return PlayedDeal(number, seats, ((0, 1), (1, 0)), winner, (1, 1), (0, 0))

    sure = {row["bot"]: row for row in ratings(plan, [deal(number, True) for number in range(40)])}
    assert sure["policy"]["low"] == sure["policy"]["rating"] == sure["policy"]["high"]
    mixed = ratings(plan, [deal(number, number % 4 > 0) for number in range(40)])
    assert [row["bot"] for row in mixed] == ["policy", "random"]
    assert mixed[0]["low"] < mixed[0]["rating"] < mixed[0]["high"]
    assert ratings(plan, [deal(number, number % 4 > 0) for number in range(40)]) == mixed

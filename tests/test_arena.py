"""Simulations: nobody has a better place than anybody else, and nonsense is refused."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import factorial, sqrt
from typing import Any

import pytest

import reihum
from reihum.arena.games import SimulationPlan, play_one, seating
from tests.test_cli import run


@pytest.mark.parametrize("players", range(1, 8))
def test_in_every_few_games_everybody_has_had_every_seat(players: int) -> None:
    for block in range(30):
        games = [seating(players, block * players + game) for game in range(players)]
        for seat in range(players):
            assert sorted(game[seat] for game in games) == list(range(players))
    assert seating(players, 0) == list(range(players))


@pytest.mark.parametrize("players", range(1, 7))
def test_after_all_orders_everybody_has_sat_with_everybody_in_every_way(players: int) -> None:
    every = factorial(players)
    assert {tuple(seating(players, game)) for game in range(every)} == {*permutations(range(players))}
    assert seating(players, every) == seating(players, 0)


@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_in_a_hundred_orders_nobody_follows_the_same_one_too_often(players: int) -> None:
    follows = Counter(
        (game[seat - 1], game[seat])
        for number in range(100 * players)
        for seat, game in [(seat, seating(players, number)) for seat in range(players)]
    )
    assert len(follows) == players * (players - 1)
    share = 1 / (players - 1)
    assert all(abs(times / players - 100 * share) < 40 * sqrt(share) for times in follows.values())


def test_equal_bots_score_alike_wherever_a_better_one_sits() -> None:
    """If the seats rotated without a change of order, the three would have 38, 35 and 34."""
    told = reihum.simulate("23", players=4, games=1_200, bots="policy,random", seed=1)
    others = [each["score"] for each in told["bots"][1:]]
    assert max(each["low"] for each in others) < min(each["high"] for each in others)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_simulation_is_the_same_with_any_number_of_processes(players: int) -> None:
    def simulate(jobs: int) -> Any:
        return reihum.simulate(
            "23", players=players, games=60, bots="policy,random", seed=3, jobs=jobs, records=True
        )

    assert simulate(1) == simulate(2)


def test_a_game_is_the_same_whether_it_is_written_down_or_not() -> None:
    for number in range(6):
        plans = [
            SimulationPlan("yoyo", 3, 6, ("policy", "random", "policy"), 5, records)
            for records in (True, False)
        ]
        loud, quiet = (play_one(plan, plan.prepare(), number) for plan in plans)
        assert (loud.scores, loud.shares, loud.decisions, loud.rounds) == (
            quiet.scores,
            quiet.shares,
            quiet.decisions,
            quiet.rounds,
        )
        assert reihum.read_record(loud.record).over


@pytest.mark.parametrize("name", ["games", "jobs"])
@pytest.mark.parametrize("number", [0, -3, True, 1.5, "2", None])
def test_a_number_of_games_or_processes_that_cannot_be_is_a_sentence(name: str, number: Any) -> None:
    asked: dict[str, Any] = {"games": 2, name: number}
    with pytest.raises(reihum.ReihumError) as caught:
        reihum.simulate("23", **asked)
    assert str(caught.value) == f"The number of {name} must be a whole number from 1 up, not {number!r}."


@pytest.mark.parametrize("option", ["--games", "--jobs"])
@pytest.mark.parametrize("number", ["0", "-3", "many"])
def test_on_the_command_line_too(option: str, number: str) -> None:
    done = run("simulate", "23", option, number)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("reihum: ")
    assert done.stderr.count("\n") == 1

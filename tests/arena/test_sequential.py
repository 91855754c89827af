"""The sequential test: it decides as often wrongly as it says, and whatever the number of processes."""

from __future__ import annotations

import random

import pytest

from reihum.arena.run import ArenaRun, Workforce, plan_duplicate, run_arena
from reihum.arena.sequential import BETTER, FEWEST, NOT_BETTER, OPEN, Hypotheses, SequentialTest

RUNS = 2_000
MOST_DEALS = 3_000


def verdict(above_par: float, rng: random.Random, hypotheses: Hypotheses) -> str:
    """The verdict on a bot whose games are won with par and so much more, two games a deal."""
    test = SequentialTest(hypotheses)
    while not test.is_decided and test.deals < MOST_DEALS:
        luck = rng.gauss(0.0, 0.15)  # of the deal, which both of its games share in opposite directions
        won = sum(rng.random() < 0.5 + above_par + part for part in (luck, -luck))
        test.add(won / 2 - 0.5)
    return test.verdict


def test_a_bot_that_is_not_better_is_seldom_called_so() -> None:
    rng, hypotheses = random.Random(1), Hypotheses(0.0, 0.05)
    said = [verdict(0.0, rng, hypotheses) for _ in range(RUNS)]
    assert said.count(BETTER) / RUNS <= 0.06
    assert said.count(OPEN) / RUNS <= 0.01


def test_a_bot_that_is_better_is_seldom_missed() -> None:
    rng, hypotheses = random.Random(2), Hypotheses(0.0, 0.05)
    said = [verdict(0.05, rng, hypotheses) for _ in range(RUNS)]
    assert said.count(NOT_BETTER) / RUNS <= 0.06


def test_few_deals_decide_nothing() -> None:
    early = SequentialTest(Hypotheses(0.0, 0.1))
    for number in range(FEWEST - 1):
        early.add(0.4 + 0.1 * (number % 2))
    assert early.llr > 10
    assert early.verdict == OPEN
    early.add(0.4)
    assert early.verdict == BETTER


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_run_ends_with_the_verdict_and_counts_no_deal_after_it(jobs: int) -> None:
    plan = plan_duplicate("23", ["policy", "random"], deals=400, seed=1)
    run = run_arena(plan, Workforce(jobs), Hypotheses(0.0, 0.2))
    assert run.test is not None
    told = run.told()
    assert told["sprt"]["verdict"] == BETTER
    assert told["deals"] == told["sprt"]["deals"] == FEWEST  # the policy wins every time
    assert len(run.played) < 100


def test_processes_do_not_play_far_ahead_of_a_test() -> None:
    plan = plan_duplicate("23", ["policy", "random"], deals=400, seed=1)
    chunks = ArenaRun(plan, Hypotheses(0.0, 0.2))._chunks(2)
    handed = [next(chunks) for _ in range(8)]
    assert [len(chunk) for chunk in handed] == [12, 12, 12, 12, 0, 0, 0, 0]
    without = ArenaRun(plan)._chunks(2)
    assert all(len(next(without)) >= 12 for _ in range(8))


def test_deals_count_by_their_numbers_however_they_come_in() -> None:
    plan = plan_duplicate("help", ["policy", "random"], deals=60, seed=1)
    in_order = run_arena(plan, hypotheses=Hypotheses(0.0, 0.2))
    backwards = ArenaRun(plan, Hypotheses(0.0, 0.2))
    for number in sorted(in_order.played, reverse=True):
        backwards.add(in_order.played[number])
    assert backwards.test is not None
    assert in_order.test is not None
    assert backwards.test.course == in_order.test.course
    assert backwards.told()["sprt"] == in_order.told()["sprt"]

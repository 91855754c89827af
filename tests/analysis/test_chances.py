"""What is said of chances is true, as far as it was counted, and counting finds out what is not."""

from __future__ import annotations

import math
import random

import pytest

from reihum.analysis.judging import Belief, belief_of
from reihum.games import spec
from tools.reliability import PICTURES, counted, drawing, table, too_far_off
from training import chances
from training.chances import TRIED, Told, fitted, reliability, tell


def test_in_no_ten_points_the_chances_are_too_far_off() -> None:
    found = counted()
    assert {"23", "help"} <= {*found}
    for slug, sizes in found.items():
        for players, rows in sizes.items():
            assert sum(row["positions"] for row in rows) >= 999, (slug, players)
            assert not any(map(too_far_off, rows)), (slug, players)


def test_what_is_too_far_off_would_be_noticed() -> None:
    row = {"said": 0.7, "won": 0.62, "error": 0.01, "positions": 500}
    assert too_far_off(row)
    assert not too_far_off({**row, "error": 0.02})
    assert not too_far_off({**row, "won": 0.66})
    assert "1 of 1" in table({"23": {"2": [row]}})


def test_the_pictures_are_up_to_date() -> None:
    for slug, sizes in counted().items():
        path = PICTURES / f"chances-{slug}.svg"
        assert path.read_text("utf-8") == drawing(spec(slug).title, sizes), "run make types"


@pytest.mark.parametrize("truth", [(0.0, 1.0, 0.0), (-0.3, 0.4, 0.6)])
def test_fitting_finds_how_far_each_can_be_believed(truth: tuple[float, float, float]) -> None:
    rng, told = random.Random(4), []
    for _ in range(6_000):
        share, odds = rng.randrange(TRIED + 1) / TRIED, rng.gauss(0, 2)
        chance = Belief(*truth).chance(share, TRIED, odds)
        told.append(Told(share, odds, float(rng.random() < chance)))
    assert fitted(told) == pytest.approx(truth, abs=0.12)


def test_a_belief_that_is_true_is_reliable_and_one_that_is_not_is_not() -> None:
    rng = random.Random(5)
    shares = [rng.random() for _ in range(4_000)]
    told = [Told(share, None, float(rng.random() < share**2)) for share in shares]
    rows = reliability(told, {False: Belief(), True: Belief()})
    assert sum(row["positions"] for row in rows) == 4_000
    assert sum(map(too_far_off, rows)) >= 4
    fair = [Told(share, None, float(rng.random() < share)) for share in shares]
    assert not any(map(too_far_off, reliability(fair, {False: Belief(), True: Belief()})))


def test_positions_are_told_alike_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chances, "CHUNK", 4)
    first, again = (tell("23", 2, 77) for _ in range(2))
    assert first == again
    assert len(first) == 4
    assert all(0 <= each.share <= 1 and each.won in (0.0, 0.5, 1.0) for each in first)
    assert all(each.odds is not None for each in first)


def test_without_anything_fitted_the_trials_are_believed() -> None:
    assert Belief().chance(0.25, 100, None) == 0.25
    assert Belief().error(0.25, 0.25, 100, 0.02) == 0.02
    assert belief_of(spec("23"), 2, True) != Belief()


def test_the_network_counts_as_much_as_it_is_believed() -> None:
    belief = Belief(0.0, 0.5, 0.5)
    assert belief.chance(0.5, 100, 0.0) == pytest.approx(0.5)
    assert belief.chance(0.5, 100, 2.0) == pytest.approx(1 / (1 + math.exp(-1.0)))
    assert belief.chance(0.5, 100, 2.0) > belief.chance(0.5, 100, 1.0)
    assert 0 < belief.chance(0.0, 100, -50.0) < belief.chance(1.0, 100, 50.0) < 1

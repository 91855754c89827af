"""Learning from thinking ahead: what is written down about decisions, and that a network learns it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from reihum.core.errors import ReihumError
from reihum.games import spec
from training.foreseeing import Foreseeing, Lessons, first_best
from training.labels import Asker, Asking, Labels, all_labels
from training.memory import EMPTY
from training.network import Network

FEW = Asking(seats=(2,), candidates=4, share=0.1, wandering=0.1, forgetting=0.5)
INPUTS = 6


def made_up(decisions: int, ends: bool = False) -> Labels:
    """Decisions between three moves: the second is 0.3 better than the first, the third as much worse."""
    rows = np.tile(np.array([[0, 3], [1, 3], [2, EMPTY]], np.uint16), (decisions, 1))
    count = len(rows)
    return Labels(
        rows,
        np.tile([True, False, False], decisions),
        np.tile(np.array([0, 0.3, -0.3], np.float32), decisions),
        np.full(count, ends),
        np.full(count, 0 if ends else 512, np.int16),
        np.array([1, 2, 3.0]),
    )


def test_decisions_are_written_down_move_by_move_and_kept(tmp_path: Path) -> None:
    of = spec("yoyo")
    assert of.observer is not None
    asker = Asker(of, FEW, 5)
    labels = asker.labels(10)
    lessons = Lessons.of(labels)
    assert lessons.decisions >= 10
    assert labels.first[0]
    assert (lessons.counts >= 2).all()
    assert (lessons.counts <= FEW.candidates).all()
    assert (labels.better[labels.first] == 0).all()
    kept = labels.ones[labels.ones != EMPTY]
    assert kept.max() < of.observer().size
    assert list(labels.spent[:2]) == [asker.games, asker.decisions]
    labels.save(tmp_path / "labels-1.npz")
    asker.labels(5).save(tmp_path / "labels-2.npz")
    both = all_labels(tmp_path)
    assert len(both.better) > len(labels.better)
    assert (both.better[: len(labels.better)] == labels.better).all()
    assert both.spent[0] == asker.games


def test_without_labels_there_is_nothing_to_learn(tmp_path: Path) -> None:
    with pytest.raises(ReihumError, match="no labels"):
        all_labels(tmp_path)


@pytest.mark.parametrize("ends", [False, True])
def test_a_network_learns_which_moves_are_better_and_keeps_what_it_knew(ends: bool) -> None:
    data = Network(INPUTS, 8, 4, seed=2).quantised()
    pupil = Foreseeing(data, 16, 4, Lessons.of(made_up(40, ends)))
    assert pupil.net.shape == (INPUTS, 16, 4)  # wider
    rng = np.random.default_rng(1)
    for _ in range(400):
        pupil.learn(rng, 32, 0.01)
    rows, base = pupil.lessons.rows_of(np.arange(1))
    x = pupil.dense(pupil.lessons, rows)
    said, knew = pupil.net.outputs(x), pupil.teacher.outputs(x)
    if ends:
        chances = pupil.net.chances(x)
        assert chances - chances[base] == pytest.approx(np.array([0, 0.3, -0.3]), abs=0.05)
    else:
        assert said[:, 1] - said[base, 1] == pytest.approx(np.array([0, 0.3, -0.3]), abs=0.05)
    assert said[0] == pytest.approx(knew[0], abs=0.1)  # what all moves share


def test_the_check_says_what_choices_are_worth() -> None:
    lessons = Lessons.of(made_up(20))
    to_learn, to_check = lessons.split(0.25)
    assert (to_learn.decisions, to_check.decisions) == (15, 5)
    pupil = Foreseeing(Network(INPUTS, 8, 4, seed=2).quantised(), 8, 4, to_learn)
    rng = np.random.default_rng(1)
    for _ in range(400):
        pupil.learn(rng, 32, 0.01)
    assert "-> +0.3000" in pupil.check(to_check)


def test_the_best_of_each_decision_is_found() -> None:
    base = np.array([0, 0, 0, 3, 3])
    assert list(first_best(np.array([1.0, 2.0, 2.0, 0.5, 0.1]), base)) == [1, 3]

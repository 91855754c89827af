"""Training: the network learns, what it learned is kept, and whole numbers say what floats said."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest
from librt.vecs import vec
from mypy_extensions import i64

from reihum.bots.net import SCALE, Net, Weights
from reihum.core.errors import ReihumError
from reihum.games import spec
from training.__main__ import player_counts
from training.compare import Comparison, compare
from training.learner import Learner, Settings
from training.memory import Memory, lesson_of, traced
from training.network import Network
from training.players import CompareJob, PlayJob, Table
from training.standings import Standings

SMALL = Settings(steps=3, first=16, second=8, memory=100, job=60, deals=2)


def test_a_network_learns_what_it_is_shown() -> None:
    rng = np.random.default_rng(1)
    net = Network(12, 16, 8, seed=1)
    losses = []
    for _ in range(400):
        x = (rng.random((256, 12)) < 0.5).astype(np.float32)
        win = (x[:, 0] != x[:, 1]).astype(np.float32)
        losses.append(net.learn(x, win, x[:, 2] - x[:, 3], 0.01, 0.2))
    assert losses[0] > 0.6
    assert losses[-1] < 0.1
    x = np.eye(12, dtype=np.float32)
    assert net.chances(x)[0] > 0.9 > 0.1 > net.chances(x)[5]
    assert net.outputs(x)[2, 1] > 0.5


def test_whole_numbers_say_what_floats_say() -> None:
    rng = random.Random(3)
    learned = Network(200, 32, 16, seed=4)
    net = Net(Weights(learned.quantised()))
    for _ in range(50):
        ones = rng.sample(range(200), 40)
        x = np.zeros((1, 200), np.float32)
        x[0, ones] = 1
        net.look(vec[i64](ones[:30]), 30)
        net.weigh(vec[i64](ones[30:]), 10)
        said = learned.outputs(x)[0]
        assert net.win / SCALE == pytest.approx(said[0], abs=0.06)
        assert net.margin / SCALE == pytest.approx(said[1], abs=0.06)


def test_a_network_goes_on_as_it_was_kept(tmp_path: Path) -> None:
    x = np.eye(6, dtype=np.float32)
    y, none = np.ones(6, np.float32), np.zeros(6, np.float32)
    net = Network(6, 8, 4, seed=2)
    net.learn(x, y, none, 0.01, 0.1)
    np.savez(tmp_path / "kept.npz", **net.kept("net"))
    with np.load(tmp_path / "kept.npz") as kept:
        again = Network.restored(kept, "net")
    for each in (net, again):
        each.learn(x, y, none, 0.01, 0.1)
    assert again.quantised() == net.quantised()
    assert (again.outputs(x) == net.outputs(x)).all()


@pytest.mark.parametrize("trace", [1.0, 0.7, 0.0])
def test_targets_follow_what_a_seat_came_to_think(trace: float) -> None:
    rng = random.Random(5)
    chain = [rng.randrange(4) for _ in range(40)]
    ends = [[0.0, 1.0, 0.25, 0.5][each] for each in chain]
    best = [rng.random() for _ in chain]
    expected = [0.0] * 40
    for key in range(4):
        target, thought = [0.0, 1.0, 0.25, 0.5][key], 0.0
        for following, at in enumerate([i for i in range(39, -1, -1) if chain[i] == key]):
            if following:
                target = (1 - trace) * thought + trace * target
            expected[at], thought = target, best[at]
    found = traced(np.array(ends), np.array(best), np.array(chain), trace)
    assert found == pytest.approx(np.array(expected))


def test_memory_keeps_the_latest_and_gives_them_back_dense() -> None:
    of = spec("23")
    assert of.observer is not None
    inputs = int(of.observer().size)
    table = Table(of, 7)
    weights = Network(inputs, 8, 4, seed=1).quantised()
    table.learn_names({"now": weights})
    played = table.play(PlayJob(2, 2, 0.5, 0.5, 1.0, [], {"learning": 0.5}))
    standings = Standings(of.most, 3, 6)
    lesson = lesson_of(2, played.notes, standings, 1.0)
    assert played.decisions >= len(lesson.win) > 10
    assert set(np.round(lesson.win, 3)) <= {0.0, 0.5, 1.0} | set(
        np.round(lesson.win[lesson.win % 0.5 > 0], 3)
    )
    assert len(standings.x) == 2 * 2  # two games with one inner round each, seen by two seats
    memory = Memory(16, inputs)
    memory.add(lesson)
    assert memory.filled == 16
    x, win, _ = memory.batch(np.random.default_rng(1), 64)
    assert x.shape == (64, inputs)
    assert set(np.unique(x)) == {0.0, 1.0}
    kept = {tuple(sorted(int(i) for i in row if i < inputs)) for row in lesson.ones[-16:]}
    assert {tuple(int(i) for i in np.flatnonzero(row)) for row in x} <= kept
    assert set(win) <= set(lesson.win[-16:])


def test_a_comparison_plays_every_deal_from_every_seat() -> None:
    table = Table(spec("23"), 7)
    observer = table.observer
    table.learn_names({"now": Network(int(observer.size), 8, 4, seed=1).quantised()})
    done = table.compare(CompareJob(2, range(3), "now"))
    assert done.shares == [0.5] * 3  # against itself
    assert done.margins == [0.0] * 3
    assert all(
        share in (0.0, 0.25, 0.5, 0.75, 1.0)
        for share in table.compare(CompareJob(2, range(2), "policy1")).shares
    )


def test_a_run_is_kept_and_goes_on(tmp_path: Path) -> None:
    said: list[str] = []
    learner = Learner("23", [2], tmp_path, SMALL)
    learner.measure(said.append)
    learner.run(said.append)
    assert len(said) == 4  # against policy1, policy, itself with softer choices, and random moves
    curve = [json.loads(line) for line in (tmp_path / "curve.jsonl").read_text().splitlines()]
    assert [row["against"] for row in curve] == ["policy1", "policy", "soft", "random"]
    assert all(0 <= row["share"] <= 1 and row["players"] == 2 for row in curve)
    again = Learner("23", [2], tmp_path, SMALL)
    assert again.part == 1.0
    assert again.progress.games > 0
    assert again.progress.steps == 3
    assert again.net.quantised() == (tmp_path / "net.bin").read_bytes()
    assert json.loads((tmp_path / "settings.json").read_text())["players"] == [2]


def test_players_of_a_run() -> None:
    assert player_counts("", 2, 4) == [2, 3, 4]
    assert player_counts("3, 2", 2, 4) == [2, 3]
    for wrong in ("5", "two", "2,,3", "1"):
        with pytest.raises(ReihumError, match="from 2 to 4"):
            player_counts(wrong, 2, 4)


def test_shares_in_terms_of_two_players() -> None:
    found = Comparison("help", 3, 100, 0.41, 0.01, 0, 0, 0)
    assert found.duel == pytest.approx(0.41 / (0.41 + 0.295))


def test_comparing_a_player_with_itself_is_par() -> None:
    found = compare("23", 2, "policy", "policy", deals=4)
    assert (found.share, found.margin, found.games, found.capped) == (0.5, 0.0, 8, 0)


def test_a_network_is_read_from_its_whole_numbers_and_may_grow() -> None:
    learned = Network(40, 16, 8, seed=4)
    data = learned.quantised()
    assert Network.read(data, 16, 8, seed=1).quantised() == data
    wider = Network.read(data, 32, 16, seed=1)
    assert wider.shape == (40, 32, 16)
    x = (np.random.default_rng(2).random((20, 40)) < 0.3).astype(np.float32)
    assert wider.outputs(x) == pytest.approx(Network.read(data, 16, 8, seed=1).outputs(x), abs=1e-5)


def test_a_run_can_begin_with_a_published_network(tmp_path: Path) -> None:
    learner = Learner("23", [2], tmp_path / "run", SMALL, Path("src/reihum/games/twentythree"))
    published = Path("src/reihum/games/twentythree/net.bin").read_bytes()
    assert learner.net.quantised() == published
    with pytest.raises(ReihumError, match="no run"):
        Learner("23", [2], tmp_path / "other", SMALL, tmp_path / "nowhere")

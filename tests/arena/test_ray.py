"""The arena on a real Ray, started here: the same results, whatever dies."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import ray

import reihum
from reihum.arena import cluster
from reihum.arena.duplicate import deal_line
from reihum.arena.games import WorkerDied
from reihum.arena.run import Workforce, plan_duplicate, run_arena
from reihum.arena.sequential import Hypotheses
from tests.arena.ray_bots import Faulty, Mortal, Weighty
from tests.test_cli import Here, here

__all__ = ["here"]
ON_RAY = Workforce(ray="auto")


@pytest.fixture(scope="module", autouse=True)
def started() -> Iterator[Any]:
    """Ray with two processes, which all tests here share; it takes seconds to start."""
    path = os.pathsep.join([str(Path(__file__).parent.parent.parent), os.environ.get("PYTHONPATH", "")])
    settings = {"env_vars": {"PYTHONPATH": path}}
    ray.init(
        num_cpus=2,
        include_dashboard=False,
        log_to_driver=False,
        logging_level="ERROR",
        object_store_memory=100_000_000,
        runtime_env=settings,
    )
    yield ray
    ray.shutdown()


@pytest.mark.parametrize(
    ("slug", "bots", "players", "deals"),
    [("23", ["master", "policy", "novice"], 3, 12), ("koenigs-romme", ["master"], 1, 3)],
)
def test_results_are_the_same_in_one_process_in_two_and_on_ray(
    slug: str, bots: list[str], players: int, deals: int
) -> None:
    plan = plan_duplicate(slug, bots, players, deals, seed=3, worlds=4)
    runs = [run_arena(plan, workforce) for workforce in (Workforce(), Workforce(2), ON_RAY)]
    lines = [[json.dumps(deal_line(plan, played)) for played in run.deals()] for run in runs]
    assert lines[0] == lines[1] == lines[2]
    assert len(lines[0]) == deals
    told = [run.told() for run in runs]
    for each in told:
        for row in each["bots"]:
            assert row.pop("seconds") > 0
    assert told[0] == told[1] == told[2]


def test_the_deals_of_a_process_that_was_killed_are_played_again(tmp_path: Path) -> None:
    notes = tmp_path / "deaths"
    dying, living = (
        plan_duplicate("23", [Mortal(str(notes), deaths), "policy"], deals=40, seed=4) for deaths in (3, 0)
    )
    found = run_arena(dying, ON_RAY)
    assert len(set(notes.read_text().split())) == 3
    assert found.deals() == run_arena(living).deals()


def test_a_bot_that_kills_every_process_ends_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "RETRIES", 1)
    plan = plan_duplicate("23", [Mortal(str(tmp_path / "deaths"), 1000), "policy"], deals=1, seed=4)
    with pytest.raises(WorkerDied, match="A worker on Ray died 2 times over the same deals"):
        run_arena(plan, ON_RAY)


def test_what_a_bot_knows_is_shipped_once(tmp_path: Path) -> None:
    notes = tmp_path / "unpacked"
    plan = plan_duplicate("23", [Weighty(str(notes)), "policy"], deals=60, seed=4)
    run = run_arena(plan, ON_RAY)
    assert len(run.played) == 60
    unpacked = Counter(notes.read_text().split())
    assert str(os.getpid()) not in unpacked
    assert 1 <= len(unpacked) <= 4
    assert set(unpacked.values()) == {1}  # although each process played several pieces


def test_a_bot_that_fails_is_a_sentence() -> None:
    with pytest.raises(reihum.ReihumError, match=r"The bot Faulty raised ZeroDivisionError: no move"):
        run_arena(plan_duplicate("23", [Faulty, "policy"], deals=2), ON_RAY)


def test_a_verdict_ends_a_run_on_ray_at_the_same_deal() -> None:
    plan = plan_duplicate("23", ["policy", "random"], deals=400, seed=1)
    here, there = (run_arena(plan, each, Hypotheses(0.0, 0.2)) for each in (Workforce(), ON_RAY))
    assert here.told()["sprt"] == there.told()["sprt"]
    assert here.deals() == there.deals()
    assert len(there.played) < 400


def test_the_command_plays_on_ray(here: Here, tmp_path: Path) -> None:
    words = ["arena", "help", "--bots", "policy,random", "--deals", "6", "--json"]
    one, other = here(*words, "--out", str(tmp_path / "one")), here(*words, "--ray", "auto")
    assert (one.returncode, other.returncode, other.stderr) == (0, 0, "")
    told = [json.loads(each.stdout) for each in (one, other)]
    for each in told:
        for row in each["bots"]:
            del row["seconds"]
    assert told[0] == told[1]
    found = here(*words, "--ray", "auto", "--out", str(tmp_path / "one"), "--resume")
    assert json.loads(found.stdout)["bots"][0]["share"] == told[0]["bots"][0]["share"]
    assert here(*words, "--ray", "auto", "--jobs", "2").stderr == (
        "reihum: --jobs and --ray exclude each other.\n"
    )


# -- Ray started by the command itself ------------------------------------------------------------


def test_a_run_on_ray_that_is_ended_early_tells_what_there_is(tmp_path: Path) -> None:
    path = tmp_path / "deals"
    words = ["arena", "yoyo", "--bots", "policy,random", "--deals", "1000000", "--ray", "auto", "--json"]
    command = [sys.executable, "-m", "reihum", *words, "--out", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while not path.exists() or path.stat().st_size < 5_000:
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGTERM)
        stdout, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert 0 < json.loads(stdout)["deals"] == len(path.read_text().splitlines()) < 1_000_000


@pytest.mark.parametrize("address", ["127.0.0.1:9", "ray://127.0.0.1:9", "nonsense"])
def test_where_there_is_no_ray_a_sentence_says_so_soon(address: str) -> None:
    words = ["arena", "23", "--bots", "policy", "--ray", address]
    done = subprocess.run(
        [sys.executable, "-m", "reihum", *words], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"reihum: There is no Ray at {address}: ")
    assert done.stderr.count("\n") == 1

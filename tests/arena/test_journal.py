"""The file of an arena: no deal is lost or played twice, whatever ended the run."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import reihum
from reihum.arena.duplicate import DuplicatePlan
from reihum.arena.run import Workforce, plan_duplicate, run_arena
from tests.test_cli import run

PLAN = plan_duplicate("23", ["policy", "random"], deals=12, seed=5)


def lines(path: Path) -> list[dict[str, Any]]:
    """The deals of a file, by number."""
    return sorted((json.loads(line) for line in path.read_text().splitlines()), key=lambda told: told["deal"])


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """The file of a run that nothing disturbed."""
    path = tmp_path / "whole.jsonl"
    run_arena(PLAN, out=path)
    return path


def test_every_deal_is_a_line_that_says_all_about_it(whole: Path) -> None:
    told = lines(whole)
    assert [each["deal"] for each in told] == list(range(12))
    assert told[0]["bots"] == ["policy", "random"]
    assert told[0]["seats"] == [[0, 1], [1, 0]]
    for name in ("scores", "winners", "moves"):
        assert len(told[0][name]) == 2
    assert told[0]["lost"] == [0, 0]


def test_a_run_goes_on_where_it_was(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "part.jsonl"
    data = whole.read_bytes().splitlines(keepends=True)
    path.write_bytes(data[7] + data[2] + data[0][:40])  # in any order, and one line cut off
    found = run_arena(PLAN, Workforce(2), out=path, resume=True)
    assert lines(path) == lines(whole)
    assert found.deals() == run_arena(PLAN).deals()
    again = path.read_bytes()
    run_arena(PLAN, out=path, resume=True)  # nothing is left to play
    assert path.read_bytes() == again


def test_more_deals_can_be_asked_for_later(whole: Path) -> None:
    more = plan_duplicate("23", ["policy", "random"], deals=14, seed=5)
    assert run_arena(more, out=whole, resume=True).told()["deals"] == 14
    assert run_arena(PLAN, out=whole, resume=True).told()["deals"] == 12


@pytest.mark.parametrize(
    "other",
    [
        plan_duplicate("23", ["random", "policy"], deals=12, seed=5),
        plan_duplicate("23", ["policy", "random"], deals=12, seed=6),
        plan_duplicate("23", ["policy", "random"], deals=12, seed=5, worlds=9),
        plan_duplicate("23", ["policy", "random"], deals=12, seed=5, options=["learning"]),
        plan_duplicate("23", ["policy", "random"], players=3, deals=12, seed=5),
        plan_duplicate("yoyo", ["policy", "random"], deals=12, seed=5),
    ],
)
def test_the_file_of_another_run_is_refused_and_stays_as_it_is(whole: Path, other: DuplicatePlan) -> None:
    data = whole.read_bytes()
    with pytest.raises(reihum.ReihumError, match="is of another run: line 1 has"):
        run_arena(other, out=whole, resume=True)
    assert whole.read_bytes() == data


def test_without_resume_no_file_is_touched(whole: Path, tmp_path: Path) -> None:
    data = whole.read_bytes()
    with pytest.raises(reihum.ReihumError, match="already exists"):
        run_arena(PLAN, out=whole)
    assert whole.read_bytes() == data
    with pytest.raises(reihum.ReihumError, match="There is no folder"):
        run_arena(PLAN, out=tmp_path / "nowhere" / "file")


@pytest.mark.parametrize("line", ["{}", "[]", "nonsense", '"text"', "{" * 5000])
def test_a_file_with_something_else_in_it_is_refused(whole: Path, line: str) -> None:
    data = whole.read_text() + line + "\n"
    whole.write_text(data)
    with pytest.raises(reihum.ReihumError, match=f"Line 13 of {whole} is not a deal"):
        run_arena(PLAN, out=whole, resume=True)
    assert whole.read_text() == data


def test_a_deal_that_is_there_twice_is_refused(whole: Path) -> None:
    first = whole.read_text().splitlines()[0]
    whole.write_text(whole.read_text() + first + "\n")
    with pytest.raises(reihum.ReihumError, match="is twice in"):
        run_arena(PLAN, out=whole, resume=True)


SOAK = bool(os.environ.get("REIHUM_SOAK"))
DEALS = 12_000 if SOAK else 1_200
RUN = ("--deals", str(DEALS), "--seed", "3", "--jobs", "2", "--json")
ARENA = ("arena", "yoyo", "--bots", "policy,random", *RUN)


def test_runs_that_are_killed_again_and_again_come_to_the_same(tmp_path: Path) -> None:
    """With REIHUM_SOAK=1, two hundred times; enough of these kills must come while deals are played."""
    kills = 200 if SOAK else 4
    rng, path, whole = random.Random(6), tmp_path / "deals", tmp_path / "whole"
    command = [sys.executable, "-m", "reihum", *ARENA, "--out"]
    began = time.monotonic()
    subprocess.run([*command, str(whole)], check=True, capture_output=True)
    took, in_play = time.monotonic() - began, 0
    for _ in range(kills):
        if path.exists() and path.read_bytes().count(b"\n") == DEALS:
            path.unlink()
        before = path.stat().st_size if path.exists() else 0
        process = subprocess.Popen(
            [*command, str(path), "--resume"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(rng.uniform(0.0, took))
        process.kill()
        process.wait()
        in_play += path.exists() and path.stat().st_size > before and process.returncode != 0
    subprocess.run([*command, str(path), "--resume"], check=True, capture_output=True)
    assert lines(path) == lines(whole)
    assert in_play > kills / 10 or not SOAK


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_run_that_is_ended_early_tells_what_there_is(number: int, tmp_path: Path) -> None:
    path = tmp_path / "deals"
    command = [sys.executable, "-m", "reihum", *ARENA, "--out", str(path)]
    command[command.index(str(DEALS))] = "1000000"
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while not path.exists() or path.stat().st_size < 20_000:
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(number)
        stdout, stderr = process.communicate(timeout=60)
    assert (process.returncode, stderr) == (0, b"")
    told = json.loads(stdout)
    assert 0 < told["deals"] == len(lines(path)) < told["asked"] == 1_000_000


def test_resume_needs_a_file() -> None:
    found = run("arena", "23", "--bots", "policy", "--resume")
    assert (found.returncode, found.stderr) == (
        2,
        "reihum: --resume goes on with a file; name it with --out.\n",
    )

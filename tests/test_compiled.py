"""One source, two ways to run it: compiled and interpreted games are the same, move for move."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import reihum
from tests.games import ENDS, SOAK

ROOT = Path(__file__).parent.parent
STEPS = 400
SOLO = 2  # games alone: interpreted, their policy thinks for seconds
GAMES = {"23": 600, "help": 380, "yoyo": 40, "koenigs-romme": 5}
INTERPRETED = os.environ.get("REIHUM_INTERPRETED") == "1"  # set it to test the plain sources on purpose


def trajectories(slug: str, players: int, interpreted: bool) -> tuple[str, str]:
    """What tests.trajectories prints, and whether it ran compiled."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if interpreted:
        environment["PYTHONPATH"] = str(ROOT / "src")
    games = (GAMES[slug] if players > 1 else SOLO) * (20 if SOAK else 1)
    command = [sys.executable, "-m", "tests.trajectories", slug, str(players), str(games), str(STEPS)]
    told = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    how, digest = told.stdout.split()
    return how, digest


@pytest.mark.skipif(INTERPRETED, reason="the plain sources are tested on purpose")
def test_where_there_is_a_compiler_the_core_is_compiled() -> None:
    assert reihum.COMPILED or shutil.which("cc") is None


@pytest.mark.skipif(not reihum.COMPILED, reason="there is nothing compiled to compare with")
@pytest.mark.parametrize(("slug", "players"), ENDS)
def test_compiled_and_interpreted_games_are_the_same(slug: str, players: int) -> None:
    compiled, interpreted = trajectories(slug, players, False), trajectories(slug, players, True)
    assert (compiled[0], interpreted[0]) == ("compiled", "interpreted")
    assert compiled[1] == interpreted[1]


def test_thousands_of_games_are_compared() -> None:
    assert sum(GAMES[slug] for slug, players in ENDS if players > 1) >= 2_000

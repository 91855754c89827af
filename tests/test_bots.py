"""Bots of one's own: plain classes, by name or as they are, in simulations and at the table."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import reihum
from reihum.bots import bot, line_up
from reihum.core.contract import State, legal
from reihum.core.dealer import Seeded
from reihum.games import SLUGS, spec

MODULE = """
class First:
    def choose(self, view, moves):
        assert view["seat"] in view["owes"]
        return moves[0]


class Lucky:
    def __init__(self, seed):
        self.seed = seed

    def choose_int(self, state, seat, moves):
        return moves[self.seed % len(moves)]


class Liar:
    def choose(self, view, moves):
        return "nonsense"


class Mute:
    pass


NOT_A_CLASS = 7
"""


class First:
    """Takes the first move."""

    def choose(self, view: dict[str, Any], moves: list[str]) -> str:
        assert view["seat"] in view["owes"]
        return moves[0]


class FirstInt:
    """The same on ints."""

    def choose_int(self, state: State, seat: int, moves: list[int]) -> int:
        assert moves == legal(state, seat)
        return moves[0]


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module with bots in the current folder."""
    name = f"bots_of_mine_{abs(hash(tmp_path)) % 10**9}"
    (tmp_path / f"{name}.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return name


@pytest.mark.parametrize("slug", SLUGS)
def test_texts_and_ints_make_the_same_moves(slug: str) -> None:
    of = spec(slug)
    state = of.start(3, dict(of.options), Seeded(1))
    by_texts, by_ints = bot(First, of, 1), bot(FirstInt, of, 1)
    for step in range(60):
        seat = int(state.turn())
        move = by_texts.choose(state, seat)
        assert move == by_ints.choose(state, seat) == legal(state, seat)[0]
        state.play(seat, move, Seeded(step))


def test_a_class_or_its_name_can_be_simulated_in_python(module: str) -> None:
    by_class = reihum.simulate("23", players=2, games=6, bots=[First, "policy"], seed=3)
    by_name = reihum.simulate("23", players=2, games=6, bots=f"{module}:First,policy", seed=3)
    assert by_class["bots"][0]["bot"] == "First"
    assert by_name["bots"][0]["bot"] == f"{module}:First"
    for told in (by_class, by_name):
        del told["bots"][0]["bot"]
    assert by_class == by_name
    assert by_class["games"] == 6


def test_options_and_records_of_a_simulation() -> None:
    told = reihum.simulate("23", games=3, bots=["policy", First], records=True, learning=True)
    matches = [reihum.read_record(text) for text in told["records"]]
    assert [match.position()["options"] for match in matches] == [{"learning": True}] * 3
    assert {tuple(sorted(match.names or [])) for match in matches} == {("First", "policy")}
    with pytest.raises(reihum.ReihumError, match="no option 'quick'"):
        reihum.simulate("23", games=1, quick=True)


def command(*words: str, folder: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    return subprocess.run(
        [sys.executable, "-m", "reihum", *words],
        capture_output=True,
        text=True,
        env=environment,
        cwd=folder,
        check=False,
    )


def test_a_bot_of_the_current_folder_plays_on_the_command_line(module: str) -> None:
    words = ["simulate", "yoyo", "--games", "4", "--bots", f"{module}:Lucky,{module}:First", "--json"]
    one = command(*words, folder=".")
    assert one.returncode == 0, one.stderr
    told = json.loads(one.stdout)
    assert [each["bot"] for each in told["bots"]] == [f"{module}:Lucky", f"{module}:First"]
    several = command(*words, "--jobs", "2", folder=".")
    assert several.stdout == one.stdout


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("{}:Nobody", "has no 'Nobody'"),
        ("{}:NOT_A_CLASS", "is not a class of bots"),
        ("{}:Mute", "has neither choose"),
        ("{}:Liar", "answered 'nonsense'"),
        ("nowhere_at_all:First", "cannot be imported"),
        ("genius", "There is no bot 'genius'"),
    ],
)
def test_what_is_wrong_with_a_bot_is_one_sentence(module: str, name: str, sentence: str) -> None:
    told = command("simulate", "23", "--games", "2", "--bots", name.format(module), folder=".")
    assert told.returncode == 2
    assert sentence in told.stderr
    assert len(told.stderr.splitlines()) == 1


def test_the_last_bot_takes_the_seats_that_are_left() -> None:
    assert line_up("random, policy", 4) == ["random", "policy", "policy", "policy"]
    for names in ("policy,policy,policy", ""):
        with pytest.raises(reihum.ReihumError):
            line_up(names, 2)


@pytest.mark.parametrize(("slug", "none"), [("help", "not its only move."), ("23", "none of its 11 moves.")])
def test_an_answer_that_is_no_move_is_counted_among_the_moves(module: str, slug: str, none: str) -> None:
    told = command("simulate", slug, "--games", "1", "--bots", f"{module}:Liar", folder=".")
    assert told.stderr.endswith(f"answered 'nonsense', which is {none}\n")

"""Custom bots: plain classes, by name or as objects, in simulations and at the table."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import reihum
from reihum.arena.cheat import Cheat
from reihum.arena.entrants import tell_cheats
from reihum.bots import NAMES, line_up, make_policy, player
from reihum.core.contract import OVER, State, legal
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
    """The same with ints."""

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
    by_texts, by_ints = make_policy(First, of, 1), make_policy(FirstInt, of, 1)
    for step in range(60):
        seat = int(state.turn())
        move = by_texts.choose(state.side(seat))
        assert move == by_ints.choose(state.side(seat)) == legal(state, seat)[0]
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
    assert [match.position()["options"] for match in matches] == [{"learning": True, "by_five": False}] * 3
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


@pytest.mark.parametrize("slug", SLUGS)
def test_the_first_policy_plays_in_the_arena_and_nowhere_else(slug: str) -> None:
    games = 1 if slug == "koenigs-romme" else 2
    told = reihum.simulate(slug, games=games, bots="policy1,policy", seed=5)
    assert {each["bot"] for each in told["bots"]} == {"policy1", "policy"}
    assert reihum.simulate(slug, games=games, bots=["policy1", "policy"], seed=5) == told
    assert "policy1" not in NAMES
    for refused in (lambda: line_up("policy1", 2), lambda: player("policy1", 1)):
        with pytest.raises(reihum.ReihumError, match="There is no bot 'policy1'; there are novice, "):
            refused()
    with pytest.raises(reihum.ReihumError, match="There is no bot 'policy1'"):
        reihum.bot("policy1", slug)


def test_a_cheat_plays_in_the_arena_and_nowhere_else() -> None:
    told = reihum.simulate("help", games=3, bots="cheat,policy", seed=5)
    assert told["bots"][0]["wins"] > 2  # equals would win one of three
    for refused in (
        lambda: line_up("cheat", 3),
        lambda: player("cheat", 1),
        lambda: reihum.bot("cheat", "23"),
    ):
        with pytest.raises(reihum.ReihumError, match="There is no bot 'cheat'"):
            refused()


def test_a_cheat_knows_what_will_come() -> None:
    """It follows the very game that will be played: where it sees a win, it wins."""
    of, dealer = spec("23"), Seeded(8)
    state = of.start(2, dict(of.options), dealer)
    cheat = Cheat(of, [of.policy()])
    tell_cheats([cheat], dealer, [of.policy, of.policy])
    seat = 0
    while state.turn() != OVER:
        asked = state.turn()
        mover = cheat if asked == seat else of.policy()
        state.play(asked, mover.choose(state.side(asked)), dealer)
    assert state.winners() == [seat]


def test_an_unknown_name_is_told_who_plays_there() -> None:
    with pytest.raises(reihum.ReihumError, match="policy, random, policy1, cheat, or your own"):
        reihum.simulate("23", games=1, bots="genius")
    with pytest.raises(reihum.ReihumError, match="policy, random, or your own"):
        line_up("genius", 2)


@pytest.mark.parametrize(("slug", "none"), [("help", "not its only move."), ("23", "none of its 11 moves.")])
def test_an_answer_that_is_no_move_is_counted_among_the_moves(module: str, slug: str, none: str) -> None:
    told = command("simulate", slug, "--games", "1", "--bots", f"{module}:Liar", folder=".")
    assert told.stderr.endswith(f"answered 'nonsense', which is {none}\n")


# -- bots that do wrong ---------------------------------------------------------------------------

WRONG = """
import sys


class Raises:
    def choose(self, view, moves):
        return view["nothing"]


class RaisesInt:
    def choose_int(self, state, seat, moves):
        raise RuntimeError("one\\ntwo " + "x" * 1_000_000)


class RaisesSide:
    def choose_side(self, side):
        return side.hands


class Exits:
    def choose(self, view, moves):
        sys.exit("enough")


class Unborn:
    def __init__(self):
        raise ValueError

    def choose(self, view, moves):
        return moves[0]


class Begins:
    def begin(self, game, players):
        pass

    def choose(self, view, moves):
        return moves[0]


class Hears:
    def hear(self, heard):
        assert heard.number < 3, "three is enough"

    def choose(self, view, moves):
        return moves[-1]


class Talks:
    def choose(self, view, moves):
        return "x" * 1_000_000


class TalksInt:
    def choose_int(self, state, seat, moves):
        return 10 ** 5_000


class Adds:
    def choose_int(self, state, seat, moves):
        moves.append(99999)
        return 99999


class AddsText:
    def choose(self, view, moves):
        moves.append("all")
        return "all"


class Takes:
    def choose_int(self, state, seat, moves):
        return moves.pop()


class TakesText:
    def choose(self, view, moves):
        return moves.pop()
"""

SENTENCES = [
    ("Raises", "raised KeyError: 'nothing' ({}.py, line 7)."),
    ("RaisesInt", f"raised RuntimeError: one two {'x' * 191}… ({{}}.py, line 12)."),
    ("RaisesSide", "object has no attribute 'hands' ({}.py, line 17)."),
    ("Exits", "raised SystemExit: enough ({}.py, line 22)."),
    ("Unborn", "raised ValueError ({}.py, line 27)."),
    ("Begins", "raised TypeError: Begins.begin() takes 3 positional arguments but 5 were given."),
    ("Hears", "raised AssertionError: three is enough ({}.py, line 43)."),
    ("Talks", f"answered '{'x' * 36}…, which is"),
    ("TalksInt", "answered something (int), which is none of its"),
    ("Adds", "answered 99999, which is none of its"),
    ("AddsText", "answered 'all', which is"),
]


@pytest.fixture
def wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module with faulty bots in the current folder."""
    name = f"wrong_{abs(hash(tmp_path)) % 10**9}"
    (tmp_path / f"{name}.py").write_text(WRONG, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return name


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(("which", "sentence"), SENTENCES)
def test_what_a_bot_raises_or_answers_is_one_short_sentence(
    wrong: str, which: str, sentence: str, jobs: str
) -> None:
    words = ("--games", "60", "--bots", f"{wrong}:{which},policy", "--jobs", jobs)
    told = command("simulate", "23", *words, folder=".")
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.startswith(f"reihum: The bot {wrong}:{which} ")
    assert sentence.format(wrong) in told.stderr
    assert told.stderr.count("\n") == 1
    assert len(told.stderr) < 400


@pytest.mark.parametrize(("which", "sentence"), [each for each in SENTENCES if each[0] != "Hears"])
def test_so_it_is_at_the_terminal(wrong: str, which: str, sentence: str) -> None:
    words = ("help", "--players", "3", "--seed", "4", "--bots", f"{wrong}:{which}")
    told = command("play", "--plain", *words, folder=".")
    assert told.returncode == 2
    assert f"The bot {wrong}:{which} " in told.stderr
    if "raised" in sentence:
        assert sentence.format(wrong) in told.stderr
    assert told.stderr.count("\n") == 1


@pytest.mark.parametrize("which", ["Takes", "TakesText"])
def test_the_moves_that_a_bot_is_handed_are_its_own(wrong: str, which: str) -> None:
    told = reihum.simulate("yoyo", games=2, bots=f"{wrong}:{which},policy")
    assert told["games"] == 2


def test_a_module_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    for number, text in enumerate(("class Bot:\n  def", "print(1 / 0)\n", "import nowhere_at_all\n")):
        name = f"broken_{number}"
        (tmp_path / f"{name}.py").write_text(text, "utf-8")
        told = command("simulate", "23", "--bots", f"{name}:Bot", folder=str(tmp_path))
        assert (told.returncode, told.stderr.count("\n")) == (2, 1)
        assert f"The module {name!r} of the bot {name}:Bot cannot be imported: " in told.stderr


def test_a_bot_that_is_there_can_be_named_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ready.py").write_text(MODULE + "\n\nBOT = First()\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    told = reihum.simulate("23", players=3, games=2, bots="ready:BOT,policy")
    assert told["bots"][0]["bot"] == "ready:BOT"


def test_a_bot_that_ends_its_process_is_no_reason_to_take_fewer(tmp_path: Path) -> None:
    (tmp_path / "quits.py").write_text(
        "import os\n\n\nclass Quits:\n    def choose(self, view, moves):\n        os._exit(7)\n", "utf-8"
    )
    words = ("--games", "60", "--bots", "quits:Quits", "--jobs", "2")
    told = command("simulate", "23", *words, folder=str(tmp_path))
    assert (told.returncode, told.stderr) == (
        1,
        "reihum: A process that was playing ended with exit code 7; the run stops.\n",
    )

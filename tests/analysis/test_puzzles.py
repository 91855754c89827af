"""Puzzles: what is in the package keeps its promise, and finding them is the same everywhere."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from reihum.analysis.answers import Answers, Worth, answers_of
from reihum.analysis.appraisal import Appraiser
from reihum.analysis.finding import ERRORS, MARGIN, PuzzlePlan, confirm, find_puzzles, worlds_of
from reihum.analysis.hints import hint
from reihum.analysis.puzzle import Puzzle, packaged, parse_puzzle
from reihum.analysis.trials import Trials
from reihum.analysis.variety import features, most_varied
from reihum.core.dealer import Seeded
from reihum.core.errors import ReihumError
from reihum.games import SLUGS, spec
from tests.test_cli import run

EACH = 100  # puzzles of each game in the package
SAMPLE = 9  # every so manieth is tried again
WORLDS = 200
ROUNDED = 0.0015  # chances are written with three places


def puzzles(slug: str) -> tuple[Puzzle, ...]:
    """Those that come with a game."""
    return packaged(spec(slug).module)


@pytest.fixture(scope="module")
def found() -> list[Puzzle]:
    """What is found in a few quick games."""
    return find_puzzles(PuzzlePlan("help", (3, 4, 5), 77), 60, 1)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_hundred_of_each_game_have_one_move_that_the_quick_player_misses(slug: str) -> None:
    of, policy = spec(slug), spec(slug).policy()
    assert len({puzzle.id for puzzle in puzzles(slug)}) == EACH
    for puzzle in puzzles(slug):
        match = puzzle.match()
        assert (puzzle.game, puzzle.players) == (slug, match.seats)
        assert puzzle.seat in match.owes()
        assert sorted(puzzle.answers.moves) == sorted(match.moves(puzzle.seat))
        assert of.text(int(policy.choose(match.state.side(puzzle.seat)))) == puzzle.missed != puzzle.best
        assert len(Appraiser(of, match.seats).moves(match.state.side(puzzle.seat))) >= 3
        best, *others = puzzle.answers.moves.values()
        assert all(best.win - other.win > MARGIN - ROUNDED for other in others)
        assert parse_puzzle(puzzle.line()) == puzzle


@pytest.mark.parametrize("slug", SLUGS)
def test_a_sample_holds_in_other_worlds(slug: str) -> None:
    of = spec(slug)
    for puzzle in puzzles(slug)[::SAMPLE]:
        match = puzzle.match()
        side, trials = match.state.side(puzzle.seat), Trials(of.policy(), None, match.seats, of.decisions_cap)
        trials.make_room(2, WORLDS)
        two = vec[i64]([i64(of.parse(puzzle.best)), i64(of.parse(puzzle.missed))])
        trials.try_moves(worlds_of(side, 20261119), puzzle.seat, two, vec[i64]([i64(0), i64(1)]), 0, WORLDS)
        ahead, error = trials.gain(0, 1, puzzle.seat, 0, WORLDS)
        assert ahead > max(0.0, MARGIN - 3 * error)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_hint_finds_the_same(slug: str) -> None:
    puzzle = puzzles(slug)[0]
    assert hint(puzzle.match(), puzzle.seat, worlds=120, seed=20261119).best == puzzle.best


@pytest.mark.parametrize("slug", SLUGS)
def test_they_are_as_different_as_they_can_be(slug: str) -> None:
    few = puzzles(slug)[:20]
    assert len({puzzle.players for puzzle in few}) >= min(3, len({each.players for each in puzzles(slug)}))
    assert len({features(puzzle)[-1] for puzzle in few}) > 10


def test_the_same_are_found_with_any_number_of_processes(found: list[Puzzle]) -> None:
    assert found
    assert find_puzzles(PuzzlePlan("help", (3, 4, 5), 77), 60, 2) == found


def test_the_solution_is_far_ahead_of_every_other_move_in_worlds_that_did_not_choose_it(
    found: list[Puzzle],
) -> None:
    puzzle = found[0]
    match = puzzle.match()
    side, appraiser = match.state.side(puzzle.seat), Appraiser(match.game.spec, match.seats)
    confirmed = confirm(appraiser, side, match.game.spec.parse(puzzle.best), 5)
    assert confirmed is not None
    for place in range(len(confirmed.moves)):
        if place != confirmed.best:
            loss, error = confirmed.loss(place, confirmed.best)
            assert loss > max(MARGIN, ERRORS * error)
    for other in puzzle.answers.moves:  # a planted one does not pass
        if other != puzzle.best:
            assert confirm(appraiser, side, match.game.spec.parse(other), 5) is None


def test_a_puzzle_does_not_depend_on_what_its_seat_cannot_know(found: list[Puzzle]) -> None:
    """The worlds of a seat are the same for every truth behind what it sees."""
    puzzle = found[0]
    match = puzzle.match()
    of, best = match.game.spec, match.game.spec.parse(puzzle.best)
    first = confirm(Appraiser(of, match.seats), match.state.side(puzzle.seat), best, 5)
    other = match.state.world(puzzle.seat, Seeded(99))
    assert of.position(other) != of.position(match.state)
    second = confirm(Appraiser(of, match.seats), other.side(puzzle.seat), best, 5)
    assert first is not None
    assert second is not None
    assert [first.win(place) for place in first.order()] == [second.win(place) for place in second.order()]


def test_the_most_varied_come_first() -> None:
    def puzzle(players: int, missed: str) -> Puzzle:
        return Puzzle("23", players, 0, 1, missed, Answers({"8": Worth(0.5, 0.01)}), f"{players} {missed}")

    alike = [puzzle(2, "9") for _ in range(3)]
    others = [puzzle(3, "pass"), puzzle(4, "leave")]
    chosen = most_varied([*alike, *others], 3)
    assert [each.players for each in chosen] == [2, 3, 4]
    assert len(most_varied(alike, 9)) == 3


@pytest.mark.parametrize("line", ["", "{}", "[1]", "nonsense", '{"game":"23","moves":{"8":3}}'])
def test_what_is_no_puzzle_is_one_sentence(line: str) -> None:
    with pytest.raises(ReihumError, match=r"This line is not a puzzle\."):
        parse_puzzle(line)


def test_answers_say_what_is_right_what_is_as_good_and_what_is_not() -> None:
    answers = answers_of(
        {"8": [0.5, 0.01, [["out", 0.5, 0.2, 0.0]]], "9": [0.49, 0.01, [], 1], "pass": [0.3, 0.01]}
    )
    assert [answers.verdict(move) for move in ("8", "9", "pass", "force")] == [
        "right",
        "equal",
        "wrong",
        "wrong",
    ]
    assert answers_of(json.loads(json.dumps(answers.data()))).data() == answers.data()
    told = answers.told(spec("23"), 3, "de")
    assert [each["move"] for each in told] == ["8", "9", "pass"]
    assert [("50 %" in why, "20 %" in why) for why in told[0]["why"]] == [(True, True)]


# -- the command ----------------------------------------------------------------------------------


def test_the_command_writes_what_the_library_finds(tmp_path: Path, found: list[Puzzle]) -> None:
    out = tmp_path / "puzzles.jsonl"
    asked = ("puzzles", "help", "--games", "60", "--seed", "77", "--out", str(out))
    done = run(*asked, "--lang", "de")
    assert (done.returncode, done.stderr) == (0, "")
    assert out.read_text("utf-8").splitlines() == [puzzle.line() for puzzle in found]
    assert done.stdout == f"{len(found)} Rätsel in 60 Spielen gefunden: {out}\n"
    again = run(*asked)
    assert (again.returncode, again.stderr.count("\n")) == (2, 1)
    assert "already exists" in again.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("whist", "--games", "1", "--out", "x"), "whist"),
        (("help", "--games", "0", "--out", "x"), "--games"),
        (("help", "--out", "x"), "--games"),
        (("help", "--games", "1"), "--out"),
        (("help", "--games", "1", "--players", "9", "--out", "x"), "3 to 5 players"),
        (("help", "--games", "1", "--seed", "-1", "--out", "x"), "seed"),
        (("help", "--games", "1", "--out", "no/such/folder"), "There is no folder"),
        (("help", "--games", "1", "--lang", "fr", "--out", "x"), "fr"),
    ],
)
def test_bad_input_is_one_sentence(words: tuple[str, ...], sentence: str, tmp_path: Path) -> None:
    done = run("puzzles", *(str(tmp_path / word) if word == "x" else word for word in words))
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert not [*tmp_path.iterdir()]


def test_ctrl_c_leaves_nothing_behind(tmp_path: Path) -> None:
    out = tmp_path / "puzzles.jsonl"
    command = [sys.executable, "-m", "reihum", "puzzles", "yoyo", "--games", "100000", "--out", str(out)]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=dict(os.environ))
    while not out.exists() and running.poll() is None:
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=60)
    # Where Ctrl-C came in code made by `exec`, Python ends by the signal; shells say 130 for that, too.
    assert running.returncode in (130, -signal.SIGINT), errors
    assert not out.exists()

"""`reihum hint` and `reihum review`: what they print, and one sentence for bad input."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import reihum
from tests.analysis.test_review import played
from tests.test_cli import run

POSITION = {"game": "23", "hands": [[8], [12, 20]], "pile": [1, 7], "turn": 0}


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a game of 23 between sensible players."""
    path = tmp_path_factory.mktemp("records") / "game.txt"
    match = played("23", 2, 4)
    match.names = ["Ada", "Ben"]
    path.write_text(match.record(secret=True), "utf-8")
    return path


def test_a_hint_for_a_record_at_a_move(record: Path) -> None:
    done = run("hint", str(record), "--at", "9", "--worlds", "20", "--lang", "de")
    assert (done.returncode, done.stderr) == (0, "")
    first, best, *_ = done.stdout.splitlines()
    assert re.fullmatch(r"(Ada|Ben), 20 Welten:", first)
    assert re.search(r"\d+ % ± +\d+  █*░*  am besten$", best)


def test_where_only_plain_letters_can_be_written_bars_are_plain(record: Path) -> None:
    plain = {"PYTHONIOENCODING": "ascii"}
    told = run("hint", str(record), "--at", "9", "--worlds", "20", **plain).stdout
    assert re.search(r"\d+ % \+- +\d+  [#.]{20}  best", told)
    course = run("review", str(record), "--worlds", "8", **plain).stdout
    assert re.search(r"  Ada  [0-6#]+  +\d+ %", course)


def test_a_hint_as_json_is_that_of_the_library(record: Path) -> None:
    done = run("hint", str(record), "--at", "9", "--worlds", "20", "--json", "--lang", "nl")
    match = reihum.read_record(record.read_text("utf-8")).at(9)
    assert json.loads(done.stdout) == reihum.hint(match, worlds=20).json("nl")


def test_a_hint_for_a_position_from_standard_input() -> None:
    done = run("hint", "-", "--worlds", "20", "--seat", "0", typed=json.dumps(POSITION))
    assert done.returncode == 0
    assert "best" in done.stdout


@pytest.mark.parametrize(
    ("typed", "words", "sentence"),
    [
        ("{", (), "This position is not JSON."),
        ("[1]", (), "A record begins with"),
        ("{}", (), "A position says in 'game' of which game it is."),
        ('{"game": "whist"}', (), "whist"),
        (json.dumps(POSITION), ("--seat", "1"), "Seat 1 has no decision to make now."),
        (json.dumps(POSITION), ("--seat", "9"), "There is no seat 9"),
        (json.dumps(POSITION), ("--at", "3"), "Moves are numbered up to 0"),
        (json.dumps(POSITION), ("--worlds", "3"), "The number of worlds is a whole number from 8"),
        (json.dumps(POSITION), ("--lang", "fr"), "fr"),
    ],
)
def test_a_hint_that_cannot_be_given_is_a_sentence(typed: str, words: tuple[str, ...], sentence: str) -> None:
    done = run("hint", "-", *words, typed=typed)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_files_that_are_not_there_or_not_text_are_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "picture").write_bytes(b"\x89PNG\xff\xfe")
    for command in ("hint", "review"):
        assert run(command, str(tmp_path / "nothing")).returncode == 2
        done = run(command, str(tmp_path / "picture"))
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert "is not text" in done.stderr


def test_a_review_in_the_terminal(record: Path) -> None:
    done = run("review", str(record), "--worlds", "8")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Chance of winning from the deal to the end:\n  Ada  ")
    assert re.search(r"start +luck +own +others +unknown +result\n  Ada +\d+", done.stdout)
    assert "Ada: " in done.stdout
    assert "Ben: " in done.stdout
    only = run("review", str(record), "--worlds", "8", "--seat", "1", "--lang", "de").stdout
    assert "Ben: " in only
    assert "Ada: " not in only


def test_a_review_as_json_is_that_of_the_library(record: Path) -> None:
    done = run("review", str(record), "--worlds", "8", "--json", "--seat", "0", "--jobs", "2")
    found = reihum.review(record.read_text("utf-8"), worlds=8)
    assert json.loads(done.stdout) == json.loads(json.dumps(found.json("en", 0)))


@pytest.mark.parametrize("lang", ["de", "en", "nl"])
def test_a_page_needs_nothing_else(record: Path, tmp_path: Path, lang: str) -> None:
    path = tmp_path / "review.html"
    done = run("review", str(record), "--worlds", "8", "--html", str(path), "--lang", lang)
    assert (done.returncode, done.stdout) == (0, "")
    page = path.read_text("utf-8")
    assert f'<html lang="{lang}">' in page
    assert page.count("<svg ") == 2
    assert page.count("<polyline ") == 2
    assert "Ada" in page
    assert not re.search(r"<script|<link|https?:|src=|@import|url\(", page)
    again = run("review", str(record), "--worlds", "8", "--html", str(path))
    assert (again.returncode, again.stderr.count("\n")) == (2, 1)
    assert path.read_text("utf-8") == page


def test_names_cannot_become_part_of_the_page(record: Path, tmp_path: Path) -> None:
    match = reihum.read_record(record.read_text("utf-8")).at(4)
    match.names = ["<b>Ada</b>", "Ben & Co"]
    path = tmp_path / "review.html"
    (tmp_path / "game.txt").write_text(match.record(secret=True), "utf-8")
    assert run("review", str(tmp_path / "game.txt"), "--worlds", "8", "--html", str(path)).returncode == 0
    page = path.read_text("utf-8")
    assert "<b>" not in page
    assert "Ben &amp; Co" in page


def test_ctrl_c_leaves_nothing_half_written(tmp_path: Path) -> None:
    path = tmp_path / "review.html"
    (tmp_path / "game.txt").write_text(played("koenigs-romme", 2, 4).record(secret=True), "utf-8")
    command = [sys.executable, "-m", "reihum", "review", str(tmp_path / "game.txt"), "--html", str(path)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + 60
    while not path.exists() and time.monotonic() < until:
        time.sleep(0.05)
    assert path.exists()  # it is being worked on
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 130
    assert not path.exists()

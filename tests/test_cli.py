"""The command line: what it prints, and one sentence with exit code 2 for bad input."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import reihum
from reihum.games import SLUGS


def run(*words: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a plain environment."""
    return subprocess.run(
        [sys.executable, "-m", "reihum", *words],
        input=typed,
        capture_output=True,
        text=True,
        env={**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "100", **environment},
        check=False,
    )


BAD = [
    (["bogus"], "No such command 'bogus'"),
    (["--bogus"], "No such option"),
    (["play", "24"], "There is no game '24'"),
    (["play", "23", "--players", "9"], "23 is for 2 to 4 players, not 9"),
    (["play", "23", "--players", "two"], "'two' is not a valid integer"),
    (["play", "23", "--players", "2", "--lang", "fr"], "There is no language 'fr'"),
    (["play", "23", "--players", "2", "--bots", "clever"], "There is no bot 'clever'"),
    (["play", "23", "--players", "2", "--bots", "policy,random"], "There are 2 bots for 1 seats"),
    (["play", "23", "--players", "2", "--option", "quick"], "23 has no option 'quick'"),
    (["play", "23", "--players", "2", "--seed", "-3"], "A seed is a whole number"),
    (["play", "23", "--players", "2", "--record", "/nowhere/at/all.txt"], "There is no folder"),
    (["rules", "23", "T99"], "23 has no rule 'T99'"),
    (["replay", "/nowhere.txt"], "/nowhere.txt: No such file"),
    (["simulate", "24"], "There is no game '24'"),
    (["simulate", "23", "--games", "0"], "not in the range"),
    (["simulate", "23", "--bots", "policy,"], "There is no bot ''"),
    (["simulate", "help", "--players", "2"], "HELP! is for 3 to 5 players, not 2"),
    (["melds", "8d", "--wild", "2"], "wild"),
    (["melds", "8d 8d 8d", "--wild", "7"], "8d"),
    (["melds", "8d 9y", "--wild", "7"], "9y"),
    (["melds", "8d"], "Missing option '--wild'"),
]


@pytest.mark.parametrize(("words", "sentence"), BAD)
def test_bad_input_is_one_sentence_and_exit_code_2(words: list[str], sentence: str) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert sentence in done.stderr
    assert done.stderr.startswith("reihum: ")
    assert done.stderr.count("\n") == 1


def test_the_version_says_whether_the_core_is_compiled() -> None:
    done = run("--version")
    assert done.returncode == 0
    how = "compiled" if reihum.COMPILED else "interpreted"
    assert done.stdout.startswith(f"reihum {reihum.__version__} ({how}")


@pytest.mark.parametrize("lang", ["de", "en", "nl"])
@pytest.mark.parametrize("slug", SLUGS)
def test_the_rules_are_shown_in_every_language(slug: str, lang: str) -> None:
    done = run("rules", slug, "--lang", lang)
    assert done.returncode == 0
    assert len(done.stdout) > 1_500


def test_one_rule_by_its_number() -> None:
    assert run("rules", "23", "t11").stdout == "T11  You may pass instead: take one penalty chip.\n"


# -- simulations ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "games"), [("23", 60), ("help", 60), ("yoyo", 60), ("koenigs-romme", 26)])
def test_the_same_seed_gives_the_same_result_whatever_the_number_of_jobs(slug: str, games: int) -> None:
    words = ["simulate", slug, "--games", str(games), "--bots", "policy,random", "--seed", "4", "--json"]
    one, two, other = run(*words), run(*words, "--jobs", "2"), run(*words, "--seed", "5")
    assert one.returncode == two.returncode == 0
    assert one.stdout == two.stdout != other.stdout
    told = json.loads(one.stdout)
    assert (told["game"], told["games"], told["capped"]) == (slug, games, 0)
    assert sum(row["wins"] for row in told["bots"]) == pytest.approx(games)
    first = told["bots"][0]["win_rate"]
    assert 0 <= first["low"] <= first["mean"] <= first["high"] <= 1


def test_simulations_print_a_table() -> None:
    done = run("simulate", "23", "--games", "30", "--bots", "policy,random")
    assert done.returncode == 0
    assert "policy" in done.stdout
    assert "random" in done.stdout
    assert "decisions per game" in done.stdout


def test_simulations_write_records_that_replay(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    words = ["simulate", "help", "--games", "5", "--seed", "3", "--json"]
    with_records = run(*words, "--records", str(path))
    assert with_records.stdout == run(*words).stdout
    matches = reihum.read_records(path.read_text("utf-8"))
    assert [match.over for match in matches] == [True] * 5
    replayed = run("replay", str(path))
    assert replayed.returncode == 0
    assert replayed.stdout.count("HELP!, ") == 5
    again = run(*words, "--records", str(path))
    assert again.returncode == 2
    assert "is not overwritten" in again.stderr


def test_ctrl_c_prints_what_there_is() -> None:
    words = ["simulate", "23", "--games", "9999999", "--json", "--jobs", "2"]
    running = subprocess.Popen(
        [sys.executable, "-m", "reihum", *words], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        time.sleep(4)
        os.killpg(running.pid, signal.SIGINT)
        stdout, _ = running.communicate(timeout=60)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
    told = json.loads(stdout)
    assert running.returncode == 0
    assert 0 < told["games"] < told["asked"] == 9999999


def test_a_broken_record_is_a_sentence_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "broken.txt"
    path.write_text("Reihum: 1\nGame: 24\n", encoding="utf-8")
    done = run("replay", str(path))
    assert (done.returncode, done.stdout) == (2, "")
    assert "Line 3: The record breaks off before its end." in done.stderr
    path.write_bytes(b"\xff\xfe")
    assert "is not text" in run("replay", str(path)).stderr


# -- melds ----------------------------------------------------------------------------------------


def test_melds_shows_the_best_laydown() -> None:
    done = run("melds", "8d 8h * 5s 6s 7s Kc", "--wild", "J")
    assert done.returncode == 0
    assert "8h 8d *=8" in done.stdout
    assert "5s 6s 7s" in done.stdout
    assert "Kc" in done.stdout
    assert "13" in done.stdout


def test_melds_with_one_card_more_names_the_best_discard() -> None:
    done = run("melds", "8d 8h * 5s 6s 7s Kc Qc", "--wild", "7")
    assert done.returncode == 0
    assert "discard" in done.stdout

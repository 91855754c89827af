"""The plain terminal game, as a person or a pipe would use it."""

from __future__ import annotations

import sys
from pathlib import Path

import pexpect
import pytest

import reihum
from tests.test_cli import run


def played(tmp_path: Path, *words: str, typed: str) -> tuple[str, Path]:
    """What a piped game printed, and the folder of its records."""
    done = run("play", *words, typed=typed, XDG_DATA_HOME=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout, tmp_path / "reihum" / "records"


def test_a_game_is_chosen_by_number_and_ends_politely_with_the_input(tmp_path: Path) -> None:
    text, folder = played(tmp_path, typed="9\n2\n7\n\n")
    assert "Please type the number or the name of a game." in text
    assert "Please type a number from 2 to 4." in text
    assert "The game stops here. See you!" in text
    (record,) = folder.iterdir()
    match = reihum.read_record(record.read_text("utf-8"))
    assert (match.game.slug, match.seats, match.over) == ("23", 2, False)


def test_nothing_is_begun_if_no_game_is_chosen(tmp_path: Path) -> None:
    text, folder = played(tmp_path, typed="")
    assert "No game was begun." in text
    assert not folder.exists()


def test_a_move_can_be_typed_shortened_or_named_by_its_number(tmp_path: Path) -> None:
    match = reihum.game("23").new(players=2, seed=5)
    first = match.moves(0)[0]
    typed = f"{first}\n#1\n{match.moves(0)[2].removeprefix('put ')}\nquit\n"
    _, folder = played(tmp_path, "23", "--players", "2", "--seed", "5", typed=typed)
    (record,) = folder.iterdir()
    lines = [line for line in record.read_text("utf-8").splitlines() if line.startswith("0: ")]
    assert lines[0] == f"0: {first}"
    assert len(lines) == 3
    assert all(line.startswith("0: put ") for line in lines)


@pytest.mark.parametrize(
    ("lang", "refused", "unknown"),
    [
        ("en", "First everybody puts three cards away (rule T4).", "'hm' is not a move here"),
        ("de", "Zuerst legen alle drei Karten weg (Regel T4).", "'hm' ist hier kein Zug"),
        ("nl", "Eerst legt iedereen drie kaarten weg (regel T4).", "'hm' is hier geen zet"),
    ],
)
def test_it_speaks_the_language_and_says_why_a_move_is_refused(
    tmp_path: Path, lang: str, refused: str, unknown: str
) -> None:
    text, _ = played(tmp_path, "23", "--players", "2", "--lang", lang, typed="pass\nhm\n")
    assert refused in text
    assert unknown in text


def test_the_language_follows_the_locale() -> None:
    assert "Welches Spiel?" in run("play", LC_ALL="de_DE.UTF-8").stdout
    assert "Welk spel?" in run("play", LC_ALL="nl_NL.UTF-8").stdout


def test_help_rules_and_scores_can_be_asked_for(tmp_path: Path) -> None:
    text, _ = played(tmp_path, "23", "--players", "2", typed="?\nrules T11\nscores\ntable\nmoves\n")
    assert "Other things to type" in text
    assert "T11  You may pass instead" in text
    assert "Score pad" in text
    assert text.count("Your hand:") == 2


@pytest.mark.parametrize(
    ("slug", "players"), [("23", 2), ("help", 3), ("yoyo", 2), ("koenigs-romme", 2), ("koenigs-romme", 1)]
)
def test_whole_games_can_be_played_by_always_taking_the_first_move(
    tmp_path: Path, slug: str, players: int
) -> None:
    text, folder = played(
        tmp_path, slug, "--players", str(players), "--seed", "3", typed="#1\n" * 6_000 + "quit\n"
    )
    (record,) = folder.iterdir()
    match = reihum.read_record(record.read_text("utf-8"))
    assert match.over
    assert "The game is over:" in text or "The game is over" in text
    if players > 1:
        assert "Score pad" in text
    assert "Traceback" not in text


def test_ctrl_c_ends_politely_and_keeps_the_record(tmp_path: Path) -> None:
    record = tmp_path / "mine.txt"
    words = ["-m", "reihum", "play", "23", "--players", "3", "--lang", "en", "--record", str(record)]
    child = pexpect.spawn(sys.executable, words, encoding="utf-8", timeout=60, dimensions=(30, 100))
    child.expect("> ")
    child.sendline("#1")
    child.expect("> ")
    child.sendintr()
    child.expect("The game stops here. See you!")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert len(reihum.read_record(record.read_text("utf-8")).log(None)) == 1


def test_an_existing_record_is_not_overwritten(tmp_path: Path) -> None:
    record = tmp_path / "mine.txt"
    record.write_text("precious", encoding="utf-8")
    done = run("play", "23", "--players", "2", "--record", str(record))
    assert done.returncode == 2
    assert "is not overwritten" in done.stderr
    assert record.read_text("utf-8") == "precious"

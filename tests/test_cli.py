"""The command line: what it prints, and one sentence with exit code 2 for bad input."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import click
import pexpect
import pytest
from rich.console import Console

import reihum
from reihum.cli import main
from reihum.cli.main import COMMANDS, commands
from reihum.cli.replay import Walkthrough
from reihum.cli.simulate import print_summary
from reihum.games import SLUGS
from reihum.games.koenigs_romme.typing import parse_hand
from reihum.words import words as words_of
from tests.tools import sheet

ROOT = Path(__file__).parent.parent
GOLDENS = ROOT / "tests" / "data" / "goldens"
GOLDEN = str(GOLDENS / "23-2.txt")


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


Here = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Here:
    """Run the command like `run`, but in the process of the tests, because that is faster."""

    def outcome(*words: str) -> subprocess.CompletedProcess[str]:
        monkeypatch.setattr(sys, "argv", ["reihum", *words])
        code = main.run()
        return subprocess.CompletedProcess(words, code, *capsys.readouterr())

    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(main, "handle_signals", lambda: None)
    return outcome


BAD = [
    (["bogus"], "No such command 'bogus'"),
    (["--bogus"], "No such option"),
    (["play", "24"], "There is no game '24'"),
    (["play", "23", "yoyo"], "unexpected extra argument"),
    (["play", "--lang", "fr"], "There is no language 'fr'"),
    (["play", "--port", "65536"], "not in the range"),
    (["--port", "x"], "'x' is not a valid integer range"),
    (["play", "23", "--players", "3"], "--players needs --plain; the page asks for it itself."),
    (["play", "--option", "learning"], "--option needs --plain"),
    (["play", "--plain", "--lan"], "--lan cannot be used with --plain."),
    (["play", "--plain", "--no-browser"], "--no-browser cannot be used with --plain."),
    (["--plain", "--port", "9000"], "--port cannot be used with --plain."),
    (["play", "--plain", "24"], "There is no game '24'"),
    (["play", "--plain", "23", "--players", "9"], "23 is for 2 to 4 players, not 9"),
    (["play", "--plain", "23", "--players", "two"], "'two' is not a valid integer"),
    (["play", "--plain", "23", "--players", "2", "--lang", "fr"], "There is no language 'fr'"),
    (["play", "--plain", "23", "--players", "2", "--bots", "clever"], "There is no bot 'clever'"),
    (["play", "--plain", "23", "--players", "2", "--bots", "policy,random"], "There are 2 bots for 1 seat."),
    (["play", "--plain", "23", "--players", "2", "--option", "quick"], "23 has no option 'quick'"),
    (["play", "--plain", "23", "--players", "2", "--seed", "-3"], "A seed is a whole number"),
    (["play", "--plain", "23", "--players", "2", "--record", "/nowhere/at/all.txt"], "There is no folder"),
    (["rules", "23", "T99"], "23 has no rule 'T99'"),
    (["replay", "/nowhere.txt"], "/nowhere.txt: No such file"),
    (["replay", "/"], "/: Is a directory"),
    (["replay", GOLDEN, "--step", "--seat", "2"], "There is no seat 2; seats are 0 to 1."),
    (["replay", GOLDEN, "--step", "--position"], "cannot be used together"),
    (["replay", GOLDEN, "--seat", "0"], "it needs --step"),
    (["simulate", "24"], "There is no game '24'"),
    (["simulate", "23", "--games", "0"], "not in the range"),
    (["simulate", "23", "--bots", "policy,"], "There is no bot ''"),
    (["simulate", "help", "--players", "2"], "HELP! is for 3 to 5 players, not 2"),
    (["simulate", "yoyo", "--option", "learning"], "YoYo has no option 'learning'"),
    (["simulate", "23", "--records", "/nowhere/at/all.txt"], "There is no folder"),
    (["melds", "8d", "--wild", "2"], "wild"),
    (["melds", "8d", "--wild", ""], "wild"),
    (["melds", "10 y", "--wild", "7"], "'10' is not a card"),
    (["melds", "9" * 5_000, "--wild", "7"], "9999…"),
    (["melds", "8d 8d 8d", "--wild", "7"], "8d"),
    (["melds", "8d 9y", "--wild", "7"], "9y"),
    (["melds", "8d"], "Missing option '--wild'"),
]


@pytest.mark.parametrize(("words", "sentence"), BAD)
def test_bad_input_is_one_sentence_and_exit_code_2(here: Here, words: list[str], sentence: str) -> None:
    done = here(*words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert sentence in done.stderr
    assert done.stderr.startswith("reihum: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("words", [BAD[number][0] for number in (0, 7, 21, 30, -1)])
def test_a_process_of_its_own_says_and_ends_the_same(here: Here, words: list[str]) -> None:
    alone, among = run(*words), here(*words)
    assert (alone.returncode, alone.stdout, alone.stderr) == (2, "", among.stderr)


def test_the_version_says_whether_the_core_is_compiled() -> None:
    done = run("--version")
    assert done.returncode == 0
    how = "compiled" if reihum.COMPILED else "interpreted"
    assert done.stdout.startswith(f"reihum {reihum.__version__} ({how}")


@pytest.mark.parametrize("lang", ["de", "en", "nl"])
@pytest.mark.parametrize("slug", SLUGS)
def test_the_rules_are_shown_in_every_language(here: Here, slug: str, lang: str) -> None:
    done = here("rules", slug, "--lang", lang)
    assert done.returncode == 0
    assert len(done.stdout) > 1_500
    page = sheet(slug, lang)
    assert done.stdout.startswith(f"{page.aim}\n\n{page.example}\n\n{page.sections[0].heading}\n")


def test_one_rule_by_its_number() -> None:
    assert run("rules", "23", "t11").stdout == "T11  You may pass instead: take one penalty chip.\n"
    assert run("rules", "23", "t9D").stdout.startswith("T9d  By five (an option): ")
    assert run("rules", "yoyo", "y22c").stdout.startswith("Y22c  Plain Draw (an option): ")


def test_the_games_are_listed_for_people_and_programs() -> None:
    lines = run("games").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(SLUGS)
    assert lines[1].split() == ["23", "23", "2–4", "learning", "by_five"]
    told = json.loads(run("games", "--json").stdout)
    assert [one["slug"] for one in told] == list(SLUGS)
    assert told == [reihum.game(slug).json() for slug in SLUGS]
    players = {"fewest": 2, "most": 4}
    assert (
        told[1]
        == {
            "slug": "23",
            "title": "23",
            "options": {"learning": False, "by_five": False},
            "low_wins": True,
            "rules": 1,
        }
        | players
    )


# -- replaying ------------------------------------------------------------------------------------


@pytest.mark.parametrize("golden", ["23-2", "help-3", "yoyo-2", "koenigs-romme-1", "koenigs-romme-2"])
@pytest.mark.parametrize("look", [[], ["--seat", "0"]])
def test_every_step_of_a_record_can_be_shown(golden: str, look: list[str]) -> None:
    path = GOLDENS / f"{golden}.txt"
    match = reihum.read_record(path.read_text("utf-8"))
    made = len(match.log(None))
    done = run("replay", str(path), "--step", *look)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.findall(rf"^{match.game.title}, (\d+)/{made}\b", done.stdout, re.MULTILINE) == [
        str(step) for step in range(made + 1)
    ]


def test_a_spectator_of_a_replay_sees_no_hand_and_a_seat_sees_its_own() -> None:
    spectator, seat = run("replay", GOLDEN, "--step"), run("replay", GOLDEN, "--step", "--seat", "0")
    assert "Your hand" not in spectator.stdout
    assert "Your hand" in seat.stdout
    assert "put" not in re.findall(r"^23, .*", spectator.stdout, re.MULTILINE)[1]
    assert "(a move that stays secret for now)" in spectator.stdout


def test_walking_through_a_record_in_a_terminal() -> None:
    words = ["-m", "reihum", "replay", GOLDEN, "--step", "--lang", "en"]
    child = pexpect.spawn(sys.executable, words, encoding="utf-8", timeout=60, dimensions=(40, 100))
    for typed, shown in (
        ("", "23, 1/57"),
        ("", "23, 2/57"),
        ("b", "23, 1/57"),
        ("b", "23, 0/57"),
        ("b", "23, 0/57"),
        ("40", "23, 40/57"),
        ("hm", "Press Enter, or type b, a number from 0 to 57, or q."),
        ("58", "Press Enter, or type b, a number from 0 to 57, or q."),
        ("57", "23, 57/57  seat 0: leave"),
        ("7", "23, 7/57"),
    ):
        child.expect_exact("q: quit > ")
        child.sendline(typed)
        child.expect_exact(shown)
    child.sendline("q")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


@pytest.mark.parametrize(
    ("lang", "prompt", "again", "last", "unheard"),
    [
        (
            "de",
            "Enter: weiter, b: zurück, eine Zahl: dorthin, q: Ende > ",
            "Drücke Enter oder tippe b, eine Zahl von 0 bis 57 oder q.",
            "23, 57/57  Platz 0: aussteigen",
            "23, 1/57  (ein Zug, der vorerst geheim bleibt)",
        ),
        (
            "nl",
            "Enter: verder, b: terug, een getal: daarheen, q: stoppen > ",
            "Druk op Enter, of typ b, een getal van 0 tot en met 57 of q.",
            "23, 57/57  plaats 0: uitstappen",
            "23, 1/57  (een zet die voorlopig geheim blijft)",
        ),
    ],
)
def test_walking_through_a_record_in_another_language(
    lang: str, prompt: str, again: str, last: str, unheard: str
) -> None:
    screen, asked = StringIO(), []
    typed = iter(["", "hm", "57", "q"])

    def ask(text: str) -> str:
        asked.append(text)
        return next(typed)

    through = Walkthrough(
        Path(GOLDEN).read_text("utf-8"), None, words_of(lang), Console(file=screen, width=100)
    )
    assert through.walk(ask) is False
    assert set(asked) == {prompt}
    assert all(text in screen.getvalue() for text in (again, last, unheard))
    assert "seat" not in screen.getvalue()


def test_the_result_of_a_record_follows_the_language(tmp_path: Path) -> None:
    assert run("replay", GOLDEN, "--lang", "de").stdout.startswith("23, 57 Züge, vorbei\n  Platz 0: ")
    match = reihum.game("23").new(2, seed=1)
    match.play(match.moves()[0])
    path = tmp_path / "begun.txt"
    path.write_text(match.record(), encoding="utf-8")
    for lang, line in (
        ("de", "23, 1 Zug, noch nicht vorbei"),
        ("en", "23, 1 move, unfinished"),
        ("nl", "23, 1 zet, niet afgelopen"),
    ):
        assert run("replay", str(path), "--lang", lang).stdout.splitlines()[0] == line
    assert run("rules", "23", "T99", "--lang", "nl").stderr == "reihum: 23 heeft geen regel 'T99'.\n"


def test_jumping_back_gives_the_same_table_as_going_there() -> None:
    console = Console(file=StringIO(), width=100)
    text = Path(GOLDEN).read_text("utf-8")
    there = Walkthrough(text, 1, words_of("en"), console)
    there.go(57)
    there.go(20)
    straight = Walkthrough(text, 1, words_of("en"), console)
    straight.go(20)
    assert there.match.position() == straight.match.position()
    assert there.match.log(1) == straight.match.log(1)


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


def test_a_simulation_of_one_game_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    nothing = {"mean": None, "low": None, "high": None}
    told = {"game": "23", "players": 1, "games": 1, "asked": 2, "seed": 4, "capped": 1, "bots": []}
    print_summary(told | {"decisions": nothing, "rounds": nothing})
    text = " ".join(capsys.readouterr().out.split())
    assert text.startswith("23, 1 player, 1 game, seed 4 ")
    assert "Stopped early: 1 of 2 games was played." in text
    assert "1 game was cut off for being too long, and not counted." in text
    print_summary(
        told | {"players": 2, "games": 5, "asked": 9, "capped": 2, "decisions": nothing, "rounds": nothing}
    )
    text = " ".join(capsys.readouterr().out.split())
    assert text.startswith("23, 2 players, 5 games, seed 4 ")
    assert "Stopped early: 5 of 9 games were played." in text
    assert "2 games were cut off for being too long, and not counted." in text


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


def test_an_option_can_be_simulated(tmp_path: Path) -> None:
    path = tmp_path / "learning.txt"
    words = ["simulate", "23", "--games", "30", "--option", "learning", "--json"]
    one, two = run(*words, "--records", str(path)), run(*words, "--jobs", "2")
    assert one.stdout == two.stdout
    assert json.loads(one.stdout)["options"] == ["learning"]
    assert path.read_text("utf-8").count("Options: learning") == 30


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


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("8d 8h *", ["8d", "8h", "*"]),
        ("8♦,8♥,*", ["8d", "8h", "*"]),
        ("8D, 10H; Kc", ["8d", "10h", "Kc"]),
        ("kc qX jS", ["Kc", "Qx", "Js"]),
        ("3♠ 4♥ 5♦ 6♣ 7★", ["3s", "4h", "5d", "6c", "7x"]),
        ("3♤ 4♡ 5♢ 6♧ 7☆", ["3s", "4h", "5d", "6c", "7x"]),
        ("8♦️ Joker JOKER 🃏 **", ["8d", "*", "*", "*", "*", "*"]),
        ("d8 ♦8 8 d 10 of Hearts, King of clubs", ["8d", "8d", "8d", "10h", "Kc"]),
        ("", []),
    ],
)
def test_cards_can_be_typed_in_many_ways(typed: str, cards: list[str]) -> None:
    assert parse_hand(typed) == cards


@pytest.mark.parametrize(
    "typed", ["8", "d", "8 9", "11d", "2s", "8dd", "8d 8", "ad", "jok", "kings", "♦", "８d"]
)
def test_what_is_no_card_is_a_sentence(typed: str) -> None:
    with pytest.raises(reihum.ReihumError, match="is not a card; cards are written like"):
        parse_hand(typed)


def test_melds_reads_what_people_type() -> None:
    strict = run("melds", "8d 8h * 5s 6s 7s Kc", "--wild", "K")
    for cards, wild in (
        (["8♦, 8H, joker, 5s 6S 7♠ kc"], "k"),
        (["8d", "8h", "*", "5s", "6s", "7s", "KC"], "13"),
    ):
        done = run("melds", *cards, "--wild", wild)
        assert (done.returncode, done.stdout) == (0, strict.stdout)


# -- completion in the shell ----------------------------------------------------------------------


def completions(typed: str, kind: str = "bash") -> list[str]:
    """What the shell is offered to complete this line."""
    words = typed.split(" ")
    asked = {"COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1)}
    if kind == "fish":
        asked["COMP_CWORD"] = words[-1]
    done = run(_REIHUM_COMPLETE=f"{kind}_complete", **asked)
    return [line for line in done.stdout.splitlines() if line]


@pytest.mark.parametrize("kind", ["bash", "zsh", "fish"])
def test_the_shell_gets_a_script_that_completes(kind: str) -> None:
    if shutil.which(kind) is None and kind == "bash":
        pytest.skip("click asks bash itself whether it is new enough")
    done = run(_REIHUM_COMPLETE=f"{kind}_source")
    assert "_REIHUM_COMPLETE" in done.stdout
    assert f"{kind}_complete" in done.stdout


@pytest.mark.parametrize("command", ["play", "rules", "simulate"])
@pytest.mark.parametrize("kind", ["bash", "zsh", "fish"])
def test_games_are_completed(kind: str, command: str) -> None:
    assert any("koenigs-romme" in line for line in completions(f"reihum {command} ", kind))


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("reihum play y", ["plain,yoyo"]),
        ("reihum play 23 --lang ", ["plain,de", "plain,en", "plain,nl"]),
        ("reihum play 23 --bots r", ["plain,regular", "plain,random"]),
        ("reihum play 23 --bots master,c", ["plain,master,casual"]),
        ("reihum simulate 23 --bots random,p", ["plain,random,policy", "plain,random,policy1"]),
        ("reihum play 23 --bots random,p", ["plain,random,policy"]),
        ("reihum simulate 23 --option ", ["plain,learning", "plain,by_five"]),
        ("reihum simulate yoyo --option ", ["plain,plain_draw"]),
        ("reihum simulate help --option ", []),
        ("reihum rules 23 t9", ["plain,T9", "plain,T9d"]),
        ("reihum rules 23 t9D", ["plain,T9d"]),
        ("reihum rules 23 t1", ["plain,T1", *(f"plain,T{number}" for number in range(10, 17))]),
        ("reihum gam", ["plain,games"]),
        ("reihum jo", ["plain,join"]),
        ("reihum join URL --bot r", ["plain,regular", "plain,random"]),
        ("reihum join URL --game k", ["plain,koenigs-romme"]),
        ("reihum join URL --game 23 --option ", ["plain,learning", "plain,by_five"]),
    ],
)
def test_what_comes_after_a_game_is_completed(typed: str, offered: list[str]) -> None:
    assert completions(typed) == offered


# -- the page about it ----------------------------------------------------------------------------

PAGE = (ROOT / "docs" / "commands.md").read_text("utf-8")


def the_command(name: str) -> click.Command:
    """A command by its name."""
    found = commands.get_command(click.Context(commands), name)
    assert found is not None
    return found


def test_every_file_with_a_command_is_listed_under_its_name() -> None:
    files = (
        path for path in Path(main.__file__).parent.glob("*.py") if "def command(" in path.read_text("utf-8")
    )
    assert sorted(path.stem for path in files) == sorted(COMMANDS)


def test_the_list_of_commands_imports_none_of_them() -> None:
    lists = "import sys; from reihum.cli.main import run; run(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", lists, "--help"], capture_output=True, text=True, check=True)
    shown = " ".join(done.stdout.split())
    assert all(f"{name} {sentence}" in shown for name, sentence in COMMANDS.items())
    imported = set(done.stdout.splitlines()[-1].split())
    assert "reihum.cli.stdio" in imported
    assert not imported & {f"reihum.cli.{name}" for name in COMMANDS}


def test_every_command_and_option_is_on_its_page() -> None:
    for name in COMMANDS:
        command = the_command(name)
        section = PAGE.partition(f"## `reihum {name}")[2].partition("\n## ")[0]
        assert section, name
        for option in (option for one in command.params for option in one.opts if option.startswith("--")):
            assert f"`{option}" in section, (name, option)


def test_the_commands_of_the_page_work(tmp_path: Path) -> None:
    lines = re.findall(r"^    \$ reihum (.*)$", PAGE, re.MULTILINE)
    assert len(lines) >= 12
    (tmp_path / "game.txt").write_text(Path(GOLDEN).read_text("utf-8"), encoding="utf-8")
    for line in lines:
        words = [word.replace("game.txt", str(tmp_path / "game.txt")) for word in shlex.split(line)]
        words = [word.replace("games.txt", str(tmp_path / "games.txt")) for word in words]
        words = [word.replace("puzzles.jsonl", str(tmp_path / "puzzles.jsonl")) for word in words]
        done = run(*words, XDG_DATA_HOME=str(tmp_path / "data"))
        assert (done.returncode, done.stderr) == (0, ""), line

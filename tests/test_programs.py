"""Programs that speak lines: whatever they do, whoever asks them goes on."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import reihum
from reihum.arena.run import Workforce, plan_duplicate, run_arena
from reihum.bots import player
from reihum.bots.programs import LONGEST_ANSWER, ProgramBot, ProgramFailed, program_name
from tests.test_cli import run
from tools.node import node

FIRST = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    with open({log!r}, "a") as log:
        log.write(line)
    if told["t"] == "choose":
        print(json.dumps({{"m": told["moves"][0]}}), flush=True)
"""


def program(tmp_path: Path, text: str, name: str = "bot.py") -> str:
    """A program in Python, as an entrant."""
    path = tmp_path / name
    path.write_text(text)
    return f"cmd:{sys.executable} {path}"


def match_of_23() -> reihum.Match:
    """A game in which the first seat has a choice."""
    return reihum.game("23").from_position({"hands": [[8, 20], [9]], "pile": [1, 7], "turn": 0}, seed=1)


def test_a_program_is_told_what_its_seat_may_know(tmp_path: Path) -> None:
    log = tmp_path / "log"
    entrant = program(tmp_path, FIRST.format(log=str(log)))
    plan = plan_duplicate("yoyo", [entrant, "policy"], deals=1, seed=4)
    played = run_arena(plan).played[0]
    assert played.lost == (0, 0)
    told = [json.loads(line) for line in log.read_text().splitlines()]
    games = [each for each in told if each["t"] == "game"]
    assert [each["seat"] for each in games] == [0, 1]
    assert games[0] | {"seed": 0, "options": {}} == {
        "t": "game",
        "game": "yoyo",
        "players": 2,
        "options": {},
        "seat": 0,
        "name": entrant,
        "seed": 0,
    }
    assert set(games[0]["options"]) == set(reihum.game("yoyo").spec.options)
    overs = [each for each in told if each["t"] == "over"]
    assert [tuple(each["scores"]) for each in overs] == list(played.scores)
    assert [tuple(each["winners"]) for each in overs] == list(played.winners)
    asked = [each for each in told if each["t"] == "choose"]
    first_game = told.index(overs[0])
    in_first = [each for each in told[:first_game] if each["t"] == "choose"]
    assert [each["ask"] for each in in_first] == list(range(len(in_first)))
    assert all(each["view"]["seat"] == 0 and each["moves"] for each in in_first)
    heard = [move for each in in_first for move in each["heard"]]
    assert all(set(move) == {"by", "move", "events"} for move in heard)
    assert {move["by"] for move in heard} >= {0, 1}
    assert len(asked) > len(in_first)


def test_it_plays_as_the_same_bot_in_python_would(tmp_path: Path) -> None:
    entrant = program(tmp_path, FIRST.format(log=str(tmp_path / "log")))
    found = [
        run_arena(plan_duplicate("help", [bot, "policy"], deals=2, seed=4)) for bot in (entrant, FirstMove)
    ]
    assert found[0].played[0].scores == found[1].played[0].scores
    assert found[0].played[1].moves == found[1].played[1].moves


class FirstMove:
    """Plays its first move."""

    def choose(self, view: dict[str, Any], moves: list[str]) -> str:
        """The first."""
        return moves[0]


DIES = "import sys\nsys.stdin.readline(); print('no such file', file=sys.stderr); sys.exit(3)\n"
SILENT = "import time\ntime.sleep(1000)\n"
TALKS = "import sys\nsys.stdin.readline()\nwhile True: sys.stdin.readline(); print({answer!r}, flush=True)\n"
FLOODS = "import sys\nwhile True: sys.stdout.write('x' * 65536)\n"
LINES = "import sys\nwhile True: sys.stdout.write('y\\n' * 1000)\n"
LONG = "import sys\nwhile True: sys.stdin.readline(); print('x' * 10_000_000, flush=True)\n"
BYTES = """
import sys
for _ in sys.stdin:
    sys.stdout.buffer.write(b'\\xff\\xfe{"m":"\\xff"}\\n')
    sys.stdout.flush()
"""
CLOSES_OUTPUT = "import os, time\nos.close(1)\ntime.sleep(1000)\n"
CLOSES_INPUT = "import os, time\nos.close(0)\ntime.sleep(1000)\n"
CHILD_HOLDS = "import os, time\nif os.fork(): os._exit(0)\ntime.sleep(1000)\n"
DAEMON_HOLDS = "import os, time\nif os.fork(): os._exit(0)\nos.setsid()\ntime.sleep(5)\n"
STOPPED = "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)\n"
DRIPS = "import sys, time\nwhile True: sys.stdout.write(' '); sys.stdout.flush(); time.sleep(0.01)\n"
CRASHES = "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)\n"
LOUD = "import sys\nwhile True: sys.stderr.write('x' * 65536)\n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (DIES, "it ended with exit code 3, saying 'no such file'."),
        (SILENT, "it did not answer within 0.2 s."),
        (TALKS.format(answer="nonsense"), "it answered 'nonsense'."),
        (TALKS.format(answer="[]"), "it answered '[]'."),
        (TALKS.format(answer='{"m": "99"}'), "it answered '99', which is not one of its moves."),
        (TALKS.format(answer='{"m": ["8"]}'), """it answered '{"m": ["8"]}'."""),
        (TALKS.format(answer='{"m": "\\u001b[2J\\ud800"}'), "which is not one of its moves."),
        (TALKS.format(answer='{"m":' + "[" * 990 + "]" * 990 + "}"), "[[[…."),
        (TALKS.format(answer="[" * 40_000), "[[[…."),
        (TALKS.format(answer='{"m":' + "9" * 50_000 + "}"), "999…."),
        (TALKS.format(answer="NaN"), "it answered 'NaN'."),
        (BYTES, """it answered '��{"m":"�"}'."""),
        (LONG, "it answered without end."),
        (LINES, "it answered 'y'. | it answered without end."),
        (CLOSES_OUTPUT, "it closed its output."),
        (CLOSES_INPUT, "it did not answer within 0.2 s. | it closed its input."),
        (CHILD_HOLDS, "it did not answer within 0.2 s."),
        (DAEMON_HOLDS, "it did not answer within 0.2 s."),
        (STOPPED, "it did not answer within 0.2 s."),
        (DRIPS, "it did not answer within 0.2 s."),
        (CRASHES, "it was ended by signal 11."),
        (FLOODS, "it answered without end."),
        (LOUD, "it did not answer within 0.2 s."),
    ],
)
def test_a_decision_that_a_program_loses_is_made_by_the_policy(
    tmp_path: Path, text: str, sentence: str
) -> None:
    bot = ProgramBot(program(tmp_path, text))
    bot.patience = 0.2 if "0.2" in sentence else 20.0
    match = match_of_23()
    bot.begin("23", 2, 0, {}, 1)
    expected = reihum.bot("policy", "23").choose(match)
    try:
        assert bot.choose(dict(match.view(0)), match.moves()) == expected
        assert bot.choose(dict(match.view(0)), match.moves()) == expected
        assert bot.lost == 2
        with pytest.raises(ProgramFailed) as failed:
            bot.choose(dict(match.view(0)), match.moves())
    finally:
        bot.close()
    assert "failed 3 times in a row" in str(failed.value)
    assert str(failed.value).endswith(tuple(sentence.split(" | ")))
    assert len(str(failed.value)) < 400


def test_a_good_answer_makes_good_for_bad_ones(tmp_path: Path) -> None:
    text = (
        "import sys, json\nsys.stdin.readline()\n"
        "for number, line in enumerate(sys.stdin):\n"
        "    print('?' if number % 3 else json.dumps({'m': json.loads(line)['moves'][0]}), flush=True)\n"
    )
    bot, match = ProgramBot(program(tmp_path, text)), match_of_23()
    bot.begin("23", 2, 0, {}, 1)
    for _ in range(9):
        bot.choose(dict(match.view(0)), match.moves())
    bot.close()
    assert bot.lost == 6


def test_a_late_answer_is_not_taken_for_the_next_one(tmp_path: Path) -> None:
    text = (
        "import sys, json, time\nsys.stdin.readline()\n"
        "for line in sys.stdin:\n"
        "    time.sleep(0.4)\n    print(json.dumps({'m': json.loads(line)['moves'][0]}), flush=True)\n"
    )
    bot, match = ProgramBot(program(tmp_path, text)), match_of_23()
    bot.patience = 0.25
    bot.begin("23", 2, 0, {}, 1)
    bot.choose(dict(match.view(0)), match.moves())
    bot.patience = 20.0
    time.sleep(0.5)
    assert bot.choose(dict(match.view(0)), ["20", "8"]) == "20"  # asked again, of a process that heard it all
    bot.close()
    assert bot.lost == 1


def test_what_a_program_says_unasked_does_not_count(tmp_path: Path) -> None:
    text = (
        "import sys, json\nprint('hello', flush=True)\nsys.stdin.readline()\nprint('ready', flush=True)\n"
        "for line in sys.stdin:\n    print(json.dumps({'m': json.loads(line)['moves'][0]}), flush=True)\n"
    )
    bot, match = ProgramBot(program(tmp_path, text)), match_of_23()
    bot.begin("23", 2, 0, {}, 1)
    first = bot.choose(dict(match.view(0)), match.moves())
    assert bot.choose(dict(match.view(0)), match.moves()) in match.moves()
    bot.close()
    assert first in match.moves()
    assert bot.lost <= 2  # what it said before it was asked may be taken for an answer, but nothing hangs


def test_a_leftover_answer_is_not_taken_for_the_next_one(tmp_path: Path) -> None:
    text = (
        "import sys, json\nsys.stdin.readline()\nfor line in sys.stdin:\n    print('thinking', flush=True)\n"
        "    print(json.dumps({'m': json.loads(line)['moves'][0]}), flush=True)\n"
    )
    bot, match = ProgramBot(program(tmp_path, text)), match_of_23()
    bot.begin("23", 2, 0, {}, 1)
    for _ in range(2):
        bot.choose(dict(match.view(0)), match.moves())
        time.sleep(0.3)  # by now it has said more
    bot.close()
    assert bot.lost == 2


def test_what_fails_again_and_again_leaves_nothing_open(tmp_path: Path) -> None:
    """A program that answers once and dies is started again each time."""
    text = (
        "import sys, json\nsys.stdin.readline()\nmoves = json.loads(sys.stdin.readline())['moves']\n"
        "print(json.dumps({'m': moves[0]}), flush=True)\n"
    )
    bot, match = ProgramBot(program(tmp_path, text)), match_of_23()
    bot.begin("23", 2, 0, {}, 1)

    def ask(times: int) -> int:
        for _ in range(times):
            bot.choose(dict(match.view(0)), match.moves())
        bot.close()
        return len(os.listdir("/proc/self/fd"))

    before = ask(4)
    assert ask(12) == before
    assert 6 <= bot.lost <= 10


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_no_program_is_left_behind_by_a_run_that_is_ended(number: int, jobs: str, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    text = (
        "import os, time\n"
        f"with open({str(mark)!r}, 'a') as mark: print(os.getpid(), file=mark)\n"
        "time.sleep(1000)\n"
    )
    words = ["arena", "23", "--bots", f"{program(tmp_path, text)},policy", "--jobs", jobs]
    with subprocess.Popen([sys.executable, "-m", "reihum", *words], stderr=subprocess.PIPE) as process:
        while not mark.exists() or not mark.read_text().endswith("\n"):
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(number)
        process.communicate(timeout=60)
    assert process.returncode == 130
    for pid in mark.read_text().split():
        with pytest.raises(ProcessLookupError):
            os.kill(int(pid), 0)


def test_programs_have_names_that_tell_them_apart() -> None:
    told = {
        "cmd:python3 ~/bots/mine.py -v": "mine.py",
        "cmd:./lines": "lines",
        "cmd:reihum speak master": "master",
        "cmd:--odd": "--odd",
        "cmd:/": "cmd:/",
    }
    assert {entrant: program_name(entrant) for entrant in told} == told


def test_a_program_and_its_children_end_with_the_run(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    text = (
        "import subprocess, sys\n"
        f"child = 'import pathlib, time; time.sleep(2); pathlib.Path(\"{mark}\").touch()'\n"
        "subprocess.Popen([sys.executable, '-c', child])\n"
        "for line in sys.stdin: pass\n"
    )
    bot, match = ProgramBot(program(tmp_path, text)), match_of_23()
    bot.patience = 1.0
    bot.begin("23", 2, 0, {}, 1)
    bot.choose(dict(match.view(0)), match.moves())
    bot.close()
    time.sleep(2.0)
    assert not mark.exists()


def test_a_long_view_goes_through_a_full_pipe(tmp_path: Path) -> None:
    """A program that reads slowly gets all of a line that is longer than a pipe holds."""
    text = (
        "import sys, json, time\nsys.stdin.readline()\ntime.sleep(0.3)\n"
        "for line in sys.stdin:\n    told = json.loads(line)\n"
        "    print(json.dumps({'m': told['moves'][len(told['view']['long']) % 2]}), flush=True)\n"
    )
    bot = ProgramBot(program(tmp_path, text))
    bot.begin("23", 2, 0, {}, 1)
    assert bot.choose({"long": "x" * 3 * LONGEST_ANSWER + "x"}, ["8", "20"]) == "20"
    bot.close()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_program_that_fails_ends_the_run_with_a_sentence(tmp_path: Path, jobs: str) -> None:
    entrant = program(tmp_path, DIES)
    found = run("arena", "23", "--bots", f"{entrant},policy", "--deals", "3", "--jobs", jobs)
    assert (found.returncode, found.stdout) == (1, "")
    assert found.stderr.startswith("reihum: The program ")
    assert found.stderr.count("\n") == 1


def test_a_program_that_is_not_there_is_bad_input() -> None:
    found = run("arena", "23", "--bots", "cmd:/nowhere/bot,policy", "--deals", "3")
    assert found.returncode == 2
    assert found.stderr == "reihum: 'cmd:/nowhere/bot' cannot be started: No such file or directory.\n"


def test_lost_decisions_are_counted(tmp_path: Path) -> None:
    text = (
        "import sys, json\n"
        "for line in sys.stdin:\n    told = json.loads(line)\n"
        "    if told['t'] == 'choose':\n"
        "        print('?' if told['ask'] == 1 else json.dumps({'m': told['moves'][0]}), flush=True)\n"
    )
    plan = plan_duplicate("help", [program(tmp_path, text), "policy"], deals=2, seed=1)
    told = run_arena(plan, Workforce(2)).told()
    assert [row["lost"] for row in told["bots"]] == [6, 0]  # one in each of three games, of two deals


def test_our_own_bots_speak_the_same_lines() -> None:
    entrant = f"cmd:{sys.executable} -m reihum speak policy"
    plain, spoken = (plan_duplicate("23", [bot, "policy1"], deals=2, seed=3) for bot in ("policy", entrant))
    one, other = run_arena(plain), run_arena(spoken)
    assert one.played[0].scores == other.played[0].scores
    assert one.played[1].winners == other.played[1].winners
    assert other.told()["bots"][0]["lost"] == 0


@pytest.mark.parametrize("line", ["nonsense", "[]", '{"t":"dance"}', '{"t":"game"}', "7"])
def test_speak_refuses_what_is_not_a_line(line: str) -> None:
    found = run("speak", "policy", typed=line + "\n")
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr == "reihum: Line 1 of standard input is not one that a bot is told.\n"


def test_speak_knows_its_bots_and_games() -> None:
    assert "There is no bot 'genius'" in run("speak", "genius").stderr
    line = {"t": "game", "game": "poker", "players": 2, "options": {}, "seat": 0, "name": "x", "seed": 1}
    assert run("speak", "policy", typed=json.dumps(line)).stderr == "reihum: There is no game 'poker'.\n"


def test_a_program_is_a_player_wherever_bots_are_named(tmp_path: Path) -> None:
    entrant = program(tmp_path, FIRST.format(log=str(tmp_path / "log")))
    told = reihum.simulate("23", games=2, bots=[entrant, "policy"], seed=2)
    assert told["games"] == 2
    match = match_of_23()
    assert reihum.bot(entrant, "23").choose(match) == match.moves()[0]
    seated = player(entrant, 1)
    seated.close()
    assert seated.lost == 0


# -- the programs of the page ---------------------------------------------------------------------

PAGE = (Path(__file__).parent.parent / "docs" / "bots.md").read_text("utf-8")
BUILDERS = {"lines.rs": ["rustc", "-O", "-o"], "lines.c": ["cc", "-O2", "-Wall", "-Werror", "-o"]}


def on_the_page(file: str) -> str:
    """The program that the page shows under this name."""
    blocks = re.findall(r"^```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    [found] = [block for block in blocks if re.match(rf"(#|//) {re.escape(file)}: ", block)]
    return str(found)


def at_hand() -> list[str]:
    """The programs for which this machine has everything."""
    compiled = [file for file, words in BUILDERS.items() if shutil.which(words[0])]
    return ["lines.py", "lines.mjs", *(["lines.sh"] if shutil.which("bash") else []), *compiled]


def made(file: str, folder: Path) -> str:
    """A program of the page as an entrant, compiled if it must be."""
    path = folder / file
    path.write_text(on_the_page(file), "utf-8")
    if file in BUILDERS:
        subprocess.run([*BUILDERS[file], str(folder / "lines"), str(path)], check=True, timeout=120)
        return f"cmd:{folder / 'lines'}"
    return f"cmd:{ {'py': sys.executable, 'mjs': node(), 'sh': 'bash'}[path.suffix[1:]] } {path}"


class FirstCard:
    """The bot of the page, which says there what it does."""

    def choose(self, view: dict[str, Any], moves: list[str]) -> str:
        """The first card, or the last move."""
        return next((move for move in moves if move[0].isdigit()), moves[-1])


def test_the_programs_of_the_page_are_as_short_as_they_should_be() -> None:
    for file in ("lines.py", "lines.mjs", "lines.rs", "lines.c", "lines.sh"):
        assert 5 < len(on_the_page(file).splitlines()) <= 20


@pytest.mark.parametrize("file", at_hand())
def test_a_program_of_the_page_plays_as_the_page_says(file: str, tmp_path: Path) -> None:
    expected, found = (
        run_arena(plan_duplicate("23", [bot, "policy"], players=3, deals=3, seed=6))
        for bot in (FirstCard, made(file, tmp_path))
    )
    assert [played.lost for played in found.deals()] == [(0, 0, 0)] * 3
    for one, other in zip(expected.deals(), found.deals(), strict=True):
        assert (one.scores, one.winners, one.moves) == (other.scores, other.winners, other.moves)


def test_a_line_is_as_the_page_shows_it(tmp_path: Path) -> None:
    log = tmp_path / "log"
    run_arena(plan_duplicate("23", [program(tmp_path, FIRST.format(log=str(log))), "policy"], deals=1))
    begin, choose, *_ = log.read_text().splitlines()
    assert begin.startswith(
        '{"t":"game","game":"23","players":2,"options":{"learning":false,"by_five":false}'
    )
    assert choose.startswith('{"t":"choose","ask":0,"view":{"game":"23",')
    assert re.search(r'},"moves":\["put [^\]]+"\],"heard":\[', choose)
    assert choose.isascii()
    every = log.read_text().splitlines()
    assert re.fullmatch(r'{"t":"over","scores":\[\d+,\d+\],"winners":\[[01](,1)?\]}', every[-1])

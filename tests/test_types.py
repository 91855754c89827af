"""What a type checker knows of the public API: options by name, and views with their fields."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tools.signatures import STUB, signatures

ROOT = Path(__file__).parent.parent
PROGRAM = """
import reihum
from reihum import machine

game = reihum.game("23")
match = game.new(players=2, seed=7, learning=True)
hand: list[int] = match.view(0)["hand"]
cards: list[str] = match.view(0)["hand"]  # wrong
match.view(0)["hnd"]  # wrong
game.new(players=2, lerning=True)  # wrong
game.new(players=2, learning="yes")  # wrong
game.new(players="2")  # wrong
match.at(3).view(None)["pile"].append(3)
match.copy().view(0)["costs"]["8"] + 1
game.from_position({"hands": [[8], [9]]}).view(1)["chips"]
reihum.game("yoyo").new(players=2, learning=True)  # wrong
reihum.game("yoyo").new(players=2).view(0)["drawn_one_of"]
reihum.game("help").new(players=3).view(0)["row"]
reihum.game("koenigs-romme").new(players=1).view(0)["shown"]
reihum.game("koenigs-romme").new(players=1).view(0)["hand"]  # wrong
reihum.game("koenigs-romme").new(players=3).view(0)["hand"]
reihum.game(None)  # wrong
slug: str = input()
reihum.game(slug).new(2, quick=True).view(0)["anything"]
first: str = match.history[0].text
reihum.gaem("23")  # wrong
state: machine.State = machine.spec("23").start(2, {"learning": False}, machine.Seeded(1))
mistake: machine.Mistake | None = machine.attempt(state, 0, 1, machine.Seeded(1))
machine.attempt(state, 0, "8", machine.Seeded(1))  # wrong
games: list[reihum.Game] = reihum.games()
told = reihum.simulate("23", games=1)
"""


def test_right_programs_pass_and_wrong_ones_do_not(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM, encoding="utf-8")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = enumerate(PROGRAM.splitlines(), start=1)
    wrong = {number for number, line in lines if line.endswith("# wrong")}
    found = {int(line) for line in re.findall(r"program\.py:(\d+): error:", checked.stdout)}
    assert len(wrong) > 8
    assert found == wrong, checked.stdout + checked.stderr


def test_the_signatures_are_those_of_the_games() -> None:
    assert (ROOT / STUB).read_text("utf-8") == signatures(), "run `make types`"

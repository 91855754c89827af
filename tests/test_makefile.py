"""The way into the repository: what make says on a machine that lacks something, and what it lists."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from reihum.games import SLUGS
from tests.games import PACKAGES
from tools import browser

ROOT = Path(__file__).parent.parent
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="there is no make here")


def make(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run make in a folder with nothing but the files that it needs to start."""
    (folder / "src").mkdir(exist_ok=True)
    for name in ("Makefile", "pyproject.toml", "setup.py", "README.md"):
        shutil.copy(ROOT / name, folder)
    # These tests may themselves be run by make, which passes its flags on to its children.
    told = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "PYTHON", "GAME")
    environment = {name: value for name, value in os.environ.items() if name not in told}
    return subprocess.run(
        ["make", *words], cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=60
    )


def python_that(folder: Path, answer: str) -> str:
    """A Python with limited abilities."""
    path = folder / "python-of-sorts"
    path.write_text(f"#!/bin/sh\n{answer}\n", encoding="utf-8")
    path.chmod(0o755)
    return f"PYTHON={path}"


def test_help_lists_every_target_and_is_what_make_does_by_itself(tmp_path: Path) -> None:
    listed = make(tmp_path, "help").stdout
    (phony,) = re.findall(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    targets = set(phony.split()) - {"known-game", "browser", "collect"}
    assert {"play", "quick", "fix", "check", "test", "bench", "soak", "clean"} < targets
    assert set(re.findall(r"^  make (\w+) +\S", listed, re.MULTILINE)) == targets
    assert make(tmp_path).stdout == listed


def test_what_takes_long_is_left_out_by_quick_and_by_nothing_else() -> None:
    recipes = re.findall(r"^\t.*-m pytest (.*)$", MAKEFILE, re.MULTILINE)
    assert [recipe for recipe in recipes if "long" in recipe] == ['-m "not long" $(QUICK)']
    assert "-n 3 --dist worksteal" in " ".join(recipes)
    addopts = re.findall(r"^addopts = (.*)$", (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    assert addopts == ['"--strict-markers -q"']


@pytest.mark.parametrize("target", ["play", "quick", "fix", "check", "test"])
def test_a_python_that_cannot_make_a_venv_is_told_what_to_install(tmp_path: Path, target: str) -> None:
    half_made = 'case "$*" in *venv*) mkdir -p .venv/bin; echo noise; echo noise >&2; exit 1;; esac'
    done = make(tmp_path, target, python_that(tmp_path, half_made))
    assert done.returncode == 2
    assert done.stdout == (
        "This Python cannot make a venv; on Debian and Ubuntu, run 'apt install python3-venv'.\n"
    )
    assert "noise" not in done.stderr
    assert not (tmp_path / ".venv").exists()


def test_a_python_that_is_too_old_is_a_sentence(tmp_path: Path) -> None:
    done = make(tmp_path, "play", python_that(tmp_path, "exit 1"))
    assert done.returncode == 2
    assert "Reihum needs Python 3.11 or newer" in done.stdout


def test_a_game_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    done = make(tmp_path, "quick", "GAME=chess", python_that(tmp_path, "exit 1"))
    assert done.returncode == 2
    assert done.stdout == f"There is no game 'chess'; there are {', '.join(SLUGS)}.\n"


@pytest.mark.parametrize("slug", SLUGS)
def test_quick_knows_the_tests_of_every_game(slug: str) -> None:
    assert f"TESTS_{slug} := tests/{PACKAGES[slug]}\n" in MAKEFILE


def test_quick_and_fix_and_check_compile_nothing(tmp_path: Path) -> None:
    for target in ("quick", "fix", "check"):
        planned = make(tmp_path, "--dry-run", target).stdout
        assert "pip install" in planned
        assert "pip wheel" not in planned
    assert "pip wheel" in make(tmp_path, "--dry-run", "test").stdout


def test_make_installs_nothing_outside_its_venv_but_the_browser_of_the_tests() -> None:
    assert re.findall(r"^(?!.*echo).*(?:apt|sudo)", MAKEFILE, re.MULTILINE) == []
    asking = re.findall(r"^(\w+):(?:(?!\n\n).)*-m tools.browser", MAKEFILE, re.MULTILINE | re.DOTALL)
    assert asking == ["browser"]
    assert re.findall(r"^\t.*-m tools.nginx", MAKEFILE, re.MULTILINE) == ["\t@$(BIN)/python -m tools.nginx"]
    plain = re.sub("##.*", "", MAKEFILE)
    wanting = re.findall(r"^(\w+):(?:(?!\n\n).)* browser\b", plain, re.MULTILINE | re.DOTALL)
    assert wanting == ["test", "bench", "pictures"]


class Machine:
    """A machine without Chromium, on which apt-get may install it or do nothing."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, root: bool, programs: set[str], brings: bool) -> None:
        self.commands: list[str] = []
        self.programs, self.brings = programs, brings
        monkeypatch.delenv("REIHUM_BROWSER", raising=False)
        monkeypatch.setattr("os.geteuid", lambda: 0 if root else 1000)
        monkeypatch.setattr("shutil.which", lambda name: name if name in self.programs else None)
        monkeypatch.setattr("subprocess.run", self.note)

    def note(self, words: list[str], **_: object) -> None:
        """Note a command, and do what it would do."""
        self.commands.append(" ".join(words))
        if self.brings and "install" in words:
            self.programs |= {browser.PACKAGE}


UPDATE, INSTALL = "apt-get update -qq", f"apt-get install -qqy {browser.PACKAGE}"


@pytest.mark.parametrize(
    ("root", "programs", "brings", "run"),
    [
        (True, {"apt-get"}, True, [UPDATE, INSTALL]),
        (False, {"apt-get", "sudo"}, True, [f"sudo -n {UPDATE}", f"sudo -n {INSTALL}"]),
        (False, {"apt-get", "sudo"}, False, [f"sudo -n {UPDATE}", f"sudo -n {INSTALL}"]),
        (False, {"apt-get"}, True, []),
        (True, set(), True, []),
        (False, {"google-chrome"}, False, []),
    ],
)
def test_a_browser_is_installed_where_that_may_be(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    root: bool,
    programs: set[str],
    brings: bool,
    run: list[str],
) -> None:
    machine = Machine(monkeypatch, root, {*programs}, brings)
    code = browser.install()
    assert machine.commands == run
    there = bool({browser.PACKAGE, "chromium", "google-chrome"} & machine.programs)
    assert code == (0 if there else 2)
    assert (browser.MISSING in capsys.readouterr().out) is not there

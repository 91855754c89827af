"""The documentation shows what really happens."""

from __future__ import annotations

import doctest
import json
import re
import tomllib
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import pytest

import reihum
import reihum.machine
from reihum.cli.main import COMMANDS
from reihum.core.record import ENDS, HEADERS, parse_record
from reihum.machine import SLUGS, spec

ROOT = Path(__file__).parent.parent
DEPENDENCIES = ROOT / "docs" / "dependencies.md"
PAGES = [
    "README.md",
    "docs/python.md",
    "docs/machines.md",
    "docs/fair.md",
    "docs/knowledge.md",
    "docs/analysis.md",
    "docs/records.md",
]


REFUSAL = "An 8 is lower than the 9 on the pile (rule T7). Bonus chips make it possible: 8+1."


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_the_documentation_work(page: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False)
    assert tried >= 4
    assert failed == 0


def test_the_reader_of_the_documentation_reads_every_golden_game() -> None:
    page = (ROOT / "docs" / "records.md").read_text("utf-8")
    lines = re.findall(
        r"^(?:>>>|\.\.\.) ?(.*)$", page.partition("## A reader")[2].partition(">>> import")[0], re.MULTILINE
    )
    known: dict[str, Any] = {}
    exec("\n".join(lines), known)
    goldens = sorted((ROOT / "tests" / "data" / "goldens").glob("*.txt"))
    assert len(goldens) > 20
    for path in goldens:
        text = path.read_text("utf-8")
        record = parse_record(text)
        head, moves, end = known["read"](text)
        assert (head, end) == (record.headers, record.ends), path
        assert moves == [(move.seat, move.text) for move in record.moves], path


def test_the_page_of_records_has_all_that_a_record_may_have() -> None:
    page = (ROOT / "docs" / "records.md").read_text("utf-8")
    head, _, end = page.partition("## The end")
    assert tuple(re.findall(r"^\| `(\w+)` \|", head, re.MULTILINE)) == HEADERS
    assert tuple(re.findall(r"^\| `(\w+)` \|", end, re.MULTILINE)) == ENDS


@pytest.mark.parametrize("module", [reihum, reihum.machine])
def test_the_examples_of_the_public_modules_work(module: ModuleType) -> None:
    failed, tried = doctest.testmod(module)
    assert tried >= 3
    assert failed == 0


def test_the_refusal_in_the_readme_is_what_is_said_to_the_letter(tmp_path: Path) -> None:
    page = (ROOT / "README.md").read_text("utf-8")
    assert f"\n> {REFUSAL}\n" in page
    assert page.count(f"\nreihum.match.Refused: {REFUSAL}\n") == 1
    changed = tmp_path / "README.md"
    changed.write_text(page.replace(f"Refused: {REFUSAL}", f"Refused: {REFUSAL[:-2]}2."), encoding="utf-8")
    failed, _ = doctest.testfile(str(changed), module_relative=False, report=False, verbose=False)
    assert failed == 1


def test_nobody_is_told_to_import_what_may_change() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    assert len(pages) > 8
    telling = [page.name for page in pages if re.search(r"reihum[./]core\b", page.read_text("utf-8"))]
    assert telling == []


@pytest.mark.parametrize("slug", SLUGS)
def test_the_types_of_views_and_events_are_where_the_documentation_says(slug: str) -> None:
    package = spec(slug).package
    assert import_module(f"reihum.games.{package}.seen").View in spec(slug).view_types
    assert get_args(import_module(f"reihum.games.{package}.events").Event) == spec(slug).event_types
    page = (ROOT / "docs" / "python.md").read_text("utf-8")
    assert "(`View` in\n`reihum.games.<game>.seen`, `Event` in `.events`)" in page


def test_every_dependency_has_a_line_of_reason_of_its_own() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wanted = project["build-system"]["requires"] + project["project"]["dependencies"]
    wanted += [each for extra in project["project"]["optional-dependencies"].values() for each in extra]
    named = {re.split(r"[\[>=]", each)[0] for each in wanted}
    named |= {*json.loads((ROOT / "tools" / "package.json").read_text("utf-8"))["devDependencies"]}
    assert len(named) > 10
    lines = re.findall(r"^\| ([\w@/-]+)(?: \(mypyc\))? \| \S", DEPENDENCIES.read_text("utf-8"), re.MULTILINE)
    assert {*lines} - {"package", "---"} == named


# -- the architecture ----------------------------------------------------------------------------

SOURCE = ROOT / "src" / "reihum"
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
FILE = re.compile(r"`([\w./<>-]+\.(?:py|js|ts|css|toml))`")
GAMES = [path.parent for path in SOURCE.glob("games/*/__init__.py")]


def in_games(path: Path) -> bool:
    """Whether this is part of a game."""
    return any(path.is_relative_to(game) for game in GAMES)


def rows() -> list[tuple[list[Path], str]]:
    """The rows of the table of folders: which folders, and what is said of them."""
    table = ARCHITECTURE.partition("## Folders")[2].partition("\n\nOutside the package")[0]
    lines = [line.split(" | ", 1) for line in table.splitlines() if line.startswith("| `")]
    return [([SOURCE / name for name in re.findall(r"`([^`]+/)`", left)], right) for left, right in lines]


def test_every_folder_of_the_package_is_in_the_architecture() -> None:
    named = {folder for folders, _ in rows() for folder in folders}
    there = {path.parent for path in SOURCE.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    assert named == {folder for folder in there if not in_games(folder)} - {SOURCE}


def test_every_module_of_the_package_is_in_the_row_of_its_folder() -> None:
    commands = {f"{name}.py" for name in COMMANDS}
    for folders, text in rows():
        for folder in folders:
            names = {path.name for path in folder.glob("*.py")} - {"__init__.py"}
            said = names - commands if folder.name == "cli" else names
            if folder.name not in ("arena", "wire"):  # which are described as a whole
                assert [name for name in sorted(said) if f"`{name}`" not in text] == [], folder


def test_every_file_that_a_row_names_is_in_its_folder() -> None:
    for folders, text in rows():
        for name in FILE.findall(text) if folders else ():
            assert any((folder / name).is_file() for folder in folders), name


def test_every_file_that_the_architecture_names_is_there() -> None:
    places = (
        ROOT,
        ROOT / "tools",
        ROOT / "training",
        SOURCE,
        *(path for path in SOURCE.rglob("*") if path.is_dir()),
    )
    for name in FILE.findall(ARCHITECTURE):
        plain = name.removeprefix("games/<game>/")
        assert any((place / plain).is_file() for place in places) or plain.startswith("*"), name


def test_every_file_of_a_game_is_in_the_architecture() -> None:
    files = {path.name for game in GAMES for path in game.glob("*.py")} - {"__init__.py"}
    assert [name for name in sorted(files) if f"`{name}`" not in ARCHITECTURE] == []


def test_the_boxes_of_the_picture_hold_all_folders() -> None:
    drawn = set(re.findall(r"\w+", ARCHITECTURE.split("```")[1]))
    besides = {"cli": "commands", "web": "page", "wire": "server"}
    folders = {path.parent.name for path in SOURCE.glob("*/__init__.py")} | {"web"}
    assert {besides.get(name, name) for name in folders} <= drawn
    assert {game.name for game in GAMES} <= drawn
    assert ARCHITECTURE.split("```")[1].count("+--") // 2 == 7

"""What the documentation shows is what happens."""

from __future__ import annotations

import doctest
import json
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DEPENDENCIES = ROOT / "docs" / "dependencies.md"
PAGES = ["README.md", "docs/python.md", "docs/machines.md", "docs/fair.md"]


REFUSAL = "An 8 is lower than the 9 on the pile (rule T7). With bonus chips it goes: 8+1."


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_the_documentation_work(page: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False)
    assert tried >= 4
    assert failed == 0


def test_the_refusal_in_the_readme_is_what_is_said_to_the_letter(tmp_path: Path) -> None:
    page = (ROOT / "README.md").read_text("utf-8")
    assert f"\n> {REFUSAL}\n" in page
    assert page.count(f"\nreihum.match.Refused: {REFUSAL}\n") == 1
    changed = tmp_path / "README.md"
    changed.write_text(page.replace(f"Refused: {REFUSAL}", f"Refused: {REFUSAL[:-2]}2."), encoding="utf-8")
    failed, _ = doctest.testfile(str(changed), module_relative=False, report=False, verbose=False)
    assert failed == 1


def test_every_dependency_has_a_line_of_reason_of_its_own() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wanted = project["build-system"]["requires"] + project["project"]["dependencies"]
    wanted += [each for extra in project["project"]["optional-dependencies"].values() for each in extra]
    named = {re.split(r"[\[>=]", each)[0] for each in wanted}
    named |= {*json.loads((ROOT / "tools" / "package.json").read_text("utf-8"))["devDependencies"]}
    assert len(named) > 10
    lines = re.findall(r"^\| ([\w@/-]+)(?: \(mypyc\))? \| \S", DEPENDENCIES.read_text("utf-8"), re.MULTILINE)
    assert {*lines} - {"package", "---"} == named


def test_every_folder_and_file_of_a_game_is_in_the_architecture() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    files = {path.name for path in (ROOT / "src/reihum/games").glob("*/*.py")} - {"__init__.py"}
    assert [name for name in sorted(files) if f"`{name}`" not in page] == []


def test_the_layers_are_in_the_picture_from_top_to_bottom() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    layers = project["tool"]["importlinter"]["contracts"][0]["layers"]
    names = [name.removeprefix("reihum.") for layer in layers for name in layer.split(" | ")]
    picture = (ROOT / "docs" / "architecture.md").read_text("utf-8").split("```")[1]
    drawn = re.findall(r"\w+", " ".join(line[:42] for line in picture.splitlines()))
    assert len(names) > 12
    assert [name for name in dict.fromkeys(drawn) if name in names] == names


def test_every_file_and_folder_of_the_package_is_in_the_architecture() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    source = ROOT / "src" / "reihum"
    found = [f"{path.name}/" for path in source.iterdir() if (path / "__init__.py").exists()]
    found += [path.name for path in [*source.glob("*.py"), *source.glob("t*/*.py")] if path.name[0] != "_"]
    assert "typed/" in found
    assert [name for name in sorted(found) if f"`{name}" not in page] == []

"""What the documentation shows is what happens."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = ["README.md", "docs/python.md", "docs/machines.md"]


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


def test_every_dependency_has_a_line_of_reason() -> None:
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    reasons = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
    named = set(re.findall(r'"([a-z_\-]+)(?:\[\w+\])?>=', project))
    assert len(named) > 10
    assert [name for name in sorted(named) if name not in reasons] == []


def test_every_folder_and_file_of_a_game_is_in_the_architecture() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    files = {path.name for path in (ROOT / "src/reihum/games").glob("*/*.py")} - {"__init__.py"}
    assert [name for name in sorted(files) if f"`{name}`" not in page] == []

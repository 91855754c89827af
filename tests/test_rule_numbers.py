"""The rule pages define every rule once, and every rule cited anywhere is defined there."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from reihum.games import SLUGS
from tests.games import PACKAGES
from tests.test_sheets import LETTER
from tests.tools import sheet

ROOT: Final = Path(__file__).parent.parent
CITING: Final = ("src/**/*.py", "src/**/*.toml", "tests/**/*.py", "docs/**/*.md", "README.md")

# A game's letter, one or two digits, and a small letter for a ruling. It is not part of a longer word; an
# underscore ends a word, because tests are named after rules. Cards and types are not mistaken for it: a King
# is 'Kc' and never followed by a digit, a ten of hearts is '10h', and a type variable is a bare 'T'.
NUMBER: Final = re.compile(r"(?<![A-Za-z0-9])[HTYK][1-9][0-9]?[a-z]?(?![A-Za-z0-9])")
DEFINITION: Final = re.compile(r"^(?:- \*\*([HTYK]\d+)|  - \*\*([HTYK]\d+[a-z]))\.\*\* ", re.MULTILINE)
# asked for in order to be told that there is no such rule, and spoken of here
NO_RULES: Final = {
    f"tests/{name}.py": {"T99"} for name in ("test_cli", "test_mcp", "test_play", "test_rule_numbers")
}


def defined_rules(slug: str) -> list[str]:
    """The numbers of all rules and rulings on a game's page, in order."""
    page = (ROOT / "docs" / "rules" / f"{PACKAGES[slug]}.md").read_text("utf-8")
    return [rule or ruling for rule, ruling in DEFINITION.findall(page)]


@cache
def cited_rules() -> dict[str, set[str]]:
    """Every rule number cited anywhere, and the files that cite it."""
    found: dict[str, set[str]] = {}
    for path in sorted({path for pattern in CITING for path in ROOT.glob(pattern)}):
        name = path.relative_to(ROOT).as_posix()
        for number in set(NUMBER.findall(path.read_text("utf-8"))) - NO_RULES.get(name, set()):
            found.setdefault(number, set()).add(name)
    return found


def order(number: str) -> tuple[int, str]:
    """A key to sort numbers as on the page: a rule, then its rulings, then the next rule."""
    return int(re.sub(r"\D", "", number)), number.lstrip("HTYK0123456789")


@pytest.mark.parametrize("slug", SLUGS)
def test_no_rule_is_defined_twice_and_all_are_in_order(slug: str) -> None:
    numbers = defined_rules(slug)
    assert sorted(set(numbers), key=order) == numbers


@pytest.mark.parametrize("slug", SLUGS)
def test_a_page_defines_exactly_the_rules_of_its_sheet_and_rulings_on_them(slug: str) -> None:
    numbers = defined_rules(slug)
    shown = list(sheet(slug, "en").rules)  # of the rulings only those that are options
    assert [number for number in numbers if number[-1].isdigit() or number in shown] == shown
    assert {number.rstrip("abcdefghijklmnopqrstuvwxyz") for number in numbers} <= set(shown)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_rule_cited_anywhere_is_defined(slug: str) -> None:
    known = set(defined_rules(slug))
    mine = {number: files for number, files in cited_rules().items() if number[0] == LETTER[slug]}
    assert len(mine) > len(sheet(slug, "en").rules)
    assert {number: files for number, files in mine.items() if number not in known} == {}


@pytest.mark.parametrize("slug", SLUGS)
def test_the_files_of_a_game_cite_no_other_game(slug: str) -> None:
    folders = tuple(f"{place}/{PACKAGES[slug]}/" for place in ("src/reihum/games", "tests"))
    page = f"docs/rules/{PACKAGES[slug]}.md"
    foreign = {
        number: [file for file in files if file.startswith(folders) or file == page]
        for number, files in cited_rules().items()
        if number[0] != LETTER[slug]
    }
    assert {number: files for number, files in foreign.items() if files} == {}


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("T12, T12b: forced", ["T12", "T12b"]),
        ("def test_T4a_cards_are_named", ["T4a"]),
        ('Refusal("H18", "not_yours")', ["H18"]),
        ('"Y7.series" and (K20a)', ["Y7", "K20a"]),
        ("Kc 10h TypeVar T, T123, T7bc, HT7, K0, 0xK1", []),
    ],
)
def test_what_is_taken_for_a_rule_number(text: str, numbers: list[str]) -> None:
    assert NUMBER.findall(text) == numbers

"""Only a game's own folder names it: all other code asks its Spec."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Final

import pytest

from reihum.games import MODULES, SLUGS, spec
from reihum.games.spec import Spec
from tests.games import SIZES, Walk

SOURCE: Final = Path(__file__).parent.parent / "src" / "reihum"
ALLOWED: Final = {  # file -> which lines may name a game, and why
    "__init__.py": r'best_laydown|\bgame\("23"\)',  # a public name, and the library's first example
    "games/__init__.py": r'^    "[^"]+": "reihum\.games\.\w+",$',  # the registry: one line for each
    "cli/main.py": r'^    "melds": ',  # the command that is about hands of one game ...
    "cli/melds.py": r"koenigs_romme|Königs-Rommé",  # ... and what it does
    "machine.py": r'machine\.spec\("23"\)',  # the first example below the texts
    "client/__init__.py": r'guest\.open\("23"',  # an example of the library
}
PAGE: Final = re.compile(r"words/page\.\w+\.toml")  # read by the page alone; see tests/test_page_words.py


def names(of: Spec) -> re.Pattern[str]:
    """A game's titles, package and slug; those that are also ordinary words only where they are names."""
    titles = [re.escape(title) for title in (of.title, *of.titles) if not title.isdigit()]
    quoted = rf"""["']{re.escape(of.slug)}["']"""
    words = [rf"\b{word}\b" for word in (of.package, of.slug) if word not in ("help", "23")]
    return re.compile("|".join([*titles, rf"games\.{of.package}\b", quoted, *words]))


def lines_outside() -> list[tuple[str, str]]:
    """Every line of Python and of catalogues outside the games' folders, with the name of its file."""
    files = [*SOURCE.rglob("*.py"), *SOURCE.rglob("*.toml")]
    found = {path.relative_to(SOURCE).as_posix(): path for path in files}
    return [
        (name, line)
        for name, path in sorted(found.items())
        if not re.match(r"games/\w+/", name) and not PAGE.fullmatch(name)
        for line in path.read_text("utf-8").splitlines()
    ]


def offending(slug: str, lines: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The lines that name a game but should not."""
    named = [(name, line) for name, line in lines if names(spec(slug)).search(line) and not is_wish(line)]
    return [
        (name, line) for name, line in named if name not in ALLOWED or not re.search(ALLOWED[name][1], line)
    ]


def is_wish(line: str) -> bool:
    """`help` is also what people type to get help, in every game."""
    return '"help"' in line and not re.search(r"slug|game\(|spec\(", line)


@pytest.mark.parametrize("slug", SLUGS)
def test_no_game_is_named_outside_its_folder(slug: str) -> None:
    assert offending(slug, lines_outside()) == []


@pytest.mark.parametrize(
    ("slug", "line"),
    [
        ("23", 'if slug == "23":'),
        ("help", 'mistake = None if match.game.slug == "help" else x'),
        ("yoyo", "STYLES = {}  # of YoYo"),
        ("yoyo", 'yoyo = "b is blue"'),
        ("koenigs-romme", "from reihum.games.koenigs_romme.cards import VALUE_NAMES"),
        ("koenigs-romme", "[field.koenigs-romme]"),
        ("help", "from reihum.games.help import SPEC"),
    ],
)
def test_a_name_would_be_noticed(slug: str, line: str) -> None:
    assert offending(slug, [("terminal/draw.py", line)]) == [("terminal/draw.py", line)]


def test_every_exception_is_needed() -> None:
    lines = lines_outside()
    for name, pattern in ALLOWED.items():
        mine = [line for file, line in lines if file == name and re.search(pattern, line)]
        assert any(names(spec(slug)).search(line) for slug in SLUGS for line in mine), name


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_is_its_folder_and_its_line(slug: str) -> None:
    of = spec(slug)
    assert MODULES[slug] == of.module == f"reihum.games.{of.package}"
    folder = SOURCE / "games" / of.package
    for name in ("telling", "typing", "drawing"):
        assert (folder / f"{name}.py").exists()
    for name in ("sheet", "told", "words", "page"):
        for lang in ("de", "en", "nl"):
            assert tomllib.loads((folder / f"{name}.{lang}.toml").read_text("utf-8"))


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_results_are_events_of_the_game_and_have_the_facts_that_they_name(slug: str, players: int) -> None:
    of = spec(slug)
    walk = Walk(of, players, 5, wildness=40)
    walk.state.telling = True
    for _ in range(of.decisions_cap):
        rounds = [event for event in walk.state.events if event.kind == "round"]
        for event in walk.state.events:
            if event.kind in of.results.facts:
                assert set(of.results.facts[event.kind]) <= event.facts.keys()
        for event in rounds:
            told = [event.facts[name] for name in (of.results.total, of.results.gain) if name is not None]
            assert [len(scores) for scores in told if isinstance(scores, list)] == [players] * len(told)
        if rounds or any(event.kind == "game" for event in walk.state.events):
            break
        walk.step()
    assert players == 1 or of.results.count in of.position(walk.state)
    assert rounds or players == 1

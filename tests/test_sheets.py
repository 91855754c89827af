"""The sheets: every rule has a test, and every refusal a rule and a sentence in every language."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from string import Formatter

import pytest

from reihum.games import SLUGS, spec
from reihum.words import LANGUAGES, locale_language, words
from tests.games import PACKAGES
from tests.runnable import runnable_tests
from tests.tools import sheet

TESTS = Path(__file__).parent
SOURCES = TESTS.parent / "src" / "reihum"
RULE_COUNT = {"help": 21, "23": 16, "yoyo": 27, "koenigs-romme": 20}
OPTION_RULES = {"23": {"T9": "T9d"}, "yoyo": {"Y22": "Y22c"}}  # options that are rulings on a rule
LETTER = {"help": "H", "23": "T", "yoyo": "Y", "koenigs-romme": "K"}


def refusals_in_the_rules(slug: str) -> set[str]:
    """Every refusal that the rules can give, as 'T7.lower'."""
    sources = "\n".join(path.read_text("utf-8") for path in (SOURCES / "games" / PACKAGES[slug]).glob("*.py"))
    return {f"{rule}.{reason}" for rule, reason in re.findall(r'Refusal\(\s*"(\w+)",\s*"(\w+)"', sources)}


def places(sentence: str) -> set[str]:
    """The facts that a sentence has placeholders for."""
    return {name.removeprefix("a_") for _, name, _, _ in Formatter().parse(sentence) if name}


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sheet_has_every_rule_of_its_game_in_order(slug: str, lang: str) -> None:
    wanted: list[str] = []
    for rule in (f"{LETTER[slug]}{n}" for n in range(1, RULE_COUNT[slug] + 1)):
        option = OPTION_RULES.get(slug, {}).get(rule)
        wanted += [rule] if option is None else [rule, option]
    assert list(sheet(slug, lang).rules) == wanted
    assert all(text.strip().endswith((".", "!", "?")) for text in sheet(slug, lang).rules.values())


def found_in_games() -> tuple[tuple[str, str, str], ...]:
    """The folder, file and name of every test of all games."""
    return runnable_tests(*(TESTS / package for package in PACKAGES.values()))


def test_every_rule_has_a_test_named_after_it_that_runs() -> None:
    for slug in SLUGS:
        name_of_rule = re.compile(rf"test_(({LETTER[slug]}\d+)[a-z]?)_")
        found = found_in_games()
        names = [name_of_rule.match(name) for folder, _, name in found if folder == PACKAGES[slug]]
        tested = {number for name in names if name for number in name.groups()}
        assert set(sheet(slug, "en").rules) - tested == set()


def test_tests_that_do_not_run_do_not_count(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(SOME_RUN, "utf-8")
    names = [name for *_, name in runnable_tests(tmp_path)]
    assert names == ["test_runs", "test_runs_twice", "test_runs_twice", "test_runs_here"]


SOME_RUN = """
import sys
import pytest

def test_runs(): pass

@pytest.mark.parametrize("n", [1, 2])
def test_runs_twice(n): pass

@pytest.mark.skipif(sys.version_info < (3, 0), reason="never")
def test_runs_here(): pass

@pytest.mark.skip
def test_skipped(): pass

@pytest.mark.skipif(sys.version_info >= (3, 0), reason="always")
def test_skipped_here(): pass

@pytest.mark.parametrize("n", [])
def test_of_nothing(n): pass

@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.skip)])
def test_of_skipped(n): pass

@pytest.mark.xfail
def test_fails(): assert False

def test_skips_itself(): pytest.skip("not today")

# def test_written_in_a_comment(): pass
def helper_test_not_collected(): pass
"""


@pytest.mark.parametrize("slug", SLUGS)
def test_every_refusal_cites_a_rule_of_the_sheet_and_has_a_sentence_in_every_language(slug: str) -> None:
    wanted = refusals_in_the_rules(slug)
    assert wanted
    for lang in LANGUAGES:
        assert set(sheet(slug, lang).refusals) == wanted
        assert {key.split(".")[0] for key in wanted} <= set(sheet(slug, lang).rules)


@pytest.mark.parametrize("slug", SLUGS)
def test_no_refusal_is_made_up_otherwise(slug: str) -> None:
    """A Refusal whose rule or reason is not a literal could slip through the test above."""
    for path in (SOURCES / "games" / PACKAGES[slug]).glob("*.py"):
        source = path.read_text("utf-8")
        calls = re.findall(r"\bRefusal\(", source)
        literal = re.findall(r'\bRefusal\(\s*"\w+",\s*"\w+"', source)
        assert len(calls) == len(literal), path


@pytest.mark.parametrize("slug", SLUGS)
def test_every_refusal_is_provoked_from_the_table_of_its_game(slug: str) -> None:
    """Rows of `REFUSALS` are (position, seat, move, key), and each of them runs as a test."""
    table = import_module(f"tests.{PACKAGES[slug]}.test_refusals").REFUSALS
    assert {key for _, _, _, key in table} == refusals_in_the_rules(slug)
    files = [file for folder, file, _ in found_in_games() if folder == PACKAGES[slug]]
    assert files.count("test_refusals.py") > len(table)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_languages_name_the_same_facts(slug: str) -> None:
    english = sheet(slug, "en").refusals
    for lang in LANGUAGES:
        other = sheet(slug, lang)
        assert {key: places(text) for key, text in other.refusals.items()} == {
            key: places(text) for key, text in english.items()
        }
        assert set(other.words) == set(sheet(slug, "en").words)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_catalogues_have_the_same_keys_and_facts(slug: str) -> None:
    english = spec(slug).words("en").sentences
    assert english.keys() > words("en").sentences.keys()
    for lang in LANGUAGES:
        other = spec(slug).words(lang).sentences
        assert {key: places(text) for key, text in other.items()} == {
            key: places(text) for key, text in english.items()
        }


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_DE", "LC_ALL": "nl_NL.UTF-8"}, "nl"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "nl_BE", "REIHUM_LANG": "de"}, "de"),
    ],
)
def test_the_language_follows_the_locale(environment: dict[str, str], lang: str) -> None:
    assert locale_language(environment) == lang

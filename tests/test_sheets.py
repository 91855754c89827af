"""The sheets: every rule has a test, every refusal a rule and a sentence, in every language."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from reihum.games import PACKAGES, SLUGS
from reihum.sheets import sheet
from reihum.words import LANGUAGES, language_here, words

TESTS = Path(__file__).parent
SOURCES = TESTS.parent / "src" / "reihum"
RULE_COUNT = {"help": 21, "23": 16, "yoyo": 27, "koenigs-romme": 20}
LETTER = {"help": "H", "23": "T", "yoyo": "Y", "koenigs-romme": "K"}


def source_of_tests(slug: str) -> str:
    """The text of all test files of a game."""
    return "\n".join(path.read_text("utf-8") for path in sorted((TESTS / PACKAGES[slug]).glob("test_*.py")))


def refusals_in_the_rules(slug: str) -> set[str]:
    """Every refusal that the rules can give, as 'T7.lower'."""
    sources = "\n".join(path.read_text("utf-8") for path in (SOURCES / "games" / PACKAGES[slug]).glob("*.py"))
    return {f"{rule}.{reason}" for rule, reason in re.findall(r'Refusal\(\s*"(\w+)",\s*"(\w+)"', sources)}


def places(sentence: str) -> set[str]:
    """The facts that a sentence names."""
    return {name.removeprefix("a_") for _, name, _, _ in Formatter().parse(sentence) if name}


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sheet_has_every_rule_of_its_game_in_order(slug: str, lang: str) -> None:
    assert list(sheet(slug, lang).rules) == [f"{LETTER[slug]}{n}" for n in range(1, RULE_COUNT[slug] + 1)]
    assert all(text.strip().endswith((".", "!", "?")) for text in sheet(slug, lang).rules.values())


@pytest.mark.parametrize("slug", SLUGS)
def test_every_rule_has_a_test_named_after_it(slug: str) -> None:
    tested = set(re.findall(rf"def test_({LETTER[slug]}\d+)[a-z]?_", source_of_tests(slug)))
    assert set(sheet(slug, "en").rules) <= tested


@pytest.mark.parametrize("slug", SLUGS)
def test_every_refusal_cites_a_rule_of_the_sheet_and_has_a_sentence_in_every_language(slug: str) -> None:
    wanted = refusals_in_the_rules(slug)
    assert wanted
    for lang in LANGUAGES:
        assert set(sheet(slug, lang).refusals) == wanted
        assert {key.split(".")[0] for key in wanted} <= set(sheet(slug, lang).rules)


@pytest.mark.parametrize("slug", SLUGS)
def test_no_refusal_is_made_up_otherwise(slug: str) -> None:
    """A Refusal whose rule or reason is not written out could slip through the test above."""
    for path in (SOURCES / "games" / PACKAGES[slug]).glob("*.py"):
        source = path.read_text("utf-8")
        calls = re.findall(r"\bRefusal\(", source)
        literal = re.findall(r'\bRefusal\(\s*"\w+",\s*"\w+"', source)
        assert len(calls) == len(literal), path


@pytest.mark.parametrize("slug", SLUGS)
def test_every_refusal_is_provoked_by_some_test(slug: str) -> None:
    text = source_of_tests(slug)
    assert [key for key in sorted(refusals_in_the_rules(slug)) if f'"{key}"' not in text] == []


@pytest.mark.parametrize("slug", SLUGS)
def test_the_languages_name_the_same_facts(slug: str) -> None:
    english = sheet(slug, "en").refusals
    for lang in LANGUAGES:
        other = sheet(slug, lang)
        assert {key: places(text) for key, text in other.refusals.items()} == {
            key: places(text) for key, text in english.items()
        }
        assert set(other.words) == set(sheet(slug, "en").words)


def test_the_catalogues_have_the_same_keys_and_facts() -> None:
    english = words("en").sentences
    for lang in LANGUAGES:
        other = words(lang).sentences
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
    assert language_here(environment) == lang

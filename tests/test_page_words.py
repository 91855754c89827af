"""The words of the page: the same keys in three languages, none missing, none unused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from reihum.bots import LEVELS, USUAL_LEVEL
from reihum.games import spec
from reihum.server.http.page_data import page_words
from reihum.words import LANGUAGES
from tests.games import PACKAGES

HOME = Path(__file__).parent.parent / "src/reihum"
SOURCES = {path: path.read_text("utf-8") for path in HOME.rglob("*.js")}
SAID = re.compile(r"""\bsay\(\s*(?:[^()"'`?]*\?\s*)?["'`]([^"'`]+)["'`]""")
ANY_TEXT = re.compile(r"""["'`]([a-z_]+(?:\.[\w$.{}-]+)*)["'`]""")
PLACE = re.compile(r"\{(\w+)(?::([^}]*))?\}")


def patterns() -> set[str]:
    """Every text in the page's code that may be a key, with `*` for what is filled in later."""
    whole = re.compile(r"`((?:[^`$]|\$\{[^}]*\})+)`")
    found = {text for source in SOURCES.values() for text in ANY_TEXT.findall(source)}
    for source in SOURCES.values():
        for text in whole.findall(source):
            for word in re.sub(r"\$\{(?:[^{}]|\{[^}]*\})*\}", "*", text).split():
                found.add(word)
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_says_the_same_things_with_the_same_places(lang: str) -> None:
    english, other = page_words("en"), page_words(lang)
    assert other.keys() == english.keys()
    for key, sentence in other.items():
        names = {name for name, _ in PLACE.findall(sentence)}
        assert names == {name for name, _ in PLACE.findall(english[key])}, key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sentences_are_whole(lang: str) -> None:
    for key, sentence in page_words(lang).items():
        assert sentence.strip(), key
        assert sentence.count("{") == sentence.count("}"), key
        for _, forms in PLACE.findall(sentence):
            assert forms == "" or forms.count("|") in (1, 2), f"{key}: forms for one, many, and perhaps none"


def test_what_the_page_says_is_in_the_catalogue() -> None:
    known = page_words("en")
    missing = {
        f"{path.relative_to(HOME)}: {key}"
        for path, source in SOURCES.items()
        for key in SAID.findall(source)
        if "$" not in key and key not in known
    }
    assert not missing


def test_nothing_is_in_the_catalogue_that_nobody_says() -> None:
    texts = patterns()
    wild = [
        re.compile("".join(".+" if part == "*" else re.escape(part) for part in re.split(r"(\*)", text)))
        for text in texts
        if "*" in text and "." in text
    ]
    unsaid = [
        key
        for key in page_words("en")
        if key not in texts and not any(pattern.fullmatch(key) for pattern in wild)
    ]
    assert unsaid == []


def test_every_level_of_bots_has_its_words_and_the_page_knows_the_same_ones() -> None:
    for lang in LANGUAGES:
        found = {key for key in page_words(lang) if key.startswith("level.")}
        assert found == {
            "level.about",
            *(f"level.{name}.{word}" for name in LEVELS for word in ("name", "more")),
        }
        assert len({page_words(lang)[f"level.{name}.name"] for name in LEVELS}) == len(LEVELS)
    source = SOURCES[HOME / "web/base/levels.js"]
    assert f"export const LEVELS = {json.dumps(LEVELS)};" in source
    assert f"export const USUAL_LEVEL = {LEVELS.index(USUAL_LEVEL) + 1};" in source


@pytest.mark.parametrize("package", PACKAGES.values())
def test_every_game_has_the_words_of_its_tile(package: str) -> None:
    for lang in LANGUAGES:
        assert {f"{package}.{name}" for name in ("title", "facts", "pitch")} <= page_words(lang).keys()


def test_every_option_of_a_game_has_its_words() -> None:
    for slug, package in PACKAGES.items():
        for lang in LANGUAGES:
            assert {f"{package}.option_{name}" for name in spec(slug).options} <= page_words(lang).keys()

"""What Reihum says to people, in German, English and Dutch: one catalogue per language.

A game keeps its own words in its folder, found by the name of its module, so no game is named here.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from reihum.core.errors import ReihumError

LANGUAGES: Final = ("de", "en", "nl")


class Count:
    """A number in the singular or the plural: `a chip|# chips`."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __format__(self, forms: str) -> str:
        if not forms:
            return str(self.number)
        one, _, many = forms.partition("|")
        return (one if self.number == 1 else many).replace("#", str(self.number))


class Words:
    """The catalogue of one language; a key such as `play.bye` gives a sentence."""

    def __init__(self, lang: str, sentences: dict[str, str], game: str = "") -> None:
        self.lang = lang
        self.sentences = sentences
        self.game = game  # the module of the game whose own words are included

    def __call__(self, key: str, /, **facts: object) -> str:
        """The sentence under a key, filled with facts."""
        return self.sentences[key].format_map(facts)

    def get(self, key: str, default: str) -> str:
        """A word that may be missing."""
        return self.sentences.get(key, default)


def checked_language(lang: object) -> str:
    """The language, if it is one of ours."""
    if not isinstance(lang, str) or lang not in LANGUAGES:
        raise ReihumError(f"There is no language {lang!r}; there are {', '.join(LANGUAGES)}.")
    return lang


def words(lang: str, game: str = "") -> Words:
    """The catalogue of a language; for the module of a game, with that game's own words."""
    name = f"{checked_language(lang)}.toml"
    own = read_sentences(game, f"words.{name}", "") if game else {}
    return Words(lang, read_sentences(__package__, name, "") | own, game)


def narration(game: str, lang: str) -> Words:
    """What a game's narrator says in a language: the words for every game, and those for this one."""
    name = f"told.{checked_language(lang)}.toml"
    return Words(lang, read_sentences(__package__, name, "told.") | read_sentences(game, name, "told."), game)


@cache
def read_sentences(package: str, name: str, prefix: str) -> dict[str, str]:
    """A file of sentences under dotted keys; each file is read once."""
    return dict(dotted_keys(tomllib.loads((files(package) / name).read_text(encoding="utf-8")), prefix))


def dotted_keys(tables: Mapping[str, object], prefix: str) -> list[tuple[str, str]]:
    """Nested tables flattened to dotted keys."""
    found: list[tuple[str, str]] = []
    for key, value in tables.items():
        if isinstance(value, Mapping):
            found += dotted_keys(value, f"{prefix}{key}.")
        else:
            found.append((f"{prefix}{key}", str(value)))
    return found


def locale_language(environment: Mapping[str, str] | None = None) -> str:
    """The language of the machine's locale if it is one of ours, otherwise English."""
    environment = os.environ if environment is None else environment
    for name in ("REIHUM_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            lang = value[:2].lower()
            return lang if lang in LANGUAGES else "en"
    return "en"

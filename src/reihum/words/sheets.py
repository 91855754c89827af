"""The rules shown to players: one sheet per game and language, with the sentences for refusals."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from reihum.words import checked_language

WAY_OUT: Final = " | "  # separates why a move is refused from what could be done instead
LONGEST_REFUSAL: Final = 90  # characters, with the rule and the way out; the rule itself says the rest
CITATION: Final = {"de": "(Regel {})", "en": "(rule {})", "nl": "(regel {})"}


@dataclass(frozen=True)
class Section:
    """A heading and the rules under it, by number."""

    heading: str
    rules: dict[str, str]


@dataclass(frozen=True)
class Sheet:
    """The rules of one game in one language."""

    lang: str
    aim: str  # what the game is about, in two sentences
    example: str  # one turn as an example
    sections: tuple[Section, ...]
    refusals: dict[str, str]  # "T7.lower" -> sentence with {facts}
    words: dict[str, str]  # a fact's value -> the word for it

    @property
    def rules(self) -> dict[str, str]:
        """All rules by number."""
        return {number: text for section in self.sections for number, text in section.rules.items()}

    def refusal(self, rule: str, reason: str, facts: dict[str, object]) -> str:
        """Why a move is refused, in one line that cites the rule and offers the way out."""
        spoken: dict[str, object] = {name: self.words.get(str(fact), fact) for name, fact in facts.items()}
        if "moves" in facts:  # of all that is possible, a sentence offers the first
            spoken["move"] = str(facts["moves"]).partition(", ")[0]
        spoken |= {f"a_{name}": with_article(str(fact)) for name, fact in spoken.items()}
        sentence, _, way_out = self.refusals[f"{rule}.{reason}"].format_map(spoken).partition(WAY_OUT)
        cited = f"{sentence.removesuffix('.')} {CITATION[self.lang].format(rule)}."
        return f"{cited} {way_out}".rstrip()


def with_article(word: str) -> str:
    """An English word or number with its article, capitalised to begin a sentence."""
    return f"An {word}" if word in ("8", "11", "18") or word[:1] in "AEIO" else f"A {word}"


def rule_number(typed: str) -> str:
    """A rule's number as sheets write it (T9d), however it was typed."""
    return typed[:1].upper() + typed[1:].lower()


def sheet(game: str, lang: str) -> Sheet:
    """The sheet of the game in a module, in one language."""
    return read_sheet(game, checked_language(lang))


@cache
def read_sheet(game: str, lang: str) -> Sheet:
    """The same, each sheet read once."""
    source = files(game) / f"sheet.{lang}.toml"
    tables = tomllib.loads(source.read_text(encoding="utf-8"))
    refusals = tables.pop("refusals")
    words = tables.pop("words", {})
    aim, example = tables.pop("aim", ""), tables.pop("example", "")
    sections = tuple(
        Section(table["heading"], {number: text for number, text in table.items() if number != "heading"})
        for table in tables.values()
    )
    return Sheet(lang, aim, example, sections, refusals, words)

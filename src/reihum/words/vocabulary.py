"""The words people can type, in their language and in English: `[typed]` in the catalogues."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

from reihum.words import Words, words

EMOJI: Final = "\ufe0f"  # follows suits typed as emoji
UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def fold_text(text: str) -> str:
    """A text without case and accents, ü as ue; digits of other scripts are unchanged."""
    small = unicodedata.normalize("NFC", text.casefold())
    return strip_accents(small.translate(UMLAUTS))


def strip_accents(text: str) -> str:
    """A text without case and accents, ü as u."""
    parts = unicodedata.normalize("NFD", text.casefold())
    return unicodedata.normalize("NFC", "".join(c for c in parts if not unicodedata.combining(c)))


def only_letters(text: str) -> str:
    """Only the letters and digits of a text."""
    return "".join(c for c in text if c.isalnum())


def meanings(table: str, say: Words) -> dict[str, tuple[str, ...]]:
    """What each word of a table such as `suit` can mean, in a language and in English."""
    return read_meanings(table, say.lang, say.game)


@cache
def read_meanings(table: str, lang: str, game: str) -> dict[str, tuple[str, ...]]:
    """The same, read once."""
    found: dict[str, set[str]] = {}
    for catalogue in (lang, "en"):
        for key, spellings in words(catalogue, game).sentences.items():
            if key.startswith(f"typed.{table}."):
                for spelling in spellings.split(", "):
                    for text in (fold_text(spelling), strip_accents(spelling)):
                        found.setdefault(text, set()).add(key.rpartition(".")[2])
    return {text: tuple(sorted(several)) for text, several in found.items()}


def usual_word(table: str, meaning: str, say: Words) -> str:
    """The word that a language shows for a meaning: the first of its spellings."""
    return say(f"typed.{table}.{meaning}").partition(", ")[0]

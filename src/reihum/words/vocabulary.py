"""The words that can be typed, in the player's language and in English: `[typed]` in the catalogues."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

from reihum.words import Words, words

EMOJI: Final = "\ufe0f"  # comes along with suits typed as emoji
UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def folded(text: str) -> str:
    """A text without case and accents; digits of other scripts stay what they are."""
    small = unicodedata.normalize("NFC", text.casefold())
    return plain(small.translate(UMLAUTS))


def plain(text: str) -> str:
    """A text without accents and without case, an ü as a u."""
    parts = unicodedata.normalize("NFD", text.casefold())
    return unicodedata.normalize("NFC", "".join(c for c in parts if not unicodedata.combining(c)))


def letters(text: str) -> str:
    """Only the letters and digits of a text."""
    return "".join(c for c in text if c.isalnum())


def meanings(table: str, say: Words) -> dict[str, tuple[str, ...]]:
    """What each word of a table such as `suit` means, in a language and in English; it may be two things."""
    return read_meanings(table, say.lang, say.game)


@cache
def read_meanings(table: str, lang: str, game: str) -> dict[str, tuple[str, ...]]:
    """The same, read once."""
    found: dict[str, set[str]] = {}
    for catalogue in (lang, "en"):
        for key, spellings in words(catalogue, game).sentences.items():
            if key.startswith(f"typed.{table}."):
                for spelling in spellings.split(", "):
                    for text in (folded(spelling), plain(spelling)):
                        found.setdefault(text, set()).add(key.rpartition(".")[2])
    return {text: tuple(sorted(several)) for text, several in found.items()}


def usual(table: str, meaning: str, say: Words) -> str:
    """The word that a language shows for something: the first of its spellings."""
    return say(f"typed.{table}.{meaning}").partition(", ")[0]

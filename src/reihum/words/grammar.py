"""Things that sentences speak of, each with its forms: `{from:dat}`, `{card:the}`, `{count:a chip|# chips}`.

A catalogue writes a sentence with places; what stands in a place knows how to be written there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

CASES: Final = ("", "acc", "dat")
FORMS: Final = ("", "a", "the")
AN: Final = re.compile(r"\b([Aa]) (?=8|11\b|18\b)")  # 'an 8', not 'a 8'


class Who:
    """A player in a sentence: by name, or as 'you' in the case that is asked for."""

    def __init__(self, name: str, pronoun: str | None) -> None:
        self.name = name
        self.pronoun = pronoun  # "du|dich|dir" for the listener, None for everybody else

    def __format__(self, case: str) -> str:
        return self.name if self.pronoun is None else self.pronoun.split("|")[CASES.index(case)]


class Noun:
    """A card in a sentence: bare, with 'a', or with 'the'; always as the object."""

    def __init__(self, forms: str) -> None:
        self.forms = forms  # "Joker|einen Joker|den Joker"

    def __format__(self, form: str) -> str:
        return self.forms.split("|")[FORMS.index(form)]


class Listed:
    """Several things, the last two joined by 'and'."""

    def __init__(self, things: Sequence[object], conjunction: str) -> None:
        self.things = things
        self.conjunction = conjunction

    def __format__(self, spec: str) -> str:
        texts = [format(thing, spec) for thing in self.things]
        if len(texts) < 2:
            return "".join(texts)
        return f"{', '.join(texts[:-1])} {self.conjunction} {texts[-1]}"


def finished(sentence: str, lang: str) -> str:
    """A sentence with a capital at its beginning and English articles as they are spoken."""
    if lang == "en":
        sentence = AN.sub(r"\1n ", sentence)
    return sentence[:1].upper() + sentence[1:]

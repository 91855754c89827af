"""What sentences talk about, in the form they need: `{from:dat}`, `{card:the}`, `{count:a chip|# chips}`.

A catalogue's sentences have placeholders; the objects that fill them know their own forms.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

CASES: Final = ("", "acc", "dat")
FORMS: Final = ("", "a", "the")
AN: Final = re.compile(r"\b([Aa]) (?=8|11\b|18\b)")  # 'an 8', not 'a 8'


class Who:
    """A player in a sentence: by name, or as 'you' in the case required."""

    def __init__(self, name: str, pronoun: str | None) -> None:
        self.name = name
        self.pronoun = pronoun  # "du|dich|dir" for the listener, None for everyone else

    def __format__(self, case: str) -> str:
        return self.name if self.pronoun is None else self.pronoun.split("|")[CASES.index(case)]


class Noun:
    """A card in a sentence: bare, with 'a', or with 'the'; always as the object."""

    def __init__(self, forms: str) -> None:
        self.forms = forms  # "Joker|einen Joker|den Joker"

    def __format__(self, form: str) -> str:
        return self.forms.split("|")[FORMS.index(form)]


class Enumeration:
    """A list in a sentence, the last two things joined by 'and'."""

    def __init__(self, things: Sequence[object], conjunction: str) -> None:
        self.things = things
        self.conjunction = conjunction

    def __format__(self, spec: str) -> str:
        texts = [format(thing, spec) for thing in self.things]
        if len(texts) < 2:
            return "".join(texts)
        return f"{', '.join(texts[:-1])} {self.conjunction} {texts[-1]}"


def finish_sentence(sentence: str, lang: str) -> str:
    """The sentence with a capital letter, and with 'an' where English needs it."""
    if lang == "en":
        sentence = AN.sub(r"\1n ", sentence)
    return sentence[:1].upper() + sentence[1:]

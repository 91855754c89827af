"""What can be wrong with what people and programs send in, each with a sentence that says so."""

from __future__ import annotations

from typing import Any


class ReihumError(ValueError):
    """Something that was asked for cannot be done; the text is one clear sentence."""


class NotUnderstood(ReihumError):
    """A text is not a move in this game's notation."""


class NotYourTurn(ReihumError):
    """A seat that owes no decision wanted to make one."""


class BadPosition(ReihumError):
    """A position that cannot be."""


class BadRecord(ReihumError):
    """A record that is broken, cut off, or does not replay."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(f"Line {line}: {sentence}")
        self.line = line
        self.sentence = sentence

    def __reduce__(self) -> tuple[Any, ...]:
        return BadRecord, (self.line, self.sentence)


class NoWorld(Exception):
    """No deal of the hidden cards fits what a seat knows: the rules or their knowledge are wrong."""


def short_quote(text: object) -> str:
    """What somebody typed, quoted, and cut if it is long."""
    quoted = ascii(text) if isinstance(text, str) and not text.isprintable() else repr(text)
    return quoted if len(quoted) <= 40 else f"{quoted[:37]}…"

"""What can be wrong with input from people and programs; each error has a sentence."""

from __future__ import annotations

from typing import Any


class ReihumError(ValueError):
    """A request cannot be met; the text is one clear sentence."""


class NotUnderstood(ReihumError):
    """A text that is not a move in this game's notation."""


class NotYourTurn(ReihumError):
    """A move by a seat that owes no decision."""


class BadPosition(ReihumError):
    """An impossible position."""


class BadRecord(ReihumError):
    """A record that is broken or cut off, or cannot be replayed."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(f"Line {line}: {sentence}")
        self.line = line
        self.sentence = sentence

    def __reduce__(self) -> tuple[Any, ...]:
        return BadRecord, (self.line, self.sentence)


class NoWorld(Exception):
    """No deal of the hidden cards fits what a seat knows: a bug, or a position that no game leads to."""


def short_quote(text: object) -> str:
    """User input in quotes, cut if it is long."""
    quoted = ascii(text) if isinstance(text, str) and not text.isprintable() else repr(text)
    return quoted if len(quoted) <= 40 else f"{quoted[:37]}…"

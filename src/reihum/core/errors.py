"""What can be wrong with what people and programs send in, each with a sentence that says so."""

from __future__ import annotations


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


class NoWorld(Exception):
    """No deal of the hidden cards fits what a seat knows: the rules or their knowledge are wrong."""

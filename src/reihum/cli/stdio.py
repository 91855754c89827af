"""Standard input and output, whatever they are: closed, not UTF-8, full, or endless."""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from io import TextIOWrapper
from typing import Final

from rich.console import Console, ConsoleDimensions

from reihum.core.errors import ReihumError

NARROWEST: Final = 20  # columns
LONGEST_LINE: Final = 10_000  # characters; nobody types that much
# What our texts have beyond letters, for terminals that know ASCII only.
PLAIN: Final = {
    **{"–": "-", "—": "-", "−": "-", "→": ">", "…": "...", "·": "-", "×": "x", "✓": "+", "▲": "^", "▼": "v"},
    **{"’": "'", "‘": "'", "“": '"', "”": '"', "„": '"'},
    **{"Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"},
    **{"♠": "s", "♥": "h", "♦": "d", "♣": "c", "★": "x"},
}


def prepare() -> None:
    """Make the three streams fit for any text, or say that there is nowhere to write to."""
    somewhere = sys.stdout is not None
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:  # closed: no file must be opened under its number
            setattr(sys, name, os.fdopen(nothing_as(number), mode, encoding="utf-8"))
    codecs.register_error("reihum.plain", plainly)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace" if stream is sys.stdin else "reihum.plain")
    if not somewhere:
        raise ReihumError("There is nowhere to write to: standard output is closed.")


def nothing_as(number: int) -> int:
    """The null device under the number of a standard stream."""
    opened = os.open(os.devnull, os.O_RDWR)
    if opened != number:
        os.dup2(opened, number)
        os.close(opened)
    return number


def plainly(error: UnicodeError) -> tuple[str, int]:
    """What to write for characters that the output does not know: something plain, or their numbers."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(plain(char) for char in error.object[error.start : error.end]), error.end


def plain(char: str) -> str:
    """One character in ASCII."""
    if char in PLAIN:
        return PLAIN[char]
    bare = unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode("ascii")
    return bare or char.encode("ascii", "backslashreplace").decode("ascii")


def printable(text: str) -> str:
    """A text from outside on one line, without anything that could steer the terminal."""
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def speaks_unicode() -> bool:
    """Whether the output can write every character."""
    return codecs.lookup(sys.stdout.encoding or "ascii").name.startswith("utf")


class ReaderGone(Exception):
    """Whoever reads our output has read enough."""


class Paper(Console):
    """What people read: plain in pipes, coloured in terminals."""

    def __init__(self, stderr: bool = False) -> None:
        super().__init__(highlight=False, stderr=stderr)

    @property
    def size(self) -> ConsoleDimensions:
        """As wide as the terminal, but never so narrow that a word has no room."""
        found = super().size
        return ConsoleDimensions(max(found.width, NARROWEST), found.height)

    @size.setter
    def size(self, new_size: tuple[int, int]) -> None:
        self.width, self.height = new_size

    def on_broken_pipe(self) -> None:
        """Not a failure of ours."""
        raise ReaderGone

    def ask(self, prompt: str) -> str:
        """A line typed after a prompt."""
        self.print(prompt, end="")
        return typed_line()


def typed_line() -> str:
    """The next line of the input; EOFError at its end, a sentence if it does not end."""
    try:
        line = sys.stdin.readline(LONGEST_LINE + 1)
    except UnicodeError:  # only encodings that must begin with a mark of theirs cannot replace what they miss
        raise ReihumError("The input is not text.") from None
    if not line:
        raise EOFError
    if len(line) > LONGEST_LINE:
        raise ReihumError("The input has a line that is too long to be typed by anybody.")
    return line.removesuffix("\n")


def give_up_output() -> None:
    """Send what is still to be written nowhere, so that nothing fails again at the end."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.close(nothing)

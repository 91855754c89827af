"""Standard input and output, even if they are closed, not UTF-8, full, or endless."""

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
# The characters of our texts besides plain letters, for output that only knows ASCII.
PLAIN: Final = {
    **{"–": "-", "—": "-", "−": "-", "→": ">", "…": "...", "·": "-", "×": "x", "✓": "+", "▲": "^", "▼": "v"},
    **{"±": "+-", "░": ".", "█": "#", "▁": "0", "▂": "1", "▃": "2", "▄": "3", "▅": "4", "▆": "5", "▇": "6"},
    **{"’": "'", "‘": "'", "“": '"', "”": '"', "„": '"'},
    **{"Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"},
    **{"♠": "s", "♥": "h", "♦": "d", "♣": "c", "★": "x"},
}


def prepare_streams() -> None:
    """Make the three standard streams accept any text, or say that there is nowhere to write to."""
    somewhere = sys.stdout is not None
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:  # closed: keep other files from getting its number
            setattr(sys, name, os.fdopen(open_null_as(number), mode, encoding="utf-8"))
    codecs.register_error("reihum.plain", replace_plainly)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace" if stream is sys.stdin else "reihum.plain")
    if not somewhere:
        raise ReihumError("There is nowhere to write to: standard output is closed.")


def open_null_as(number: int) -> int:
    """Open the null device under the number of a standard stream."""
    opened = os.open(os.devnull, os.O_RDWR)
    if opened != number:
        os.dup2(opened, number)
        os.close(opened)
    return number


def replace_plainly(error: UnicodeError) -> tuple[str, int]:
    """An error handler for encoding: writes something plain, or the character's code."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(plain_text(char) for char in error.object[error.start : error.end]), error.end


def plain_text(char: str) -> str:
    """One character in ASCII."""
    if char in PLAIN:
        return PLAIN[char]
    bare = unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode("ascii")
    return bare or char.encode("ascii", "backslashreplace").decode("ascii")


def printable(text: str) -> str:
    """Someone else's text on one line, without anything that could control the terminal."""
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def speaks_unicode() -> bool:
    """Whether the output can write every character."""
    return codecs.lookup(sys.stdout.encoding or "ascii").name.startswith("utf")


class ReaderGone(Exception):
    """The reader of our output has closed the pipe."""


class TextConsole(Console):
    """Output for people: plain in pipes, coloured in terminals."""

    def __init__(self, stderr: bool = False) -> None:
        super().__init__(highlight=False, stderr=stderr)

    @property
    def size(self) -> ConsoleDimensions:
        """The size of the terminal, but never too narrow for a word."""
        found = super().size
        return ConsoleDimensions(max(found.width, NARROWEST), found.height)

    @size.setter
    def size(self, new_size: tuple[int, int]) -> None:
        self.width, self.height = new_size

    def on_broken_pipe(self) -> None:
        """Raise what the command line takes for a normal end."""
        raise ReaderGone

    def ask(self, prompt: str) -> str:
        """Print a prompt and read a line."""
        self.print(prompt, end="")
        return read_line()


def read_line() -> str:
    """Read the next line of the input; EOFError at its end, ReihumError if the line is far too long."""
    try:
        line = sys.stdin.readline(LONGEST_LINE + 1)
    except UnicodeError:  # encodings that need a byte order mark cannot replace what they do not understand
        raise ReihumError("The input is not text.") from None
    if not line:
        raise EOFError
    if len(line) > LONGEST_LINE:
        raise ReihumError("The input has a line that is far too long.")
    return line.removesuffix("\n")


def discard_output() -> None:
    """Discard the remaining output, so that nothing fails again at exit."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.close(nothing)

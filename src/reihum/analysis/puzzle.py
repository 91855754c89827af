"""Puzzles: a position of a game as one seat knows it, with one move that is clearly best.

A puzzle is one line of JSON without words of any language (docs/puzzles.md). The position is the record of a
game that was broken off, so the seat knows exactly what it knew in that game.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files
from typing import Final

from reihum.analysis.answers import Answers, answers_of
from reihum.core.errors import ReihumError
from reihum.match import Match
from reihum.records import read_record

FILE: Final = "puzzles.jsonl"  # in a game's folder
ID_DIGITS: Final = 10
FIELDS: Final = ("game", "players", "seat", "round", "missed", "record")


@dataclass(frozen=True)
class Puzzle:
    """One decision with one move that is clearly best."""

    game: str
    players: int
    seat: int  # whose decision it is
    round: int
    missed: str  # what the quick player would do
    answers: Answers  # all legal moves
    record: str  # of the game up to here

    @property
    def best(self) -> str:
        """The solution."""
        return self.answers.best

    @cached_property
    def id(self) -> str:
        """What it is called: the same wherever it is stored."""
        return sha256(self.record.encode()).hexdigest()[:ID_DIGITS]

    def match(self) -> Match:
        """The game up to the decision."""
        return read_record(self.record)

    def line(self) -> str:
        """As one line of a file."""
        told = {name: getattr(self, name) for name in FIELDS[:-1]}
        told |= {"moves": self.answers.data(), "record": self.record}
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def parse_puzzle(line: str) -> Puzzle:
    """A puzzle of a line; ReihumError if it cannot be read."""
    try:
        told = json.loads(line)
        return Puzzle(**{name: told[name] for name in FIELDS}, answers=answers_of(told["moves"]))
    except (ValueError, TypeError, KeyError):
        raise ReihumError("This line is not a puzzle.") from None


def read_puzzles(text: str) -> list[Puzzle]:
    """All puzzles of a file."""
    return [parse_puzzle(line) for line in text.splitlines()]


@cache
def packaged(module: str) -> tuple[Puzzle, ...]:
    """The puzzles in a game's folder, in their order; none if it has none."""
    path = files(module).joinpath(FILE)
    return tuple(read_puzzles(path.read_text("utf-8"))) if path.is_file() else ()

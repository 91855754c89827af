"""Exercises over HTTP: a decision without its answer, what is said about an answer, what is due."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from reihum.wire.from_server import EventJson, LogLine, TableShown, ViewJson
from reihum.wire.reviews import ReviewedOption

LONGEST_MOVE = 64


class AnswerBody(msgspec.Struct, frozen=True):
    """An answer to an exercise; without a move, the solution is asked for."""

    move: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_MOVE)] | None = None
    tries: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1  # which try this is
    why: bool = False  # only: what would the rules say to this move?


class PutAwayBody(msgspec.Struct, frozen=True):
    """The exercise that shall not come back; without one, all are deleted."""

    table: str | None = None
    number: int = 0


class ExerciseShown(msgspec.Struct):
    """A decision as its seat saw it, without the answer."""

    id: str  # `GAME-NUMBER` of a puzzle, `TABLE/NUMBER` of an exercise from a game of yours
    table: TableShown
    v: int  # moves made before
    seat: int
    view: ViewJson
    moves: list[str]
    sensible: list[str]  # those that deserve a thought, in no order that would say more
    log: list[LogLine]  # the last moves as the seat heard them, in sentences
    rounds: list[EventJson]
    number: int  # of the puzzle among those of its game; of the move that was made in the game
    day: str | None = None  # of a daily puzzle: its last day so far
    at: float | None = None  # when your game ended, in seconds since 1970
    made: str | None = None  # what you did there ...
    made_told: str | None = None  # ... in a sentence
    box: int | None = None  # how often you have solved it in a row


class Judged(msgspec.Struct):
    """What is said about an answer."""

    verdict: Literal["right", "equal", "wrong", "shown", "refused", "unknown", "may"]
    text: str | msgspec.UnsetType = msgspec.UNSET  # why the rules do not allow it
    rule: str | msgspec.UnsetType | None = msgspec.UNSET
    options: list[ReviewedOption] | msgspec.UnsetType = msgspec.UNSET  # once the answer may be known
    made: str | msgspec.UnsetType = msgspec.UNSET  # what was done in the game, or the quick player would do
    box: int | msgspec.UnsetType = msgspec.UNSET  # of an exercise of yours, if this try counted
    days: int | msgspec.UnsetType | None = msgspec.UNSET  # until it comes back; null: it is known


class PuzzleShelf(msgspec.Struct):
    """How many puzzles there are of a game."""

    game: str
    puzzles: int


class PuzzlesShown(msgspec.Struct):
    """All puzzles, and which one is today's."""

    day: str  # by UTC
    id: str
    first: str  # the day of the first daily puzzle
    games: list[PuzzleShelf]


class ExerciseListed(msgspec.Struct):
    """An exercise in the list of yours."""

    table: str
    number: int
    game: str
    players: int
    at: float
    box: int  # how often solved in a row; one more than there are intervals: known; -1: put away
    due: str | None  # the day from which it can be tried
    tries: int
    solved: int


class Exercises(msgspec.Struct):
    """Your exercises, those first that are due first."""

    today: str
    due: int
    waiting: int
    known: int
    days: list[int]  # until an exercise comes back, each time it was solved
    exercises: list[ExerciseListed]

"""Reviews over HTTP: what a finished game came from, decision by decision."""

from __future__ import annotations

from typing import Literal

import msgspec

Grade = Literal["inaccuracy", "mistake", "blunder"]


class ReviewedSeat(msgspec.Struct):
    """Where the result of a seat came from: start + luck + own + others + unknown = result."""

    start: float
    luck: float
    own: float
    others: float
    unknown: float
    result: float
    decisions: int  # with more than one legal move
    lost: float  # by all of them together
    accuracy: float
    blunders: int
    mistakes: int
    inaccuracies: int


class ReviewedOption(msgspec.Struct):
    """One of the moves that could have been made."""

    move: str
    win: float
    error: float
    equal: bool
    why: list[str]


class ReviewedStep(msgspec.Struct):
    """A step of a reviewed game; number 0 is the deal. Only decisions of the seat asked for are judged."""

    v: int
    by: int | None
    move: str | None
    win: list[float]  # everybody's chance after it
    luck: list[float]  # what chance added
    stand_in: int | msgspec.UnsetType = msgspec.UNSET
    said: list[str] | msgspec.UnsetType = msgspec.UNSET  # the move in sentences
    seen: float | msgspec.UnsetType = msgspec.UNSET  # the chance of the best move, by what could be known
    best: str | msgspec.UnsetType = msgspec.UNSET
    loss: float | msgspec.UnsetType = msgspec.UNSET
    error: float | msgspec.UnsetType = msgspec.UNSET
    grade: Grade | msgspec.UnsetType | None = msgspec.UNSET
    why: list[str] | msgspec.UnsetType = msgspec.UNSET
    shares: list[float] | msgspec.UnsetType = msgspec.UNSET  # to whom the loss went
    options: list[ReviewedOption] | msgspec.UnsetType = msgspec.UNSET  # of graded decisions
    told: list[str] | msgspec.UnsetType = msgspec.UNSET  # the best move in sentences, of graded decisions


class Reviewed(msgspec.Struct):
    """The review of a finished game."""

    game: str
    players: int
    names: list[str]
    worlds: int
    seats: list[ReviewedSeat]
    steps: list[ReviewedStep]


class ReviewMaking(msgspec.Struct):
    """A review that is being made, or waits for that."""

    done: float
    ahead: int  # reviews that are made before it
    first: int  # the step that `wins` begins with
    wins: list[list[float]]  # everybody's chance after the steps that are done

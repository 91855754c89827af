"""Lessons: prepared games in which every step proposes a move and says why.

A lesson is a file in its game's folder. The learner has the first seat; the moves of the others are part of
the lesson. Where a learner is follows from the moves made, and from how far they have read.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import Any, Final

import msgspec

from reihum.core.course import PlayedMove
from reihum.core.types import Json
from reihum.games import spec

LEARNER: Final = 0  # the learner's seat
FILES: Final = {False: "lesson.toml", True: "lesson_solo.toml"}  # by whether one plays alone
MARK_BYTES: Final = 8
ANY: Final = "any"  # stands for all moves that have no answer of their own


class LessonPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a lesson's file."""


class StepWords(LessonPart, frozen=True):
    """A step in one language: what to do, what it is about, and why."""

    title: str
    text: str
    why: str = ""


class Answer(LessonPart, frozen=True):
    """What is said about a move that was not proposed."""

    move: str  # or ANY
    de: str
    en: str
    nl: str


class LessonStep(LessonPart, frozen=True):
    """One idea: moves for the learner to make, or only something to read."""

    de: StepWords
    en: StepWords
    nl: StepWords
    moves: list[str] = []  # of the learner; with none, the step is over when it has been read
    bots: list[str] = []  # what the others do then: '1: pass' for seat 1
    at: list[str] = []  # what the bubble points at: cards of the hand (hand:10), places, buttons
    then: str = "main"  # what it points at once a card has been chosen
    rule: str = ""
    answers: list[Answer] = []


class EndWords(LessonPart, frozen=True):
    """What the learner knows now, in one language."""

    title: str
    lines: list[str]


class EndOfLesson(LessonPart, frozen=True):
    """What is said when a lesson is over."""

    de: EndWords
    en: EndWords
    nl: EndWords


class Lesson(LessonPart, frozen=True):
    """A whole lesson, as its file has it."""

    players: int
    seed: int  # for all chance that the position leaves open
    position: str  # as JSON
    steps: list[LessonStep]
    end: EndOfLesson


@dataclass(frozen=True)
class Whereabouts:
    """How far a learner has come."""

    step: int  # the number of steps that are done
    made: int = 0  # moves of the current step that have been made
    ready: bool = True  # whether the others have done what comes before it
    astray: str | None = None  # a move that was not proposed


class Course:
    """A lesson, ready to be followed."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.players = lesson.players
        self.position: Json = json.loads(lesson.position)
        # by seat: its moves in order, each with the number of its step
        self.plans: list[list[tuple[int, str]]] = [[] for _ in range(lesson.players)]
        for number, step in enumerate(lesson.steps):
            self.plans[LEARNER] += [(number, move) for move in step.moves]
            for line in step.bots:
                seat, _, move = line.partition(": ")
                self.plans[int(seat)].append((number, move))
        told = json.dumps([lesson.players, lesson.seed, self.position, self.plans])
        self.mark = blake2b(told.encode(), digest_size=MARK_BYTES).hexdigest()  # changes with any move in it

    def whereabouts(self, history: Sequence[PlayedMove], read: int) -> Whereabouts:
        """Where a learner is who has made these moves, and read all steps before that number."""
        mine = [made.text for made in history if made.by == LEARNER]
        plan = self.plans[LEARNER]
        for number, move in enumerate(mine):
            if number == len(plan) or move != plan[number][1]:
                step = plan[min(number, len(plan) - 1)][0]
                return Whereabouts(step, astray=move)
        done = 0  # moves of the learner up to here
        for number, each in enumerate(self.lesson.steps):
            over = len(mine) >= done + len(each.moves) if each.moves else number < read or len(mine) > done
            if not over:
                return Whereabouts(number, len(mine) - done, self._others_are_done(history, number))
            done += len(each.moves)
        last = len(self.lesson.steps)
        return Whereabouts(last, 0, self._others_are_done(history, last))

    def bot_move(self, history: Sequence[PlayedMove], read: int, seat: int) -> str | None:
        """What another seat does now by the lesson; None while it waits for the learner."""
        at = self.whereabouts(history, read)
        made = sum(each.by == seat for each in history)
        if at.astray is not None or made >= len(self.plans[seat]):
            return None
        number, move = self.plans[seat][made]
        in_time = number < at.step or (number == at.step and bool(self.lesson.steps[number].moves))
        return move if in_time else None

    def moves_before(self, history: Sequence[PlayedMove], step: int) -> int:
        """How many moves of a game belong to the steps before this one."""
        left = [sum(number < step for number, _ in plan) for plan in self.plans]
        kept = 0
        for number, made in enumerate(history, 1):
            if left[made.by]:
                left[made.by] -= 1
                kept = number
        return kept

    def _others_are_done(self, history: Sequence[PlayedMove], step: int) -> bool:
        """Whether the other seats have made all their moves of the steps before this one."""
        return all(
            sum(number < step for number, _ in plan) <= sum(made.by == seat for made in history)
            for seat, plan in enumerate(self.plans)
            if seat != LEARNER
        )


@cache
def course(slug: str, alone: bool) -> Course | None:
    """The lesson of a game, or the one for those who play it alone; None if there is none."""
    file = files(spec(slug).module) / FILES[alone]
    if not file.is_file():
        return None
    return Course(msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Lesson))


def courses(slug: str) -> list[Course]:
    """All lessons of a game."""
    return [found for alone in FILES if (found := course(slug, alone)) is not None]


def lesson_texts(of: Course, lang: str) -> dict[str, Any]:
    """What a learner reads, and the moves proposed; nothing of the others' cards and moves."""
    steps = [
        {
            **msgspec.to_builtins(getattr(step, lang)),
            "moves": step.moves,
            "at": step.at,
            "then": step.then,
            "rule": step.rule,
            "answers": {answer.move: getattr(answer, lang) for answer in step.answers},
        }
        for step in of.lesson.steps
    ]
    return {"steps": steps, "end": msgspec.to_builtins(getattr(of.lesson.end, lang))}

"""A process in which finished games are reviewed: `python -m reihum.server.live.reviewer`.

Jobs come in and answers go out as with the process in which bots think, but one game takes many answers: how
far it has come, and everybody's chance up to there; then the review, or what went wrong. It is the last to be
served where the machine has more to do than it can.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from reihum.analysis.hints import FEWEST_WORLDS
from reihum.analysis.keeping import pack_review
from reihum.analysis.review import Piece, ReviewPlan, assemble
from reihum.match import Match
from reihum.records import read_record
from reihum.server.live.thinker import serve

POLITENESS: Final = 10  # bots who think are served before games that are over
SAMPLES: Final = 6  # steps by which it is estimated how long a review takes
LEAST_WORLDS: Final = 24  # with fewer, hardly anything would be certain
TOO_LONG: Final = 10.0  # times what a review may take: beyond it, none is made
PROGRESS_INTERVAL: Final = 0.3  # seconds between two answers about the same game


class ReviewJob(msgspec.Struct, frozen=True):
    """A game to review, and how thoroughly."""

    record: str
    worlds: int
    seconds: float  # how long it may take; with less time, fewer worlds
    number: int = 0


class ReviewPart(msgspec.Struct, frozen=True):
    """How far it has come; at last the review, or why there is none."""

    number: int = 0
    progress: float = 0.0
    wins: list[list[float]] = []  # everybody's chance after the steps since the last answer
    made: bytes = b""
    error: str = ""

    @property
    def done(self) -> bool:
        """Whether there are no further answers."""
        return bool(self.made or self.error)


def review_parts(job: ReviewJob, clock: Callable[[], float] = time.process_time) -> Iterator[ReviewPart]:
    """All answers to a job."""
    match = read_record(job.record)
    worlds = affordable_worlds(match, job, clock)
    if not worlds:
        yield ReviewPart(job.number, error="too long")
        return
    plan = ReviewPlan(match, worlds, 0)
    last = len(match.history)
    pieces: list[Piece] = []
    told, told_at = 0, clock()
    for number in range(last + 1):
        pieces += plan.play([], range(number, number + 1))
        if clock() - told_at >= PROGRESS_INTERVAL:
            wins = [[*piece.win] for piece in pieces[told:]]
            yield ReviewPart(job.number, len(pieces) / (last + 2), wins)
            told, told_at = len(pieces), clock()
    yield ReviewPart(job.number, 1.0, made=pack_review(assemble(plan, pieces)))


def affordable_worlds(match: Match, job: ReviewJob, clock: Callable[[], float]) -> int:
    """In how many worlds moves can be tried in the time that there is; none if there is far too little."""
    last = len(match.history)
    few = ReviewPlan(match, min(FEWEST_WORLDS, job.worlds), 0)
    numbers = sorted({last * sample // SAMPLES for sample in range(SAMPLES)})
    begun = clock()
    for number in numbers:
        few.play([], range(number, number + 1))
    needed = (clock() - begun) / len(numbers) * (last + 1) / few.worlds  # for one world
    affordable = int(job.seconds / max(needed, 1e-9))
    if affordable * TOO_LONG < LEAST_WORLDS:
        return 0
    return min(job.worlds, max(affordable, LEAST_WORLDS))


def answers(job: ReviewJob) -> Iterator[ReviewPart]:
    """All answers to a job; a game that cannot be reviewed must not keep others from it."""
    try:
        yield from review_parts(job)
    except Exception as error:
        yield ReviewPart(job.number, error=type(error).__name__)


def main() -> None:
    """Review until there are no more jobs."""
    serve(ReviewJob, answers, POLITENESS)


if __name__ == "__main__":
    main()

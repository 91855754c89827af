"""Reviews: every decision of a game judged from its maker's own view, and luck told from skill.

Along the true course of a game, a seat's chance of winning is what it would win if the game's policy played
on for everybody, with every order that the stock could have. From step to step it changes for two reasons.
Chance is what came after a move, less the mean over all that could have come: it is zero on average, whoever
plays. The rest is the move itself. What a move costs its maker is judged by what that seat could know (see
`appraisal.py`); what it cost or brought beyond that, nobody could know.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Final

from reihum.analysis.appraisal import SURE, Appraisal, Appraiser
from reihum.analysis.hints import Option, checked_worlds, options_of
from reihum.analysis.luck import Values, luck_between
from reihum.analysis.reasons import Reason, find_reasons, told_reasons
from reihum.arena.plans import play_here
from reihum.arena.simulate import check_count
from reihum.bots import Entrant, Player
from reihum.core.contract import Side, legal
from reihum.core.errors import ReihumError
from reihum.core.types import Json
from reihum.games.spec import Spec
from reihum.match import Match, checked_seed
from reihum.records import read_record

USUAL_WORLDS: Final = 200
GRADES: Final = (
    ("blunder", 0.15),
    ("mistake", 0.10),
    ("inaccuracy", 0.05),
)  # from which loss on
COUNTED: Final = {"blunders": "blunder", "mistakes": "mistake", "inaccuracies": "inaccuracy"}
AT_A_TIME: Final = 4  # steps that a process is handed
TRIES: Final = 3
# Accuracy: 1 without any loss, less than half at a fifth of the chance of winning.
ACCURACY: Final = (1.031668, -4.354, 0.031669)

Progress = Callable[[float], None]


@dataclass(frozen=True)
class Decision:
    """A decision with more than one legal move, as its maker could judge it."""

    seen: float  # the maker's chance of winning, by the best move
    best: str
    loss: float  # best less chosen
    error: float
    reasons: list[Reason] = field(default_factory=list, repr=False)
    shares: Sequence[float] = ()  # how the loss is shared out among the seats; nothing for its maker
    # All sensible moves as in a hint, the best first; only of decisions that are graded.
    options: Sequence[Option] = field(default=(), repr=False)

    @property
    def grade(self) -> str | None:
        """How bad it was, if it certainly was."""
        if self.loss <= SURE * self.error:
            return None
        return next((name for name, least in GRADES if self.loss >= least), None)

    @property
    def accuracy(self) -> float:
        """From 0 to 1."""
        whole, fall, less = ACCURACY
        return max(0.0, min(1.0, whole * math.exp(fall * self.loss) - less))

    def why(self, of: Spec, lang: str = "en") -> list[str]:
        """What speaks for the best move, in sentences."""
        return told_reasons(self.reasons, of, lang)


@dataclass(frozen=True)
class Step:
    """The deal (number 0), or one move."""

    number: int
    by: int | None
    move: str | None
    win: Sequence[float]  # every seat's chance after it, by the whole truth
    luck: Sequence[float]  # what chance added
    decision: Decision | None = None
    stand_in: bool = False  # whether a bot made the move for somebody


@dataclass(frozen=True)
class SeatReview:
    """Where one seat's result came from."""

    start: float
    luck: float
    own: float
    others: float
    result: float
    decisions: Sequence[Decision] = field(repr=False)

    @property
    def unknown(self) -> float:
        """What good decisions brought or cost because of cards that nobody could know."""
        return self.result - self.start - self.luck - self.own - self.others

    @property
    def accuracy(self) -> float:
        """The mean over its decisions."""
        return sum(each.accuracy for each in self.decisions) / max(1, len(self.decisions))

    def count(self, grade: str) -> int:
        """How many of its decisions are graded like this."""
        return sum(each.grade == grade for each in self.decisions)


@dataclass(frozen=True)
class Review:
    """A whole game, as far as it went."""

    match: Match = field(repr=False)
    worlds: int
    start: Sequence[float]
    steps: Sequence[Step]

    @property
    def seats(self) -> list[SeatReview]:
        """Where everybody's result came from."""
        return [self._seat(seat) for seat in range(self.match.seats)]

    def _seat(self, seat: int) -> SeatReview:
        decided = [(step.by, step.decision) for step in self.steps if step.decision is not None]
        own = [decision for by, decision in decided if by == seat]
        return SeatReview(
            start=self.start[seat],
            luck=sum(step.luck[seat] for step in self.steps),
            own=-sum(each.loss for each in own),
            others=sum(each.shares[seat] for by, each in decided if by != seat),
            result=self.steps[-1].win[seat],
            decisions=own,
        )

    def json(self, lang: str = "en", seat: int | None = None) -> Json:
        """The same as JSON, with the reasons in a language; decisions of one seat only, if it is named."""
        of = self.match.game.spec
        return {
            "game": of.slug,
            "players": self.match.seats,
            "names": self.match.names or self.match.seat_names(),
            "worlds": self.worlds,
            "seats": [told_seat(each) for each in self.seats],
            "steps": [told_step(each, of, lang, seat in (None, each.by)) for each in self.steps],
        }


def told_seat(seat: SeatReview) -> Json:
    """A seat of a review as JSON."""
    parts = ("start", "luck", "own", "others", "unknown", "result")
    return {
        **{name: getattr(seat, name) for name in parts},
        "decisions": len(seat.decisions),
        "lost": sum(each.loss for each in seat.decisions),
        "accuracy": round(seat.accuracy, 4),
        **{plural: seat.count(grade) for plural, grade in COUNTED.items()},
    }


def told_step(step: Step, of: Spec, lang: str, decisions: bool) -> Json:
    """A step of a review as JSON, with what its maker decided or without."""
    told: Json = {
        "v": step.number,
        "by": step.by,
        "move": step.move,
        "win": [round(chance, 4) for chance in step.win],
        "luck": [round(luck, 4) for luck in step.luck],
    }
    if step.stand_in:
        told["stand_in"] = 1
    if step.decision is not None and decisions:
        each = step.decision
        told |= {"seen": round(each.seen, 4), "best": each.best, "loss": round(each.loss, 4)}
        told |= {
            "error": round(each.error, 4),
            "grade": each.grade,
            "why": told_reasons(each.reasons, of, lang),
        }
        if each.loss > 0.0:
            told["shares"] = [round(share, 4) for share in each.shares]
        if each.options:
            told["options"] = [option.json(lang) for option in each.options]
    return told


# -- making a review ------------------------------------------------------------------------------


def review(
    match_or_record: Match | str,
    worlds: int = USUAL_WORLDS,
    seed: int = 0,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Review:
    """Review a game, or the text of its record; the same worlds and seed give the same review."""
    match = read_record(match_or_record) if isinstance(match_or_record, str) else match_or_record
    if not isinstance(match, Match):
        raise ReihumError("A review is of a match, or of the text of a record.")
    checked_worlds(worlds)
    check_count(jobs, "jobs")
    plan = ReviewPlan(match.copy(), worlds, checked_seed(seed))
    found: dict[int, Piece] = {}
    with closing(make_pieces(plan, jobs)) as results:
        for some in results:
            found |= {piece.number: piece for piece in some}
            if progress is not None:
                progress(len(found) / (len(match.history) + 1))
    return assemble(plan, [found[number] for number in range(len(match.history) + 1)])


def assemble(plan: ReviewPlan, pieces: Sequence[Piece]) -> Review:
    """The review that the pieces of all steps make."""
    match = plan.match
    start = pieces[0].win if match.set_up else plan.values().before_deal(dict(match.options))
    return Review(match, plan.worlds, start, [*steps_of(start, pieces, match)])


def make_pieces(plan: ReviewPlan, jobs: int) -> Generator[list[Piece], None, None]:
    """All pieces, in any order."""
    end = len(plan.match.history) + 1
    chunks = (range(first, min(first + AT_A_TIME, end)) for first in range(0, end, AT_A_TIME))
    if jobs == 1:
        yield from play_here(plan, chunks)
    else:
        from reihum.arena.workers import play_in_processes  # late, so that importing Reihum stays quick

        yield from play_in_processes(plan, chunks, jobs, TRIES)


def steps_of(start: Sequence[float], pieces: Sequence[Piece], match: Match) -> Iterator[Step]:
    """The steps, with what chance added in each."""
    before = start
    for piece in pieces:
        expected = before if piece.expected is None else piece.expected
        luck = luck_between(expected, piece.win)
        stand_in = piece.number > 0 and match.history[piece.number - 1].stand_in
        yield Step(piece.number, piece.by, piece.move, piece.win, luck, piece.decision, stand_in)
        before = piece.win


@dataclass(frozen=True)
class Piece:
    """What was found out about one step, whatever came of the others."""

    number: int
    by: int | None
    move: str | None
    win: Sequence[float]
    # What the move led to on average, before chance had its say; None if that is `win` of the step before,
    # because the policy, which plays on for all, would have made the same move.
    expected: Sequence[float] | None
    decision: Decision | None


class ReviewPlan:
    """The steps of a game as pieces of work, for any process."""

    bots: tuple[Entrant, ...] = ()

    def __init__(self, match: Match, worlds: int, seed: int) -> None:
        self.match, self.worlds, self.seed = match, worlds, seed
        self._walk: Match | None = None  # how far a process has come ...
        self._appraiser: Appraiser | None = None  # ... and what it judges with

    @property
    def _of(self) -> Spec:
        return self.match.game.spec

    def prepare(self) -> list[Player]:
        """Nobody plays but the policy."""
        return []

    def play(self, entrants: Sequence[Player], numbers: range) -> list[Piece]:
        """Some of the steps."""
        if self._appraiser is None:
            self._appraiser = Appraiser(self._of, self.match.seats)
        values = self.values()
        return [self._piece(number, self._appraiser, values) for number in numbers]

    def values(self) -> Values:
        """What the states of this game are worth."""
        return Values(self._of, self.match.seats, self.worlds, self.seed)

    def _piece(self, number: int, appraiser: Appraiser, values: Values) -> Piece:
        """One step: first from the table before it, then from the one after it."""
        if number == 0:
            return Piece(0, None, None, values.now(self._at(0).state), None, None)
        made = self.match.history[number - 1]
        before = self._at(number - 1).state
        expected = values.after(before, made.by, made.move)
        decision = None
        if len(legal(before, made.by)) > 1:
            decision = self._judge(appraiser, before.side(made.by), made.move)
        return Piece(number, made.by, made.text, values.now(self._at(number).state), expected, decision)

    def _at(self, number: int) -> Match:
        """The game after so many moves; going on is quick, going back begins again."""
        if self._walk is None or len(self._walk.history) > number:
            self._walk = self.match.at(0)
        for made in self.match.history[len(self._walk.history) : number]:
            self._walk.make(made.by, made.move)
        return self._walk

    def _judge(self, appraiser: Appraiser, side: Side, move: int) -> Decision:
        """What a decision cost, by what its maker could know."""
        found = appraiser.appraise(side, self.worlds, self.seed, move)
        decision = self._compare(found, move)
        if decision.grade is None:
            return decision
        appraiser.complete(found, side, self.seed)
        return replace(decision, options=options_of(found, self._of, found.best))

    def _compare(self, found: Appraisal, move: int) -> Decision:
        """The chosen move beside the best."""
        chosen = found.moves.index(move)
        best = found.best
        seen, best_text = found.win(best)[0], self._of.text(found.moves[best])
        if best == chosen:
            return Decision(seen, best_text, 0.0, 0.0, [], [0.0] * self.match.seats)
        loss, error = found.loss(chosen, best)
        kept = max(0.0, loss)
        return Decision(
            seen,
            best_text,
            kept,
            error,
            find_reasons(found, best, chosen, True),
            found.gifts(chosen, best, kept),
        )

"""What each move of one decision is worth, without words of any language: the answers to an exercise.

Reasons are stakes by their names, and become sentences when they are told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal

from reihum.analysis.hints import Option
from reihum.analysis.reasons import Reason, told_reasons
from reihum.core.errors import ReihumError
from reihum.core.stakes import Stake
from reihum.core.types import Json
from reihum.games.spec import Spec

PLACES: Final = 3  # of chances, after the point
SHOWN: Final = 3  # so many of the best moves are told

Verdict = Literal["right", "equal", "wrong"]
ReasonData = Sequence[Any]  # name of a stake, what it comes to after this move, after the other, by it alone


@dataclass(frozen=True)
class Worth:
    """What one move is worth: the chance of winning after it, with its standard error."""

    win: float
    error: float
    reasons: Sequence[ReasonData] = ()
    equal: int = 0  # 1: not certainly worse than the best

    def data(self) -> list[Any]:
        """As short a list as possible."""
        return [
            self.win,
            self.error,
            *([self.reasons] if self.reasons or self.equal else []),
            *[1] * self.equal,
        ]


@dataclass(frozen=True)
class Answers:
    """The moves of one decision, the best first."""

    moves: Mapping[str, Worth]

    @property
    def best(self) -> str:
        """The best move."""
        return next(iter(self.moves))

    def verdict(self, move: str) -> Verdict:
        """What is to be said about a move."""
        if move == self.best:
            return "right"
        return "equal" if move in self.moves and self.moves[move].equal else "wrong"

    def data(self) -> Json:
        """As JSON without words."""
        return {move: each.data() for move, each in self.moves.items()}

    def told(self, of: Spec, players: int, lang: str, more: Sequence[str | None] = ()) -> list[Json]:
        """The best moves and some others as a hint tells them, the best first."""
        known = stakes_of(of.slug, players)
        return [
            {
                "move": move,
                "win": each.win,
                "error": each.error,
                "equal": self.verdict(move) != "wrong",
                "why": told_reasons(reasons_of(each, known), of, lang),
            }
            for place, (move, each) in enumerate(self.moves.items())
            if place < SHOWN or move in more
        ]


def answers_of(data: Mapping[str, Sequence[Any]]) -> Answers:
    """Answers that were written down; ReihumError if they cannot be read."""
    try:
        found = Answers({str(move): Worth(*each) for move, each in data.items()})
        if not found.moves or not all(isinstance(each.win, (int, float)) for each in found.moves.values()):
            raise ValueError
    except (ValueError, TypeError, AttributeError):
        raise ReihumError("These are not answers.") from None
    return found


def answers_from(options: Sequence[Option], reasons: Sequence[Reason] = ()) -> Answers:
    """Answers from what a review has found; perhaps with other reasons for the best move than its own."""
    return Answers(
        {
            each.move: Worth(
                round(each.win, PLACES),
                round(each.error, PLACES),
                [reason_data(reason) for reason in (reasons if reasons and not place else each.reasons)],
                int(each.equal),
            )
            for place, each in enumerate(options)
        }
    )


def reason_data(reason: Reason) -> list[Any]:
    """A reason without words."""
    numbers = (round(value, PLACES) for value in (reason.mine, reason.other, reason.now))
    return [reason.stake.name, *numbers]


def reasons_of(worth: Worth, known: Mapping[str, Stake]) -> list[Reason]:
    """The reasons again, as far as there still are such stakes."""
    return [
        Reason(known[name], mine, other, 0.0, now)
        for name, mine, other, now in worth.reasons
        if name in known
    ]


@cache
def stakes_of(slug: str, players: int) -> dict[str, Stake]:
    """What can be at stake in a game, by name."""
    from reihum.games import spec

    of = spec(slug)
    make = of.stakes_alone if players == 1 and of.stakes_alone is not None else of.stakes
    return {} if make is None else {stake.name: stake for stake in make().stakes}

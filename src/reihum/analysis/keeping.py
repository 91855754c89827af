"""Reviews as bytes: what was found out, without words, so that it can be told in any language later on.

The moves are not part of it: whoever reads it has the game.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from typing import Any, Final

from reihum.analysis.hints import Option
from reihum.analysis.reasons import Reason
from reihum.analysis.review import Decision, Review, Step
from reihum.core.errors import ReihumError
from reihum.core.stakes import Stake
from reihum.games.spec import Spec
from reihum.match import Match

FORM: Final = 1


class UnknownForm(ReihumError):
    """What was kept is of another form, or of another game: it has to be made again."""


def pack_review(review: Review) -> bytes:
    """A review as bytes."""
    steps = [
        [[*step.win], [*step.luck] if any(step.luck) else 0, packed_decision(step.decision)]
        for step in review.steps
    ]
    told = {"form": FORM, "worlds": review.worlds, "start": [*review.start], "steps": steps}
    return zlib.compress(json.dumps(told, separators=(",", ":")).encode())


def unpack_review(kept: bytes, match: Match) -> Review:
    """A review of this game, as it was before it was packed."""
    try:
        told = json.loads(zlib.decompress(kept))
        form, steps = told["form"], told["steps"]
    except (zlib.error, ValueError, TypeError, KeyError):
        raise UnknownForm("This is no review.") from None
    if form != FORM or len(steps) != len(match.history) + 1:
        raise UnknownForm("This review is of another form, or of another game.")
    stakes = {stake.name: stake for stake in stakes_of(match.game.spec, match.seats == 1)}
    found = []
    for number, (win, luck, decision) in enumerate(steps):
        made = match.history[number - 1] if number else None
        found.append(
            Step(
                number,
                None if made is None else made.by,
                None if made is None else made.text,
                win,
                luck or [0.0] * match.seats,
                unpacked_decision(decision, match, stakes),
                made is not None and made.stand_in,
            )
        )
    return Review(match, told["worlds"], told["start"], found)


def stakes_of(of: Spec, alone: bool) -> Sequence[Stake]:
    """What a seat has at stake in a game."""
    make = of.stakes_alone if alone and of.stakes_alone is not None else of.stakes
    return [] if make is None else make().stakes


def packed_decision(decision: Decision | None) -> list[Any] | int:
    """A decision without words; nothing is 0."""
    if decision is None:
        return 0
    return [
        decision.seen,
        decision.loss,
        decision.error,
        decision.best,
        [packed_reason(reason) for reason in decision.reasons],
        [*decision.shares] if any(decision.shares) else 0,
        [packed_option(option) for option in decision.options],
    ]


def packed_option(option: Option) -> list[Any]:
    """A move that could have been made, without words."""
    reasons = [packed_reason(reason) for reason in option.reasons]
    return [option.move, option.win, option.error, int(option.equal), reasons]


def unpacked_decision(told: Any, match: Match, stakes: dict[str, Stake]) -> Decision | None:
    """The same decision again."""
    if not told:
        return None
    of = match.game.spec
    seen, loss, error, best, reasons, shares, options = told
    return Decision(
        seen,
        best,
        loss,
        error,
        unpacked_reasons(reasons, stakes),
        shares or [0.0] * match.seats,
        [
            Option(move, win, wrong, bool(equal), of, unpacked_reasons(why, stakes))
            for move, win, wrong, equal, why in options
        ],
    )


def packed_reason(reason: Reason) -> list[Any]:
    """A reason without words."""
    return [reason.stake.name, reason.mine, reason.other, reason.weight, reason.now]


def unpacked_reasons(told: list[list[Any]], stakes: dict[str, Stake]) -> list[Reason]:
    """The same reasons again; one that the game does not count any more is left out."""
    return [Reason(stakes[name], *numbers) for name, *numbers in told if name in stakes]

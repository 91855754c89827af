"""Why one move is better than another: what they change in the round, as far as that is certain.

Nothing is invented: each reason is something that was counted while both moves were tried in the same worlds,
and that differs by more than chance would explain. Of those, the one or two are told with which most of the
difference in chances goes, by how stakes and wins went together in all trials.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from reihum.analysis.appraisal import SURE, Appraisal
from reihum.core.stakes import Stake
from reihum.games.spec import Spec
from reihum.words import Words

MOST_REASONS: Final = 2
LEAST_CHANCE: Final = 0.03  # smaller differences are not worth a sentence
LEAST_NUMBER: Final = 0.3
LEAST_PART: Final = 0.08  # of the number itself
MIRRORED: Final = 0.02  # two chances that add up to one in both cases, about, are one reason


@dataclass(frozen=True)
class Reason:
    """What a stake comes to after a move, and after the one that it is compared with."""

    stake: Stake
    mine: float
    other: float
    weight: float  # how much of a chance of winning goes with the difference
    now: float = 0.0  # how much more of it the move itself brings, where that is the other way round

    @property
    def speaks_for(self) -> bool:
        """Whether it speaks for the move, or against it."""
        return (self.mine > self.other) == self.stake.is_good


def find_reasons(found: Appraisal, place: int, other: int, wanted: bool) -> list[Reason]:
    """What speaks for a move if that is wanted, or else against it, compared with another."""
    stakes = [] if found.trials.stakes is None else found.trials.stakes.stakes
    reasons = []
    for kind, stake in enumerate(stakes):
        reason = None if stake.part_of else certain_reason(found, place, other, kind, stake)
        if reason is not None and reason.speaks_for == wanted:
            reasons.append(with_part(reason, found, place, other, stakes))
    return without_mirrored(sorted(reasons, key=lambda reason: -reason.weight))[:MOST_REASONS]


def without_mirrored(reasons: list[Reason]) -> list[Reason]:
    """Of two reasons that say the same from both sides, only the one about something good."""
    return [
        reason
        for reason in reasons
        if not any(is_mirrored(reason, other) for other in reasons if other.stake.is_good)
    ]


def is_mirrored(reason: Reason, other: Reason) -> bool:
    """Whether one thing happens, after either move, just when the other does not."""
    if reason.stake.is_good or not (reason.stake.is_chance and other.stake.is_chance):
        return False
    return max(abs(reason.mine + other.mine - 1), abs(reason.other + other.other - 1)) <= MIRRORED


def certain_reason(found: Appraisal, place: int, other: int, kind: int, stake: Stake) -> Reason | None:
    """What a stake comes to after two moves, if that differs certainly and enough."""
    first, last = found.half, found.worlds
    change, error = found.trials.change(place, other, kind, first, last)
    mine, _ = found.trials.stake(place, kind, first, last)
    theirs, _ = found.trials.stake(other, kind, first, last)
    least = LEAST_CHANCE if stake.is_chance else max(LEAST_NUMBER, LEAST_PART * max(mine, theirs))
    if abs(change) <= SURE * error or abs(change) < least:
        return None
    return Reason(stake, mine, theirs, abs(change * found.worth(kind)))


def with_part(reason: Reason, found: Appraisal, place: int, other: int, stakes: list[Stake]) -> Reason:
    """The same reason; if the move itself brings the opposite, with how much of it."""
    for kind, part in enumerate(stakes):
        if part.part_of == reason.stake.name:
            now, error = found.trials.change(place, other, kind, found.half, found.worlds)
            if abs(now) > SURE * error and (now > 0) != (reason.mine > reason.other):
                return Reason(reason.stake, reason.mine, reason.other, reason.weight, now)
    return reason


def told_reasons(reasons: list[Reason], of: Spec, lang: str) -> list[str]:
    """The reasons as sentences."""
    say = of.words(lang)
    return [sentence(reason, say) for reason in reasons]


def sentence(reason: Reason, say: Words) -> str:
    """One reason as a sentence."""
    key, apart = f"why.{reason.stake.name}", abs(reason.mine - reason.other)
    if reason.now:
        facts = {"now": number(abs(reason.now), say), "later": number(apart + abs(reason.now), say)}
        return say(f"{key}_{'later' if reason.now > 0 else 'sooner'}", **facts)
    by_difference = f"{key}_{'more' if reason.mine > reason.other else 'less'}"
    if by_difference in say.sentences:  # where the numbers themselves would mean little
        return say(by_difference, apart=number(apart, say))
    tell = percent if reason.stake.is_chance else number
    return say(key, mine=tell(reason.mine, say), other=tell(reason.other, say))


def number(value: float, say: Words) -> str:
    """A mean with one decimal, as the language writes it."""
    return f"{value:.1f}".replace(".", say("why.point"))


def percent(value: float, say: Words) -> str:
    """A chance in whole percents, as the language writes it."""
    return say("why.percent", number=round(100 * value))

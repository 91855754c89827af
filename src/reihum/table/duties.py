"""What a table has to do without being asked: deal, let bots answer, stand in for players who stay away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from reihum.table.dealing import dealing_time
from reihum.table.live import LiveTable
from reihum.table.seats import STAND_IN

AWAY_LIMIT: Final = 60.0  # seconds; pace live: how long a player may be away
THINKING_LIMIT: Final = 120.0  # seconds; pace live: how long a player may think
DAYS_LIMIT: Final = 3 * 24 * 3600.0  # seconds; pace days: how long a player may take over a decision
LEAST_DELAY: Final = 0.6  # a bot answers after the usual delay times a factor between this ...
MOST_DELAY: Final = 1.4  # ... and this, chosen at random, so that the time says nothing about its cards


@dataclass(frozen=True)
class DealDue:
    """It is time to deal, or for the next step to it."""

    at: float


@dataclass(frozen=True)
class AnswerDue:
    """It is time for a bot to answer a decision."""

    at: float
    seat: int
    ask: int
    bot: str
    stand_in: bool = False  # for a player who is away or thinks for too long


Duty = DealDue | AnswerDue


def duties(
    table: LiveTable, away: Mapping[int, float], delay: float, since: float = 0.0, told_at: float = 0.0
) -> list[Duty]:
    """What has to be done and when; `away` says since when the player of a seat has been away.

    Nobody starts thinking before `since`, when the break after the last round was over. Before the deal,
    `told_at` is when those who add something to it were told what is wanted of them.
    """
    if table.match is None:
        at = dealing_time(table, told_at)
        return [] if at is None else [DealDue(at)]
    found: list[Duty] = []
    if table.full:
        return found
    for seat in table.owing_seats():
        if table.is_lesson and table.scripted_move(seat) is None:
            continue  # in a lesson nobody hurries the learner, and the others wait
        if table.seats[seat].by_bot:
            found.append(bot_answer(table, seat, delay, since))
        elif (late := late_answer(table, seat, away.get(seat), delay, since)) is not None:
            found.append(late)
    return found


def bot_answer(table: LiveTable, seat: int, delay: float, since: float = 0.0) -> AnswerDue:
    """When a bot answers for its own seat, or for a player who has left."""
    place = table.seats[seat]
    asked = max(place.asked_at or 0.0, since)
    wait = bot_pause(table.id, seat, place.answered, delay)
    return AnswerDue(asked + wait, seat, place.answered, place.bot or STAND_IN)


def late_answer(
    table: LiveTable, seat: int, away: float | None, delay: float, since: float = 0.0
) -> AnswerDue | None:
    """When a bot answers for a player who is away or thinks for too long."""
    place = table.seats[seat]
    asked = max(place.asked_at or 0.0, since)
    limit = thinking_limit(table)
    if limit is None:
        return None
    at = asked + limit
    if away is not None and table.pace == "live":
        wait = bot_pause(table.id, seat, place.answered, delay)
        at = min(at, max(away + AWAY_LIMIT, asked + wait))
    return AnswerDue(at, seat, place.answered, STAND_IN, stand_in=True)


def thinking_limit(table: LiveTable) -> float | None:
    """How many seconds a player may think; None if as long as they like."""
    if table.seconds:
        return float(table.seconds)
    return {"none": None, "live": THINKING_LIMIT, "days": DAYS_LIMIT}[table.pace]


def bot_pause(table: str, seat: int, ask: int, delay: float) -> float:
    """How long a bot waits before it answers: a random time that depends on nothing in the game."""
    drawn = blake2b(f"{table} {seat} {ask}".encode(), digest_size=4).digest()
    fraction = int.from_bytes(drawn, "big") / 2**32
    return delay * (LEAST_DELAY + (MOST_DELAY - LEAST_DELAY) * fraction)

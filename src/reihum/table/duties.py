"""What a table waits for without anybody asking: the deal, bots, and stand-ins for those who stay away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from reihum.table.live import LiveTable
from reihum.table.seats import STAND_IN

PATIENCE: Final = 5.0  # seconds from the last seat taken to the deal, if somebody does not say hello
AWAY: Final = 60.0  # pace live: so long somebody may be away
THINKING: Final = 120.0  # pace live: so long somebody may think
DAYS: Final = 3 * 24 * 3600.0  # pace days: so long somebody may take for a decision
LEAST_DELAY: Final = 0.6  # a bot answers after this part of the usual delay, or up to as much more ...
MOST_DELAY: Final = 1.4  # ... by lot, so that the time tells nothing about its cards


@dataclass(frozen=True)
class Deal:
    """The game is to begin."""

    at: float


@dataclass(frozen=True)
class Answer:
    """A bot is to answer a decision of a seat."""

    at: float
    seat: int
    ask: int
    bot: str
    stand_in: bool = False  # for somebody who is away or thinks for too long


def duties(table: LiveTable, away: Mapping[int, float], delay: float) -> list[Deal | Answer]:
    """What is to be done and when; `away` says since when the players of seats are not here."""
    if table.match is None:
        return [] if table.open_seats() else [Deal(dealing_time(table))]
    found: list[Deal | Answer] = []
    if table.full:
        return found
    for seat in table.owing():
        if table.seats[seat].by_bot:
            found.append(bot_answer(table, seat, delay))
        elif (late := late_answer(table, seat, away.get(seat), delay)) is not None:
            found.append(late)
    return found


def dealing_time(table: LiveTable) -> float:
    """When the game begins: as soon as everybody has said hello, or a little after the last sat down."""
    if all(seat.greeted for seat in table.seats if seat.present):
        return 0.0
    return table.taken_at + PATIENCE


def bot_answer(table: LiveTable, seat: int, delay: float) -> Answer:
    """When a bot answers for its own seat, or for somebody who left."""
    chair = table.seats[seat]
    asked = chair.asked_at or 0.0
    wait = pause(table.id, seat, chair.answered, delay)
    return Answer(asked + wait, seat, chair.answered, chair.bot or STAND_IN)


def late_answer(table: LiveTable, seat: int, away: float | None, delay: float) -> Answer | None:
    """When a bot answers for somebody who is away or thinks for too long."""
    chair = table.seats[seat]
    asked = chair.asked_at or 0.0
    if table.pace == "none":
        return None
    if table.pace == "days":
        return Answer(asked + DAYS, seat, chair.answered, STAND_IN, stand_in=True)
    at = asked + THINKING
    if away is not None:
        wait = pause(table.id, seat, chair.answered, delay)
        at = min(at, max(away + AWAY, asked + wait))
    return Answer(at, seat, chair.answered, STAND_IN, stand_in=True)


def pause(table: str, seat: int, ask: int, delay: float) -> float:
    """How long a bot waits before it answers: by lot, and by nothing that lies on the table."""
    lot = int.from_bytes(blake2b(f"{table} {seat} {ask}".encode(), digest_size=4).digest(), "big") / 2**32
    return delay * (LEAST_DELAY + (MOST_DELAY - LEAST_DELAY) * lot)

"""Why a player is called: a pure look at a table, and the sentence for it, without any card."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from reihum.table.live import LiveTable
from reihum.words import words
from reihum.words.grammar import Enumeration

Kind = Literal["turn", "nudge", "waits", "over"]
WAITS: Final = 1  # stages rise in the course of a table: each player is called about each of them once
OVER: Final = 1_000_000_000
RECENT: Final = 600.0  # seconds for which the end of a game is news


class Reason(NamedTuple):
    """Why somebody is called."""

    kind: Kind
    stage: int
    since: float  # when there was a reason
    by: int | None = None  # the seat that nudges


def is_social(table: LiveTable) -> bool:
    """Whether others wait at a table, or there are days for a move: at other tables nobody is called."""
    if table.pace == "days":
        return table.players > 1
    return sum(bool(seat.player) and not seat.program for seat in table.seats) > 1


def reason_at(table: LiveTable, number: int, now: float) -> Reason | None:
    """Why the player of a seat should look at the table, if there is a reason."""
    seat = table.seats[number]
    if not seat.present or seat.program:
        return None
    if table.status == "over":
        if table.match is None:
            return None
        return Reason("over", OVER, table.played_at) if now - table.played_at < RECENT else None
    if table.match is None:
        waited = any(other.greeted and other.present for other in table.seats)
        return Reason("waits", WAITS, table.taken_at) if waited and not seat.greeted else None
    ask = table.ask(number)
    return None if ask is None else Reason("turn", turn_stage(ask), seat.asked_at or table.played_at)


def nudge_at(table: LiveTable, number: int, by: int, now: float) -> Reason | None:
    """The reason of a player whom another reminds, if they still owe a decision."""
    ask = table.ask(number)
    return None if ask is None else Reason("nudge", turn_stage(ask) + 1, now, by)


def was_played_for(table: LiveTable, number: int) -> bool:
    """Whether a bot made the last decision of a player who was away or took too long."""
    last = next((step for step in reversed(table.steps) if step.by == number), None)
    return last is not None and last.stand_in


def turn_stage(ask: int) -> int:
    """The stage of a decision; that of a nudge comes after it."""
    return 2 * ask + WAITS + 1


def call_text(table: LiveTable, number: int, reason: Reason, lang: str) -> str:
    """What a player is told: the game, who plays, and why; nothing that others could not see."""
    say = words(lang)
    people = [seat.name for at, seat in enumerate(table.seats) if at != number and seat.present]
    names = people or [seat.name for at, seat in enumerate(table.seats) if at != number and seat.name]
    facts = {"game": table.game.title, "names": Enumeration(names, say("call.and"))}
    if reason.kind == "nudge" and reason.by is not None:
        return say("call.nudge", name=table.seats[reason.by].name, **facts)
    one = "_one" if reason.kind == "waits" and len(names) == 1 else ""
    return say(f"call.{reason.kind}{one}", **facts)


def trial_text(lang: str) -> str:
    """What somebody is told who tries it out."""
    return words(lang)("call.test")

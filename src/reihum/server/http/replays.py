"""Finished games for those who look at them again: a stretch at a time, so that nobody else has to wait."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from msgspec import Raw

from reihum.core.types import Json
from reihum.match import Match
from reihum.server.work import WorkQueue
from reihum.table.judge import Problem
from reihum.table.replay import Replay
from reihum.wire.encoding import encode

PLAYED_AT_ONCE: Final = 50  # moves before the first one shown that are played without a pause
MOST_DIGITS: Final = 9  # of a number in an address


async def stretch(
    work: WorkQueue, asker: str, match: Match, seat: str | None, first: str, lang: str
) -> Json | Problem:
    """The steps from a number on, given as in an address, with the overview of the game."""
    observer = None if seat is None else parse_number(seat)
    if seat is not None and (observer is None or observer >= match.seats):
        return Problem("no_seat", {"last": match.seats - 1})
    start = parse_number(first)
    if start is None:
        return Problem("no_step", {"last": len(match.history)})
    return await work.do(asker, steps_of(Replay(match, observer, lang), start))


def steps_of(replay: Replay, start: int) -> Generator[None, None, Json]:
    """The overview of a game and a stretch of its steps, each encoded by itself: that takes a while, too."""
    shown: list[Raw] = []
    for passed, step in enumerate(replay.steps(start)):
        if step is not None:
            shown.append(Raw(encode(step)))
        if step is not None or passed % PLAYED_AT_ONCE == 0:
            yield
    return {**replay.overview(), "steps": shown}


def parse_number(text: str) -> int | None:
    """A number in an address; None if it is not one."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else None

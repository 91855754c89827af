"""Finished games for those who look at them again: a stretch at a time, so that nobody has to wait."""

from __future__ import annotations

import asyncio
from typing import Final

from reihum.core.types import Json
from reihum.match import Match
from reihum.table.judge import Problem
from reihum.table.replay import Replay

PLAYED_AT_ONCE: Final = 50  # moves before the first one shown that are played without a pause
MOST_DIGITS: Final = 9  # of a number in an address


class ReplayReader:
    """Shows finished games, one stretch after another, so that games in progress are not held up."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def stretch(self, match: Match, seat: str | None, first: str, lang: str) -> Json | Problem:
        """The steps from a number on, given as in an address, with the overview of the game."""
        observer = None if seat is None else parse_number(seat)
        if seat is not None and (observer is None or observer >= match.seats):
            return Problem("no_seat", {"last": match.seats - 1})
        start = parse_number(first)
        if start is None:
            return Problem("no_step", {"last": len(match.history)})
        async with self._turn:
            replay = Replay(match, observer, lang)
            shown: list[Json] = []
            for passed, step in enumerate(replay.steps(start)):
                if step is not None:
                    shown.append(step)
                if step is not None or passed % PLAYED_AT_ONCE == 0:
                    await asyncio.sleep(0)
            return {**replay.overview(), "steps": shown}


def parse_number(text: str) -> int | None:
    """A number in an address; None if it is not one."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else None

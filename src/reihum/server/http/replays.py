"""Finished games for those who look at them again: a stretch at a time, so that nobody waits for it."""

from __future__ import annotations

import asyncio
from typing import Final

from reihum.core.types import Json
from reihum.match import Match
from reihum.table.judge import Problem
from reihum.table.replay import Replay

PASSED: Final = 50  # moves that are played in one go on the way to the first one shown
DIGITS: Final = 9  # of a number in an address


class Replaying:
    """Shows finished games, one stretch after the other: who plays just now is not held up by it."""

    def __init__(self) -> None:
        self._one = asyncio.Lock()

    async def stretch(self, match: Match, seat: str | None, first: str, lang: str) -> Json | Problem:
        """The steps from a number on, as an address asks for them, and what is there beside them."""
        observer = None if seat is None else number_in(seat)
        if seat is not None and (observer is None or observer >= match.seats):
            return Problem("no_seat", {"last": match.seats - 1})
        start = number_in(first)
        if start is None:
            return Problem("no_step", {"last": len(match.history)})
        async with self._one:
            replay = Replay(match, observer, lang)
            shown: list[Json] = []
            for passed, step in enumerate(replay.steps(start)):
                if step is not None:
                    shown.append(step)
                if step is not None or passed % PASSED == 0:
                    await asyncio.sleep(0)
            return {**replay.overview(), "steps": shown}


def number_in(text: str) -> int | None:
    """A number as an address writes it; None if it is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= DIGITS else None

"""When an exercise comes back: a plain rule, the same for everybody.

A new exercise can be tried at once. Solved at the first try, it comes back after 1 day, then after 3, then
after 7; solved once more, it is known. If it is not solved at the first try, it comes back after 1 day, and
goes on from there. Days begin at midnight UTC.
"""

from __future__ import annotations

from typing import Final, NamedTuple

DAYS: Final = (1, 3, 7)  # until it comes back, each time it was solved
NEW: Final = 0
KNOWN: Final = len(DAYS) + 1
DROPPED: Final = -1  # its player does not want to see it again
NEVER: Final = 2**31 - 1  # a day that does not come
SECONDS: Final = 86_400


class Place(NamedTuple):
    """How well an exercise is known, and when it comes back."""

    box: int  # how often it was solved in a row
    due: int  # a day, counted from 1970


def day_of(now: float) -> int:
    """The day of a moment, in seconds since 1970."""
    return int(now // SECONDS)


def next_place(box: int, solved: bool, today: int) -> Place:
    """Where an exercise goes that was due and has been tried."""
    if not solved:
        return Place(1, today + DAYS[0])
    if box >= len(DAYS):
        return Place(KNOWN, NEVER)
    return Place(box + 1, today + DAYS[box])

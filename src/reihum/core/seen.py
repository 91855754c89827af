"""What the views of all games have in common. Not compiled: its annotations are read at run time.

Every view has two parts: what everybody sees, and what the viewer knows in addition. The first is made
without knowing who is looking, so that it cannot tell one viewer more than another.
"""

from __future__ import annotations

from typing import Annotated, TypedDict

from reihum.core.kinds import for_programs, seat, seats


class SeenByAll(TypedDict):
    """Who decides, and whether low or high scores win."""

    turn: Annotated[int | None, for_programs("the seat whose decision is asked for next; null at the end")]
    player: Annotated[
        int | None, seat("whose turn it is by the rules; null while all decide at once and at the end")
    ]
    owes: Annotated[list[int], seats("all seats that have a decision to make now")]
    low_wins: Annotated[bool, for_programs("whether the lowest score wins, or the highest")]


class SeenByOne(TypedDict):
    """Who is looking."""

    seat: Annotated[int | None, for_programs("whose view this is; null for a spectator")]

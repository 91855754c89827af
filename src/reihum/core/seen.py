"""What the views of all games begin with. Not compiled: its annotations are read at run time."""

from __future__ import annotations

from typing import Annotated, TypedDict

from reihum.core.kinds import for_programs, seat, seats


class Common(TypedDict):
    """Who looks, who decides, and which scores are good."""

    seat: Annotated[int | None, for_programs("whose view this is; null for a spectator")]
    turn: Annotated[int | None, for_programs("the seat whose decision is asked for next; null at the end")]
    player: Annotated[
        int | None, seat("whose turn it is by the rules; null where all decide at once and at the end")
    ]
    owes: Annotated[list[int], seats("all who have a decision to make now")]
    low_wins: Annotated[bool, for_programs("whether the lowest score wins, or the highest")]

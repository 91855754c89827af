"""The types of a view of Tiny."""

from __future__ import annotations

from typing import Annotated, Literal

from reihum.core.kinds import cards, for_programs, number, per_seat, seat
from reihum.core.seen import SeenByAll, SeenByOne


class Public(SeenByAll):
    """What everybody sees."""

    game: Annotated[Literal["tiny"], for_programs("always tiny")]
    round: Annotated[int, number("which round, from 1")]
    pile: Annotated[list[int], cards("the cards laid since the pile was last cleared away")]
    gone: Annotated[list[int], cards("the cards laid in this round before that")]
    top_by: Annotated[int | None, seat("who laid the top card")]
    held: Annotated[list[int], per_seat(number("how many cards a hand has"))]
    totals: Annotated[list[int], per_seat(number("points so far"))]


class Own(SeenByOne):
    """What only a seat knows, or a spectator."""

    hand: Annotated[list[int], cards("your own cards, ascending")]


class View(Public, Own):
    """Everything that a seat, or a spectator, may know of a game of Tiny."""

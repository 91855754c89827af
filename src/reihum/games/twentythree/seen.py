"""The types of a view of 23. Not compiled: its annotations are read at run time."""

from __future__ import annotations

from typing import Annotated, Literal

from reihum.core.kinds import cards, flag, for_programs, number, per_seat, seat, word
from reihum.core.seen import SeenByAll, SeenByOne
from reihum.games.twentythree.position import Options
from reihum.games.twentythree.table import Phase, Status


class Public(SeenByAll):
    """What everybody sees."""

    game: Annotated[Literal["23"], for_programs("always 23")]
    options: Annotated[
        Options,
        for_programs("`learning`: the learning game (T5); `by_five`: a chip shifts by exactly 5 (T9d)"),
    ]
    round: Annotated[int, number("1 or 2 (T15)")]
    phase: Annotated[Phase, word("putting cards away, playing, or over")]
    pile: Annotated[list[int], cards("every card laid in this round, the top card last")]
    fines: Annotated[list[int], per_seat(number("penalty chips"))]
    chips: Annotated[list[int], per_seat(number("bonus chips left (T3)"))]
    status: Annotated[list[Status], per_seat(word("still in the round, went out, or left (T14)"))]
    forced: Annotated[bool, flag("whether the seat whose turn it is has been forced to lay (T12)")]
    idle: Annotated[int, for_programs("turns since anybody laid a card")]
    one: Annotated[int | None, seat("who holds the 1, until it is laid (T2)")]
    at_most: Annotated[
        list[int | None],
        per_seat(number("the highest card it can hold: it was forced and could not lay (T12b); else null")),
    ]
    laid: Annotated[
        list[list[int]],
        for_programs("for each seat: what it has laid in this round, ascending, without the 1 that opens it"),
    ]
    passed: Annotated[
        list[list[int]],
        for_programs("for each seat: the top cards at which it passed in this round (T11, T12)"),
    ]
    jumped: Annotated[
        list[list[int]],
        for_programs("for each seat: the numbers that its cards jumped over in this round (T8)"),
    ]


class Own(SeenByOne):
    """What a seat, or a spectator, knows in addition."""

    hand: Annotated[list[int], cards("your own cards, ascending")]
    away: Annotated[list[int], cards("what you have put away in this round (T4)")]
    gone: Annotated[list[int], cards("what you put away on leaving the round (T13)")]
    held: Annotated[
        list[int], per_seat(number("how many cards a hand has; for others, 15 while cards are put away (T4)"))
    ]
    costs: Annotated[
        dict[str, int], for_programs("what each of your legal moves costs in penalty chips (T8, T11 to T13)")
    ]


class View(Public, Own):
    """Everything that a seat, or a spectator, may know of a game of 23."""

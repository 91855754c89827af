"""The types of a view of HELP!. Not compiled: its annotations are read at run time."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from reihum.core.kinds import card, cards, for_programs, number, per_seat, seat, seats, word
from reihum.core.seen import SeenByAll, SeenByOne
from reihum.games.help.table import Phase

# What can be proved of a hand: at least this many of its cards are among these kinds, or else, if `or` names
# any, it holds those. (Written as a call, since `or` is a keyword.)
Bound = TypedDict("Bound", {"least": int, "of": list[str], "or": list[str]})


class CanBe(TypedDict):
    """Each of so many cards of a hand is of one of these kinds."""

    cards: int
    of: list[str]


class SinceReshuffle(TypedDict):
    """What was seen of the last reshuffle."""

    reshuffled: Annotated[
        list[str], for_programs("the cards of the discard pile when it became the draw pile (H11)")
    ]
    in_hands: Annotated[list[str], for_programs("the cards that all hands together held at that time")]
    fresh: Annotated[
        list[int], for_programs("how many cards of each hand may have come from the draw pile since then")
    ]
    had: Annotated[list[str], for_programs("your own cards at that time")]
    drew: Annotated[list[str], for_programs("the cards you have drawn since then")]


class Public(SeenByAll):
    """What everybody sees."""

    game: Annotated[Literal["help"], for_programs("always help")]
    round: Annotated[int, number("which round, from 1")]
    direction: Annotated[int, number("1 clockwise, -1 the other way (H4)")]
    points: Annotated[list[int], per_seat(number("points (H21)"))]
    phase: Annotated[
        Phase, word("calling, playing, giving help, giving a card back, playing the card received, or over")
    ]
    callers: Annotated[list[int], seats("who may call a number; empty once all have called (H5)")]
    held: Annotated[list[int], per_seat(number("how many cards a hand has"))]
    row: Annotated[list[str], cards("the row, its first card first")]
    values: Annotated[
        list[int], cards("what each card of the row counts as; for a Joker, what it stands for (H12)")
    ]
    in_stock: Annotated[int, number("how many cards the draw pile has")]
    discard: Annotated[list[str], cards("the discard pile, the top card last")]
    no: Annotated[
        list[int],
        per_seat(number("a No! in front: 0 none, 1 still to be skipped, 2 already skipped (H15)")),
    ]
    asker: Annotated[int | None, seat("who is being helped (H16)")]
    giver: Annotated[int | None, seat("who helps (H17)")]
    helper: Annotated[
        int | None,
        for_programs("whom the player whose turn it is would ask for help; null if nobody (H17, H20)"),
    ]


class Own(SeenByOne, SinceReshuffle):
    """What a seat, or a spectator, knows in addition."""

    called: Annotated[
        list[list[int]],
        for_programs("your own call as a pair of seat and number, until all have called (H5)"),
    ]
    hand: Annotated[list[str], cards("your own cards, numbers first")]
    received: Annotated[str | None, card("the card on its way to the asker, for the two who know it (H18)")]
    counts: Annotated[
        dict[str, list[int]],
        for_programs(
            "what the row would count as after each of your moves with a Joker or a Switch (H12, H13)"
        ),
    ]
    known: Annotated[list[list[str]], per_seat(cards("cards that are certainly in another hand"))]
    holds: Annotated[
        list[list[Bound]],
        for_programs("what else can be proved of other hands: at least this many cards are among these"),
    ]
    can_be: Annotated[
        list[list[CanBe]],
        for_programs("what each card of another hand can be; cards that can be anything are left out"),
    ]


class View(Public, Own):
    """Everything that a seat, or a spectator, may know of a game of HELP!."""

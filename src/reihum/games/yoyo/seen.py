"""The types of a view of YoYo. Not compiled: its annotations are read at run time."""

from __future__ import annotations

from typing import Annotated, Literal

from reihum.core.kinds import card, cards, for_programs, number, per_seat, seat, seats, word
from reihum.core.seen import SeenByAll, SeenByOne
from reihum.games.yoyo.position import Options
from reihum.games.yoyo.table import Direction, Phase


class Public(SeenByAll):
    """What everybody sees."""

    game: Annotated[Literal["yoyo"], for_programs("always yoyo")]
    options: Annotated[Options, for_programs("`plain_draw`: a Draw cannot be answered (Y22c)")]
    match_game: Annotated[int, number("which game of the match this is (Y26)")]
    points: Annotated[list[int], per_seat(number("points of all games so far (Y23 to Y25)"))]
    phase: Annotated[Phase, word("what has to be decided, or over")]
    held: Annotated[list[int], per_seat(number("how many cards a hand has"))]
    pile: Annotated[list[str], cards("what has been laid since the last shuffle, the top card last")]
    direction: Annotated[Direction | None, word("up or down (Y6); null while the pile is empty")]
    in_stock: Annotated[int, number("how many cards the draw pile has")]
    emptied: Annotated[int, number("how often the draw pile has been used up in this game (Y14)")]
    beginner: Annotated[int, seat("who began this game (Y4, Y26)")]
    top_by: Annotated[int | None, seat("who laid the top card (Y11)")]
    pending: Annotated[int, number("how many cards a Draw takes from each of two players (Y19, Y22)")]
    taking: Annotated[list[int], seats("the seat from which the first of them has been taken")]
    drawn_one_of: Annotated[
        list[list[list[str]]],
        for_programs("for each seat: what each drawn card that is certainly still there can be (Y13)"),
    ]
    one_of: Annotated[
        list[list[str]],
        for_programs("for each seat: the hand has one of these cards, if any are listed (Y15)"),
    ]
    recycled: Annotated[list[str], for_programs("what was shuffled back into the draw pile (Y14)")]
    unmoved: Annotated[
        list[int], for_programs("for each seat: how many of its cards were certainly in hands at that moment")
    ]
    drew_up: Annotated[
        list[list[int]],
        for_programs("for each seat: the tops on which it drew while the direction was up (Y13)"),
    ]
    drew_down: Annotated[
        list[list[int]], for_programs("for each seat: the tops on which it drew while the direction was down")
    ]


class Own(SeenByOne):
    """What a seat, or a spectator, knows in addition."""

    hand: Annotated[list[str], cards("your own cards: blue, red, yellow, each ascending")]
    drawn: Annotated[str | None, card("the card you have just drawn and may lay (Y13)")]
    slid: Annotated[str | None, card("the card you have chosen for your left neighbour (Y20)")]
    known: Annotated[
        list[list[str]],
        per_seat(cards("cards that you gave away and that are certainly still in a hand (Y19, Y20)")),
    ]


class View(Public, Own):
    """Everything that a seat, or a spectator, may know of a match of YoYo."""

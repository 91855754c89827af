"""The types of a view of Königs-Rommé. Not compiled: its annotations are read at run time."""

from __future__ import annotations

from typing import Annotated, Literal

from reihum.core.kinds import card, cards, for_programs, number, per_seat, seat, seats, word
from reihum.core.seen import SeenByAll, SeenByOne
from reihum.games.koenigs_romme.solo import SoloPhase
from reihum.games.koenigs_romme.table import Phase


class Public(SeenByAll):
    """What everybody sees."""

    game: Annotated[Literal["koenigs-romme"], for_programs("always koenigs-romme")]
    round: Annotated[int, number("1 to 11 (K3)")]
    wild: Annotated[str, card("the value that is wild in this round: 3 to 10, J, Q or K (K13)")]
    totals: Annotated[list[int], per_seat(number("points in the rounds scored so far (K15)"))]
    dealer: Annotated[int, seat("who deals this round (K4)")]
    phase: Annotated[Phase, word("drawing, discarding, or over")]
    held: Annotated[list[int], per_seat(number("how many cards a hand has"))]
    taken: Annotated[
        list[list[str]],
        per_seat(cards("cards that a seat took from the pile and has not been seen to lose since (K7)")),
    ]
    in_stock: Annotated[int, number("cards in the stock")]
    pile: Annotated[list[str], cards("the discard pile, the top card last")]
    turns: Annotated[int, for_programs("how many turns of this round are finished")]
    out_by: Annotated[int | None, seat("who has gone out in this round (K10)")]
    last_turns: Annotated[list[int], seats("who still has a last turn, in order of play (K14)")]
    laid: Annotated[list[list[list[str]]], per_seat(cards("combinations on the table (K10, K14)"))]
    thrown: Annotated[
        list[list[str]],
        for_programs("for each seat: the cards that it threw away in this round, each once (K9)"),
    ]
    composed: Annotated[
        list[str] | None,
        for_programs("the cards of the stock when it was made from the pile, if it was in this round (K8)"),
    ]
    hands: Annotated[
        list[list[str]] | None, cards("for each seat, the cards left in hand; null before the end (K15)")
    ]


class Own(SeenByOne):
    """What a seat, or a spectator, knows in addition."""

    hand: Annotated[list[str], cards("your own cards, by value and suit, jokers last")]
    drew: Annotated[list[str], for_programs("what you have drawn from such a stock (K8)")]


class View(Public, Own):
    """Everything that a seat, or a spectator, may know of a game of Königs-Rommé for two or more."""


class SoloPublic(SeenByAll):
    """What everybody sees in the solo variant: everything but the order of the stock."""

    game: Annotated[Literal["koenigs-romme"], for_programs("always koenigs-romme")]
    solo: Annotated[bool, for_programs("always true: this is the variant for one player")]
    phase: Annotated[SoloPhase, word("placing the card shown, or over")]
    hands: Annotated[
        list[list[str]], cards("the eleven hands of 3 to 13 cards, including finished ones (K17)")
    ]
    finished: Annotated[list[bool], for_programs("for each hand, whether it is finished (K19)")]
    in_stock: Annotated[int, number("how many cards are still to be turned up")]
    shown: Annotated[str | None, card("the card turned up, to be placed; null at the end (K18)")]
    gone: Annotated[list[str], cards("the discards, in order (K18)")]


class SoloView(SoloPublic, SeenByOne):
    """Everything that the player, or a spectator, may know in the solo variant."""

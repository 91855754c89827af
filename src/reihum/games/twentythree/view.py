"""What a seat of 23 may know."""

from __future__ import annotations

from typing import Annotated, Literal

from reihum.core.contract import NOBODY, State, legal, seat_or_none
from reihum.core.kinds import cards, flag, for_programs, number, per_seat, seat, word
from reihum.core.packing import unpacked
from reihum.core.views import Common, common
from reihum.games.twentythree import notation
from reihum.games.twentythree.cards import HIGHEST
from reihum.games.twentythree.position import Options, Status, status
from reihum.games.twentythree.rules import TwentyThree
from reihum.games.twentythree.table import HAND, PHASES, PUT, Phase


class View(Common):
    """All that a seat, or a spectator, may know of a game of 23."""

    game: Annotated[Literal["23"], for_programs("always 23")]
    options: Annotated[Options, for_programs("`learning`: whether this is the learning game (T5)")]
    round: Annotated[int, number("1 or 2 (T15)")]
    phase: Annotated[Phase, word("putting cards away, playing, or over")]
    hand: Annotated[list[int], cards("one's own cards, ascending")]
    away: Annotated[list[int], cards("what one has put away in this round (T4)")]
    gone: Annotated[list[int], cards("what one put away on leaving the round (T13)")]
    held: Annotated[
        list[int], per_seat(number("how many cards a hand has; 15 while others put cards away (T4)"))
    ]
    pile: Annotated[list[int], cards("every card laid in this round, the last one on top")]
    fines: Annotated[list[int], per_seat(number("penalty chips"))]
    chips: Annotated[list[int], per_seat(number("bonus chips left (T3)"))]
    status: Annotated[list[Status], per_seat(word("still in the round, out, or left (T14)"))]
    forced: Annotated[bool, flag("whether the seat in turn has been forced to lay (T12)")]
    idle: Annotated[int, for_programs("turns since anybody laid a card")]
    one: Annotated[int | None, seat("who holds the 1, until it is laid (T2)")]
    at_most: Annotated[
        list[int | None],
        per_seat(
            number("a forced seat that could not lay has shown that it holds nothing above this (T12b)")
        ),
    ]
    costs: Annotated[
        dict[str, int], for_programs("what each of one's legal moves costs in penalty chips (T8, T11 to T13)")
    ]


def view(state: State, observer: int) -> View:
    """All that a seat, or a spectator (NOBODY), may know; built up, so that nothing else can be in it."""
    assert isinstance(state, TwentyThree)
    seats = range(state.seats)
    mine = observer != NOBODY
    putting = state.phase == PUT
    return {
        "game": "23",
        "options": {"learning": state.learning},
        "round": state.round,
        "phase": PHASES[state.phase],
        "hand": unpacked(state.hands[observer]) if mine else [],
        "away": unpacked(state.away[observer]) if mine else [],
        "gone": unpacked(state.gone[observer]) if mine else [],
        # T4: nobody hears how far the others have got with putting cards away
        "held": [HAND if putting and seat != observer else state.held[seat] for seat in seats],
        "pile": [int(v) for v in state.pile[: state.in_pile]],
        "fines": list(state.fines),
        "chips": list(state.chips),
        "status": status(state),
        "forced": state.forced,
        "idle": state.idle,
        "one": seat_or_none(state.one_held_by()),
        "at_most": [None if bound == HIGHEST else bound for bound in state.at_most],
        "costs": costs(state, observer) if mine and not putting else {},
        **common(state, observer),
    }


def costs(state: TwentyThree, seat: int) -> dict[str, int]:
    """What the seat's legal moves cost now; giving chips back when going out (T10) is not counted."""
    return {notation.text(move): int(state.price(seat, move)) for move in legal(state, seat)}

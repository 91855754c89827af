"""What a seat of 23 may know."""

from __future__ import annotations

from reihum.core.contract import NOBODY, State, seat_or_none
from reihum.core.packing import unpacked
from reihum.core.spec import Json
from reihum.games.twentythree.cards import HIGHEST
from reihum.games.twentythree.legal import HAND, PUT
from reihum.games.twentythree.position import PHASES, status
from reihum.games.twentythree.rules import TwentyThree


def view(state: State, seat: int) -> Json:
    """All that a seat, or a spectator (NOBODY), may know; built up, so that nothing else can be in it."""
    assert isinstance(state, TwentyThree)
    seats = range(state.seats)
    mine = seat != NOBODY
    putting = state.phase == PUT
    holder = state.one_held_by()
    return {
        "game": "23",
        "options": {"learning": state.learning},
        "seat": seat if mine else None,
        "round": state.round,
        "phase": PHASES[state.phase],
        "hand": unpacked(state.hands[seat]) if mine else [],
        "away": unpacked(state.away[seat]) if mine else [],
        # T4: nobody hears how far the others have got with putting cards away
        "held": [HAND if putting and other != seat else state.held[other] for other in seats],
        "pile": [int(v) for v in state.pile[: state.laid]],
        "fines": list(state.fines),
        "chips": list(state.chips),
        "status": status(state),
        "turn": seat_or_none(state.at),
        "forced": state.forced,
        "idle": state.idle,
        "owes": [other for other in seats if state.owes(other)],
        "one": seat_or_none(holder),  # T2
        # T12b: what a forced seat that did not play has shown
        "at_most": [None if bound == HIGHEST else bound for bound in state.at_most],
    }

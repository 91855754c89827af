"""What a seat of 23 may know."""

from __future__ import annotations

from reihum.core.contract import NOBODY, State, legal, members, seat_or_none
from reihum.core.packing import unpack
from reihum.core.views import seen_by_all
from reihum.games.twentythree import notation
from reihum.games.twentythree.cards import HIGHEST
from reihum.games.twentythree.knowledge import at_most, jumped_over, laid_by_seat, passed_at
from reihum.games.twentythree.position import options
from reihum.games.twentythree.rules import TwentyThree
from reihum.games.twentythree.seen import Own, Public, View
from reihum.games.twentythree.table import HAND_SIZE, PHASES, PUT


def view(state: State, observer: int) -> View:
    """Everything that a seat, or a spectator (NOBODY), may know: the public part and its own."""
    return {**public(state), **own(state, observer)}


def public(state: State) -> Public:
    """What everybody sees."""
    assert isinstance(state, TwentyThree)
    seats = range(state.seats)
    return {
        "game": "23",
        "options": options(state),
        "round": state.round,
        "phase": PHASES[state.phase],
        "pile": [int(v) for v in state.pile[: state.in_pile]],
        "fines": list(state.fines),
        "chips": list(state.chips),
        "status": state.status(),
        "forced": state.forced,
        "idle": state.idle,
        "one": seat_or_none(state.one_held_by()),
        "at_most": [bound_or_none(at_most(state, seat)) for seat in seats],
        "laid": [unpack(laid_by_seat(state, seat)) for seat in seats],
        "passed": [members(passed_at(state, seat)) for seat in seats],
        "jumped": [members(jumped_over(state, seat)) for seat in seats],
        **seen_by_all(state),
    }


def own(state: State, observer: int) -> Own:
    """What only a seat, or a spectator (NOBODY), knows; built up, so that nothing else can get in."""
    assert isinstance(state, TwentyThree)
    mine = observer != NOBODY
    putting = state.phase == PUT
    return {
        "hand": unpack(state.hands[observer]) if mine else [],
        "away": unpack(state.away[observer]) if mine else [],
        "gone": unpack(state.gone[observer]) if mine else [],
        # T4: nobody knows how many cards the others have put away so far
        "held": [
            HAND_SIZE if putting and seat != observer else state.held[seat] for seat in range(state.seats)
        ],
        "costs": costs(state, observer) if mine and not putting else {},
        "seat": seat_or_none(observer),
    }


def bound_or_none(bound: int) -> int | None:
    """T12b: the highest card that a seat can hold; null if any."""
    return None if bound == HIGHEST else bound


def costs(state: TwentyThree, seat: int) -> dict[str, int]:
    """What the seat's legal moves cost now, not counting chips that go back for going out (T10)."""
    return {notation.text(move): int(state.price(seat, move)) for move in legal(state, seat)}

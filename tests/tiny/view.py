"""What a seat of Tiny may know."""

from __future__ import annotations

from reihum.core.contract import NOBODY, State, seat_or_none
from reihum.core.views import seen_by_all
from tests.tiny.rules import Tiny
from tests.tiny.seen import Own, Public, View


def view(state: State, observer: int) -> View:
    """Everything that a seat, or a spectator (NOBODY), may know."""
    return {**public(state), **own(state, observer)}


def public(state: State) -> Public:
    """What everybody sees."""
    assert isinstance(state, Tiny)
    return {
        "game": "tiny",
        **seen_by_all(state),
        "round": state.round,
        "pile": list(state.pile),
        "gone": list(state.gone),
        "top_by": seat_or_none(state.top_by),
        "held": [len(hand) for hand in state.hands],
        "totals": list(state.totals),
    }


def own(state: State, observer: int) -> Own:
    """What only one seat knows."""
    assert isinstance(state, Tiny)
    hand = [] if observer == NOBODY else list(state.hands[observer])
    return {"seat": seat_or_none(observer), "hand": hand}

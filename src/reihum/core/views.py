"""How the views of all games begin."""

from __future__ import annotations

from reihum.core.contract import OVER, State, owing, seat_or_none
from reihum.core.seen import Common


def common(state: State, observer: int) -> Common:
    """The beginning of a view for a seat, or for a spectator (NOBODY)."""
    turn = state.turn()
    return {
        "seat": seat_or_none(observer),
        "turn": None if turn == OVER else turn,
        "player": None if turn == OVER else seat_or_none(state.player()),
        "owes": owing(state),
        "low_wins": state.low_wins,
    }

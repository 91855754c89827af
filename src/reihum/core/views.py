"""What the views of all games have in common."""

from __future__ import annotations

from reihum.core.contract import OVER, State, owing, seat_or_none
from reihum.core.seen import SeenByAll


def seen_by_all(state: State) -> SeenByAll:
    """Who decides, for the public part of a view."""
    turn = state.turn()
    return {
        "turn": None if turn == OVER else turn,
        "player": None if turn == OVER else seat_or_none(state.player()),
        "owes": owing(state),
        "low_wins": state.low_wins,
    }

"""Which moves of HELP! may show a seat something new."""

from __future__ import annotations

from reihum.core.contract import State
from reihum.games.help.cards import HELP
from reihum.games.help.table import CALL, PLAY, RECEIVED, Table


def reveals(state: State, seat: int, by: int, move: int) -> bool:
    """The last call, the answer to a request for help (or the next deal), and the seat's own refill.

    H5c: also the call of the seat that was asked, because the next one was chosen at random.
    """
    assert isinstance(state, Table)
    if state.phase == CALL:
        return by == state.turn() or [other for other in range(state.seats) if state.owes(other)] == [by]
    if state.phase == PLAY and move == HELP:
        return True
    return by == seat and state.phase in (PLAY, RECEIVED)

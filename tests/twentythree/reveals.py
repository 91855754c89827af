"""Which moves of 23 may show a seat something new."""

from __future__ import annotations

from reihum.core.contract import State
from reihum.games.twentythree.cards import LEAVE, laid_count
from reihum.games.twentythree.rules import TwentyThree
from reihum.games.twentythree.table import PLAY, PUT


def reveals(state: State, seat: int, by: int, move: int) -> bool:
    """The last move of a round, before the next deal, and the last card that a seat puts away."""
    assert isinstance(state, TwentyThree)
    if state.phase == PUT:  # T4a: nobody knows how many cards others have put away, so this may be their last
        return by != seat
    if state.phase != PLAY or state.playing != 1 << by:
        return False
    return move == LEAVE or state.held[by] == laid_count(move) > 0

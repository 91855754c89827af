"""Which moves of Königs-Rommé may show a seat something new."""

from __future__ import annotations

from reihum.core.contract import NOBODY, State
from reihum.games.koenigs_romme.moves import OUT, PILE, STOCK
from reihum.games.koenigs_romme.rules import KoenigsRomme
from reihum.games.koenigs_romme.solo import Solo


def reveals(state: State, seat: int, by: int, move: int) -> bool:
    """A card that the seat draws from the stock, what others lay, a new deal; in solo, the next card."""
    if isinstance(state, Solo):
        return True
    assert isinstance(state, KoenigsRomme)
    if move in (STOCK, PILE):
        return move == STOCK and by == seat
    others_lay = by != seat and (move >= OUT or state.out_by != NOBODY)
    return others_lay or len(state.last_turns()) == 1  # the last turn of a round: the next round is dealt

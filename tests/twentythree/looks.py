"""A seat's side of 23 in the words of its view."""

from __future__ import annotations

from collections import Counter

from reihum.core.contract import Side, members, seat_or_none
from reihum.core.packing import unpack
from reihum.core.types import Json
from reihum.games.twentythree.cards import HIGHEST, ONE
from reihum.games.twentythree.side import TwentyThreeSide
from reihum.games.twentythree.table import PHASES
from tests.games import deck


def looks(side: Side) -> Json:
    """Everything that can be asked of the side."""
    assert isinstance(side, TwentyThreeSide)
    assert side.learning == side.view()["options"]["learning"]
    seats = range(side.seats)
    pile = [int(side.pile_card(place)) for place in range(side.in_pile())]
    assert side.top() == (pile[-1] if pile else 0)
    seen = Counter([*pile, *unpack(side.hand()), *unpack(side.away()), *unpack(side.gone())])
    seen[ONE] = 1  # T2
    assert seen + Counter(unpack(side.unseen())) == deck("23")
    return {
        "round": side.round(),
        "phase": PHASES[side.phase()],
        "pile": pile,
        "fines": [side.fines(seat) for seat in seats],
        "chips": [side.chips(seat) for seat in seats],
        "status": ["in" if side.still_in(s) else "left" if side.has_left(s) else "out" for s in seats],
        "forced": side.forced(),
        "idle": side.idle(),
        "one": seat_or_none(side.one()),
        "at_most": [None if side.at_most(seat) == HIGHEST else side.at_most(seat) for seat in seats],
        "laid": [unpack(side.laid_by(seat)) for seat in seats],
        "passed": [members(side.passed_at(seat)) for seat in seats],
        "jumped": [members(side.jumped_over(seat)) for seat in seats],
        "hand": unpack(side.hand()),
        "away": unpack(side.away()),
        "gone": unpack(side.gone()),
        "held": [side.held(seat) for seat in seats],
    }

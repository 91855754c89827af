"""A seat's side of HELP! in the words of its view."""

from __future__ import annotations

from collections import Counter

from reihum.core.contract import NO_CARD, Side, seat_or_none
from reihum.core.types import Json
from reihum.games.help.cards import NAMES, kinds_of
from reihum.games.help.row import card_at
from reihum.games.help.side import HelpSide
from reihum.games.help.table import PHASES
from reihum.games.help.view import possible_kinds
from tests.games import deck


def looks(side: Side) -> Json:
    """Everything that can be asked of the side; of the discard pile only which cards, not their order."""
    assert isinstance(side, HelpSide)
    seats, places = range(side.seats), range(1, side.length() + 1)
    values = [int(card_at(side.values(), place)) for place in places]
    assert side.in_discard() == len(kinds_of(side.discards()))
    assert side.top() == (values[-1] if values else 0)
    view = side.view()
    public = [*view["hand"], *view["row"], *view["discard"], *("N" for no in view["no"] if no)]
    public += [] if view["received"] is None else [view["received"]]
    assert Counter(public) + Counter(NAMES[card] for card in kinds_of(side.unseen())) == deck("help")
    assert [side.beside(seat) for seat in seats] == [
        (seat + view["direction"]) % side.seats for seat in seats
    ]
    proofs = side.proofs()
    can_be = [[] if seat == side.seat else possible_kinds(proofs, seat, int(side.seat)) for seat in seats]
    return {
        "round": side.round(),
        "direction": side.direction(),
        "points": [side.points(seat) for seat in seats],
        "phase": PHASES[side.phase()],
        "callers": [seat for seat in seats if side.is_caller(seat)],
        "held": [side.held(seat) for seat in seats],
        "row": [NAMES[card_at(side.row(), place)] for place in places],
        "values": values,
        "in_stock": side.in_stock(),
        "discard": sorted(NAMES[card] for card in kinds_of(side.discards())),
        "no": [side.no(seat) for seat in seats],
        "asker": seat_or_none(side.asker()),
        "giver": seat_or_none(side.giver()),
        "helper": seat_or_none(side.helper()),
        "hand": [NAMES[card] for card in kinds_of(side.hand())],
        "can_be": can_be,
        "received": None if side.received() == NO_CARD else NAMES[side.received()],
    }

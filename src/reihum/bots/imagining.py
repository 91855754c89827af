"""A game imagined from a view, for bots that need more than a view to choose by."""

from __future__ import annotations

from reihum.core.contract import Side
from reihum.core.dealer import Seeded
from reihum.core.errors import ReihumError
from reihum.core.types import Json
from reihum.games import SLUGS, spec
from reihum.games.spec import Spec


def spec_of_view(view: Json) -> Spec:
    """The game that a view belongs to."""
    slug = view.get("game")
    if slug not in SLUGS:
        raise ReihumError(f"There is no game {slug!r} here; the server may be newer than this Reihum.")
    return spec(slug)


def imagined_side(of: Spec, view: Json) -> Side:
    """A seat's side of an imagined game in which all it knows is true and it owes a decision."""
    try:
        state, seat = of.from_position(of.imagined(view), Seeded(0)), int(view["seat"])
        if not 0 <= seat < state.seats or not state.owes(seat):
            raise ValueError("this seat has nothing to decide")
        if of.recall is not None:
            of.recall(state, view)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise ReihumError(f"There is no game of {of.title} that looks like this view: {error}") from None
    return state.side(seat)

"""A whole position of Tiny as a seat could imagine it: what it knows is true, and the rest fits."""

from __future__ import annotations

from reihum.core.types import Json, View
from reihum.core.unseen import Unseen
from tests.tiny.cards import DECK


def imagined_position(view: View) -> Json:
    """For a seat that owes a decision."""
    unseen = Unseen(list(DECK), [*view["hand"], *view["pile"], *view["gone"]])
    held = enumerate(view["held"])
    return {
        **{name: view[name] for name in ("game", "round", "pile", "gone", "top_by", "turn", "totals")},
        "hands": [view["hand"] if seat == view["seat"] else unseen.some(count) for seat, count in held],
        "unused": unseen.left,
    }

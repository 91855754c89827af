"""The observation of 23 from a view alone, as its page describes it."""

from __future__ import annotations

from reihum.core.types import View
from tests.slow_row import SlowRow

HELD_AT_LAST = 12  # T4


def write(view: View, row: SlowRow) -> None:
    """The table and the observer, then the others clockwise."""
    me, seats = view["seat"], len(view["held"])
    putting = view["phase"] == "put"
    row.one("players", seats - 2)
    row.one("options", 0, view["options"]["learning"])
    row.one("options", 1, view["options"]["by_five"])
    row.one("phase", 0 if putting else 1)
    row.one("round", view["round"] - 1)
    row.cards("hand", view["hand"])
    row.cards("away", view["away"])
    one = [] if 1 in view["pile"] or 1 in view["hand"] else [1]  # T2: everybody sees where it is
    row.cards("unseen", row.unseen(view["hand"], view["away"], view["gone"], view["pile"], one))
    row.one("top", view["pile"][-1] if view["pile"] else 0)
    row.one("forced", 0, view["forced"])
    row.count("idle", view["idle"])
    row.count("to_put", len(view["hand"]) - HELD_AT_LAST if putting else 0)
    row.count("fines", view["fines"][me])
    row.count("chips", view["chips"][me])
    row.count("held", view["held"][me])
    row.one("holds_one", 0, view["one"] == me)
    for number in range(1, seats):
        row.of = f"seat+{number}."
        write_other(view, row, me, (me + number) % seats)


def write_other(view: View, row: SlowRow, me: int, other: int) -> None:
    """Another seat."""
    row.one("status", ["in", "out", "left"].index(view["status"][other]))
    row.one("holds_one", 0, view["one"] == other)
    row.count("held", view["held"][other])
    row.count("fewer", view["fines"][me] - view["fines"][other])
    row.count("more", view["fines"][other] - view["fines"][me])
    row.count("chips", view["chips"][other])
    if view["at_most"][other] is not None:
        for value in range(view["at_most"][other] + 1, 24):
            row.one("lacks", value)
    for value in set(view["laid"][other]):
        row.one("laid", value)
    for value in view["passed"][other]:
        row.one("passed", value)
    for value in view["jumped"][other]:
        row.one("jumped", value)

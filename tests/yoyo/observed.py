"""The observation of YoYo from a view alone, as its page describes it."""

from __future__ import annotations

from reihum.core.types import View
from tests.slow_row import SlowRow

PHASES = ["play", "series", "drawn", "take", "slide", "over"]


def write(view: View, row: SlowRow) -> None:
    """The table and the observer, then the others clockwise."""
    me, seats = view["seat"], len(view["held"])
    row.one("players", seats - 2)
    row.one("options", 0, view["options"]["plain_draw"])
    if view["phase"] != "over":
        row.one("phase", PHASES.index(view["phase"]))
    row.count("games_left", 2 * seats - view["match_game"])
    row.cards("hand", view["hand"])
    row.kinds_in("drawn", [] if view["drawn"] is None else [view["drawn"]])
    row.cards("unseen", row.unseen(view["hand"], view["pile"]))
    top = view["pile"][-1] if view["pile"] else "–0"
    row.one("top", 0 if view["direction"] is None else int(top[1:]))
    row.one("direction", [None, "up", "down"].index(view["direction"]))
    row.one("yellow", 0, top[0] == "y")
    row.one("own_top", 0, view["top_by"] == me)
    row.count("stock", view["in_stock"] // 3)
    row.one("emptied", 0, view["emptied"] > 0)
    row.count("pending", view["pending"])
    row.one("taking", 0, view["taking"] != [])
    row.count("held", view["held"][me])
    for number in range(1, seats):
        row.of = f"seat+{number}."
        write_other(view, row, me, (me + number) % seats)


def write_other(view: View, row: SlowRow, me: int, other: int) -> None:
    """Another seat."""
    row.count("held", view["held"][other])
    row.count("fewer", view["points"][me] - view["points"][other])
    row.count("more", view["points"][other] - view["points"][me])
    row.kinds_in("known", view["known"][other])
    row.one("own_top", 0, view["top_by"] == other)
    row.one("taken", 0, other in view["taking"])
    for top in view["drew_up"][other]:
        row.one("drew", top - 1)
    for top in view["drew_down"][other]:
        row.one("drew", 20 + top - 1)

"""The observation of Königs-Rommé, and of its solo variant, from a view alone, as its page describes it."""

from __future__ import annotations

from reihum.core.types import View
from tests.slow_row import SlowRow

WILDS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def write(view: View, row: SlowRow) -> None:
    """The table and the observer, then the others clockwise."""
    if view.get("solo"):
        write_alone(view, row)
        return
    me, seats = view["seat"], len(view["held"])
    others = [(me + number) % seats for number in range(1, seats)]
    row.one("players", seats - 2)
    row.one("round", view["round"] - 1)
    if view["phase"] != "over":
        row.one("phase", ["draw", "discard"].index(view["phase"]))
    own = [*view["hand"], *laid(view, me)]
    row.cards("hand", own)
    row.one("top", row.kinds.index(view["pile"][-1]) if view["pile"] else len(row.kinds))
    shown = [laid(view, other) if view["out_by"] == other else taken(view, other) for other in others]
    row.cards("unseen", row.unseen(own, view["pile"], *shown))
    row.count("stock", view["in_stock"] // 8)
    row.count("turns", view["turns"] // seats)
    row.one("last", 0, view["out_by"] is not None)
    row.count("to_play", len([seat for seat in view["last_turns"] if seat != me]))
    for number, other in enumerate(others, 1):
        row.of = f"seat+{number}."
        write_other(view, row, me, other)


def write_other(view: View, row: SlowRow, me: int, other: int) -> None:
    """Another seat."""
    row.count("fewer", (view["totals"][me] - view["totals"][other]) // 6)
    row.count("more", (view["totals"][other] - view["totals"][me]) // 6)
    row.kinds_in("taken", taken(view, other))
    row.count("takes", len(set(taken(view, other))))
    row.kinds_in("thrown", view["thrown"][other])
    row.one("laid", 0, has_laid(view, other))
    row.one("out", 0, view["out_by"] == other)


def has_laid(view: View, seat: int) -> bool:
    """K10, K14: whether a seat has gone out or had its last turn."""
    return view["out_by"] is not None and seat not in view["last_turns"]


def laid(view: View, seat: int) -> list[str]:
    """The cards that a seat has laid."""
    return [card for combination in view["laid"][seat] for card in combination]


def taken(view: View, seat: int) -> list[str]:
    """K7: what a seat took from the pile and holds, until it lays its cards."""
    return [] if has_laid(view, seat) else view["taken"][seat]


def write_alone(view: View, row: SlowRow) -> None:
    """The solo variant."""
    for wild, hand in zip(WILDS, view["hands"], strict=True):
        row.cards(f"hand_{wild}", hand)
    for place, finished in enumerate(view["finished"]):
        row.one("finished", place, finished)
    shown = [] if view["shown"] is None else [view["shown"]]
    row.kinds_in("shown", shown)
    row.cards("to_come", row.unseen(view["gone"], shown, *view["hands"]))
    row.count("stock", view["in_stock"])

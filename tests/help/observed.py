"""The observation of HELP! from a view alone, as its page describes it."""

from __future__ import annotations

from reihum.core.types import View
from tests.slow_row import SlowRow

PHASES = ["call", "play", "give", "back", "received", "over"]


def write(view: View, row: SlowRow) -> None:
    """The table and the observer, then the others in the direction of play."""
    me, seats = view["seat"], len(view["held"])
    row.one("players", seats - 3)
    if view["phase"] != "over":
        row.one("phase", PHASES.index(view["phase"]))
    for kind in set(view["hand"]):
        for copy in range(view["hand"].count(kind)):
            row.one("hand", 4 * row.kinds.index(kind) + copy)
    received = [] if view["received"] is None else [view["received"]]
    row.kinds_in("received", received)
    row.one("length", len(view["row"]))
    for place, value in enumerate(view["values"]):
        row.one("row", 11 * place + value - 1)
        row.one("jokers", place, view["row"][place] == "J")
    row.one("top", view["values"][-1] if view["values"] else 0)
    stopped = ["N" for no in view["no"] if no]  # H15: they lie in front of seats
    row.cards("unseen", row.unseen(view["hand"], view["row"], view["discard"], stopped, received))
    row.count("stock", view["in_stock"] // 8)
    write_public(view, row, me)
    for number in range(1, seats):
        row.of = f"seat+{number}."
        write_other(view, row, (me + number * view["direction"]) % seats)


def write_public(view: View, row: SlowRow, seat: int) -> None:
    """What everybody sees of a seat."""
    row.one("points", min(view["points"][seat], 2))
    row.one("no", view["no"][seat])
    row.one("asking", 0, view["asker"] == seat)
    row.one("asking", 1, view["giver"] == seat)
    row.one("calling", 0, view["phase"] == "call" and seat in view["callers"])


def write_other(view: View, row: SlowRow, other: int) -> None:
    """Another seat."""
    write_public(view, row, other)
    row.count("held", view["held"][other])
    for place, kind in enumerate(row.kinds):
        for number in range(
            sum(group["cards"] for group in view["can_be"][other] if kind not in group["of"])
        ):
            row.one("lacks", 4 * place + number)
    sure = [group["of"][0] for group in view["can_be"][other] if len(group["of"]) == 1]
    row.kinds_in("known", sure)

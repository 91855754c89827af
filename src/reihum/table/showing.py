"""What a viewer of a live table is shown: the table, all it may know now, each step as it heard it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from reihum.core.spec import Json
from reihum.table.live import LiveTable

LONGEST_LOG: Final = 400  # steps that a snap tells again


def table_json(table: LiveTable, player: str, here: Collection[int]) -> Json:
    """What everybody may know of a table, and what the one who asks is to it."""
    return {
        "table": table.id,
        "game": table.game.slug,
        "players": table.players,
        "options": table.options,
        "status": table.status,
        "seats": [
            {
                "kind": seat.kind,
                "name": seat.name or None,
                "bot": seat.bot_shown,
                "here": seat.by_bot or number in here,
            }
            for number, seat in enumerate(table.seats)
        ],
        "you": table.seat_of(player),
        "host": player == table.host,
        "public": table.public,
        "pace": table.pace,
        "commitment": table.commitment,
        "rematch": table.rematch,
        "code": table.code if table.match is None and table.open_seats() else None,
    }


def card_of(table: LiveTable) -> Json:
    """What is kept of a table to be shown in lists: all that everybody may know, and whose the seats are."""
    whose = [seat.player if seat.present else "" for seat in table.seats]
    return {"shown": table_json(table, "", ()), "players": whose, "owner": table.host}


def shown_card(card: Json, player: str) -> Json:
    """A kept card as one player is shown it; who is here is not known."""
    own = card["players"].index(player) if player and player in card["players"] else None
    return {**card["shown"], "you": own, "host": player == card["owner"]}


def now(table: LiveTable, seat: int | None) -> Json:
    """The view of a seat, or of a spectator, with its legal moves and the decision it owes."""
    return looking(table, seat, table.view(seat))


def looking(table: LiveTable, seat: int | None, view: Json | None) -> Json:
    """The legal moves of a seat, the decision it owes, and last a view, or the part that is its own."""
    ask = table.ask(seat)
    return {"moves": [] if ask is None or seat is None else table.moves(seat), "ask": ask, "view": view}


def snap(table: LiveTable, player: str, here: Collection[int], since: int = 0) -> Json:
    """All that a viewer may know now, with the steps since it looked last."""
    seat = table.seat_of(player)
    first = max(since if 0 <= since <= table.v else 0, table.v - LONGEST_LOG) + 1
    return {
        "t": "snap",
        "v": table.v,
        "seat": seat,
        "table": table_json(table, player, here),
        **now(table, seat),
        "log": [{"v": v, **table.heard(v, seat)} for v in range(first, table.v + 1)],
    }


def step(table: LiveTable, seat: int | None) -> Json:
    """The last step as a seat, or a spectator, heard it, and all that it may know now."""
    return {**news(table, seat), **now(table, seat)}


def news(table: LiveTable, seat: int | None) -> Json:
    """The last step as a seat, or a spectator, heard it."""
    return {"t": "ev", "v": table.v, **table.heard(table.v, seat)}

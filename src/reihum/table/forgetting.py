"""A player who wants to be forgotten: what that changes at a table, and in its log.

The log is what a table is made from, so nothing is cut out of it. Where it names the player, it has another
name afterwards, and in place of the player an alias that means nothing anywhere else. Moves, nonces and
everything else that the deal and the result depend on stay as they were.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from msgspec.structs import replace

from reihum.table.guests import ALIAS
from reihum.table.live import LiveTable
from reihum.table.log import AnyEntry, Chair, Closed, Ended, Forgotten, Sat, TableOpened
from reihum.table.seats import neutral_name

ALIAS_SIZE: Final = 12  # bytes


def alias_at(table: str, secret: str) -> str:
    """What stands at a table for a player: it cannot be told that it is the same player elsewhere."""
    return ALIAS + blake2b(table.encode(), key=secret.encode(), digest_size=ALIAS_SIZE).hexdigest()


def judge_forgetting(table: LiveTable, player: str, at: float) -> Forgotten | Closed | None:
    """What happens at a table when a player is forgotten; None if the player has no part in it any more.

    Where people still wait for a game, somebody else is the host; if there is nobody, the table is closed.
    """
    seat, host = table.own_seat(player), player == table.host
    if not player or (seat is None and not host):
        return None
    others = any(each.kind == "human" and each.player != player for each in table.seats)
    if table.status == "waiting" and host and not others:
        return Closed(at=at)
    return Forgotten(at=at, seat=seat, host=host)


def without_player(entry: AnyEntry, player: str, alias: str, host: bool) -> AnyEntry:
    """An entry as it is when a player has been forgotten; `host`: the game was theirs to end."""
    if isinstance(entry, TableOpened):
        chairs = [chair_without(chair, seat, player, alias) for seat, chair in enumerate(entry.chairs)]
        return replace(entry, chairs=chairs, host=alias if entry.host == player else entry.host)
    if isinstance(entry, Sat) and entry.player == player:
        return replace(entry, player=alias, name=neutral_name(entry.seat))
    if isinstance(entry, Ended) and host:
        return replace(entry, name="")
    return entry


def chair_without(chair: Chair, seat: int, player: str, alias: str) -> Chair:
    """A chair of which nobody can tell any more whose it was."""
    return replace(chair, player=alias, name=neutral_name(seat)) if chair.player == player else chair

"""What a host does on the machine itself: look at tables, close or delete them, mute somebody, count.

Everything is done in the store. PostgreSQL tells the servers. The server of a SQLite file would not hear of
changes to its tables, so while one is running it is asked by a row in the store, and does them itself.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final

from msgspec import MsgspecError

from reihum.core.errors import ReihumError
from reihum.server.identity import is_ident
from reihum.server.limits import asker_at
from reihum.server.live.clearing import close_log, ending
from reihum.server.live.listing import Listing, parse_listing
from reihum.server.live.log_writer import summary_of
from reihum.server.live.mutes import ADDRESS, PLAYER
from reihum.server.logs import log_event, table_alias
from reihum.server.store import Store, Taken, Unavailable, Write, store_at
from reihum.server.store.file_lock import SQLITE_PREFIX, is_served, only_server
from reihum.server.store.housekeeping import Order
from reihum.server.store.migrations import SQLITE_STEPS
from reihum.server.store.overview import Row
from reihum.table.live import BrokenLog, LiveTable, rebuild
from reihum.table.log import decode_entry, encode_entry

PAGE: Final = 500  # tables read at once
ENTRIES_AT_ONCE: Final = 500  # deleted at once, where there is no server
DAYS: Final = 14  # in statistics
TRIES: Final = 5  # how often a server may be quicker
PATIENCE: Final = 10.0  # seconds in which a server does what it is asked for
LOOK: Final = 0.1  # seconds between two looks whether it has
KEY_SHOWN: Final = 12  # characters of a player's name in the store
FEWEST_LETTERS: Final = 6  # of them, to name somebody by
DONE: Final = "done"
ASKED: Final = "asked"  # the server will do it


@dataclass(frozen=True)
class Filter:
    """Which tables are wanted."""

    status: str = ""
    game: str = ""
    public: bool = False
    bots: bool = False
    player: str = ""
    older: float = 0.0  # seconds since anything changed
    most: int = 50


class Desk:
    """A store, and whether a server has it."""

    def __init__(self, store: Store, served: bool) -> None:
        self.store = store
        self.served = served

    # -- looking ----------------------------------------------------------------------------------

    async def tables(self, wanted: Filter) -> list[dict[str, Any]]:
        """Tables without cards, the latest first."""
        found: list[dict[str, Any]] = []
        before = (time.time() - wanted.older, "~")
        player = await self.player(wanted.player) if wanted.player else ""
        while len(found) < wanted.most and (rows := await self.store.latest_tables(before, PAGE)):
            before = (rows[-1].at, rows[-1].table)
            for row in rows:
                listing = parse_row(row)
                if listing is not None and is_wanted(row, listing, wanted, player):
                    found.append(table_row(row, listing))
        return found[: wanted.most]

    async def table(self, ident: str) -> dict[str, Any]:
        """One table without cards: who sits there, and how far it is."""
        live = await self._live(ident)
        return {
            "table": ident,
            "alias": table_alias(ident),
            "game": live.game.slug,
            "status": live.status,
            "public": live.public,
            "pace": live.pace,
            "opened": live.taken_at if live.length == 1 else live.changed_at,
            "moves": live.v,
            "changed": live.changed_at,
            "seats": [
                {
                    "seat": number,
                    "kind": seat.kind,
                    "name": seat.name,
                    "player": seat.player[:KEY_SHOWN],
                    "host": bool(seat.player) and seat.player == live.host,
                    "left": seat.left,
                }
                for number, seat in enumerate(live.seats)
            ],
            "host": live.host[:KEY_SHOWN],
            "removed": [name for _, name in live.guests.barred()],
        }

    async def _live(self, ident: str) -> LiveTable:
        """A table from its log."""
        lines = await self.store.entries(ident) if is_ident(ident) else []
        try:
            live = rebuild(ident, [decode_entry(line) for line in lines]) if lines else None
        except (BrokenLog, ValueError, MsgspecError):
            raise ReihumError("The log of this table is damaged; it can only be deleted.") from None
        if live is None or live.closed:
            raise ReihumError(f"There is no table {ident[:40]!r}.")
        return live

    async def statistics(self) -> dict[str, Any]:
        """How much there is."""
        now = time.time()
        found = await self.store.figures(now, DAYS)
        days = {
            time.strftime("%Y-%m-%d", time.gmtime(day * 86_400)): count for day, count in found.days.items()
        }
        return {
            "tables": found.tables,
            "games_by_day": days,
            "players": found.players,
            "muted": found.muted,
            "bytes": await self.store.size(),
        }

    async def muted(self) -> list[dict[str, Any]]:
        """Who is muted now."""
        found = await self.store.muted(time.time())
        return [
            {
                "kind": each.kind,
                "who": each.who[:KEY_SHOWN] if each.kind == PLAYER else each.who,
                "until": each.until,
            }
            for each in found
        ]

    # -- deciding ---------------------------------------------------------------------------------

    async def close(self, ident: str) -> str:
        """End a game for all, or close a table before the game."""
        if (await self._live(ident)).status == "over":
            raise ReihumError("This game is over.")
        if self.served:
            return await self._order("close", ident)
        for _ in range(TRIES):
            live = await self._live(ident)
            entry = ending(live, time.time())
            if entry is None:
                break
            live.apply(entry)
            try:
                await self.store.append(Write(ident, live.length, encode_entry(entry), summary_of(live)))
                break
            except Taken:
                continue
        log_event("done for the host", what="close", table=table_alias(ident))
        return DONE

    async def delete(self, ident: str) -> str:
        """Delete a table with all that hangs on it; players keep their figures."""
        if not is_ident(ident) or not (await self.store.lengths([ident]))[ident]:
            raise ReihumError(f"There is no table {ident[:40]!r}.")
        if self.served:
            return await self._order("delete", ident)
        for _ in range(TRIES):
            if await close_log(self.store, ident, time.time()):
                break
        if not self.store.shared:  # where others may still look at it, they delete it a little later
            while not await self.store.clear_table(ident, ENTRIES_AT_ONCE):
                pass
        log_event("done for the host", what="delete", table=table_alias(ident))
        return DONE

    async def _order(self, what: str, ident: str) -> str:
        """Ask the server, and wait a little."""
        order = Order(secrets.token_hex(8), what, ident)
        await self.store.give_order(order, time.time())
        for _ in range(int(PATIENCE / LOOK)):
            if order not in await self.store.orders():
                return DONE
            await asyncio.sleep(LOOK)
        return ASKED

    async def mute(self, who: str, seconds: float) -> dict[str, Any]:
        """Mute a player or an address for a time."""
        kind, name = await self.somebody(who)
        until = time.time() + seconds
        await self.store.mute(kind, name, until)
        log_event("muted for the host", kind=kind, who=table_alias(name), seconds=round(seconds))
        return {"kind": kind, "who": name[:KEY_SHOWN] if kind == PLAYER else name, "until": until}

    async def unmute(self, who: str) -> dict[str, Any]:
        """Let somebody speak again."""
        kind, name = await self.somebody(who)
        if not await self.store.unmute(kind, name):
            raise ReihumError(f"{who[:60]} is not muted.")
        log_event("no longer muted for the host", kind=kind, who=table_alias(name))
        return {"kind": kind, "who": name[:KEY_SHOWN] if kind == PLAYER else name}

    async def somebody(self, who: str) -> tuple[str, str]:
        """A player, or an address as limits count it."""
        try:
            return ADDRESS, asker_at(str(ip_address(who)))
        except ValueError:
            return PLAYER, await self.player(who)

    async def player(self, who: str) -> str:
        """A player by the beginning of their name in the store."""
        if not re.fullmatch(rf"[0-9a-f]{{{FEWEST_LETTERS},32}}", who):
            raise ReihumError(
                f"{who[:60]!r} is neither an address nor the beginning of a player's name in the store, as"
                " `reihum admin show` prints it."
            )
        found = await self.store.players_like(who, 2)
        if len(found) != 1:
            raise ReihumError(
                f"There is no player {who}." if not found else f"More than one player is {who}…."
            )
        return found[0]


def parse_row(row: Row) -> Listing | None:
    """What lists show of a table; nothing if that is damaged."""
    try:
        return parse_listing(row.listing)
    except (MsgspecError, ValueError):
        return None


def is_wanted(row: Row, listing: Listing, wanted: Filter, player: str) -> bool:
    """Whether a table is among those that are wanted."""
    return (
        wanted.status in ("", row.status)
        and wanted.game in ("", listing.shown.game)
        and (listing.shown.public or not wanted.public)
        and (not row.people or not wanted.bots)
        and (not player or player in (*listing.players, *listing.absent, listing.owner))
    )


def table_row(row: Row, listing: Listing) -> dict[str, Any]:
    """A table in a list."""
    return {
        "table": row.table,
        "alias": table_alias(row.table),
        "game": listing.shown.game,
        "status": row.status,
        "public": listing.shown.public,
        "people": sum(bool(player) for player in listing.players),
        "names": [seat.name for seat in listing.shown.seats if seat.name],
        "changed": row.at,
    }


@asynccontextmanager
async def desk(name: str) -> AsyncIterator[Desk]:
    """The store of this name, also beside a running server."""
    path = name.removeprefix(SQLITE_PREFIX)
    if name.startswith(SQLITE_PREFIX) and not Path(path).is_file():
        raise ReihumError(f"There is no store {path}.")
    served = is_served(name)
    if served:
        refuse_other_version(path)
    store = store_at(name)
    try:
        await store.open()
        yield Desk(store, served)
    except Unavailable as error:
        raise ReihumError(str(error)) from None
    finally:
        await store.close()


def refuse_other_version(path: str) -> None:
    """Change nothing under a server that expects it otherwise."""
    try:
        with closing(sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro", uri=True)) as connection:
            (number,) = connection.execute("SELECT number FROM version").fetchone()
    except (sqlite3.Error, TypeError):
        raise ReihumError(f"{path} is not a store, or cannot be read now.") from None
    if number != len(SQLITE_STEPS):
        raise ReihumError(f"The server of {path} is another version of Reihum; use the command of that one.")


def shrink(name: str) -> tuple[int, int]:
    """Rewrite a file without the space of what was deleted; how large it was, and is. No server may run."""
    path = name.removeprefix(SQLITE_PREFIX)
    if not name.startswith(SQLITE_PREFIX) or not Path(path).is_file():
        raise ReihumError("Only a SQLite file can be shrunk; PostgreSQL does that by itself.")
    from reihum.server.store.sqlite import rewrite

    with only_server(name):
        before = Path(path).stat().st_size
        try:
            with closing(sqlite3.connect(path, isolation_level=None)) as connection:
                rewrite(connection)
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        except sqlite3.Error as error:
            raise ReihumError(f"{path}: {error}.") from None
        return before, Path(path).stat().st_size

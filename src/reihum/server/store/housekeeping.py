"""What a store clears away, in steps of a few rows, and what hosts decide about: the same SQL for both kinds.

A table that goes is closed first, by the last entry of its log; then it is `gone`, and nobody finds it any
more. After a while, in which the last process has noticed, its rows are deleted from the oldest on.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final, NamedTuple

from reihum.table.spacing import NEVER

GONE: Final = "gone"  # the status of a table that is being deleted

PRACTISED: Final = f"""SELECT 1 FROM seats JOIN exercises
    ON exercises.player = seats.player AND exercises.table_id = seats.table_id
    WHERE seats.table_id = ?1 AND due <> {NEVER} LIMIT 1"""
OLDEST_ENTRIES: Final = """DELETE FROM entries WHERE table_id = ?1
    AND number < ?2 + (SELECT min(number) FROM entries WHERE table_id = ?1) RETURNING number"""
WITH_PLAYERS: Final = tuple(  # what a player has of one table; found by player, as nothing has to be scanned
    f"""DELETE FROM {name} WHERE table_id = ?1
        AND player IN (SELECT player FROM seats WHERE table_id = ?1)"""
    for name in ("called", "collected", "exercises")
)
# Figures about finished games stay with their players.
WITH_TABLE: Final = (
    "DELETE FROM seats WHERE table_id = ?1 AND (finished <> 1 OR coalesce(counted, 0) = 0)",
    "DELETE FROM leases WHERE table_id = ?1",
    "DELETE FROM reviews WHERE table_id = ?1",
)
AGED_TABLES: Final = """SELECT id, changed FROM tables WHERE status = ?1 AND people = ?2 AND changed <= ?3
    AND (changed, id) > (?4, ?5) ORDER BY changed, id LIMIT ?6"""
AGED_PLAYERS: Final = """SELECT id, CASE WHEN at > ?3 OR EXISTS (
        SELECT 1 FROM seats LEFT JOIN tables ON tables.id = seats.table_id
        WHERE seats.player = next_ones.id AND (tables.id IS NOT NULL OR seats.changed > ?3))
    THEN 1 ELSE 0 END FROM (SELECT id, at FROM players WHERE id > ?1 ORDER BY id LIMIT ?2) AS next_ones"""
# What belongs to a player alone. Tables follow one by one, as the log of each has to be changed.
OF_PLAYER: Final = ("players WHERE id", *(f"{name} WHERE player" for name in ("keys", "handovers")))
MORE_OF_PLAYER: Final = tuple(
    f"{name} WHERE player" for name in ("contacts", "called", "collected", "exercises")
)


class Aged(NamedTuple):
    """A table of which nobody has changed anything for long."""

    table: str
    at: float


class ToForget(NamedTuple):
    """A player who wants to be forgotten, and the secret from which aliases are made."""

    player: str
    secret: str


class Order(NamedTuple):
    """What a host wants to be done with a table, by `reihum admin`."""

    id: str
    what: str  # close or delete
    table: str


class Mute(NamedTuple):
    """Somebody who may not speak for a while."""

    kind: str  # player or address
    who: str
    until: float


class Housekeeping:
    """The part of a store that clears away what is not needed any more."""

    async def _run(self, query: str, *values: object) -> list[Any]:
        """Run a statement with numbered places (`?1`), which may change something; its rows."""
        raise NotImplementedError

    async def _found(self, query: str, *values: object) -> list[Any]:
        """The rows that a query with numbered places finds."""
        raise NotImplementedError

    async def claim_chore(self, name: str, owner: str, now: float, until: float) -> bool:
        """Begin or go on with something that only one process does at a time; False if another does."""
        query = """INSERT INTO chores (name, owner, until) VALUES (?1, ?2, ?4)
            ON CONFLICT (name) DO UPDATE SET owner = ?2, until = ?4
            WHERE chores.owner = ?2 OR chores.until < ?3 OR chores.until > ?4 + 3600 RETURNING name"""
        return bool(await self._run(query, name, owner, now, until))

    # -- tables -----------------------------------------------------------------------------------

    async def aged_tables(
        self, status: str, people: bool, upto: float, after: tuple[float, str], most: int
    ) -> list[Aged]:
        """Tables with this status whose seats and end have not changed since then, the oldest first."""
        rows = await self._found(AGED_TABLES, status, int(people), upto, *after, most)
        return [Aged(*row) for row in rows]

    async def last_entry(self, table: str) -> tuple[int, bytes]:
        """The number of the last entry of a log, and the entry; 0 if there is none."""
        query = "SELECT number, line FROM entries WHERE table_id = ?1 ORDER BY number DESC LIMIT 1"
        rows = await self._found(query, table)
        return (rows[0][0], rows[0][1]) if rows else (0, b"")

    async def is_practised(self, table: str) -> bool:
        """Whether a player still has exercises from this game that come back."""
        return bool(await self._found(PRACTISED, table))

    async def mark_gone(self, table: str, now: float) -> None:
        """Show a closed table to nobody any more."""
        query = f"""UPDATE tables SET status = '{GONE}', code = NULL, listed = false, people = 1,
            changed = ?2 WHERE id = ?1"""
        await self._run(query, table, now)

    async def clear_table(self, table: str, most: int) -> bool:
        """Delete so many entries of a table that is gone, or all that is left of it; whether it went."""
        if len(await self._run(OLDEST_ENTRIES, table, most)) >= most:
            return False
        for queries in (WITH_PLAYERS, WITH_TABLE, ("DELETE FROM tables WHERE id = ?1",)):
            await asyncio.gather(*(self._run(query, table) for query in queries))
        return True

    async def rewrite_entries(self, table: str, lines: dict[int, bytes]) -> None:
        """Replace entries of a log by others that say the same about the game."""
        query = "UPDATE entries SET line = ?3 WHERE table_id = ?1 AND number = ?2"
        await asyncio.gather(*(self._run(query, table, number, line) for number, line in lines.items()))

    # -- players ----------------------------------------------------------------------------------

    async def aged_players(self, after: str, most: int, upto: float) -> tuple[list[str], str]:
        """Of the next players by name those without games since then, and the last one looked at."""
        rows = await self._found(AGED_PLAYERS, after, most, upto)
        return [player for player, needed in rows if not needed], rows[-1][0] if rows else ""

    async def forget_player(self, player: str, secret: str, now: float) -> None:
        """Delete what belongs to a player alone, tokens first, and note that tables are to follow."""
        query = "INSERT INTO forgotten (player, alias, at) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING"
        await self._run(query, player, secret, now)
        for some in (OF_PLAYER, MORE_OF_PLAYER):
            await asyncio.gather(*(self._run(f"DELETE FROM {which} = ?1", player) for which in some))

    async def to_forget(self, most: int) -> list[ToForget]:
        """Players of whom tables still know, those first who have waited longest."""
        query = "SELECT player, alias FROM forgotten ORDER BY at, player LIMIT ?1"
        return [ToForget(*row) for row in await self._found(query, most)]

    async def traces(self, player: str, most: int) -> list[str]:
        """Tables whose logs name a player, in whatever part."""
        query = "SELECT table_id FROM seats WHERE player = ?1 ORDER BY finished, changed DESC LIMIT ?2"
        return [table for (table,) in await self._found(query, player, most)]

    async def drop_trace(self, player: str, table: str) -> None:
        """Note that a table does not know a player any more."""
        await self._run("DELETE FROM seats WHERE player = ?1 AND table_id = ?2", player, table)
        await self._run("UPDATE reviews SET player = '' WHERE table_id = ?1 AND player = ?2", table, player)

    async def end_forgetting(self, player: str) -> None:
        """Nothing knows the player any more, so the aliases cannot be traced back either."""
        await self._run("DELETE FROM forgotten WHERE player = ?1", player)

    # -- what hosts decide ------------------------------------------------------------------------

    async def mute(self, kind: str, who: str, until: float) -> None:
        """Mute a player or an address until then."""
        query = """INSERT INTO muted (kind, who, until) VALUES (?1, ?2, ?3)
            ON CONFLICT (kind, who) DO UPDATE SET until = ?3"""
        await self._run(query, kind, who, until)

    async def unmute(self, kind: str, who: str) -> bool:
        """Let somebody speak again; False if they could."""
        query = "DELETE FROM muted WHERE kind = ?1 AND who = ?2 RETURNING who"
        return bool(await self._run(query, kind, who))

    async def muted(self, now: float) -> list[Mute]:
        """Everybody who is muted now."""
        query = "SELECT kind, who, until FROM muted WHERE until > ?1 ORDER BY until"
        return [Mute(*row) for row in await self._found(query, now)]

    async def unmute_late(self, now: float) -> None:
        """Forget who was muted until now."""
        await self._run("DELETE FROM muted WHERE until <= ?1", now)

    async def give_order(self, order: Order, now: float) -> None:
        """Ask the server to do something with a table."""
        query = "INSERT INTO orders (id, what, table_id, at) VALUES (?1, ?2, ?3, ?4)"
        await self._run(query, *order, now)

    async def orders(self) -> list[Order]:
        """What hosts have asked for, in that order."""
        query = "SELECT id, what, table_id FROM orders ORDER BY at, id"
        return [Order(*row) for row in await self._found(query)]

    async def end_order(self, ident: str) -> None:
        """Note that something has been done, or cannot be."""
        await self._run("DELETE FROM orders WHERE id = ?1", ident)

"""Who looks after which table, among many processes: by leases that last as long as their owner lives.

A process that has given no sign of life for a while is buried by whichever other notices first; all others
then adopt its tables, as many at a time as each can take in. Times are those of the database.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from reihum.server.store.leases import Census, Present

NOW: Final = "extract(epoch FROM clock_timestamp())::float8"
PRESENT_CHANNEL: Final = "reihum_present"

# Whoever holds something and is not known becomes known without a sign of life, and is buried if none comes.
ENROLL: Final = """WITH strangers AS (
        INSERT INTO processes
        SELECT owner, 0 FROM (
            SELECT owner FROM leases UNION SELECT owner FROM present
            UNION SELECT owner FROM reviews WHERE made IS NULL) AS found
        WHERE owner NOT IN ($1, '') ORDER BY owner
        ON CONFLICT DO NOTHING),
    enrolled AS (
        INSERT INTO processes VALUES ($1, 1) ON CONFLICT (id) DO UPDATE SET beats = processes.beats + 1)
    SELECT table_id FROM leases WHERE owner = $1"""
BEAT: Final = f"""WITH alive AS (
        UPDATE processes SET beats = beats + 1 WHERE id = $1 AND beats > 0 RETURNING 1)
    SELECT EXISTS (SELECT 1 FROM alive),
        EXISTS (SELECT 1 FROM leases WHERE owner = '' AND until <= {NOW}),
        array(SELECT id FROM processes WHERE id <> $1 ORDER BY id),
        array(SELECT beats FROM processes WHERE id <> $1 ORDER BY id)"""
BURY: Final = """WITH gone AS (
        DELETE FROM processes WHERE (id, beats) IN (SELECT * FROM unnest($1::text[], $2::bigint[]))
        RETURNING id),
    away AS (DELETE FROM present WHERE owner IN (SELECT id FROM gone)),
    unmade AS (UPDATE reviews SET owner = '' WHERE made IS NULL AND owner IN (SELECT id FROM gone))
    UPDATE leases SET owner = '', until = 0 WHERE owner IN (SELECT id FROM gone)"""
RESIGN: Final = """WITH gone AS (DELETE FROM processes WHERE id = $1),
    away AS (DELETE FROM present WHERE owner = $1),
    unmade AS (UPDATE reviews SET owner = '' WHERE made IS NULL AND owner = $1)
    UPDATE leases SET owner = '', until = 0 WHERE owner = $1"""
CLAIM: Final = """INSERT INTO leases VALUES ($1, $2, 0) ON CONFLICT (table_id) DO UPDATE
    SET owner = $2, until = 0 WHERE leases.owner IN ($2, '') RETURNING 1"""
ADOPT: Final = f"""UPDATE leases SET owner = $1, until = 0 WHERE table_id IN (
        SELECT table_id FROM leases WHERE owner = '' AND until <= {NOW}
        ORDER BY until, table_id LIMIT $2 FOR UPDATE SKIP LOCKED)
    RETURNING table_id"""
PARK: Final = f"""UPDATE leases SET owner = '', until = {NOW} + seconds
    FROM unnest($2::text[], $3::float8[]) AS parked (id, seconds)
    WHERE table_id = parked.id AND owner = $1"""
SET_PRESENT: Final = f"""WITH
    here AS (
        INSERT INTO present (table_id, owner, seats, until, watching)
        SELECT id, $1, seats::int[], 0, watching::int[]
        FROM unnest($2::text[], $3::text[], $4::text[]) AS found (id, seats, watching)
        WHERE seats <> '{{}}' ORDER BY id
        ON CONFLICT (table_id, owner) DO UPDATE
            SET seats = excluded.seats, watching = excluded.watching),
    away AS (
        DELETE FROM present WHERE owner = $1 AND table_id IN (
            SELECT id FROM unnest($2::text[], $3::text[]) AS found (id, seats) WHERE seats = '{{}}'))
    SELECT pg_notify('{PRESENT_CHANNEL}', hint) FROM unnest($5::text[]) AS hint"""


class SharedLeases:
    """The part of a store of many processes that knows who looks after which table."""

    async def _rows(self, query: str, *values: object) -> list[Any]:
        """The rows of a query."""
        raise NotImplementedError

    async def _urgent_rows(self, query: str, *values: object) -> list[Any]:
        """The rows of a query that waits for no other."""
        raise NotImplementedError

    def _hints(self, tables: Iterable[str]) -> list[str]:
        """What other processes are told: that this one changed something at these tables."""
        raise NotImplementedError

    async def enroll(self, owner: str) -> set[str]:
        """Take part from now on; which tables this process holds already, if others took it for dead."""
        return {ident for (ident,) in await self._urgent_rows(ENROLL, owner)}

    async def beat(self, owner: str) -> Census | None:
        """Give a sign of life; None if this process is not enrolled, perhaps no longer."""
        ((alive, orphans, others, beats),) = await self._urgent_rows(BEAT, owner)
        return Census(dict(zip(others, beats, strict=True)), orphans) if alive else None

    async def bury(self, gone: Mapping[str, int]) -> None:
        """Nobody looks after what these processes held, unless they have given another sign meanwhile."""
        await self._urgent_rows(BURY, [*gone], [*gone.values()])

    async def resign(self, owner: str) -> None:
        """Take no part any more: others look after everything at once."""
        await self._urgent_rows(RESIGN, owner)

    async def claim(self, table: str, owner: str) -> bool:
        """Take or keep the lease of a table; False if another process holds it."""
        return bool(await self._rows(CLAIM, table, owner))

    async def adopt(self, owner: str, most: int) -> list[str]:
        """Take the leases of tables that nobody looks after; those that wait longest first."""
        return [ident for (ident,) in await self._rows(ADOPT, owner, most)]

    async def release(self, owner: str, tables: Iterable[str]) -> None:
        """Give leases back: these tables have nothing to do later."""
        await self._rows("DELETE FROM leases WHERE owner = $1 AND table_id = ANY($2)", owner, list(tables))

    async def park(self, owner: str, tables: Mapping[str, float]) -> None:
        """Let go of leases, but so that any process adopts each table after so many seconds."""
        await self._rows(PARK, owner, [*tables], [*tables.values()])

    async def set_present(self, owner: str, present: Mapping[str, Present]) -> None:
        """Say who is connected to this process at these tables, as long as it lives; others hear of it."""
        seats = [array_text(each.seats) for each in present.values()]
        watching = [array_text(each.watching) for each in present.values()]
        await self._rows(SET_PRESENT, owner, [*present], seats, watching, self._hints(present))

    async def present_elsewhere(self, owner: str, tables: Iterable[str]) -> dict[str, set[int]]:
        """The seats whose players are connected to other processes; only tables that have any."""
        query = "SELECT table_id, seats FROM present WHERE table_id = ANY($2) AND owner <> $1"
        found: dict[str, set[int]] = {}
        for table, seats in await self._rows(query, owner, list(tables)):
            found.setdefault(table, set()).update(seats)
        return found

    async def watching_elsewhere(self, owner: str, table: str) -> set[int]:
        """The seats whose players look at a table through other processes."""
        query = "SELECT watching FROM present WHERE table_id = $2 AND owner <> $1"
        return {seat for (seats,) in await self._rows(query, owner, table) for seat in seats}


def array_text(numbers: Iterable[int]) -> str:
    """Numbers as PostgreSQL writes an array."""
    return "{" + ",".join(map(str, numbers)) + "}"

"""Who looks after which table, in a store of one process: whatever was held is from an earlier run."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from typing import Any

from reihum.server.store.leases import Census, Present


class SoleLeases:
    """The part of a store of one process that knows which tables have something to do later."""

    async def _rows(self, query: str, *values: object) -> list[Any]:
        """The rows of a query."""
        raise NotImplementedError

    async def _write(self, query: str, *values: object) -> list[Any]:
        """Run a statement that changes something."""
        raise NotImplementedError

    async def _write_many(self, query: str, rows: list[tuple[object, ...]]) -> None:
        """Run a statement for many rows, all of them or none."""
        raise NotImplementedError

    async def enroll(self, owner: str) -> set[str]:
        """Everything that earlier runs looked after is left to this one."""
        await self._write("UPDATE leases SET owner = '', until = 0 WHERE owner NOT IN (?, '')", owner)
        await self._write("UPDATE reviews SET owner = '' WHERE made IS NULL AND owner <> ?", owner)
        return {ident for (ident,) in await self._rows("SELECT table_id FROM leases WHERE owner = ?", owner)}

    async def beat(self, owner: str) -> Census | None:
        """There are no others."""
        query = "SELECT EXISTS (SELECT 1 FROM leases WHERE owner = '' AND until <= ?)"
        return Census({}, bool((await self._rows(query, time.time()))[0][0]))

    async def bury(self, gone: Mapping[str, int]) -> None:
        """Do nothing: there are no others."""

    async def resign(self, owner: str) -> None:
        """Leave everything to the next run."""
        await self._write("UPDATE leases SET owner = '', until = 0 WHERE owner = ?", owner)

    async def claim(self, table: str, owner: str) -> bool:
        """Take or keep the lease of a table."""
        query = """INSERT INTO leases VALUES (?1, ?2, 0) ON CONFLICT (table_id) DO UPDATE
            SET owner = ?2, until = 0 WHERE owner IN (?2, '') RETURNING 1"""
        return bool(await self._write(query, table, owner))

    async def adopt(self, owner: str, most: int) -> list[str]:
        """Take the leases of tables that nobody looks after; those that wait longest first."""
        query = """UPDATE leases SET owner = ?1, until = 0 WHERE table_id IN (
            SELECT table_id FROM leases WHERE owner = '' AND until <= ?2 ORDER BY until, table_id LIMIT ?3)
            RETURNING table_id"""
        return [ident for (ident,) in await self._write(query, owner, time.time(), most)]

    async def release(self, owner: str, tables: Iterable[str]) -> None:
        """Give leases back: these tables have nothing to do later."""
        query = "DELETE FROM leases WHERE table_id = ? AND owner = ?"
        await self._write_many(query, [(table, owner) for table in tables])

    async def park(self, owner: str, tables: Mapping[str, float]) -> None:
        """Let go of leases, but so that each table is adopted after so many seconds."""
        query = "UPDATE leases SET owner = '', until = ?3 WHERE table_id = ?1 AND owner = ?2"
        now = time.time()
        await self._write_many(query, [(table, owner, now + seconds) for table, seconds in tables.items()])

    # -- other processes, of which there are none -------------------------------------------------

    async def set_present(self, owner: str, present: Mapping[str, Present]) -> None:
        """Do nothing: there is nobody to tell."""

    async def present_elsewhere(self, owner: str, tables: Iterable[str]) -> dict[str, set[int]]:
        """None: there is no other process."""
        return {}

    async def watching_elsewhere(self, owner: str, table: str) -> set[int]:
        """None: there is no other process."""
        return set()

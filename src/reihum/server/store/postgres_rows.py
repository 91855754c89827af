"""The tables of a PostgreSQL database, for backups: read at one moment, or written all at once."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable, Iterator, Sequence
from typing import Any, Final, TypeVar

from reihum.core.errors import ReihumError
from reihum.server.store import Unavailable
from reihum.server.store.backup import AT_ONCE, TABLES, Row, refuse_full
from reihum.server.store.pool import CONNECTION_ERRORS, Pool

T = TypeVar("T")
NO_LIMIT: Final = "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0"
COLUMNS: Final = """SELECT table_name, column_name, data_type FROM information_schema.columns
    WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position"""


class PostgresRows:
    """The tables of a database, in a transaction of its own."""

    def __init__(self, url: str, fresh: bool) -> None:
        self._runner = asyncio.Runner()
        self._pool = Pool(url)
        self._connection: Any = None
        self._types: dict[str, dict[str, str]] = {}
        try:
            self._run(self._begin(fresh))
        except BaseException:
            self.close()
            raise

    def tables(self) -> dict[str, list[str]]:
        """The columns of each table, in their order."""
        return {table: [*columns] for table, columns in self._types.items()}

    def read(self, table: str, columns: Sequence[str]) -> Iterator[Sequence[Any]]:
        """All rows of a table as they were when reading began."""
        query = f"SELECT {', '.join(columns)} FROM {table}"
        cursor = self._run(self._connection.cursor(query))
        while some := self._run(cursor.fetch(AT_ONCE)):
            yield from some

    def write(self, table: str, columns: Sequence[str], rows: Iterable[Row]) -> None:
        """Add rows to a table; nothing is kept until `keep`."""
        kinds = [self._types[table][column] for column in columns]
        records = [tuple(map(typed, row, kinds)) for row in rows]
        self._run(self._connection.copy_records_to_table(table, records=records, columns=list(columns)))

    def keep(self) -> None:
        """Keep everything that was written."""
        self._run(self._transaction.commit())

    def close(self) -> None:
        """Leave the store as it is."""
        if self._connection is not None:
            self._connection.terminate()
        self._runner.close()

    async def _begin(self, fresh: bool) -> None:
        """Connect, and begin."""
        self._connection = await self._pool.connect()
        self._transaction = self._connection.transaction(isolation="repeatable_read", readonly=not fresh)
        await self._transaction.start()
        await self._connection.execute(NO_LIMIT)
        for table, column, kind in await self._connection.fetch(COLUMNS):
            if table in TABLES:
                self._types.setdefault(table, {})[column] = kind
        if fresh:
            names = [*self._types]
            await self._connection.execute(f"LOCK TABLE {', '.join(names)} IN EXCLUSIVE MODE")
            query = " UNION ALL ".join(f"(SELECT '{name}' FROM {name} LIMIT 1)" for name in names)
            refuse_full([name for (name,) in await self._connection.fetch(query)], "The database")

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for an answer; what goes wrong is one sentence."""

        async def wait() -> T:
            return await work

        try:
            return self._runner.run(wait())
        except Unavailable as error:
            raise ReihumError(str(error)) from None
        except CONNECTION_ERRORS as error:
            raise ReihumError(f"PostgreSQL: {self._pool.error_text(error)}") from None


def typed(value: Any, kind: str) -> Any:
    """A value as PostgreSQL wants it: SQLite has numbers for truth values."""
    if kind == "boolean" and value is not None:
        return bool(value)
    return float(value) if kind == "double precision" and value is not None else value

"""A store as one file: everything in it at one moment, for a backup or for moving to another kind of store.

The file is compressed JSON, a line for the head, one for each table, one for each row of it, and a last one
that counts them. It says nothing about where it came from, so what was on SQLite can go on on PostgreSQL.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import sqlite3
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Protocol

from reihum.core.errors import ReihumError
from reihum.server.store import Unavailable, store_at
from reihum.server.store.file_lock import SQLITE_PREFIX, only_server
from reihum.server.store.migrations import SQLITE_STEPS

FORMAT: Final = 1
PASSING: Final = {"handovers", "chores", "orders"}  # what is true for minutes only
TABLES: Final = frozenset(
    name for step in SQLITE_STEPS for line in step for name in re.findall(r"^CREATE TABLE (\w+)", line)
).difference(PASSING)
LEASES: Final = "leases"  # which tables have something to do later, of which processes that are gone
AT_ONCE: Final = 1_000  # rows
LARGEST_LINE: Final = 64 * 1024 * 1024  # bytes

Row = list[Any]


class Rows(Protocol):
    """The tables of a store, in either direction."""

    def tables(self) -> dict[str, list[str]]:
        """The columns of each table, in their order."""

    def read(self, table: str, columns: Sequence[str]) -> Iterator[Sequence[Any]]:
        """All rows of a table as they were when reading began."""

    def write(self, table: str, columns: Sequence[str], rows: Iterable[Row]) -> None:
        """Add rows to a table; nothing is kept until `keep`."""

    def keep(self) -> None:
        """Keep everything that was written."""

    def close(self) -> None:
        """Leave the store as it is."""


# -- writing a backup -----------------------------------------------------------------------------


def write_backup(store: str, path: Path) -> int:
    """Write a new file, which only its owner may read; how many rows it has. A server may be running."""
    if path.exists():
        raise ReihumError(f"{path} already exists and is not overwritten.")
    part = path.with_name(f"{path.name}.part")
    try:
        with closing(rows_of(store, fresh=False)) as rows, open_privately(part) as file:
            count = write_all(rows, file)
            file.flush()
            os.fsync(file.fileno())
        os.link(part, path)  # never over a file that somebody else has made meanwhile
    except FileExistsError:
        raise ReihumError(f"{path} already exists and is not overwritten.") from None
    except OSError as error:
        raise ReihumError(f"{path} could not be written: {error.strerror}.") from None
    finally:
        with suppress(OSError):
            part.unlink()
    return count


def open_privately(path: Path) -> Any:
    """A file that only its owner may read: it holds the secrets that deal cards."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb")


def write_all(rows: Rows, file: Any) -> int:
    """All tables; how many rows they have."""
    count = 0
    with gzip.GzipFile(fileobj=file, mode="wb", compresslevel=6, mtime=0, filename="") as packed:

        def say(value: object) -> None:
            packed.write(json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode() + b"\n")

        say({"reihum-backup": FORMAT, "step": len(SQLITE_STEPS)})
        for table, columns in rows.tables().items():
            say({"table": table, "columns": columns})
            for row in rows.read(table, columns):
                say([packed_value(value) for value in row])
                count += 1
        say({"rows": count})
    return count


def packed_value(value: Any) -> Any:
    """A value of a row as JSON has it."""
    return {"bytes": b64encode(value).decode()} if isinstance(value, bytes) else value


# -- reading it back ------------------------------------------------------------------------------


def restore_backup(path: Path, store: str) -> int:
    """Fill an empty store from a file; how many rows there are. All of it or nothing."""
    try:
        with gzip.open(path) as packed:
            lines = lines_of(packed)
            check_head(next(lines, None), path)
            with leaving_nothing(store), only_server(store), closing(rows_of(store, fresh=True)) as rows:
                count = read_all(lines, rows, path)
                rows.keep()
    except (gzip.BadGzipFile, EOFError):
        raise ReihumError(f"{path} is not a whole backup of Reihum.") from None
    except OSError as error:
        raise ReihumError(f"{path} could not be read: {error.strerror or error}.") from None
    return count


@contextmanager
def leaving_nothing(store: str) -> Iterator[None]:
    """Take the file of a new store away again if it could not be filled."""
    path = Path(store.removeprefix(SQLITE_PREFIX))
    is_new = store.startswith(SQLITE_PREFIX) and not path.exists()
    try:
        yield
    except BaseException:
        for name in ("", "-wal", "-shm", ".lock") if is_new else ():
            with suppress(OSError):
                Path(f"{path}{name}").unlink()
        raise


def lines_of(packed: Any) -> Iterator[Any]:
    """The lines of a backup, read one by one."""
    while line := packed.readline(LARGEST_LINE):
        try:
            yield json.loads(line)
        except (ValueError, RecursionError):
            raise EOFError from None


def check_head(head: Any, path: Path) -> None:
    """Refuse what is not a backup, or one that is too new."""
    if not isinstance(head, dict) or head.get("reihum-backup") != FORMAT:
        raise ReihumError(f"{path} is not a backup of Reihum.")
    if not isinstance(head.get("step"), int) or head["step"] > len(SQLITE_STEPS):
        raise ReihumError(f"{path} is from a newer Reihum, which can restore it.")


def read_all(lines: Iterator[Any], rows: Rows, path: Path) -> int:
    """Write all rows of a backup into a store; EOFError if it is not a whole one."""
    known, count = rows.tables(), 0
    table, columns, some = "", [""], list[Row]()
    for line in lines:
        if isinstance(line, list):
            if not table or len(line) != len(columns):
                raise EOFError
            some.append(orphaned(table, columns, [unpacked_value(value) for value in line]))
            count += 1
        if some and (isinstance(line, dict) or len(some) >= AT_ONCE):
            rows.write(table, columns, some)
            some = []
        if isinstance(line, dict) and "rows" in line:
            if line["rows"] != count or next(lines, None) is not None:
                raise EOFError
            return count
        if isinstance(line, dict):
            table, columns = line.get("table", ""), line.get("columns", [])
            if not set(columns) <= set(known.get(table, ())):
                raise ReihumError(f"{path} has something that this Reihum does not know.")
    raise EOFError


def orphaned(table: str, columns: Sequence[str], row: Row) -> Row:
    """A row as it is restored: the processes that looked after tables are gone."""
    if table != LEASES:
        return row
    gone: dict[str, Any] = {"owner": "", "until": 0.0}
    return [gone.get(name, value) for name, value in zip(columns, row, strict=True)]


def unpacked_value(value: Any) -> Any:
    """A value as a row has it."""
    if not isinstance(value, dict):
        return value
    try:
        return b64decode(value["bytes"], validate=True)
    except (LookupError, TypeError, ValueError):
        raise EOFError from None


# -- the two kinds of stores ----------------------------------------------------------------------


def rows_of(store: str, fresh: bool) -> Rows:
    """The tables of a store; a fresh one is made if need be, and must be empty."""
    store_at(store)  # or it is no store
    if not store.startswith(SQLITE_PREFIX):
        from reihum.server.store.postgres_rows import PostgresRows  # only with its driver

        return PostgresRows(store, fresh)
    return SqliteRows(store.removeprefix(SQLITE_PREFIX), fresh)


def refuse_full(tables: Iterable[str], store: str) -> None:
    """Refuse to restore into a store in which there is something."""
    if names := sorted(tables):
        raise ReihumError(f"{store} is not empty (it has {', '.join(names)}); name a new one with --store.")


class SqliteRows:
    """The tables of a file."""

    def __init__(self, path: str, fresh: bool) -> None:
        from reihum.server.store.sqlite import PAGE_SIZE, migrate

        file = Path(path).absolute()
        if not fresh and not file.is_file():
            raise ReihumError(f"There is no store {path}.")
        try:
            mode = "rwc" if fresh else "ro"
            self._connection = sqlite3.connect(f"{file.as_uri()}?mode={mode}", uri=True, isolation_level=None)
            if fresh:
                self._connection.execute(f"PRAGMA page_size = {PAGE_SIZE}")
                migrate(self._connection)
            self._connection.execute("BEGIN IMMEDIATE" if fresh else "BEGIN")
            if fresh:
                refuse_full((table for table in self.tables() if self._has_rows(table)), path)
        except (sqlite3.Error, Unavailable) as error:
            raise ReihumError(f"{path} is not a store that can be used: {error}.") from None

    def tables(self) -> dict[str, list[str]]:
        """The columns of each table, in their order."""
        query = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
        names = [name for (name,) in self._connection.execute(query) if name in TABLES]
        return {
            name: [row[1] for row in self._connection.execute(f"PRAGMA table_info({name})")] for name in names
        }

    def read(self, table: str, columns: Sequence[str]) -> Iterator[Sequence[Any]]:
        """All rows of a table as they were when reading began."""
        return iter(self._connection.execute(f"SELECT {', '.join(columns)} FROM {table}"))

    def write(self, table: str, columns: Sequence[str], rows: Iterable[Row]) -> None:
        """Add rows to a table; nothing is kept until `keep`."""
        places = ", ".join("?" * len(columns))
        self._connection.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})", rows)

    def keep(self) -> None:
        """Keep everything that was written."""
        self._connection.execute("COMMIT")

    def close(self) -> None:
        """Leave the store as it is."""
        self._connection.close()

    def _has_rows(self, table: str) -> bool:
        return self._connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() is not None

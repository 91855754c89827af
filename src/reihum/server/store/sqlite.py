"""The store in one file: SQLite with a write-ahead log, synced at each commit, many writes to a commit."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from reihum.server.logs import log_event
from reihum.server.store import Ears, Handover, QueueFigures, Summary, Taken, Unavailable, Write
from reihum.server.store.contacts import ContactBook
from reihum.server.store.exercises import ExerciseBook
from reihum.server.store.group_commit import Group, GroupCommit, Then, call_back
from reihum.server.store.health import StoreHealth
from reihum.server.store.history import SEAT_COLUMNS, GameHistory, seat_rows
from reihum.server.store.housekeeping import Housekeeping
from reihum.server.store.migrations import SQLITE_STEPS, next_step
from reihum.server.store.overview import Overview
from reihum.server.store.reviews import ReviewShelf
from reihum.server.store.sqlite_leases import SoleLeases
from reihum.server.store.worker_thread import WorkerThread

T = TypeVar("T")
BUSY_TIMEOUT: Final = 2.0  # seconds to wait for another program that has locked the file
FIRST_OPEN_TIMEOUT: Final = 15.0  # seconds: when first opened, other processes may be creating the file
BUSY_PAUSE: Final = 0.05  # seconds until a busy file is tried again
PAGE_SIZE: Final = 1024  # bytes: each move changes a page of its own, and whole pages are written
COMMIT_PAUSE: Final = 0.004  # seconds between two commits while many writes come in
WAL_PAGES: Final = 4096  # of the write-ahead log before it is copied: as many bytes as SQLite's default
INCREMENTAL: Final = 2  # what SQLite calls a file that can shrink step by step
REWRITTEN: Final = 256 * 1024 * 1024  # bytes of a file that is made so when it is opened: a few seconds
ROWS: Final = 100  # entries that one statement writes
# One statement for many entries, because after each the thread has to wait for Python. As a commit is all or
# nothing anyway, SQLite need not remember what each page was before the statement.
INSERTS: Final = [
    f"INSERT OR ROLLBACK INTO entries VALUES {', '.join(['(?, ?, ?)'] * rows)}" for rows in range(ROWS + 1)
]
INSERT_SEAT: Final = f"INSERT OR IGNORE INTO seats VALUES ({', '.join('?' * len(SEAT_COLUMNS))})"
ROOM: Final = 256 * 1024  # bytes that there must be on the disk
DATA_ERRORS: Final = (UnicodeEncodeError, OverflowError)  # half a character, a number too large


class SmallWrite:
    """A statement that shares its commit with others, and its result."""

    def __init__(self, query: str, values: tuple[object, ...]) -> None:
        self.query = query
        self.values = values
        self.rows: list[Any] = []
        self.error: str | None = None


class SqliteStore(
    SoleLeases, ContactBook, ExerciseBook, GroupCommit, GameHistory, Housekeeping, Overview, ReviewShelf
):
    """One file, one process. One thread makes all accesses, so that the event loop never waits for a disk."""

    ELEMENTS = "SELECT value FROM json_each(?1)"
    shared = False
    listening = True

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self.health = StoreHealth()
        self._small: deque[SmallWrite] = deque()
        self._worker = WorkerThread("store")
        self._connection: sqlite3.Connection | None = None
        self._idle = asyncio.Event()  # set while nothing is being committed
        self._idle.set()
        self._file: tuple[int, int] | None = None  # identity of the file that was last opened

    # -- opening and closing ----------------------------------------------------------------------

    async def open(self) -> None:
        """Open or create the file, and bring it up to date."""
        await self._ask(lambda connection: None)

    async def close(self) -> None:
        """Finish writing, and close the file."""
        self._closed = True
        await self._idle.wait()
        await self._worker.ask(self._disconnect)
        self._worker.dismiss()

    def queue(self) -> QueueFigures:
        """Nobody waits for a connection: one thread takes everything in turn."""
        return QueueFigures()

    async def check(self) -> None:
        """Make a write that changes nothing, and see whether there is room for more."""
        await self._ask(self._check)

    def _check(self, connection: sqlite3.Connection) -> None:
        write_nothing(connection)
        if self.path != ":memory:":
            find_room(Path(self.path).absolute().parent)
        self.health.check()

    def _current_connection(self) -> sqlite3.Connection:
        """The connection, a new one if the last broke or its file is gone; in the store's thread."""
        if self._connection is not None and self._file != file_identity(self.path):
            self._disconnect()  # otherwise writes to a deleted file would count as safe
        if self._connection is None:
            self._connection = self._new_connection() if self._file is not None else self._first_connection()
        return self._connection

    def _first_connection(self) -> sqlite3.Connection:
        """The first connection; if several processes start at once, each gets its turn."""
        end = time.monotonic() + FIRST_OPEN_TIMEOUT
        while True:
            try:
                return self._new_connection()
            except sqlite3.OperationalError as error:
                # SQLite does not wait for locks while it changes the journal mode, nor does it queue.
                if not is_busy(error) or time.monotonic() >= end:
                    raise
            time.sleep(BUSY_PAUSE)

    def _new_connection(self) -> sqlite3.Connection:
        """A new connection to a file that is up to date."""
        connection = self._open_file()
        try:
            connection.execute(f"PRAGMA page_size = {PAGE_SIZE}")
            connection.execute("PRAGMA auto_vacuum = INCREMENTAL")  # counts only before there is anything
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute(f"PRAGMA wal_autocheckpoint = {WAL_PAGES}")
            migrate(connection)
            make_shrinkable(connection)
            self._file = file_identity(self.path)
        except BaseException:
            connection.close()
            raise
        return connection

    def _open_file(self) -> sqlite3.Connection:
        """Open the file, or create it the first time; one that has vanished is not replaced."""
        if self.path == ":memory:":
            return sqlite3.connect(self.path, isolation_level=None)
        file = Path(self.path).absolute()
        if self._file is None:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch(0o600)  # it holds secrets; an existing file stays as it is
        mode = "rwc" if self._file is None else "rw"
        return sqlite3.connect(
            f"{file.as_uri()}?mode={mode}",
            uri=True,
            timeout=BUSY_TIMEOUT,
            isolation_level=None,
            cached_statements=2 * ROWS,
        )

    def _disconnect(self) -> None:
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    async def _ask(self, question: Callable[[sqlite3.Connection], T]) -> T:
        """Put a question to the database, in the store's thread."""
        if self._closed:
            raise Unavailable("The store is closed.")
        return await self._worker.ask(partial(self._run_question, question))

    def _run_question(self, question: Callable[[sqlite3.Connection], T]) -> T:
        try:
            return question(self._current_connection())
        except (sqlite3.Error, OSError) as error:
            self._disconnect()
            self._note(error)
            raise Unavailable(str(error)) from None

    def _note(self, error: Exception) -> None:
        """Remember what went wrong."""
        if isinstance(error, sqlite3.Error) and is_damage(error):
            self.health.note_damage(str(error))
        else:
            self.health.note_failure(str(error))

    # -- logs -------------------------------------------------------------------------------------

    def _start_committing(self) -> None:
        """Commit after this turn of the event loop, with all that arrives until then."""
        self._idle.clear()
        asyncio.get_running_loop().call_soon(self._commit_next)

    def _commit_next(self) -> None:
        """Hand everything that is waiting to the thread."""
        batch, self._waiting = self._waiting, []
        if batch:
            self._worker.give(partial(self._commit_batch, batch, asyncio.get_running_loop()))
        else:
            self._stop_committing()

    def _stop_committing(self) -> None:
        """Nothing is left to commit."""
        self._committing = False
        self._idle.set()

    def _commit_batch(self, batch: list[tuple[Group, Then]], loop: asyncio.AbstractEventLoop) -> None:
        """Commit a batch; in the store's thread."""
        errors = self._commit_groups([writes for writes, _ in batch])
        loop.call_soon_threadsafe(self._tell_outcomes, batch, errors, loop)

    def _tell_outcomes(
        self,
        batch: list[tuple[Group, Then]],
        errors: list[Exception | None],
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        """Tell all callers how it went, and go on: what they write in response is in the next commit."""
        for (_, then), error in zip(batch, errors, strict=True):
            call_back(then, error)
        if len(batch) > 1:  # under load, it pays to wait a moment for more writes
            loop.call_later(COMMIT_PAUSE, self._commit_next)
        elif self._waiting:
            loop.call_soon(self._commit_next)
        else:
            self._stop_committing()

    def _commit_groups(self, groups: list[Group]) -> list[Exception | None]:
        """Commit all groups at once; if one of them fails, commit halves, until it fails alone."""
        try:
            commit(self._current_connection(), groups)
            self.health.note_success()
            return [None] * len(groups)
        except Exception as error:
            taken = isinstance(error, sqlite3.IntegrityError)
            if not taken and isinstance(error, (sqlite3.Error, OSError, Unavailable)):
                self._disconnect()
                self._note(error)
                return [Unavailable(str(error)) for _ in groups]
            if len(groups) == 1:
                return [Taken(str(error)) if taken else error]
        half = len(groups) // 2
        return self._commit_groups(groups[:half]) + self._commit_groups(groups[half:])

    async def entries(self, table: str, after: int = 0) -> list[bytes]:
        """The log of a table, after its first entries."""
        query = "SELECT line FROM entries WHERE table_id = ? AND number > ? ORDER BY number"
        return [line for (line,) in await self._matching_rows(query, table, after)]

    async def logs(self, tables: Iterable[str]) -> dict[str, list[bytes]]:
        """The logs of some tables, read at once; only those that there are."""
        query = "SELECT line FROM entries WHERE table_id = ? ORDER BY number"

        def read(connection: sqlite3.Connection) -> dict[str, list[bytes]]:
            found = {table: connection.execute(query, (table,)).fetchall() for table in tables}
            return {table: [line for (line,) in rows] for table, rows in found.items() if rows}

        return await self._ask(read)

    async def lengths(self, tables: Iterable[str]) -> dict[str, int]:
        """How many entries the logs of these tables have."""
        query = "SELECT coalesce(max(number), 0) FROM entries WHERE table_id = ?"
        return {table: (await self._rows(query, table))[0][0] for table in tables}

    # -- players and tables -----------------------------------------------------------------------

    async def add_player(self, player: str, at: float) -> None:
        """Add a new player."""
        await self._write("INSERT OR IGNORE INTO players VALUES (?, ?)", player, at)

    async def player_with(self, key: str) -> str | None:
        """The player to whom this key belongs: as the first key, or as one handed over."""
        query = "SELECT id FROM players WHERE id = ?1 UNION ALL SELECT player FROM keys WHERE id = ?1"
        rows = await self._matching_rows(query, key)
        return rows[0][0] if rows else None

    async def offer_handover(
        self, code: str, player: str, now: float, until: float, carried: bytes = b""
    ) -> None:
        """Let a code give one more key to this player, until then; expired codes are deleted."""
        await self._write("DELETE FROM handovers WHERE until < ?", now)
        await self._write("INSERT INTO handovers VALUES (?, ?, ?, ?)", code, player, until, carried)

    async def hand_over(self, code: str, key: str, now: float) -> Handover | None:
        """Use up a code: the key belongs to its player from now on; None if the code is not valid."""
        return await self._ask(lambda connection: hand_over(connection, code, key, now))

    async def table_with(self, code: str) -> str | None:
        """The table to which a code leads."""
        rows = await self._matching_rows("SELECT id FROM tables WHERE code = ?", code)
        return rows[0][0] if rows else None

    async def tables_of(self, player: str, most: int) -> list[str]:
        """The tables of a player: unfinished ones first, and the latest first among each."""
        query = """SELECT table_id FROM seats WHERE player = ? AND finished < 3
            ORDER BY finished, changed DESC LIMIT ?"""
        return [ident for (ident,) in await self._matching_rows(query, player, most)]

    async def public_tables(self, most: int) -> list[str]:
        """The public tables that have an open seat, the latest first."""
        query = "SELECT id FROM tables WHERE listed ORDER BY changed DESC LIMIT ?"
        return [ident for (ident,) in await self._rows(query, most)]

    async def listings(self, tables: Iterable[str]) -> dict[str, bytes]:
        """What lists show of these tables."""
        query = "SELECT id, card FROM tables WHERE id = ?"
        return dict([row for table in tables for row in await self._matching_rows(query, table)])

    # -- other processes, of which there are none -------------------------------------------------

    async def call_out(self, table: str, words: str) -> None:
        """Do nothing: nobody would hear it."""

    async def watch(self, ears: Ears) -> None:
        """Do nothing: nobody else writes or speaks."""

    async def give_space_back(self, most: int) -> bool:
        """Give up to this many free pages back to the disk; whether there are more."""
        return await self._ask(lambda connection: give_back(connection, most))

    async def size(self) -> int:
        """How many bytes the file has."""
        query = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
        return int((await self._rows(query))[0][0])

    async def _rows(self, query: str, *values: object) -> list[Any]:
        return await self._ask(lambda connection: connection.execute(query, values).fetchall())

    async def _matching_rows(self, query: str, *values: object) -> list[Any]:
        """The rows with these values; none if the database cannot even hold such values."""
        try:
            return await self._rows(query, *values)
        except DATA_ERRORS:
            return []

    async def _found(self, query: str, *values: object) -> list[Any]:
        return await self._matching_rows(query, *values)

    async def _run(self, query: str, *values: object) -> list[Any]:
        return await self._write(query, *values)

    async def _write(self, query: str, *values: object) -> list[Any]:
        """Run a statement that changes something; statements that come at the same time share a commit."""
        small = SmallWrite(query, values)
        self._small.append(small)
        await self._ask(self._write_small)  # an earlier one may have taken ours along
        if small.error is not None:
            raise Unavailable(small.error)
        return small.rows

    async def _write_many(self, query: str, rows: list[tuple[object, ...]]) -> None:
        """Run a statement for many rows, all of them or none."""
        await self._ask(partial(write_many, query=query, rows=rows))

    def _write_small(self, connection: sqlite3.Connection) -> None:
        batch: list[SmallWrite] = []
        while self._small:
            batch.append(self._small.popleft())
        if not batch:
            return
        try:
            connection.execute("BEGIN IMMEDIATE")
            for small in batch:
                small.rows = connection.execute(small.query, small.values).fetchall()
            connection.execute("COMMIT")
        except BaseException as error:
            for small in batch:
                small.error = str(error)
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            raise


def file_identity(path: str) -> tuple[int, int]:
    """Which file this is: a new one of the same name is not the same file."""
    if path == ":memory:":
        return (0, 0)
    found = os.stat(path)
    return (found.st_dev, found.st_ino)


def is_busy(error: sqlite3.Error) -> bool:
    """Whether another program has locked the file."""
    return error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file itself is broken."""
    code = getattr(error, "sqlite_errorcode", 0)  # errors of the module itself have none
    return code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def find_room(folder: Path) -> None:
    """OSError if the disk is full: what changes nothing can be written even then."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(ROOM))
            file.flush()
    except PermissionError:
        pass  # no new file may be made here, which the store does not need


def write_nothing(connection: sqlite3.Connection) -> None:
    """Check that the file can be written to."""
    with transaction(connection):
        connection.execute("UPDATE version SET number = number")


def write_many(connection: sqlite3.Connection, query: str, rows: list[tuple[object, ...]]) -> None:
    """Run a statement for many rows in one transaction."""
    with transaction(connection):
        connection.executemany(query, rows)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Run what follows as a whole or not at all."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def give_back(connection: sqlite3.Connection, most: int) -> bool:
    """Give free pages at the end of the file back; whether there are more, and the file can shrink."""
    if connection.execute("PRAGMA auto_vacuum").fetchone()[0] != INCREMENTAL:
        return False
    connection.execute(f"PRAGMA incremental_vacuum({most})").fetchall()
    return bool(connection.execute("PRAGMA freelist_count").fetchone()[0])


def make_shrinkable(connection: sqlite3.Connection) -> None:
    """Rewrite an old file once so that it can shrink later, unless it is so large that this takes long."""
    if connection.execute("PRAGMA auto_vacuum").fetchone()[0] == INCREMENTAL:
        return
    pages, size = (connection.execute(f"PRAGMA {what}").fetchone()[0] for what in ("page_count", "page_size"))
    if pages * size > REWRITTEN:
        log_event("store too large to be made shrinkable at the start; see reihum admin shrink")
        return
    with suppress(sqlite3.OperationalError):  # another program reads it: then the next time
        rewrite(connection)


def rewrite(connection: sqlite3.Connection) -> None:
    """Rewrite the whole file without its free pages; from then on it can shrink."""
    connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
    connection.execute("VACUUM")


def hand_over(connection: sqlite3.Connection, code: str, key: str, now: float) -> Handover | None:
    """Use up a code, and note to whom the key belongs."""
    with transaction(connection):
        query = "DELETE FROM handovers WHERE code = ? RETURNING player, until, carried"
        found = connection.execute(query, (code,)).fetchall()
        offers = [Handover(player, carried) for player, until, carried in found if until >= now]
        keys = [(key, offer.player, now) for offer in offers]
        connection.executemany("INSERT INTO keys VALUES (?, ?, ?)", keys)
    return offers[0] if offers else None


def commit(connection: sqlite3.Connection, groups: list[Group]) -> None:
    """Write all groups in one transaction; for a few moves a single statement is enough."""
    entries = [write for writes in groups for write in writes if write.number]
    summaries = [write for writes in groups for write in writes if write.summary is not None]
    if not summaries and len(entries) <= ROWS:
        insert_entries(connection, entries)
        return
    with transaction(connection):
        for first in range(0, len(entries), ROWS):
            insert_entries(connection, entries[first : first + ROWS])
        for write in summaries:
            assert write.summary is not None
            summarise(connection, write.table, write.summary)


def insert_entries(connection: sqlite3.Connection, entries: list[Write]) -> None:
    """Write entries with one statement."""
    if entries:
        # sqlite3 would first try to adapt bytes; it takes a bytearray as it is.
        values = [part for write in entries for part in (write.table, write.number, bytearray(write.line))]
        connection.execute(INSERTS[len(entries)], values)


def summarise(connection: sqlite3.Connection, table: str, summary: Summary) -> None:
    """Store the summary of a table."""
    connection.execute(
        """INSERT INTO tables (id, code, listed, status, changed, card, people)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (id) DO UPDATE
            SET code = ?2, listed = ?3, status = ?4, changed = ?5, card = ?6, people = ?7""",
        (
            *(table, summary.code, summary.listed, summary.status, summary.at, summary.listing),
            int(summary.people),
        ),
    )
    connection.execute("DELETE FROM seats WHERE table_id = ?", (table,))
    connection.executemany(INSERT_SEAT, seat_rows(table, summary))


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the database up to date, one numbered step after another."""
    connection.execute("CREATE TABLE IF NOT EXISTS version (number INTEGER NOT NULL)")
    while True:
        with transaction(connection):
            row = connection.execute("SELECT number FROM version").fetchone()
            number = row[0] if row else 0
            statements = next_step(number, SQLITE_STEPS)
            for statement in statements:
                connection.execute(statement)
            if statements:
                connection.execute("DELETE FROM version")
                connection.execute("INSERT INTO version VALUES (?)", (number + 1,))
        if not statements:
            return

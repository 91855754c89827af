"""The store in one file: SQLite with a write-ahead log, synced at every commit, many writes to a commit."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from reihum.server.store import Summary, Taken, Unavailable, Write
from reihum.server.store.group_commit import Group, GroupCommit, Then, answer
from reihum.server.store.migrations import SQLITE, step_from
from reihum.server.store.worker_thread import WorkerThread

T = TypeVar("T")
PATIENCE: Final = 2.0  # seconds to wait for another program that has locked the file
OPENING: Final = 15.0  # the same at the first opening: others may be making the file at the same time
PAUSE: Final = 0.05  # seconds until a file that is busy is tried again
PAGE: Final = 1024  # bytes: each move changes a page of its own, and whole pages are written
GATHER: Final = 0.004  # seconds between two commits while much is going on
WAL_PAGES: Final = 4096  # of the write-ahead log until it is copied: as many bytes as SQLite takes by itself
ROWS: Final = 100  # entries that one statement writes
# One statement for many entries, for after each the thread has to ask Python to go on. As a commit is all or
# nothing anyway, SQLite need not keep what each page was before the statement.
INSERTS: Final = [
    f"INSERT OR ROLLBACK INTO entries VALUES {', '.join(['(?, ?, ?)'] * rows)}" for rows in range(ROWS + 1)
]
UNWRITABLE: Final = (UnicodeEncodeError, OverflowError)  # half a character, a number too large


class SmallWrite:
    """A statement that shares its commit with others, and what came of it."""

    def __init__(self, query: str, values: tuple[object, ...]) -> None:
        self.query = query
        self.values = values
        self.rows: list[Any] = []
        self.error: str | None = None


class SqliteStore(GroupCommit):
    """One file, one process. All access is by one thread, so that the event loop never waits for a disk."""

    shared = False

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self._small: deque[SmallWrite] = deque()
        self._worker = WorkerThread("store")
        self._connection: sqlite3.Connection | None = None
        self._idle = asyncio.Event()  # nothing is being committed
        self._idle.set()
        self._file: tuple[int, int] | None = None  # the one that was opened last, as the system knows it

    # -- opening and closing ----------------------------------------------------------------------

    async def open(self) -> None:
        """Open the file, or make it, and bring it up to date."""
        await self._ask(lambda connection: None)

    async def close(self) -> None:
        """Finish what is being written, and close the file."""
        self._closed = True
        await self._idle.wait()
        await self._worker.ask(self._disconnect)
        self._worker.dismiss()

    async def check(self) -> None:
        """Write something that changes nothing."""
        await self._ask(write_nothing)

    def _connected(self) -> sqlite3.Connection:
        """The connection, opened anew if the last one broke or its file is gone; in the store's thread."""
        if self._connection is not None and self._file != identity(self.path):
            self._disconnect()  # else what is written to a deleted file would be called safe
        if self._connection is None:
            self._connection = self._prepared() if self._file is not None else self._first_prepared()
        return self._connection

    def _first_prepared(self) -> sqlite3.Connection:
        """A first connection; where several processes begin at once, each gets its turn."""
        end = time.monotonic() + OPENING
        while True:
            try:
                return self._prepared()
            except sqlite3.OperationalError as error:
                # SQLite waits for no lock while it changes the journal, and lets nobody stand in a queue.
                if not is_busy(error) or time.monotonic() >= end:
                    raise
            time.sleep(PAUSE)

    def _prepared(self) -> sqlite3.Connection:
        """A new connection to a file that is up to date."""
        connection = self._opened()
        try:
            connection.execute(f"PRAGMA page_size = {PAGE}")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute(f"PRAGMA wal_autocheckpoint = {WAL_PAGES}")
            migrate(connection)
            self._file = identity(self.path)
        except BaseException:
            connection.close()
            raise
        return connection

    def _opened(self) -> sqlite3.Connection:
        """The file, made if it is new; one that has vanished is not replaced by an empty one."""
        if self.path == ":memory:":
            return sqlite3.connect(self.path, isolation_level=None)
        file = Path(self.path).absolute()
        if self._file is None:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch(0o600)  # it holds secrets; a file that is there stays as it is
        mode = "rwc" if self._file is None else "rw"
        return sqlite3.connect(
            f"{file.as_uri()}?mode={mode}",
            uri=True,
            timeout=PATIENCE,
            isolation_level=None,
            cached_statements=2 * ROWS,
        )

    def _disconnect(self) -> None:
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    async def _ask(self, question: Callable[[sqlite3.Connection], T]) -> T:
        """Ask something in the store's thread."""
        if self._closed:
            raise Unavailable("The store is closed.")
        return await self._worker.ask(partial(self._asked, question))

    def _asked(self, question: Callable[[sqlite3.Connection], T]) -> T:
        try:
            return question(self._connected())
        except (sqlite3.Error, OSError) as error:
            self._disconnect()
            raise Unavailable(str(error)) from None

    # -- logs -------------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Commit after this round of the loop, with all that comes in until then."""
        self._idle.clear()
        asyncio.get_running_loop().call_soon(self._commit_next)

    def _commit_next(self) -> None:
        """Hand all that waits to the thread; when it is done, what has come in since."""
        batch, self._waiting = self._waiting, []
        if batch:
            self._worker.give(partial(self._commit, batch, asyncio.get_running_loop()))
        else:
            self._rest()

    def _rest(self) -> None:
        """Nothing is to be committed."""
        self._committing = False
        self._idle.set()

    def _commit(self, batch: list[tuple[Group, Then]], loop: asyncio.AbstractEventLoop) -> None:
        """Commit a batch; in the store's thread."""
        errors = self._committed([writes for writes, _ in batch])
        loop.call_soon_threadsafe(self._tell, batch, errors, loop)

    def _tell(
        self,
        batch: list[tuple[Group, Then]],
        errors: list[Exception | None],
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        """Tell everybody what came of it, and go on: what they answer at once is in the next commit."""
        for (_, then), error in zip(batch, errors, strict=True):
            answer(then, error)
        if len(batch) > 1:  # much is going on: more of it fits into a commit than comes in during one
            loop.call_later(GATHER, self._commit_next)
        elif self._waiting:
            loop.call_soon(self._commit_next)
        else:
            self._rest()

    def _committed(self, groups: list[Group]) -> list[Exception | None]:
        """Commit all groups at once; if one of them cannot be, halves of them, down to it alone."""
        try:
            commit(self._connected(), groups)
            return [None] * len(groups)
        except Exception as error:
            taken = isinstance(error, sqlite3.IntegrityError)
            if not taken and isinstance(error, (sqlite3.Error, OSError, Unavailable)):
                self._disconnect()
                return [Unavailable(str(error)) for _ in groups]
            if len(groups) == 1:
                return [Taken(str(error)) if taken else error]
        half = len(groups) // 2
        return self._committed(groups[:half]) + self._committed(groups[half:])

    async def entries(self, table: str, after: int = 0) -> list[bytes]:
        """The log of a table, after so many entries."""
        query = "SELECT line FROM entries WHERE table_id = ? AND number > ? ORDER BY number"
        return [line for (line,) in await self._found(query, table, after)]

    async def lengths(self, tables: Iterable[str]) -> dict[str, int]:
        """How many entries the logs of these tables have."""
        query = "SELECT coalesce(max(number), 0) FROM entries WHERE table_id = ?"
        return {table: (await self._rows(query, table))[0][0] for table in tables}

    # -- players and tables -----------------------------------------------------------------------

    async def add_player(self, player: str, at: float) -> None:
        """Somebody new."""
        await self._write("INSERT OR IGNORE INTO players VALUES (?, ?)", player, at)

    async def player_with(self, key: str) -> str | None:
        """The player of this key: the one of that name, or the one who passed itself on to it."""
        query = "SELECT id FROM players WHERE id = ?1 UNION ALL SELECT player FROM keys WHERE id = ?1"
        rows = await self._found(query, key)
        return rows[0][0] if rows else None

    async def offer(self, code: str, player: str, now: float, until: float) -> None:
        """Let one more key become this player by a code, until then; codes from before now are forgotten."""
        await self._write("DELETE FROM handovers WHERE until < ?", now)
        await self._write("INSERT INTO handovers VALUES (?, ?, ?)", code, player, until)

    async def hand_over(self, code: str, key: str, now: float) -> str | None:
        """Use a code up: the key is its player's from now on; None if there is no such code any more."""
        return await self._ask(lambda connection: hand_over(connection, code, key, now))

    async def table_with(self, code: str) -> str | None:
        """The table to which a code leads."""
        rows = await self._found("SELECT id FROM tables WHERE code = ?", code)
        return rows[0][0] if rows else None

    async def tables_of(self, player: str, most: int) -> list[str]:
        """The tables at which a player has a seat: unfinished ones first, then the latest."""
        query = """SELECT id FROM seats JOIN tables ON id = table_id WHERE player = ?
            ORDER BY status = 'over', changed DESC LIMIT ?"""
        return [ident for (ident,) in await self._found(query, player, most)]

    async def listed(self, most: int) -> list[str]:
        """The public tables that have an open seat, the latest first."""
        query = "SELECT id FROM tables WHERE listed ORDER BY changed DESC LIMIT ?"
        return [ident for (ident,) in await self._rows(query, most)]

    async def cards(self, tables: Iterable[str]) -> dict[str, bytes]:
        """What is shown of these tables in lists."""
        query = "SELECT id, card FROM tables WHERE id = ?"
        return {ident: card for table in tables for ident, card in await self._found(query, table)}

    # -- leases -----------------------------------------------------------------------------------

    async def claim(self, table: str, owner: str, now: float, until: float) -> bool:
        """Take or keep the lease of a table; False if another owner holds it."""
        query = """INSERT INTO leases VALUES (?1, ?2, ?4) ON CONFLICT (table_id) DO UPDATE
            SET owner = ?2, until = ?4 WHERE owner = ?2 OR until < ?3 RETURNING 1"""
        return bool(await self._write(query, table, owner, now, until))

    async def release(self, owner: str, tables: Iterable[str]) -> None:
        """Give leases back."""
        query = "DELETE FROM leases WHERE table_id = ? AND owner = ?"
        pairs = [(table, owner) for table in tables]
        await self._ask(lambda connection: connection.executemany(query, pairs))

    async def orphans(self, now: float, most: int) -> list[str]:
        """Tables whose lease ran out: nobody attends to them any more."""
        query = "SELECT table_id FROM leases WHERE until < ? ORDER BY until LIMIT ?"
        return [ident for (ident,) in await self._rows(query, now, most)]

    # -- other processes, of which there are none -------------------------------------------------

    async def set_present(self, table: str, owner: str, seats: Iterable[int], until: float) -> None:
        """There is nobody to tell."""

    async def present(self, table: str, owner: str, now: float) -> set[int]:
        """Nobody is connected elsewhere."""
        return set()

    async def call_out(self, table: str, words: str) -> None:
        """Nobody hears it."""

    async def watch(
        self, heard: Callable[[set[str]], None], told: Callable[[str, str], None] = lambda table, words: None
    ) -> None:
        """Nobody else writes or speaks."""

    async def _rows(self, query: str, *values: object) -> list[Any]:
        return await self._ask(lambda connection: connection.execute(query, values).fetchall())

    async def _found(self, query: str, *values: object) -> list[Any]:
        """The rows with these values; there are none with what cannot be written down."""
        try:
            return await self._rows(query, *values)
        except UNWRITABLE:
            return []

    async def _write(self, query: str, *values: object) -> list[Any]:
        """A statement that changes something: of many at once, all in one commit."""
        small = SmallWrite(query, values)
        self._small.append(small)
        await self._ask(self._write_small)  # if another one's turn came first, it has taken ours along
        if small.error is not None:
            raise Unavailable(small.error)
        return small.rows

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


def identity(path: str) -> tuple[int, int]:
    """Which file this is: another one of the same name is not the same."""
    if path == ":memory:":
        return (0, 0)
    found = os.stat(path)
    return (found.st_dev, found.st_ino)


def is_busy(error: sqlite3.Error) -> bool:
    """Whether somebody else has locked the file, for whichever reason."""
    return error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY


def write_nothing(connection: sqlite3.Connection) -> None:
    """See whether the file can be written to."""
    with transaction(connection):
        connection.execute("UPDATE version SET number = number")


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of it, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def hand_over(connection: sqlite3.Connection, code: str, key: str, now: float) -> str | None:
    """Use a code up, and write down whose the key is."""
    with transaction(connection):
        query = "DELETE FROM handovers WHERE code = ? RETURNING player, until"
        found = connection.execute(query, (code,)).fetchall()
        players: list[str] = [player for player, until in found if until >= now]
        connection.executemany("INSERT INTO keys VALUES (?, ?, ?)", [(key, each, now) for each in players])
    return players[0] if players else None


def commit(connection: sqlite3.Connection, groups: list[Group]) -> None:
    """Write all groups in one transaction; a few moves are one statement, which is one by itself."""
    entries = [write for writes in groups for write in writes if write.number]
    summaries = [write for writes in groups for write in writes if write.summary is not None]
    if not summaries and len(entries) <= ROWS:
        insert(connection, entries)
        return
    with transaction(connection):
        for first in range(0, len(entries), ROWS):
            insert(connection, entries[first : first + ROWS])
        for write in summaries:
            assert write.summary is not None
            summarise(connection, write.table, write.summary)


def insert(connection: sqlite3.Connection, entries: list[Write]) -> None:
    """Write entries with one statement."""
    if entries:
        # Bytes, sqlite3 would first try to adapt; a bytearray it takes as it is.
        values = [part for write in entries for part in (write.table, write.number, bytearray(write.line))]
        connection.execute(INSERTS[len(entries)], values)


def summarise(connection: sqlite3.Connection, table: str, summary: Summary) -> None:
    """Keep what is looked up about a table."""
    connection.execute(
        """INSERT INTO tables VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (id) DO UPDATE
            SET code = ?2, listed = ?3, status = ?4, changed = ?5, card = ?6""",
        (table, summary.code, summary.listed, summary.status, summary.at, summary.card),
    )
    connection.execute("DELETE FROM seats WHERE table_id = ?", (table,))
    connection.executemany(
        "INSERT OR IGNORE INTO seats VALUES (?, ?)", [(player, table) for player in summary.players]
    )


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the tables of the database up to date, one numbered step after the other."""
    connection.execute("CREATE TABLE IF NOT EXISTS version (number INTEGER NOT NULL)")
    while True:
        with transaction(connection):
            row = connection.execute("SELECT number FROM version").fetchone()
            number = row[0] if row else 0
            statements = step_from(number, SQLITE)
            for statement in statements:
                connection.execute(statement)
            if statements:
                connection.execute("DELETE FROM version")
                connection.execute("INSERT INTO version VALUES (?)", (number + 1,))
        if not statements:
            return

"""The store that many processes share: PostgreSQL, many writes to a commit, and hints to the others."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable
from contextlib import nullcontext, suppress
from typing import Any, Final

import asyncpg

from reihum.server.store import Ears, Handover, QueueFigures, Summary, Taken, Unavailable
from reihum.server.store.contacts import ContactBook
from reihum.server.store.exercises import ExerciseBook
from reihum.server.store.group_commit import Group, GroupCommit, call_back
from reihum.server.store.health import StoreHealth
from reihum.server.store.history import SEAT_COLUMNS, GameHistory, seat_rows
from reihum.server.store.housekeeping import Housekeeping
from reihum.server.store.overview import Overview
from reihum.server.store.pool import CONNECTION_ERRORS, DATA_ERRORS, RESPONSE_TIMEOUT, Connection, Pool
from reihum.server.store.postgres_leases import PRESENT_CHANNEL, SharedLeases
from reihum.server.store.read_queue import ReadQueue
from reihum.server.store.reviews import ReviewShelf

OPEN_TIMEOUT: Final = 60.0  # seconds: a migration may take long, or wait for that of another process
LISTEN_PAUSE: Final = 1.0  # seconds between attempts to listen again
PROBE_INTERVAL: Final = 30.0  # seconds after which a silent connection is tested
READERS: Final = 4  # connections in addition to those of the writer, the listener, and for signs of life
MOST_GROUPS: Final = 1000  # to a commit, so that a long queue does not run into a timeout
WRITE_CHANNEL: Final = "reihum"
PHRASE_CHANNEL: Final = "reihum_spoken"
PAYLOAD_LIMIT: Final = 7999  # bytes that fit into one notification of PostgreSQL

# Each is one statement: one transaction, and one round trip.
APPEND: Final = f"""WITH
    written AS (INSERT INTO entries SELECT * FROM unnest($1::text[], $2::int[], $3::bytea[]))
    SELECT pg_notify('{WRITE_CHANNEL}', hint) FROM unnest($4::text[]) AS hint"""
SEAT_TYPES: Final = (
    *("text", "text", "int", "float8", "text", "int", "text"),
    *("int", "int", "int", "int", "int", "float8"),
)
SEATS: Final = ", ".join(f"${number}::{kind}[]" for number, kind in enumerate(SEAT_TYPES, 12))
APPEND_AND_SUMMARISE: Final = f"""WITH
    written AS (INSERT INTO entries SELECT * FROM unnest($1::text[], $2::int[], $3::bytea[])),
    summarised AS (
        INSERT INTO tables (id, code, listed, status, changed, card, people)
        SELECT * FROM unnest($5::text[], $6::text[], $7::bool[], $8::text[], $9::float8[], $10::bytea[],
            $11::int[])
        ON CONFLICT (id) DO UPDATE SET code = excluded.code, listed = excluded.listed,
            status = excluded.status, changed = excluded.changed, card = excluded.card,
            people = excluded.people),
    risen AS (
        DELETE FROM seats WHERE table_id = ANY($5)
            AND (player, table_id) NOT IN (SELECT * FROM unnest($12::text[], $13::text[]))),
    seated AS (
        INSERT INTO seats SELECT * FROM unnest({SEATS})
        ON CONFLICT (player, table_id) DO UPDATE
            SET {", ".join(f"{name} = excluded.{name}" for name in SEAT_COLUMNS[2:])})
    SELECT pg_notify('{WRITE_CHANNEL}', hint) FROM unnest($4::text[]) AS hint"""


class PostgresStore(
    SharedLeases, ContactBook, ExerciseBook, GroupCommit, GameHistory, Housekeeping, Overview, ReviewShelf
):
    """A database on a server, for any number of processes."""

    ELEMENTS = "SELECT jsonb_array_elements_text($1::jsonb)"
    shared = True
    listening = False

    def __init__(self, url: str) -> None:
        super().__init__()
        self.health = StoreHealth()
        self._pool = Pool(url, self.health.note_damage)
        self._process = secrets.token_hex(4)  # by which a process recognises its own hints
        self._readers = ReadQueue(READERS)
        self._urgent = ReadQueue(1)
        self._writer: asyncio.Task[None] | None = None
        self._listener: asyncio.Task[None] | None = None

    # -- opening and closing ----------------------------------------------------------------------

    async def open(self) -> None:
        """Connect, and bring the database up to date."""
        await self._pool.use(connect_only, nullcontext(), OPEN_TIMEOUT)

    async def close(self) -> None:
        """Finish writing, and disconnect."""
        self._closed = True
        if self._writer is not None:
            await self._writer
        if self._listener is not None:
            self._listener.cancel()
            with suppress(asyncio.CancelledError):
                await self._listener
        await self._pool.close()

    def queue(self) -> QueueFigures:
        """Who has had to wait for a connection, so far."""
        return QueueFigures(self._readers.waiting, self._readers.waits, self._readers.seconds)

    async def check(self) -> None:
        """Make a write that changes nothing."""
        await self._urgent_rows("UPDATE version SET number = number")
        self.health.check()

    # -- logs -------------------------------------------------------------------------------------

    def _start_committing(self) -> None:
        """Commit in a task of its own."""
        self._writer = asyncio.create_task(self._write())

    async def _write(self) -> None:
        """Commit until nothing is waiting."""
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[:MOST_GROUPS], self._waiting[MOST_GROUPS:]
                errors = await self._commit_groups([writes for writes, _ in batch])
                gone = [error for error in errors if isinstance(error, Unavailable)]
                if gone:  # later writes have waited through the same silence, and need not wait again
                    batch, self._waiting = batch + self._waiting, []
                    errors += [Unavailable(str(gone[0])) for _ in batch[len(errors) :]]
                for (_, then), error in zip(batch, errors, strict=True):
                    call_back(then, error)
        finally:
            self._committing = False
            self._writer = None

    async def _commit_groups(self, groups: list[Group]) -> list[Exception | None]:
        """Commit all groups at once; if one of them fails, commit halves, until it fails alone."""
        try:
            await self._pool.use(lambda connection: commit(connection, groups, self._process), nullcontext())
            self.health.note_success()
            return [None] * len(groups)
        except Unavailable as error:
            self.health.note_failure(str(error))
            return [Unavailable(str(error)) for _ in groups]
        except Exception as error:
            if len(groups) == 1:
                taken = isinstance(error, asyncpg.UniqueViolationError)
                return [Taken(self._pool.error_text(error)) if taken else error]
        half = len(groups) // 2
        errors = await self._commit_groups(groups[:half])
        if isinstance(errors[-1], Unavailable):
            return errors + [Unavailable(str(errors[-1])) for _ in groups[half:]]
        return errors + await self._commit_groups(groups[half:])

    async def entries(self, table: str, after: int = 0) -> list[bytes]:
        """The log of a table, after its first entries."""
        query = "SELECT line FROM entries WHERE table_id = $1 AND number > $2 ORDER BY number"
        return [line for (line,) in await self._matching_rows(query, table, after)]

    async def logs(self, tables: Iterable[str]) -> dict[str, list[bytes]]:
        """The logs of some tables, read at once; only those that there are."""
        query = "SELECT table_id, line FROM entries WHERE table_id = ANY($1) ORDER BY table_id, number"
        found: dict[str, list[bytes]] = {}
        for table, line in await self._rows(query, list(tables)):
            found.setdefault(table, []).append(line)
        return found

    async def lengths(self, tables: Iterable[str]) -> dict[str, int]:
        """How many entries the logs of these tables have."""
        query = """SELECT asked, coalesce((SELECT max(number) FROM entries WHERE table_id = asked), 0)
            FROM unnest($1::text[]) AS asked"""
        return dict(await self._rows(query, list(tables)))

    # -- players and tables -----------------------------------------------------------------------

    async def add_player(self, player: str, at: float) -> None:
        """Add a new player."""
        await self._rows("INSERT INTO players VALUES ($1, $2) ON CONFLICT DO NOTHING", player, at)

    async def player_with(self, key: str) -> str | None:
        """The player to whom this key belongs: as the first key, or as one handed over."""
        query = "SELECT id FROM players WHERE id = $1 UNION ALL SELECT player FROM keys WHERE id = $1"
        rows = await self._matching_rows(query, key)
        return rows[0][0] if rows else None

    async def offer_handover(
        self, code: str, player: str, now: float, until: float, carried: bytes = b""
    ) -> None:
        """Let a code give one more key to this player, until then; expired codes are deleted."""
        query = """WITH late AS (DELETE FROM handovers WHERE until < $3)
            INSERT INTO handovers VALUES ($1, $2, $4, $5)"""
        await self._rows(query, code, player, now, until, carried)

    async def hand_over(self, code: str, key: str, now: float) -> Handover | None:
        """Use up a code: the key belongs to its player from now on; None if the code is not valid."""
        query = """WITH
            used AS (DELETE FROM handovers WHERE code = $1 RETURNING player, until, carried),
            kept AS (INSERT INTO keys SELECT $2, player, $3 FROM used WHERE until >= $3)
            SELECT player, carried FROM used WHERE until >= $3"""
        rows = await self._rows(query, code, key, now)
        return Handover(*rows[0]) if rows else None

    async def table_with(self, code: str) -> str | None:
        """The table to which a code leads."""
        rows = await self._matching_rows("SELECT id FROM tables WHERE code = $1", code)
        return rows[0][0] if rows else None

    async def tables_of(self, player: str, most: int) -> list[str]:
        """The tables of a player: unfinished ones first, and the latest first among each."""
        query = """SELECT table_id FROM seats WHERE player = $1 AND finished < 3
            ORDER BY finished, changed DESC LIMIT $2"""
        return [ident for (ident,) in await self._matching_rows(query, player, most)]

    async def public_tables(self, most: int) -> list[str]:
        """The public tables that have an open seat, the latest first."""
        query = "SELECT id FROM tables WHERE listed ORDER BY changed DESC LIMIT $1"
        return [ident for (ident,) in await self._rows(query, most)]

    async def listings(self, tables: Iterable[str]) -> dict[str, bytes]:
        """What lists show of these tables."""
        query = "SELECT id, card FROM tables WHERE id = ANY($1)"
        return dict(await self._matching_rows(query, list(tables)))

    # -- other processes --------------------------------------------------------------------------

    async def call_out(self, table: str, words: str) -> None:
        """Send words about a table to the other processes that listen."""
        await self._rows("SELECT pg_notify($1, $2)", PHRASE_CHANNEL, f"{self._process} {table} {words}")

    async def watch(self, ears: Ears) -> None:
        """Listen from now on, and again after every interruption."""
        tried = asyncio.Event()
        self._listener = asyncio.create_task(self._listen(ears, tried))
        await tried.wait()

    async def _listen(self, ears: Ears, tried: asyncio.Event) -> None:
        """Listen until the connection breaks, then on a new one, for ever."""
        while True:
            connection = None
            try:
                lost = asyncio.Event()
                async with asyncio.timeout(RESPONSE_TIMEOUT):
                    connection = await self._pool.connect()
                    connection.add_termination_listener(lambda _, lost=lost: lost.set())
                    for channel, hear in self._listeners(ears).items():
                        await connection.add_listener(channel, hear)
                self.listening = True
                ears.missed()
                tried.set()
                await until_lost(connection, lost)
            except (Unavailable, *CONNECTION_ERRORS):
                tried.set()
            finally:
                self.listening = False
                if connection is not None:
                    connection.terminate()
            await asyncio.sleep(LISTEN_PAUSE)

    def _listeners(self, ears: Ears) -> dict[str, Callable[[Connection, int, str, str], None]]:
        """What is done with a message of each channel, unless it is our own."""

        def hear_tables(tell: Callable[[set[str]], None], hint: str) -> None:
            process, *tables = hint.split(" ")
            if process != self._process:
                tell(set(tables))

        def hear_words(message: str) -> None:
            process, table, words = message.split(" ", 2)
            if process != self._process:
                ears.said(table, words)

        return {
            WRITE_CHANNEL: lambda _c, _p, _n, hint: hear_tables(ears.written, hint),
            PRESENT_CHANNEL: lambda _c, _p, _n, hint: hear_tables(ears.present, hint),
            PHRASE_CHANNEL: lambda _c, _p, _n, message: hear_words(message),
        }

    async def give_space_back(self, most: int) -> bool:
        """Nothing: PostgreSQL cleans up by itself."""
        return False

    async def size(self) -> int:
        """How many bytes the database has."""
        return int((await self._rows("SELECT pg_database_size(current_database())"))[0][0])

    async def _found(self, query: str, *values: object) -> list[Any]:
        return await self._matching_rows(query.replace("?", "$"), *values)

    async def _run(self, query: str, *values: object) -> list[Any]:
        return await self._rows(query.replace("?", "$"), *values)

    async def _rows(self, query: str, *values: object) -> list[Any]:
        return await self._pool.use(lambda connection: connection.fetch(query, *values), self._readers)

    async def _urgent_rows(self, query: str, *values: object) -> list[Any]:
        """The same for what must not wait until others have been answered: signs of life."""
        return await self._pool.use(lambda connection: connection.fetch(query, *values), self._urgent)

    def _hints(self, tables: Iterable[str]) -> list[str]:
        """What other processes are told: that this one changed something at these tables."""
        return hints(self._process, sorted(tables))

    async def _matching_rows(self, query: str, *values: object) -> list[Any]:
        """The rows with these values; none if the database cannot even hold such values."""
        try:
            return await self._rows(query, *values)
        except DATA_ERRORS:
            return []


async def connect_only(connection: Connection) -> None:
    """Do nothing with a connection once it is made."""


async def until_lost(connection: Connection, lost: asyncio.Event) -> None:
    """Wait until a connection breaks; one that has broken silently is found by testing it."""
    while not lost.is_set():
        try:
            async with asyncio.timeout(PROBE_INTERVAL):
                await lost.wait()
        except TimeoutError:
            async with asyncio.timeout(RESPONSE_TIMEOUT):
                await connection.execute("SELECT 1")


async def commit(connection: Connection, groups: list[Group], process: str) -> None:
    """Write all groups in one transaction, and tell the other processes."""
    # All processes write in the same order: of two that want the same numbers, one waits, never both.
    writes = sorted(
        (write for group in groups for write in group if write.number),
        key=lambda write: (write.table, write.number),
    )
    values: list[list[Any]] = [
        [write.table for write in writes],
        [write.number for write in writes],
        [write.line for write in writes],
        hints(process, sorted({write.table for write in writes})),
    ]
    # If a table has more than one summary, the last one counts.
    latest = {write.table: write.summary for group in groups for write in group if write.summary is not None}
    if latest:
        await connection.fetch(APPEND_AND_SUMMARISE, *values, *columns(latest))
    else:
        await connection.fetch(APPEND, *values)


def columns(latest: dict[str, Summary]) -> list[list[Any]]:
    """Summaries as columns for PostgreSQL: those of the tables, and those of the seats."""
    # A code that one table gives up can be taken by another at once.
    tables = sorted(latest, key=lambda table: (latest[table].code is not None, table))
    summaries = [latest[table] for table in tables]
    seats = [row for table in tables for row in seat_rows(table, latest[table])]
    return [
        tables,
        [summary.code for summary in summaries],
        [summary.listed for summary in summaries],
        [summary.status for summary in summaries],
        [summary.at for summary in summaries],
        [summary.listing for summary in summaries],
        [int(summary.people) for summary in summaries],
        *([row[column] for row in seats] for column in range(len(SEAT_COLUMNS))),
    ]


def hints(process: str, tables: list[str]) -> list[str]:
    """What the other processes are told: who writes, and to which tables; in as few hints as possible."""
    found: list[str] = []
    for table in tables:
        if found and len(found[-1].encode()) + len(table.encode()) < PAYLOAD_LIMIT:
            found[-1] += f" {table}"
        else:
            found.append(f"{process} {table}")
    return found

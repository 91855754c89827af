"""The store that several processes share: PostgreSQL, many writes to a commit, and hints to the others."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable
from contextlib import nullcontext, suppress
from typing import Any, Final

import asyncpg

from reihum.server.store import Summary, Taken, Unavailable
from reihum.server.store.group_commit import Group, GroupCommit, answer
from reihum.server.store.pool import GONE, PATIENCE, UNWRITABLE, Connection, Pool

MIGRATING: Final = 60.0  # seconds that opening may take: a step may be long, and another process may be at it
PAUSE: Final = 1.0  # seconds between attempts to listen again
PROBE: Final = 30.0  # seconds after which a silent connection is asked whether it still hears
READERS: Final = 4  # connections beside that of the writer and that of the listener
MOST: Final = 1000  # groups to a commit, so that a long queue is no reason to lose patience
CHANNEL: Final = "reihum"
SPOKEN: Final = "reihum_spoken"
PAYLOAD: Final = 7999  # bytes; the most that PostgreSQL takes in one notification

# Each is one statement: one transaction, and one way to the server and back.
APPEND: Final = f"""WITH
    written AS (INSERT INTO entries SELECT * FROM unnest($1::text[], $2::int[], $3::bytea[]))
    SELECT pg_notify('{CHANNEL}', hint) FROM unnest($4::text[]) AS hint"""
APPEND_AND_SUMMARISE: Final = f"""WITH
    written AS (INSERT INTO entries SELECT * FROM unnest($1::text[], $2::int[], $3::bytea[])),
    summarised AS (
        INSERT INTO tables
        SELECT * FROM unnest($5::text[], $6::text[], $7::bool[], $8::text[], $9::float8[], $12::bytea[])
        ON CONFLICT (id) DO UPDATE SET code = excluded.code, listed = excluded.listed,
            status = excluded.status, changed = excluded.changed, card = excluded.card),
    risen AS (
        DELETE FROM seats WHERE table_id = ANY($5)
            AND (player, table_id) NOT IN (SELECT * FROM unnest($10::text[], $11::text[]))),
    seated AS (INSERT INTO seats SELECT * FROM unnest($10::text[], $11::text[]) ON CONFLICT DO NOTHING)
    SELECT pg_notify('{CHANNEL}', hint) FROM unnest($4::text[]) AS hint"""


class PostgresStore(GroupCommit):
    """A database on a server, for any number of processes."""

    shared = True

    def __init__(self, url: str) -> None:
        super().__init__()
        self._pool = Pool(url)
        self._process = secrets.token_hex(4)  # by which a process knows its own hints
        self._readers = asyncio.Semaphore(READERS)
        self._writer: asyncio.Task[None] | None = None
        self._listener: asyncio.Task[None] | None = None

    # -- opening and closing ----------------------------------------------------------------------

    async def open(self) -> None:
        """Connect, and bring the tables of the database up to date."""
        await self._pool.use(nothing, nullcontext(), MIGRATING)

    async def close(self) -> None:
        """Finish what is being written, and hang up."""
        self._closed = True
        if self._writer is not None:
            await self._writer
        if self._listener is not None:
            self._listener.cancel()
            with suppress(asyncio.CancelledError):
                await self._listener
        await self._pool.close()

    async def check(self) -> None:
        """Write something that changes nothing."""
        await self._rows("UPDATE version SET number = number")

    # -- logs -------------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Commit in a task beside."""
        self._writer = asyncio.create_task(self._write())

    async def _write(self) -> None:
        """Commit until nothing waits."""
        try:
            while self._waiting:
                batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
                errors = await self._committed([writes for writes, _ in batch])
                gone = [error for error in errors if isinstance(error, Unavailable)]
                if gone:  # who came later has waited for the same silence, and need not do so once more
                    batch, self._waiting = batch + self._waiting, []
                    errors += [Unavailable(str(gone[0])) for _ in batch[len(errors) :]]
                for (_, then), error in zip(batch, errors, strict=True):
                    answer(then, error)
        finally:
            self._committing = False
            self._writer = None

    async def _committed(self, groups: list[Group]) -> list[Exception | None]:
        """Commit all groups at once; if one of them cannot be, halves of them, down to it alone."""
        try:
            await self._pool.use(lambda connection: commit(connection, groups, self._process), nullcontext())
            return [None] * len(groups)
        except Unavailable as error:
            return [Unavailable(str(error)) for _ in groups]
        except Exception as error:
            if len(groups) == 1:
                taken = isinstance(error, asyncpg.UniqueViolationError)
                return [Taken(self._pool.said(error)) if taken else error]
        half = len(groups) // 2
        errors = await self._committed(groups[:half])
        if isinstance(errors[-1], Unavailable):
            return errors + [Unavailable(str(errors[-1])) for _ in groups[half:]]
        return errors + await self._committed(groups[half:])

    async def entries(self, table: str, after: int = 0) -> list[bytes]:
        """The log of a table, after so many entries."""
        query = "SELECT line FROM entries WHERE table_id = $1 AND number > $2 ORDER BY number"
        return [line for (line,) in await self._found(query, table, after)]

    async def lengths(self, tables: Iterable[str]) -> dict[str, int]:
        """How many entries the logs of these tables have."""
        query = """SELECT asked, coalesce((SELECT max(number) FROM entries WHERE table_id = asked), 0)
            FROM unnest($1::text[]) AS asked"""
        return dict(await self._rows(query, list(tables)))

    # -- players and tables -----------------------------------------------------------------------

    async def add_player(self, player: str, at: float) -> None:
        """Somebody new."""
        await self._rows("INSERT INTO players VALUES ($1, $2) ON CONFLICT DO NOTHING", player, at)

    async def player_with(self, key: str) -> str | None:
        """The player of this key: the one of that name, or the one who passed itself on to it."""
        query = "SELECT id FROM players WHERE id = $1 UNION ALL SELECT player FROM keys WHERE id = $1"
        rows = await self._found(query, key)
        return rows[0][0] if rows else None

    async def offer(self, code: str, player: str, now: float, until: float) -> None:
        """Let one more key become this player by a code, until then; codes from before now are forgotten."""
        query = """WITH late AS (DELETE FROM handovers WHERE until < $3)
            INSERT INTO handovers VALUES ($1, $2, $4)"""
        await self._rows(query, code, player, now, until)

    async def hand_over(self, code: str, key: str, now: float) -> str | None:
        """Use a code up: the key is its player's from now on; None if there is no such code any more."""
        query = """WITH used AS (DELETE FROM handovers WHERE code = $1 RETURNING player, until)
            INSERT INTO keys SELECT $2, player, $3 FROM used WHERE until >= $3 RETURNING player"""
        rows = await self._rows(query, code, key, now)
        return rows[0][0] if rows else None

    async def table_with(self, code: str) -> str | None:
        """The table to which a code leads."""
        rows = await self._found("SELECT id FROM tables WHERE code = $1", code)
        return rows[0][0] if rows else None

    async def tables_of(self, player: str, most: int) -> list[str]:
        """The tables at which a player has a seat: unfinished ones first, then the latest."""
        query = """SELECT id FROM seats JOIN tables ON id = table_id WHERE player = $1
            ORDER BY status = 'over', changed DESC LIMIT $2"""
        return [ident for (ident,) in await self._found(query, player, most)]

    async def listed(self, most: int) -> list[str]:
        """The public tables that have an open seat, the latest first."""
        query = "SELECT id FROM tables WHERE listed ORDER BY changed DESC LIMIT $1"
        return [ident for (ident,) in await self._rows(query, most)]

    async def cards(self, tables: Iterable[str]) -> dict[str, bytes]:
        """What is shown of these tables in lists."""
        return dict(await self._found("SELECT id, card FROM tables WHERE id = ANY($1)", list(tables)))

    # -- leases -----------------------------------------------------------------------------------
    # The times are those of the asking process. Where clocks differ by more than a lease lasts, two processes
    # attend to a table at once: twice the work, and still one log, for a number is written once and the moves
    # of bots have the same names everywhere. So the clock of the database would make nothing safer.

    async def claim(self, table: str, owner: str, now: float, until: float) -> bool:
        """Take or keep the lease of a table; False if another owner holds it."""
        query = """INSERT INTO leases VALUES ($1, $2, $4) ON CONFLICT (table_id) DO UPDATE
            SET owner = $2, until = $4 WHERE leases.owner = $2 OR leases.until < $3 RETURNING 1"""
        return bool(await self._rows(query, table, owner, now, until))

    async def release(self, owner: str, tables: Iterable[str]) -> None:
        """Give leases back."""
        await self._rows("DELETE FROM leases WHERE owner = $1 AND table_id = ANY($2)", owner, list(tables))

    async def orphans(self, now: float, most: int) -> list[str]:
        """Tables whose lease ran out: nobody attends to them any more."""
        # Who left a lease behind may have left guests behind; nobody else would see them out.
        query = """WITH gone AS (DELETE FROM present WHERE until < $1)
            SELECT table_id FROM leases WHERE until < $1 ORDER BY until LIMIT $2"""
        return [ident for (ident,) in await self._rows(query, now, most)]

    # -- other processes --------------------------------------------------------------------------

    async def set_present(self, table: str, owner: str, seats: Iterable[int], until: float) -> None:
        """Say whose players are connected to this process; it holds until then."""
        query = """INSERT INTO present VALUES ($1, $2, $3, $4) ON CONFLICT (table_id, owner) DO UPDATE
            SET seats = excluded.seats, until = excluded.until"""
        if here := sorted(seats):
            await self._rows(query, table, owner, here, until)
        else:
            await self._rows("DELETE FROM present WHERE table_id = $1 AND owner = $2", table, owner)

    async def present(self, table: str, owner: str, now: float) -> set[int]:
        """The seats whose players are connected to other processes."""
        query = "SELECT seats FROM present WHERE table_id = $1 AND owner <> $2 AND until >= $3"
        return {seat for (seats,) in await self._rows(query, table, owner, now) for seat in seats}

    async def call_out(self, table: str, words: str) -> None:
        """Say something at a table that other processes hear if they listen."""
        await self._rows("SELECT pg_notify($1, $2)", SPOKEN, f"{self._process} {table} {words}")

    async def watch(
        self, heard: Callable[[set[str]], None], told: Callable[[str, str], None] = lambda table, words: None
    ) -> None:
        """Listen from now on, and again after every interruption; what is said meanwhile is not heard."""
        tried = asyncio.Event()
        self._listener = asyncio.create_task(self._listen(heard, told, tried))
        await tried.wait()

    async def _listen(
        self, heard: Callable[[set[str]], None], told: Callable[[str, str], None], tried: asyncio.Event
    ) -> None:
        """Listen until the connection breaks, then on another one; for ever."""

        def hear(connection: Connection, pid: int, channel: str, hint: str) -> None:
            process, *tables = hint.split(" ")
            if process != self._process:
                heard(set(tables))

        def overhear(connection: Connection, pid: int, channel: str, said: str) -> None:
            process, table, words = said.split(" ", 2)
            if process != self._process:
                told(table, words)

        while True:
            connection = None
            try:
                lost = asyncio.Event()
                async with asyncio.timeout(PATIENCE):
                    connection = await self._pool.new()
                    connection.add_termination_listener(lambda _, lost=lost: lost.set())
                    await connection.add_listener(CHANNEL, hear)
                    await connection.add_listener(SPOKEN, overhear)
                tried.set()
                await until_lost(connection, lost)
            except (Unavailable, *GONE):
                tried.set()
            finally:
                if connection is not None:
                    connection.terminate()
            await asyncio.sleep(PAUSE)

    async def _rows(self, query: str, *values: object) -> list[Any]:
        return await self._pool.use(lambda connection: connection.fetch(query, *values), self._readers)

    async def _found(self, query: str, *values: object) -> list[Any]:
        """The rows with these values; there are none with what cannot be written down."""
        try:
            return await self._rows(query, *values)
        except UNWRITABLE:
            return []


async def nothing(connection: Connection) -> None:
    """Only connect."""


async def until_lost(connection: Connection, lost: asyncio.Event) -> None:
    """Wait until a connection breaks; one that breaks without a sound is found out by asking."""
    while not lost.is_set():
        try:
            async with asyncio.timeout(PROBE):
                await lost.wait()
        except TimeoutError:
            async with asyncio.timeout(PATIENCE):
                await connection.execute("SELECT 1")


async def commit(connection: Connection, groups: list[Group], process: str) -> None:
    """Write all groups in one transaction, and tell the other processes of it."""
    # All processes write in the same order: of two that want the same numbers one waits, never both.
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
    # Of several summaries of one table the last one holds.
    latest = {write.table: write.summary for group in groups for write in group if write.summary is not None}
    if latest:
        await connection.fetch(APPEND_AND_SUMMARISE, *values, *columns(latest))
    else:
        await connection.fetch(APPEND, *values)


def columns(latest: dict[str, Summary]) -> list[list[Any]]:
    """Summaries as PostgreSQL reads them: the columns of the tables, and those of the seats."""
    # A code that one table gives up another may take at once.
    tables = sorted(latest, key=lambda table: (latest[table].code is not None, table))
    summaries = [latest[table] for table in tables]
    seats = [(player, table) for table in tables for player in latest[table].players]
    return [
        tables,
        [summary.code for summary in summaries],
        [summary.listed for summary in summaries],
        [summary.status for summary in summaries],
        [summary.at for summary in summaries],
        [player for player, _ in seats],
        [table for _, table in seats],
        [summary.card for summary in summaries],
    ]


def hints(process: str, tables: list[str]) -> list[str]:
    """What the other processes are told: who speaks, and of which tables; as few hints as they fit in."""
    found: list[str] = []
    for table in tables:
        if found and len(found[-1].encode()) + len(table.encode()) < PAYLOAD:
            found[-1] += f" {table}"
        else:
            found.append(f"{process} {table}")
    return found

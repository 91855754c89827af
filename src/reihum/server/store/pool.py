"""Connections to PostgreSQL: a few of them, to a database that is up to date, and none that has ever failed.

Nothing here waits longer than its timeout, and nothing has to be restarted: a connection that fails in any
way is dropped, and the next caller gets a new one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, suppress
from typing import Any, Final, TypeVar
from urllib.parse import parse_qs, unquote, urlsplit

import asyncpg

from reihum.core.errors import ReihumError
from reihum.server.store import Unavailable
from reihum.server.store.migrations import POSTGRES_STEPS, next_step
from reihum.server.store.read_queue import ReadQueue

T = TypeVar("T")
Connection = Any  # of asyncpg, which has no types

RESPONSE_TIMEOUT: Final = 5.0  # seconds after which a silent server counts as gone
CLOSE_TIMEOUT: Final = 1.0  # seconds to say goodbye
MIGRATION_LOCK: Final = int.from_bytes(b"Reihum", "big")  # only the holder of this advisory lock migrates

SESSION_SETTINGS: Final = {
    "synchronous_commit": "on",  # what is acknowledged is on disk, whatever the server's default is
    "default_transaction_isolation": "read committed",  # so losing a number is a unique violation
    # The server gives up when we do, and releases its locks.
    "statement_timeout": str(int(RESPONSE_TIMEOUT * 1000)),
    "idle_in_transaction_session_timeout": str(int(RESPONSE_TIMEOUT * 1000)),
}

# A NUL in a text, a number that is too large: noticed by the server, or already by the driver.
DATA_ERRORS: Final = (asyncpg.DataError, ValueError)
HARMLESS_ERRORS: Final = (asyncpg.UniqueViolationError, *DATA_ERRORS)  # which leave the connection usable
CONNECTION_ERRORS: Final = (
    OSError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)


DAMAGES: Final = (asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError)


class Gone(Unavailable):
    """Nobody answers, or nobody is there: it will be the same for whoever asks next."""


class Pool:
    """A few connections to one database."""

    def __init__(self, url: str, note_damage: Callable[[str], None] = lambda why: None) -> None:
        self._url = url
        self._note_damage = note_damage
        self._secrets = passwords(url)
        self._idle: list[Connection] = []
        self.closed = False

    async def use(
        self,
        work: Callable[[Connection], Awaitable[T]],
        room: AbstractAsyncContextManager[Any] | ReadQueue,
        timeout: float | None = None,
    ) -> T:
        """Do something with a connection, once there is room for it; the timeout begins only then."""
        if self.closed:
            raise Unavailable("The store is closed.")
        queue = room if isinstance(room, ReadQueue) else None
        async with room.place() if isinstance(room, ReadQueue) else room:
            try:
                return await self._use_now(work, RESPONSE_TIMEOUT if timeout is None else timeout)
            except Gone as error:
                if queue is not None:
                    queue.send_away(str(error))
                raise

    async def _use_now(self, work: Callable[[Connection], Awaitable[T]], timeout: float) -> T:
        """Do something with a connection."""
        connection = None
        try:
            async with asyncio.timeout(timeout):
                connection = self._idle_connection() or await self.connect()
                result = await work(connection)
        except HARMLESS_ERRORS:
            self._keep(connection)
            raise
        except BaseException as error:
            if connection is not None:
                connection.terminate()
            if isinstance(error, DAMAGES):
                self._note_damage(self.error_text(error))
            if isinstance(error, CONNECTION_ERRORS):
                is_gone = connection is None or isinstance(error, TimeoutError)
                raise (Gone if is_gone else Unavailable)(self.error_text(error)) from None
            raise
        self._keep(connection)
        return result

    async def connect(self) -> Connection:
        """One more connection, to a database that is up to date."""
        try:
            connection = await asyncpg.connect(
                self._url, timeout=RESPONSE_TIMEOUT, server_settings=SESSION_SETTINGS
            )
        except ValueError as error:
            raise Unavailable(f"The URL of the store cannot be used: {self.error_text(error)}") from None
        try:
            await migrate(connection)
        except BaseException:
            connection.terminate()
            raise
        return connection

    async def close(self) -> None:
        """Close all connections; those still in use are closed when they come back."""
        self.closed = True
        while self._idle:
            with suppress(*CONNECTION_ERRORS):
                await self._idle.pop().close(timeout=CLOSE_TIMEOUT)

    def error_text(self, error: BaseException) -> str:
        """What went wrong, without passwords, and without the details, which name tables and players."""
        text = str(error.args[0] if isinstance(error, asyncpg.PostgresError) else error)
        if isinstance(error, TimeoutError) and not text:
            text = "PostgreSQL does not answer."
        for secret in self._secrets:
            text = text.replace(secret, "***")
        return text

    def _idle_connection(self) -> Connection | None:
        """An idle connection that is still open."""
        while self._idle:
            connection = self._idle.pop()
            if not connection.is_closed():
                return connection
        return None

    def _keep(self, connection: Connection | None) -> None:
        """Put a connection aside for the next caller."""
        if connection is not None and self.closed:
            connection.terminate()
        elif connection is not None:
            self._idle.append(connection)


async def migrate(connection: Connection) -> None:
    """Bring the database up to date, one numbered step after another."""
    while next_step(await current_step(connection), POSTGRES_STEPS):
        async with connection.transaction():
            await connection.execute("SET LOCAL statement_timeout = 0")
            await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)
            await connection.execute("CREATE TABLE IF NOT EXISTS version (number integer NOT NULL)")
            number = await connection.fetchval("SELECT number FROM version") or 0
            if statements := next_step(number, POSTGRES_STEPS):  # unless another process was quicker
                for statement in statements:
                    await connection.execute(statement)
                await connection.execute("DELETE FROM version")
                await connection.execute("INSERT INTO version VALUES ($1)", number + 1)


async def current_step(connection: Connection) -> int:
    """The last step that the database has taken; it may be outdated while another process migrates."""
    if await connection.fetchval("SELECT to_regclass('version') IS NULL"):
        return 0
    return int(await connection.fetchval("SELECT number FROM version") or 0)


def passwords(url: str) -> set[str]:
    """The passwords in a URL, which must not be shown; a URL in which they are not clear is refused."""
    try:
        parts = urlsplit(url)
        clear = parts.netloc.count("@") <= 1 and "@" not in parts.path + parts.query and "#" not in url
    except ValueError:
        clear = False
    if not clear:
        raise ReihumError(
            "The URL of the store cannot be read. "
            "In names and passwords, write @ as %40, / as %2F, ? as %3F, # as %23."
        )
    query = parse_qs(parts.query)
    found = [parts.netloc.rpartition("@")[0].partition(":")[2]]
    found += query.get("password", []) + query.get("sslpassword", [])
    return {form for password in found for form in (password, unquote(password)) if form}

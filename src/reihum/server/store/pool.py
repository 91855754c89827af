"""Connections to PostgreSQL: a few of them, to a database that is up to date, and none that ever failed.

Nothing here waits longer than its patience, and nothing has to be restarted: a connection that failed in any
way is let go, and whoever asks next gets a new one.
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
from reihum.server.store.migrations import POSTGRES, step_from

T = TypeVar("T")
Connection = Any  # of asyncpg, which has no types

PATIENCE: Final = 5.0  # seconds; a server that has not answered by then counts as gone
FAREWELL: Final = 1.0  # seconds to say goodbye
LOCK: Final = int.from_bytes(b"Reihum", "big")  # who holds this advisory lock migrates

SETTINGS: Final = {
    "synchronous_commit": "on",  # what is acknowledged is on disk, whatever the server's own default
    "default_transaction_isolation": "read committed",  # the loser of a number hears of just that
    "statement_timeout": str(int(PATIENCE * 1000)),  # the server gives up when we do, and lets its locks go
    "idle_in_transaction_session_timeout": str(int(PATIENCE * 1000)),
}

UNWRITABLE: Final = (
    asyncpg.DataError,
    ValueError,
)  # a NUL in a text, a number too large: found there, or here
ANSWERS: Final = (asyncpg.UniqueViolationError, *UNWRITABLE)  # which say nothing against the connection
GONE: Final = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)


class Pool:
    """A few connections to one database."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._secrets = passwords(url)
        self._idle: list[Connection] = []
        self.closed = False

    async def use(
        self,
        work: Callable[[Connection], Awaitable[T]],
        room: AbstractAsyncContextManager[Any],
        patience: float | None = None,
    ) -> T:
        """Do something with a connection, once there is room."""
        if self.closed:
            raise Unavailable("The store is closed.")
        connection = None
        try:
            async with asyncio.timeout(PATIENCE if patience is None else patience), room:
                connection = self._spare() or await self.new()
                result = await work(connection)
        except ANSWERS:
            self._keep(connection)
            raise
        except BaseException as error:
            if connection is not None:
                connection.terminate()
            if isinstance(error, GONE):
                raise Unavailable(self.said(error)) from None
            raise
        self._keep(connection)
        return result

    async def new(self) -> Connection:
        """One connection more, to a database that is up to date."""
        try:
            connection = await asyncpg.connect(self._url, timeout=PATIENCE, server_settings=SETTINGS)
        except ValueError as error:
            raise Unavailable(f"The URL of the store cannot be used: {self.said(error)}") from None
        try:
            await migrate(connection)
        except BaseException:
            connection.terminate()
            raise
        return connection

    async def close(self) -> None:
        """Hang up; what is still in use is cut off when it comes back."""
        self.closed = True
        while self._idle:
            with suppress(*GONE):
                await self._idle.pop().close(timeout=FAREWELL)

    def said(self, error: BaseException) -> str:
        """What went wrong: without a password, and without the details, which name tables and players."""
        text = str(error.args[0] if isinstance(error, asyncpg.PostgresError) else error)
        if isinstance(error, TimeoutError) and not text:
            text = "PostgreSQL does not answer."
        for secret in self._secrets:
            text = text.replace(secret, "***")
        return text

    def _spare(self) -> Connection | None:
        """An idle connection that nobody has cut meanwhile."""
        while self._idle:
            connection = self._idle.pop()
            if not connection.is_closed():
                return connection
        return None

    def _keep(self, connection: Connection | None) -> None:
        """Put a connection aside for who asks next."""
        if connection is not None and self.closed:
            connection.terminate()
        elif connection is not None:
            self._idle.append(connection)


async def migrate(connection: Connection) -> None:
    """Bring the tables of the database up to date, one numbered step after the other."""
    while step_from(await step_of(connection), POSTGRES):
        async with connection.transaction():
            await connection.execute("SET LOCAL statement_timeout = 0")
            await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
            await connection.execute("CREATE TABLE IF NOT EXISTS version (number integer NOT NULL)")
            number = await connection.fetchval("SELECT number FROM version") or 0
            if statements := step_from(number, POSTGRES):  # unless another process was quicker
                for statement in statements:
                    await connection.execute(statement)
                await connection.execute("DELETE FROM version")
                await connection.execute("INSERT INTO version VALUES ($1)", number + 1)


async def step_of(connection: Connection) -> int:
    """The last step that the database has taken; a little behind where others are just migrating it."""
    if await connection.fetchval("SELECT to_regclass('version') IS NULL"):
        return 0
    return int(await connection.fetchval("SELECT number FROM version") or 0)


def passwords(url: str) -> set[str]:
    """What must not be told of a URL; one that does not show clearly what that is, is refused."""
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
    asked = parse_qs(parts.query)
    found = [parts.netloc.rpartition("@")[0].partition(":")[2]]
    found += asked.get("password", []) + asked.get("sslpassword", [])
    return {form for password in found for form in (password, unquote(password)) if form}

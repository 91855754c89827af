"""Where a store can be kept in a test, what can happen to it there, and programs that use it."""

from __future__ import annotations

import asyncio
import functools
import os
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ParamSpec

from reihum.server.store import Store, Summary, Write, store_at
from tests.server.postgres import Server

P = ParamSpec("P")


def in_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """A test that waits for things."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


@dataclass
class Place:
    """An empty place for a store."""

    url: str
    server: Server | None = None  # None: SQLite

    @property
    def kind(self) -> str:
        """The module of the store that belongs here."""
        return "sqlite" if self.server is None else "postgres"

    @property
    def file(self) -> Path:
        """The file of a SQLite store."""
        return Path(self.url.removeprefix("sqlite:"))

    @asynccontextmanager
    async def store(self) -> AsyncIterator[Store]:
        """An open store, as one process has it."""
        store = store_at(self.url)
        await store.open()
        try:
            yield store
        finally:
            await store.close()

    def sql(self, statement: str) -> list[tuple[Any, ...]]:
        """Ask the database, past the store; outside an event loop."""
        if self.server is not None:
            return [tuple(row) for row in self.server.sql(statement, self.url)]
        connection = sqlite3.connect(self.file)
        try:
            with connection:
                return connection.execute(statement).fetchall()
        finally:
            connection.close()

    async def asked(self, statement: str) -> list[tuple[Any, ...]]:
        """Ask the database, past the store; inside an event loop."""
        return await asyncio.to_thread(self.sql, statement)


def program(source: str, *words: str) -> subprocess.Popen[str]:
    """Another process, which runs this source."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    return subprocess.Popen(
        [sys.executable, "-c", source, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )


def entry(table: str, number: int, line: bytes = b"{}", summary: Summary | None = None) -> Write:
    """Something to write."""
    return Write(table, number, line, summary)


def summary(
    status: str = "waiting",
    code: str | None = None,
    listed: bool = False,
    players: tuple[str, ...] = (),
    at: float = 1.0,
) -> Summary:
    """What can be looked up about a table."""
    return Summary(status, code, listed, players, at)


async def outcomes(*tasks: Coroutine[Any, Any, None]) -> list[type[BaseException] | None]:
    """The outcomes of things done at once: the types of their errors."""
    found = await asyncio.gather(*tasks, return_exceptions=True)
    return [None if error is None else type(error) for error in found]

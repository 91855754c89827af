"""Where tables are kept: their logs, who plays, codes, leases. One promise, kept by SQLite and by PostgreSQL.

What `append` has returned from is on disk. A table's log has every number once: of two processes that write
the same one, the second is told that it is `Taken`, reads what the other wrote, and thinks again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import msgspec

from reihum.core.errors import ReihumError


class Taken(Exception):
    """Another process has written this entry, or uses this code: read again, and decide anew."""


class Unavailable(Exception):
    """The store cannot be reached or written to now; nothing is known about what was being written."""


@dataclass(frozen=True)
class Summary:
    """What is looked up about tables without reading their logs."""

    status: str
    code: str | None  # while somebody may still sit down
    listed: bool  # among the public tables with an open seat
    players: tuple[str, ...]  # everybody who has a seat, and who opened it
    at: float
    card: bytes = b""  # what is shown of the table in lists


class Write(msgspec.Struct, frozen=True):
    """One entry for the log of a table, and the summary if it changes."""

    table: str
    number: int  # of the entry, from 1; 0: there is no entry, only a summary
    line: bytes = b""
    summary: Summary | None = None


class Store(Protocol):
    """What a server asks of its store; everything but `put` and `append` may be a little behind."""

    shared: bool  # whether other processes may use the same store

    async def open(self) -> None:
        """Connect, and bring the tables of the database up to date."""

    async def close(self) -> None:
        """Let go of everything."""

    async def check(self) -> None:
        """Raise Unavailable if it cannot be written to now."""

    def put(self, writes: tuple[Write, ...], then: Callable[[Exception | None], None]) -> None:
        """Write all of these, or none; call back when they are on disk, or with why they are not."""

    async def append(self, *writes: Write) -> None:
        """The same, for who waits: they are on disk when this returns."""

    async def entries(self, table: str, after: int = 0) -> list[bytes]:
        """The log of a table, after so many entries."""

    async def lengths(self, tables: Iterable[str]) -> dict[str, int]:
        """How many entries the logs of these tables have."""

    async def add_player(self, player: str, at: float) -> None:
        """Somebody new."""

    async def player_with(self, key: str) -> str | None:
        """The player of this key: the one of that name, or the one who passed itself on to it."""

    async def offer(self, code: str, player: str, now: float, until: float) -> None:
        """Let one more key become this player by a code, until then; codes from before now are forgotten."""

    async def hand_over(self, code: str, key: str, now: float) -> str | None:
        """Use a code up: the key is its player's from now on; None if there is no such code any more."""

    async def table_with(self, code: str) -> str | None:
        """The table to which a code leads."""

    async def tables_of(self, player: str, most: int) -> list[str]:
        """The tables at which a player has a seat: unfinished ones first, then the latest."""

    async def listed(self, most: int) -> list[str]:
        """The public tables that have an open seat, the latest first."""

    async def cards(self, tables: Iterable[str]) -> dict[str, bytes]:
        """What is shown of these tables in lists."""

    async def claim(self, table: str, owner: str, now: float, until: float) -> bool:
        """Take or keep the lease of a table; False if another owner holds it."""

    async def release(self, owner: str, tables: Iterable[str]) -> None:
        """Give leases back."""

    async def orphans(self, now: float, most: int) -> list[str]:
        """Tables whose lease ran out: nobody attends to them any more."""

    async def set_present(self, table: str, owner: str, seats: Iterable[int], until: float) -> None:
        """Say whose players are connected to this process; it holds until then."""

    async def present(self, table: str, owner: str, now: float) -> set[int]:
        """The seats whose players are connected to other processes."""

    async def call_out(self, table: str, words: str) -> None:
        """Say something at a table that other processes hear if they listen; it is kept nowhere."""

    async def watch(
        self, heard: Callable[[set[str]], None], told: Callable[[str, str], None] = lambda table, words: None
    ) -> None:
        """From now on call back with the tables that others write to and what they say; it may get lost."""


def store_at(url: str) -> Store:
    """The store that a URL names: `sqlite:PATH` or `postgresql://…`."""
    if url.startswith("sqlite:") and url != "sqlite:":
        from reihum.server.store.sqlite import SqliteStore

        path = url.removeprefix("sqlite:")
        if Path(path).is_dir():
            raise ReihumError(
                f"{path} is a folder; a store is a file in it, such as {Path(path) / 'tables.db'}."
            )
        return SqliteStore(path)
    if url.startswith(("postgresql://", "postgres://")):
        try:
            from reihum.server.store.postgres import PostgresStore
        except ImportError:
            raise ReihumError("For PostgreSQL install asyncpg: pip install asyncpg.") from None

        return PostgresStore(url)
    raise ReihumError("A store is sqlite:PATH or postgresql://….")

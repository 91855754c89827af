"""Where tables are kept: their logs, who plays, codes, leases. One promise, kept by SQLite and by PostgreSQL.

When `append` returns, everything is on disk. A table's log has every number once: of two processes that write
the same one, the second is told that it is `Taken`, reads what the other wrote, and decides again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import msgspec

from reihum.core.errors import ReihumError
from reihum.server.store.contacts import Contact


class Taken(Exception):
    """Another process has written this entry, or uses this code: read the log, and decide again."""


class Unavailable(Exception):
    """The store cannot be reached or written to now; whether the last write succeeded is unknown."""


@dataclass(frozen=True)
class Summary:
    """What can be looked up about a table without reading its log."""

    status: str
    code: str | None  # while a seat is open
    listed: bool  # among the public tables with an open seat
    players: tuple[str, ...]  # everybody who has a seat, and the host
    at: float
    listing: bytes = b""  # what lists show of the table


class Write(msgspec.Struct, frozen=True):
    """One entry for the log of a table, with the summary if that changes."""

    table: str
    number: int  # of the entry, from 1; 0: no entry, only a summary
    line: bytes = b""
    summary: Summary | None = None


class Store(Protocol):
    """What a server needs of its store; answers may be slightly out of date."""

    shared: bool  # whether other processes may use the same store

    async def open(self) -> None:
        """Connect, and bring the database up to date."""

    async def close(self) -> None:
        """Finish writing, and disconnect."""

    async def check(self) -> None:
        """Raise Unavailable if it cannot be written to now."""

    def put(self, writes: tuple[Write, ...], then: Callable[[Exception | None], None]) -> None:
        """Write all of these or none; call back once they are on disk, or with the error."""

    async def append(self, *writes: Write) -> None:
        """The same for callers that wait: when this returns, they are on disk."""

    async def entries(self, table: str, after: int = 0) -> list[bytes]:
        """The log of a table, after its first entries."""

    async def lengths(self, tables: Iterable[str]) -> dict[str, int]:
        """How many entries the logs of these tables have."""

    async def add_player(self, player: str, at: float) -> None:
        """Add a new player."""

    async def player_with(self, key: str) -> str | None:
        """The player to whom this key belongs: as the first key, or as one handed over."""

    async def offer_handover(self, code: str, player: str, now: float, until: float) -> None:
        """Let a code give one more key to this player, until then; expired codes are deleted."""

    async def hand_over(self, code: str, key: str, now: float) -> str | None:
        """Use up a code: the key belongs to its player from now on; None if the code is not valid."""

    async def table_with(self, code: str) -> str | None:
        """The table to which a code leads."""

    async def tables_of(self, player: str, most: int) -> list[str]:
        """The tables of a player: unfinished ones first, and the latest first among each."""

    async def public_tables(self, most: int) -> list[str]:
        """The public tables that have an open seat, the latest first."""

    async def listings(self, tables: Iterable[str]) -> dict[str, bytes]:
        """What lists show of these tables."""

    async def claim(self, table: str, owner: str, now: float, until: float) -> bool:
        """Take or keep the lease of a table; False if another owner holds it."""

    async def release(self, owner: str, tables: Iterable[str]) -> None:
        """Give leases back."""

    async def orphans(self, now: float, most: int) -> list[str]:
        """Tables whose lease has expired: no process looks after them."""

    async def park(self, table: str, owner: str, until: float) -> None:
        """Let go of a lease, but so that any process that has nothing else to do takes it up then."""

    async def set_present(
        self, table: str, owner: str, seats: Iterable[int], until: float, watching: Iterable[int] = ()
    ) -> None:
        """Say which seats have their players connected to this process, and who looks; valid until then."""

    async def present_elsewhere(self, table: str, owner: str, now: float) -> set[int]:
        """The seats whose players are connected to other processes."""

    async def watching_elsewhere(self, table: str, owner: str, now: float) -> set[int]:
        """The seats whose players look at the table through other processes."""

    async def call_out(self, table: str, words: str) -> None:
        """Send words about a table to the other processes that listen; they are not stored."""

    async def contacts_of(self, player: str) -> list[Contact]:
        """All ways to call a player, the oldest first."""

    async def keep_contact(self, contact: Contact, most: int) -> None:
        """Keep a way to call a player, in place of the one with the same id; only the latest are kept."""

    async def drop_contact(self, ident: str, player: str | None = None) -> None:
        """Forget a way to call somebody; with a player, only if it is theirs."""

    async def count_failures(self, ident: str, failures: int) -> None:
        """Note how many calls in a row did not get through."""

    async def claim_call(self, player: str, table: str, stage: int, now: float) -> bool:
        """Note that a player is called about a stage of a table; False if that, or a later one, was noted."""

    async def keep_secret(self, name: str, value: str) -> str:
        """Keep a secret of all servers on this store, unless there is one of that name; the one there is."""

    async def watch(
        self,
        on_write: Callable[[set[str]], None],
        on_phrase: Callable[[str, str], None] = lambda table, words: None,
    ) -> None:
        """From now on call back with tables that others write to, and with their words; some may get lost."""


def store_at(url: str) -> Store:
    """The store that a URL names: `sqlite:PATH` or `postgresql://…`."""
    if url.startswith("sqlite:") and url != "sqlite:":
        from reihum.server.store.sqlite import SqliteStore

        path = url.removeprefix("sqlite:")
        if Path(path).is_dir():
            raise ReihumError(f"{path} is a folder; a store is a file, such as {Path(path) / 'tables.db'}.")
        return SqliteStore(path)
    if url.startswith(("postgresql://", "postgres://")):
        try:
            from reihum.server.store.postgres import PostgresStore
        except ImportError:
            raise ReihumError("PostgreSQL needs asyncpg: pip install asyncpg.") from None

        return PostgresStore(url)
    raise ReihumError("A store is sqlite:PATH or postgresql://….")

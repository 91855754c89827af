"""Whether the server is ready: it looks at what matters, says why not, and comes back by itself."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import asyncpg
import pytest

from reihum.server.http import readiness
from reihum.server.http.readiness import Readiness
from reihum.server.store import Store, Unavailable, pool, sqlite
from reihum.server.store.health import DAMAGE_COUNTS, FAILURE_COUNTS, StoreHealth
from reihum.server.store.sqlite import SqliteStore
from tests.server.places import Place, entry, in_loop
from tests.server.test_worker_process import Steady

BIG = b"x" * 100_000


@contextmanager
def nearly_full_disk(file: Path) -> Iterator[None]:
    """There is room for a few pages in any file, and no more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    largest = max(each.stat().st_size for each in file.parent.iterdir())
    resource.setrlimit(resource.RLIMIT_FSIZE, (largest + 8 * sqlite.PAGE_SIZE, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def said(caplog: pytest.LogCaptureFixture, event: str) -> list[dict[str, Any]]:
    """The facts of all lines of the log about an event."""
    return [vars(record)["facts"] for record in caplog.records if record.message == event]


@in_loop
async def test_a_disk_that_is_nearly_full_is_noticed_before_a_write_fails(
    sqlite_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "ROOM", 1 << 21)  # more than there is in any file now
    async with sqlite_place.store() as store:
        await store.append(entry("t", 1))
        await store.check()
        with nearly_full_disk(sqlite_place.file), pytest.raises(Unavailable):
            await store.check()
        clock_of(store).now += FAILURE_COUNTS
        await store.check()


@in_loop
async def test_a_write_that_failed_counts_until_one_succeeds_or_some_time_has_passed(
    sqlite_place: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", logger="reihum.server")
    monkeypatch.setattr(sqlite, "find_room", lambda folder: None)  # its small write succeeds
    async with sqlite_place.store() as store:
        for number in (1, 2):
            with nearly_full_disk(sqlite_place.file):
                for _ in range(3):
                    with pytest.raises(Unavailable):
                        await store.append(entry("t", number, BIG))
                with pytest.raises(Unavailable, match="disk"):
                    await store.check()
            if number == 1:
                await store.append(entry("t", 1, BIG))
            else:
                clock_of(store).now += FAILURE_COUNTS
            await store.check()
    assert [facts["why"] for facts in said(caplog, "store cannot be written to")] == ["disk I/O error"] * 2
    assert said(caplog, "store can be written to again") == [{"times": 3}]


def clock_of(store: Store) -> Steady:
    """A clock for a store, which goes on when a test says so."""
    assert isinstance(store, SqliteStore)
    if not isinstance(store.health.clock, Steady):
        store.health.clock = Steady()
        store.health._failure = None
    return store.health.clock


@in_loop
async def test_pages_that_are_broken_are_said_once_and_the_server_is_not_ready(
    sqlite_place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    async with sqlite_place.store() as store:
        for number in range(1, 200):
            await store.append(entry("t", number, b"x" * 1000))
    connection = sqlite3.connect(sqlite_place.file)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'entries'").fetchone()
    connection.close()
    with sqlite_place.file.open("r+b") as file:
        file.seek((root - 1) * sqlite.PAGE_SIZE)
        file.write(b"\xaa" * sqlite.PAGE_SIZE)
    store = SqliteStore(sqlite_place.url.removeprefix("sqlite:"))
    await store.open()
    await store.check()  # nobody has looked there yet
    for _ in range(3):
        with pytest.raises(Unavailable, match="malformed"):
            await store.entries("t")
    with pytest.raises(Unavailable, match="malformed"):
        await store.check()
    assert said(caplog, "store is damaged") == [{"why": "database disk image is malformed"}]
    await store.close()


def test_damage_counts_for_a_while_after_it_was_last_seen() -> None:
    clock = Steady()
    health = StoreHealth(clock)
    health.note_damage("broken")
    health.note_success()
    clock.now += DAMAGE_COUNTS - 1.0
    with pytest.raises(Unavailable, match="broken"):
        health.check()
    clock.now += 1.0
    health.check()


@in_loop
async def test_what_postgres_calls_corrupted_is_damage(
    postgres_place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(connection: object) -> None:
        raise asyncpg.DataCorruptedError("invalid page in block 7 of relation base/5/6")

    async with postgres_place.store() as store:
        await store.check()
        with pytest.raises(Unavailable):
            await cast(Any, store)._pool.use(broken, cast(Any, store)._readers)
        with pytest.raises(Unavailable, match="invalid page"):
            await store.check()
    assert said(caplog, "store is damaged") == [{"why": "invalid page in block 7 of relation base/5/6"}]


@in_loop
async def test_why_the_server_is_not_ready_is_said_once_however_often_it_is_asked(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO", logger="reihum.server")
    wrong, clock, asked = [""], Steady(), []

    async def check() -> None:
        asked.append(wrong[0])
        if wrong[0]:
            raise Unavailable(wrong[0])

    ready = Readiness(cast(Store, SimpleNamespace(check=check)), clock)
    for why in ("", "database or disk is full", "database or disk is full", "", ""):
        wrong[0] = why
        for _ in range(3):
            assert await ready.is_ready() == (not why)
        clock.now += readiness.INTERVAL
    assert len(asked) == 5
    assert said(caplog, "not ready") == [{"why": "database or disk is full"}]
    assert len(said(caplog, "ready again")) == 1


# -- who waits for a connection -------------------------------------------------------------------


@in_loop
async def test_who_only_waits_for_others_is_served_however_long_that_takes(
    postgres_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with postgres_place.store() as store:
        await asyncio.gather(*(store.entries("t") for _ in range(8)))  # all connections are there
        before = store.queue()
        monkeypatch.setattr(pool, "RESPONSE_TIMEOUT", 1.5)
        slow = [cast(Any, store)._rows("SELECT pg_sleep(0.5)") for _ in range(20)]
        await asyncio.gather(*slow)
        after = store.queue()
        assert after.waiting == 0
        assert after.waits - before.waits == 16
        assert after.seconds - before.seconds > 0.5 * 4 * (1 + 2 + 3 + 4)

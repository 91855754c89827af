"""Stores that cannot be written to: they say so, lose nothing, and go on when the trouble is over."""

from __future__ import annotations

import asyncio
import os
import pwd
import resource
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Final

import asyncpg
import pytest

from reihum.core.errors import ReihumError
from reihum.server.store import Ears, Store, Taken, Unavailable, pool, postgres, sqlite, store_at
from tests.server.places import Place, entry, in_loop, summary
from tests.server.postgres import Between

BIG: Final = b"x" * 200_000  # needs room
AS_ROOT: Final = os.geteuid() == 0


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long in these tests; the promise is that waiting ends."""
    monkeypatch.setattr(sqlite, "BUSY_TIMEOUT", 0.2)
    monkeypatch.setattr(sqlite, "FIRST_OPEN_TIMEOUT", 1.0)
    for module in (pool, postgres):
        monkeypatch.setattr(module, "RESPONSE_TIMEOUT", 0.5)
    monkeypatch.setattr(postgres, "LISTEN_PAUSE", 0.05)


# -- what can happen to a file --------------------------------------------------------------------


@asynccontextmanager
async def disk_full(place: Place) -> AsyncIterator[None]:
    """No file may grow beyond a page."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@asynccontextmanager
async def folder_gone(place: Place) -> AsyncIterator[None]:
    """Somebody moves the folder away, and back."""
    folder = place.file.parent
    elsewhere = folder.rename(folder.with_name("elsewhere"))
    yield
    assert not folder.exists()  # nobody has made an empty one
    elsewhere.rename(folder)


@asynccontextmanager
async def file_gone(place: Place) -> AsyncIterator[None]:
    """Somebody deletes the file, and brings a copy back."""
    copy = place.file.with_name("copy")
    source, target = sqlite3.connect(place.file), sqlite3.connect(copy)
    source.backup(target)
    source.close()
    target.close()
    for file in place.file.parent.glob("reihum.db*"):
        file.unlink()
    yield
    assert not place.file.exists()
    copy.rename(place.file)


@asynccontextmanager
async def file_locked(place: Place) -> AsyncIterator[None]:
    """Another program writes, and takes its time."""
    other = sqlite3.connect(place.file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.execute("ROLLBACK")
    other.close()


# -- what can happen to a server ------------------------------------------------------------------


@asynccontextmanager
async def stopped(place: Place, how: str) -> AsyncIterator[None]:
    """The server stops in this way, and is started again."""
    assert place.server is not None
    await asyncio.to_thread(place.server.stop, how)
    try:
        yield
    finally:
        await asyncio.to_thread(place.server.start)


@asynccontextmanager
async def server_stopped(place: Place) -> AsyncIterator[None]:
    """The power fails."""
    async with stopped(place, "immediate"):
        yield


@asynccontextmanager
async def server_shut_down(place: Place) -> AsyncIterator[None]:
    """Somebody shuts the server down in good order."""
    async with stopped(place, "fast"):
        yield


@asynccontextmanager
async def server_read_only(place: Place) -> AsyncIterator[None]:
    """The database becomes read-only, like a replica."""
    name = (await place.asked("SELECT current_database()"))[0][0]
    hang_up = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    assert place.server is not None
    for value in ("on", "off"):
        change = f"ALTER DATABASE {name} SET default_transaction_read_only = {value}"
        await asyncio.to_thread(place.server.sql, change)
        await asyncio.to_thread(place.server.sql, hang_up)
        if value == "on":
            yield


@asynccontextmanager
async def rows_locked(place: Place) -> AsyncIterator[None]:
    """Another transaction holds what is to be written, and does not end."""
    connection = await asyncpg.connect(place.url)
    transaction = connection.transaction()
    await transaction.start()
    await connection.execute("LOCK TABLE entries, version IN EXCLUSIVE MODE")
    yield
    await transaction.rollback()
    await connection.close()


Trouble = Callable[[Place], AbstractAsyncContextManager[None]]
TROUBLES: Final[dict[str, list[Trouble]]] = {
    "sqlite": [disk_full, folder_gone, file_gone, file_locked],
    "postgres": [server_stopped, server_shut_down, server_read_only, rows_locked],
}


@pytest.mark.parametrize(
    ("kind", "trouble"),
    [
        pytest.param(kind, trouble, id=trouble.__name__)
        for kind, found in TROUBLES.items()
        for trouble in found
    ],
)
def test_a_store_in_trouble_is_unavailable_and_works_again_afterwards(
    kind: str, trouble: Trouble, request: pytest.FixtureRequest
) -> None:
    place: Place = request.getfixturevalue(f"{kind}_place")

    async def check() -> None:
        async with place.store() as store:
            await store.append(entry("before", 1, b"kept", summary(code="CODE22")))
            for turn in range(2):  # the way back is not only for the first time
                async with trouble(place):
                    await unavailable(store)
                await works(store, f"after{turn}")
            assert await store.entries("before") == [b"kept"]
            assert await store.table_with("CODE22") == "before"

    asyncio.run(check())


async def unavailable(store: Store) -> None:
    """It says so as often as it is asked, to everybody who waits."""
    for number in range(2):
        with pytest.raises(Unavailable):
            await store.append(entry(f"during{number}", 1, BIG))
    found = await asyncio.gather(
        *(store.append(entry(f"at once{n}", 1, BIG)) for n in range(5)), return_exceptions=True
    )
    assert {type(error) for error in found} == {Unavailable}
    with pytest.raises(Unavailable):
        await store.check()


async def works(store: Store, table: str) -> None:
    """It works again soon: a connection that broke meanwhile may cost one more attempt."""
    for _ in range(10):
        try:
            await store.append(entry(table, 1, BIG))
            break
        except Unavailable:
            await asyncio.sleep(0.1)
        except Taken:  # the outcome of an attempt was not known
            break
    await store.check()
    assert await store.entries(table) == [BIG]
    await store.append(entry(table, 2))
    assert await store.lengths([table]) == {table: 2}


@in_loop
async def test_a_store_that_cannot_be_opened_can_be_later(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = store_at(place.url)
    if place.server is None:
        place.file.parent.write_text("a file where the folder should be")
        back: Callable[[], None] = place.file.parent.unlink
    else:
        await asyncio.to_thread(place.server.stop)
        back = place.server.start
    try:
        with pytest.raises(Unavailable):
            await store.open()
        with pytest.raises(Unavailable):
            await store.append(entry("t", 1))
    finally:
        await asyncio.to_thread(back)
    monkeypatch.setattr(pool, "RESPONSE_TIMEOUT", 30.0)  # there is much to do when it is first opened
    await store.append(entry("t", 1))
    assert await store.entries("t") == [b"{}"]
    await store.close()


@pytest.fixture
def humble_place() -> Iterator[Place]:
    """A place for a file, as an ordinary user has it: to root nothing is read-only."""
    with tempfile.TemporaryDirectory(prefix="reihum-") as folder:
        if AS_ROOT:
            nobody = pwd.getpwnam("nobody")
            os.chown(folder, nobody.pw_uid, nobody.pw_gid)
            os.seteuid(nobody.pw_uid)
        try:
            yield Place(f"sqlite:{folder}/store/reihum.db")
        finally:
            if AS_ROOT:
                os.seteuid(0)


@in_loop
async def test_a_file_that_may_only_be_read_is_unavailable_until_it_may_be_written(
    humble_place: Place,
) -> None:
    async with humble_place.store() as store:
        await store.append(entry("before", 1, b"kept"))
    paths = [humble_place.file, humble_place.file.parent]
    for path in paths:
        path.chmod(0o500)
    store = store_at(humble_place.url)
    with pytest.raises(Unavailable):
        await store.open()
    await unavailable(store)
    for path in paths[::-1]:
        path.chmod(0o700)
    await works(store, "after")
    assert await store.entries("before") == [b"kept"]
    await store.close()


@in_loop
async def test_what_is_not_a_database_is_refused_and_left_alone(sqlite_place: Place) -> None:
    sqlite_place.file.parent.mkdir()
    sqlite_place.file.write_text("a shopping list, and nothing that SQLite could read\n" * 100)
    before = sqlite_place.file.read_bytes()
    store = store_at(sqlite_place.url)
    with pytest.raises(Unavailable, match="not a database"):
        await store.open()
    await store.close()
    assert sqlite_place.file.read_bytes() == before


@asynccontextmanager
async def written_to(place: Place, begin: str) -> AsyncIterator[None]:
    """Another process writes to a file, new or not, and lets nobody else write."""
    place.file.parent.mkdir(exist_ok=True)
    other = sqlite3.connect(place.file, isolation_level=None)
    other.execute(begin)
    other.execute("CREATE TABLE IF NOT EXISTS others (id TEXT)")
    yield
    other.execute("COMMIT")
    other.close()


@pytest.mark.parametrize("begin", ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
@in_loop
async def test_a_store_waits_for_a_file_that_another_process_is_making(
    sqlite_place: Place, monkeypatch: pytest.MonkeyPatch, begin: str
) -> None:
    monkeypatch.setattr(sqlite, "FIRST_OPEN_TIMEOUT", 30.0)
    store = store_at(sqlite_place.url)
    async with written_to(sqlite_place, begin):
        opening = asyncio.create_task(store.open())
        await asyncio.wait([opening], timeout=6 * sqlite.BUSY_TIMEOUT)
        assert not opening.done()
    await opening
    await works(store, "t")
    await store.close()
    assert await sqlite_place.asked("PRAGMA journal_mode") == [("wal",)]


@in_loop
async def test_a_file_that_stays_locked_is_reported_in_the_end(sqlite_place: Place) -> None:
    store = store_at(sqlite_place.url)
    async with written_to(sqlite_place, "BEGIN EXCLUSIVE"):
        with pytest.raises(Unavailable, match="locked"):
            await store.open()
    await works(store, "t")
    await store.close()


@in_loop
async def test_a_store_that_runs_does_not_wait_as_long_as_one_that_is_opened(
    sqlite_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sqlite_place.store() as store:
        monkeypatch.setattr(sqlite, "FIRST_OPEN_TIMEOUT", 600.0)
        async with written_to(sqlite_place, "BEGIN IMMEDIATE"), asyncio.timeout(30):
            for _ in range(2):  # the second time on a new connection
                with pytest.raises(Unavailable, match="locked"):
                    await store.append(entry("t", 1))
        await works(store, "t")


# -- PostgreSQL: silence, and answers that get lost -----------------------------------------------


@in_loop
async def test_what_postgres_acknowledged_survives_a_power_cut_whatever_its_own_settings(
    postgres_place: Place,
) -> None:
    server = postgres_place.server
    assert server is not None
    assert await postgres_place.asked("SHOW synchronous_commit") == [("off",)]
    async with postgres_place.store() as store:
        for number in range(1, 21):
            await store.append(entry("t", number, b"%d" % number))
        await asyncio.to_thread(server.stop, "immediate")
        await asyncio.to_thread(server.start)
        assert await store.entries("t") == [b"%d" % number for number in range(1, 21)]


@in_loop
async def test_a_server_that_hangs_keeps_nobody_waiting(postgres_place: Place, tmp_path: Path) -> None:
    server = postgres_place.server
    assert server is not None
    async with Between(server, tmp_path) as between:
        place = Place(between.url(postgres_place.url), server)
        async with place.store() as store:
            await store.append(entry("t", 1))
            await store.watch(Ears())
            between.asking.clear()
            await unavailable(store)
            other = store_at(place.url)
            for waiting in (store.entries("t"), store.claim("t", "one"), store.lengths(["t"])):
                with pytest.raises(Unavailable, match=r"^PostgreSQL does not answer\.$"):
                    await waiting
            for many in await asyncio.gather(
                *(store.entries("t") for _ in range(40)), return_exceptions=True
            ):
                assert isinstance(many, Unavailable)
            await other.watch(Ears())
            await other.close()
            between.asking.set()
            await works(store, "after")


@in_loop
async def test_a_write_that_comes_while_a_server_hangs_does_not_wait_for_another_attempt(
    postgres_place: Place, tmp_path: Path
) -> None:
    server = postgres_place.server
    assert server is not None
    async with Between(server, tmp_path) as between:
        place = Place(between.url(postgres_place.url), server)
        async with place.store() as store:
            await store.append(entry("t", 1))
            between.asking.clear()
            appends = []
            for number in range(10):
                appends.append(asyncio.create_task(store.append(entry(f"t{number}", 1))))
                await asyncio.sleep(0.01)
            for found in await asyncio.gather(*appends, return_exceptions=True):
                assert isinstance(found, Unavailable)
            assert between.met == 1  # nobody has tried a second connection
            between.asking.set()
            await works(store, "after")


@in_loop
async def test_when_the_answer_to_a_commit_is_lost_nothing_is_claimed(
    postgres_place: Place, tmp_path: Path
) -> None:
    server = postgres_place.server
    assert server is not None
    async with Between(server, tmp_path) as between:
        place = Place(between.url(postgres_place.url), server)
        async with place.store() as store, postgres_place.store() as witness:
            await store.append(entry("t", 1, b"first"))
            between.answering.clear()
            attempt = asyncio.create_task(store.append(entry("t", 2, b"written, but nobody heard")))
            while await witness.lengths(["t"]) != {"t": 2}:
                await asyncio.sleep(0.01)
            between.cut()
            with pytest.raises(Unavailable):
                await attempt
            between.answering.set()
            with pytest.raises(Taken):
                await store.append(entry("t", 2, b"again"))
            assert await store.entries("t", 1) == [b"written, but nobody heard"]


@in_loop
async def test_connections_that_an_administrator_cuts_are_replaced(postgres_place: Place) -> None:
    async with postgres_place.store() as store:
        await asyncio.gather(*(store.lengths(["t"]) for _ in range(9)), store.append(entry("t", 1)))
        cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
        for turn in range(3):
            await postgres_place.asked(f"{cut} AND pid <> pg_backend_pid()")
            await works(store, f"t{turn}")


@in_loop
async def test_a_reader_who_goes_away_leaves_no_connection_in_the_middle_of_an_answer(
    postgres_place: Place,
) -> None:
    async with postgres_place.store() as store:
        for number in range(1, 31):
            await store.append(entry("t", number, BIG))
        for _ in range(10):
            reading = asyncio.create_task(store.entries("t"))
            await asyncio.sleep(0.003)
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
            assert await store.lengths(["t", "u"]) == {"t": 30, "u": 0}


# -- passwords ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://reihum:s3cret-word@127.0.0.1:1/reihum",
        "postgresql://reihum:s3cret%2Dword@127.0.0.1:1/reihum",
        "postgresql://reihum@127.0.0.1:1/reihum?password=s3cret-word",
        "postgresql://reihum:s3cret-word@127.0.0.1:port/reihum",
        "postgresql://reihum:s3cret-word@no.such.host.invalid/reihum",
        "postgresql://reihum:s3cret-word@/reihum?host=/no/such/folder",
        "postgresql://reihum:s3cret-word@127.0.0.1:1/reihum?sslmode=s3cret-word",
    ],
)
@in_loop
async def test_no_password_is_told_when_a_server_cannot_be_reached(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    store = store_at(url)
    for attempt in (store.open, store.check, lambda: store.append(entry("t", 1)), lambda: store.entries("t")):
        with pytest.raises(Unavailable) as told:
            await attempt()
        assert str(told.value)
        assert "s3cret" not in f"{told.value!r} {told.getrepr(style='native')}"
    await store.close()
    assert "s3cret" not in caplog.text + repr(store)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://reihum:s3/cret@127.0.0.1/reihum",
        "postgresql://reihum:12/34@127.0.0.1/reihum",
        "postgresql://reihum:12?34@127.0.0.1/reihum",
        "postgresql://reihum:12#34@127.0.0.1/reihum",
        "postgresql://reihum:12@34@127.0.0.1/reihum",
        "postgresql://reihum:[12@127.0.0.1/reihum",
    ],
)
def test_a_url_in_which_a_password_is_not_told_apart_is_refused_in_a_sentence(url: str) -> None:
    with pytest.raises(ReihumError, match=r"write @ as %40, / as %2F, \? as %3F, # as %23\.$") as told:
        store_at(url)
    assert "12" not in str(told.value)
    assert "s3" not in str(told.value)


def test_settings_of_the_url_are_taken_but_not_that_which_loses_writes(postgres_place: Place) -> None:
    url = postgres_place.url + "&application_name=table%20one&synchronous_commit=off"

    async def check() -> None:
        found = pool.Pool(url)
        connection = await found.connect()
        assert await connection.fetchval("SHOW application_name") == "table one"
        assert await connection.fetchval("SHOW synchronous_commit") == "on"
        await connection.close()

    asyncio.run(check())

"""Many processes on one PostgreSQL: they see what the others write, and are told of it, or find out."""

from __future__ import annotations

import asyncio
from pathlib import Path

import asyncpg
import pytest

from reihum.server.store import Ears, Taken, pool, postgres
from reihum.server.store.postgres import PAYLOAD_LIMIT, PostgresStore, hints
from tests.server.places import Place, entry, in_loop, summary
from tests.server.postgres import Between

pytestmark = pytest.mark.timeout(60)


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Come back quickly."""
    monkeypatch.setattr(postgres, "LISTEN_PAUSE", 0.05)
    for module in (pool, postgres):
        monkeypatch.setattr(module, "RESPONSE_TIMEOUT", 2.0)


class Heard:
    """What a process was told."""

    def __init__(self) -> None:
        self.tables: set[str] = set()
        self._more = asyncio.Event()

    def __call__(self, tables: set[str]) -> None:
        self.tables |= tables
        self._more.set()

    async def all(self, *tables: str) -> None:
        """Wait until these were heard."""
        while not self.tables.issuperset(tables):
            self._more.clear()
            await self._more.wait()


@in_loop
async def test_each_process_sees_what_another_has_written_as_soon_as_it_is_written(
    postgres_place: Place,
) -> None:
    async with postgres_place.store() as one, postgres_place.store() as two:
        await one.append(entry("t", 1, b"one", summary(code="CODE22", players=("ada",))))
        assert await two.entries("t") == [b"one"]
        assert await two.table_with("CODE22") == "t"
        await two.append(entry("t", 2, b"two", summary("playing", players=("ada",))))
        assert await one.entries("t", 1) == [b"two"]
        assert await one.table_with("CODE22") is None
        await two.add_player("bo", 1.0)
        assert await one.player_with("bo") == "bo"


@in_loop
async def test_processes_that_want_the_same_tables_in_any_order_never_wait_for_each_other(
    postgres_place: Place,
) -> None:
    tables = [f"t{number}" for number in range(9)]
    waiting = """SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'"""
    async with postgres_place.store() as one, postgres_place.store() as two:
        # A third holds both up when they are half done, so that each holds something that the other wants.
        third = await asyncpg.connect(postgres_place.url)
        transaction = third.transaction()
        await transaction.start()
        await third.execute("INSERT INTO entries VALUES ('t4', 1, '')")
        appends = asyncio.gather(
            one.append(*(entry(table, 1, b"one") for table in tables)),
            two.append(*(entry(table, 1, b"two") for table in reversed(tables))),
            return_exceptions=True,
        )
        while await postgres_place.asked(waiting) != [(2,)]:
            await asyncio.sleep(0.02)
        await transaction.rollback()
        await third.close()
        found = [None if error is None else type(error) for error in await appends]
        assert sorted(found, key=str) == [Taken, None]
        winner = (b"one", b"two")[found.index(None)]
        assert [await one.entries(table) for table in tables] == [[winner]] * 9


@in_loop
async def test_a_process_is_told_of_the_tables_to_which_others_write(postgres_place: Place) -> None:
    one_heard, two_heard = Heard(), Heard()
    async with postgres_place.store() as one, postgres_place.store() as two:
        await one.watch(Ears(one_heard))
        await two.watch(Ears(two_heard))
        await one.append(entry("a", 1), entry("b", 1))
        await two_heard.all("a", "b")
        await two.append(entry("c", 1))
        await one_heard.all("c")
        await one.append(entry("last", 1))
        await two_heard.all("last")
        assert one_heard.tables == {"c"}  # not of what it wrote itself
        assert two_heard.tables == {"a", "b", "last"}


@in_loop
async def test_a_process_is_not_told_of_what_was_not_written(postgres_place: Place) -> None:
    heard = Heard()
    async with postgres_place.store() as one, postgres_place.store() as two:
        await two.watch(Ears(heard))
        await two.append(entry("t", 1))
        await asyncio.gather(one.append(entry("t", 1), entry("lost", 1)), return_exceptions=True)
        await one.append(entry("last", 1))
        await heard.all("last")
        assert heard.tables == {"last"}


@in_loop
async def test_all_tables_of_a_large_commit_are_told(postgres_place: Place) -> None:
    heard = Heard()
    tables = [f"{number:022}" for number in range(2000)]
    async with postgres_place.store() as one, postgres_place.store() as two:
        await two.watch(Ears(heard))
        await asyncio.gather(*(one.append(entry(table, 1)) for table in tables))
        await heard.all(*tables)
        assert heard.tables == set(tables)


@pytest.mark.parametrize("size", [1, 16, 22, 333])
def test_hints_are_as_long_as_postgres_takes_and_no_longer(size: int) -> None:
    tables = [f"{number:0{size}}" for number in range(10 if size == 1 else 3000)]
    found = hints("process1", tables)
    assert [table for hint in found for table in hint.split(" ")[1:]] == tables
    assert {hint.split(" ")[0] for hint in found} == {"process1"}
    assert max(len(hint) for hint in found) <= PAYLOAD_LIMIT
    assert all(len(hint) + 1 + size > PAYLOAD_LIMIT for hint in found[:-1])
    assert hints("process1", []) == []


@in_loop
async def test_after_an_interruption_a_process_listens_again_and_finds_what_it_missed_by_the_lengths(
    postgres_place: Place,
) -> None:
    heard = Heard()
    cut = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE 'LISTEN%'"""
    async with postgres_place.store() as one, postgres_place.store() as two:
        await one.append(entry("t", 1))
        await two.watch(Ears(heard))
        for turn in range(3):
            assert await postgres_place.asked(cut) == [(True,)]
            await one.append(entry("t", 2 + turn))  # perhaps told to nobody
            assert await two.lengths(["t"]) == {"t": 2 + turn}
            heard.tables.clear()
            while "again" not in heard.tables:
                await one.append(entry("again", (await one.lengths(["again"]))["again"] + 1))
                await asyncio.sleep(0.02)


@in_loop
async def test_a_process_listens_again_when_the_server_has_come_back(postgres_place: Place) -> None:
    heard = Heard()
    server = postgres_place.server
    assert server is not None
    async with postgres_place.store() as one, postgres_place.store() as two:
        await asyncio.to_thread(server.stop)
        await two.watch(Ears(heard))  # which is not an error: a hint may get lost
        await asyncio.sleep(0.2)
        await asyncio.to_thread(server.start)
        number = 0
        while not heard.tables:
            number += 1
            await one.append(entry("t", number))
            await asyncio.sleep(0.02)
        assert heard.tables == {"t"}


@in_loop
async def test_a_connection_that_breaks_without_a_sound_is_found_out(
    postgres_place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "PROBE_INTERVAL", 0.05)
    monkeypatch.setattr(postgres, "RESPONSE_TIMEOUT", 0.3)
    server = postgres_place.server
    assert server is not None
    heard = Heard()
    async with Between(server, tmp_path) as between, postgres_place.store() as one:
        async with Place(between.url(postgres_place.url), server).store() as two:
            await two.watch(Ears(heard))
            met = between.met
            between.asking.clear()
            while between.met == met:
                await asyncio.sleep(0.02)
            between.asking.set()
            number = 0
            while not heard.tables:
                number += 1
                await one.append(entry("t", number))
                await asyncio.sleep(0.02)
        assert heard.tables == {"t"}


@in_loop
async def test_a_store_needs_few_connections_however_much_is_asked(postgres_place: Place) -> None:
    async with postgres_place.store() as store:
        await store.watch(Ears())
        await store.enroll("one")
        await asyncio.gather(
            *(store.append(entry(f"t{number}", 1)) for number in range(200)),
            *(store.entries(f"t{number}") for number in range(200)),
            *(store.beat("one") for _ in range(20)),
        )
        count = """SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()"""
        assert await postgres_place.asked(count) <= [(postgres.READERS + 3,)]
    assert isinstance(store, PostgresStore)
    assert await postgres_place.asked(count) == [(0,)]


@in_loop
async def test_what_is_called_out_at_a_table_is_heard_by_the_others_and_not_by_oneself(
    postgres_place: Place,
) -> None:
    said: asyncio.Queue[tuple[str, str, str]] = asyncio.Queue()
    async with postgres_place.store() as one, postgres_place.store() as two:
        await one.watch(Ears(said=lambda table, words: said.put_nowait(("one", table, words))))
        await two.watch(Ears(said=lambda table, words: said.put_nowait(("two", table, words))))
        await one.call_out("t", "0 well-played")
        await two.call_out("t", "1 thank-you")
        assert {await said.get(), await said.get()} == {
            ("two", "t", "0 well-played"),
            ("one", "t", "1 thank-you"),
        }
        assert said.empty()

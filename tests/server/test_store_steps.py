"""How a database is brought up to date: from nothing, from an older Reihum, never from a newer one."""

from __future__ import annotations

import importlib

import pytest

from reihum.server.store import Handover, Unavailable, migrations, store_at
from tests.server.places import Place, entry, in_loop, program

NEXT = ("ALTER TABLE players ADD COLUMN name TEXT", "CREATE TABLE added (id TEXT)")
RELEASED = len(migrations.SQLITE_STEPS)  # steps of this Reihum
BROKEN = ("CREATE TABLE half (id TEXT)", "CREATE TABLE nonsense (")


def steps(place: Place, monkeypatch: pytest.MonkeyPatch, *further: tuple[str, ...]) -> None:
    """Let this Reihum know further steps."""
    name = {"sqlite": "sqlite", "postgres": "pool"}[place.kind]
    module = importlib.import_module(f"reihum.server.store.{name}")
    released = {"sqlite": migrations.SQLITE_STEPS, "postgres": migrations.POSTGRES_STEPS}[place.kind]
    monkeypatch.setattr(module, f"{place.kind.upper()}_STEPS", released + further)


@in_loop
async def test_an_older_database_takes_the_steps_that_it_lacks_and_keeps_what_it_has(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with place.store() as store:
        await store.add_player("ada", 1.0)
        await store.append(entry("t", 1, b"one"))
    steps(place, monkeypatch, NEXT)
    async with place.store() as store:
        assert await store.player_with("ada") == "ada"
        assert await store.entries("t") == [b"one"]
        await store.append(entry("t", 2, b"two"))
    assert await place.asked("SELECT number FROM version") == [(RELEASED + 1,)]
    assert await place.asked("SELECT id, name FROM players") == [("ada", None)]
    assert await place.asked("SELECT * FROM added") == []


@in_loop
async def test_a_database_from_before_handovers_keeps_its_players_and_can_pass_them_on(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        name = {"sqlite": "sqlite", "postgres": "pool"}[place.kind]
        module = importlib.import_module(f"reihum.server.store.{name}")
        first = {"sqlite": migrations.SQLITE_STEPS, "postgres": migrations.POSTGRES_STEPS}[place.kind][:1]
        patched.setattr(module, f"{place.kind.upper()}_STEPS", first)
        async with place.store() as store:
            await store.add_player("ada", 1.0)
            await store.append(entry("t", 1, b"one"))
    async with place.store() as store:
        assert await store.player_with("ada") == "ada"
        await store.offer_handover("code", "ada", 1.0, 2.0)
        assert await store.hand_over("code", "phone", 1.5) == Handover("ada", b"")
        assert await store.entries("t") == [b"one"]


@in_loop
async def test_a_database_from_before_expiry_knows_where_only_bots_played(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = {
        "bots": '{"shown":{"players":2},"players":["",""],"owner":"ada","absent":["",""]}',
        "first": '{"shown":{"players":2},"players":["ada",""],"owner":"ada","absent":["",""]}',
        "last": '{"shown":{"players":2},"players":["","ada"],"owner":"ada"}',
        "left": '{"shown":{"players":2},"players":["",""],"owner":"ada","absent":["","ada"]}',
        "broken": "{",
    }
    as_bytes = "CAST('{}' AS BLOB)" if place.kind == "sqlite" else "convert_to('{}', 'UTF8')"
    with monkeypatch.context() as patched:
        name = {"sqlite": "sqlite", "postgres": "pool"}[place.kind]
        module = importlib.import_module(f"reihum.server.store.{name}")
        before = {"sqlite": migrations.SQLITE_STEPS, "postgres": migrations.POSTGRES_STEPS}[place.kind][:6]
        patched.setattr(module, f"{place.kind.upper()}_STEPS", before)
        async with place.store():
            pass
    for table, card in cards.items():
        text = as_bytes.format(card)
        await place.asked(
            f"INSERT INTO tables (id, code, listed, status, changed, card)"
            f" VALUES ('{table}', NULL, false, 'over', 1, {text})"
        )
    async with place.store() as store:
        found = {
            people: {each.table for each in await store.aged_tables("over", people, 9.0, (0.0, ""), 9)}
            for people in (True, False)
        }
    assert found == {True: {"first", "last", "left", "broken"}, False: {"bots"}}


@in_loop
async def test_a_new_database_takes_all_steps(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    steps(place, monkeypatch, NEXT, ("ALTER TABLE added ADD COLUMN more TEXT",))
    async with place.store() as store:
        await store.append(entry("t", 1))
    assert await place.asked("SELECT number FROM version") == [(RELEASED + 2,)]
    assert await place.asked("SELECT id, more FROM added") == []


@in_loop
async def test_a_step_that_fails_is_not_taken_at_all(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    async with place.store() as store:
        await store.append(entry("t", 1, b"one"))
    with monkeypatch.context() as patched:
        steps(place, patched, NEXT, BROKEN)
        store = store_at(place.url)
        with pytest.raises(Unavailable):
            await store.open()
        with pytest.raises(Unavailable):
            await store.append(entry("t", 2))
        await store.close()
    assert await place.asked("SELECT number FROM version") == [(RELEASED + 1,)]
    steps(place, monkeypatch, NEXT, BROKEN[:1])
    async with place.store() as store:
        assert await store.entries("t") == [b"one"]
    assert await place.asked("SELECT * FROM half") == []


@in_loop
async def test_the_database_of_a_newer_reihum_is_refused_and_left_as_it_is(place: Place) -> None:
    async with place.store() as store:
        await store.append(entry("t", 1, b"one"))
    await place.asked(f"UPDATE version SET number = {RELEASED + 1}")
    store = store_at(place.url)
    sentence = rf"^The database is from a newer Reihum: step {RELEASED + 1}, this one knows {RELEASED}\.$"
    with pytest.raises(Unavailable, match=sentence):
        await store.open()
    with pytest.raises(Unavailable, match=sentence):
        await store.append(entry("t", 2))
    with pytest.raises(Unavailable, match=sentence):
        await store.check()
    await store.close()
    assert await place.asked("SELECT number FROM version") == [(RELEASED + 1,)]
    assert await place.asked("SELECT number FROM entries") == [(1,)]


MIGRATOR = """
import asyncio, sys
from reihum.server.store import Write, store_at
from reihum.server.store import {module} as module
module.{steps} += tuple(
    (f"CREATE TABLE t{{n}} (id TEXT)", f"INSERT INTO t{{n}} VALUES ('x')") for n in range(20)
)
async def main():
    store = store_at(sys.argv[1])
    print("ready", flush=True)
    sys.stdin.readline()
    await store.open()
    await store.append(Write(sys.argv[2], 1, b"here"))
    await store.close()
asyncio.run(main())
"""


def test_of_processes_that_start_at_once_each_step_is_taken_once(place: Place) -> None:
    module = {"sqlite": "sqlite", "postgres": "pool"}[place.kind]
    source = MIGRATOR.format(module=module, steps=f"{place.kind.upper()}_STEPS")
    starters = [program(source, place.url, f"t{number}") for number in range(3)]
    for starter in starters:
        assert starter.stdout is not None
        assert starter.stdout.readline() == "ready\n"
    for starter in starters:
        assert starter.stdin is not None
        starter.stdin.write("\n")
        starter.stdin.flush()
    assert [starter.wait() for starter in starters] == [0, 0, 0]
    assert place.sql("SELECT number FROM version") == [(RELEASED + 20,)]
    assert place.sql("SELECT count(*) FROM t19") == [(1,)]
    assert place.sql("SELECT count(*) FROM entries") == [(3,)]

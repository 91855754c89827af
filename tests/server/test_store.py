"""What every store promises, and that SQLite and PostgreSQL both keep it."""

from __future__ import annotations

import asyncio
import importlib
from dataclasses import replace

import pytest

from reihum.core.errors import ReihumError
from reihum.server.store import Handover, Store, Summary, Taken, Unavailable, Write, store_at
from reihum.server.store.migrations import SQLITE_STEPS
from reihum.server.store.sqlite import SqliteStore
from tests.server.places import Place, entry, in_loop, outcomes, program, summary

# -- logs -----------------------------------------------------------------------------------------


@in_loop
async def test_a_table_of_which_nothing_was_written_has_an_empty_log(place: Place) -> None:
    async with place.store() as store:
        assert await store.entries("t") == []
        assert await store.lengths(["t", "u"]) == {"t": 0, "u": 0}
        assert await store.lengths([]) == {}


@in_loop
async def test_a_log_comes_back_in_order_and_from_any_entry_on(place: Place) -> None:
    async with place.store() as store:
        for number in range(1, 13):
            await store.append(entry("t", number, b"%d" % number))
        await store.append(entry("u", 1, b"other"))
        assert await store.entries("t") == [b"%d" % number for number in range(1, 13)]
        assert await store.entries("t", 10) == [b"11", b"12"]
        assert await store.entries("t", 12) == []
        assert await store.lengths(["u", "t"]) == {"t": 12, "u": 1}


@in_loop
async def test_a_line_comes_back_byte_for_byte(place: Place) -> None:
    lines = [b"", bytes(range(256)), "König \U0001f0a1".encode(), b"x" * 100_000]
    async with place.store() as store:
        await store.append(*(entry("t", number, line) for number, line in enumerate(lines, 1)))
        assert await store.entries("t") == lines


@in_loop
async def test_a_group_is_written_as_a_whole_even_across_two_tables(place: Place) -> None:
    async with place.store() as store:
        await store.append(entry("old", 1))
        await store.append(
            entry("old", 2, b"rematch"), entry("new", 1, b"opened", summary(code="CODE22", players=("ada",)))
        )
        assert await store.lengths(["old", "new"]) == {"old": 2, "new": 1}
        assert await store.table_with("CODE22") == "new"


@in_loop
async def test_of_a_group_that_loses_one_number_nothing_is_written(place: Place) -> None:
    async with place.store() as store:
        await store.append(entry("old", 1, b"mine", summary("playing")))
        lost = (
            entry("a", 1, b"no", summary(code="CODE22", players=("bo",))),
            entry("old", 1, b"no", summary("over")),
        )
        for group in (lost, lost[::-1]):
            with pytest.raises(Taken):
                await store.append(*group)
        assert await store.entries("old") == [b"mine"]
        assert await store.entries("a") == []
        assert await store.table_with("CODE22") is None
        assert await store.tables_of("bo", 9) == []


@in_loop
async def test_of_two_processes_that_write_the_same_number_exactly_one_wins(place: Place) -> None:
    async with place.store() as one, place.store() as two:
        for number in range(1, 41):
            table = f"t{number % 7}"
            at = (await one.lengths([table]))[table] + 1
            found = await outcomes(
                one.append(entry(table, at, b"one"), entry(f"one{number}", 1)),
                two.append(entry(table, at, b"two"), entry(f"two{number}", 1)),
            )
            assert sorted(found, key=str) == [Taken, None]
            winner = ("one", "two")[found.index(None)]
            loser = ("one", "two")[found.index(Taken)]
            assert await two.entries(table, at - 1) == [winner.encode()]
            assert await one.lengths([f"one{number}", f"two{number}"]) == {
                f"{winner}{number}": 1,
                f"{loser}{number}": 0,
            }


@in_loop
async def test_of_many_that_write_the_same_number_at_once_exactly_one_wins_and_the_rest_is_written(
    place: Place,
) -> None:
    async with place.store() as store:
        same = [
            store.append(entry("t", 1, b"%d" % number), entry(f"with{number}", 1)) for number in range(30)
        ]
        others = [store.append(entry(f"other{number}", 1)) for number in range(30)]
        found = await outcomes(*(task for pair in zip(same, others, strict=True) for task in pair))
        assert found[1::2] == [None] * 30
        assert sorted(found[::2], key=str) == [Taken] * 29 + [None]
        winner = found[::2].index(None)
        assert await store.entries("t") == [b"%d" % winner]
        with_it = await store.lengths(f"with{number}" for number in range(30))
        assert [table for table, length in with_it.items() if length] == [f"with{winner}"]


@in_loop
async def test_2000_writes_at_once_are_all_there_and_take_few_commits(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = importlib.import_module(f"reihum.server.store.{place.kind}")
    sizes = []

    def counted(connection: object, groups: list[tuple[Write, ...]], *rest: object) -> object:
        sizes.append(len(groups))
        return commit(connection, groups, *rest)

    commit = module.commit
    monkeypatch.setattr(module, "commit", counted)
    async with place.store() as store:
        wanted = {f"t{number}": 8 for number in range(250)}
        assert (
            await outcomes(
                *(store.append(entry(table, number)) for number in range(1, 9) for table in wanted)
            )
            == [None] * 2000
        )
        assert await store.lengths(wanted) == wanted
    assert sum(sizes) == 2000
    assert len(sizes) <= 10


@in_loop
async def test_a_write_that_cannot_be_written_down_harms_no_other(place: Place) -> None:
    async with place.store() as store:
        found = await asyncio.gather(
            store.append(entry("a", 1)),
            store.append(entry("b", 1), entry("half a character: \ud83c", 1)),
            store.append(entry("c", 1)),
            return_exceptions=True,
        )
        assert (found[0], found[2]) == (None, None)
        assert isinstance(found[1], Exception)
        assert not isinstance(found[1], Taken | Unavailable)  # it would be so at any other time
        assert await store.lengths("abc") == {"a": 1, "b": 0, "c": 1}


@in_loop
async def test_a_caller_that_no_longer_waits_for_a_write_keeps_nobody_else_waiting(place: Place) -> None:
    async with place.store() as store:
        tasks = [asyncio.create_task(store.append(entry(f"t{number}", 1))) for number in range(20)]
        await asyncio.sleep(0)
        for task in tasks[::2]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert [task.cancelled() for task in tasks] == [True, False] * 10
        await store.append(entry("last", 1))
        found = await store.lengths(f"t{number}" for number in range(20))
        assert [found[f"t{number}"] for number in range(1, 20, 2)] == [1] * 10


@in_loop
async def test_what_is_lost_to_another_is_told_without_naming_the_table(place: Place) -> None:
    async with place.store() as store:
        await store.append(entry("secret-table", 1, summary=summary(code="CODE22")))
        with pytest.raises(Taken) as number:
            await store.append(entry("secret-table", 1))
        with pytest.raises(Taken) as code:
            await store.append(entry("another", 1, summary=summary(code="CODE22")))
    assert "secret-table" not in str(number.value)
    assert "CODE22" not in str(code.value)


# -- players, codes, and what is looked up --------------------------------------------------------


@in_loop
async def test_players_are_known_once_they_were_added_and_may_be_added_again(place: Place) -> None:
    async with place.store() as store:
        assert await store.player_with("ada") is None
        await store.add_player("ada", 1.0)
        await store.add_player("ada", 2.0)
        assert await store.player_with("ada") == "ada"
        assert await store.player_with("Ada") is None


@in_loop
async def test_a_key_that_was_handed_over_is_the_same_player(place: Place) -> None:
    async with place.store() as store:
        await store.add_player("ada", 1.0)
        await store.offer_handover("code", "ada", 100.0, 400.0)
        assert await store.player_with("phone") is None
        assert await store.hand_over("code", "phone", 150.0) == Handover("ada", b"")
        assert await store.player_with("phone") == "ada"
        assert await store.player_with("ada") == "ada"
        await store.offer_handover("next", "ada", 150.0, 450.0)  # and on, from one device to the next
        assert await store.hand_over("next", "tablet", 160.0) == Handover("ada", b"")
    async with place.store() as store:
        assert [await store.player_with(key) for key in ("ada", "phone", "tablet", "other")] == [
            *("ada", "ada", "ada"),
            None,
        ]


@in_loop
async def test_a_code_for_another_device_holds_once_and_until_its_time_is_over(place: Place) -> None:
    async with place.store() as store:
        for player in ("ada", "bo"):
            await store.add_player(player, 1.0)
        await store.offer_handover("a", "ada", 100.0, 400.0)
        await store.offer_handover("b", "bo", 100.0, 400.0)
        assert await store.hand_over("nonsense", "x", 100.0) is None
        assert await store.hand_over("a", "phone", 400.0) == Handover("ada", b"")
        assert await store.hand_over("a", "thief", 100.0) is None
        assert await store.hand_over("b", "late", 400.1) is None
        assert await store.hand_over("b", "late", 399.0) is None, "who comes too late uses it up as well"
        assert [await store.player_with(key) for key in ("x", "thief", "late")] == [None, None, None]


@in_loop
async def test_codes_whose_time_is_over_are_forgotten(place: Place) -> None:
    async with place.store() as store:
        for number in range(20):
            await store.offer_handover(f"c{number}", "ada", number * 10.0, number * 10.0 + 35.0)
    assert await place.asked("SELECT count(*) FROM handovers") == [(4,)]


@in_loop
async def test_of_many_who_use_a_code_at_once_exactly_one_is_let_in(place: Place) -> None:
    async with place.store() as one, place.store() as two:
        await one.offer_handover("code", "ada", 1.0, 9.0, b"carried")
        stores = [one, two] * 10
        tries = [store.hand_over("code", f"k{number}", 2.0) for number, store in enumerate(stores)]
        found = await asyncio.gather(*tries)
        assert sorted(found, key=str) == [Handover("ada", b"carried")] + [None] * 19
        inside = [number for number in range(20) if await two.player_with(f"k{number}") == "ada"]
        assert inside == [found.index(Handover("ada", b"carried"))]


@in_loop
async def test_a_code_leads_to_one_table_only_and_can_be_used_again_when_it_is_free(place: Place) -> None:
    async with place.store() as store:
        await store.append(entry("a", 1, summary=summary(code="CODE22")))
        assert await store.table_with("CODE22") == "a"
        assert await store.table_with("code22") is None
        with pytest.raises(Taken):
            await store.append(entry("b", 1, summary=summary(code="CODE22")))
        assert await store.entries("b") == []
        await store.append(entry("a", 2, summary=summary("playing")))
        assert await store.table_with("CODE22") is None
        await store.append(entry("b", 1, summary=summary(code="CODE22")))
        assert await store.table_with("CODE22") == "b"


@pytest.mark.parametrize(("old", "new"), [("a", "b"), ("b", "a")])
@in_loop
async def test_a_code_goes_from_one_table_to_another_in_one_group(place: Place, old: str, new: str) -> None:
    async with place.store() as store:
        await store.append(entry(old, 1, summary=summary(code="CODE22")))
        await store.append(
            entry(old, 2, summary=summary("over")), entry(new, 1, summary=summary(code="CODE22"))
        )
        assert await store.table_with("CODE22") == new


@in_loop
async def test_of_two_processes_that_use_the_same_code_exactly_one_wins(place: Place) -> None:
    async with place.store() as one, place.store() as two:
        for number in range(20):
            code = f"CODE{number}"
            found = await outcomes(
                one.append(entry(f"one{number}", 1, summary=summary(code=code))),
                two.append(entry(f"two{number}", 1, summary=summary(code=code))),
            )
            assert sorted(found, key=str) == [Taken, None]
            assert await two.table_with(code) == f"{('one', 'two')[found.index(None)]}{number}"


@in_loop
async def test_an_entry_without_a_summary_changes_nothing_that_is_looked_up(place: Place) -> None:
    async with place.store() as store:
        await store.append(entry("t", 1, summary=summary(code="CODE22", listed=True, players=("ada",))))
        await store.append(entry("t", 2))
        assert await store.table_with("CODE22") == "t"
        assert await store.public_tables(9) == ["t"]
        assert await store.tables_of("ada", 9) == ["t"]


@in_loop
async def test_a_summary_is_kept_without_an_entry_and_its_listing_comes_back(place: Place) -> None:
    async with place.store() as store:
        first = Summary("waiting", "K7QF2P", True, ("ada",), 1.0, b'{"a":1}')
        await store.append(Write("table", 1, b"line", first))
        over = replace(first, status="over", code=None, listing=b"\xff")
        await store.append(Write("table", 0, summary=over))
        assert await store.entries("table") == [b"line"]
        assert await store.table_with("K7QF2P") is None
        assert await store.listings(["table", "another"]) == {"table": b"\xff"}
        assert await store.listings([]) == {}


@in_loop
async def test_the_last_summary_counts_even_within_one_group(place: Place) -> None:
    async with place.store() as store:
        await store.append(
            entry("t", 1, summary=summary(code="CODE22", listed=True, players=("ada", "bo"))),
            entry("t", 2, summary=summary(code="CODE33", players=("bo", "cem"))),
        )
        assert await store.table_with("CODE22") is None
        assert await store.table_with("CODE33") == "t"
        assert await store.public_tables(9) == []
        assert [await store.tables_of(player, 9) for player in ("ada", "bo", "cem")] == [[], ["t"], ["t"]]
        await store.append(entry("t", 3, summary=summary(players=("ada",))))
        assert [await store.tables_of(player, 9) for player in ("ada", "bo", "cem")] == [["t"], [], []]


@in_loop
async def test_a_player_with_two_seats_has_one_table(place: Place) -> None:
    async with place.store() as store:
        await store.append(entry("t", 1, summary=summary(players=("ada", "bo", "ada"))))
        assert await store.tables_of("ada", 9) == ["t"]


@in_loop
async def test_the_tables_of_a_player_are_the_unfinished_ones_then_the_latest(place: Place) -> None:
    tables = {
        "over early": summary("over", players=("ada",), at=10.0),
        "playing early": summary("playing", players=("ada", "bo"), at=20.0),
        "over late": summary("over", players=("bo", "ada"), at=60.0),
        "waiting": summary("waiting", players=("ada",), at=30.0),
        "playing late": summary("playing", players=("ada",), at=50.0),
        "not hers": summary("playing", players=("bo",), at=70.0),
    }
    async with place.store() as store:
        for table, found in tables.items():
            await store.append(entry(table, 1, summary=found))
        in_order = ["playing late", "waiting", "playing early", "over late", "over early"]
        assert await store.tables_of("ada", 9) == in_order
        assert await store.tables_of("ada", 4) == in_order[:4]
        assert await store.tables_of("bo", 9) == ["not hers", "playing early", "over late"]
        assert await store.tables_of("nobody", 9) == []


@in_loop
async def test_the_public_tables_are_listed_the_latest_first(place: Place) -> None:
    async with place.store() as store:
        for number, at in enumerate((30.0, 10.0, 20.0, 40.0)):
            await store.append(entry(f"t{number}", 1, summary=summary(listed=True, at=at)))
        await store.append(entry("private", 1, summary=summary(at=50.0)))
        await store.append(entry("t3", 2, summary=summary("playing", at=60.0)))
        assert await store.public_tables(9) == ["t0", "t2", "t1"]
        assert await store.public_tables(2) == ["t0", "t2"]


@pytest.mark.parametrize("text", ["", "\x00", "a\x00b", "\ud83c", "'; --", "x" * 100_000])
@in_loop
async def test_what_cannot_be_there_is_not_found_whatever_is_asked_for(place: Place, text: str) -> None:
    async with place.store() as store:
        assert await store.table_with(text) is None
        assert await store.player_with(text) is None
        assert await store.entries(text) == []
        assert await store.tables_of(text, 9) == []
        await store.append(entry("t", 1))
        assert await store.entries("t", 10**30) == []
        assert await store.entries("t") == [b"{}"]


# -- persistence ----------------------------------------------------------------------------------


@in_loop
async def test_everything_is_there_when_a_store_is_opened_again(place: Place) -> None:
    async with place.store() as store:
        await store.append(entry("t", 1, b"one", summary(code="CODE22", listed=True, players=("ada",))))
        await store.add_player("ada", 1.0)
        await store.claim("t", "one")
        await store.park("one", {"t": 0.0})
    async with place.store() as store:
        assert await store.entries("t") == [b"one"]
        assert await store.table_with("CODE22") == "t"
        assert await store.public_tables(9) == ["t"]
        assert await store.tables_of("ada", 9) == ["t"]
        assert await store.player_with("ada") == "ada"
        assert await store.adopt("two", 9) == ["t"]
        with pytest.raises(Taken):
            await store.append(entry("t", 1))


WRITER = """
import asyncio, sys
from reihum.server.store import Write, store_at
async def main():
    store = store_at(sys.argv[1])
    await store.open()
    async def write(table):
        for number in range(1, 100_000):
            await store.append(Write(table, number, b"%s %d" % (table.encode(), number)))
            print(table, number, flush=True)
    await asyncio.gather(*(write(f"t{table}") for table in range(8)))
asyncio.run(main())
"""


def test_what_a_process_acknowledged_before_it_was_killed_is_there(place: Place) -> None:
    writer = program(WRITER, place.url)
    assert writer.stdout is not None
    acknowledged = [writer.stdout.readline() for _ in range(500)]
    writer.kill()
    acknowledged += [line for line in writer.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
    assert writer.wait() == -9

    last: dict[str, int] = {}
    for line in acknowledged:
        table, number = line.split()
        last[table] = int(number)
    assert len(last) == 8

    async def check() -> None:
        async with place.store() as store:
            for table, number in last.items():
                lines = await store.entries(table)
                assert lines == [b"%s %d" % (table.encode(), n) for n in range(1, len(lines) + 1)]
                assert len(lines) in (number, number + 1)  # one may be on disk and not yet acknowledged

    asyncio.run(check())


@in_loop
async def test_a_store_that_is_closed_finishes_what_it_is_writing_and_takes_no_more(place: Place) -> None:
    store = store_at(place.url)
    await store.open()
    written = dict.fromkeys((f"t{number}" for number in range(20)), 0)

    async def write(table: str) -> None:
        while True:
            await store.append(entry(table, written[table] + 1))
            written[table] += 1

    writers = [asyncio.create_task(write(table)) for table in written]
    while min(written.values()) < 5:
        await asyncio.sleep(0)
    await store.close()
    for found in await asyncio.gather(*writers, return_exceptions=True):
        assert isinstance(found, Unavailable)
    for question in (store.entries("t0"), store.check(), store.append(entry("late", 1))):
        with pytest.raises(Unavailable):
            await question
    async with place.store() as again:
        assert await again.lengths(written) == written
        assert await again.entries("late") == []
        if place.kind == "sqlite":
            assert place.file.with_name("reihum.db-wal").exists()
    if place.kind == "sqlite":
        assert not place.file.with_name("reihum.db-wal").exists()  # nobody has the file open any more


@in_loop
async def test_sqlite_writes_ahead_and_waits_for_the_disk_at_every_commit(sqlite_place: Place) -> None:
    store = SqliteStore(str(sqlite_place.file))
    assert await store._rows("PRAGMA journal_mode") == [("wal",)]
    assert await store._rows("PRAGMA synchronous") == [(2,)]  # FULL
    await store.close()


@in_loop
async def test_a_store_that_works_says_so_and_is_not_changed_by_the_question(place: Place) -> None:
    async with place.store() as store:
        before = await place.asked("SELECT number FROM version")
        await store.check()
        await asyncio.gather(*(store.check() for _ in range(20)))
        assert await place.asked("SELECT number FROM version") == before == [(len(SQLITE_STEPS),)]


# -- names of stores ------------------------------------------------------------------------------


def test_a_store_is_named_by_its_url(place: Place) -> None:
    store: Store = store_at(place.url)
    assert store.shared == (place.kind == "postgres")


@pytest.mark.parametrize("url", ["", "reihum.db", "mysql://localhost/x", "postgresql:x"])
def test_other_names_are_refused_in_a_sentence(url: str) -> None:
    with pytest.raises(ReihumError, match=r"^A store is sqlite:PATH or postgresql://…\.$"):
        store_at(url)

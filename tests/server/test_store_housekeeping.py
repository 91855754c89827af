"""What a store clears away, step by step: both kinds keep the same promises."""

from __future__ import annotations

import asyncio
import itertools
import sqlite3
from dataclasses import replace
from typing import Any

import msgspec

from reihum.server.store import Result, Store, Wanted
from reihum.server.store.contacts import Contact
from reihum.server.store.exercises import StoredExercise
from reihum.server.store.housekeeping import Aged, Mute, Order, ToForget
from reihum.server.store.leases import Present
from reihum.table.spacing import NEVER
from tests.server.places import Place, entry, in_loop, summary

START = (0.0, "")
EXERCISE = StoredExercise("ada", "t", 3, 0, "23", 2, 1.0, "pass", b"{}", box=0, due=1)


async def everything(store: Store, table: str = "t", entries: int = 7) -> None:
    """A finished game with all that can hang on one."""
    results = (Result("ada", "people", counted=True, won=True, score=3), Result("bo", "people"))
    ended = replace(summary("over", players=("ada", "bo")), results=results, game="23", size=2)
    await store.append(
        *(entry(table, number) for number in range(1, entries)), entry(table, entries, b"end", ended)
    )
    await store.claim(table, "me")
    await store.set_present("me", {table: Present((0,))})
    await store.want_review(table, "ada", 1.0)
    await store.keep_review(table, b"made")
    await store.claim_call("bo", table, 1, 1.0)
    await store.collect("ada", table, [msgspec.structs.replace(EXERCISE, table=table)])


async def left_of(place: Place, table: str = "t") -> dict[str, int]:
    """How many rows of each kind still name a table."""
    names = ["entries", "seats", "leases", "reviews", "called", "collected", "exercises"]
    found: dict[str, int] = {}
    for name in names:
        (rows,) = await place.asked(f"SELECT count(*) FROM {name} WHERE table_id = '{table}'")
        if rows[0]:
            found[name] = rows[0]
    return found


@in_loop
async def test_a_table_that_is_gone_is_deleted_in_small_steps_with_all_that_hangs_on_it(place: Place) -> None:
    async with place.store() as store:
        await everything(store)
        await everything(store, "other")
        assert await store.last_entry("t") == (7, b"end")
        assert await store.last_entry("nowhere") == (0, b"")
        before = await left_of(place, "other")
        await store.mark_gone("t", 50.0)
        assert await store.aged_tables("gone", True, 49.0, START, 9) == []
        assert await store.aged_tables("gone", True, 50.0, START, 9) == [Aged("t", 50.0)]
        assert not await store.clear_table("t", 3)  # the oldest first: who reads it still sees its end
        assert await store.last_entry("t") == (7, b"end")
        assert (await left_of(place))["entries"] == 4
        assert not await store.clear_table("t", 3)
        assert await store.clear_table("t", 3)
        assert await left_of(place) == {"seats": 1}  # Ada's figures are hers
        assert [(each.played, each.won) for each in await store.tallies("ada")] == [(2, 2)]
        assert await store.listings(["t"]) == {}
        assert [game.table for game in await store.games_of("ada", Wanted(True), 9)] == ["other"]
        assert await store.aged_tables("gone", True, 99.0, START, 9) == []
        assert await left_of(place, "other") == before


@in_loop
async def test_a_code_and_a_place_in_the_list_are_given_up_at_once(place: Place) -> None:
    async with place.store() as store:
        await store.append(entry("t", 1, b"open", summary(code="CODE22", listed=True, players=("ada",))))
        assert await store.public_tables(9) == ["t"]
        await store.mark_gone("t", 5.0)
        assert await store.public_tables(9) == []
        assert await store.table_with("CODE22") is None
        await store.append(entry("u", 1, b"open", summary(code="CODE22")))


@in_loop
async def test_tables_are_looked_through_by_age_a_few_at_a_time(place: Place) -> None:
    async with place.store() as store:
        for number in range(5):
            await store.append(entry(f"t{number}", 1, b"", summary("playing", at=float(number))))
        bots = replace(summary("playing", at=1.5), people=False)
        await store.append(entry("bots", 1, b"", bots))
        first = await store.aged_tables("playing", True, 3.0, START, 2)
        assert first == [Aged("t0", 0.0), Aged("t1", 1.0)]
        rest = await store.aged_tables("playing", True, 3.0, (first[-1].at, first[-1].table), 9)
        assert [each.table for each in rest] == ["t2", "t3"]
        assert await store.aged_tables("playing", False, 9.0, START, 9) == [Aged("bots", 1.5)]
        assert await store.aged_tables("waiting", True, 9.0, START, 9) == []


@in_loop
async def test_a_game_of_which_somebody_has_exercises_that_come_back_is_known_to_have_them(
    place: Place,
) -> None:
    async with place.store() as store:
        await everything(store)
        assert await store.is_practised("t")
        assert not await store.is_practised("u")
        await store.put_exercise_away("ada", "t", 3, -1, NEVER)
        assert not await store.is_practised("t")


@in_loop
async def test_players_without_games_are_found_in_windows(place: Place) -> None:
    async with place.store() as store:
        for number, player in enumerate("abcdef"):
            await store.add_player(player, float(number))
        await store.append(entry("t", 1, b"", summary("playing", players=("b",))))
        found = await store.aged_players("", 4, 4.5)
        assert found == (["a", "c", "d"], "d")
        assert await store.aged_players(found[1], 4, 4.5) == (["e"], "f")  # f came later than that
        assert await store.aged_players("f", 4, 4.5) == ([], "")


@in_loop
async def test_figures_keep_a_player_only_as_long_as_their_age(place: Place) -> None:
    async with place.store() as store:
        await store.add_player("ada", 0.0)
        await everything(store)
        await store.mark_gone("t", 2.0)
        assert await store.clear_table("t", 99)
        assert await store.aged_players("", 9, 0.5) == ([], "ada")
        assert await store.aged_players("", 9, 1.5) == (["ada"], "ada")


@in_loop
async def test_what_belongs_to_a_player_goes_at_once_and_their_tables_are_known_until_they_followed(
    place: Place,
) -> None:
    async with place.store() as store:
        for player in ("ada", "bo"):
            await store.add_player(player, 1.0)
            await store.keep_contact(Contact(player, player, "push", "x", "", "en", "", 0, 1.0), 9)
        await store.offer_handover("used", "ada", 1.0, 9.0, b'{"name":"Ada"}')
        assert await store.hand_over("used", "phone", 2.0)
        await store.offer_handover("open", "ada", 1.0, 9.0, b'{"name":"Ada"}')
        await everything(store)
        gone = replace(summary("waiting", players=("bo",)), former=("ada",))
        await store.append(entry("left", 1, b"Ada", gone))
        for _ in range(2):  # a second time changes nothing
            await store.forget_player("ada", "secret", 3.0)
        assert [await store.player_with(key) for key in ("ada", "phone", "bo")] == [None, None, "bo"]
        assert await store.hand_over("open", "other", 4.0) is None
        assert (await store.contacts_of("ada"), len(await store.contacts_of("bo"))) == ([], 1)
        assert await store.exercises_of("ada") == []
        assert await store.to_forget(9) == [ToForget("ada", "secret")]
        assert await store.traces("ada", 9) == ["t", "left"]
        assert await store.tables_of("ada", 9) == ["t"]  # where they only were is nothing to show
        await store.rewrite_entries("left", {1: b"Player 1"})
        assert await store.entries("left") == [b"Player 1"]
        for table in ("t", "left"):
            await store.drop_trace("ada", table)
        assert await store.traces("ada", 9) == []
        await store.end_forgetting("ada")
        assert await store.to_forget(9) == []
    for name in ("seats", "called", "collected", "reviews", "contacts", "handovers", "keys"):
        assert await place.asked(f"SELECT count(*) FROM {name} WHERE player = 'ada'") == [(0,)]


@in_loop
async def test_of_many_processes_one_does_a_chore(place: Place) -> None:
    async with place.store() as store:
        assert await store.claim_chore("clearing", "one", 10.0, 20.0)
        assert not await store.claim_chore("clearing", "two", 15.0, 25.0)
        assert await store.claim_chore("other", "two", 15.0, 25.0)
        assert await store.claim_chore("clearing", "one", 15.0, 25.0)
        assert await store.claim_chore("clearing", "two", 26.0, 36.0)


@in_loop
async def test_who_is_muted_is_so_until_then(place: Place) -> None:
    async with place.store() as store:
        await store.mute("player", "ada", 10.0)
        await store.mute("address", "192.0.2.1", 5.0)
        await store.mute("player", "ada", 20.0)
        assert await store.muted(4.0) == [Mute("address", "192.0.2.1", 5.0), Mute("player", "ada", 20.0)]
        assert await store.muted(5.0) == [Mute("player", "ada", 20.0)]
        assert await store.unmute("player", "ada")
        assert not await store.unmute("player", "ada")
        await store.unmute_late(5.0)
        assert await store.muted(0.0) == []


@in_loop
async def test_orders_wait_in_their_order(place: Place) -> None:
    async with place.store() as store:
        orders = [Order("b", "close", "t"), Order("a", "delete", "u")]
        for number, order in enumerate(orders):
            await store.give_order(order, float(number))
        assert await store.orders() == orders
        await store.end_order("b")
        assert await store.orders() == orders[1:]


@in_loop
async def test_a_file_gives_its_space_back_a_little_at_a_time(sqlite_place: Place) -> None:
    place = sqlite_place
    async with place.store() as store:
        await store.append(*(entry("t", number, b"x" * 900) for number in range(1, 401)))
        full = await store.size()
        await store.mark_gone("t", 1.0)
        while not await store.clear_table("t", 100):
            pass
        assert await store.size() == full
        sizes = [full]
        while await store.give_space_back(64):
            sizes.append(await store.size())
        assert len(sizes) > 4
        assert all(0 < before - after <= 70 * 1024 for before, after in itertools.pairwise(sizes))
        assert await store.size() < full / 5


@in_loop
async def test_a_file_from_before_can_shrink_as_well(sqlite_place: Place) -> None:
    place = sqlite_place
    async with place.store() as store:
        await store.append(*(entry("t", number, b"x" * 900) for number in range(1, 101)))

    def as_before() -> list[Any]:
        return place.sql("PRAGMA auto_vacuum")

    def downgrade() -> None:
        connection = sqlite3.connect(place.file, isolation_level=None)
        connection.execute("PRAGMA auto_vacuum = NONE")
        connection.execute("VACUUM")
        connection.close()

    await asyncio.to_thread(downgrade)
    assert await asyncio.to_thread(as_before) == [(0,)]
    async with place.store() as store:
        assert len(await store.entries("t")) == 100
        await store.mark_gone("t", 1.0)
        assert await store.clear_table("t", 1_000)
        full = await store.size()
        while await store.give_space_back(64):
            pass
        assert await store.size() < full / 2

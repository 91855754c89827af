"""Who looks after which table: leases last as long as their process gives signs of life."""

from __future__ import annotations

import asyncio

import pytest

from reihum.server.store import Ears, Store
from reihum.server.store.leases import BEAT, DEAD_AFTER, Census, Present, Vigil
from tests.server.places import Place, in_loop

pytestmark = pytest.mark.timeout(60)


# -- both stores ----------------------------------------------------------------------------------


@in_loop
async def test_a_lease_is_kept_by_its_owner_however_long(place: Place) -> None:
    async with place.store() as store:
        assert await store.claim("t", "one")
        assert not await store.claim("t", "two")
        assert await store.claim("t", "one")
        assert await store.claim("u", "two")
        assert await store.adopt("two", 9) == []


@in_loop
async def test_of_many_processes_that_claim_a_lease_at_once_exactly_one_gets_it(place: Place) -> None:
    async with place.store() as one, place.store() as two:
        for table in "abc":
            asked = [store.claim(table, f"{name}{number}")
                     for number in range(10) for name, store in (("one", one), ("two", two))]  # fmt: skip
            assert sum(await asyncio.gather(*asked)) == 1


@in_loop
async def test_a_lease_is_given_back_by_its_owner_only(place: Place) -> None:
    async with place.store() as store:
        for table in "abc":
            assert await store.claim(table, "one")
        await store.release("two", ["a", "b"])
        assert not await store.claim("a", "two")
        await store.release("one", ["a", "b", "never claimed"])
        await store.release("one", [])
        assert await store.claim("a", "two")
        assert await store.claim("b", "two")
        assert not await store.claim("c", "two")


@in_loop
async def test_a_parked_table_is_adopted_when_it_is_due_and_can_be_claimed_at_any_time(place: Place) -> None:
    async with place.store() as store:
        await store.enroll("one")
        for table in "abcd":
            assert await store.claim(table, "one")
        await store.park("two", {"d": -99.0})  # which has no lease to let go
        await store.park("one", {"a": -10.0, "b": -20.0, "c": 500.0})
        assert await orphans(store)
        assert await store.adopt("two", 1) == ["b"]  # it has waited longest
        assert await store.adopt("two", 9) == ["a"]
        assert not await orphans(store)
        assert await store.adopt("two", 9) == []
        assert await store.claim("c", "two")
        assert not await store.claim("d", "two")


async def orphans(store: Store) -> bool:
    """Whether there is a table that nobody looks after."""
    census = await store.beat("one")
    assert census is not None
    return census.orphans


@in_loop
async def test_whoever_stops_leaves_everything_to_the_others_at_once(place: Place) -> None:
    async with place.store() as store:
        await store.enroll("one")
        for number in range(120):
            assert await store.claim(f"t{number:03}", "one")
        await store.want_review("game", "ada", 1.0)
        assert await store.claim_review("game", "one")
        await store.resign("one")
        assert await store.enroll("two") == set()
        adopted: list[str] = []
        while some := await store.adopt("two", 50):
            assert len(some) <= 50
            adopted += some
        assert sorted(adopted) == [f"t{number:03}" for number in range(120)]
        assert await store.enroll("two") == set(adopted)
        assert await store.claim_review("game", "two")


@in_loop
async def test_nobody_is_connected_to_a_process_that_does_not_exist(place: Place) -> None:
    async with place.store() as store:
        await store.set_present("one", {"t": Present((0, 2))})
        assert await store.present_elsewhere("one", ["t"]) == {}


@in_loop
async def test_a_store_of_one_process_knows_that_earlier_runs_are_gone(sqlite_place: Place) -> None:
    async with sqlite_place.store() as store:
        assert await store.claim("t", "an earlier run")
        await store.want_review("game", "ada", 1.0)
        assert await store.claim_review("game", "an earlier run")
        assert await store.claim("mine", "one")
        assert await store.enroll("one") == {"mine"}
        assert await store.beat("one") == Census({}, orphans=True)
        assert await store.adopt("one", 9) == ["t"]
        assert await store.beat("one") == Census({}, orphans=False)
        assert await store.claim_review("game", "one")


# -- several processes ----------------------------------------------------------------------------


@in_loop
async def test_a_process_that_is_buried_loses_what_it_held_and_comes_back_as_a_new_one(
    postgres_place: Place,
) -> None:
    async with postgres_place.store() as store:
        await store.enroll("one")
        await store.enroll("two")
        assert await store.claim("t", "one")
        await store.set_present("one", {"t": Present((1,), (1,))})
        await store.want_review("game", "ada", 1.0)
        assert await store.claim_review("game", "one")
        assert await store.beat("two") == Census({"one": 1})
        assert await store.beat("one") == Census({"two": 2})
        await store.bury({"one": 1})  # it has given another sign meanwhile
        assert await store.present_elsewhere("two", ["t"]) == {"t": {1}}
        await store.bury({"one": 2})
        assert await store.present_elsewhere("two", ["t"]) == {}
        assert await store.beat("two") == Census({}, orphans=True)
        assert await store.beat("one") is None
        assert await store.adopt("two", 9) == ["t"]
        assert await store.claim_review("game", "two")
        assert await store.enroll("one") == set()
        assert await store.beat("two") == Census({"one": 1})


@in_loop
async def test_who_held_something_and_is_not_known_is_buried_unless_it_gives_a_sign(
    postgres_place: Place,
) -> None:
    """After a crash of the database nobody is known: whoever enrols first must not rob the others."""
    async with postgres_place.store() as store:
        for owner in ("dead", "alive"):
            await store.enroll(owner)
            assert await store.claim(f"of {owner}", owner)
        await postgres_place.asked("DELETE FROM processes")
        assert await store.enroll("third") == set()
        assert await store.beat("third") == Census({"alive": 0, "dead": 0})
        assert await store.beat("alive") is None  # so it tells again who is connected to it
        assert await store.enroll("alive") == {"of alive"}
        await store.bury({"alive": 0, "dead": 0})
        assert await store.adopt("third", 9) == ["of dead"]
        assert not await store.claim("of alive", "third")


@in_loop
async def test_several_processes_that_adopt_at_once_share_the_tables(postgres_place: Place) -> None:
    async with postgres_place.store() as one, postgres_place.store() as two:
        for number in range(40):
            assert await one.claim(f"t{number}", "dead")
        await one.park("dead", {f"t{number}": -1.0 for number in range(40)})
        adopted: list[str] = []
        while some := [*await one.adopt("one", 7), *await two.adopt("two", 7)]:
            adopted += some
            for found in await asyncio.gather(one.adopt("one", 3), two.adopt("two", 3)):
                adopted += found
        assert sorted(adopted) == sorted(f"t{number}" for number in range(40))


@in_loop
async def test_who_is_connected_is_known_to_the_others_and_they_hear_of_it(postgres_place: Place) -> None:
    heard: asyncio.Queue[set[str]] = asyncio.Queue()
    async with postgres_place.store() as one, postgres_place.store() as two:
        await two.watch(Ears(present=heard.put_nowait))
        await one.set_present("one", {"t": Present((0, 2), (2,)), "u": Present((1,))})
        assert await heard.get() == {"t", "u"}
        await two.set_present("two", {"t": Present((1,))})
        assert await one.present_elsewhere("one", ["t", "u", "v"]) == {"t": {1}}
        assert await two.present_elsewhere("two", ["t", "u", "v"]) == {"t": {0, 2}, "u": {1}}
        assert await two.watching_elsewhere("two", "t") == {2}
        assert await two.watching_elsewhere("two", "u") == set()
        await one.set_present("one", {"t": Present(), "u": Present((3,), (3,))})
        assert await heard.get() == {"t", "u"}
        assert await two.present_elsewhere("two", ["t", "u"]) == {"u": {3}}
        assert heard.empty()


# -- who is dead ----------------------------------------------------------------------------------


def test_a_process_is_dead_when_it_has_given_no_sign_for_a_while() -> None:
    vigil, now = Vigil(), 50.0
    beats = 7
    while now < 60.0:
        beats += 1
        assert vigil.look({"one": beats, "two": 3 * beats}, now) == {}
        now += BEAT
    silent_since = now - BEAT
    while now - silent_since < DEAD_AFTER:
        assert vigil.look({"one": beats, "two": 1000 + int(now / BEAT)}, now) == {}
        now += BEAT
    assert vigil.look({"one": beats, "two": 0}, now) == {"one": beats}
    assert now - silent_since <= DEAD_AFTER + BEAT
    assert vigil.look({"one": beats + 1, "two": 1}, now + BEAT) == {}  # it was only slow
    assert vigil.look({"two": 2}, now + BEAT) == {}
    assert [*vigil.silent] == ["two"]


@pytest.mark.parametrize("pause", [60.0, -3600.0])
def test_who_was_away_itself_takes_nobody_for_dead(pause: float) -> None:
    """A process that was stopped, or had no connection for a minute, has seen no silence in that time."""
    vigil = Vigil()
    assert vigil.look({"one": 1}, 100.0) == {}
    assert vigil.look({"one": 1}, 100.0 + pause) == {}
    assert vigil.look({"one": 2}, 100.0 + pause + BEAT) == {}

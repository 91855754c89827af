"""Exercises in the store: collected once, placed once for each try, put away, deleted; for both stores."""

from __future__ import annotations

from msgspec.structs import replace

from reihum.server.store import Result, Summary, Write
from reihum.server.store.exercises import StoredExercise
from tests.server.places import Place, in_loop

MINE = StoredExercise("ada", "t", 12, 0, "23", 3, 9.5, "pass", b'{"8":[0.5,0.01]}', 0, 20000, added=5.0)
LATER = replace(MINE, number=30, due=20003)


@in_loop
async def test_the_mistakes_of_a_game_are_collected_once_and_survive(place: Place) -> None:
    async with place.store() as store:
        assert await store.exercises_of("ada") == []
        await store.collect("ada", "t", [LATER, MINE])
        await store.collect("ada", "t", [replace(MINE, number=99)])  # has been done
        await store.collect("bo", "t", [replace(MINE, player="bo")])
    async with place.store() as store:
        assert await store.exercises_of("ada") == [MINE, LATER]
        assert await store.exercise("ada", "t", 30) == LATER
        assert await store.exercise("bo", "t", 30) is None


@in_loop
async def test_a_try_counts_once(place: Place) -> None:
    async with place.store() as store:
        await store.collect("ada", "t", [MINE])
        assert await store.place_exercise(MINE, 1, 20001, 1)
        assert not await store.place_exercise(MINE, 2, 20004, 1)  # it has been tried since it was read
        now = await store.exercise("ada", "t", 12)
        assert now == replace(MINE, box=1, due=20001, tries=1, solved=1)


@in_loop
async def test_what_is_put_away_or_deleted_does_not_come_back(place: Place) -> None:
    async with place.store() as store:
        await store.collect("ada", "t", [MINE, LATER])
        await store.collect("bo", "t", [replace(MINE, player="bo")])
        assert await store.put_exercise_away("ada", "t", 12, -1, 99999)
        assert not await store.put_exercise_away("ada", "t", 13, -1, 99999)
        assert [each.number for each in await store.exercises_of("ada")] == [30, 12]
        await store.delete_exercises("ada")
        await store.collect("ada", "t", [MINE])
        assert await store.exercises_of("ada") == []
        assert len(await store.exercises_of("bo")) == 1


@in_loop
async def test_only_finished_games_with_a_review_are_to_be_collected(place: Place) -> None:
    async with place.store() as store:
        for table, status in (("over", "over"), ("plays", "playing"), ("unseen", "over")):
            results = (Result("ada"), Result("bo")) if status == "over" else ()
            summary = Summary(status, None, False, ("ada", "bo"), 7.0, game="23", size=2, results=results)
            await store.append(Write(table, 1, b"{}", summary))
        for table in ("over", "plays"):
            await store.want_review(table, "bo", 1.0)
            await store.keep_review(table, b"review")
        assert await store.uncollected("ada", 9) == ["over"]
        await store.collect("ada", "over", [])
        assert await store.uncollected("ada", 9) == []
        assert await store.uncollected("bo", 9) == ["over"]
        assert await store.uncollected("cleo", 9) == []

"""The games of a player in the store: pages, sums, streaks; and games from before there were results."""

from __future__ import annotations

import importlib
import math
from dataclasses import replace

import pytest

from reihum.server.store import Played, Result, Store, Streak, Summary, Wanted, Write, migrations
from tests.server.places import Place, in_loop

UNFINISHED, FINISHED = Wanted(finished=False), Wanted(finished=True)


def ended(at: float, *results: Result, game: str = "23", size: int = 3, **more: object) -> Summary:
    """The summary of a game that is over."""
    players = tuple(result.player for result in results)
    summary = Summary("over", None, False, players, at, b"card", game, size, at - 60.0, results)
    return replace(summary, **more)  # type: ignore[arg-type]


def won(player: str = "ada", company: str = "master", score: int = 5) -> Result:
    return Result(player, company, counted=True, won=True, place=1, score=score)


def lost(player: str = "ada", company: str = "master", score: int = 9) -> Result:
    return Result(player, company, counted=True, place=2, score=score)


async def keep(store: Store, *summaries: Summary) -> None:
    """Store the summaries of tables t0, t1 …"""
    await store.append(*(Write(f"t{number}", 0, summary=each) for number, each in enumerate(summaries)))


async def tables(store: Store, wanted: Wanted, player: str = "ada", most: int = 99) -> list[str]:
    return [each.table for each in await store.games_of(player, wanted, most)]


@in_loop
async def test_a_finished_game_comes_back_as_it_ended_for_each_player(place: Place) -> None:
    shared = replace(won("bo", "people", 7), shared=True)
    async with place.store() as store:
        await keep(store, ended(100.0, lost("ada", "people", 8), shared))
        (ada,) = await store.games_of("ada", FINISHED, 9)
        (bo,) = await store.games_of("bo", FINISHED, 9)
    assert (ada.table, ada.at, ada.began, ada.listing) == ("t0", 100.0, 40.0, b"card")
    assert (ada.counted, ada.won, ada.shared, ada.place, ada.score) == (True, False, False, 2, 8)
    assert (bo.counted, bo.won, bo.shared, bo.place, bo.score) == (True, True, True, 1, 7)


@in_loop
async def test_games_come_in_pages_the_latest_first_also_if_they_ended_at_the_same_time(place: Place) -> None:
    times = [5.0, 9.0, 7.0, 7.0, 7.0, 1.0]
    async with place.store() as store:
        await keep(store, *(ended(at, won()) for at in times))
        seen: list[str] = []
        wanted = FINISHED
        while page := await store.games_of("ada", wanted, 2):
            seen += [each.table for each in page]
            wanted = replace(wanted, before=(page[-1].at, page[-1].table))
        assert seen == ["t1", "t4", "t3", "t2", "t0", "t5"]
        assert await tables(store, FINISHED, "bo") == []


@in_loop
async def test_games_can_be_chosen_by_game_and_by_company(place: Place) -> None:
    async with place.store() as store:
        await keep(
            store,
            ended(1.0, won(), game="23"),
            ended(2.0, won(company="people"), game="yoyo"),
            ended(3.0, won(company="people"), game="23"),
        )
        assert await tables(store, Wanted(True, "23")) == ["t2", "t0"]
        assert await tables(store, Wanted(True, company="people")) == ["t2", "t1"]
        assert await tables(store, Wanted(True, "23", "people")) == ["t2"]
        assert await tables(store, Wanted(True, "help")) == []


@in_loop
async def test_unfinished_games_are_apart_and_a_table_closed_before_the_deal_is_in_neither_list(
    place: Place,
) -> None:
    going_on = Summary("playing", None, False, ("ada", "bo"), 4.0, b"", "yoyo", 2)
    async with place.store() as store:
        await keep(store, going_on, ended(3.0, won()), ended(5.0, won(), results=()))
        assert await tables(store, UNFINISHED) == await tables(store, UNFINISHED, "bo") == ["t0"]
        assert await tables(store, FINISHED) == ["t1"]
        await store.append(Write("t0", 0, summary=ended(9.0, lost(), game="yoyo", size=2)))
        assert await tables(store, UNFINISHED) == []
        assert await tables(store, UNFINISHED, "bo") == [], "who has gone has no row any more"
        assert await tables(store, FINISHED) == ["t0", "t1"]


@in_loop
async def test_what_counts_is_summed_by_game_number_of_players_and_company(place: Place) -> None:
    async with place.store() as store:
        await keep(
            store,
            ended(3.0, won(score=2)),
            ended(2.0, lost(score=11)),
            ended(4.0, won(company="people", score=6)),
            ended(5.0, won(score=1), size=4),
            ended(6.0, Result("ada", "alone", True, score=9), game="koenigs-romme", size=1),
            ended(1.0, Result("ada", "master")),  # ended by its host: it counts for nothing
            ended(7.0, won("bo")),
        )
        assert await store.tallies("ada") == [
            Played("23", 3, "master", 2, 1, 13, 2, 11, 2.0),
            Played("23", 3, "people", 1, 1, 6, 6, 6, 4.0),
            Played("23", 4, "master", 1, 1, 1, 1, 1, 5.0),
            Played("koenigs-romme", 1, "alone", 1, 0, 9, 9, 9, 6.0),
        ]
        assert await store.tallies("nobody") == []
        assert await store.streaks("nobody") == []


@pytest.mark.parametrize(
    ("ends", "longest", "current"),
    [("", 0, 0), ("l", 0, 0), ("w", 1, 1), ("wwlw", 2, 1), ("lwwwl", 3, 0), ("wlwwlwww", 3, 3)],
)
@in_loop
async def test_games_won_in_a_row_are_counted_now_and_at_best(
    place: Place, ends: str, longest: int, current: int
) -> None:
    games = [ended(float(at), won() if end == "w" else lost()) for at, end in enumerate(ends)]
    between = ended(1.5, lost(), game="yoyo")  # another game does not break a streak
    alone = ended(2.5, Result("ada", "alone", True, won=True, score=11), size=1)
    async with place.store() as store:
        await keep(store, *games, between, alone)
        streaks = {(each.game, each.alone): each for each in await store.streaks("ada")}
    assert streaks.pop(("23", True)) == Streak("23", True, 1, 1)
    assert streaks.pop(("yoyo", False)) == Streak("yoyo", False, 0, 0)
    assert streaks == ({("23", False): Streak("23", False, longest, current)} if ends else {})


@in_loop
async def test_texts_that_a_database_cannot_hold_find_nothing(place: Place) -> None:
    async with place.store() as store:
        await keep(store, ended(1.0, won()))
        for text in ("\0", "\ud800", "x" * 10_000):
            assert await tables(store, FINISHED, text) == []
            assert await store.tallies(text) == []
            assert (
                await tables(store, Wanted(True, text)) == await tables(store, Wanted(True, "", text)) == []
            )
        assert await tables(store, replace(FINISHED, before=(-math.inf, ""))) == []


@in_loop
async def test_games_that_ended_before_results_were_kept_are_listed_and_wait_to_be_counted(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = b'{"shown":{"table":"x","game":"yoyo","players":2},"players":["ada","bo"],"owner":"ada"}'
    with monkeypatch.context() as patched:
        name = {"sqlite": "sqlite", "postgres": "pool"}[place.kind]
        module = importlib.import_module(f"reihum.server.store.{name}")
        before = {"sqlite": migrations.SQLITE_STEPS, "postgres": migrations.POSTGRES_STEPS}[place.kind][:2]
        patched.setattr(module, f"{place.kind.upper()}_STEPS", before)
        async with place.store() as store:
            await store.check()
    blob = f"x'{card.hex()}'" if place.kind == "sqlite" else f"'\\x{card.hex()}'::bytea"
    yes = {"sqlite": "0", "postgres": "false"}[place.kind]
    for ident, status in (("t0", "over"), ("t1", "over"), ("t2", "playing")):
        at = 7.0 + int(ident[1])
        await place.asked(f"INSERT INTO tables VALUES ('{ident}', NULL, {yes}, '{status}', {at}, {blob})")
        await place.asked(f"INSERT INTO seats VALUES ('ada', '{ident}')")
        await place.asked(f"INSERT INTO seats VALUES ('bo', '{ident}')")
    async with place.store() as store:
        assert await tables(store, Wanted(True, "yoyo"), "bo") == ["t1", "t0"]
        assert await tables(store, Wanted(False, "yoyo")) == ["t2"]
        assert [each.counted for each in await store.games_of("ada", FINISHED, 9)] == [None, None]
        assert await store.tallies("ada") == []
        assert await store.uncounted_games("ada") == 2
        assert await store.uncounted_tables("", 9) == [("t0", 7.0), ("t1", 8.0)]
        assert await store.uncounted_tables("t0", 9) == [("t1", 8.0)]
        await store.append(Write("t0", 0, summary=ended(7.0, won(), lost("bo"), game="yoyo", size=2)))
        assert await store.uncounted_tables("", 9) == [("t1", 8.0)]
        assert await store.uncounted_games("ada") == 1
        assert [each.played for each in await store.tallies("ada")] == [1]


@in_loop
async def test_a_page_and_the_sums_of_10000_games_are_read_along_an_index(place: Place) -> None:
    games = [ended(float(at), won() if at % 3 else lost(), game="23") for at in range(10_000)]
    async with place.store() as store:
        await keep(store, *games)
        page = await store.games_of("ada", replace(FINISHED, before=(5_000.0, "")), 25)
        assert [each.at for each in page] == [float(at) for at in range(4_999, 4_974, -1)]
        assert [each.played for each in await store.tallies("ada")] == [10_000]
        assert await store.streaks("ada") == [Streak("23", False, 2, 0)]
    select = """SELECT table_id FROM seats
        WHERE player = 'ada' AND finished = 1 AND (changed, table_id) < (5.0, '')
        ORDER BY changed DESC, table_id DESC LIMIT 25"""
    if place.kind == "postgres":
        await place.asked("ANALYZE seats")
        plan = str(await place.asked(f"EXPLAIN {select}"))
        assert "Sort" not in plan
    else:
        plan = str(await place.asked(f"EXPLAIN QUERY PLAN {select}"))
        assert "TEMP B-TREE" not in plan
    assert "seats_by_time" in plan

"""What expires, when, and with what; and bots that nobody watches."""

from __future__ import annotations

import random
import time
from dataclasses import replace

import pytest

from reihum.core.errors import ReihumError
from reihum.server.ages import DAY, NEVER, Ages, age_text, ages_from, ages_text
from reihum.server.live import clearing
from reihum.server.metrics import Gauges
from reihum.server.settings import Settings
from reihum.server.store import Write
from reihum.server.store.exercises import StoredExercise
from reihum.table.judge import judge_move
from reihum.table.log import decode_entry
from tests.server.house import QUICK, House, house
from tests.server.places import Place, in_loop

BOTS = {"game": "23", "seats": ["bot:random", "bot:random"]}
LATER = 3600.0


def with_ages(**ages: float) -> Settings:
    """Settings in which only these things expire."""
    never = Ages(
        **dict.fromkeys(("finished", "waiting", "unfinished", "bots", "players", "unwatched"), NEVER)
    )
    return replace(QUICK, ages=replace(never, **ages))


async def rows(place: Place, table: str) -> int:
    """How many rows are left of a table, results aside."""
    names = ("entries", "leases", "reviews", "called", "exercises", "collected")
    found = [await place.asked(f"SELECT count(*) FROM {name} WHERE table_id = '{table}'") for name in names]
    there = await place.asked(f"SELECT count(*) FROM tables WHERE id = '{table}'")
    return int(sum(count[0][0] for count in [*found, there]))


async def leave_memory(here: House) -> None:
    """Everything that nobody needs leaves memory."""
    for actor in list(here.registry.actors.values()):
        await here.until(actor.is_idle)
        here.registry.drop(actor)


@in_loop
async def test_a_waiting_table_goes_when_it_is_old_enough_and_not_before(place: Place) -> None:
    async with house(place.url, with_ages(waiting=DAY)) as here:
        ada, bo = await here.visitor(), await here.visitor()
        opened = await ada.post("/api/tables", {"game": "23", "seats": ["me", "open"], "public": True})
        table = opened["table"]
        await here.clear(DAY - LATER)
        assert (await bo.get("/api/tables"))["tables"]
        await here.clear(DAY + LATER)
        assert (await bo.get("/api/tables"))["tables"] == []
        assert await bo.refused(f"/api/tables/{table}/sit") == "no_table"
        assert (await bo.ask("GET", f"/api/code/{opened['code']}"))[0] == 404
        assert await rows(place, table) > 0  # other processes may not have noticed yet
        await here.clear(DAY + LATER + clearing.GRACE + 1)
        assert await rows(place, table) == 0
        assert here.registry.metrics.expired == {"waiting": 1}
        assert 'reihum_expired_total{kind="waiting"} 1' in here.registry.metrics.text(Gauges())


@in_loop
async def test_who_looks_on_when_a_table_goes_is_told_and_one_where_somebody_looks_stays(
    place: Place,
) -> None:
    async with house(place.url, with_ages(waiting=DAY)) as here:
        ada = await here.visitor()
        table = (await ada.post("/api/tables", {"game": "23", "seats": ["me", "open"]}))["table"]
        viewer = here.look(table)
        await here.clear(2 * DAY)
        assert table in here.registry.actors
        await clearing.close_table(here.registry, table, 0.0)
        assert viewer.connection.ended == "gone"  # type: ignore[attr-defined]
        await here.until(lambda: table not in here.registry.actors)


@in_loop
async def test_a_game_of_days_lasts_as_long_as_somebody_makes_a_move(place: Place) -> None:
    async with house(place.url, with_ages(unfinished=DAY)) as here:
        ada = await here.visitor()
        table = (await ada.post("/api/tables", {"game": "23", "seats": ["me", "bot:random"]}))["table"]
        await ada.post(f"/api/tables/{table}/start")
        await leave_memory(here)
        number, line = await here.store.last_entry(table)
        late = decode_entry(line).at + 2 * DAY
        greeted = b'{"e":"greeted","at":%f,"seat":0}' % late
        await here.store.append(Write(table, number + 1, greeted))  # long after its seats were taken
        await here.clear(2.5 * DAY)
        assert await here.registry.actor(table) is not None
        await leave_memory(here)
        await here.clear(3.5 * DAY)
        assert await here.registry.actor(table) is None


@in_loop
async def test_a_finished_game_takes_everything_with_it_but_not_its_players_figures(
    sqlite_place: Place,
) -> None:
    place = sqlite_place
    async with house(place.url, with_ages(finished=DAY)) as here:
        ada = await here.visitor()
        table = (await ada.post("/api/tables", {"game": "23", "seats": ["me", "bot:random"]}))["table"]
        await ada.post(f"/api/tables/{table}/start")
        actor, player = here.actor(table), here.actor(table).table.host
        match = actor.table.match
        assert match is not None
        while not match.over:  # Ada's moves, too
            await here.until(lambda: actor.table.ask(0) is not None or match.over)
            if not match.over:
                await make_any_move(here, table)
        await here.played(table)
        await here.store.want_review(table, player, 1.0)
        exercise = StoredExercise(player, table, 1, 0, "23", 2, 1.0, "pass", b"{}", box=0, due=1)
        await here.store.collect(player, table, [exercise])
        await here.clear(2 * DAY)
        assert await here.registry.actor(table) is not None  # Ada still practises it
        await here.store.put_exercise_away(player, table, 1, -1, 2**31 - 1)
        await here.clear(2 * DAY)
        await here.clear(2 * DAY + clearing.GRACE + 1)
        assert await rows(place, table) == 0
        assert (await ada.get("/api/mine/finished"))["games"] == []
        assert (await ada.get("/api/mine"))["tables"] == []
        (figures,) = (await ada.get("/api/mine/statistics"))["games"]
        assert figures["played"] == 1
        assert (await ada.ask("GET", f"/api/tables/{table}/record"))[0] == 404


async def make_any_move(here: House, table: str) -> None:
    """Ada makes some legal move."""
    actor = here.actor(table)
    ask = actor.table.ask(0)
    assert ask is not None
    move = random.choice(actor.table.moves(0))
    host = actor.table.host
    await actor.log.do(lambda live, now: judge_move(live, host, f"c{ask}", ask, move, now))


@in_loop
async def test_games_between_bots_have_an_age_of_their_own(place: Place) -> None:
    async with house(place.url, with_ages(bots=DAY)) as here:
        ada = await here.visitor()
        table = (await ada.post("/api/tables", BOTS))["table"]
        await here.played(table)
        await leave_memory(here)
        await here.clear(DAY - LATER)
        assert await here.registry.actor(table) is not None
        await leave_memory(here)
        await here.clear(DAY + LATER)
        assert await here.registry.actor(table) is None
        assert here.registry.metrics.expired == {"bots": 1}


@in_loop
async def test_players_without_games_go_and_others_stay(place: Place) -> None:
    async with house(place.url, with_ages(players=DAY)) as here:
        ada, bo = await here.visitor(), await here.visitor()
        await bo.post("/api/tables", {"game": "23", "seats": ["me", "open"]})
        await here.clear(DAY - LATER)
        assert (await ada.ask("GET", "/api/mine"))[0] == 200
        await here.clear(DAY + LATER)
        assert (await ada.ask("GET", "/api/mine"))[0] == 401
        assert len((await bo.get("/api/mine"))["tables"]) == 1
        assert await here.store.to_forget(9) == []


@in_loop
async def test_what_never_expires_does_not(sqlite_place: Place) -> None:
    async with house(sqlite_place.url, with_ages()) as here:
        ada = await here.visitor()
        table = (await ada.post("/api/tables", {"game": "23", "seats": ["me", "open"]}))["table"]
        await here.clear(9_000 * DAY)
        assert await here.registry.actor(table) is not None


@in_loop
async def test_two_processes_do_not_clear_at_once_and_both_see_what_goes(postgres_place: Place) -> None:
    url = postgres_place.url
    async with house(url, with_ages(waiting=DAY)) as here, house(url, with_ages(waiting=DAY)) as there:
        ada = await here.visitor()
        table = (await ada.post("/api/tables", {"game": "23", "seats": ["me", "open"]}))["table"]
        assert await there.registry.actor(table) is not None
        viewer = there.look(table)
        here.registry.clearing.now = lambda: time.time() + 2 * DAY
        assert await here.registry.clearing._is_ours()
        await there.clear(2 * DAY)
        assert here.registry.metrics.expired == there.registry.metrics.expired == {}
        await here.clear(2 * DAY)
        assert here.registry.metrics.expired == {"waiting": 1}
        await there.until(lambda: viewer.connection.ended == "gone")  # type: ignore[attr-defined]
        await there.until(lambda: table not in there.registry.actors)


@in_loop
async def test_every_step_is_small(sqlite_place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(sqlite_place.url, with_ages(waiting=DAY)) as here:
        ada = await here.visitor()
        for _ in range(7):
            await ada.post("/api/tables", {"game": "23", "seats": ["me", "open"]})
        await leave_memory(here)
        monkeypatch.setattr(clearing, "TABLES_AT_ONCE", 3)
        here.registry.clearing.now = lambda: 1e10
        steps = [None async for _ in here.registry.clearing.round()]
        assert here.registry.metrics.expired == {"waiting": 7}
        assert len(steps) >= 7 + 3  # others have their turn after each table, and after each look


# -- bots that nobody watches ---------------------------------------------------------------------


@in_loop
async def test_bots_stop_when_nobody_watches_and_go_on_when_somebody_looks(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = replace(QUICK, ages=replace(Ages(), unwatched=0.001))
    async with house(place.url, settings) as here:
        ada = await here.visitor()
        table = (await ada.post("/api/tables", {**BOTS, "game": "koenigs-romme"}))["table"]
        actor = here.actor(table)
        await here.until(lambda: actor.table.match is not None and actor.is_unwatched() and actor.is_idle())
        await here.until(lambda: not actor.leased and actor.is_idle())
        stopped = actor.table.v
        actor.schedule()
        assert actor.next_duty() is None
        assert not await here.store.adopt("another", 9)  # no process takes it up by itself
        assert actor.table.status == "playing"
        here.look(table)
        await here.until(lambda: actor.table.v > stopped + 5)


@in_loop
async def test_where_a_person_plays_bots_go_on_without_anybody_looking(sqlite_place: Place) -> None:
    settings = replace(QUICK, ages=replace(Ages(), unwatched=0.001))
    async with house(sqlite_place.url, settings) as here:
        ada = await here.visitor()
        seats = ["me", "bot:random", "bot:random"]
        table = (await ada.post("/api/tables", {"game": "yoyo", "seats": seats}))["table"]
        await ada.post(f"/api/tables/{table}/start")
        await ada.post(f"/api/tables/{table}/leave")
        assert not here.actor(table).is_unwatched()


# -- settings -------------------------------------------------------------------------------------


def test_ages_are_written_with_a_unit_or_never() -> None:
    ages = ages_from(["finished=90d", "bots=12h", "waiting=never", "unwatched=45s"])
    assert (ages.finished, ages.bots, ages.waiting, ages.unwatched) == (90 * DAY, DAY / 2, NEVER, 45.0)
    assert ages.players == Ages().players
    assert [age_text(age) for age in (90 * DAY, DAY / 2, 90.0, NEVER)] == ["90d", "12h", "90s", "never"]
    assert ages_text().splitlines()[0].startswith("finished=730d ")


@pytest.mark.parametrize(
    "change", ["finished=", "finished=0d", "finished=-1d", "bots=9", "bots=1y", "x=1d", ""]
)
def test_other_ages_are_refused(change: str) -> None:
    with pytest.raises(ReihumError):
        ages_from([change])

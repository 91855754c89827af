"""Tables go on: after a restart, after the death of another process, and whatever clocks say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from reihum.server.live import attendance, registry
from reihum.server.live.viewer import Viewer
from reihum.server.metrics import Metrics
from reihum.server.net.hub import ConnectionHub
from reihum.server.net.websocket import WebSocketConnection
from reihum.server.settings import Limits, Settings
from reihum.server.store import leases, pool
from reihum.table.dealing import HELLO_TIMEOUT, judge_greeting
from reihum.table.duties import THINKING_LIMIT, AnswerDue
from tests.server.inside import PATIENCE, Inside, running
from tests.server.places import Place, in_loop

pytestmark = pytest.mark.timeout(60)
MANY = 60  # tables; more than are taken in at once
LONG = Settings(bot_delay=900.0)  # bots answer so late that tables only wait


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Signs of life come often, and a short silence is enough."""
    monkeypatch.setattr(attendance, "BEAT", 0.02)
    monkeypatch.setattr(leases, "LONGEST_STEP", 0.04)
    monkeypatch.setattr(leases, "DEAD_AFTER", 0.4)
    monkeypatch.setattr(registry, "ROUND", 0.05)


class Unheard(WebSocketConnection):
    """A connection on which nothing is sent."""

    def __init__(self) -> None:
        self.hub = ConnectionHub(Limits(), Metrics(), frozenset(), 9)
        self.pushed = []
        self.close_sent = True


def looking() -> Viewer:
    """Somebody who looks from seat 0."""
    viewer = Viewer("ada", Unheard(), "en")
    viewer.seat = 0
    return viewer


async def crashed(url: str, settings: Settings, *seats: str, tables: int = MANY) -> None:
    """A server that had this many tables, with leases where there is something to do, and was killed."""
    async with running(url, settings) as server:
        actors = [await server.open(*seats) for _ in range(tables)]
        await server.until(lambda: all(actor.leased and actor.table.match is not None for actor in actors))
        server.crash()
        server.registry.attendance.owner = "nobody"  # so that closing the store gives nothing back


# -- after a restart ------------------------------------------------------------------------------


@in_loop
async def test_all_tables_of_bots_go_on_after_a_restart_however_many(place: Place) -> None:
    await crashed(place.url, LONG, "bot:policy", "bot:policy")
    async with running(place.url, moves=2) as server:
        actors = server.registry.actors
        await server.until(lambda: len(actors) == MANY and all(each.table.v >= 2 for each in actors.values()))
        assert all(actor.leased for actor in actors.values())
        assert server.registry.metrics.adopted == MANY
        assert await server.registry.store.adopt("nobody", MANY) == []


@in_loop
async def test_tables_with_nothing_to_do_are_not_kept_in_memory(place: Place) -> None:
    """A bot was to move, and after its move a person is: the lease was still there."""
    async with running(place.url) as server:
        for _ in range(3):
            actor = await server.open("me", "open")
            assert await server.registry.attendance.take_lease(actor)
        server.crash()
        server.registry.attendance.owner = "nobody"
    assert len(await place.asked("SELECT table_id FROM leases WHERE owner <> ''")) == 3
    async with running(place.url) as server:
        await server.until(lambda: server.registry.metrics.adopted == 3)
        assert not server.registry.actors
        assert await place.asked("SELECT table_id FROM leases") == []


@in_loop
async def test_tables_whose_next_duty_is_far_away_are_parked_at_once(place: Place) -> None:
    await crashed(place.url, Settings(bot_delay=90_000.0), "bot:policy", "bot:policy", tables=3)
    async with running(place.url, Settings(bot_delay=90_000.0)) as server:
        await server.until(lambda: server.registry.metrics.adopted == 3)
        assert not server.registry.actors
        parked = await place.asked("SELECT count(*), min(until) FROM leases WHERE owner = ''")
        assert parked[0][0] == 3
        assert parked[0][1] > server.clock.wall() + 3600.0


@in_loop
async def test_only_a_few_tables_are_called_in_at_once(
    sqlite_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    await crashed(sqlite_place.url, LONG, "bot:policy", "bot:policy")
    monkeypatch.setattr(attendance, "ADOPTED_AT_ONCE", 7)
    server = Inside(sqlite_place.url, LONG)
    sizes: list[int] = []
    logs = server.registry.store.logs

    async def noting(tables: Iterable[str]) -> dict[str, list[bytes]]:
        found = await logs(tables)
        sizes.append(len(found))
        return found

    monkeypatch.setattr(server.registry.store, "logs", noting)
    await server.registry.attendance.beat()
    await server.until(lambda: server.registry.metrics.adopted == MANY)
    assert sum(sizes) == MANY
    assert max(sizes) == 7
    await server.registry.close()


@in_loop
async def test_whoever_stops_leaves_its_tables_to_the_next_start(place: Place) -> None:
    async with running(place.url, LONG) as server:
        actors = [await server.open("bot:policy", "bot:policy") for _ in range(3)]
        await server.until(lambda: all(actor.leased for actor in actors))
    async with running(place.url, moves=2) as server:
        await server.until(lambda: sum(each.table.v >= 2 for each in server.registry.actors.values()) == 3)


# -- several processes ----------------------------------------------------------------------------


@in_loop
async def test_another_process_takes_over_all_tables_of_one_that_dies(postgres_place: Place) -> None:
    async with running(postgres_place.url) as one, running(postgres_place.url, moves=2) as two:
        actors = [await one.open("bot:policy", "bot:policy") for _ in range(MANY)]
        await one.until(lambda: all(actor.leased for actor in actors))
        await two.until(lambda: bool(two.registry.attendance.vigil.silent))
        assert not two.registry.actors
        one.crash()
        taken = two.registry.actors
        await two.until(lambda: len(taken) == MANY and all(each.table.v >= 2 for each in taken.values()))


@in_loop
async def test_a_process_that_was_only_slow_gives_up_what_others_have_taken(postgres_place: Place) -> None:
    async with running(postgres_place.url, LONG) as one, running(postgres_place.url, LONG) as two:
        actor = await one.open("bot:policy", "bot:policy")
        await one.until(lambda: actor.leased)
        await two.until(lambda: bool(two.registry.attendance.vigil.silent))
        one.registry.attendance.stop()
        await two.until(lambda: actor.table.id in two.registry.actors)
        one.registry.attendance.start()
        await one.until(lambda: not actor.leased)
        assert two.registry.actors[actor.table.id].leased
        assert not await one.registry.attendance.take_lease(actor)


@in_loop
async def test_who_is_connected_to_a_process_that_dies_is_gone(postgres_place: Place) -> None:
    async with running(postgres_place.url, LONG) as one, running(postgres_place.url, LONG) as two:
        here = await one.open("me", "bot:policy")
        there = await two.registry.actor(here.table.id)
        assert there is not None
        here.viewers.add(looking())
        one.registry.attendance.tell_presence(here)
        await two.until(lambda: there.elsewhere == {0})
        assert 0 not in there.away
        here.viewers.clear()
        one.crash()
        await two.until(lambda: there.elsewhere == set())
        assert 0 in there.away


@in_loop
async def test_idle_tables_cost_no_more_than_none(
    postgres_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    use = pool.Pool.use

    async def counting(self: pool.Pool, *values: Any) -> Any:
        asked[-1] += 1
        return await use(self, *values)

    monkeypatch.setattr(pool.Pool, "use", counting)
    servers = [Inside(postgres_place.url, LONG) for _ in range(2)]
    for tables in (0, 5, 50):
        asked.append(0)
        for _ in range(tables):
            actor = await servers[0].open("me", "bot:policy")
            actor.viewers.add(looking())
            servers[0].registry.attendance.tell_presence(actor)
            assert await servers[1].registry.actor(actor.table.id) is not None
        for server in servers:
            await server.until(lambda each=server: each.registry.attendance.is_idle())  # type: ignore[misc]
        asked.append(0)
        for _ in range(20):
            for server in servers:
                await server.registry.attendance.beat()
                await server.registry._make_round()
    for server in servers:
        for actor in server.registry.actors.values():
            actor.viewers.clear()
        await server.registry.close()
    none, few, many = asked[1::2]
    assert max(few, many) <= none + 2 * 2 * 20 // attendance.SLICE_ROUNDS  # and that however many there are


# -- clocks ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("jump", [-3600.0, 3600.0])
@in_loop
async def test_bots_and_deals_do_not_mind_a_clock_that_is_set(sqlite_place: Place, jump: float) -> None:
    settings = Settings(bot_delay=0.2)
    async with running(sqlite_place.url, settings, moves=2) as server:
        bots = await server.open("bot:policy", "bot:policy")
        with_ada = await server.open("me", "bot:policy")  # who does not say hello: it is dealt after 5 s
        server.clock.offset += jump
        await server.until(lambda: bots.table.v >= 2)
        due = with_ada.next_duty()
        assert due is not None
        assert 0.0 < due - with_ada.time.now() <= HELLO_TIMEOUT


@pytest.mark.parametrize("jump", [-3600.0, 3600.0])
@in_loop
async def test_nobodys_time_to_think_is_longer_or_shorter_when_a_clock_is_set(
    sqlite_place: Place, jump: float
) -> None:
    async with running(sqlite_place.url, moves=1) as server:
        actor = await server.open("me", "bot:policy", pace="live")
        await actor.log.do(lambda table, now: judge_greeting(table, "ada", "", now))
        await server.until(lambda: actor.table.ask(0) is not None)
        actor.away.clear()  # Ada is connected
        server.clock.offset += jump
        (due,) = (duty.at for duty in actor._duties() if isinstance(duty, AnswerDue) and duty.stand_in)
        assert THINKING_LIMIT - PATIENCE < due - actor.time.now() <= THINKING_LIMIT


@in_loop
async def test_a_log_that_is_dated_ahead_holds_up_nobody(sqlite_place: Place) -> None:
    """The clock was an hour fast, and was set right while the server was down."""
    async with running(sqlite_place.url, LONG) as server:
        server.clock.offset = 3600.0
        actor = await server.open("bot:policy", "bot:policy")
        await server.until(lambda: actor.leased)
    async with running(sqlite_place.url, moves=2) as server:
        await server.until(lambda: any(each.table.v >= 2 for each in server.registry.actors.values()))
        (again,) = server.registry.actors.values()
        assert again.time.now() >= again.table.played_at >= actor.table.played_at

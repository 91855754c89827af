"""Heavy work: nobody waits for more than a slice of it, each asker has a turn, and what it costs is charged.

Time is told by a clock that goes on whenever somebody looks at it; what others get is counted in turns of the
event loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from reihum.server.http.api import Api
from reihum.server.http.requests import Visit
from reihum.server.limits import Bucket
from reihum.server.live.actor import TableActor
from reihum.server.live.listing import listing_of
from reihum.server.live.registry import TableRegistry
from reihum.server.live.session import Session, SessionEndpoint
from reihum.server.metrics import Metrics
from reihum.server.net.hub import ConnectionHub
from reihum.server.settings import Limits, Rate, Settings
from reihum.server.work import FairLine, TooMuch, WorkQueue, each_of
from reihum.wire.from_client import Hello, Ping
from tests.server.places import in_loop
from tests.server.test_secrecy import Connection, InMemory
from tests.server.tools import ticking
from tests.table.tools import Trial

ADA, EVE = "10.0.0.1", "10.0.0.2"


def pieces(*done: list[str], name: str = "x", number: int = 1) -> Generator[None, None, str]:
    """Work in so many pieces, which notes each of them."""
    for _ in range(number):
        for each in done:
            each.append(name)
        yield
    return name


def queue(limits: Limits | None = None, step: float = 0.01) -> WorkQueue:
    """A queue in which each piece takes longer than a slice."""
    return WorkQueue(limits or Limits(), Metrics(), ticking(step))


# -- turns ----------------------------------------------------------------------------------------


def test_in_a_fair_line_one_thing_of_each_comes_in_turn() -> None:
    line: FairLine[int] = FairLine()
    for number in range(3):
        line.put(EVE, number)
    line.put(ADA, 10)
    assert line.take() == (EVE, 0)
    line.put_back(EVE, 0)
    assert [line.take() for _ in range(4)] == [(ADA, 10), (EVE, 0), (EVE, 1), (EVE, 2)]
    assert not line


@in_loop
async def test_between_two_pieces_everybody_else_is_served() -> None:
    done: list[str] = []
    work = asyncio.create_task(queue().do(EVE, pieces(done, number=50)))
    turns = 0
    while not work.done():
        before = len(done)
        await asyncio.sleep(0)
        turns += 1
        assert len(done) <= before + 1
    assert (len(done), await work) == (50, "x")
    assert turns >= 50


@in_loop
async def test_short_pieces_share_a_slice() -> None:
    done: list[str] = []
    work = asyncio.create_task(queue(step=0.0001).do(EVE, pieces(done, number=50)))
    await asyncio.sleep(0)
    assert len(done) == 50
    await work


@in_loop
async def test_who_asks_for_little_does_not_wait_for_who_asks_for_much() -> None:
    working, done = queue(), list[str]()
    flood = [asyncio.create_task(working.do(EVE, pieces(done, name="eve"))) for _ in range(100)]
    await asyncio.sleep(0)
    await working.do(ADA, pieces(done, name="ada"))
    assert done.index("ada") <= 3
    await asyncio.gather(*flood)
    assert done.count("eve") == 100


@in_loop
async def test_what_nobody_waits_for_any_more_is_not_done() -> None:
    working, done = queue(), list[str]()
    first = asyncio.create_task(working.do(EVE, pieces(done, name="first", number=3)))
    given_up = asyncio.create_task(working.do(EVE, pieces(done, name="given up", number=3)))
    await asyncio.sleep(0)
    given_up.cancel()
    await first
    last = await working.do(ADA, pieces(name="last"))
    assert (last, "given up" in done) == ("last", False)


@in_loop
async def test_work_that_fails_says_so_and_the_next_begins() -> None:
    def fails() -> Generator[None, None, None]:
        yield
        raise ValueError("as planned")

    working = queue()
    with pytest.raises(ValueError, match="as planned"):
        await working.do(EVE, fails())
    assert await working.do(EVE, pieces(name="next")) == "next"


# -- costs ----------------------------------------------------------------------------------------


def test_a_debt_is_over_when_there_is_something_left() -> None:
    rate, bucket = Rate(100, 10.0), Bucket(100.0, 0.0)
    assert bucket.debt(rate, 0.0) == 0.0
    bucket.charge(rate, 0.0, 150.0)
    assert bucket.debt(rate, 0.0) == 5.1
    assert bucket.debt(rate, 5.2) == 0.0


@in_loop
async def test_who_has_used_up_their_share_comes_back_later_and_others_go_on() -> None:
    metrics = Metrics()
    working = WorkQueue(Limits(work=Rate(60, 0.001)), metrics, ticking(0.01))
    assert await working.do(EVE, pieces(number=2)) == "x"  # 50 ms, of which there were 60 ...
    assert await working.do(EVE, pieces(number=2)) == "x"  # ... so the next may begin
    with pytest.raises(TooMuch) as refused:
        await working.do(EVE, pieces())
    assert refused.value.wait > 10_000
    assert metrics.limited["work"] == 1
    with pytest.raises(TooMuch):
        await working.aside(EVE, lambda: 1)
    assert await working.do(ADA, pieces()) == "x"
    assert await working.aside(ADA, lambda: 1) == 1


@in_loop
async def test_all_together_leave_time_for_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    loop: Any = asyncio.get_running_loop()

    def call_soon_instead(wait: float, function: Any) -> asyncio.Handle:
        waits.append(wait)
        working._all.left += wait * 1000.0  # as if so much time had passed
        return loop.call_soon(function)  # type: ignore[no-any-return]

    working = queue(Limits(all_work=Rate(1, 0.000001)))
    monkeypatch.setattr(loop, "call_later", call_soon_instead)
    working._all_rate = Rate(1, 1000.0)
    working._all.at += 1e9
    done = [working.do(asker, pieces(number=2)) for asker in (ADA, EVE)]
    assert await asyncio.gather(*done) == ["x", "x"]
    assert waits
    assert working._askers.buckets[ADA].left > 0  # nobody is refused because of the others


@in_loop
async def test_work_in_a_thread_is_done_one_after_the_other_in_turn() -> None:
    working, done = queue(), list[str]()
    names = ["eve", "eve", "eve", "eve", "ada"]
    asked = [working.aside(f"{name}", lambda name=name: done.append(name)) for name in names]  # type: ignore[misc]
    await asyncio.gather(*asked)
    assert sorted(done) == sorted(names)
    assert done.index("ada") <= 2


# -- where it is used -----------------------------------------------------------------------------


class Heard:
    """A connection, and what is written to it."""

    close_sent = disconnected = False

    def __init__(self, hub: ConnectionHub) -> None:
        self.hub = hub
        self.pushed: list[bytes] = []
        self.transport = self
        self.written = b""
        self.ended: list[tuple[str, int]] = []

    def write(self, data: bytes) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return False

    def push(self, frame: bytes) -> None:
        self.hub.push(self, frame)

    def end(self, why: str, code: int) -> None:
        self.ended.append((why, code))

    def pause(self) -> None:
        """Enough messages are waiting."""

    resume = pause

    @property
    def snaps(self) -> int:
        return self.written.count(b'"t":"snap"')


class House:
    """A table with a game that has gone on for a while, and sessions of those who look at it."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.registry = TableRegistry(InMemory(), Settings(limits=limits or Limits()))  # type: ignore[arg-type]
        self.registry.work = WorkQueue(limits or Limits(), self.registry.metrics, ticking())
        self.api = Api(self.registry)
        trial = Trial("yoyo", "me", "open")
        trial.sit("bo")
        trial.start()
        self.table = trial.table
        self.actor = self.registry.actors[self.table.id] = TableActor(self.registry, self.table)
        self.hub = ConnectionHub(Limits(), self.registry.metrics, frozenset(), 1)

    def session(self, address: str) -> tuple[Session, Heard]:
        """Somebody who looks from an address."""
        heard: Any = Heard(self.hub)
        plain: Any = Connection(heard)
        session = Session(SessionEndpoint(self.api), plain, self.actor, "")
        session.address = address
        return session, heard


@in_loop
async def test_a_flood_of_hellos_from_one_address_holds_nobody_up() -> None:
    house = House()
    crowd = [house.session(EVE) for _ in range(100)]
    for session, _ in crowd:
        for _ in range(10):
            session._hear(msgspec.json.encode(Hello(tell=True, lang="de")).decode())
    player, heard = house.session(ADA)
    player._answer(Hello(tell=True, lang="de"))
    player._answer(Ping())
    turns = 0
    while not heard.snaps:
        shown = sum(each.snaps for _, each in crowd)
        await asyncio.sleep(0)
        turns += 1
        assert sum(each.snaps for _, each in crowd) <= shown + 1
    assert turns <= 5
    assert b"pong" in heard.written


@in_loop
async def test_many_hellos_on_one_connection_are_answered_one_in_each_turn() -> None:
    house = House()
    session, heard = house.session(EVE)
    for _ in range(5):
        session._hear(msgspec.json.encode(Hello(tell=True)).decode())
    seen = [heard.snaps]
    while heard.snaps < 5:
        await asyncio.sleep(0)
        seen.append(heard.snaps)
    assert all(after <= before + 1 for before, after in pairwise(seen))
    assert house.registry.metrics.work_seconds == pytest.approx(0.05)  # each is charged once


@in_loop
async def test_hellos_that_cost_too_much_end_the_connection() -> None:
    house = House(Limits(work=Rate(25, 0.001)))
    crowd = [house.session(EVE) for _ in range(5)]
    for session, _ in crowd:
        session._answer(Hello(tell=True))
    while not crowd[-1][1].ended:
        await asyncio.sleep(0)
    assert [each.snaps for _, each in crowd] == [1, 1, 1, 0, 0]
    assert [each.ended for _, each in crowd] == [[], [], [], [("flood", 1008)], [("flood", 1008)]]
    player, heard = house.session(ADA)
    player._answer(Hello(tell=True))
    while not heard.snaps:
        await asyncio.sleep(0)


@in_loop
async def test_a_list_of_five_hundred_tables_is_made_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(Limits(work=Rate(10**6, 1.0), all_work=Rate(10**6, 1.0)))
    listing, idents = msgspec.json.encode(listing_of(house.table)), [f"{number:022}" for number in range(500)]
    store: Any = house.registry.store

    async def tables_of(_player: str, _most: int) -> list[str]:
        return idents

    async def listings(tables: list[str]) -> dict[str, bytes]:
        return dict.fromkeys(tables, listing)

    monkeypatch.setattr(store, "tables_of", tables_of)
    monkeypatch.setattr(store, "listings", listings)
    request: Any = type("Request", (), {"client": None})()
    asked = asyncio.create_task(house.api.mine(Visit(request, "ada")))
    turns = 0
    while not asked.done():
        await asyncio.sleep(0)
        turns += 1
    assert len(msgspec.json.decode((await asked).body)["tables"]) == 500
    assert turns >= 1000


def test_the_same_for_each_of_many_things() -> None:
    work = each_of(str, [1, 2])
    assert [next(work), next(work)] == [None, None]
    with pytest.raises(StopIteration) as end:
        next(work)
    assert end.value.value == ["1", "2"]

"""Disk full, file locked, database gone: moves are answered `busy`, and the table goes on when it is back."""

from __future__ import annotations

import asyncio
import json
import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.server.places import Place
from tests.server.tools import Running, Wire, run

Trouble = Callable[[], AbstractContextManager[None]]  # a context in which the store cannot be written to


@contextmanager
def full_disk(server: Running) -> Iterator[None]:
    """No file of the server may grow any more: as with a full disk, writing fails, reading does not."""
    pid = server.process.pid
    _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard, hard))


@contextmanager
def locked_file(file: Path) -> Iterator[None]:
    """Another program writes to the file and does not finish."""
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


@contextmanager
def stopped_database(place: Place) -> Iterator[None]:
    """The database is gone as if its power was cut."""
    assert place.server is not None
    place.server.stop("immediate")
    try:
        yield
    finally:
        place.server.start()


@contextmanager
def serving(store: str) -> Iterator[Running]:
    """A server whose bots take some time, so that they are still playing when something happens."""
    server = Running(store, "--bot-delay", "0.2")
    try:
        yield server
    finally:
        code = server.stop()
    assert code == 0
    assert b'"level": "error"' not in server.log, server.log.decode()


def test_a_full_disk_is_busy_and_then_over(tmp_path: Path) -> None:
    with serving(f"sqlite:{tmp_path / 't.db'}") as server:
        run(lambda: goes_on(server, lambda: full_disk(server)))


def test_a_locked_file_is_busy_and_then_over(tmp_path: Path) -> None:
    with serving(f"sqlite:{tmp_path / 't.db'}") as server:
        run(lambda: goes_on(server, lambda: locked_file(tmp_path / "t.db")))


def test_a_database_that_is_gone_is_busy_and_then_over(postgres_place: Place) -> None:
    with serving(postgres_place.url) as server:
        run(lambda: goes_on(server, lambda: stopped_database(postgres_place)))


def test_what_was_acknowledged_before_a_full_disk_is_there_after_a_crash_in_it(tmp_path: Path) -> None:
    async def test() -> None:
        token = server.token()
        table = server.open(token, seats=["me", "bot:policy"])
        async with server.seat(table, token) as wire:
            acked = await wire.move(cid="before")
            with full_disk(server):
                assert (await wire.move(cid="during"))["kind"] == "busy"
                server.kill()
        server.again()
        async with server.seat(table, token) as wire:
            assert wire.now["v"] >= acked["v"]
            await wire.say(t="move", cid="before", ask=0, m="any")
            assert await wire.until("ack") == acked
            assert (await wire.move(cid="during"))["t"] == "ack"

    with serving(f"sqlite:{tmp_path / 't.db'}") as server:
        run(test)


async def goes_on(server: Running, trouble: Trouble) -> None:
    """What a store that cannot be written to may cost: time, and nothing else."""
    token = server.token()
    table, bots = server.open(token, seats=["me", "bot:policy"]), server.open(token, seats=["bot:policy"] * 2)
    async with server.seat(table, token) as wire, server.seat(bots, token) as others:
        acked = await wire.move(cid="before")
        await others.until("ev")  # the bots have their cards, and play
        await turn_of(wire)
        with trouble():
            before = wire.now
            nack = await wire.move(cid="during")
            assert (nack["t"], nack["kind"], nack["rule"]) == ("nack", "busy", None)
            assert nack["text"]
            await until_ready(server, 503)
            _, headers, text = server.raw("GET", "/readyz")
            assert (json.loads(text)["error"], headers["retry-after"]) == ("busy", "1")
            await said_without_store(wire, others, acked, before)
            assert server.ask("GET", "/healthz")[0] == 200
            assert server.ask("POST", "/api/tables", {"game": "23"}, token)[0] == 503
            async with server.seat(bots) as looking:  # one can still look
                stuck_at = looking.now["v"]
                assert looking.now["table"]["status"] == "playing"
            assert wire.now == before  # nothing was played, and nobody was told anything
        again = await until_acked(wire, "during", before)
        assert again["v"] > before["v"]
        await wire.say(t="move", cid="before", ask=0, m="any")
        assert await wire.until("ack") == acked
        await wire.asked()  # the bot answers by itself ...
        await others.until("ev", lambda step: step["v"] > stuck_at + 2)  # ... and those whom nobody asks
        await until_ready(server, 200)


async def turn_of(wire: Wire) -> None:
    """Put cards away, as everybody does at once, until nobody but this seat can move."""
    await wire.asked()
    while wire.now["moves"][0].startswith("put"):
        await wire.move()
        await wire.asked()


async def said_without_store(
    wire: Wire, looking: Wire, acked: dict[str, Any], before: dict[str, Any]
) -> None:
    """What was acknowledged stays so, and what is wrong with a move anyway is said before `busy`."""
    await wire.say(t="move", cid="before", ask=0, m="any")
    await wire.say(t="move", cid="after", ask=before["ask"], m="zz")
    await looking.say(t="move", cid="theirs", ask=0, m="pass")
    assert await wire.until("ack") == acked
    assert (await wire.until("nack"))["kind"] == "unknown"
    assert (await looking.until("nack"))["kind"] == "seat"


async def until_ready(server: Running, status: int) -> None:
    """Ask until the answer is this one; it may be a second old."""
    while server.ask("GET", "/readyz")[0] != status:
        await asyncio.sleep(0.1)


async def until_acked(wire: Wire, cid: str, asked: dict[str, Any]) -> dict[str, Any]:
    """Say the same again until the store is back."""
    while (answer := await wire.move(asked["moves"][0], asked["ask"], cid))["t"] != "ack":
        assert answer["kind"] == "busy"
        await asyncio.sleep(0.1)
    return answer

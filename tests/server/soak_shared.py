"""Two servers on one PostgreSQL: what idle tables cost, and how long those of a killed server are silent.

`python -m tests.server.soak_shared --help` says what can be asked for.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager, suppress
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import click
from websockets.exceptions import ConnectionClosed

from tests.server.postgres import Server, own_server
from tests.server.tools import Running, Wire

MOST_PER_SECOND: Final = 30.0  # transactions that idle tables may cost, however many there are
LONGEST_SILENCE: Final = 5.0  # seconds
QUIET: Final = 25.0  # seconds until all bots have answered, and the database has counted everything
LIMITS: Final = ("--limit", "requests=1000000/10000", "--limit", "tables=1000000/10000")
OPTIONS: Final = ("--bot-delay", "0.5", *LIMITS)
STEPS: Final = 4  # of bots, that are waited for after a kill
COUNT: Final = "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = '{}'"


@dataclass
class Shared:
    """Two servers, and the database between them."""

    database: Server
    url: str
    servers: list[Running]

    async def transactions(self, seconds: float) -> float:
        """How many transactions there are in a second, with everything that the servers do."""
        name = self.url.split("/")[3].split("?")[0]
        counts = []
        for wait in (seconds, 1.5):  # the figures are up to a second old
            counts.append((await asyncio.to_thread(self.database.sql, COUNT.format(name)))[0][0])
            await asyncio.sleep(wait)
        counts.append((await asyncio.to_thread(self.database.sql, COUNT.format(name)))[0][0])
        return float(counts[-1] - counts[0]) / (seconds + 1.5)

    async def idle(self, tables: int, seconds: float) -> float:
        """Transactions a second while people sit at tables and nobody makes a move."""
        tokens = [server.token() for server in self.servers]
        async with AsyncExitStack() as stack:
            for number in range(tables):
                server, token = self.servers[number % 2], tokens[number % 2]
                table = await asyncio.to_thread(server.open, token, seats=["me", "bot:policy"])
                await self.look(stack, server, table, token)
            await asyncio.sleep(QUIET)
            return await self.transactions(seconds)

    async def look(self, stack: AsyncExitStack, server: Running, table: str, token: str | None) -> Wire:
        """Come in, and stay."""
        wire = await stack.enter_async_context(server.line(table, token))
        await wire.say(t="hello")
        await wire.until("snap")
        return wire

    async def silences(self, tables: int) -> list[float]:
        """For each table of a server that is killed: seconds until its bots go on at the other one."""
        dying, staying = self.servers
        token = dying.token()
        steps: list[list[float]] = [[] for _ in range(tables)]  # of each table: when they came
        listening = []
        async with AsyncExitStack() as stack:
            for number in range(tables):
                table = await asyncio.to_thread(dying.open, token, "koenigs-romme", seats=["bot:policy"] * 3)
                wire = await self.look(stack, staying, table, None)
                listening.append(asyncio.create_task(self.listen(wire, steps[number])))
            await until(lambda: all(steps))
            await asyncio.sleep(random.uniform(2.0, 3.0))  # the moment matters
            at = time.monotonic()
            await asyncio.to_thread(dying.kill)
            await until(lambda: all(len(after(each, at)) >= STEPS for each in steps))
            for task in listening:
                task.cancel()
        return [max(later - sooner for sooner, later in pairwise([at, *after(each, at)])) for each in steps]

    async def listen(self, wire: Wire, steps: list[float]) -> None:
        """Note when steps come."""
        with suppress(ConnectionClosed):
            while True:
                await wire.until("ev")
                steps.append(time.monotonic())


def after(times: list[float], at: float) -> list[float]:
    """The times after one of them."""
    return [time for time in times if time > at]


async def until(true: Callable[[], bool]) -> None:
    """Wait until something is true."""
    async with asyncio.timeout(60.0):
        while not true():
            await asyncio.sleep(0.02)


@contextmanager
def shared() -> Iterator[Shared]:
    """Two servers on a database of their own."""
    with own_server() as database, ExitStack() as stack:
        url = database.new_database()
        servers = [Running(url, *OPTIONS) for _ in range(2)]
        for server in servers:
            stack.callback(server.stop)
        yield Shared(database, url, servers)


@click.command(help=__doc__)
@click.option("--tables", default=1_000, show_default=True, help="How many tables at which nothing happens.")
@click.option("--seconds", default=20.0, show_default=True, help="How long transactions are counted.")
@click.option("--bots", default=40, show_default=True, help="How many tables of bots the killed server has.")
@click.option("--kills", default=3, show_default=True, help="How often a server is killed.")
def main(tables: int, seconds: float, bots: int, kills: int) -> None:
    """Count, kill and wait."""
    with shared() as here:
        before = asyncio.run(here.transactions(seconds))
        idle = asyncio.run(here.idle(tables, seconds))
        costs = f"{before:.1f} without tables, {idle:.1f} with {tables} idle ones"
        print(f"transactions a second: {costs}", flush=True)
        silent: list[float] = []
        for _ in range(kills):
            silent += asyncio.run(here.silences(bots))
            here.servers[0].again()
        silent.sort()
        middle = silent[len(silent) // 2]
        print(f"silence after kill -9: median {middle:.1f} s, longest {silent[-1]:.1f} s", flush=True)
        assert idle <= MOST_PER_SECOND
        assert silent[-1] <= LONGEST_SILENCE


if __name__ == "__main__":
    main()

"""A server with thousands of unfinished tables is killed and started again: all of them are attended at once.

`python -m tests.server.soak_restart --help` says what can be asked for.
"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Final

import click

from tests.server.soak_memory import counted
from tests.server.tools import Running, Wire

PATIENCE: Final = 120.0  # seconds
LONGEST: Final = 10.0  # seconds from the start until every table is attended
FEW: Final = 20  # tables that are looked at
LIMITS: Final = ("requests=1000000/100000", "tables=1000000/100000", "tokens=100000/1000", "playing=1000000")
OPTIONS: Final = tuple(word for limit in LIMITS for word in ("--limit", limit))
FLAT: Final = 1.1  # times the memory of before: what counts as no more
PACES: Final = ("live", "days", "none", "none")  # a player has two minutes, or days, or all the time there is
BOTS: Final = 0.3  # of all tables: those at which only bots play


class Restart:
    """One server on SQLite, before and after it is killed."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "tables.db"
        self.server = Running(f"sqlite:{self.file}", *OPTIONS, "--bot-delay", "0")
        self.bots: list[str] = []  # tables at which they play

    def open_for_people(self, tables: int) -> None:
        """Open tables at which people have to move, all of whom have left."""
        token = self.server.token()
        for number in range(tables):
            pace = PACES[number % len(PACES)]
            table = self.server.open(token, seats=["me", "bot:policy"], pace=pace)
            self.server.ask("POST", f"/api/tables/{table}/start", token=token)
        while counted(self.server, 'reihum_moves_total{by="bot"}') < tables:
            time.sleep(0.5)  # until the bots have answered

    def open_for_bots(self, tables: int) -> None:
        """Open tables at which only bots play, slowly."""
        token = self.server.token()
        self.bots = [self.server.open(token, seats=["bot:policy"] * 2) for _ in range(tables)]

    def leased(self, condition: str) -> int:
        """How many tables a process looks after, or nobody does."""
        with closing(sqlite3.connect(self.file)) as connection:
            query = f"SELECT count(*) FROM leases WHERE {condition}"
            return int(connection.execute(query).fetchone()[0])

    def restart(self) -> tuple[int, float]:
        """Kill the server and start it again; how many tables it took in, and after how many seconds all."""
        self.server.kill()
        left = self.leased("owner <> '' OR until <= unixepoch()")
        began = time.monotonic()
        self.server.again()
        while counted(self.server, "reihum_tables_adopted_total") < left:
            assert time.monotonic() - began < PATIENCE, "tables are left alone"
            time.sleep(0.1)
        return left, time.monotonic() - began

    async def see_bots(self) -> float:
        """Seconds until bots have moved at all of some tables, as somebody sees who looks."""
        began = time.monotonic()
        await asyncio.gather(*(self.see(table) for table in self.bots[:: max(1, len(self.bots) // FEW)]))
        return time.monotonic() - began

    async def see(self, table: str) -> None:
        async with self.server.line(table) as wire:
            await look(wire)


async def look(wire: Wire) -> None:
    """Come in, and wait for a step, unless the game is over."""
    await wire.say(t="hello")
    snap = await wire.until("snap")
    if snap["table"]["status"] != "over":
        await wire.until("ev")


def restart(here: Restart) -> None:
    """Kill the server, start it again, and say what came of it."""
    before, had = here.server.memory(), counted(here.server, "reihum_tables")
    left, seconds = here.restart()
    after, kept = here.server.memory(), counted(here.server, "reihum_tables")
    print(f"  {had} tables in {before / 2**20:.0f} MiB; kill -9 and a new start", flush=True)
    print(f"  {left} left alone, all attended after {seconds:.1f} s", flush=True)
    print(f"  {kept} of them have something to do soon and stay, in {after / 2**20:.0f} MiB", flush=True)
    assert seconds <= LONGEST
    assert after <= FLAT * before
    assert here.leased("owner = '' AND until <= unixepoch()") == 0


def soak(tables: int, bot_delay: float, folder: Path) -> None:
    """Open, kill, start again, look; first with people, then also with bots."""
    here = Restart(folder)
    try:
        here.open_for_people(tables - int(tables * BOTS))
        here.server.options = (*OPTIONS, "--bot-delay", str(bot_delay))
        restart(here)
        here.open_for_bots(int(tables * BOTS))
        restart(here)
        print(f"  bots move at tables that are looked at within {asyncio.run(here.see_bots()):.1f} s")
    finally:
        assert here.server.stop() == 0
    assert b'"level": "error"' not in here.server.log, here.server.log.decode()[-4000:]


@click.command(help=__doc__)
@click.option("--tables", default=5_000, show_default=True, help="How many tables.")
@click.option("--bot-delay", default=15.0, show_default=True, help="Seconds, about, until a bot answers.")
def main(tables: int, bot_delay: float) -> None:
    """The long form."""
    print(f"{tables} unfinished tables on SQLite:", flush=True)
    with tempfile.TemporaryDirectory(prefix="reihum-soak-") as folder:
        soak(tables, bot_delay, Path(folder))


if __name__ == "__main__":
    main()

"""Crashes under load: servers and databases are killed while people play, and nothing may be lost or differ.

Everybody plays through `reihum.client` and remembers every ack and every view. In the end the logs are read
from the store itself, replayed, and compared with what was remembered and with what the live server shows.
`python -m tests.server.soak --help` says what can be asked for.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, TypeVar

import click
import msgspec

from reihum.client import Guest, News, Refused, Seat
from reihum.client.seat import new_cid
from reihum.core.errors import ReihumError
from reihum.server.live.snapshots import moves_owed
from reihum.server.store import store_at
from reihum.table.live import LiveTable
from reihum.table.log import AnyEntry, Moved, TableOpened, decode_entry
from tests.server.postgres import Server, own_server
from tests.server.tools import Running

T = TypeVar("T")
PATIENCE: Final = 30.0  # seconds after which something that should come is given up
AT_ONCE: Final = 40  # requests


Kill = tuple[str, Callable[[], None]]  # what is killed, and how, so that it comes back


@dataclass(frozen=True)
class Plan:
    """How many play, and how often something is killed while they do."""

    tables: int
    kills: int
    acks: int = 0  # that come between two kills ...
    seconds: float = 0.0  # ... or seconds
    seats: int = 4
    game: str = "23"


@dataclass
class Sent:
    """A move that a player made: the answer to which decision, and what became of it."""

    ask: int
    v: int | None = None  # as it was acknowledged


@dataclass
class Memory:
    """What one player remembers of one table."""

    seat: int = -1
    sent: dict[str, Sent] = field(default_factory=dict)  # by cid
    shown: dict[int, bytes] = field(default_factory=dict)  # by v: a digest of the view and the decision
    looking: Seat | None = None  # while the player is at it


@dataclass
class Figures:
    """What a soak has seen."""

    seconds: float = 0.0
    kills: Counter[str] = field(default_factory=Counter)
    tables: int = 0
    moves: int = 0
    acks: int = 0
    views: int = 0
    silences: list[float] = field(default_factory=list)  # seconds, after each kill, in which no ack came

    def text(self) -> str:
        """All of it, a fact a line."""
        killed = ", ".join(f"{count} × {what}" for what, count in sorted(self.kills.items()))
        silent = sorted(self.silences)
        return "\n".join(
            [
                f"  {self.seconds:.0f} s, killed: {killed}",
                f"  {self.tables} tables, {self.moves} moves in the logs, {self.acks} acknowledged",
                f"  {self.views} views shown, all as the logs replay",
                f"  without any ack after a kill: median {silent[len(silent) // 2]:.1f} s, "
                f"longest {silent[-1]:.1f} s",
            ]
        )


class Soak:
    """All players, their memories, and the servers that are killed under them."""

    def __init__(self, plan: Plan, servers: list[Running], kills: list[Kill]) -> None:
        self.plan = plan
        self.servers = servers
        self.kills = kills  # in turn
        self.memories: dict[tuple[str, int], Memory] = {}  # by table and player
        self.guests: list[list[Guest]] = []  # by table and seat
        self.figures = Figures()
        self.ending = False
        self.answering = 0  # players who wait for an ack
        self.wrong: list[str] = []
        self._acked = asyncio.Event()
        self._acked_at = time.monotonic()  # when the last ack came
        self._silence = 0.0  # the longest time without one since the last kill
        self._few = asyncio.Semaphore(AT_ONCE)

    # -- playing ----------------------------------------------------------------------------------

    async def run(self) -> Figures:
        """Play, kill, and compare everything in the end."""
        began = time.monotonic()
        firsts = await asyncio.gather(*(self._opened(number) for number in range(self.plan.tables)))
        people = [
            asyncio.create_task(self._evening(number, seat, firsts[number]))
            for number in range(self.plan.tables)
            for seat in range(self.plan.seats)
        ]
        try:
            await self._kill_now_and_then()
            self.ending = True
            await until(lambda: self.answering == 0 or bool(self.wrong), "everybody has an answer")
            self.wrong += [repr(person.exception()) for person in people if failed(person)]
            await self._compare()
        finally:
            for person in people:
                person.cancel()
            await asyncio.gather(*people, return_exceptions=True)
        self.figures.seconds = time.monotonic() - began
        assert not self.wrong, "\n".join([f"{len(self.wrong)} things are wrong:", *self.wrong[:20]])
        return self.figures

    async def _opened(self, number: int) -> str:
        """A table with everybody seated; they come in through different servers."""
        urls = [server.url for server in self.servers]
        guests = [Guest(urls[(number + seat) % len(urls)]) for seat in range(self.plan.seats)]
        self.guests.append(guests)
        number = len(self.guests) - 1
        seats = ["me", *["open"] * (self.plan.seats - 1)]
        async with self._few:
            table = await insist(partial(guests[0].open, self.plan.game, self.plan.seats, seats=seats))
            for seat, guest in enumerate(guests[1:], start=1):
                await insist(partial(guest.sit, table, seat))
        return table

    async def _evening(self, number: int, seat: int, table: str) -> None:
        """One player: game after game with the same people, until the end of the soak."""
        guest = self.guests[number][seat]
        lot = random.Random(f"{number} {seat}")
        while not self.ending:
            memory = self.memories[table, number * self.plan.seats + seat] = Memory(seat)
            await self._play(guest, table, memory, lot)
            if self.ending:
                return
            async with self._few:
                table = await insist(partial(guest.rematch, table))

    async def _play(self, guest: Guest, table: str, memory: Memory, lot: random.Random) -> None:
        """One game: remember all that is shown, answer whatever is asked."""
        answered = -1
        async with guest.look(table) as seat:
            memory.looking = seat
            async for news in seat:
                self._remember(memory, news)
                if news.over:
                    break
                if news.ask is None or news.ask <= answered or self.ending:
                    continue
                answered = news.ask
                await self._answer(seat, memory, lot.choice(news.moves), news.ask)
            memory.looking = None

    def _remember(self, memory: Memory, news: News) -> None:
        if news.kind not in ("snap", "ev") or news.view is None:
            return
        digest = digest_of(news.view, news.moves, news.ask)
        if memory.shown.setdefault(news.v, digest) != digest:
            self.wrong.append(f"seat {memory.seat} was shown two states as number {news.v}")

    async def _answer(self, seat: Seat, memory: Memory, move: str, ask: int) -> None:
        cid = new_cid()
        sent = memory.sent[cid] = Sent(ask)
        self.answering += 1
        try:
            sent.v = await seat.answer(move, ask, cid)
        finally:
            self.answering -= 1
        self.figures.acks += 1
        self._acked.set()
        at = time.monotonic()
        self._silence = max(self._silence, at - self._acked_at)
        self._acked_at = at

    # -- killing ----------------------------------------------------------------------------------

    async def _kill_now_and_then(self) -> None:
        await self._wait()
        for number in range(self.plan.kills):
            name, kill = self.kills[number % len(self.kills)]
            self.figures.kills[name] += 1
            self._silence = 0.0
            await asyncio.to_thread(kill)
            await self._wait()
            self.figures.silences.append(self._silence)

    async def _wait(self) -> None:
        """Wait for the planned time or number of acks, and for at least one ack since the last kill."""
        aim = self.figures.acks + max(self.plan.acks, 1)
        if self.plan.seconds:
            await asyncio.sleep(self.plan.seconds)
        while self.figures.acks < aim and not self.wrong:
            self._acked.clear()
            try:
                await asyncio.wait_for(self._acked.wait(), PATIENCE)
            except TimeoutError:
                self.wrong.append(f"nobody has got an ack for {PATIENCE:g} s")

    # -- comparing --------------------------------------------------------------------------------

    async def _compare(self) -> None:
        """Replay every log from the store, and compare it with what was remembered and what is shown now."""
        store = store_at(self.servers[0].store)
        tables = sorted({table for table, _ in self.memories})
        self.figures.tables = len(tables)
        try:
            for table in tables:
                lines = await store.entries(table)
                await self._compare_table(table, [decode_entry(line) for line in lines])
        finally:
            await store.close()

    async def _compare_table(self, ident: str, entries: list[AnyEntry]) -> None:
        memories = [memory for (table, _), memory in self.memories.items() if table == ident]
        table = self._replayed(ident, entries, memories)
        self.figures.moves += table.v
        moves = [entry for entry in entries if isinstance(entry, Moved)]
        for memory in memories:
            self._compare_acks(table, [move for move in moves if move.seat == memory.seat], memory)
            if memory.looking is not None:
                await self._compare_last(table, memory, memory.looking)
        await self._compare_live(table)

    def _replayed(self, ident: str, entries: list[AnyEntry], memories: list[Memory]) -> LiveTable:
        """The table again, step by step; each step is what was shown to everybody who saw it."""
        assert isinstance(entries[0], TableOpened)
        table = LiveTable(ident, entries[0])
        for entry in entries[1:]:
            table.apply(entry)
            for memory in memories:
                if table.match is not None and table.v in memory.shown:
                    self.figures.views += 1
                    if memory.shown[table.v] != seen_in(table, memory.seat)[1]:
                        self.wrong.append(f"step {table.v} was not shown to seat {memory.seat} as it was")
        late = [v for memory in memories for v in memory.shown if v > table.v]
        self.wrong += [f"step {v} was shown, and the log has {table.v}" for v in late]
        return table

    def _compare_acks(self, table: LiveTable, moves: list[Moved], memory: Memory) -> None:
        """Every acknowledged move is in the log once, as the step and the answer it was acknowledged as."""
        counts = Counter(move.cid for move in moves)
        asks = {move.cid: ask for ask, move in enumerate(moves)}
        self.wrong += [f"{cid} was played {count} times" for cid, count in counts.items() if count > 1]
        self.wrong += [f"{cid} was played by nobody we know" for cid in counts.keys() - memory.sent.keys()]
        for cid, sent in memory.sent.items():
            if sent.v is not None and table.acks.get((memory.seat, cid)) != sent.v:
                self.wrong.append(f"{cid} was acknowledged as step {sent.v}, and is not that")
            if cid in asks and asks[cid] != sent.ask:
                self.wrong.append(f"{cid} answers decision {asks[cid]}, not {sent.ask}")
            if sent.v is None:
                self.wrong.append(f"{cid} was never answered")

    async def _compare_last(self, table: LiveTable, memory: Memory, seat: Seat) -> None:
        """What the player sees now is where the log ends."""
        if not self.wrong:
            await until(lambda: seat.now.v >= table.v, f"seat {memory.seat} sees step {table.v}")
        if seen(seat.now) != seen_in(table, memory.seat):
            self.wrong.append(f"seat {memory.seat} sees something else than the log says")

    async def _compare_live(self, table: LiveTable) -> None:
        """What every server shows now to somebody who comes in is where the log ends."""
        for server in self.servers:
            async with server.seat(table.id) as wire:
                snap = wire.now
                found = (snap["v"], digest_of(snap["view"], snap["moves"], snap["ask"]))
                if found != seen_in(table, None) or snap["table"]["status"] != table.status:
                    self.wrong.append(f"a live server shows step {snap['v']}, the log has {table.v}")


# -- helpers --------------------------------------------------------------------------------------


def digest_of(view: Any, moves: list[str], ask: int | None) -> bytes:
    """A state as a few bytes."""
    return blake2b(msgspec.json.encode([view, moves, ask], order="sorted"), digest_size=12).digest()


def seen(news: News) -> tuple[int, bytes]:
    """What a client sees: the number of the last step, and the state."""
    return news.v, digest_of(news.view, news.moves, news.ask)


def seen_in(table: LiveTable, seat: int | None) -> tuple[int, bytes]:
    """What a seat, or a spectator, is to see of a table."""
    return table.v, digest_of(table.view(seat), moves_owed(table, seat), table.ask(seat))


async def until(true: Callable[[], bool], what: str) -> None:
    """Wait until something is true."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"waited in vain until {what}"
        await asyncio.sleep(0.02)


async def insist(ask: Callable[[], Awaitable[T]]) -> T:
    """Ask until the server is there and can answer; only for requests that may be repeated."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return await ask()
        except Refused as refusal:
            if refusal.status not in (429, 503) or time.monotonic() > end:
                raise
        except ReihumError:  # nobody is there just now
            if time.monotonic() > end:
                raise
        await asyncio.sleep(0.1)


def failed(person: asyncio.Task[None]) -> bool:
    """Whether a player has given up."""
    return person.done() and not person.cancelled() and person.exception() is not None


def killing(server: Running) -> Callable[[], None]:
    """Kill a server with no chance to say anything, and start it again."""

    def kill() -> None:
        server.kill()
        server.again()

    return kill


def stopping(database: Server) -> Callable[[], None]:
    """Stop a database as if its power was cut, and start it again."""

    def stop() -> None:
        database.stop("immediate")
        database.start()

    return stop


def on_sqlite(plan: Plan, folder: Path) -> Figures:
    """One server on SQLite, killed again and again."""
    with running(f"sqlite:{folder / 'tables.db'}") as server:
        return asyncio.run(Soak(plan, [server], [("the server", killing(server))]).run())


def on_postgres(plan: Plan, database: Server, url: str) -> Figures:
    """Two servers on one PostgreSQL; either is killed, and the database itself."""
    with running(url) as one, running(url) as two:
        kills = [
            ("one server", killing(one)),
            ("the database", stopping(database)),
            ("the other server", killing(two)),
        ]
        return asyncio.run(Soak(plan, [one, two], kills).run())


@contextmanager
def running(store: str) -> Iterator[Running]:
    """A server, which has nothing to complain about until it is stopped."""
    server = Running(store)
    try:
        yield server
    finally:
        code = server.stop()
    assert code == 0
    assert b'"level": "error"' not in server.log, server.log.decode()[-4000:]


# -- the long form --------------------------------------------------------------------------------


@click.group(help=__doc__)
def commands() -> None:
    pass


def planned(command: Callable[..., None]) -> Callable[..., None]:
    """A command that plays and kills."""
    for option in (
        click.option("--seats", default=4, show_default=True, help="Players at each table."),
        click.option("--every", default=5.0, show_default=True, help="Seconds between two kills."),
        click.option("--kills", default=12, show_default=True, help="How often something is killed."),
        click.option("--tables", default=200, show_default=True, help="How many tables."),
    ):
        command = option(command)
    return command


@commands.command()
@planned
def sqlite(tables: int, kills: int, every: float, seats: int) -> None:
    """One server on SQLite: kill -9."""
    with tempfile.TemporaryDirectory(prefix="reihum-soak-") as folder:
        print(f"{tables} tables of {seats} on SQLite:", flush=True)
        plan = Plan(tables, kills, seconds=every, seats=seats)
        print(on_sqlite(plan, Path(folder)).text())


@commands.command()
@planned
def postgres(tables: int, kills: int, every: float, seats: int) -> None:
    """Two servers on one PostgreSQL: kill -9 of either, and pg_ctl stop -m immediate."""
    with own_server() as database:
        print(f"{tables} tables of {seats} at two servers on PostgreSQL:", flush=True)
        plan = Plan(tables, kills, seconds=every, seats=seats)
        print(on_postgres(plan, database, database.new_database()).text())


if __name__ == "__main__":
    commands()

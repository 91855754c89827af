"""Bots that join tables: sit down, play to the end, tell how it ended and how quick the server was."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from reihum.bots import Player
from reihum.client.bots import bot_named
from reihum.client.errors import Garbled, Lost, Refused, Unreachable, Vanished
from reihum.client.guest import Guest
from reihum.client.playing import play
from reihum.core.errors import ReihumError
from reihum.core.names import LONGEST_NAME
from reihum.core.record import parse_record
from reihum.match import game

R = TypeVar("R")
CODE: Final = 6  # characters of a code that leads to a table; the name of a table is longer
LEAVING: Final = 3.0  # seconds for getting up
RETRY: Final = 0.5  # seconds until a server that does not answer is asked again
TABLE: Final = (
    "The address of a table looks like http://127.0.0.1:8023/t/ID, that of a server ends before /t/."
)


@dataclass(frozen=True)
class Plan:
    """Who joins what."""

    url: str  # of a table, or of a server at which to open tables
    bot: str = "policy"
    seats: int = 1  # at each table
    game: str | None = None  # of the tables to open ...
    players: int | None = None
    options: tuple[str, ...] = ()
    tables: int = 1  # ... and how many of them, side by side
    games: int = 1  # one after the other at each table
    name: str | None = None
    seed: int = 1
    patience: float | None = 60.0  # seconds without the server


@dataclass(frozen=True)
class Played:
    """A game that has come to its end."""

    table: str
    game: str
    names: list[str]
    seats: list[int]  # those of ours
    scores: list[int]
    winners: list[int]

    def line(self) -> str:
        """Names with their scores, the winners with a star."""
        told = [f"{name}: {score}" for name, score in zip(self.names, self.scores, strict=True)]
        return ", ".join(f"{text} *" if seat in self.winners else text for seat, text in enumerate(told))


@dataclass
class Tally:
    """All that was played, and how long the server took to keep each of our moves."""

    games: list[Played] = field(default_factory=list)
    acks: list[float] = field(default_factory=list)  # seconds
    seconds: float = 0.0

    def json(self) -> dict[str, Any]:
        """All of it for programs; what there is nothing of is null."""
        return {
            "games": [vars(played) for played in self.games],
            "moves": len(self.acks),
            "seconds": round(self.seconds, 3),
            "moves_per_second": self.rate(),
            "ack_ms": {"p50": self.ack_ms(50), "p99": self.ack_ms(99)},
        }

    def sentence(self) -> str:
        """How quick it was, for people."""
        quick = f"{len(self.acks)} moves in {self.seconds:.1f} s"
        if not self.acks:
            return quick
        kept = f"half of them kept within {self.ack_ms(50)} ms, 99 % within {self.ack_ms(99)} ms"
        return f"{quick}, {self.rate()} a second; {kept}"

    def rate(self) -> float | None:
        """Our moves a second."""
        return round(len(self.acks) / self.seconds, 1) if self.acks and self.seconds else None

    def ack_ms(self, percent: int) -> float | None:
        """So many percent of our moves were acknowledged within this many milliseconds."""
        if not self.acks:
            return None
        ranked = sorted(self.acks)
        return round(1000 * ranked[(len(ranked) * percent + 99) // 100 - 1], 3)


async def join(plan: Plan, begun: Callable[[str], None], ended: Callable[[Played], None]) -> Tally:
    """Play everything that is planned; whatever ends it early, no seat is left behind occupied."""
    party = Party(plan, begun, ended)
    tables = [asyncio.create_task(party.stay(number)) for number in range(plan.tables)]
    started = time.perf_counter()
    try:
        await asyncio.gather(*tables)
    finally:
        for task in tables:
            task.cancel()
        await asyncio.gather(*tables, return_exceptions=True)
    party.tally.seconds = time.perf_counter() - started
    return party.tally


class Party:
    """The players of one plan; the same ones sit at all its tables."""

    def __init__(self, plan: Plan, begun: Callable[[str], None], ended: Callable[[Played], None]) -> None:
        self.plan = plan
        self.begun = begun
        self.ended = ended
        self.server, self.place = parted(plan.url)
        self.guests = [Guest(self.server) for _ in range(plan.seats)]
        self.names = [numbered(plan.name or plan.bot.rpartition(":")[2], i) for i in range(plan.seats)]
        self.tally = Tally()
        self.sits = False  # whether anybody of us has sat down, so that the server was there
        if not self.place and plan.game is None:
            raise ReihumError("This is the address of a server: --game says what to play there.")
        if self.place and (plan.game is not None or plan.players is not None or plan.options):
            raise ReihumError("What is played at a table has been decided when it was opened.")
        if self.place and plan.tables > 1:
            raise ReihumError("This is the address of one table; several are opened at that of a server.")
        bot_named(plan.bot, plan.seed)  # whatever is wrong with it is found before anybody sits down

    async def stay(self, number: int) -> None:
        """Play all games at one table and those that follow it."""
        plan = self.plan
        table = await self._found() if self.place else await self._opened()
        first = plan.seed + number * plan.games * plan.seats
        bots = [bot_named(plan.bot, first + i) for i in range(plan.seats)]
        for turn in range(plan.games):
            if turn:
                table = await self._asked(self.guests[0].rematch, table)
            await self._play(table, bots, first + turn * plan.seats)

    async def _found(self) -> str:
        """The table that the address names, by its name or its code."""
        guest, table, wanted = self.guests[0], self.place, self.plan.seats
        if len(table) == CODE:
            table = await self._asked(guest.table_with, table)
        shown = await self._asked(guest.table, table)
        free = [seat["kind"] for seat in shown["seats"]].count("open")
        if free < wanted:
            raise ReihumError(
                f"At this table {free} {'seat is' if free == 1 else 'seats are'} open, not {wanted}."
            )
        return table

    async def _opened(self) -> str:
        """A new table, with bots of the server where we do not sit."""
        plan = self.plan
        of = game(plan.game or "")
        players = max(2, plan.seats, of.players[0]) if plan.players is None else plan.players
        of.checked_players(players)
        if players < plan.seats:
            raise ReihumError(f"There are {plan.seats} bots for {players} seats.")
        seats = ["open"] * plan.seats + ["bot:policy"] * (players - plan.seats)
        options = dict.fromkeys(plan.options, True)

        async def opened() -> str:
            return await self.guests[0].open(of.slug, players, options=options, seats=seats)

        return await self._asked(opened)

    async def _play(self, table: str, bots: list[Player], seed: int) -> None:
        """One game, from sitting down to its end."""
        plan = self.plan
        async with self._seated(table) as seats, AsyncExitStack() as stack:
            self.begun(f"{self.server}/t/{table}")
            looks = [
                await stack.enter_async_context(guest.look(table, patience=plan.patience))
                for guest in self.guests
            ]
            playing = [
                play(look, bot, self.tally.acks.append, seed + i)
                for i, (look, bot) in enumerate(zip(looks, bots, strict=True))
            ]
            shown = (await together(playing))[0].table
        record = await self._asked(self.guests[0].record, table)
        try:
            scores, winners = result_of(record)
        except (ReihumError, ValueError, KeyError):
            raise Garbled(self.server) from None
        names = [str(seat["name"]) for seat in shown["seats"]]
        played = Played(table, str(shown["game"]), names, seats, scores, winners)
        self.tally.games.append(played)
        self.ended(played)

    @asynccontextmanager
    async def _seated(self, table: str) -> AsyncIterator[list[int]]:
        """Sit down, and get up again if anything goes wrong."""
        seated: list[Guest] = []
        try:
            seats = []
            for guest, name in zip(self.guests, self.names, strict=True):
                seats.append(await self._asked(guest.sit, table, None, name, self.plan.bot[-LONGEST_NAME:]))
                seated.append(guest)
            self.sits = True
            yield seats
        except (Lost, Unreachable):
            raise  # there is nobody to tell
        except BaseException:
            with suppress(ReihumError, TimeoutError):
                async with asyncio.timeout(LEAVING):
                    await asyncio.gather(*(guest.leave(table) for guest in seated), return_exceptions=True)
            raise

    async def _asked(self, ask: Callable[..., Awaitable[R]], *about: object) -> R:
        """Ask the server something, again if it has too much to do, or was there before and is not now."""
        began = time.monotonic()
        while True:
            try:
                return await ask(*about)
            except Refused as refusal:
                if not refusal.wait:
                    raise
                if self.plan.patience is not None:
                    left = began + self.plan.patience - time.monotonic()
                    if refusal.wait > left:
                        raise Vanished(str(refusal)) from None
                await asyncio.sleep(refusal.wait)
            except Unreachable as gone:
                if not self.sits:
                    raise
                if self.plan.patience is not None and time.monotonic() - began > self.plan.patience:
                    raise Vanished(str(gone)) from None
                await asyncio.sleep(RETRY)


def result_of(record: str) -> tuple[list[int], list[int]]:
    """The scores and the winners that a record ends with."""
    ends = parse_record(record).ends
    return [int(score) for score in ends["Scores"].split()], [int(seat) for seat in ends["Winners"].split()]


async def together(works: list[Any]) -> list[Any]:
    """Do several things at once; if one fails, the others are ended before anybody hears of it."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def parted(url: str) -> tuple[str, str]:
    """An address taken apart: the server, and the table or its code, empty if it names none."""
    full = url if "://" in url else f"http://{url}"
    try:
        parts = urlsplit(full)
    except ValueError:
        raise ReihumError(TABLE) from None
    steps = [step for step in parts.path.split("/") if step]
    if len(steps) > 2 or (len(steps) == 2 and steps[0] not in ("t", "ws")):
        raise ReihumError(TABLE)
    return f"{parts.scheme}://{parts.netloc}", steps[-1] if steps else ""


def numbered(name: str, place: int) -> str:
    """A name for one of several bots, not longer than names are."""
    number = f" {place + 1}" if place else ""
    return name[: LONGEST_NAME - len(number)] + number

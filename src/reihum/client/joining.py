"""Bots that join tables, play to the end, and report the results and how fast the server was."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from reihum.bots import USUAL_LEVEL, Player
from reihum.bots.programs import PREFIX as PROGRAM
from reihum.bots.programs import program_name
from reihum.client.bots import bot_named
from reihum.client.errors import Garbled, Lost, Refused, Unreachable, Vanished
from reihum.client.guest import Guest
from reihum.client.playing import play
from reihum.core.errors import ReihumError
from reihum.core.names import LONGEST_NAME
from reihum.core.record import parse_record
from reihum.match import game

R = TypeVar("R")
CODE_LENGTH: Final = 6  # characters of a table's code; its id is longer
LEAVE_TIMEOUT: Final = 3.0  # seconds
RETRY_PAUSE: Final = 0.5  # seconds until a server that does not answer is asked again
BAD_TABLE_ADDRESS: Final = (
    "The address of a table looks like http://127.0.0.1:8023/t/ID, that of a server ends before /t/."
)


@dataclass(frozen=True)
class JoinPlan:
    """Which bots join which tables."""

    url: str  # of a table, or of a server to open tables at
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
class PlayedGame:
    """A finished game."""

    table: str
    game: str
    names: list[str]
    seats: list[int]  # our own
    scores: list[int]
    winners: list[int]

    def score_line(self) -> str:
        """The names with their scores, and a star for each winner."""
        scored = [f"{name}: {score}" for name, score in zip(self.names, self.scores, strict=True)]
        return ", ".join(f"{text} *" if seat in self.winners else text for seat, text in enumerate(scored))


@dataclass
class Tally:
    """All games that were played, and how long the server took to save each of our moves."""

    games: list[PlayedGame] = field(default_factory=list)
    acks: list[float] = field(default_factory=list)  # seconds
    seconds: float = 0.0

    def json(self) -> dict[str, Any]:
        """Everything, for programs; figures without any data are null."""
        return {
            "games": [vars(played) for played in self.games],
            "moves": len(self.acks),
            "seconds": round(self.seconds, 3),
            "moves_per_second": self.rate(),
            "ack_ms": {"p50": self.ack_ms(50), "p99": self.ack_ms(99)},
        }

    def sentence(self) -> str:
        """How fast it was, for people."""
        quick = f"{len(self.acks)} moves in {self.seconds:.1f} s"
        if not self.acks:
            return quick
        saved = f"half of them saved within {self.ack_ms(50)} ms, 99 % within {self.ack_ms(99)} ms"
        return f"{quick}, {self.rate()} a second; {saved}"

    def rate(self) -> float | None:
        """Our moves per second."""
        return round(len(self.acks) / self.seconds, 1) if self.acks and self.seconds else None

    def ack_ms(self, percent: int) -> float | None:
        """The number of milliseconds within which this percentage of our moves was acknowledged."""
        if not self.acks:
            return None
        ranked = sorted(self.acks)
        return round(1000 * ranked[(len(ranked) * percent + 99) // 100 - 1], 3)


async def join(
    plan: JoinPlan, announce: Callable[[str], None], report: Callable[[PlayedGame], None]
) -> Tally:
    """Play everything that is planned; if it ends early, all seats are given up."""
    party = Party(plan, announce, report)
    tables = [asyncio.create_task(party.play_table(number)) for number in range(plan.tables)]
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
    """The players of one plan; the same ones play at all its tables."""

    def __init__(
        self, plan: JoinPlan, announce: Callable[[str], None], report: Callable[[PlayedGame], None]
    ) -> None:
        self.plan = plan
        self.announce = announce
        self.report = report
        self.server, self.place = split_address(plan.url)
        self.guests = [Guest(self.server) for _ in range(plan.seats)]
        self.names = [numbered_name(plan.name or shown_name(plan.bot), i) for i in range(plan.seats)]
        self.tally = Tally()
        self.has_sat = False  # whether any of us has taken a seat, so that the server must have been there
        if not self.place and plan.game is None:
            raise ReihumError("This is the address of a server: --game says what to play there.")
        if self.place and (plan.game is not None or plan.players is not None or plan.options):
            raise ReihumError("What is played at a table was decided when it was opened.")
        if self.place and plan.tables > 1:
            raise ReihumError("This is the address of one table; to open more, use the address of a server.")
        bot_named(plan.bot, plan.seed)  # so that errors come before anyone takes a seat

    async def play_table(self, number: int) -> None:
        """Play all games at one table and its rematches."""
        plan = self.plan
        table = await self._find_table() if self.place else await self._open_table()
        first = plan.seed + number * plan.games * plan.seats
        bots = [bot_named(plan.bot, first + i) for i in range(plan.seats)]
        try:
            for turn in range(plan.games):
                if turn:
                    table = await self._ask(self.guests[0].rematch, table)
                await self._play(table, bots, first + turn * plan.seats)
        finally:
            await asyncio.gather(*(asyncio.to_thread(bot.close) for bot in bots))  # programs may dawdle

    async def _find_table(self) -> str:
        """The table that the address names, by its id or its code."""
        guest, table, wanted = self.guests[0], self.place, self.plan.seats
        if len(table) == CODE_LENGTH:
            table = await self._ask(guest.table_with, table)
        shown = await self._ask(guest.table, table)
        free = [seat["kind"] for seat in shown["seats"]].count("open")
        if free < wanted:
            raise ReihumError(
                f"At this table {free} {'seat is' if free == 1 else 'seats are'} open, not {wanted}."
            )
        return table

    async def _open_table(self) -> str:
        """Open a table, with the server's bots in the seats that we do not take."""
        plan = self.plan
        of = game(plan.game or "")
        players = max(2, plan.seats, of.players[0]) if plan.players is None else plan.players
        of.checked_players(players)
        if players < plan.seats:
            raise ReihumError(f"There are {plan.seats} bots for {players} seats.")
        seats = ["open"] * plan.seats + [f"bot:{USUAL_LEVEL}"] * (players - plan.seats)
        options = dict.fromkeys(plan.options, True)

        async def open_table() -> str:
            return await self.guests[0].open(of.slug, players, options=options, seats=seats)

        return await self._ask(open_table)

    async def _play(self, table: str, bots: list[Player], seed: int) -> None:
        """Play one game, from sitting down to the end."""
        plan = self.plan
        async with self._sit_down(table) as seats, AsyncExitStack() as stack:
            self.announce(f"{self.server}/t/{table}")
            looks = [
                await stack.enter_async_context(guest.look(table, patience=plan.patience))
                for guest in self.guests
            ]
            playing = [
                play(look, bot, self.tally.acks.append, seed + i)
                for i, (look, bot) in enumerate(zip(looks, bots, strict=True))
            ]
            shown = (await run_together(playing))[0].table
        record = await self._ask(self.guests[0].record, table)
        try:
            scores, winners = scores_and_winners(record)
        except (ReihumError, ValueError, KeyError):
            raise Garbled(self.server) from None
        names = [str(seat["name"]) for seat in shown["seats"]]
        played = PlayedGame(table, str(shown["game"]), names, seats, scores, winners)
        self.tally.games.append(played)
        self.report(played)

    @asynccontextmanager
    async def _sit_down(self, table: str) -> AsyncIterator[list[int]]:
        """Sit down, and leave again if anything goes wrong."""
        seated: list[Guest] = []
        try:
            seats = []
            for guest, name in zip(self.guests, self.names, strict=True):
                seats.append(await self._ask(guest.sit, table, None, name, shown_program(self.plan.bot)))
                seated.append(guest)
            self.has_sat = True
            yield seats
        except (Lost, Unreachable):
            raise  # there is no server to tell
        except BaseException:
            with suppress(ReihumError, TimeoutError):
                async with asyncio.timeout(LEAVE_TIMEOUT):
                    await asyncio.gather(*(guest.leave(table) for guest in seated), return_exceptions=True)
            raise

    async def _ask(self, ask: Callable[..., Awaitable[R]], *about: object) -> R:
        """Ask the server something, and ask again if it is busy, or was there before and has gone."""
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
                if not self.has_sat:
                    raise
                if self.plan.patience is not None and time.monotonic() - began > self.plan.patience:
                    raise Vanished(str(gone)) from None
                await asyncio.sleep(RETRY_PAUSE)


def scores_and_winners(record: str) -> tuple[list[int], list[int]]:
    """The scores and winners at the end of a record."""
    ends = parse_record(record).ends
    return [int(score) for score in ends["Scores"].split()], [int(seat) for seat in ends["Winners"].split()]


async def run_together(works: list[Any]) -> list[Any]:
    """Run these at the same time; if one fails, the others are cancelled before the error is raised."""
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def split_address(url: str) -> tuple[str, str]:
    """The server of an address, and the table's id or code; "" if it names no table."""
    full = url if "://" in url else f"http://{url}"
    try:
        parts = urlsplit(full)
    except ValueError:
        raise ReihumError(BAD_TABLE_ADDRESS) from None
    server, path = f"{parts.scheme}://{parts.netloc}", parts.path.rstrip("/")
    before, _, place = path.rpartition("/")
    root, _, kind = before.rpartition("/")
    if kind in ("t", "ws"):
        return f"{server}{root}", place
    if parts.path.endswith("/"):  # a server below a path
        return f"{server}{path}", ""
    if before:
        raise ReihumError(BAD_TABLE_ADDRESS)
    return server, place


def shown_name(bot: str) -> str:
    """What a bot is called at the table unless somebody says otherwise."""
    return program_name(bot) if bot.startswith(PROGRAM) else bot.rpartition(":")[2]


def shown_program(bot: str) -> str:
    """Who plays, for the others at the table: of a program its name, but not where it is."""
    shown = f"{PROGRAM}{program_name(bot)}" if bot.startswith(PROGRAM) else bot
    return shown[-LONGEST_NAME:]


def numbered_name(name: str, place: int) -> str:
    """A name for one of the bots, no longer than names may be."""
    number = f" {place + 1}" if place else ""
    return name[: LONGEST_NAME - len(number)] + number

"""The processes in which bots think: started when they are needed, and again if one dies."""

from __future__ import annotations

import asyncio
import sys
import zlib
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Any, Final, Generic, Protocol, TypeVar

import msgspec

from reihum.bots.levels import thinks_ahead
from reihum.core.promises import mix_json
from reihum.server.live.thinker import LENGTH_BYTES, Answer, Beginning, GameJob, Job, pack
from reihum.server.logs import log_event
from reihum.table.live import LiveTable

ANSWER_TIMEOUT: Final = 30.0  # seconds for one decision; a process that needs longer counts as hung
ANSWER_TRIES: Final = 3
PROGRAM: Final = "reihum.server.live.thinker"


class NoAnswer(Exception):
    """A bot has failed, or its process keeps dying."""


class AnyAnswer(Protocol):
    """What processes answer: to which job, and whether that is all."""

    @property
    def number(self) -> int: ...
    @property
    def done(self) -> bool: ...


A = TypeVar("A", bound=AnyAnswer)


class ThinkerProcess(Generic[A]):
    """One process, and which games it knows."""

    def __init__(self, program: str, answers: type[A]) -> None:
        self.program = program  # as `python -m` knows it
        self.answers = msgspec.msgpack.Decoder(answers)
        self.process: Process | None = None
        self.waiting: dict[int, asyncio.Future[A]] = {}
        self.hearing: dict[int, Callable[[A], None]] = {}  # who hears answers before the last one
        self.known_games: dict[str, tuple[str, int]] = {}  # by table: key of the game, and how many moves
        self.starting = asyncio.Lock()
        self.listening: asyncio.Task[None] | None = None

    async def start(self) -> Process:
        """The process, started if it is not running."""
        async with self.starting:
            if self.process is None:
                self.known_games.clear()
                command = (sys.executable, "-m", self.program)
                self.process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
                self.listening = asyncio.create_task(self._listen(self.process))
            return self.process

    async def ask(self, job: GameJob, hear: Callable[[A], None] | None = None) -> A:
        """Send a job and wait for its last answer."""
        process = await self.start()
        future = self.waiting[job.number] = asyncio.get_running_loop().create_future()
        if hear is not None:
            self.hearing[job.number] = hear
        try:
            assert process.stdin is not None
            process.stdin.write(pack(job))
            await process.stdin.drain()
            return await asyncio.wait_for(future, ANSWER_TIMEOUT)
        except (TimeoutError, ConnectionError):
            self.stop()
            raise NoAnswer from None
        finally:
            self.waiting.pop(job.number, None)
            self.hearing.pop(job.number, None)

    async def _listen(self, process: Process) -> None:
        """Pass on answers to the callers that wait for them, until the process ends."""
        assert process.stdout is not None
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                size = int.from_bytes(await process.stdout.readexactly(LENGTH_BYTES), "big")
                self._take(self.answers.decode(await process.stdout.readexactly(size)))
        if self.process is process:
            self.process = None
        for future in self.waiting.values():
            if not future.done():
                future.set_exception(NoAnswer())

    def _take(self, answer: A) -> None:
        """Pass on an answer, if anybody still waits for it."""
        future = self.waiting.get(answer.number)
        if future is None or future.done():
            return
        if answer.done:
            future.set_result(answer)
        elif answer.number in self.hearing:
            self.hearing[answer.number](answer)

    def stop(self) -> None:
        """End the process."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.kill()
            self.process = None


class Thinkers:
    """All processes; a table always uses the same one, which remembers it.

    Bots that think ahead have a process of their own, so that those that answer at once need not wait for
    them. The more of them think at the same time, the less time each of them takes.
    """

    def __init__(self, number: int) -> None:
        self.quick = [ThinkerProcess(PROGRAM, Answer) for _ in range(number)]
        self.deep = ThinkerProcess(PROGRAM, Answer)
        self.numbers = count(1)

    def processes(self) -> list[ThinkerProcess[Answer]]:
        """All of them, started or not."""
        return [*self.quick, self.deep]

    async def choose(self, table: LiveTable, seat: int, bot: str) -> str:
        """The move that a bot chooses for a seat."""
        process = self.quick[zlib.crc32(table.id.encode()) % len(self.quick)]
        if thinks_ahead(bot, table.game.spec, table.players):
            process = self.deep
        for _ in range(ANSWER_TRIES):
            try:
                known, moves, beginning = news_for(process, table)
                number, waiting = next(self.numbers), len(process.waiting) + 1
                job = Job(number, game_key(table), known, moves, seat, beginning, waiting, bot)
                answer = await process.ask(job)
            except NoAnswer:
                log_event("thinker died", 30)
                continue
            if answer.error:
                log_event("bot failed", 40, bot=bot, error=answer.error)
                break
            if answer.move:
                return answer.move
            process.known_games.pop(table.id, None)
        raise NoAnswer

    def forget(self, table: LiveTable) -> None:
        """Forget a table that is no longer in memory."""
        for process in self.processes():
            process.known_games.pop(table.id, None)

    def stop(self) -> None:
        """End all processes."""
        for process in self.processes():
            process.stop()


def news_for(
    process: ThinkerProcess[Any], table: LiveTable
) -> tuple[int, list[tuple[int, str]], Beginning | None]:
    """What a process does not know of a game: after how many moves, which ones, and if need be how it began.

    It counts as told from now on.
    """
    match, key = table.match, game_key(table)
    assert match is not None
    last = process.known_games.get(table.id)
    known = last[1] if last is not None and last[0] == key else None
    process.known_games[table.id] = (key, len(match.history))
    moves = [(each.by, table.game.spec.text(each.move)) for each in match.history[known or 0 :]]
    beginning = None
    if known is None:
        mix = None if table.mix is None else mix_json(table.mix)
        beginning = Beginning(table.game.slug, table.players, table.options, table.secret, table.nonces, mix)
    return known or 0, moves, beginning


def game_key(table: LiveTable) -> str:
    """The name of a game in the memory of a process; after a take-back it is a new one."""
    assert table.match is not None
    surplus = table.v - len(table.match.history)  # a take-back adds a step, and removes a move
    return f"{table.id}/{surplus}"

"""Bots think elsewhere: processes that are started when they are needed, and again if one dies."""

from __future__ import annotations

import asyncio
import sys
import zlib
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from itertools import count
from typing import Final

import msgspec

from reihum.match import Match
from reihum.server.live.thinker import LENGTH, Answer, Beginning, Job, framed
from reihum.server.logs import log_event
from reihum.table.live import LiveTable

PATIENCE: Final = 30.0  # seconds for one decision; whoever needs longer hangs
TRIES: Final = 3


class NoAnswer(Exception):
    """A bot has failed, or its process has died."""


class Head:
    """One process, and what it has been told so far."""

    def __init__(self) -> None:
        self.process: Process | None = None
        self.waiting: dict[int, asyncio.Future[Answer]] = {}
        self.told: dict[str, tuple[str, int]] = {}  # by table: the game there, and how many of its moves
        self.starting = asyncio.Lock()
        self.listening: asyncio.Task[None] | None = None

    async def start(self) -> Process:
        """The process, started if it is not there."""
        async with self.starting:
            if self.process is None:
                self.told.clear()
                command = (sys.executable, "-m", "reihum.server.live.thinker")
                self.process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
                self.listening = asyncio.create_task(self._listen(self.process))
            return self.process

    async def ask(self, job: Job) -> Answer:
        """Send a job and wait for its answer."""
        process = await self.start()
        future = self.waiting[job.number] = asyncio.get_running_loop().create_future()
        try:
            assert process.stdin is not None
            process.stdin.write(framed(job))
            await process.stdin.drain()
            return await asyncio.wait_for(future, PATIENCE)
        except (TimeoutError, ConnectionError):
            self.stop()
            raise NoAnswer from None
        finally:
            self.waiting.pop(job.number, None)

    async def _listen(self, process: Process) -> None:
        """Hand answers to those who wait for them, until the process ends."""
        answers = msgspec.msgpack.Decoder(Answer)
        assert process.stdout is not None
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                size = int.from_bytes(await process.stdout.readexactly(LENGTH), "big")
                answer = answers.decode(await process.stdout.readexactly(size))
                if (future := self.waiting.get(answer.number)) is not None and not future.done():
                    future.set_result(answer)
        if self.process is process:
            self.process = None
        for future in self.waiting.values():
            if not future.done():
                future.set_exception(NoAnswer())

    def stop(self) -> None:
        """End the process."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.kill()
            self.process = None


class Thinkers:
    """All processes; a table always asks the same one, which remembers it."""

    def __init__(self, number: int) -> None:
        self.heads = [Head() for _ in range(number)]
        self.numbers = count(1)

    async def choose(self, table: LiveTable, seat: int, bot: str) -> str:
        """The move that a bot chooses for a seat."""
        head = self.heads[zlib.crc32(table.id.encode()) % len(self.heads)]
        for _ in range(TRIES):
            assert table.match is not None
            try:
                answer = await head.ask(self._job(head, table, table.match, seat, bot))
            except NoAnswer:
                log_event("thinker died", 30)
                continue
            if answer.error:
                log_event("bot failed", 40, bot=bot, error=answer.error)
                break
            if answer.move:
                return answer.move
            head.told.pop(table.id, None)
        raise NoAnswer

    def _job(self, head: Head, table: LiveTable, match: Match, seat: int, bot: str) -> Job:
        """A job with what the process does not know yet."""
        key = key_of(table)
        told = head.told.get(table.id)
        known = told[1] if told is not None and told[0] == key else None
        made = match.history[known or 0 :]
        head.told[table.id] = (key, len(match.history))
        moves = [(each.by, table.game.spec.text(each.move)) for each in made]
        beginning = None
        if known is None:
            nonces = [chair.nonce for chair in table.seats]
            beginning = Beginning(table.game.slug, table.players, table.options, table.secret, nonces)
        return Job(next(self.numbers), key, known or 0, moves, seat, bot, beginning)

    def forget(self, table: LiveTable) -> None:
        """A table is not attended to any more."""
        for head in self.heads:
            head.told.pop(table.id, None)

    def stop(self) -> None:
        """End all processes."""
        for head in self.heads:
            head.stop()


def key_of(table: LiveTable) -> str:
    """The name of a game among those that a process remembers; after a take-back it is another one."""
    assert table.match is not None
    beside = table.v - len(table.match.history)  # a take-back is a step more, and a move less
    return f"{table.id}/{beside}"

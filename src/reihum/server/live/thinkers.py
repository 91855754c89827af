"""The processes in which bots think: started when they are needed, and again if one dies."""

from __future__ import annotations

import asyncio
import sys
import zlib
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from itertools import count
from typing import Final

import msgspec

from reihum.bots.levels import thinks_ahead
from reihum.match import Match
from reihum.server.live.thinker import LENGTH_BYTES, Answer, Beginning, Job, pack
from reihum.server.logs import log_event
from reihum.table.live import LiveTable

ANSWER_TIMEOUT: Final = 30.0  # seconds for one decision; a process that needs longer counts as hung
ANSWER_TRIES: Final = 3


class NoAnswer(Exception):
    """A bot has failed, or its process keeps dying."""


class ThinkerProcess:
    """One process, and which games it knows."""

    def __init__(self) -> None:
        self.process: Process | None = None
        self.waiting: dict[int, asyncio.Future[Answer]] = {}
        self.known_games: dict[str, tuple[str, int]] = {}  # by table: key of the game, and how many moves
        self.starting = asyncio.Lock()
        self.listening: asyncio.Task[None] | None = None

    async def start(self) -> Process:
        """The process, started if it is not running."""
        async with self.starting:
            if self.process is None:
                self.known_games.clear()
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
            process.stdin.write(pack(job))
            await process.stdin.drain()
            return await asyncio.wait_for(future, ANSWER_TIMEOUT)
        except (TimeoutError, ConnectionError):
            self.stop()
            raise NoAnswer from None
        finally:
            self.waiting.pop(job.number, None)

    async def _listen(self, process: Process) -> None:
        """Pass on answers to the callers that wait for them, until the process ends."""
        answers = msgspec.msgpack.Decoder(Answer)
        assert process.stdout is not None
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                size = int.from_bytes(await process.stdout.readexactly(LENGTH_BYTES), "big")
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
    """All processes; a table always uses the same one, which remembers it.

    Bots that think ahead have a process of their own, so that those that answer at once need not wait for
    them. The more of them think at the same time, the less time each of them takes.
    """

    def __init__(self, number: int) -> None:
        self.quick = [ThinkerProcess() for _ in range(number)]
        self.deep = ThinkerProcess()
        self.numbers = count(1)

    def processes(self) -> list[ThinkerProcess]:
        """All of them, started or not."""
        return [*self.quick, self.deep]

    async def choose(self, table: LiveTable, seat: int, bot: str) -> str:
        """The move that a bot chooses for a seat."""
        process = self.quick[zlib.crc32(table.id.encode()) % len(self.quick)]
        if thinks_ahead(bot, table.game.spec, table.players):
            process = self.deep
        for _ in range(ANSWER_TRIES):
            assert table.match is not None
            try:
                answer = await process.ask(self._job(process, table, table.match, seat, bot))
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

    def _job(self, process: ThinkerProcess, table: LiveTable, match: Match, seat: int, bot: str) -> Job:
        """A job with what the process does not know yet."""
        key = game_key(table)
        last = process.known_games.get(table.id)
        known = last[1] if last is not None and last[0] == key else None
        made = match.history[known or 0 :]
        process.known_games[table.id] = (key, len(match.history))
        moves = [(each.by, table.game.spec.text(each.move)) for each in made]
        beginning = None
        if known is None:
            nonces = [chair.nonce for chair in table.seats]
            beginning = Beginning(table.game.slug, table.players, table.options, table.secret, nonces)
        waiting = len(process.waiting) + 1
        return Job(next(self.numbers), key, known or 0, moves, seat, bot, beginning, waiting)

    def forget(self, table: LiveTable) -> None:
        """Forget a table that is no longer in memory."""
        for process in self.processes():
            process.known_games.pop(table.id, None)

    def stop(self) -> None:
        """End all processes."""
        for process in self.processes():
            process.stop()


def game_key(table: LiveTable) -> str:
    """The name of a game in the memory of a process; after a take-back it is a new one."""
    assert table.match is not None
    surplus = table.v - len(table.match.history)  # a take-back adds a step, and removes a move
    return f"{table.id}/{surplus}"

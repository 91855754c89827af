"""A process that works for the server: bots think in one, hints are made in another, reviews in a third.

It is started when it is needed, and again if it dies. Jobs go in and answers come out, each as its length in
four bytes and then MessagePack; a job may have more than one answer, of which the last one says so.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Generic, Protocol, TypeVar

import msgspec

from reihum.server.clock import Clock
from reihum.server.live.thinker import LENGTH_BYTES, pack
from reihum.server.logs import RepeatedEvent
from reihum.server.metrics import Metrics

PATIENCE: Final = 30.0  # seconds without an answer, after which a process counts as hung
FEW_DEATHS: Final = 3  # without an answer in between; after more of them, ...
FIRST_PAUSE: Final = 0.5  # ... so many seconds pass until it is started again, doubled each time ...
LONGEST_PAUSE: Final = 5.0  # ... up to this many
# What a pipe says whose other end is gone; uvloop raises RuntimeError if it has noticed that before.
PIPE_ERRORS: Final = (OSError, RuntimeError)


class NoAnswer(Exception):
    """The process has failed, or keeps dying."""


class AnyJob(Protocol):
    """What a process is asked: each job has a number of its own."""

    @property
    def number(self) -> int: ...


class AnyAnswer(Protocol):
    """What a process answers: to which job, and whether that is all."""

    @property
    def number(self) -> int: ...
    @property
    def done(self) -> bool: ...


A = TypeVar("A", bound=AnyAnswer)


class Waiter(Generic[A]):
    """Somebody who waits for the last answer to a job, and may hear those before it."""

    def __init__(self, process: Process, hear: Callable[[A], None] | None, now: float) -> None:
        self.process = process
        self.hear = hear
        self.heard_at = now  # when the last sign came
        self.last: asyncio.Future[A] = asyncio.get_running_loop().create_future()


class WorkerProcess(Generic[A]):
    """One process, and who waits for its answers."""

    def __init__(
        self, what: str, answers: type[A], metrics: Metrics | None = None, clock: Clock | None = None
    ) -> None:
        self.what = what  # thinker, hinter, reviewer: the module that it runs
        self.answers = msgspec.msgpack.Decoder(answers)
        self.metrics = Metrics() if metrics is None else metrics
        self.clock = Clock() if clock is None else clock
        self.process: Process | None = None
        self.waiting: dict[int, Waiter[A]] = {}  # by number of the job
        self.known_games: dict[str, tuple[str, int]] = {}  # by table: key of the game, and how many moves
        self._deaths = 0  # since the last answer
        self._died = RepeatedEvent(f"{what} died", f"{what} works again", self.clock)
        self._starting = asyncio.Lock()
        self._listening: set[asyncio.Task[None]] = set()

    def command(self) -> tuple[str, ...]:
        """How the process is started."""
        return (sys.executable, "-m", f"reihum.server.live.{self.what}")

    async def ask(
        self, job: AnyJob, hear: Callable[[A], None] | None = None, patience: float = PATIENCE
    ) -> A:
        """Send a job, and wait for its last answer; NoAnswer if the process dies, or is silent so long."""
        process: Process | None = None
        try:
            process = await self.start()
            waiter = self.waiting[job.number] = Waiter[A](process, hear, self.clock.steady())
            assert process.stdin is not None
            process.stdin.write(pack(job))
            await process.stdin.drain()
            return await self._last_answer(waiter, patience)
        except (TimeoutError, *PIPE_ERRORS):
            self._note_death(process)
            raise NoAnswer from None
        finally:
            self.waiting.pop(job.number, None)

    async def start(self) -> Process:
        """The process, started if it is not running; if it only ever dies, not too often."""
        async with self._starting:
            if self.process is None:
                self.known_games.clear()
                if self._deaths >= FEW_DEATHS:
                    await asyncio.sleep(min(FIRST_PAUSE * 2 ** (self._deaths - FEW_DEATHS), LONGEST_PAUSE))
                process = await asyncio.create_subprocess_exec(*self.command(), stdin=PIPE, stdout=PIPE)
                self.process = process
                listening = asyncio.create_task(self._listen(process))
                self._listening.add(listening)
                listening.add_done_callback(self._listening.discard)
            return self.process

    async def _last_answer(self, waiter: Waiter[A], patience: float) -> A:
        """Wait until there is no further answer; TimeoutError once none has come for too long."""
        while (left := waiter.heard_at + patience - self.clock.steady()) > 0:
            with suppress(TimeoutError):
                return await asyncio.wait_for(asyncio.shield(waiter.last), left)
        raise TimeoutError

    async def _listen(self, process: Process) -> None:
        """Pass on answers to those who wait for them, until the process ends."""
        assert process.stdout is not None
        with suppress(asyncio.IncompleteReadError, msgspec.MsgspecError, *PIPE_ERRORS):
            while True:
                size = int.from_bytes(await process.stdout.readexactly(LENGTH_BYTES), "big")
                self._take(self.answers.decode(await process.stdout.readexactly(size)))
        self._note_death(process)
        for waiter in self.waiting.values():
            if waiter.process is process and not waiter.last.done():
                waiter.last.set_exception(NoAnswer())

    def _take(self, answer: A) -> None:
        """Pass on an answer, if anybody still waits for it."""
        self._deaths = 0
        self._died.end()
        waiter = self.waiting.get(answer.number)
        if waiter is None or waiter.last.done():
            return
        waiter.heard_at = self.clock.steady()
        if answer.done:
            waiter.last.set_result(answer)
        elif waiter.hear is not None:
            waiter.hear(answer)

    def _note_death(self, process: Process | None) -> None:
        """The process has died, hangs, or could not even be started."""
        if self.process is not process:
            return  # that was noticed before
        self._deaths += 1
        self.metrics.deaths[self.what] += 1
        self._died.note()
        self.stop()

    def stop(self) -> None:
        """End the process."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.kill()
            self.process = None

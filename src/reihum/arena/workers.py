"""Processes that play; however it ends, none of them is left behind.

They differ from a server's thinkers (`server/live/thinkers.py`). Here independent pieces of work are handed
out and waited for, in anyone's script, with that script's classes, with or without an event loop: hence
`multiprocessing` and pickles. A server must not wait for its processes, each of which remembers games and is
asked about many at once: hence pipes on the event loop.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from threading import Thread
from types import FrameType
from typing import Final, Generic, NoReturn, cast

from reihum.arena.games import WorkerDied
from reihum.arena.plans import Plan, R
from reihum.bots import Entrant, Player, name_of
from reihum.bots.own import error_text
from reihum.bots.programs import FAREWELL, PREFIX, end_programs
from reihum.core.errors import ReihumError

LAST_WISH: Final = 3 * FAREWELL  # seconds that a process has to end the programs it has started


@dataclass
class Worker(Generic[R]):
    """A process, and what it is doing."""

    process: SpawnProcess
    connection: Connection
    chunk: range | None = None

    def send(self, chunk: range) -> None:
        """Hand it some pieces; if it has died, that is noticed when it should answer."""
        self.chunk = chunk
        with suppress(OSError):
            self.connection.send(chunk)

    def receive(self) -> list[R]:
        """What it has done; WorkerDied if it will not answer any more."""
        try:
            sent = self.connection.recv()
        except (EOFError, OSError):
            raise worker_died(self.process) from None
        if isinstance(sent, ReihumError):
            raise sent
        assert isinstance(sent, list)
        return sent

    def kill(self) -> None:
        """End it: it has nothing to tidy up, and a stopped process ignores milder signals."""
        self.process.kill()
        self.connection.close()


def play_in_processes(plan: Plan[R], chunks: Iterator[range], jobs: int, tries: int = 1) -> Iterator[list[R]]:
    """The results from a number of processes, in any order; an empty chunk means that there is none just now.

    A process that dies is replaced and its chunk begun again, until the same chunk has been tried so often.
    """
    workers: dict[Connection, Worker[R]] = {}
    failures: Counter[range] = Counter()
    try:
        check_picklable(plan.bots)
        for worker in start_workers(plan, jobs):
            workers[worker.connection] = worker
        for worker, chunk in zip(workers.values(), chunks, strict=False):
            worker.send(chunk)
        while busy := [worker.connection for worker in workers.values() if worker.chunk is not None]:
            for ready in wait(busy):
                worker = workers[cast(Connection, ready)]
                assert worker.chunk is not None
                try:
                    some = worker.receive()
                except WorkerDied:
                    failures[worker.chunk] += 1
                    if failures[worker.chunk] >= tries:
                        raise
                    del workers[worker.connection]
                    worker.kill()
                    (new,) = start_workers(plan, 1)
                    workers[new.connection] = new
                    new.send(worker.chunk)
                    continue
                worker.chunk = None
                if more := next(chunks, None):
                    worker.send(more)
                yield some
                for idle in [each for each in workers.values() if each.chunk is None]:
                    if more := next(chunks, None):
                        idle.send(more)
    finally:
        if has_programs(plan.bots):
            let_programs_end([*workers.values()])
        for worker in workers.values():
            worker.kill()
        for worker in workers.values():
            worker.process.join()


def let_programs_end(workers: Sequence[Worker[R]]) -> None:
    """Let processes end the programs they have started: idle ones politely, those at work at once."""
    for worker in workers:
        if worker.chunk is None:
            worker.connection.close()
        else:
            worker.process.terminate()
    until = time.monotonic() + LAST_WISH
    for worker in workers:
        worker.process.join(max(0.0, until - time.monotonic()))


def has_programs(bots: Sequence[Entrant]) -> bool:
    """Whether one of them is a program, which its process has to end."""
    return any(isinstance(bot, str) and bot.startswith(PREFIX) for bot in bots)


def check_picklable(bots: Sequence[Entrant]) -> None:
    """Raise an error if a bot cannot be sent to other processes."""
    for bot in bots:
        try:
            pickle.dumps(bot)
        except Exception as error:  # pickling runs the bot's own code
            why = f"The bot {name_of(bot)} cannot be sent to other processes: {error_text(error)}."
            raise ReihumError(f"{why} With --jobs 1 it need not be.") from error


def start_workers(plan: Plan[R], jobs: int) -> list[Worker[R]]:
    """Start processes with signals blocked; only the parent handles Ctrl-C."""
    # Spawned, not forked: a forked worker would keep the other workers' pipes open, and none would notice the
    # end of the parent. Signals blocked here are blocked in the workers too; the parent gets them afterwards.
    context = multiprocessing.get_context("spawn")
    resource_tracker.ensure_running()  # starting it unblocks signals, so start it before they are blocked
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    started: list[Worker[R]] = []
    try:
        for _ in range(jobs):
            ours, theirs = context.Pipe()
            process = context.Process(target=run_worker, args=(plan, theirs), daemon=True)
            process.start()
            started.append(Worker(process, ours))
            theirs.close()
    except BaseException:
        for worker in started:
            worker.kill()
        raise
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
    return started


def run_worker(plan: Plan[object], connection: Connection) -> None:
    """The worker process: do what comes through the connection until the other end closes it."""
    signal.signal(signal.SIGTERM, exit_at_once)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    Thread(target=exit_with_parent, daemon=True).start()
    players: list[Player] = []
    while True:
        try:
            chunk = connection.recv()
        except (EOFError, OSError):
            break
        try:
            players = players or plan.prepare()
            connection.send(plan.play(players, chunk))
        except ReihumError as error:
            connection.send(error)
    for player in players:
        player.close()


def exit_at_once(_number: int, _frame: FrameType | None) -> NoReturn:
    """Exit; programs that play end, too."""
    end_programs()
    os._exit(1)


def exit_with_parent() -> None:
    """Exit when the parent does, even if it was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    end_programs()
    os._exit(1)


def worker_died(worker: SpawnProcess) -> WorkerDied:
    """The error for a worker that has died."""
    worker.join()
    code = worker.exitcode or 0
    if code < 0:
        how = f"was killed by signal {-code}; the run stops. Perhaps try fewer --jobs."
    else:
        how = f"ended with exit code {code}; the run stops."
    return WorkerDied(f"A process that was playing {how}")

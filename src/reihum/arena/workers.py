"""Several processes that play, none of which is left behind, however the simulation ends.

They are not a server's thinkers (`server/live/thinkers.py`). A simulation hands out games that need nothing
of each other, waits for them, and runs in anybody's script, with the classes of that script, with or without
an event loop: so processes that `multiprocessing` starts, and pickles. A server may not wait for any of its
processes, each of which remembers games and is asked about many at once: so pipes of the event loop.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
from collections.abc import Iterator
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from threading import Thread
from typing import cast

from reihum.arena.games import Plan, Result, WorkerDied, line_up, play_chunk
from reihum.bots import Player, name_of
from reihum.bots.own import described
from reihum.core.errors import ReihumError


def shared_out(plan: Plan, chunks: Iterator[range], jobs: int) -> Iterator[list[Result]]:
    """The results of several processes; however this ends, none of them is left behind."""
    workers: dict[Connection, SpawnProcess] = {}
    try:
        check_that_it_travels(plan)
        hire(workers, plan, jobs)
        for line, chunk in zip(workers, chunks, strict=False):
            hand_over(line, workers[line], chunk)
        busy = set(workers)
        while busy:
            for ready in wait(list(busy)):
                line = cast(Connection, ready)
                some = received(line, workers[line])
                if (more := next(chunks, None)) is not None:
                    hand_over(line, workers[line], more)
                else:
                    busy.remove(line)
                yield some
    finally:
        for line, worker in workers.items():
            worker.kill()  # there is nothing for it to tidy up, and a stopped process hears nothing milder
            line.close()
        for worker in workers.values():
            worker.join()


def check_that_it_travels(plan: Plan) -> None:
    """A bot of one's own must be able to go to other processes."""
    for bot in plan.bots:
        try:
            pickle.dumps(bot)
        except Exception as error:  # whatever a bot does when it is taken apart
            why = f"The bot {name_of(bot)} cannot be sent to other processes: {described(error)}."
            raise ReihumError(f"{why} With --jobs 1 it need not.") from error


def hire(workers: dict[Connection, SpawnProcess], plan: Plan, jobs: int) -> None:
    """Start the processes, undisturbed by signals; Ctrl-C stays the parent's business."""
    # Spawned, not forked: a forked worker would hold its sisters' lines open, and nobody would notice the
    # parent's end. What is blocked here is blocked in the workers, too; the parent gets it a moment later.
    context = multiprocessing.get_context("spawn")
    resource_tracker.ensure_running()  # starting it unblocks signals, so not in between
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        for _ in range(jobs):
            ours, theirs = context.Pipe()
            worker = context.Process(target=work, args=(plan, theirs), daemon=True)
            worker.start()
            workers[ours] = worker
            theirs.close()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


def work(plan: Plan, line: Connection) -> None:
    """A worker's life: play what comes down the line until nobody is at its other end."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    Thread(target=end_with_the_parent, daemon=True).start()
    players: list[Player] = []
    while True:
        try:
            chunk = line.recv()
        except EOFError:
            return
        try:
            players = players or line_up(plan)
            line.send(play_chunk(plan, players, chunk))
        except ReihumError as error:
            line.send(str(error))


def end_with_the_parent() -> None:
    """Do not play on for nobody, even if the parent was killed without a chance to say so."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def hand_over(line: Connection, worker: SpawnProcess, chunk: range) -> None:
    """Give a worker games to play."""
    try:
        line.send(chunk)
    except OSError:
        raise bereaved(worker) from None


def received(line: Connection, worker: SpawnProcess) -> list[Result]:
    """What a worker has played."""
    try:
        sent = line.recv()
    except (EOFError, OSError):
        raise bereaved(worker) from None
    if isinstance(sent, str):
        raise ReihumError(sent)
    assert isinstance(sent, list)
    return sent


def bereaved(worker: SpawnProcess) -> WorkerDied:
    """The sentence on a worker that is no more."""
    worker.join()
    code = worker.exitcode or 0
    if code < 0:
        how = f"was killed by signal {-code}; the simulation stops. Perhaps try fewer --jobs."
    else:
        how = f"ended with exit code {code}; the simulation stops."
    return WorkerDied(f"A process that was playing {how}")

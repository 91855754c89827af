"""Processes that play games; however the simulation ends, none of them is left behind.

They differ from a server's thinkers (`server/live/thinkers.py`). A simulation hands out independent games,
waits for them, and runs in anyone's script, with that script's classes, with or without an event loop: hence
`multiprocessing` and pickles. A server must not wait for its processes, each of which remembers games and is
asked about many at once: hence pipes on the event loop.
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

from reihum.arena.games import Result, SimulationPlan, WorkerDied, make_players, play_chunk
from reihum.bots import Player, name_of
from reihum.bots.own import error_text
from reihum.core.errors import ReihumError


def play_in_processes(plan: SimulationPlan, chunks: Iterator[range], jobs: int) -> Iterator[list[Result]]:
    """The results from a number of processes; however this ends, none of them is left behind."""
    workers: dict[Connection, SpawnProcess] = {}
    try:
        check_picklable(plan)
        start_workers(workers, plan, jobs)
        for connection, chunk in zip(workers, chunks, strict=False):
            send_chunk(connection, workers[connection], chunk)
        busy = set(workers)
        while busy:
            for ready in wait(list(busy)):
                connection = cast(Connection, ready)
                some = receive_results(connection, workers[connection])
                if (more := next(chunks, None)) is not None:
                    send_chunk(connection, workers[connection], more)
                else:
                    busy.remove(connection)
                yield some
    finally:
        for connection, worker in workers.items():
            worker.kill()  # it has nothing to tidy up, and a stopped process ignores milder signals
            connection.close()
        for worker in workers.values():
            worker.join()


def check_picklable(plan: SimulationPlan) -> None:
    """Raise an error if a bot cannot be sent to other processes."""
    for bot in plan.bots:
        try:
            pickle.dumps(bot)
        except Exception as error:  # pickling runs the bot's own code
            why = f"The bot {name_of(bot)} cannot be sent to other processes: {error_text(error)}."
            raise ReihumError(f"{why} With --jobs 1 it need not be.") from error


def start_workers(workers: dict[Connection, SpawnProcess], plan: SimulationPlan, jobs: int) -> None:
    """Start the processes with signals blocked; only the parent handles Ctrl-C."""
    # Spawned, not forked: a forked worker would keep the other workers' pipes open, and none would notice the
    # end of the parent. Signals blocked here are blocked in the workers too; the parent gets them afterwards.
    context = multiprocessing.get_context("spawn")
    resource_tracker.ensure_running()  # starting it unblocks signals, so start it before they are blocked
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        for _ in range(jobs):
            ours, theirs = context.Pipe()
            worker = context.Process(target=run_worker, args=(plan, theirs), daemon=True)
            worker.start()
            workers[ours] = worker
            theirs.close()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


def run_worker(plan: SimulationPlan, connection: Connection) -> None:
    """The worker process: play what comes through the connection until the other end closes it."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    Thread(target=exit_with_parent, daemon=True).start()
    players: list[Player] = []
    while True:
        try:
            chunk = connection.recv()
        except EOFError:
            return
        try:
            players = players or make_players(plan)
            connection.send(play_chunk(plan, players, chunk))
        except ReihumError as error:
            connection.send(str(error))


def exit_with_parent() -> None:
    """Exit when the parent does, even if it was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def send_chunk(connection: Connection, worker: SpawnProcess, chunk: range) -> None:
    """Send a worker games to play."""
    try:
        connection.send(chunk)
    except OSError:
        raise worker_died(worker) from None


def receive_results(connection: Connection, worker: SpawnProcess) -> list[Result]:
    """Receive what a worker has played."""
    try:
        sent = connection.recv()
    except (EOFError, OSError):
        raise worker_died(worker) from None
    if isinstance(sent, str):
        raise ReihumError(sent)
    assert isinstance(sent, list)
    return sent


def worker_died(worker: SpawnProcess) -> WorkerDied:
    """The error for a worker that has died."""
    worker.join()
    code = worker.exitcode or 0
    if code < 0:
        how = f"was killed by signal {-code}; the simulation stops. Perhaps try fewer --jobs."
    else:
        how = f"ended with exit code {code}; the simulation stops."
    return WorkerDied(f"A process that was playing {how}")

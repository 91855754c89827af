"""Playing on Ray: plain tasks over ranges of numbers, on this machine or on a cluster.

Every piece of work depends only on the plan and its number, so it does not matter where it is done, or how
often it had to be begun again because a worker died.
"""

from __future__ import annotations

import signal
import socket
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from reihum.arena.games import WorkerDied
from reihum.arena.plans import Plan
from reihum.arena.workers import check_picklable
from reihum.bots import Player
from reihum.core.errors import ReihumError

R = TypeVar("R")
AUTO: Final = "auto"  # start Ray here
KNOCK: Final = 5.0  # seconds for a cluster to answer
RETRIES: Final = 5  # of a task whose worker died
AHEAD: Final = 2  # tasks for each core that are under way at the same time

_prepared: dict[bytes, tuple[Any, list[Player]]] = {}  # in a worker: the plan it knows, and its players


def play_on_ray(plan: Plan[R], chunks: Iterator[range], address: str) -> Generator[list[R], None, None]:
    """The results from a cluster, in any order; the plan and its bots are shipped once."""
    try:
        import ray
    except ImportError:
        raise ReihumError("Ray is not installed; pip install 'reihum[ray]' brings it.") from None
    check_picklable(plan.bots)
    with connected(ray, address):
        shipped = [ray.put(plan)]  # in a list, or every task would unpack the plan again
        task = ray.remote(play_chunk).options(max_retries=RETRIES)
        most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        under_way: list[Any] = []
        for chunk in chunks:
            if chunk:
                under_way.append(task.remote(shipped, shipped[0].binary(), chunk))
            while len(under_way) >= most or (under_way and not chunk):
                yield first_done(ray, under_way)
        while under_way:
            yield first_done(ray, under_way)


def first_done(ray: Any, under_way: list[Any]) -> list[Any]:
    """What the first task brought that has ended; it is taken from the list."""
    (done, *_), rest = ray.wait(under_way, num_returns=1)
    under_way[:] = rest
    try:
        found: object = ray.get(done)
    except ray.exceptions.RayTaskError as error:
        raise ReihumError(f"A task on Ray failed: {error.cause}") from None
    except ray.exceptions.RayError:
        raise WorkerDied(f"A worker on Ray died {RETRIES + 1} times over the same deals.") from None
    if isinstance(found, ReihumError):
        raise found
    assert isinstance(found, list)
    return found


@contextmanager
def connected(ray: Any, address: str) -> Iterator[None]:
    """Ray, started here or joined elsewhere; it stays if it was there before."""
    if ray.is_initialized():
        yield
        return
    how = {} if address == AUTO else {"address": address}
    try:
        if address != AUTO:
            knock(address)
        with keeping_signals():
            ray.init(log_to_driver=False, logging_level="ERROR", include_dashboard=False, **how)
    except (OSError, ValueError, RuntimeError) as error:
        raise ReihumError(f"There is no Ray at {address}: {str(error).splitlines()[0]}") from None
    try:
        yield
    finally:
        ray.shutdown()


def knock(address: str) -> None:
    """See whether anybody is there; Ray itself would try for minutes."""
    place = urlsplit(address if "://" in address else f"//{address}")
    if place.hostname and place.port:
        socket.create_connection((place.hostname, place.port), KNOCK).close()


@contextmanager
def keeping_signals() -> Iterator[None]:
    """What signals do stays as it is; Ray would have SIGTERM end the run at once."""
    if current_thread() is not main_thread():
        yield
        return
    usual = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, usual)


def play_chunk(shipped: list[Any], key: bytes, chunk: range) -> list[Any] | ReihumError:
    """In a worker: play some pieces; the plan is unpacked once, and its players stay for the next ones."""
    import ray

    try:
        if key not in _prepared:
            for _, players in _prepared.values():
                for player in players:
                    player.close()
            _prepared.clear()
            plan = ray.get(shipped[0])
            _prepared[key] = plan, plan.prepare()
        plan, players = _prepared[key]
        found: list[Any] = plan.play(players, chunk)
    except ReihumError as error:
        return error
    return found

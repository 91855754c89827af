"""Playing on Ray: plain tasks over ranges of numbers, on this machine or on a cluster.

Every piece of work depends only on the plan and its number, so it does not matter where it is done, or how
often it had to be begun again because a worker died.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from reihum.arena.games import WorkerDied
from reihum.arena.plans import Plan
from reihum.arena.workers import check_picklable
from reihum.bots import Player
from reihum.core.errors import ReihumError

R = TypeVar("R")
AUTO: Final = "auto"  # start Ray here
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
        shipped = ray.put(plan)
        task = ray.remote(play_chunk).options(max_retries=RETRIES)
        most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        under_way: list[Any] = []
        for chunk in chunks:
            under_way.append(task.remote(shipped, shipped.binary(), chunk))
            while len(under_way) >= most:
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
        ray.init(log_to_driver=False, logging_level="ERROR", include_dashboard=False, **how)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise ReihumError(f"There is no Ray at {address}: {str(error).splitlines()[0]}") from None
    try:
        yield
    finally:
        ray.shutdown()


def play_chunk(plan: Plan[R], key: bytes, chunk: range) -> list[R] | ReihumError:
    """In a worker: play some pieces; its players stay for the next ones."""
    try:
        if key not in _prepared:
            _prepared.clear()
            _prepared[key] = plan, plan.prepare()
        return plan.play(_prepared[key][1], chunk)
    except ReihumError as error:
        return error

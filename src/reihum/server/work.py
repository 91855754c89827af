"""Heavy work for those who ask: in slices, in turn, and only so much of it.

What takes more than a moment (all that a table shows after a hello, long lists, lay-downs, finished games) is
done a few milliseconds at a time. In between everything else that has happened is served, so nobody waits for
long, whoever asks for how much. Those who ask have their turn one after the other, and what their work costs
is charged to their address; who has used up what a host allows is told to come back later.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Final, Generic, TypeVar

from reihum.server.limits import Bucket, Limiter
from reihum.server.logs import log_failure
from reihum.server.metrics import Metrics
from reihum.server.settings import Limits

SLICE: Final = 0.005  # seconds of computing before everybody else is served
MS: Final = 1000.0  # limits count milliseconds
S = TypeVar("S")
T = TypeVar("T")
Work = Iterator[None]  # does a little, and pauses: no longer than a slice in between


class TooMuch(Exception):
    """This asker has used up what may be computed for one; after so many seconds there is more."""

    def __init__(self, wait: float) -> None:
        self.wait = wait
        super().__init__(wait)


class FairLine(Generic[T]):
    """A line in which those who ask for much do not keep others waiting: one thing of each in turn."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[T]] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def put(self, asker: str, item: T) -> None:
        """Add something at the end of what this asker waits for."""
        self._waiting.setdefault(asker, deque()).append(item)

    def put_back(self, asker: str, item: T) -> None:
        """Go on with this when it is the asker's turn again."""
        self._waiting.setdefault(asker, deque()).appendleft(item)

    def take(self) -> tuple[str, T]:
        """The next thing of the asker whose turn it is."""
        asker, items = self._waiting.popitem(last=False)
        item = items.popleft()
        if items:
            self._waiting[asker] = items  # behind all others
        return asker, item


class Job:
    """Work that was asked for, and who hears that it was refused."""

    __slots__ = ("begun", "refuse", "work")

    def __init__(self, work: Work, refuse: Callable[[float], None]) -> None:
        self.work = work
        self.refuse = refuse
        self.begun = False


class WorkQueue:
    """All heavy work of a process."""

    def __init__(
        self, limits: Limits, metrics: Metrics, clock: Callable[[], float] = time.thread_time
    ) -> None:
        self._askers = Limiter(limits.work)
        self._all = Bucket(float(limits.all_work.burst), time.monotonic())
        self._all_rate = limits.all_work
        self._metrics = metrics
        self._clock = clock  # counts processor time: what others do on the machine costs nobody anything here
        self._line: FairLine[Job] = FairLine()
        self._running = False  # whether something is being done right now, which may ask for more
        self._used = 0.0  # seconds of computing in this turn of the event loop
        self._next: asyncio.Handle | None = None  # the next turn
        self._aside: FairLine[asyncio.Future[None]] = FairLine()
        self._aside_busy = False

    # -- in slices on the event loop --------------------------------------------------------------

    def put(self, asker: str, work: Work, refuse: Callable[[float], None]) -> None:
        """Begin some work, at once if nobody else waits; or refuse it for so many seconds."""
        job = Job(work, refuse)
        later = self._running or bool(self._line) or self._used >= SLICE
        if later or self._all.debt(self._all_rate, time.monotonic()):
            self._line.put(asker, job)
        else:
            self._run(asker, job)
        self._wake()

    async def do(self, asker: str, work: Generator[None, None, T]) -> T:
        """The same, for callers that wait for the outcome."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        def refuse(wait: float) -> None:
            if not done.done():
                done.set_exception(TooMuch(wait))

        self.put(asker, settle(work, done), refuse)
        return await done

    def _wake(self) -> None:
        if self._next is None:
            self._next = asyncio.get_running_loop().call_soon(self._take_turn)

    def _take_turn(self) -> None:
        """Work for the length of a slice, unless all together have used up their share for now."""
        self._next, self._used = None, 0.0
        if not self._line:
            return
        if wait := self._all.debt(self._all_rate, time.monotonic()):
            self._next = asyncio.get_running_loop().call_later(wait, self._take_turn)
            return
        while self._line and self._used < SLICE:
            self._run(*self._line.take())
        self._wake()

    def _run(self, asker: str, job: Job) -> None:
        """Do the next piece of some work; what is left of it waits for its turn."""
        if not job.begun:
            if wait := self._debt(asker):
                job.refuse(wait)
                return
            job.begun = True
        before, began = self._used, self._clock()
        over, self._running = True, True
        try:
            for _ in job.work:
                if before + self._clock() - began >= SLICE:
                    over = False
                    break
        except Exception:
            log_failure("work failed")
        finally:
            self._running = False
        spent = self._clock() - began
        self._used = before + spent
        self._charge(asker, spent)
        if not over:
            self._line.put_back(asker, job)

    # -- in a thread ------------------------------------------------------------------------------

    async def aside(self, asker: str, function: Callable[[], T]) -> T:
        """Work that cannot pause: in a thread, one after the other, each asker in turn."""
        if wait := self._debt(asker):
            raise TooMuch(wait)
        if self._aside_busy:
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._aside.put(asker, turn)
            try:
                await turn
            except asyncio.CancelledError:
                if not turn.cancelled():
                    self._end_aside()
                raise
        self._aside_busy = True
        spent = 0.0

        def timed() -> T:
            nonlocal spent
            began = self._clock()
            try:
                return function()
            finally:
                spent = self._clock() - began

        try:
            return await asyncio.to_thread(timed)
        finally:
            self._charge(asker, spent)
            self._end_aside()

    def _end_aside(self) -> None:
        """Let the next one begin."""
        self._aside_busy = False
        while self._aside:
            _, turn = self._aside.take()
            if not turn.done():
                self._aside_busy = True
                turn.set_result(None)
                return

    # -- what it costs ----------------------------------------------------------------------------

    def _debt(self, asker: str) -> float:
        """In how many seconds something may be computed for this asker again; 0: now."""
        wait = self._askers.debt(asker, time.monotonic())
        self._metrics.limited["work"] += wait > 0
        return wait

    def _charge(self, asker: str, spent: float) -> None:
        now = time.monotonic()
        self._metrics.work_seconds += spent
        self._askers.charge(asker, spent * MS, now)
        self._all.charge(self._all_rate, now, spent * MS)


def settle(work: Generator[None, None, T], done: asyncio.Future[T]) -> Work:
    """Hand the outcome of some work to those who wait for it; if nobody does any more, stop."""
    try:
        while not done.done():
            next(work)
            yield
        work.close()
    except StopIteration as end:
        if not done.done():
            done.set_result(end.value)
    except Exception as error:
        if not done.done():
            done.set_exception(error)


def at_once(function: Callable[[], object]) -> Work:
    """Work that takes no longer than a slice."""
    function()
    yield from ()


def each_of(function: Callable[[S], T], items: Iterable[S]) -> Generator[None, None, list[T]]:
    """The same for each of many things, with a pause after each."""
    found = []
    for item in items:
        found.append(function(item))
        yield
    return found

"""Reviews of finished games: who waits for one, and the process that makes them one after another.

A review is made when somebody first asks for it, and only once, even if several servers share the store.
Those who ask take turns, however many games one of them asks about. What is wanted is in the store: after a
restart it is begun again.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Final

from reihum.match import Match
from reihum.server.live.reviewer import ReviewJob, ReviewPart
from reihum.server.live.worker_process import NoAnswer, WorkerProcess
from reihum.server.logs import log_event, log_failure
from reihum.server.store import Unavailable
from reihum.server.store.reviews import KeptReview

if TYPE_CHECKING:
    from reihum.server.live.registry import TableRegistry

TELLING: Final = 5.0  # seconds until other processes are told how far it has come
SILENCE_TIMEOUT: Final = 300.0  # seconds without a sign from the process, after which it counts as hung
REVIEW_TRIES: Final = 3  # how often a process may die over the same game
FAILED_FOR: Final = 600.0  # seconds until a review that could not be made is tried again
IDLE_TIMEOUT: Final = 20.0  # seconds after which a process with nothing to do ends
ADOPTION_INTERVAL: Final = 5.0  # seconds between two looks for reviews that nobody is making
ADOPTED_AT_ONCE: Final = 50
STORE_PAUSE: Final = 2.0  # seconds after which an unavailable store is tried again


class NoReview(Exception):
    """There is no review of this game, and will not be one soon."""


@dataclass
class Course:
    """How far a review has come."""

    asker: str
    done: float = 0.0
    wins: list[list[float]] = field(default_factory=list)  # everybody's chance after each step so far


@dataclass(frozen=True)
class Waiting:
    """A review that is being made, or waits for that."""

    done: float
    ahead: int  # reviews that are made before it
    wins: list[list[float]]


class Reviews:
    """All reviews of this server: which ones are wanted, in which order, what came of them."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self.reviewer = WorkerProcess("reviewer", ReviewPart, registry.metrics, registry.clock)
        self._numbers = count(1)
        self.courses: dict[str, Course] = {}  # by table: those that wait here, and the one that is made
        self.current: str | None = None
        self._queues: OrderedDict[str, deque[str]] = OrderedDict()  # by asker; the first one is served next
        self._failed: dict[str, float] = {}  # by table: until when nobody tries again
        self._working: asyncio.Task[None] | None = None
        self._called = asyncio.Event()  # set when something is wanted
        self._adopted_at = -ADOPTION_INTERVAL

    # -- asking -----------------------------------------------------------------------------------

    async def kept(self, ident: str) -> KeptReview | None:
        """The review of a game, if it is made, or wanted."""
        return await self.registry.store.review_of(ident)

    async def want(self, ident: str, player: str, address: str) -> None:
        """Note that somebody wants the review of a finished game."""
        await self.registry.store.want_review(ident, player, self.registry.clock.wall())
        self._enqueue(ident, player or address)

    def waiting(self, ident: str, kept: KeptReview, first: int) -> Waiting:
        """How far a review has come, with everybody's chances from a step on."""
        course = self.courses.get(ident)
        if course is None:  # another process makes it
            return Waiting(kept.done, 0, [])
        order = [*self._order()]
        ahead = order.index(ident) + (self.current is not None) if ident in order else 0
        return Waiting(course.done, ahead, course.wins[first:])

    def check_failed(self, ident: str) -> None:
        """Raise NoReview if the review of a game could not be made a short while ago."""
        if self._failed.get(ident, 0.0) > time.monotonic():
            raise NoReview

    async def forget(self, ident: str) -> None:
        """Forget a review that cannot be read any more: it is made again."""
        await self.registry.store.drop_review(ident)

    # -- the order --------------------------------------------------------------------------------

    def _enqueue(self, ident: str, asker: str) -> None:
        if ident in self.courses:
            return
        self.courses[ident] = Course(asker)
        self._queues.setdefault(asker, deque()).append(ident)
        self._called.set()
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._make_all())

    def _order(self) -> Iterator[str]:
        """The games that wait, in the order in which they will be reviewed."""
        queues = [list(queue) for queue in self._queues.values()]
        for turn in range(max(map(len, queues), default=0)):
            yield from (queue[turn] for queue in queues if turn < len(queue))

    def _next(self) -> str | None:
        """The game to review now; whoever asked for it is served last next time."""
        if not self._queues:
            return None
        asker, queue = next(iter(self._queues.items()))
        ident = queue.popleft()
        if queue:
            self._queues.move_to_end(asker)
        else:
            del self._queues[asker]
        return ident

    async def adopt(self) -> None:
        """Take up what is wanted and nobody makes: after a restart, or when another server is gone."""
        if time.monotonic() - self._adopted_at < ADOPTION_INTERVAL:
            return
        self._adopted_at = time.monotonic()
        store = self.registry.store
        for ident, player in await store.wanted_reviews(ADOPTED_AT_ONCE):
            self._enqueue(ident, player or ident)

    # -- making -----------------------------------------------------------------------------------

    async def _make_all(self) -> None:
        """Make one review after the other, until none has been wanted for a while."""
        while True:
            ident = self._next()
            if ident is not None:
                await self._try_to_make(ident)
                continue
            self._called.clear()
            try:
                await asyncio.wait_for(self._called.wait(), IDLE_TIMEOUT)
            except TimeoutError:
                break
        self.reviewer.stop()

    async def _try_to_make(self, ident: str) -> None:
        self.current = ident
        try:
            await self._make(ident)
        except Unavailable:  # it is still wanted, and adopted once the store is back
            await asyncio.sleep(STORE_PAUSE)
        except Exception:
            log_failure("review failed")
            self._note_failure(ident)
        finally:
            self.current = None
            self.courses.pop(ident, None)

    async def _make(self, ident: str) -> None:
        """Make one review, unless another server does."""
        store = self.registry.store
        if not await store.claim_review(ident, self.registry.attendance.owner):
            return
        match = await self._game(ident)
        made = b"" if match is None else await self._made(ident, match)
        if made:
            await store.keep_review(ident, made)
            self.registry.metrics.reviews["made"] += 1
        else:
            self.registry.metrics.reviews["failed"] += 1
            self._note_failure(ident)
            await store.drop_review(ident)

    async def _game(self, ident: str) -> Match | None:
        """The game of a table that is over."""
        actor = await self.registry.actor(ident)
        return None if actor is None or actor.table.status != "over" else actor.table.match

    async def _made(self, ident: str, match: Match) -> bytes:
        """The review of a game; nothing if there cannot be one."""
        limits = self.registry.settings.limits
        record = match.record(secret=True)
        for _ in range(REVIEW_TRIES):
            job = ReviewJob(record, limits.review_worlds, limits.review_time, next(self._numbers))
            with suppress(NoAnswer):
                part = await self._follow(ident, job)
                if part.error:
                    log_event("game not reviewed", 30, why=part.error)
                return part.made
        return b""

    async def _follow(self, ident: str, job: ReviewJob) -> ReviewPart:
        """Wait for the last answer to a job, and note the others."""
        course = self.courses[ident]
        course.done, course.wins = 0.0, []

        def hear(part: ReviewPart) -> None:
            course.done, course.wins = part.progress, course.wins + part.wins

        telling = asyncio.create_task(self._tell(ident, course))
        try:
            return await self.reviewer.ask(job, hear, SILENCE_TIMEOUT)
        finally:
            telling.cancel()

    async def _tell(self, ident: str, course: Course) -> None:
        """Tell other processes now and then how far a review has come."""
        while True:
            await asyncio.sleep(TELLING)
            with suppress(Unavailable):
                await self.registry.store.claim_review(ident, self.registry.attendance.owner, course.done)

    def _note_failure(self, ident: str) -> None:
        now = time.monotonic()
        self._failed = {each: until for each, until in self._failed.items() if until > now}
        self._failed[ident] = now + FAILED_FOR

    def stop(self) -> None:
        """Stop at once; what is wanted is made after the next start."""
        if self._working is not None:
            self._working.cancel()
        self.reviewer.stop()

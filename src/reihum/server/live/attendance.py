"""Which tables this process looks after, and how it hears of what others do at those that it has in memory.

A table with something to do later has a lease, so that it is found again if this process dies. Tables that
nobody looks after are taken in a few at a time: those that have something to do soon stay in memory, the
others are let go at once. Who is connected where is told when it changes, and again after an interruption.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Collection, Coroutine, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

from reihum.server.live.actor import TableActor
from reihum.server.logs import log_event, log_failure
from reihum.server.store import Crowded, Unavailable
from reihum.server.store.leases import BEAT, Present, Vigil

if TYPE_CHECKING:
    from reihum.server.live.registry import TableRegistry

ADOPTED_AT_ONCE: Final = 50  # orphans whose logs are read at once
ADOPTION_REST: Final = 0.5  # times as long as taking in some orphans takes, in which others have their turn
ALARM_AFTER: Final = 3600.0  # seconds; a table whose next duty is later need not be in memory
GATHERING: Final = 0.05  # seconds in which changes of who is connected are gathered
CHECKED_AT_ONCE: Final = 1_000  # tables
SLICES: Final = 6  # parts of the tables in memory that are checked in turn, in case something was not heard
SLICE_ROUNDS: Final = 5  # rounds from one part to the next


class Attendance:
    """The part of a process in what all of them do together."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self.store = registry.store
        self.owner = secrets.token_hex(8)  # this process, among those that share the store
        self.vigil = Vigil()
        self.reachable = True
        self._enrolled = False
        self._enrolling = asyncio.Lock()
        self._left: deque[str] = (
            deque()
        )  # tables whose leases this process has, and that are not taken in yet
        self._others: set[str] = set()  # processes, when last looked at
        self._changed: set[str] = set()  # tables at which others do not know who is here
        self._unknown: set[str] = set()  # tables at which nobody here knows who is elsewhere
        self._missed = False  # whether others may have done anything at any table
        self._round = 0
        self._adopting: asyncio.Task[None] | None = None
        self._telling: asyncio.Task[None] | None = None
        self._living: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start giving signs of life."""
        self._living = asyncio.create_task(self._live())

    def stop(self) -> None:
        """Stop everything that goes on in the background."""
        for task in (self._living, self._adopting, self._telling):
            if task is not None:
                task.cancel()

    def is_idle(self) -> bool:
        """Whether nothing is going on in the background, and everybody has been told everything."""
        tasks = (self._adopting, self._telling)
        return not (self._changed or self._unknown) and all(task is None or task.done() for task in tasks)

    async def resign(self) -> None:
        """Leave all tables to others, or to the next start."""
        try:
            await self.store.resign(self.owner)
        except Unavailable:
            log_event("leases not released", 30)

    # -- signs of life ----------------------------------------------------------------------------

    async def _live(self) -> None:
        while True:
            try:
                await self.beat()
                self._note_reachable()
            except Unavailable as error:
                self._note_trouble(error)
            except Exception:
                log_failure("sign of life failed")
            await asyncio.sleep(BEAT)

    def _note_reachable(self) -> None:
        if not self.reachable:
            log_event("store is back")
        self.reachable = True

    def _note_trouble(self, error: Unavailable) -> None:
        if self.reachable:
            busy = isinstance(error, Crowded)
            log_event("store is overloaded" if busy else "store cannot be reached", 30, why=str(error))
        self.reachable = False

    async def beat(self) -> None:
        """Give a sign of life, look for those of others, and begin to look after tables that nobody has."""
        await self._enroll()
        census = await self.store.beat(self.owner)
        if census is None:  # others took this process for dead, or the database has forgotten everybody
            self._enrolled = False
            await self._enroll()
            return
        gone = self.vigil.look(census.others, self.registry.clock.steady())
        if gone:
            log_event("other process is gone", 30, processes=len(gone))
            await self.store.bury(gone)
        if not self._others <= {*census.others} - {*gone}:
            self._missed = True  # those who were connected there are not any more
        self._others = {*census.others} - {*gone}
        if census.orphans or gone or self._left:
            self._adopting = self._begin(self._adopting, self.adopt())
        if self._changed or self._unknown:
            self._telling = self._begin(self._telling, self._tell_and_ask())

    def _begin(
        self, running: asyncio.Task[None] | None, work: Coroutine[Any, Any, None]
    ) -> asyncio.Task[None]:
        """Do something in the background, unless it is being done."""
        if running is not None and not running.done():
            work.close()
            return running
        return asyncio.create_task(self._guard(work))

    async def _guard(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Unavailable:
            self.registry.metrics.failures += 1  # the next sign of life tries again
        except Exception:
            log_failure("attendance failed")

    async def _enroll(self) -> None:
        """Take part; what this process holds is what the store says."""
        async with self._enrolling:
            if self._enrolled:
                return
            held = await self.store.enroll(self.owner)
            self._enrolled = True
            self._missed = True
            for ident, actor in self.registry.actors.items():
                actor.leased = ident in held
                if actor.viewers:
                    self._changed.add(ident)
            self._left.extend(sorted(held - self.registry.actors.keys() - {*self._left}))

    # -- leases -----------------------------------------------------------------------------------

    async def take_lease(self, actor: TableActor) -> bool:
        """Take the lease of a table; False if another process runs its bots and clocks."""
        if not actor.leased:
            await self._enroll()
            actor.leased = await self.store.claim(actor.table.id, self.owner)
            actor.refused = not actor.leased
        return actor.leased

    async def let_go(self, actors: Collection[TableActor]) -> None:
        """Give back the leases of tables; those with a later duty are adopted in time by whoever is there."""
        idle: list[str] = []
        later: dict[str, float] = {}
        for actor in actors:
            due = actor.next_duty()
            if due is not None and await self.take_lease(actor):
                later[actor.table.id] = due - actor.time.now()
            elif actor.leased:
                idle.append(actor.table.id)
        if later:
            await self.store.park(self.owner, later)
        if idle:
            await self.store.release(self.owner, idle)
        for actor in actors:
            actor.leased = False

    async def adopt(self) -> None:
        """Take in all tables that nobody looks after, a few at a time."""
        steady = self.registry.clock.steady
        while True:
            started = steady()
            if not self._left:
                try:
                    self._left.extend(await self.store.adopt(self.owner, ADOPTED_AT_ONCE))
                except Unavailable:
                    self._enrolled = False  # it may hold some now, and not know which
                    raise
            if not self._left:
                return
            some = [self._left.popleft() for _ in range(min(len(self._left), ADOPTED_AT_ONCE))]
            try:
                await self._take_in(some)
            except Unavailable:
                self._left.extend(some)
                raise
            await asyncio.sleep(ADOPTION_REST * (steady() - started))

    async def _take_in(self, idents: list[str]) -> None:
        """Look after these tables from now on: their leases are here."""
        with self.registry.loading(idents):
            actors = await self.registry.load_many(idents)
            called = await self.registry.calls.among(actors.values())
            idle: list[TableActor] = []
            for ident, actor in actors.items():
                actor.leased, actor.refused = True, False
                if ident in called or ident in self.registry.actors or has_something_soon(actor):
                    self.registry.keep(actor)
                else:
                    idle.append(actor)
        await self.let_go(idle)
        if gone := [ident for ident in idents if ident not in actors]:
            await self.store.release(self.owner, gone)
        for actor in idle:
            actor.stop()
        self.registry.metrics.adopted += len(idents)

    # -- who is connected, and what was written ---------------------------------------------------

    def tell_presence(self, actor: TableActor) -> None:
        """Tell other processes who is connected to this one."""
        self._changed.add(actor.table.id)
        self._tell_soon()

    def note_presence(self, tables: set[str]) -> None:
        """Others are connected to other processes now."""
        self._unknown |= tables
        self._tell_soon()

    def note_missed(self) -> None:
        """Others may have done anything."""
        self._missed = True

    def _tell_soon(self) -> None:
        self._telling = self._begin(self._telling, self._tell_and_ask())

    async def _tell_and_ask(self) -> None:
        """Tell and ask about all tables at which something has changed, many at once."""
        while self._changed or self._unknown:
            await asyncio.sleep(GATHERING)
            changed, self._changed = self._changed, set()
            try:
                for some in parts(changed):
                    await self.store.set_present(self.owner, {ident: self._present(ident) for ident in some})
            except Unavailable:
                self._changed |= changed
                raise
            unknown, self._unknown = self._unknown, set()
            try:
                await self._ask_presence(unknown)
            except Unavailable:
                self._unknown |= unknown
                raise

    def _present(self, ident: str) -> Present:
        """Who is connected to this process at a table."""
        actor = self.registry.actors.get(ident)
        if actor is None:
            return Present()
        return Present(tuple(sorted(actor.seats_here())), tuple(sorted(actor.watching_seats())))

    async def _ask_presence(self, tables: Iterable[str]) -> None:
        """Ask who is connected to other processes at tables that are in memory."""
        for some in parts(ident for ident in tables if ident in self.registry.actors):
            elsewhere = await self.store.present_elsewhere(self.owner, some)
            for ident in some:
                if (actor := self.registry.actors.get(ident)) is not None:
                    actor.note_elsewhere(elsewhere.get(ident, set()))

    async def catch_up(self) -> None:
        """Find out what was not heard: everything after an interruption, otherwise a part in each turn."""
        self._round += 1
        everything, self._missed = self._missed or not self.store.listening, False
        turn, wait = divmod(self._round, SLICE_ROUNDS)
        if not everything and wait:
            return
        part = turn % SLICES
        tables = [
            each for each in self.registry.actors if everything or crc32(each.encode()) % SLICES == part
        ]
        try:
            for some in parts(tables):
                for ident, length in (await self.store.lengths(some)).items():
                    actor = self.registry.actors.get(ident)
                    if actor is not None and length > actor.table.length:
                        actor.log.check_log()
            await self._ask_presence(tables)
        except Unavailable:
            self._missed = self._missed or everything
            raise


def has_something_soon(actor: TableActor) -> bool:
    """Whether a table has something to do before it would have to be called in again."""
    due = actor.next_duty()
    return due is not None and due - actor.time.now() < ALARM_AFTER


def parts(tables: Iterable[str]) -> Iterator[list[str]]:
    """The tables, so many at once."""
    found = list(tables)
    for first in range(0, len(found), CHECKED_AT_ONCE):
        yield found[first : first + CHECKED_AT_ONCE]

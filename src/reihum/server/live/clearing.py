"""Clearing away what has expired, and what hosts or players want to be gone: always a little at a time.

Of all processes that share a store one does this at a time. Each step is a few rows; between two of them
everybody else has their turn. A table goes in two steps: its log gets a last entry, after which nobody can
write to it or finds it; and when even the slowest process has noticed, its rows are deleted.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from msgspec import MsgspecError

from reihum.server.logs import log_event, log_failure, table_alias
from reihum.server.store import Store, Taken, Unavailable, Write
from reihum.server.store.housekeeping import GONE, Aged
from reihum.table.live import LiveTable
from reihum.table.log import Closed, Ended, decode_entry, encode_entry

if TYPE_CHECKING:
    from reihum.server.live.registry import TableRegistry

CHORE: Final = "clearing"
CLAIM: Final = 60.0  # seconds for which a process keeps clearing to itself
GRACE: Final = 60.0  # seconds in which every process notices that a table is closed
ROUND: Final = 600.0  # seconds between two looks at everything
FIRST: Final = 20.0  # seconds after the start, in which there is more urgent work
ORDERS_ROUND: Final = 1.0  # seconds between two looks for what hosts want
REST: Final = 4.0  # times as long as one step took, in which others have their turn
SHORTEST_REST: Final = 0.02  # seconds
LONGEST_REST: Final = 2.0
STORE_PAUSE: Final = 5.0  # seconds after which an unavailable store is tried again
TABLES_AT_ONCE: Final = 50  # looked at in one step
ENTRIES_AT_ONCE: Final = 200  # deleted in one step
PLAYERS_AT_ONCE: Final = 200  # looked at in one step
PAGES_AT_ONCE: Final = 128  # given back to the disk in one step
START: Final = (0.0, "")


class Clearing:
    """The work of clearing away, for one process."""

    def __init__(self, registry: TableRegistry, now: Callable[[], float] = time.time) -> None:
        self.registry = registry
        self.store = registry.store
        self.ages = registry.settings.ages
        self.now = now
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin, in the background."""
        self._tasks = [asyncio.create_task(self._go_round()), asyncio.create_task(self._take_orders())]

    def stop(self) -> None:
        """Stop between two steps, or in one; the next process goes on."""
        for task in self._tasks:
            task.cancel()

    async def _go_round(self) -> None:
        await asyncio.sleep(FIRST)
        while True:
            try:
                began = time.monotonic()
                async for _ in self.round():
                    await asyncio.sleep(rest_after(time.monotonic() - began))
                    began = time.monotonic()
                await asyncio.sleep(ROUND)
            except Unavailable:
                await asyncio.sleep(STORE_PAUSE)
            except Exception:
                log_failure("clearing failed")
                await asyncio.sleep(ROUND)

    async def round(self) -> AsyncIterator[None]:
        """Look at everything once, in steps; nothing, if another process is doing it."""
        if not await self._is_ours():
            return
        async for _ in self.registry.forgetting.everybody():
            yield
        for kind, states in KINDS.items():
            async for _ in self._close_aged(kind, states):
                yield
        async for _ in self._delete_closed():
            yield
        async for _ in self._drop_players():
            yield
        async for _ in self.registry.forgetting.everybody():
            yield
        await self.store.unmute_late(self.now())
        while await self._is_ours() and await self.store.give_space_back(PAGES_AT_ONCE):
            yield

    async def _is_ours(self) -> bool:
        now = self.now()
        return await self.store.claim_chore(CHORE, self.registry.attendance.owner, now, now + CLAIM)

    # -- tables -----------------------------------------------------------------------------------

    async def _close_aged(self, kind: str, states: tuple[tuple[str, bool], ...]) -> AsyncIterator[None]:
        """Close all tables of one kind that are too old."""
        age = getattr(self.ages, kind)
        if math.isinf(age):
            return
        upto = self.now() - age
        for status, people in states:
            after = START
            while found := await self.store.aged_tables(status, people, upto, after, TABLES_AT_ONCE):
                after = (found[-1].at, found[-1].table)
                yield
                for aged in found:
                    if await self._close(aged, kind, upto):
                        self.registry.metrics.expired[kind] += 1
                    yield
                if not await self._is_ours():
                    return

    async def _close(self, aged: Aged, kind: str, upto: float) -> bool:
        """Close a table, unless it is used; False if it stays."""
        actor = self.registry.actors.get(aged.table)
        if actor is not None and (actor.viewers or actor.elsewhere or actor.table.changed_at > upto):
            return False
        number, line = await self.store.last_entry(aged.table)
        if number and entry_time(line) > upto:
            return False
        if await self.store.present_elsewhere("", [aged.table]):
            return False
        if kind == "finished" and await self.store.is_practised(aged.table):
            return False
        await close_table(self.registry, aged.table, self.now())
        log_event("table expired", table=table_alias(aged.table), kind=kind)
        return True

    async def _delete_closed(self) -> AsyncIterator[None]:
        """Delete the rows of tables that were closed a while ago."""
        after = START
        while found := await self.store.aged_tables(GONE, True, self.now() - GRACE, after, TABLES_AT_ONCE):
            after = (found[-1].at, found[-1].table)
            for aged in found:
                if (actor := self.registry.actors.get(aged.table)) is not None:
                    actor.log.check_log()  # it was being loaded when the table was closed
                    continue
                while not await self.store.clear_table(aged.table, ENTRIES_AT_ONCE):
                    yield
                yield
            if not await self._is_ours():
                return

    # -- players ----------------------------------------------------------------------------------

    async def _drop_players(self) -> AsyncIterator[None]:
        """Forget players who have no games any more."""
        if math.isinf(self.ages.players):
            return
        upto, after = self.now() - self.ages.players, ""
        while True:
            found, after = await self.store.aged_players(after, PLAYERS_AT_ONCE, upto)
            for player in found:
                await self.registry.forgetting.begin(player)
                self.registry.metrics.expired["players"] += 1
                yield
            if not after or not await self._is_ours():
                return
            yield

    # -- orders -----------------------------------------------------------------------------------

    async def _take_orders(self) -> None:
        """Do what hosts want to be done with tables, as soon as they say so."""
        while True:
            try:
                if not self.store.shared:  # others do it themselves, and we hear of it
                    await self.take_orders()
                await self.registry.mutes.refresh()
            except Unavailable:
                await asyncio.sleep(STORE_PAUSE)
            except Exception:
                log_failure("order failed")
            await asyncio.sleep(ORDERS_ROUND)

    async def take_orders(self) -> None:
        """Do everything that is asked for now."""
        for order in await self.store.orders():
            if order.what == "delete":
                await close_table(self.registry, order.table, self.now())
            elif (actor := await self.registry.actor(order.table)) is not None:
                await actor.log.do(ending)
            log_event("done for the host", what=order.what, table=table_alias(order.table))
            await self.store.end_order(order.id)


# Which tables each age is about: their status, and whether people play there.
KINDS: Final[dict[str, tuple[tuple[str, bool], ...]]] = {
    "waiting": (("waiting", True), ("waiting", False)),
    "unfinished": (("playing", True),),
    "bots": (("playing", False), ("over", False)),
    "finished": (("over", True),),
}


def rest_after(took: float) -> float:
    """How long others have their turn after a step that took so long."""
    return min(max(REST * took, SHORTEST_REST), LONGEST_REST)


def entry_time(line: bytes) -> float:
    """When an entry was written; one that cannot be read is old."""
    with suppress(MsgspecError, ValueError):
        entry = decode_entry(line)
        return 0.0 if isinstance(entry, Closed) else entry.at
    return 0.0


def ending(table: LiveTable, now: float) -> Ended | None:
    """End a game for all, in the name of nobody."""
    return None if table.status == "over" else Ended(at=now, name="")


async def close_table(registry: TableRegistry, ident: str, now: float) -> None:
    """Write the last entry of a table's log, and show the table to nobody any more."""
    actor = registry.actors.get(ident)
    if actor is not None:
        await actor.log.do(lambda table, _now: None if table.closed else Closed(at=now))
    await close_log(registry.store, ident, now)


async def close_log(store: Store, ident: str, now: float) -> bool:
    """The same for a table that is not in memory; False if somebody has just done something there."""
    number, line = await store.last_entry(ident)
    if number and not is_closing(line):
        with suppress(Taken):  # the next round looks again
            await store.append(Write(ident, number + 1, encode_entry(Closed(at=now))))
    if closed := is_closing((await store.last_entry(ident))[1]):
        await store.mark_gone(ident, now)
    return closed


def is_closing(line: bytes) -> bool:
    """Whether an entry is the last one of a log for good."""
    try:
        return bool(line) and isinstance(decode_entry(line), Closed)
    except (MsgspecError, ValueError):
        return False

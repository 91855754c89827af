"""All tables of this process: opens new ones, finds the actor of each, drops those that nobody needs."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Generator
from typing import Final

from reihum.server.calls.addresses import Network
from reihum.server.calls.watch import CallWatch
from reihum.server.identity import new_code, new_ident, new_secret
from reihum.server.live.actor import NUDGE, READS, READY, TableActor
from reihum.server.live.clearing import Clearing, is_closing
from reihum.server.live.counting import count_old_games, is_settled
from reihum.server.live.forgetting import EVERYWHERE, Forgetting
from reihum.server.live.hints import HintMaker
from reihum.server.live.log_writer import opening_write
from reihum.server.live.mutes import Mutes
from reihum.server.live.reviewing import Reviews
from reihum.server.live.thinkers import Thinkers
from reihum.server.logs import log_event, log_failure, table_alias
from reihum.server.metrics import Metrics
from reihum.server.net.websocket import SERVICE_RESTART
from reihum.server.settings import Settings
from reihum.server.store import Store, Taken, Unavailable, Write
from reihum.server.work import WorkQueue
from reihum.table.branching import BranchRequest, judge_branch
from reihum.table.coaching import judge_table
from reihum.table.judge import Problem, TableRequest, judge_rematch
from reihum.table.live import BrokenLog, LiveTable, rebuild
from reihum.table.log import TableOpened, decode_entry, encode_entry

OPEN_TRIES: Final = 5  # how often a new code may be taken, or another process quicker
LEASE: Final = 15.0  # seconds for which a process looks after a table before it must renew its lease
NO_END: Final = 1e11  # the end of a lease that no other process could want
ROUND: Final = 1.0  # seconds between two rounds through the registry
RENEWAL: Final = 5.0  # seconds before the end at which a lease is renewed
CROWD: Final = 1_000  # tables in memory; if there are more, ...
CROWDED_IDLE: Final = 2.0  # ... those that nobody looks at are dropped after this many seconds
READ_AT_ONCE: Final = 20  # entries of a log that are applied before others get a turn
ADOPTED_AT_ONCE: Final = 20  # orphans taken in per round
ALARM_AFTER: Final = 3600.0  # seconds; for a later duty, a lease that ends then is enough


class TableRegistry:
    """All tables of this process."""

    def __init__(self, store: Store, settings: Settings, network: Network | None = None) -> None:
        self.store = store
        self.settings = settings
        self.metrics = Metrics()
        self.work = WorkQueue(settings.limits, self.metrics)
        self.thinkers = Thinkers(settings.thinkers)
        self.reviews = Reviews(self)
        self.hints = HintMaker()
        self.calls = CallWatch(self, network)
        self.mutes = Mutes(store)
        self.forgetting = Forgetting(self)
        self.clearing = Clearing(self)
        self.actors: dict[str, TableActor] = {}
        self.owner = secrets.token_hex(8)  # this process, among those that share the store
        self.closing = False
        self._loading: dict[str, asyncio.Task[TableActor | None]] = {}
        self._rounds: asyncio.Task[None] | None = None
        self._counting: asyncio.Task[None] | None = None
        self._watching = False
        self._adopted_all = False  # if it is the only process, all tables from before its start are orphans

    # -- opening and finding ----------------------------------------------------------------------

    async def open_table(self, wanted: TableRequest, player: str, address: str) -> TableActor | Problem:
        """Open a new table."""
        return await self._open(
            lambda: judge_table(wanted, player, time.time(), new_secret(), new_code()), address
        )

    async def open_branch(
        self, source: TableActor, wanted: BranchRequest, player: str, address: str
    ) -> TableActor | Problem:
        """Open a table at which the finished game of another one is played on."""
        return await self._open(
            lambda: judge_branch(source.table, wanted, player, time.time(), new_code()), address
        )

    async def _open(self, judge: Callable[[], TableOpened | Problem], address: str) -> TableActor | Problem:
        """Open a table, unless something is wrong with what is wanted."""
        for _ in range(OPEN_TRIES):
            ident = new_ident()
            opened = judge()
            if isinstance(opened, Problem):
                return opened
            try:
                await self.store.append(opening_write(ident, opened))
            except Taken:
                continue
            return self._add_actor(ident, opened, address)
        raise Unavailable("No code is free.")

    def _add_actor(self, ident: str, opened: TableOpened, address: str) -> TableActor:
        self.metrics.opened += 1
        actor = self.actors[ident] = TableActor(self, LiveTable(ident, opened), address)
        actor.schedule()
        return actor

    def tables_opened_by(self, address: str) -> int:
        """How many unfinished tables in memory were opened by an address."""
        mine = (actor for actor in self.actors.values() if actor.opener == address)
        return sum(actor.table.status != "over" for actor in mine)

    async def rematch(self, actor: TableActor, player: str, address: str) -> str | Problem:
        """The table at which the same people play again, which is opened only once."""
        for _ in range(OPEN_TRIES):
            if actor.log.unsure or self.store.shared:
                await actor.log.catch_up()
            table = actor.table
            mine = table.own_seat(player) is not None or player == table.host
            if table.rematch is not None and mine and not table.is_barred(player):
                return table.rematch
            ident = new_ident()
            found = judge_rematch(table, player, time.time(), ident, new_secret(), new_code())
            if isinstance(found, Problem):
                return found
            entry, opened = found
            try:
                await self.store.append(
                    Write(table.id, table.length + 1, encode_entry(entry)), opening_write(ident, opened)
                )
            except Taken:
                continue
            self._add_actor(ident, opened, address)
            await actor.log.catch_up()
            return ident
        raise Unavailable("Others are always quicker.")

    async def actor(self, ident: str, asker: str = "") -> TableActor | None:
        """The actor of a table, loaded from its log if need be; None if there is no such table.

        What that costs is charged to the `asker`, unless the server itself needs the table.
        """
        found = self.actors.get(ident)
        if found is not None:
            found.log.last_used = time.time()
            found.note_look()
            return found
        if ident not in self._loading:
            task = asyncio.create_task(self._load(ident, asker))
            self._loading[ident] = task
            task.add_done_callback(lambda _: self._loading.pop(ident, None))
        return await asyncio.shield(self._loading[ident])

    async def _load(self, ident: str, asker: str) -> TableActor | None:
        lines = await self.store.entries(ident)
        if not lines or is_closing(lines[-1]):
            return None
        try:
            table = await self.rebuild(ident, lines, asker)
        except (BrokenLog, ValueError):
            log_failure("log broken", table=table_alias(ident))
            return None
        actor = self.actors[ident] = TableActor(self, table)
        if self.store.shared:
            await self.fetch_presence(actor)
        actor.schedule()
        if table.status == "over" and not await is_settled(self.store, ident):
            actor.background.start(actor.keep_summary())  # the process died just after the last move
        return actor

    async def rebuild(self, ident: str, lines: list[bytes], asker: str = "") -> LiveTable:
        """A table from its log; a long one takes a while, in which others get their turn."""
        steps = rebuild_steps(ident, lines)
        if asker:
            return await self.work.do(asker, steps)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                table: LiveTable = end.value
                return table
            await asyncio.sleep(0)

    # -- other processes --------------------------------------------------------------------------

    async def take_lease(self, actor: TableActor) -> bool:
        """Take or renew the lease of a table; False if another process runs its bots and clocks."""
        now = time.time()
        if actor.leased_until - now > RENEWAL:
            return True
        until = now + LEASE if self.store.shared else NO_END
        if not await self._claim_lease(actor.table.id, until):
            return False
        actor.leased_until = until
        return True

    async def _claim_lease(self, ident: str, until: float) -> bool:
        """Claim a lease; in a store of one process all other leases are from its earlier runs."""
        now = time.time() if self.store.shared else NO_END * 2
        return await self.store.claim(ident, self.owner, now, until)

    async def show_presence(self, actor: TableActor) -> None:
        """Tell other processes who is connected to this one."""
        here = {viewer.seat for viewer in actor.viewers if viewer.seat is not None}
        await self.store.set_present(
            actor.table.id, self.owner, sorted(here), time.time() + LEASE, sorted(actor.watching_seats())
        )

    async def fetch_presence(self, actor: TableActor) -> None:
        """Ask the store who is connected to other processes."""
        actor.note_elsewhere(await self.store.present_elsewhere(actor.table.id, self.owner, time.time()))

    def _check_logs(self, tables: set[str]) -> None:
        """Read the logs of these tables again, as another process has written to them."""
        for ident in tables & self.actors.keys():
            self.actors[ident].log.check_log()

    def _tell_phrase(self, table: str, words: str) -> None:
        """Pass on what was said at another process."""
        if table == EVERYWHERE:
            self.forgetting.hear(words)
            return
        seat, _, phrase = words.partition(" ")
        if (actor := self.actors.get(table)) is None:
            return
        if phrase.startswith(NUDGE):
            actor.tell_nudge(int(seat), int(phrase.removeprefix(NUDGE)))
        elif phrase == READS:
            actor.note_reader_elsewhere(int(seat))
        elif phrase.startswith(READY):
            actor.note_ready(int(seat), int(phrase.removeprefix(READY)), here=False)
        else:
            actor.tell_phrase(int(seat), phrase)

    # -- rounds through the registry --------------------------------------------------------------

    def start(self) -> None:
        """Start making rounds."""
        self.calls.start()
        self._rounds = asyncio.create_task(self._make_rounds())
        self.clearing.start()
        self._counting = asyncio.create_task(count_old_games(self.store, self.rebuild))

    async def _make_rounds(self) -> None:
        reachable = True
        while True:
            try:
                if self.store.shared and not self._watching:
                    await self.store.watch(self._check_logs, self._tell_phrase)
                    self._watching = True
                await self._make_round()
                if not reachable:
                    log_event("store is back")
                reachable = True
            except Unavailable:
                if reachable:
                    log_event("store cannot be reached", 30)
                reachable = False
            except Exception:
                log_failure("round failed")
            await asyncio.sleep(ROUND)

    async def _make_round(self) -> None:
        """Renew leases, catch up with other processes, adopt orphans, drop idle actors."""
        if self.store.shared and self.actors:
            await self._catch_up()
        await self._drop_idle_actors()
        await self.reviews.adopt()
        now = time.time() if self.store.shared or self._adopted_all else NO_END * 2
        orphans = [
            ident for ident in await self.store.orphans(now, ADOPTED_AT_ONCE) if ident not in self.actors
        ]
        self.metrics.adopted += len(orphans)
        for ident in orphans:
            if await self.actor(ident) is None:
                await self.store.release(self.owner, [ident])
        if not orphans:
            self._adopted_all = True

    async def _catch_up(self) -> None:
        lengths = await self.store.lengths(list(self.actors))
        for ident, length in lengths.items():
            actor = self.actors.get(ident)
            if actor is None:
                continue
            if length > actor.table.length:
                actor.log.check_log()
            if actor.viewers:
                await self.show_presence(actor)
                await self.fetch_presence(actor)
            if actor.leased_until and actor.leased_until - time.time() < RENEWAL and self._is_needed(actor):
                await self.take_lease(actor)

    def _is_needed(self, actor: TableActor) -> bool:
        """Whether a table has something to do later."""
        return actor.next_duty() is not None or self.calls.is_pending(actor)

    async def _drop_idle_actors(self) -> None:
        """Drop tables that nobody looks at; if one has a later duty, its lease ends just then."""
        now = time.time()
        idle = self.settings.idle if len(self.actors) < CROWD else min(CROWDED_IDLE, self.settings.idle)
        for ident, actor in list(self.actors.items()):
            due = actor.next_duty()
            if (
                now - actor.log.last_used < idle
                or not actor.is_idle()
                or (due is not None and due - now < ALARM_AFTER)
                or self.calls.is_pending(actor)
            ):
                continue
            if due is not None:
                await self._claim_lease(ident, due)
                await self.store.park(ident, self.owner, due)
            elif actor.leased_until:
                await self.store.release(self.owner, [ident])
            if actor.is_idle() and self.actors.get(ident) is actor:
                self.drop(actor)

    def drop(self, actor: TableActor) -> None:
        """Let go of a table in memory."""
        actor.stop()
        self.thinkers.forget(actor.table)
        self.hints.forget(actor.table)
        if self.actors.get(actor.table.id) is actor:
            del self.actors[actor.table.id]

    # -- end --------------------------------------------------------------------------------------

    def viewers(self) -> int:
        """How many connections look at a table."""
        return sum(len(actor.viewers) for actor in self.actors.values())

    def say_goodbye(self) -> None:
        """Tell all viewers that the server stops."""
        self.closing = True
        for actor in self.actors.values():
            for viewer in list(actor.viewers):
                viewer.connection.end("shutdown", SERVICE_RESTART)

    async def close(self) -> None:
        """Stop everything; what is being written is still written."""
        for task in (self._rounds, self._counting):
            if task is not None:
                task.cancel()
        self.calls.stop()
        self.clearing.stop()
        self.forgetting.stop()
        self.reviews.stop()
        for actor in self.actors.values():
            actor.stop()
        self.thinkers.stop()
        self.hints.stop()
        if self.store.shared:
            leased = [ident for ident, actor in self.actors.items() if actor.leased_until]
            try:
                await self.store.release(self.owner, leased)
            except Unavailable:
                log_event("leases not released", 30)
        await self.store.close()


def rebuild_steps(ident: str, lines: list[bytes]) -> Generator[None, None, LiveTable]:
    """A table from its log, a few entries at a time."""
    table = rebuild(ident, [decode_entry(lines[0])])
    for number, line in enumerate(lines[1:]):
        table.apply(decode_entry(line))
        if number % READ_AT_ONCE == 0:
            yield
    return table

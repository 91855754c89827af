"""All tables of this process: opens new ones, finds the actor of each, drops those that nobody needs."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterator
from contextlib import contextmanager
from typing import Final

from reihum.server.calls.addresses import Network
from reihum.server.calls.watch import CallWatch
from reihum.server.clock import Clock
from reihum.server.identity import new_code, new_ident, new_secret
from reihum.server.live.actor import NUDGE, READS, READY, TableActor
from reihum.server.live.attendance import ALARM_AFTER, Attendance
from reihum.server.live.clearing import Clearing, is_closing
from reihum.server.live.counting import count_old_games, is_settled
from reihum.server.live.forgetting import EVERYWHERE, Forgetting
from reihum.server.live.hints import HintMaker
from reihum.server.live.log_writer import opening_write
from reihum.server.live.mutes import Mutes
from reihum.server.live.reviewing import Reviews
from reihum.server.live.thinkers import Thinkers
from reihum.server.logs import log_failure, table_alias
from reihum.server.metrics import Metrics
from reihum.server.net.websocket import SERVICE_RESTART
from reihum.server.settings import Settings
from reihum.server.store import Ears, Store, Taken, Unavailable, Write
from reihum.server.work import WorkQueue
from reihum.table.branching import BranchRequest, judge_branch
from reihum.table.coaching import judge_table
from reihum.table.judge import Problem, TableRequest, judge_rematch
from reihum.table.live import BrokenLog, LiveTable, rebuild
from reihum.table.log import TableOpened, decode_entry, encode_entry

OPEN_TRIES: Final = 5  # how often a new code may be taken, or another process quicker
ROUND: Final = 1.0  # seconds between two rounds through the registry
CROWD: Final = 1_000  # tables in memory; if there are more, ...
CROWDED_IDLE: Final = 2.0  # ... those that nobody looks at are dropped after this many seconds
READ_AT_ONCE: Final = 20  # entries of a log that are applied before others get a turn


class TableRegistry:
    """All tables of this process."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        network: Network | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.store = store
        self.clock = Clock() if clock is None else clock
        self.settings = settings
        self.metrics = Metrics()
        self.work = WorkQueue(settings.limits, self.metrics)
        self.thinkers = Thinkers(settings.thinkers, self.metrics, self.clock)
        self.reviews = Reviews(self)
        self.hints = HintMaker(self.metrics)
        self.calls = CallWatch(self, network)
        self.mutes = Mutes(store)
        self.forgetting = Forgetting(self)
        self.clearing = Clearing(self)
        self.actors: dict[str, TableActor] = {}
        self.attendance = Attendance(self)
        self.closing = False
        self._loading: dict[str, asyncio.Task[TableActor | None]] = {}
        self._rounds: asyncio.Task[None] | None = None
        self._counting: asyncio.Task[None] | None = None
        self._watching = False
        self._touched: set[str] = set()  # tables that others did something at while they were being loaded
        self._being_loaded: Counter[str] = Counter()

    # -- opening and finding ----------------------------------------------------------------------

    async def open_table(self, wanted: TableRequest, player: str, address: str) -> TableActor | Problem:
        """Open a new table."""
        return await self._open(
            lambda: judge_table(wanted, player, self.clock.wall(), new_secret(), new_code()), address
        )

    async def open_branch(
        self, source: TableActor, wanted: BranchRequest, player: str, address: str
    ) -> TableActor | Problem:
        """Open a table at which the finished game of another one is played on."""
        return await self._open(
            lambda: judge_branch(source.table, wanted, player, self.clock.wall(), new_code()), address
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
            found = judge_rematch(table, player, actor.time.now(), ident, new_secret(), new_code())
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
            found.log.note_use()
            found.note_look()
            return found
        if ident not in self._loading:
            task = asyncio.create_task(self._load(ident, asker))
            self._loading[ident] = task
            task.add_done_callback(lambda _: self._loading.pop(ident, None))
        return await asyncio.shield(self._loading[ident])

    async def _load(self, ident: str, asker: str) -> TableActor | None:
        with self.loading([ident]):
            found = await self.load_many([ident], asker)
            return self.keep(found[ident]) if found else None

    @contextmanager
    def loading(self, idents: Collection[str]) -> Iterator[None]:
        """Note what others do at these tables meanwhile, so that `keep` knows of it."""
        self._being_loaded.update(idents)
        try:
            yield
        finally:
            self._being_loaded.subtract(idents)
            self._being_loaded += Counter()  # only what is above zero stays
            self._touched &= self._being_loaded.keys()

    async def load_many(self, idents: list[str], asker: str = "") -> dict[str, TableActor]:
        """Tables, from their logs unless they are in memory; only those that there are."""
        unknown = [ident for ident in idents if ident not in self.actors]
        logs = await self.store.logs(unknown)
        elsewhere: dict[str, set[int]] = {}
        if self.store.shared:
            elsewhere = await self.store.present_elsewhere(self.attendance.owner, unknown)
        found: dict[str, TableActor] = {}
        for ident in idents:
            actor = self.actors.get(ident) or await self._actor_from(ident, logs.pop(ident, []), asker)
            if actor is not None and ident in elsewhere and ident not in self.actors:
                actor.set_elsewhere(elsewhere[ident])
            if actor is not None:
                found[ident] = actor
        return found

    async def _actor_from(self, ident: str, lines: list[bytes], asker: str) -> TableActor | None:
        """The actor of a table, from its log; None if there is no such table."""
        if not lines or is_closing(lines[-1]):
            return None
        try:
            table = await self.rebuild(ident, lines, asker)
        except (BrokenLog, ValueError):
            log_failure("log broken", table=table_alias(ident))
            return None
        actor = TableActor(self, table)
        if table.status == "over" and not await is_settled(self.store, ident):
            actor.background.start(actor.keep_summary())  # the process died just after the last move
        return actor

    def keep(self, actor: TableActor) -> TableActor:
        """Keep a table in memory, and do what it has to do; the one that is there if another was quicker."""
        ident = actor.table.id
        kept = self.actors.setdefault(ident, actor)
        kept.leased = kept.leased or actor.leased
        kept.refused = kept.refused and not kept.leased
        if ident in self._touched:
            kept.log.check_log()
            self.attendance.note_presence({ident})
        kept.schedule()
        return kept

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

    def _check_logs(self, tables: set[str]) -> None:
        """Read the logs of these tables again, as another process has written to them."""
        self._touched |= tables & self._being_loaded.keys()
        for ident in tables & self.actors.keys():
            self.actors[ident].log.check_log()

    def _note_presence(self, tables: set[str]) -> None:
        """Other players are connected to these tables through other processes."""
        self._touched |= tables & self._being_loaded.keys()
        if known := tables & self.actors.keys():
            self.attendance.note_presence(known)

    def _note_missed(self) -> None:
        """Others may have done anything meanwhile."""
        self._touched |= self._being_loaded.keys()
        self.attendance.note_missed()

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
        self.attendance.start()
        self._rounds = asyncio.create_task(self._make_rounds())
        self.clearing.start()
        self._counting = asyncio.create_task(count_old_games(self.store, self.rebuild))

    async def _make_rounds(self) -> None:
        while True:
            try:
                await self._make_round()
            except Unavailable:
                self.metrics.failures += 1  # signs of life fail as well, and say so
            except Exception:
                log_failure("round failed")
            await asyncio.sleep(ROUND)

    async def _make_round(self) -> None:
        """Catch up with other processes, drop idle actors, take up reviews."""
        if self.store.shared and not self._watching:
            self._watching = True
            ears = Ears(self._check_logs, self._tell_phrase, self._note_presence, self._note_missed)
            await self.store.watch(ears)
        if self.store.shared:
            await self.attendance.catch_up()
        await self._drop_idle_actors()
        await self.reviews.adopt()

    async def _drop_idle_actors(self) -> None:
        """Drop tables that nobody looks at; if one has a later duty, it is adopted just then."""
        idle = [actor for actor in self.actors.values() if self._may_drop(actor)]
        if not idle:
            return
        await self.attendance.let_go(idle)
        for actor in idle:
            ident = actor.table.id
            if actor.is_idle() and self.actors.get(ident) is actor:
                self.drop(actor)
            else:  # somebody has come meanwhile
                actor.want_lease()

    def _may_drop(self, actor: TableActor) -> bool:
        """Whether nobody needs a table in memory."""
        idle = self.settings.idle if len(self.actors) < CROWD else min(CROWDED_IDLE, self.settings.idle)
        if self.clock.steady() - actor.log.last_used < idle or not actor.is_idle():
            return False
        due = actor.next_duty()
        return (due is None or due - actor.time.now() >= ALARM_AFTER) and not self.calls.is_pending(actor)

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
        self.attendance.stop()
        self.clearing.stop()
        self.forgetting.stop()
        self.reviews.stop()
        for actor in self.actors.values():
            actor.stop()
        self.thinkers.stop()
        self.hints.stop()
        await self.attendance.resign()
        await self.store.close()


def rebuild_steps(ident: str, lines: list[bytes]) -> Generator[None, None, LiveTable]:
    """A table from its log, a few entries at a time."""
    table = rebuild(ident, [decode_entry(lines[0])])
    for number, line in enumerate(lines[1:]):
        table.apply(decode_entry(line))
        if number % READ_AT_ONCE == 0:
            yield
    return table

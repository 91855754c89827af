"""The hall with all tables: finds the keeper of each, opens new ones, sends those home that nobody needs."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Final

from reihum.server.identity import new_code, new_ident, new_secret
from reihum.server.journal import alias, failed, note
from reihum.server.keeper import Keeper
from reihum.server.metrics import Metrics
from reihum.server.scribe import opened_write
from reihum.server.settings import Settings
from reihum.server.store import Store, Taken, Unavailable, Write
from reihum.server.thinking import Thinkers
from reihum.table.asking import Problem, Wish, opening, rematching
from reihum.table.live import BrokenLog, LiveTable, rebuilt
from reihum.table.log import Opened, read, written

TRIES: Final = 5  # codes that may be taken
LEASE: Final = 15.0  # seconds for which a process attends to a table before it must say so again
FOR_EVER: Final = 1e11  # a lease nobody else could want
ROUND: Final = 1.0  # seconds between two rounds through the hall
RENEWAL: Final = 5.0  # seconds before the end at which a lease is renewed
CROWD: Final = 1_000  # tables in memory; if there are more ...
CROWDED_IDLE: Final = 2.0  # ... those that nobody looks at leave it sooner
AT_ONCE: Final = 20  # entries of a log that are read without looking up
ADOPTED: Final = 20  # orphans taken in each round
ALARM: Final = 3600.0  # seconds; a duty further away is left to an alarm


class Hall:
    """All tables of this process."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.metrics = Metrics()
        self.thinkers = Thinkers(settings.thinkers)
        self.keepers: dict[str, Keeper] = {}
        self.owner = secrets.token_hex(8)  # this process, among others at the same store
        self.closing = False
        self._loading: dict[str, asyncio.Task[Keeper | None]] = {}
        self._rounds: asyncio.Task[None] | None = None
        self._watching = False
        self._adopted_all = False  # at one process, whatever was attended to before its start is an orphan

    # -- opening and finding ----------------------------------------------------------------------

    async def open_table(self, wish: Wish, player: str, address: str) -> Keeper | Problem:
        """A new table."""
        for _ in range(TRIES):
            ident = new_ident()
            opened = opening(wish, player, time.time(), new_secret(), new_code())
            if isinstance(opened, Problem):
                return opened
            try:
                await self.store.append(opened_write(ident, opened))
            except Taken:
                continue
            return self._opened(ident, opened, address)
        raise Unavailable("No code is free.")

    def _opened(self, ident: str, opened: Opened, address: str) -> Keeper:
        self.metrics.opened += 1
        keeper = self.keepers[ident] = Keeper(self, LiveTable(ident, opened), address)
        keeper.schedule()
        return keeper

    def opened_by(self, address: str) -> int:
        """How many unfinished tables that an address has opened are in memory."""
        mine = (keeper for keeper in self.keepers.values() if keeper.opener == address)
        return sum(keeper.table.status != "over" for keeper in mine)

    async def rematch(self, keeper: Keeper, player: str, address: str) -> str | Problem:
        """The table at which the same people play again; opened once."""
        for _ in range(TRIES):
            if keeper.unsure or self.store.shared:
                await keeper.up_to_date()
            table = keeper.table
            if table.rematch is not None and (table.own_seat(player) is not None or player == table.host):
                return table.rematch
            ident = new_ident()
            found = rematching(table, player, time.time(), ident, new_secret(), new_code())
            if isinstance(found, Problem):
                return found
            entry, opened = found
            try:
                await self.store.append(
                    Write(table.id, table.length + 1, written(entry)), opened_write(ident, opened)
                )
            except Taken:
                continue
            self._opened(ident, opened, address)
            await keeper.up_to_date()
            return ident
        raise Unavailable("Others are always quicker.")

    async def keeper(self, ident: str) -> Keeper | None:
        """Whoever keeps this table, called in from the log if need be; None if there is no such table."""
        found = self.keepers.get(ident)
        if found is not None:
            found.used = time.time()
            return found
        if ident not in self._loading:
            task = asyncio.create_task(self._load(ident))
            self._loading[ident] = task
            task.add_done_callback(lambda _: self._loading.pop(ident, None))
        return await asyncio.shield(self._loading[ident])

    async def _load(self, ident: str) -> Keeper | None:
        lines = await self.store.entries(ident)
        if not lines:
            return None
        try:
            table = await self._rebuilt(ident, lines)
        except (BrokenLog, ValueError):
            failed("log broken", table=alias(ident))
            return None
        keeper = self.keepers[ident] = Keeper(self, table)
        if self.store.shared:
            await self.look_elsewhere(keeper)
        keeper.schedule()
        return keeper

    async def _rebuilt(self, ident: str, lines: list[bytes]) -> LiveTable:
        """A table from its log; a long one takes a while, in which others have their turn."""
        table = rebuilt(ident, [read(lines[0])])
        for number, line in enumerate(lines[1:]):
            table.apply(read(line))
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)
        return table

    # -- several processes ------------------------------------------------------------------------

    async def attends(self, keeper: Keeper) -> bool:
        """Whether bots and clocks of this table are this process's business; takes the lease if it can."""
        now = time.time()
        if keeper.leased_until - now > RENEWAL:
            return True
        until = now + LEASE if self.store.shared else FOR_EVER
        if not await self._claim(keeper.table.id, until):
            return False
        keeper.leased_until = until
        return True

    async def _claim(self, ident: str, until: float) -> bool:
        """Take or keep the lease of a table; a store of one process has only leases of its earlier lives."""
        now = time.time() if self.store.shared else FOR_EVER * 2
        return await self.store.claim(ident, self.owner, now, until)

    async def show_presence(self, keeper: Keeper) -> None:
        """Tell other processes who is connected to this one."""
        here = {viewer.seat for viewer in keeper.viewers if viewer.seat is not None}
        await self.store.set_present(keeper.table.id, self.owner, sorted(here), time.time() + LEASE)

    async def look_elsewhere(self, keeper: Keeper) -> None:
        """Ask who is connected to other processes."""
        keeper.heard_elsewhere(await self.store.present(keeper.table.id, self.owner, time.time()))

    def _hinted(self, tables: set[str]) -> None:
        """Another process has written to these tables."""
        for ident in tables & self.keepers.keys():
            self.keepers[ident].look_again()

    def _overheard(self, table: str, words: str) -> None:
        """Somebody said a phrase at another process."""
        seat, _, phrase = words.partition(" ")
        if (keeper := self.keepers.get(table)) is not None:
            keeper.overheard(int(seat), phrase)

    # -- rounds through the hall ------------------------------------------------------------------

    def start(self) -> None:
        """Begin to go round."""
        self._rounds = asyncio.create_task(self._go_round())

    async def _go_round(self) -> None:
        reachable = True
        while True:
            try:
                if self.store.shared and not self._watching:
                    await self.store.watch(self._hinted, self._overheard)
                    self._watching = True
                await self._attend()
                if not reachable:
                    note("store is back")
                reachable = True
            except Unavailable:
                if reachable:
                    note("store cannot be reached", 30)
                reachable = False
            except Exception:
                failed("round failed")
            await asyncio.sleep(ROUND)

    async def _attend(self) -> None:
        """Renew leases, catch up with others, take in orphans, send idle keepers home."""
        if self.store.shared and self.keepers:
            await self._compare()
        await self._send_home()
        now = time.time() if self.store.shared or self._adopted_all else FOR_EVER * 2
        orphans = [ident for ident in await self.store.orphans(now, ADOPTED) if ident not in self.keepers]
        for ident in orphans:
            if await self.keeper(ident) is None:
                await self.store.release(self.owner, [ident])
        if not orphans:
            self._adopted_all = True

    async def _compare(self) -> None:
        lengths = await self.store.lengths(list(self.keepers))
        for ident, length in lengths.items():
            keeper = self.keepers.get(ident)
            if keeper is None:
                continue
            if length > keeper.table.length:
                keeper.look_again()
            if keeper.viewers:
                await self.show_presence(keeper)
                await self.look_elsewhere(keeper)
            if keeper.leased_until and keeper.leased_until - time.time() < RENEWAL and keeper.next_duty():
                await self.attends(keeper)

    async def _send_home(self) -> None:
        """Tables that nobody looks at leave the memory; one with a duty far away leaves an alarm."""
        now = time.time()
        idle = self.settings.idle if len(self.keepers) < CROWD else min(CROWDED_IDLE, self.settings.idle)
        for ident, keeper in list(self.keepers.items()):
            due = keeper.next_duty()
            if now - keeper.used < idle or not keeper.idle() or (due is not None and due - now < ALARM):
                continue
            if due is not None:
                await self._claim(ident, due)
            elif keeper.leased_until:
                await self.store.release(self.owner, [ident])
            if keeper.idle() and self.keepers.get(ident) is keeper:
                keeper.stop()
                self.thinkers.forget(keeper.table)
                del self.keepers[ident]

    # -- end --------------------------------------------------------------------------------------

    def viewers(self) -> int:
        """How many connections look at a table."""
        return sum(len(keeper.viewers) for keeper in self.keepers.values())

    def say_goodbye(self) -> None:
        """Tell everybody that the server stops."""
        self.closing = True
        for keeper in self.keepers.values():
            for viewer in list(keeper.viewers):
                viewer.line.end("shutdown", 1012)

    async def close(self) -> None:
        """Let go of everything; what is being written is still written."""
        if self._rounds is not None:
            self._rounds.cancel()
        for keeper in self.keepers.values():
            keeper.stop()
        self.thinkers.stop()
        if self.store.shared:
            leased = [ident for ident, keeper in self.keepers.items() if keeper.leased_until]
            try:
                await self.store.release(self.owner, leased)
            except Unavailable:
                note("leases not given back", 30)
        await self.store.close()

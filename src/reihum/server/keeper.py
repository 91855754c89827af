"""Whoever keeps one table: everything that changes it goes through here, one thing after the other.

A request is judged, its entry is put on disk, then applied, and then everybody is told; nothing is ever told
or acknowledged that is not on disk. Bots and clocks are duties of the table that its keeper carries out.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar, get_args

from reihum.server.journal import alias, failed, note
from reihum.server.limits import Bucket
from reihum.server.line import framed
from reihum.server.store import Summary, Taken, Unavailable, Write
from reihum.server.telling import Telling
from reihum.server.thinking import NoAnswer
from reihum.server.viewer import Viewer
from reihum.server.wire import encoded
from reihum.table.asking import dealing, standing_in
from reihum.table.duties import Answer, Deal, duties
from reihum.table.live import LiveTable
from reihum.table.log import (
    AnyEntry,
    Begun,
    Left,
    Moved,
    Opened,
    Rematched,
    Sat,
    Undone,
    read,
    written,
)
from reihum.table.showing import card_of, snap, table_json

if TYPE_CHECKING:
    from reihum.server.hall import Hall

R = TypeVar("R")
RETRY: Final = 1.0  # seconds until a duty is tried again that the store could not take
TRIES: Final = 8  # how often others may be quicker
ENTRIES: Final = (Moved, *get_args(AnyEntry))  # what there is most of is found first
STEPS: Final = (Moved, Undone)  # what `v` counts
SEATING: Final = (Sat, Left, Begun)  # what changes how a table is looked up
FAR: Final = 3600.0  # seconds; a timer for later than that is set anew then


class Request:
    """Something that somebody wants of a table: how to judge it, and who hears what came of it."""

    __slots__ = ("judge", "then", "tries")

    def __init__(self, judge: Callable[[LiveTable, float], Any], then: Callable[[Any], None]) -> None:
        self.judge = judge
        self.then = then
        self.tries = TRIES


class Keeper:
    """One table in memory."""

    def __init__(self, hall: Hall, table: LiveTable, opener: str = "") -> None:
        now = time.time()
        self.hall = hall
        self.table = table
        self.opener = opener  # the address that opened it; empty if that was in another process or life
        self.viewers: set[Viewer] = set()
        self.away = dict.fromkeys(range(table.players), now)  # by seat: since when its player is not here
        self.elsewhere: set[int] = set()  # seats whose players are connected to another process
        self.used = now  # when somebody last had to do with it
        self.unsure = False  # whether the log may have entries that we do not know of
        self.leased_until = 0.0
        self._requests: deque[Request] = deque()
        self._serving = False  # whether requests are being judged right now
        self._engaged = False  # whether the store is being asked, and everything else has to wait
        self._timer: asyncio.TimerHandle | None = None
        self._retry: asyncio.TimerHandle | None = None
        self._busy: set[tuple[int, int]] = set()  # duties that are being carried out: seat, ask
        self._tasks: set[asyncio.Task[None]] = set()
        self._phrases: dict[int, Bucket] = {}  # by seat: how many it may still say

    # -- what changes the table -------------------------------------------------------------------

    def request(
        self, judge: Callable[[LiveTable, float], R], then: Callable[[R | Unavailable], None]
    ) -> None:
        """Judge a request when its turn comes; what comes of it is on disk and applied when `then` hears."""
        self.used = time.time()
        self._requests.append(Request(judge, then))
        self._serve()

    async def do(self, judge: Callable[[LiveTable, float], R]) -> R:
        """The same, for who waits."""
        done: asyncio.Future[R] = asyncio.get_running_loop().create_future()

        def settle(found: R | Unavailable) -> None:
            if done.cancelled():
                return
            if isinstance(found, Unavailable):
                done.set_exception(found)
            else:
                done.set_result(found)

        self.request(judge, settle)
        return await done

    def look_again(self) -> None:
        """The log may have entries that we do not know of."""
        self.unsure = True
        self._serve()

    async def up_to_date(self) -> None:
        """Wait until everything that is in the log now has happened here."""
        self.unsure = True
        await self.do(lambda table, now: None)

    def _serve(self) -> None:
        """Take requests one after the other, until one has to wait for the store."""
        if self._serving:
            return
        self._serving = True
        try:
            while not self._engaged:
                if self.unsure:
                    self._engaged = True
                    self.soon(self._read_on())
                elif self._requests:
                    self._take_request()
                else:
                    return
        finally:
            self._serving = False

    def _take_request(self) -> None:
        """Judge the first request: an entry that comes of it is written, anything else is the answer."""
        request = self._requests.popleft()
        try:
            found: AnyEntry | Unavailable | Any = request.judge(self.table, time.time())
        except Exception:
            failed("request failed", table=alias(self.table.id))
            found = Unavailable("This should not have happened.")
        if isinstance(found, ENTRIES):
            self._engaged = True
            write = Write(self.table.id, self.table.length + 1, written(found), self._summary_after(found))
            self.hall.store.put((write,), partial(self._written, request, found))
        else:
            request.then(found)

    def _written(self, request: Request, entry: AnyEntry, error: Exception | None) -> None:
        """An entry is on disk; or somebody was quicker; or nobody knows, and the log is to be read again."""
        self._engaged = False
        if error is None:
            self._happened(entry)
            request.then(entry)
        else:
            self.unsure = True
            request.tries -= 1
            if isinstance(error, Taken) and request.tries:
                self._requests.appendleft(request)
            else:
                self.hall.metrics.failures += not isinstance(error, Taken)
                request.then(error if isinstance(error, Unavailable) else Unavailable(str(error)))
        self._serve()

    async def _read_on(self) -> None:
        """Apply what is in the log and not known here; if it cannot be read, try again later."""
        self.unsure = False
        try:
            lines = await self.hall.store.entries(self.table.id, self.table.length)
        except Unavailable as error:
            self.unsure = True
            self._engaged = False
            self.hall.metrics.failures += 1
            self._retry = asyncio.get_running_loop().call_later(RETRY, self._serve)
            waiting, self._requests = self._requests, deque()
            for request in waiting:
                request.then(error)
        else:
            self._engaged = False
            for line in lines:
                self._happened(read(line))
            self._serve()

    def _summary_after(self, entry: AnyEntry) -> Summary | None:
        """What can be looked up about the table once this has happened, if that changes."""
        if isinstance(entry, Moved) or not isinstance(entry, SEATING):
            return None
        after = self.table.copy()
        after.apply(entry)
        return summary_of(after, entry.at)

    def _happened(self, entry: AnyEntry) -> None:
        """Something is on disk: apply it, and tell everybody."""
        self.table.apply(entry)
        if isinstance(entry, STEPS):
            self.hall.metrics.moves["bot" if isinstance(entry, Moved) and entry.by_bot else "player"] += 1
            self._tell_step()
            if self.table.status == "over":
                self._tell_table()
                self.soon(self._keep_summary())
        elif isinstance(entry, Begun):
            self._tell_everything()
        elif isinstance(entry, Sat | Left):
            self._seats_changed()
        elif isinstance(entry, Rematched):
            self._tell_table()
        self.schedule()

    async def _keep_summary(self) -> None:
        """That the game is over can be looked up a moment later than it is."""
        try:
            await self.hall.store.append(Write(self.table.id, 0, summary=summary_of(self.table, time.time())))
        except (Unavailable, Taken):
            note("summary not kept", 30, table=alias(self.table.id))

    # -- viewers ----------------------------------------------------------------------------------

    def here(self) -> set[int]:
        """The seats whose players are connected."""
        return self.elsewhere | {viewer.seat for viewer in self.viewers if viewer.seat is not None}

    def join(self, viewer: Viewer, since: int) -> None:
        """A viewer has said hello: it is shown everything, and the others that it is here."""
        viewer.seat = self.table.seat_of(viewer.player)
        new = viewer.seat is not None and viewer.seat not in self.here()
        self.viewers.add(viewer)
        if viewer.seat is not None:
            self.away.pop(viewer.seat, None)
        viewer.send(framed(snap(self.table, viewer.player, self.here(), since)))
        if new:
            self._tell_table(but=viewer)
            self._presence_changed()

    def has_room(self, player: str) -> bool:
        """Whether one more may look: spectators cannot keep those out who play."""
        limits = self.hall.settings.limits
        if self.table.own_seat(player) is None:
            return sum(viewer.seat is None for viewer in self.viewers) < limits.spectators
        return sum(viewer.player == player for viewer in self.viewers) < limits.lines

    def part(self, viewer: Viewer) -> None:
        """A viewer has gone."""
        self.used = time.time()
        self.viewers.discard(viewer)
        if viewer.seat is not None and viewer.seat not in self.here():
            self.away[viewer.seat] = time.time()
            self._tell_table()
            self._presence_changed()

    def _presence_changed(self) -> None:
        self.schedule()
        if self.hall.store.shared:
            self.soon(self.hall.show_presence(self))

    def heard_elsewhere(self, seats: set[int]) -> None:
        """Who is connected to other processes."""
        if seats == self.elsewhere:
            return
        self.elsewhere = seats
        for seat in range(self.table.players):
            if seat in self.here():
                self.away.pop(seat, None)
            else:
                self.away.setdefault(seat, time.time())
        self._tell_table()
        self.schedule()

    def say(self, seat: int, phrase: str) -> None:
        """Everybody hears one of the set phrases, at other processes too, but not too many from one seat."""
        rate, now = self.hall.settings.limits.phrases, time.monotonic()
        bucket = self._phrases.setdefault(seat, Bucket(float(rate.burst), now))
        if bucket.take(rate, now):
            return
        self.overheard(seat, phrase)
        if self.hall.store.shared:
            self.soon(self.hall.store.call_out(self.table.id, f"{seat} {phrase}"))

    def overheard(self, seat: int, phrase: str) -> None:
        """A phrase was said, here or elsewhere."""
        self._send_all(framed({"t": "said", "by": seat, "p": phrase}))

    def _send_all(self, frame: bytes) -> None:
        for viewer in list(self.viewers):
            viewer.send(frame)

    def _tell_step(self) -> None:
        """Send everybody the last step as it was heard from that seat."""
        telling = Telling(self.table)
        for viewer in list(self.viewers):
            viewer.send(telling.frame(viewer.seat))

    def _tell_table(self, but: Viewer | None = None) -> None:
        """Send everybody what has changed about the table."""
        here = self.here()
        frames: dict[tuple[int | None, bool], bytes] = {}
        for viewer in list(self.viewers):
            who = (viewer.seat, viewer.player == self.table.host)
            if who not in frames:
                frames[who] = framed({"t": "table", "table": table_json(self.table, viewer.player, here)})
            if viewer is not but:
                viewer.send(frames[who])

    def _tell_everything(self) -> None:
        """Send everybody all there is to know."""
        for viewer in list(self.viewers):
            viewer.send(framed(snap(self.table, viewer.player, self.here())))

    def _seats_changed(self) -> None:
        """Somebody sat down or got up: for that viewer everything is another, for the others the table."""
        moved: list[Viewer] = []
        for viewer in self.viewers:
            seat = self.table.seat_of(viewer.player)
            if seat != viewer.seat:
                if viewer.seat is not None:
                    self.away.setdefault(viewer.seat, time.time())
                viewer.seat = seat
                moved.append(viewer)
        for seat in self.here():
            self.away.pop(seat, None)
        self._tell_table()
        for viewer in moved:
            viewer.send(framed(snap(self.table, viewer.player, self.here())))

    # -- duties -----------------------------------------------------------------------------------

    def next_duty(self) -> float | None:
        """When there is something to be done without anybody asking; None if never."""
        found = duties(self.table, self.away, self.hall.settings.bot_delay)
        return min((duty.at for duty in found if key_of(duty) not in self._busy), default=None)

    def schedule(self, least: float = 0.0) -> None:
        """Set the timer for what is to be done next."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        at = self.next_duty()
        if at is not None:
            wait = min(max(at - time.time(), least), FAR)
            self._timer = asyncio.get_running_loop().call_later(wait, self._due)

    def _due(self) -> None:
        """Carry out what is due."""
        self._timer = None
        now = time.time()
        for duty in duties(self.table, self.away, self.hall.settings.bot_delay):
            if duty.at <= now and key_of(duty) not in self._busy:
                self._busy.add(key_of(duty))
                self.soon(self._carry_out(duty))
        self.schedule()

    async def _carry_out(self, duty: Deal | Answer) -> None:
        """Begin the game, or let a bot answer; if the store cannot take it, again a little later."""
        wait = 0.0
        try:
            if not await self.hall.attends(self):
                wait = RETRY
            elif isinstance(duty, Deal):
                await self.do(lambda table, now: dealing(table, now) if deal_is_due(table) else None)
            else:
                await self._answer(duty)
        except Unavailable:
            wait = RETRY
        finally:
            self._busy.discard(key_of(duty))
            self.schedule(wait)

    async def _answer(self, duty: Answer) -> None:
        """Let a bot decide, unless its player has come back meanwhile."""
        if duty not in duties(self.table, self.away, self.hall.settings.bot_delay):
            return
        try:
            move = await self.hall.thinkers.choose(self.table, duty.seat, duty.bot)
        except NoAnswer:
            match = self.table.match
            if match is None or self.table.ask(duty.seat) != duty.ask:
                return
            move = match.moves(duty.seat)[0]  # a bot that fails must not hold up the others
        await self.do(lambda table, now: standing_in(table, duty.seat, duty.ask, move, now))

    # -- end --------------------------------------------------------------------------------------

    def soon(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside; what goes wrong is written to the log."""
        task = asyncio.get_running_loop().create_task(self._noted(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _noted(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Unavailable:
            self.hall.metrics.failures += 1  # the rounds through the hall say so, and make up for it
        except Exception:
            failed("keeper failed", table=alias(self.table.id))

    def idle(self) -> bool:
        """Whether nobody looks and nothing is being done."""
        return not (self.viewers or self._tasks or self._busy or self._requests or self._engaged)

    def stop(self) -> None:
        """Let go of the table; the log has everything."""
        for timer in (self._timer, self._retry):
            if timer is not None:
                timer.cancel()
        for task in self._tasks:
            task.cancel()


def key_of(duty: Deal | Answer) -> tuple[int, int]:
    """What tells a duty from others of the same table."""
    return (-1, -1) if isinstance(duty, Deal) else (duty.seat, duty.ask)


def deal_is_due(table: LiveTable) -> bool:
    """Whether the game can begin."""
    return table.match is None and not table.open_seats()


def summary_of(table: LiveTable, at: float) -> Summary:
    """What is looked up about a table."""
    waiting = table.match is None and bool(table.open_seats())
    players = tuple(sorted({seat.player for seat in table.seats if seat.player}))
    code = table.code if waiting else None
    return Summary(table.status, code, waiting and table.public, players, at, encoded(card_of(table)))


def opened_write(ident: str, opened: Opened) -> Write:
    """The first entry of a table's log."""
    return Write(ident, 1, written(opened), summary_of(LiveTable(ident, opened), opened.at))

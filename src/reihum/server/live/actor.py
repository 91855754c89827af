"""One table in memory: tells everybody who looks what happens, and carries out the table's duties.

Duties are what is to be done without anybody asking: the deal, bots, clocks.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final

from reihum.server.limits import Bucket
from reihum.server.live.background import Background
from reihum.server.live.broadcast import StepFrames
from reihum.server.live.log_writer import RETRY, LogWriter, summary_of
from reihum.server.live.snapshots import snap, table_shown
from reihum.server.live.thinkers import NoAnswer
from reihum.server.live.viewer import Viewer
from reihum.server.logs import log_event, table_alias
from reihum.server.net.websocket import message_frame
from reihum.server.store import Taken, Unavailable, Write
from reihum.table.duties import AnswerDue, DealDue, duties
from reihum.table.judge import deal_entry, judge_bot_move, judge_greeting
from reihum.table.live import LiveTable
from reihum.table.log import AnyEntry, Begun, Left, Moved, Rematched, Sat, Undone
from reihum.wire.from_server import Changed, Said

if TYPE_CHECKING:
    from reihum.server.live.registry import TableRegistry

STEPS: Final = (Moved, Undone)  # what `v` counts
FAR: Final = 3600.0  # seconds; a timer for later than that is set anew then


class TableActor:
    """One table in memory."""

    def __init__(self, registry: TableRegistry, table: LiveTable, opener: str = "") -> None:
        self.registry = registry
        self.table = table
        self.background = Background(table.id, registry.metrics)
        self.log = LogWriter(registry, table, self.background, self.happened)
        self.opener = opener  # the address that opened it; empty if that was in another process or life
        self.viewers: set[Viewer] = set()
        # by seat: since when its player is not here
        self.away = dict.fromkeys(range(table.players), self.log.used)
        self.elsewhere: set[int] = set()  # seats whose players are connected to another process
        self.leased_until = 0.0
        self._noted_down = False  # whether the store knows that there is something to be done here
        self._timer: asyncio.TimerHandle | None = None
        self._busy: set[tuple[int, int]] = set()  # duties that are being carried out: seat, ask
        self._phrases: dict[int, Bucket] = {}  # by seat: how many it may still say

    # -- what happens -----------------------------------------------------------------------------

    def happened(self, entry: AnyEntry) -> None:
        """Something is on disk: apply it, and tell everybody."""
        self.table.apply(entry)
        if isinstance(entry, STEPS):
            self.registry.metrics.moves["bot" if isinstance(entry, Moved) and entry.by_bot else "player"] += 1
            self._tell_step()
            if self.table.status == "over":
                self._tell_table()
                self.background.start(self._keep_summary())
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
            await self.registry.store.append(
                Write(self.table.id, 0, summary=summary_of(self.table, time.time()))
            )
        except (Unavailable, Taken):
            log_event("summary not kept", 30, table=table_alias(self.table.id))

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
        viewer.send(self._everything(viewer, since))
        if new:
            self._tell_table(but=viewer)
            self._presence_changed()

    def has_room(self, player: str) -> bool:
        """Whether one more may look: spectators cannot keep those out who play."""
        limits = self.registry.settings.limits
        if self.table.own_seat(player) is None:
            return sum(viewer.seat is None for viewer in self.viewers) < limits.spectators
        return sum(viewer.player == player for viewer in self.viewers) < limits.lines

    def part(self, viewer: Viewer) -> None:
        """A viewer has gone."""
        self.log.used = time.time()
        self.viewers.discard(viewer)
        if viewer.seat is not None and viewer.seat not in self.here():
            self.away[viewer.seat] = time.time()
            self._tell_table()
            self._presence_changed()

    def _presence_changed(self) -> None:
        self.schedule()
        if self.registry.store.shared:
            self.background.start(self.registry.show_presence(self))

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
        rate, now = self.registry.settings.limits.phrases, time.monotonic()
        bucket = self._phrases.setdefault(seat, Bucket(float(rate.burst), now))
        if bucket.take(rate, now):
            return
        self.overheard(seat, phrase)
        if self.registry.store.shared:
            self.background.start(self.registry.store.call_out(self.table.id, f"{seat} {phrase}"))

    def overheard(self, seat: int, phrase: str) -> None:
        """A phrase was said, here or elsewhere."""
        self._send_all(message_frame(Said(seat, phrase)))

    def _send_all(self, frame: bytes) -> None:
        for viewer in list(self.viewers):
            viewer.send(frame)

    def _tell_step(self) -> None:
        """Send everybody the last step as it was heard from that seat."""
        frames = StepFrames(self.table)
        for viewer in list(self.viewers):
            viewer.send(frames.frame(viewer.seat, viewer.lang if viewer.tell else None))

    def _tell_table(self, but: Viewer | None = None) -> None:
        """Send everybody what has changed about the table."""
        here = self.here()
        frames: dict[tuple[int | None, bool], bytes] = {}
        for viewer in list(self.viewers):
            who = (viewer.seat, viewer.player == self.table.host)
            if who not in frames:
                frames[who] = message_frame(Changed(table_shown(self.table, viewer.player, here)))
            if viewer is not but:
                viewer.send(frames[who])

    def _tell_everything(self) -> None:
        """Send everybody all there is to know."""
        for viewer in list(self.viewers):
            viewer.send(self._everything(viewer))

    def _everything(self, viewer: Viewer, since: int = 0) -> bytes:
        """All that a viewer may know now, in sentences, too, if it likes."""
        lang = viewer.lang if viewer.tell else None
        return message_frame(snap(self.table, viewer.player, self.here(), since, lang))

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
            viewer.send(self._everything(viewer))
            self.background.start(self._greet(viewer.player, viewer.nonce))

    async def _greet(self, player: str, nonce: str) -> None:
        """Who said hello before sitting down has said it."""
        await self.log.do(lambda table, now: judge_greeting(table, player, nonce, now))

    # -- duties -----------------------------------------------------------------------------------

    def next_duty(self) -> float | None:
        """When there is something to be done without anybody asking; None if never."""
        found = duties(self.table, self.away, self.registry.settings.bot_delay)
        if not found:
            return None
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
            if not self._noted_down:
                self._noted_down = True
                self.background.start(self._note_down())

    async def _note_down(self) -> None:
        """Take the lease before anything is due: if this process dies, somebody finds the table."""
        await self.registry.attends(self)

    def _due(self) -> None:
        """Carry out what is due."""
        self._timer = None
        now = time.time()
        for duty in duties(self.table, self.away, self.registry.settings.bot_delay):
            if duty.at <= now and key_of(duty) not in self._busy:
                self._busy.add(key_of(duty))
                self.background.start(self._carry_out(duty))
        self.schedule()

    async def _carry_out(self, duty: DealDue | AnswerDue) -> None:
        """Begin the game, or let a bot answer; if the store cannot take it, again a little later."""
        wait = 0.0
        try:
            if not await self.registry.attends(self):
                wait = RETRY
            elif isinstance(duty, DealDue):
                await self.log.do(lambda table, now: deal_entry(table, now) if deal_is_due(table) else None)
            else:
                await self._answer(duty)
        except Unavailable:
            wait = RETRY
        finally:
            self._busy.discard(key_of(duty))
            self.schedule(wait)

    async def _answer(self, duty: AnswerDue) -> None:
        """Let a bot decide, unless its player has come back meanwhile."""
        if duty not in duties(self.table, self.away, self.registry.settings.bot_delay):
            return
        try:
            move = await self.registry.thinkers.choose(self.table, duty.seat, duty.bot)
        except NoAnswer:
            match = self.table.match
            if match is None or self.table.ask(duty.seat) != duty.ask:
                return
            move = match.moves(duty.seat)[0]  # a bot that fails must not hold up the others
        await self.log.do(lambda table, now: judge_bot_move(table, duty.seat, duty.ask, move, now))

    # -- end --------------------------------------------------------------------------------------

    def idle(self) -> bool:
        """Whether nobody looks and nothing is being done."""
        return self.log.at_rest() and self.background.at_rest() and not self.viewers and not self._busy

    def stop(self) -> None:
        """Let go of the table; the log has everything."""
        if self._timer is not None:
            self._timer.cancel()
        self.log.stop()
        self.background.stop()


def key_of(duty: DealDue | AnswerDue) -> tuple[int, int]:
    """What tells a duty from others of the same table."""
    return (-1, -1) if isinstance(duty, DealDue) else (duty.seat, duty.ask)


def deal_is_due(table: LiveTable) -> bool:
    """Whether the game can begin."""
    return table.match is None and not table.open_seats()

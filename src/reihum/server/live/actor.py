"""One table in memory: tells all viewers what happens, and carries out the table's duties.

Duties are what has to be done without being asked: the deal, bots, clocks.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from msgspec import UNSET

from reihum.server.clock import TableTime
from reihum.server.identity import new_secret
from reihum.server.limits import Bucket
from reihum.server.live.background import Background
from reihum.server.live.breaks import RoundBreak, is_round_over
from reihum.server.live.broadcast import StepFrames
from reihum.server.live.log_writer import STORE_RETRY, LogWriter, summary_of
from reihum.server.live.snapshots import Presence, clocks_of, promises_shown, snap, table_shown
from reihum.server.live.viewer import Viewer
from reihum.server.live.worker_process import NoAnswer
from reihum.server.logs import log_event, table_alias
from reihum.server.net.websocket import NORMAL_CLOSURE, message_frame
from reihum.server.store import Taken, Unavailable, Write
from reihum.table.dealing import dealing_time, judge_greeting, next_deal_entry
from reihum.table.duties import AnswerDue, DealDue, Duty, duties, thinking_limit
from reihum.table.judge import Nack, judge_bot_move
from reihum.table.live import LiveTable
from reihum.table.log import (
    AnyEntry,
    Arranged,
    Begun,
    Closed,
    Coached,
    Ended,
    Forgotten,
    HostPassed,
    Left,
    Listed,
    Moved,
    Readmitted,
    Rematched,
    Remixed,
    Removed,
    Sat,
    Undone,
)
from reihum.wire.from_client import Pace
from reihum.wire.from_server import Changed, Nudged, Remix, Said

if TYPE_CHECKING:
    from reihum.server.live.registry import TableRegistry

STEP_ENTRIES: Final = (Moved, Undone)  # what `v` counts
DELAYS: Final[dict[Pace, float]] = {"calm": 1.0, "brisk": 0.4, "instant": 0.0}
NUDGE: Final = "nudge"  # among phrases that are called out to other processes, like the next two:
READS: Final = "reads"  # a player there wants breaks
READY: Final = "ready"  # ... and has read enough
NEVER: Final = 1e11  # a time that does not come
LONGEST_TIMER: Final = 3600.0  # seconds; for anything later the timer is set again


class TableActor:
    """One table in memory."""

    def __init__(self, registry: TableRegistry, table: LiveTable, opener: str = "") -> None:
        self.registry = registry
        self.table = table
        self.background = Background(table.id, registry.metrics)
        self.time = TableTime(registry.clock, max(table.taken_at, table.played_at, table.changed_at))
        self.log = LogWriter(registry, table, self.time, self.background, self.apply_entry)
        self.opener = opener  # the address that opened it; empty if another process, or an earlier one, did
        self.viewers: set[Viewer] = set()
        # by seat: since when its player has been away
        self.away = dict.fromkeys(range(table.players), self.time.now())
        self.elsewhere: set[int] = set()  # seats whose players are connected to another process
        self.leased = False  # whether this process looks after the table
        self.refused = False  # whether another one does, as far as is known
        self.mixed_at = self.time.now()  # since when those who add to the deal know what is wanted
        self._lease_wanted = False  # whether there has ever been anything to do, and so a lease to take
        self._timer: asyncio.TimerHandle | None = None
        self._stopped = False
        self._running: set[tuple[int, int]] = set()  # duties being carried out, by `duty_key`
        self.breaks = RoundBreak()
        self.hurried: int | None = None  # the seat for which bots answer at once
        self._looked_at = self.registry.clock.steady()  # when anybody last looked here, in whatever way
        self._phrases: dict[int, Bucket] = {}  # by seat: how many phrases it may still say
        self._nudges: dict[int, Bucket] = {}  # by seat: how often it may still be nudged

    # -- what happens -----------------------------------------------------------------------------

    def apply_entry(self, entry: AnyEntry) -> None:
        """Apply an entry that is on disk, and tell everybody."""
        self.table.apply(entry)
        self.time.note(entry.at)
        if isinstance(entry, STEP_ENTRIES):
            self.registry.metrics.moves["bot" if isinstance(entry, Moved) and entry.by_bot else "player"] += 1
            self._tell_step()
            self._note_break(entry)
            if self.table.is_lesson or self.table.status == "over":
                self._tell_table()
            if self.table.status == "over":
                self.background.start(self.keep_summary())
        elif isinstance(entry, Begun | Coached):
            self._tell_everything()
        elif isinstance(entry, Sat | Left | Removed | Forgotten):
            self._update_seats()
        elif isinstance(entry, Listed | Remixed):
            self._tell_mixing(entry)
        elif isinstance(entry, Arranged):
            self._renumber(entry)
            self._update_seats()
        elif isinstance(entry, Ended):
            self.breaks.v = None
            self._tell_everything()
        elif isinstance(entry, Rematched | HostPassed | Readmitted):
            self._tell_table()
        elif isinstance(entry, Closed):
            self._close()
            return
        self.schedule()

    def _close(self) -> None:
        """The table is closed for good: everybody goes, and nobody finds it again."""
        for viewer in list(self.viewers):
            viewer.connection.end("gone", NORMAL_CLOSURE)
        asyncio.get_running_loop().call_soon(self.registry.drop, self)  # once all have been answered

    async def keep_summary(self) -> None:
        """Store the summary of a game that is over; it may come a moment after the last move."""
        try:
            await self.registry.store.append(Write(self.table.id, 0, summary=summary_of(self.table)))
        except (Unavailable, Taken):
            log_event("summary not stored", 30, table=table_alias(self.table.id))

    # -- viewers ----------------------------------------------------------------------------------

    def present_seats(self) -> set[int]:
        """The seats whose players are connected, here or to another process."""
        return self.elsewhere | self.seats_here()

    def seats_here(self) -> set[int]:
        """The seats whose players are connected to this process."""
        return {viewer.seat for viewer in self.viewers if viewer.seat is not None}

    def watching_seats(self) -> set[int]:
        """The seats whose players have the page in sight, through this process."""
        return {viewer.seat for viewer in self.viewers if viewer.seat is not None and viewer.watching}

    def note_watching(self, viewer: Viewer, watching: bool) -> None:
        """Note whether a viewer's page is in sight."""
        if viewer.watching != watching:
            viewer.watching = watching
            if viewer.seat is not None and self.registry.store.shared:
                self.registry.attendance.tell_presence(self)

    def presence(self) -> Presence:
        """Who is here now, for how long the others have been away, and whether all have a break."""
        now = self.time.now()
        pause = None if self.breaks.v is None else self.breaks.shown(self._readers(), now)
        return Presence(self.present_seats(), self.away, now, pause, self.breaks.ended_at)

    def add_viewer(self, viewer: Viewer, since: int) -> None:
        """Add a viewer that has said hello: show it everything, and tell the others that it is here."""
        viewer.seat = self.table.seat_of(viewer.player)
        new = viewer.seat is not None and viewer.seat not in self.present_seats()
        stopped = self.is_unwatched()
        self.viewers.add(viewer)
        if viewer.seat is not None:
            self.away.pop(viewer.seat, None)
        viewer.send(self._snap_frame(viewer, since))
        if (promises := promises_shown(self.table)) is not None:
            viewer.send(message_frame(promises))
        if stopped:
            self.schedule()
        if new:
            self._tell_table(but=viewer)
            self._update_presence()

    def has_room(self, player: str) -> bool:
        """Whether this player may open one more connection: spectators cannot keep players out."""
        limits = self.registry.settings.limits
        if self.table.own_seat(player) is None:
            return sum(viewer.seat is None for viewer in self.viewers) < limits.spectators
        return sum(viewer.player == player for viewer in self.viewers) < limits.lines

    def remove_viewer(self, viewer: Viewer) -> None:
        """Remove a viewer that has gone, and tell the others."""
        self.log.note_use()
        self._looked_at = self.registry.clock.steady()
        self.viewers.discard(viewer)
        if viewer.seat is not None and viewer.seat not in self.present_seats():
            self.away[viewer.seat] = self.time.now()
            self._tell_table()
            self._update_presence()

    def _update_presence(self) -> None:
        self.schedule()
        if self.registry.store.shared:
            self.registry.attendance.tell_presence(self)

    def note_elsewhere(self, seats: set[int]) -> None:
        """Note which seats have their players connected to other processes."""
        if seats != self.elsewhere:
            self.set_elsewhere(seats)
            self._tell_table()
            self.schedule()

    def set_elsewhere(self, seats: set[int]) -> None:
        """The same for a table that nobody looks at yet."""
        self.elsewhere = seats
        for seat in range(self.table.players):
            if seat in self.present_seats():
                self.away.pop(seat, None)
            else:
                self.away.setdefault(seat, self.time.now())

    def say(self, seat: int, phrase: str) -> None:
        """Tell a phrase to everybody, here and at other processes, but not too many from one seat."""
        rate, now = self.registry.settings.limits.phrases, self.registry.clock.steady()
        bucket = self._phrases.setdefault(seat, Bucket(float(rate.burst), now))
        if bucket.take(rate, now):
            return
        self.tell_phrase(seat, phrase)
        if self.registry.store.shared:
            self.background.start(self.registry.store.call_out(self.table.id, f"{seat} {phrase}"))

    def tell_phrase(self, seat: int, phrase: str) -> None:
        """Tell all viewers here a phrase that was said, here or elsewhere."""
        self._send_all(message_frame(Said(seat, phrase)))

    def nudge(self, by: int, seat: int) -> bool:
        """Tell a player that another waits, here and at other processes; False if that was too often."""
        rate, now = self.registry.settings.limits.nudges, self.registry.clock.steady()
        if self._nudges.setdefault(seat, Bucket(float(rate.burst), now)).take(rate, now):
            return False
        self.tell_nudge(by, seat)
        if self.registry.store.shared:
            self.background.start(self.registry.store.call_out(self.table.id, f"{by} {NUDGE} {seat}"))
        return True

    def tell_nudge(self, by: int, seat: int) -> None:
        """Tell the connections here of a nudged player."""
        for viewer in list(self.viewers):
            if viewer.seat == seat:
                viewer.send(message_frame(Nudged(by)))

    def _send_all(self, frame: bytes) -> None:
        for viewer in list(self.viewers):
            viewer.send(frame)

    def _tell_step(self) -> None:
        """Send every viewer the last step as their seat heard it."""
        if self.hurried is not None and self.table.ask(self.hurried) is not None:
            self.hurried = None
        timed = thinking_limit(self.table) is not None
        frames = StepFrames(self.table, clocks_of(self.table, self.presence()) if timed else UNSET)
        for viewer in list(self.viewers):
            viewer.send(frames.frame(viewer.seat, viewer.lang if viewer.tell else None))

    def _tell_table(self, but: Viewer | None = None) -> None:
        """Send every viewer the table, as something about it has changed."""
        presence = self.presence()
        frames: dict[tuple[int | None, int | None, bool, bool], bytes] = {}
        for viewer in list(self.viewers):
            # A seat that its player has left is theirs alone to take back.
            own = viewer.seat if viewer.seat is not None else self.table.own_seat(viewer.player)
            barred = self.table.is_barred(viewer.player)
            who = (viewer.seat, own, viewer.player == self.table.host, barred)
            if who not in frames:
                frames[who] = message_frame(Changed(table_shown(self.table, viewer.player, presence)))
            if viewer is not but:
                viewer.send(frames[who])

    def _tell_mixing(self, entry: Listed | Remixed) -> None:
        """Tell everybody that the list of promises is fixed, or that another deal begins, and why."""
        self.mixed_at = self.time.now()
        self._tell_table()
        if isinstance(entry, Remixed):
            self._send_all(message_frame(Remix(entry.deal, self.table.commitment, entry.missing)))
        elif (promises := promises_shown(self.table)) is not None:
            self._send_all(message_frame(promises))

    def _tell_everything(self) -> None:
        """Send every viewer all that they may know."""
        for viewer in list(self.viewers):
            viewer.send(self._snap_frame(viewer))

    def _snap_frame(self, viewer: Viewer, since: int = 0) -> bytes:
        """All that a viewer may know now, also in sentences if it asked for them."""
        lang = viewer.lang if viewer.tell else None
        return message_frame(snap(self.table, viewer.player, self.presence(), since, lang))

    def _renumber(self, arranged: Arranged) -> None:
        """Take along who is where when seats have been arranged."""
        now = self.time.now()
        new = {old: seat for seat, old in enumerate(arranged.seats) if isinstance(old, int)}
        self.away = {new[seat]: since for seat, since in self.away.items() if seat in new}
        self.away |= {seat: now for seat, old in enumerate(arranged.seats) if not isinstance(old, int)}
        self.elsewhere = {new[seat] for seat in self.elsewhere if seat in new}

    def _update_seats(self) -> None:
        """Tell everybody that a player sat down or left; that player's own view changes altogether."""
        moved: list[Viewer] = []
        for viewer in self.viewers:
            seat = self.table.seat_of(viewer.player)
            if seat != viewer.seat:
                if viewer.seat is not None:
                    self.away.setdefault(viewer.seat, self.time.now())
                viewer.seat = seat
                moved.append(viewer)
        for seat in self.present_seats():
            self.away.pop(seat, None)
        self._tell_table()
        for viewer in moved:
            viewer.send(self._snap_frame(viewer))
            self.background.start(self._greet(viewer.player, viewer.nonce, viewer.promise))

    async def _greet(self, player: str, nonce: str, promise: str) -> None:
        """Count the hello that a player said before sitting down."""
        await self.log.do(lambda table, now: judge_greeting(table, player, nonce, now, promise))

    # -- breaks -----------------------------------------------------------------------------------

    def _readers(self) -> set[int]:
        """The seats of connected players who want breaks."""
        here = {viewer.seat for viewer in self.viewers if viewer.seat is not None and viewer.pauses}
        return here | (self.breaks.readers_elsewhere & self.elsewhere)

    def _note_break(self, entry: AnyEntry) -> None:
        """A break begins after a round; whoever makes a move needs none any more."""
        if is_round_over(self.table):
            self._begin_break()
        elif isinstance(entry, Moved) and not entry.by_bot and self.breaks.note_ready(entry.seat):
            self._tell_table()

    def _begin_break(self) -> None:
        """Begin a break if anybody wants one; other processes hear of it, too."""
        readers = self._readers()
        if not readers:
            return
        self.breaks.begin(self.table, self.time.now())
        self._tell_table()
        if self.registry.store.shared:
            for seat in readers - self.breaks.readers_elsewhere:
                self.background.start(self.registry.store.call_out(self.table.id, f"{seat} {READS}"))

    def _end_break(self) -> None:
        """End the break if nobody needs it any more."""
        if self.breaks.v is not None and self.breaks.ends_now(self._readers(), self.time.now()):
            self._tell_table()

    def note_reader_elsewhere(self, seat: int) -> None:
        """A player who is connected to another process wants breaks, perhaps one that has begun there."""
        self.breaks.readers_elsewhere.add(seat)
        if self.breaks.v is None and is_round_over(self.table):
            self._begin_break()
            self.schedule()

    def note_ready(self, seat: int, v: int, here: bool = True) -> None:
        """A player has read enough about the round that ended with this step."""
        if not self.breaks.note_ready(seat, v):
            return
        if here and self.registry.store.shared:
            self.background.start(self.registry.store.call_out(self.table.id, f"{seat} {READY} {v}"))
        self._tell_table()
        self.schedule()

    # -- duties -----------------------------------------------------------------------------------

    def delay(self) -> float:
        """How long bots wait, about: as long as the calmest player at the table likes."""
        if self.hurried is not None:
            return 0.0
        likes = [DELAYS[viewer.pace] for viewer in self.viewers if viewer.seat is not None]
        return self.registry.settings.bot_delay * max(likes, default=1.0)

    def hurry(self, seat: int) -> None:
        """Let bots answer at once until this seat owes a decision; only where nobody else looks on."""
        if self.table.ask(seat) is None and self.present_seats() == {seat}:
            self.hurried = seat
            self.schedule()

    def note_look(self) -> None:
        """Somebody looks at the table, perhaps only for a moment: bots who have stopped go on."""
        stopped = self.is_unwatched()
        self._looked_at = self.registry.clock.steady()
        if stopped:
            self.schedule()

    def is_unwatched(self) -> bool:
        """Whether only bots play here, and nobody has looked for a while: then they stop."""
        if self.viewers or self.table.has_people or self.table.match is None:
            return False
        return self.registry.clock.steady() - self._looked_at >= self.registry.settings.ages.unwatched

    def _duties(self) -> list[Duty]:
        """What has to be done and when: nothing during a break, or for nobody."""
        if self.breaks.v is not None or self.is_unwatched():
            return []
        return duties(self.table, self.away, self.delay(), self.breaks.ended_at, self.mixed_at)

    def next_duty(self) -> float | None:
        """When the next duty is due that is not being carried out; None if there is none."""
        if self.breaks.v is not None:
            return self.breaks.until or NEVER
        found = self._duties()
        if not found:
            return None
        return min((duty.at for duty in found if duty_key(duty) not in self._running), default=None)

    def schedule(self, least: float = 0.0) -> None:
        """Set the timer for the next duty."""
        if self._stopped:
            return
        self._end_break()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        at = self.next_duty()
        if at is not None:
            patience = STORE_RETRY if self.refused else 0.0  # another process will do it
            wait = min(max(at - self.time.now() + patience, least), LONGEST_TIMER)
            self._timer = asyncio.get_running_loop().call_later(wait, self._start_duties)
            if not self._lease_wanted:
                self._lease_wanted = True
                self.background.start(self._take_lease())
        elif self.leased and self.is_unwatched():
            self.background.start(self._release_lease())

    async def _take_lease(self) -> None:
        """Take the lease before anything is due: if this process dies, another finds the table."""
        try:
            await self.registry.attendance.take_lease(self)
        except Unavailable:
            self._lease_wanted = False
            raise

    def want_lease(self) -> None:
        """Take the lease again if there is anything to do: it was let go."""
        self._lease_wanted = False
        self.schedule()

    async def _release_lease(self) -> None:
        """Let bots stop here; whoever looks next, at whichever process, lets them go on."""
        self._lease_wanted = False
        await self.registry.attendance.let_go([self])

    def _start_duties(self) -> None:
        """Start carrying out all duties that are due."""
        self._timer = None
        now = self.time.now()
        self._end_break()
        for duty in self._duties():
            if duty.at <= now and duty_key(duty) not in self._running:
                self._running.add(duty_key(duty))
                self.background.start(self._carry_out(duty))
        self.schedule()

    async def _carry_out(self, duty: Duty) -> None:
        """Deal, or let a bot answer; if the store is unavailable, try again a little later."""
        wait = 0.0
        try:
            if not await self.registry.attendance.take_lease(self):
                wait = STORE_RETRY
            elif isinstance(duty, DealDue):
                await self.log.do(self._judge_deal)
            else:
                await self._answer(duty)
        except Unavailable:
            wait = STORE_RETRY
        finally:
            self._running.discard(duty_key(duty))
            self.schedule(wait)

    def _judge_deal(self, table: LiveTable, now: float) -> Begun | Listed | Remixed | None:
        """The next step to the deal, if it is taken now, by itself."""
        at = dealing_time(table, self.mixed_at)
        return next_deal_entry(table, new_secret(), now) if at is not None and at <= now else None

    async def _answer(self, duty: AnswerDue) -> None:
        """Let a bot decide, unless the player has come back meanwhile."""
        if duty not in self._duties():
            return
        taken_back = len(self.table.undone)
        scripted = self.table.scripted_move(duty.seat)
        try:
            move = scripted or await self._ask_bot(duty)
        except NoAnswer:
            match = self.table.match
            if match is None or self.table.ask(duty.seat) != duty.ask:
                return
            move = match.moves(duty.seat)[0]  # a failing bot must not hold up the others

        def judge(table: LiveTable, now: float) -> Moved | Nack | None:
            if len(table.undone) > taken_back:  # it has thought about what is no longer so
                return None
            return judge_bot_move(table, duty.seat, duty.ask, move, now)

        await self.log.do(judge)

    async def _ask_bot(self, duty: AnswerDue) -> str:
        """The move that a bot chooses; how long it takes is counted."""
        metrics, began = self.registry.metrics, self.registry.clock.steady()
        metrics.thinking += 1
        try:
            return await self.registry.thinkers.choose(self.table, duty.seat, duty.bot)
        finally:
            metrics.thinking -= 1
            metrics.thoughts.count(self.registry.clock.steady() - began)

    # -- end --------------------------------------------------------------------------------------

    def is_idle(self) -> bool:
        """Whether nobody looks and nothing is being done."""
        return self.log.is_idle() and self.background.is_idle() and not self.viewers and not self._running

    def stop(self) -> None:
        """Stop all work at this table; the log has everything."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()
        self.log.stop()
        self.background.stop()


def duty_key(duty: Duty) -> tuple[int, int]:
    """What distinguishes a duty from others of the same table."""
    return (-1, -1) if isinstance(duty, DealDue) else (duty.seat, duty.ask)

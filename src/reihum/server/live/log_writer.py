"""The log of one table, and the queue of requests in front of it: they are judged one after another.

The entry that a request leads to is put on disk, then applied, and then the request is answered; what is not
on disk is never told to anybody. When it is uncertain what is on disk, the log is read again first.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar, get_args

from reihum.server.clock import TableTime
from reihum.server.live.background import Background
from reihum.server.live.listing import listing_of
from reihum.server.live.results import results_of
from reihum.server.logs import log_failure, table_alias
from reihum.server.store import Summary, Taken, Unavailable, Write
from reihum.server.store.group_commit import settle
from reihum.table.guests import is_somebody
from reihum.table.judge import Nack
from reihum.table.live import LiveTable
from reihum.table.log import (
    AnyEntry,
    Arranged,
    Begun,
    Coached,
    Ended,
    Forgotten,
    HostPassed,
    Left,
    Listed,
    Moved,
    Remixed,
    Removed,
    Sat,
    TableOpened,
    decode_entry,
    encode_entry,
)
from reihum.wire.encoding import encode

if TYPE_CHECKING:
    from reihum.server.live.registry import TableRegistry

R = TypeVar("R")
STORE_RETRY: Final = 1.0  # seconds after which to try again when the store was unavailable
WRITE_TRIES: Final = 8  # how often another process may be quicker
ENTRIES: Final = (Moved, *get_args(AnyEntry))  # the most frequent one first
# Those that change the summary of a table.
SEAT_ENTRIES: Final = (
    *(Sat, Left, Listed, Remixed, Begun, Arranged, Coached, Ended),
    *(Removed, HostPassed, Forgotten),
)


class Request:
    """Something asked of a table: how to judge it, and who hears the outcome."""

    __slots__ = ("from_memory", "judge", "then", "tries")

    def __init__(
        self, judge: Callable[[LiveTable, float], Any], then: Callable[[Any], None], from_memory: bool
    ) -> None:
        self.judge = judge
        self.then = then
        self.from_memory = from_memory
        self.tries = WRITE_TRIES


class LogWriter:
    """The only way to change anything at a table."""

    def __init__(
        self,
        registry: TableRegistry,
        table: LiveTable,
        time: TableTime,
        background: Background,
        apply_entry: Callable[[AnyEntry], None],
    ) -> None:
        self.registry = registry
        self.table = table
        self.time = time
        self.background = background
        self.apply_entry = apply_entry  # called with every entry as soon as it is on disk
        self.last_used = registry.clock.steady()
        self.unsure = False  # whether the log may have entries that are not known here
        self._requests: deque[Request] = deque()
        self._serving = False  # whether requests are being judged right now
        self._waiting_for_store = False  # while true, all requests wait
        self._retry: asyncio.TimerHandle | None = None

    def note_use(self) -> None:
        """Somebody needs this table now."""
        self.last_used = self.registry.clock.steady()

    def request(
        self,
        judge: Callable[[LiveTable, float], R],
        then: Callable[[R | Unavailable], None],
        from_memory: bool = False,
    ) -> None:
        """Judge a request in its turn; when `then` hears the outcome, it is on disk and applied.

        If the log cannot be read, a known ack or a nack is still given `from_memory`.
        """
        self.note_use()
        self._requests.append(Request(judge, then, from_memory))
        self._serve()

    async def do(self, judge: Callable[[LiveTable, float], R]) -> R:
        """The same, for callers that wait."""
        done: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        self.request(judge, partial(settle, done))
        return await done

    def check_log(self) -> None:
        """Read the log again: it may have entries that are not known here."""
        self.unsure = True
        self._serve()

    async def catch_up(self) -> None:
        """Wait until everything that is in the log now has been applied here."""
        self.unsure = True
        await self.do(lambda table, now: None)

    def _serve(self) -> None:
        """Take requests one after another, until one has to wait for the store."""
        if self._serving:
            return
        self._serving = True
        try:
            while not self._waiting_for_store:
                if self.unsure:
                    self._waiting_for_store = True
                    self.background.start(self._read_new_entries())
                elif self._requests:
                    self._take_request()
                else:
                    return
        finally:
            self._serving = False

    def _take_request(self) -> None:
        """Judge the first request: an entry is written, anything else is the answer."""
        request = self._requests.popleft()
        found = Unavailable("The table is closed.") if self.table.closed else self._outcome(request)
        if isinstance(found, ENTRIES):
            self._waiting_for_store = True
            line, summary = encode_entry(found), self._summary_after(found)
            write = Write(self.table.id, self.table.length + 1, line, summary)
            self.registry.store.put((write,), partial(self._finish_write, request, found))
        else:
            request.then(found)

    def _outcome(self, request: Request) -> Any:
        """What a request leads to at the table as it is known here."""
        try:
            return request.judge(self.table, self.time.now())
        except Exception:
            log_failure("request failed", table=table_alias(self.table.id))
            return Unavailable("This should not have happened.")

    def _finish_write(self, request: Request, entry: AnyEntry, error: Exception | None) -> None:
        """Apply an entry that is on disk; if another process was quicker, or nobody knows, read the log."""
        self._waiting_for_store = False
        if error is None:
            self.apply_entry(entry)
            request.then(entry)
        else:
            self.unsure = True
            request.tries -= 1
            if isinstance(error, Taken) and request.tries:
                self._requests.appendleft(request)
            else:
                self.registry.metrics.failures += not isinstance(error, Taken)
                request.then(error if isinstance(error, Unavailable) else Unavailable(str(error)))
        self._serve()

    async def _read_new_entries(self) -> None:
        """Apply entries that are not known here; if the log cannot be read, try again later."""
        self.unsure = False
        try:
            lines = await self.registry.store.entries(self.table.id, self.table.length)
        except Unavailable as error:
            self.unsure = True
            self._waiting_for_store = False
            self.registry.metrics.failures += 1
            self._retry = asyncio.get_running_loop().call_later(STORE_RETRY, self._serve)
            waiting, self._requests = self._requests, deque()
            for request in waiting:
                request.then(self._outcome_without_store(request, error))
        else:
            self._waiting_for_store = False
            for line in lines:
                self.apply_entry(decode_entry(line))
            self._serve()

    def _outcome_without_store(self, request: Request, error: Unavailable) -> Any:
        """What was done before, and what is wrong in any case, needs no store; the rest is unavailable."""
        if request.from_memory:
            found = self._outcome(request)
            if isinstance(found, (int, Nack)):
                return found
        return error

    def _summary_after(self, entry: AnyEntry) -> Summary | None:
        """The summary of the table after this entry, if that changes it."""
        if isinstance(entry, Moved) or not isinstance(entry, SEAT_ENTRIES):
            return None
        after = self.table.copy()
        after.apply(entry)
        return summary_of(after)

    def is_idle(self) -> bool:
        """Whether nothing is being judged, read or written."""
        return not (self._requests or self._waiting_for_store)

    def stop(self) -> None:
        """Retry nothing, and let go of the actor: objects that refer to each other are freed late."""
        if self._retry is not None:
            self._retry.cancel()
        self.apply_entry = ignore


def ignore(_entry: AnyEntry) -> None:
    """Do nothing with an entry: the log has it."""


def summary_of(table: LiveTable) -> Summary:
    """What can be looked up about a table."""
    waiting = table.status == "waiting" and bool(table.open_seats())
    players = players_of(table)
    return Summary(
        status=table.status,
        code=table.code if waiting else None,
        listed=waiting and table.public,
        players=players,
        at=table.changed_at,
        listing=encode(listing_of(table)),
        game=table.game.slug,
        size=table.players,
        began=table.began_at,
        results=results_of(table, players),
        people=table.has_people,
        former=tuple(sorted(set(filter(is_somebody, table.guests.former)).difference(players))),
    )


def players_of(table: LiveTable) -> tuple[str, ...]:
    """Everybody who has a seat at a table, and the host."""
    return tuple(sorted(filter(is_somebody, {table.host, *(seat.player for seat in table.seats)})))


def opening_write(ident: str, opened: TableOpened) -> Write:
    """The first entry of a table's log."""
    return Write(ident, 1, encode_entry(opened), summary_of(LiveTable(ident, opened)))

"""The log of one table and the queue of requests before it: they are judged one after the other.

What comes of a request is put on disk, then it happens, and then it is answered; nothing that is not on disk
is ever told. Where it is not certain what is on disk, the log is read again before anything else.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar, get_args

from reihum.server.live.background import Background
from reihum.server.live.listing import listing_of
from reihum.server.logs import log_failure, table_alias
from reihum.server.store import Summary, Taken, Unavailable, Write
from reihum.server.store.group_commit import settle
from reihum.table.live import LiveTable
from reihum.table.log import AnyEntry, Begun, Left, Moved, Sat, TableOpened, decode_entry, encode_entry
from reihum.wire.encoding import encode

if TYPE_CHECKING:
    from reihum.server.live.registry import TableRegistry

R = TypeVar("R")
RETRY: Final = 1.0  # seconds until something is tried again that the store could not do
TRIES: Final = 8  # how often others may be quicker
ENTRIES: Final = (Moved, *get_args(AnyEntry))  # what there is most of is found first
SEATING: Final = (Sat, Left, Begun)  # what changes how a table is looked up


class Request:
    """Something that somebody wants of a table: how to judge it, and who hears what came of it."""

    __slots__ = ("judge", "then", "tries")

    def __init__(self, judge: Callable[[LiveTable, float], Any], then: Callable[[Any], None]) -> None:
        self.judge = judge
        self.then = then
        self.tries = TRIES


class LogWriter:
    """The one way by which anything changes at a table."""

    def __init__(
        self,
        registry: TableRegistry,
        table: LiveTable,
        background: Background,
        happened: Callable[[AnyEntry], None],
    ) -> None:
        self.registry = registry
        self.table = table
        self.background = background
        self.happened = happened  # hears of every entry as soon as it is on disk
        self.used = time.time()  # when somebody last had to do with it
        self.unsure = False  # whether the log may have entries that we do not know of
        self._requests: deque[Request] = deque()
        self._serving = False  # whether requests are being judged right now
        self._engaged = False  # whether the store is being asked, and everything else has to wait
        self._retry: asyncio.TimerHandle | None = None

    def request(
        self, judge: Callable[[LiveTable, float], R], then: Callable[[R | Unavailable], None]
    ) -> None:
        """Judge a request when its turn comes; what comes of it is on disk and applied when `then` hears."""
        self.used = time.time()
        self._requests.append(Request(judge, then))
        self._serve()

    async def do(self, judge: Callable[[LiveTable, float], R]) -> R:
        """The same, for callers that wait."""
        done: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        self.request(judge, partial(settle, done))
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
                    self.background.start(self._read_on())
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
            log_failure("request log_failure", table=table_alias(self.table.id))
            found = Unavailable("This should not have happened.")
        if isinstance(found, ENTRIES):
            self._engaged = True
            write = Write(
                self.table.id, self.table.length + 1, encode_entry(found), self._summary_after(found)
            )
            self.registry.store.put((write,), partial(self._written, request, found))
        else:
            request.then(found)

    def _written(self, request: Request, entry: AnyEntry, error: Exception | None) -> None:
        """An entry is on disk; or somebody was quicker; or nobody knows, and the log is to be read again."""
        self._engaged = False
        if error is None:
            self.happened(entry)
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

    async def _read_on(self) -> None:
        """Apply what is in the log and not known here; if it cannot be read, try again later."""
        self.unsure = False
        try:
            lines = await self.registry.store.entries(self.table.id, self.table.length)
        except Unavailable as error:
            self.unsure = True
            self._engaged = False
            self.registry.metrics.failures += 1
            self._retry = asyncio.get_running_loop().call_later(RETRY, self._serve)
            waiting, self._requests = self._requests, deque()
            for request in waiting:
                request.then(error)
        else:
            self._engaged = False
            for line in lines:
                self.happened(decode_entry(line))
            self._serve()

    def _summary_after(self, entry: AnyEntry) -> Summary | None:
        """What can be looked up about the table once this has happened, if that changes."""
        if isinstance(entry, Moved) or not isinstance(entry, SEATING):
            return None
        after = self.table.copy()
        after.apply(entry)
        return summary_of(after, entry.at)

    def at_rest(self) -> bool:
        """Whether nothing is being judged, read or written."""
        return not (self._requests or self._engaged)

    def stop(self) -> None:
        """Try nothing again, and let go of the actor: two that hold each other leave the memory late."""
        if self._retry is not None:
            self._retry.cancel()
        self.happened = ignore


def ignore(_entry: AnyEntry) -> None:
    """Nobody hears of it any more: the log has it."""


def summary_of(table: LiveTable, at: float) -> Summary:
    """What is looked up about a table."""
    waiting = table.match is None and bool(table.open_seats())
    players = tuple(sorted({table.host, *(seat.player for seat in table.seats)} - {""}))
    code = table.code if waiting else None
    return Summary(table.status, code, waiting and table.public, players, at, encode(listing_of(table)))


def opening_write(ident: str, opened: TableOpened) -> Write:
    """The first entry of a table's log."""
    return Write(ident, 1, encode_entry(opened), summary_of(LiveTable(ident, opened), opened.at))

"""Hints at live tables: one after another in a process of its own, so that neither bots nor moves wait."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from itertools import count
from typing import Final

from msgspec import UNSET

from reihum.server.limits import Bucket
from reihum.server.live.hinter import HintAnswer, HintJob, OptionTold
from reihum.server.live.thinkers import game_key, news_for
from reihum.server.live.worker_process import NoAnswer, WorkerProcess
from reihum.server.logs import log_event
from reihum.server.metrics import Metrics
from reihum.server.settings import Rate
from reihum.table.live import LiveTable
from reihum.wire.from_server import HintMade, HintOption

TRIES: Final = 3
PER_SEAT: Final = Rate(1, 1.0)  # one a second
MOST_SEATS: Final = 10_000  # whose last hint is remembered; if there are more, those of over a second ago go


class HintMaker:
    """Makes the hints of all tables."""

    def __init__(self, metrics: Metrics | None = None) -> None:
        self.process = WorkerProcess("hinter", HintAnswer, metrics)
        self.numbers = count(1)
        self._turn = asyncio.Lock()  # whoever asked first is served first
        self._wanted = 0  # hints that are being made or wait for that
        self._busy: set[tuple[str, int]] = set()  # tables and seats for which one is made
        self._buckets: dict[tuple[str, int], Bucket] = {}

    def may_ask(self, table: LiveTable, seat: int) -> bool:
        """Count a question for a seat; False if that is too soon after the last one."""
        who, now = (table.id, seat), time.monotonic()
        if who in self._busy:
            return False
        if len(self._buckets) > MOST_SEATS:
            self._buckets = {each: bucket for each, bucket in self._buckets.items() if now - bucket.at < 1.0}
        bucket = self._buckets.setdefault(who, Bucket(float(PER_SEAT.burst), now))
        return not bucket.take(PER_SEAT, now)

    async def make(
        self,
        table: LiveTable,
        seat: int,
        lang: str,
        is_wanted: Callable[[], bool],
        hear: Callable[[HintAnswer], None] | None = None,
    ) -> HintAnswer | None:
        """A hint for a seat; None if it is no longer wanted, NoAnswer if there is none just now."""
        who = (table.id, seat)
        self._busy.add(who)
        self._wanted += 1
        try:
            async with self._turn:
                return await self._ask(table, seat, lang, hear) if is_wanted() else None
        finally:
            self._wanted -= 1
            self._busy.discard(who)

    async def _ask(
        self, table: LiveTable, seat: int, lang: str, hear: Callable[[HintAnswer], None] | None
    ) -> HintAnswer:
        for _ in range(TRIES):
            known, moves, beginning = news_for(self.process, table)
            job = HintJob(
                next(self.numbers),
                game_key(table),
                known,
                moves,
                seat,
                beginning,
                self._wanted,
                lang,
                hear is not None,
            )
            try:
                answer = await self.process.ask(job, hear)
            except NoAnswer:
                continue
            if answer.options:
                return answer
            self.process.known_games.pop(table.id, None)
            if answer.error:
                log_event("hint failed", 40, error=answer.error)
                break
        raise NoAnswer

    def forget(self, table: LiveTable) -> None:
        """Forget a table that is no longer in memory."""
        self.process.known_games.pop(table.id, None)

    def stop(self) -> None:
        """End the process."""
        self.process.stop()


def hint_message(cid: str, ask: int, seat: int, answer: HintAnswer) -> HintMade:
    """A hint as it is sent."""
    options = [option_told(each) for each in answer.options]
    return HintMade(cid, ask, seat, answer.worlds, options, answer.done)


def option_told(option: OptionTold) -> HintOption:
    """An option as it is sent."""
    then = option.then or UNSET
    return HintOption(option.move, option.win, option.error, option.equal, option.why, then)

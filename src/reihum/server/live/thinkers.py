"""The processes in which bots think, and which of them thinks about which table."""

from __future__ import annotations

import zlib
from itertools import count
from typing import Any, Final

from reihum.bots.levels import thinks_ahead
from reihum.core.promises import mix_json
from reihum.server.clock import Clock
from reihum.server.live.thinker import Answer, Beginning, Job
from reihum.server.live.worker_process import NoAnswer, WorkerProcess
from reihum.server.logs import log_event
from reihum.server.metrics import Metrics
from reihum.table.live import LiveTable

ANSWER_TRIES: Final = 3


class Thinkers:
    """All processes; a table always uses the same one, which remembers it.

    Bots that think ahead have a process of their own, so that those that answer at once need not wait for
    them. The more of them think at the same time, the less time each of them takes.
    """

    def __init__(self, number: int, metrics: Metrics | None = None, clock: Clock | None = None) -> None:
        self.quick = [WorkerProcess("thinker", Answer, metrics, clock) for _ in range(number)]
        self.deep = WorkerProcess("thinker", Answer, metrics, clock)
        self.numbers = count(1)

    def processes(self) -> list[WorkerProcess[Answer]]:
        """All of them, started or not."""
        return [*self.quick, self.deep]

    async def choose(self, table: LiveTable, seat: int, bot: str) -> str:
        """The move that a bot chooses for a seat."""
        process = self.quick[zlib.crc32(table.id.encode()) % len(self.quick)]
        if thinks_ahead(bot, table.game.spec, table.players):
            process = self.deep
        for _ in range(ANSWER_TRIES):
            try:
                known, moves, beginning = news_for(process, table)
                number, waiting = next(self.numbers), len(process.waiting) + 1
                job = Job(number, game_key(table), known, moves, seat, beginning, waiting, bot)
                answer = await process.ask(job)
            except NoAnswer:
                continue
            if answer.error:
                log_event("bot failed", 40, bot=bot, error=answer.error)
                break
            if answer.move:
                return answer.move
            process.known_games.pop(table.id, None)
        raise NoAnswer

    def forget(self, table: LiveTable) -> None:
        """Forget a table that is no longer in memory."""
        for process in self.processes():
            process.known_games.pop(table.id, None)

    def stop(self) -> None:
        """End all processes."""
        for process in self.processes():
            process.stop()


def news_for(
    process: WorkerProcess[Any], table: LiveTable
) -> tuple[int, list[tuple[int, str]], Beginning | None]:
    """What a process does not know of a game: after how many moves, which ones, and if need be how it began.

    It counts as told from now on.
    """
    match, key = table.match, game_key(table)
    assert match is not None
    last = process.known_games.get(table.id)
    known = last[1] if last is not None and last[0] == key else None
    process.known_games[table.id] = (key, len(match.history))
    moves = [(each.by, table.game.spec.text(each.move)) for each in match.history[known or 0 :]]
    beginning = None
    if known is None:
        mix = None if table.mix is None else mix_json(table.mix)
        beginning = Beginning(table.game.slug, table.players, table.options, table.secret, table.nonces, mix)
    return known or 0, moves, beginning


def game_key(table: LiveTable) -> str:
    """The name of a game in the memory of a process; after a take-back it is a new one."""
    assert table.match is not None
    surplus = table.v - len(table.match.history)  # a take-back adds a step, and removes a move
    return f"{table.id}/{surplus}"

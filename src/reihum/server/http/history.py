"""The games of a player: those that go on, those that are over, in figures, and all records as one file."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final, TypeVar

from msgspec import MsgspecError
from msgspec.structs import asdict
from msgspec.structs import replace as replace_struct
from starlette.responses import Response, StreamingResponse

from reihum.core.errors import ReihumError
from reihum.games import SLUGS
from reihum.match import game
from reihum.server.http.refusals import HttpRefusal
from reihum.server.http.requests import Visit, address_of, reply
from reihum.server.identity import is_ident
from reihum.server.live.listing import parse_listing
from reihum.server.live.registry import TableRegistry
from reihum.server.live.results import standing_of
from reihum.server.logs import log_failure, table_alias
from reihum.server.store import OwnGame, Played, Streak, Wanted
from reihum.server.work import TooMuch
from reihum.table.judge import Problem
from reihum.table.live import BrokenLog, LiveTable
from reihum.wire.from_server import TableShown
from reihum.wire.requests import (
    FinishedGame,
    FinishedGames,
    GameStatistics,
    Statistics,
    Tally,
    TallyByCompany,
    TallyBySize,
    UnfinishedGame,
    UnfinishedGames,
)

if TYPE_CHECKING:
    from reihum.server.http.api import Api

PAGE: Final = 24  # games shown at once; the unfinished ones among them are loaded
EXPORTED_AT_ONCE: Final = 100  # games looked up at once for a file of records
FILE_NAME: Final = "reihum-games.txt"
K = TypeVar("K")


# -- the requests ---------------------------------------------------------------------------------


async def unfinished(api: Api, visit: Visit) -> Response:
    """GET /api/mine/unfinished."""
    api.limit("lists", address_of(visit.request))
    rows, more = await page_of(api, visit, finished=False)
    asker = address_of(visit.request)
    found = [await unfinished_game(api, asker, visit.player, row) for row in rows]
    games = sorted((each for each in found if each is not None), key=lambda each: not each.asked)
    return reply(UnfinishedGames(games, more))


async def finished(api: Api, visit: Visit) -> Response:
    """GET /api/mine/finished."""
    api.limit("lists", address_of(visit.request))
    rows, more = await page_of(api, visit, finished=True)
    return reply(FinishedGames([finished_game(row, visit.player) for row in rows], more))


async def statistics(api: Api, visit: Visit) -> Response:
    """GET /api/mine/statistics."""
    api.limit("lists", address_of(visit.request))
    store, player = api.registry.store, visit.player
    uncounted = await store.uncounted_games(player)  # first: what is counted meanwhile is in the sums
    rows = [row for row in await store.tallies(player) if row.game in SLUGS]
    streaks = {(each.game, each.alone): each for each in await store.streaks(player)}
    kinds = [
        game_statistics(slug, alone, games, streaks.get((slug, alone), Streak(slug, alone, 0, 0)))
        for (slug, alone), games in grouped(rows, lambda row: (row.game, row.size == 1))
    ]
    since = min((row.since for row in rows), default=None)
    return reply(Statistics(kinds, since, uncounted))


async def records(api: Api, visit: Visit) -> Response:
    """GET /api/mine/records."""
    api.limit("exports", address_of(visit.request))
    wanted = wanted_by(visit, finished=True)
    headers = {"content-disposition": f'attachment; filename="{FILE_NAME}"'}
    texts = record_texts(api, address_of(visit.request), visit.player, wanted)
    return StreamingResponse(texts, headers=headers, media_type="text/plain; charset=utf-8")


# -- pages ----------------------------------------------------------------------------------------


async def page_of(api: Api, visit: Visit, finished: bool) -> tuple[list[OwnGame], str | None]:
    """The games that a request asks for, and where the next page begins."""
    wanted = wanted_by(visit, finished)
    rows = await api.registry.store.games_of(visit.player, wanted, PAGE + 1)
    more = f"{rows[PAGE - 1].at!r}_{rows[PAGE - 1].table}" if len(rows) > PAGE else None
    return rows[:PAGE], more


def wanted_by(visit: Visit, finished: bool) -> Wanted:
    """Which games the address of a request asks for."""
    query = visit.request.query_params
    slug = query.get("game", "")
    if slug:
        check_game(slug)
    before = parse_place(query["before"]) if query.get("before") else (math.inf, "")
    return Wanted(finished, slug, query.get("company", ""), before)


def check_game(slug: str) -> None:
    """Refuse a game that there is not."""
    if slug not in SLUGS:
        raise HttpRefusal(Problem("game", {"games": ", ".join(SLUGS)}))


def parse_place(text: str) -> tuple[float, str]:
    """Where a page begins, as an earlier answer named it."""
    at, _, table = text.partition("_")
    try:
        number = float(at)
    except ValueError:
        number = math.nan
    if not math.isfinite(number) or not is_ident(table):
        raise HttpRefusal("malformed")
    return number, table


async def unfinished_game(api: Api, asker: str, player: str, row: OwnGame) -> UnfinishedGame | None:
    """An unfinished game as it stands; None if it is over after all, or cannot be read."""
    actor = await api.registry.actor(row.table, asker)
    if actor is None:
        return None
    table = actor.table
    if table.status == "over":  # it was not possible to say so when it ended
        actor.background.start(actor.keep_summary())
        return None
    seat = table.seat_of(player)
    standing = standing_of(table, player)
    return UnfinishedGame(
        **asdict(api.table_shown(actor, player)),
        asked=table.ask(seat) is not None,
        turn=table.owing_seats(),
        round=standing.round,
        rounds=standing.rounds,
        place=standing.place,
        by=table.heard_step(table.v, seat).by if table.v else None,
        idle=max(0, int(time.time() - table.changed_at)),
    )


def finished_game(row: OwnGame, player: str) -> FinishedGame:
    """A finished game as it is stored."""
    return FinishedGame(
        table=listed_table(row, player),
        at=row.at,
        seconds=None if row.began is None else max(0, round(row.at - row.began)),
        counted=row.counted,
        won=row.won,
        shared=row.shared,
        place=row.place,
        score=row.score,
    )


def listed_table(row: OwnGame, player: str) -> TableShown:
    """The table of a finished game; what was true only while it was played is left out."""
    return replace_struct(parse_listing(row.listing).shown_to(player), status="over", clocks=[])


# -- figures --------------------------------------------------------------------------------------


def grouped(rows: Iterable[Played], kind: Callable[[Played], K]) -> list[tuple[K, list[Played]]]:
    """Rows of the same kind together, in the order in which each kind first comes up."""
    found: dict[K, list[Played]] = {}
    for row in rows:
        found.setdefault(kind(row), []).append(row)
    return list(found.items())


def game_statistics(slug: str, alone: bool, rows: list[Played], streak: Streak) -> GameStatistics:
    """All games of one kind in figures."""
    sizes = grouped(rows, lambda row: row.size)
    companies = grouped(rows, lambda row: row.company)
    return GameStatistics(
        **asdict(tally(rows)),
        game=slug,
        alone=alone,
        streak=streak.current,
        longest=streak.longest,
        by_players=[TallyBySize(**asdict(tally(same)), players=size) for size, same in sizes],
        by_company=[TallyByCompany(**asdict(tally(same)), company=name) for name, same in companies],
    )


def tally(rows: list[Played]) -> Tally:
    """Some games in figures; there is at least one."""
    played = sum(row.played for row in rows)
    low = low_wins(rows[0].game, rows[0].size)
    return Tally(
        played=played,
        won=sum(row.won for row in rows),
        share=round(sum(row.played / row.size for row in rows), 3),
        average=round(sum(row.total for row in rows) / played, 2),
        best=min(row.lowest for row in rows) if low else max(row.highest for row in rows),
    )


@cache
def low_wins(slug: str, size: int) -> bool:
    """Whether the lowest score wins; alone, it may be another game."""
    return game(slug).start(size, seed=0).state.low_wins


# -- records --------------------------------------------------------------------------------------


async def record_texts(api: Api, asker: str, player: str, wanted: Wanted) -> AsyncIterator[str]:
    """The records of all finished games, the latest first, each as soon as it is written.

    One game at a time is played again, for whoever asks: games in progress are not held up.
    """
    while True:
        rows = await api.registry.store.games_of(player, wanted, EXPORTED_AT_ONCE)
        for row in rows:
            text = await record_in_turn(api, asker, row.table)
            if text is not None:
                yield text
        if len(rows) < EXPORTED_AT_ONCE:
            return
        wanted = replace(wanted, before=(rows[-1].at, rows[-1].table))


async def record_in_turn(api: Api, asker: str, ident: str) -> str | None:
    """A record when nobody else's is being made; whoever has had many waits until there may be more."""
    while True:
        try:
            async with api.exporting:
                return await record_of(api.registry, ident, asker)
        except TooMuch as much:
            await asyncio.sleep(much.wait)


async def record_of(registry: TableRegistry, ident: str, asker: str) -> str | None:
    """The record of a finished game; None if its log cannot be read any more."""
    table = await table_of(registry, ident, asker)
    if table is None or table.match is None or table.status != "over":
        return None
    return table.match.record(secret=True)


async def table_of(registry: TableRegistry, ident: str, asker: str = "") -> LiveTable | None:
    """A table, in memory or from its log; it does not stay in memory."""
    if (actor := registry.actors.get(ident)) is not None:
        return actor.table
    try:
        return await registry.rebuild(ident, await registry.store.entries(ident), asker)
    except ReihumError:  # a game that this server does not have
        return None
    except (BrokenLog, IndexError, ValueError, MsgspecError):
        log_failure("log broken", table=table_alias(ident))
        return None

"""Games that ended before their results were kept: they are played through once more, a few at a time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import MsgspecError

from reihum.core.errors import ReihumError
from reihum.server.live.listing import Listing, parse_listing
from reihum.server.live.log_writer import summary_of
from reihum.server.logs import log_event, log_failure, table_alias
from reihum.server.store import Result, Store, Summary, Taken, Unavailable, Write
from reihum.table.live import BrokenLog, LiveTable

Rebuild = Callable[[str, list[bytes]], Awaitable[LiveTable]]

AT_ONCE: Final = 100  # tables asked for at a time
REST: Final = 3.0  # times as long as one game takes, in which others have their turn
SHORTEST_REST: Final = 0.001  # seconds
STORE_PAUSE: Final = 5.0  # seconds after which an unavailable store is tried again


async def is_settled(store: Store, ident: str) -> bool:
    """Whether what is stored about a table says that its game is over."""
    listing = (await store.listings([ident])).get(ident)
    return listing is not None and parse_listing(listing).shown.status == "over"


async def count_old_games(store: Store, rebuild: Rebuild) -> None:
    """Look once at every finished game whose results are not known."""
    after, counted = "", 0
    while True:
        try:
            idents = await store.uncounted_tables(after, AT_ONCE)
            for ident, at in idents:
                started = time.monotonic()
                counted += await count_game(store, rebuild, ident, at)
                after = ident
                await asyncio.sleep(max(SHORTEST_REST, REST * (time.monotonic() - started)))
        except Unavailable:
            await asyncio.sleep(STORE_PAUSE)
        except Exception:
            log_failure("counting failed")
            return
        else:
            if not idents:
                break
    if counted:
        log_event("old games counted", games=counted)


async def count_game(store: Store, rebuild: Rebuild, ident: str, at: float) -> bool:
    """Store the results of one finished game; False if that cannot be done now."""
    summary = await summary_of_old(store, rebuild, ident, at)
    try:
        if summary is not None:
            await store.append(Write(ident, 0, summary=summary))
        return summary is not None
    except Taken:
        return False


async def summary_of_old(store: Store, rebuild: Rebuild, ident: str, at: float) -> Summary | None:
    """The summary of a finished game; if its log is broken, one that counts for nobody."""
    listing = (await store.listings([ident])).get(ident)
    try:
        return summary_of(await rebuild(ident, await store.entries(ident)))
    except ReihumError:  # a game that this server does not have
        return None
    except (BrokenLog, IndexError, ValueError, MsgspecError):
        log_failure("log broken", table=table_alias(ident))
        return None if listing is None else summary_without_result(parse_listing(listing), listing, at)


def summary_without_result(kept: Listing, listing: bytes, at: float) -> Summary:
    """The summary of a game of which nobody knows how it ended."""
    players = tuple(sorted({kept.owner, *kept.players, *kept.absent} - {""}))
    return Summary(
        status="over",
        code=None,
        listed=False,
        players=players,
        at=at,
        listing=listing,
        game=kept.shown.game,
        size=kept.shown.players,
        results=tuple(Result(player) for player in players),
    )

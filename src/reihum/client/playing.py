"""A bot at a table over the wire: it answers whenever it is asked, until the game is over."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from reihum.client.bots import Chooser, Imagining, Lucky
from reihum.client.errors import Lost, NotMade
from reihum.client.seat import News, Seat


async def play(seat: Seat, bot: Chooser, kept: Callable[[float], None] | None = None) -> News:
    """Answer for a seat until the game is over; what was known in the end.

    `kept` hears of every answer that the server has kept after how many seconds.
    """
    async for now in seat.decisions():
        move = await chosen(bot, now)
        sent = time.perf_counter()
        try:
            await seat.answer(move, now.ask)
        except NotMade as refusal:
            if refusal.kind not in ("stale", "turn", "over", "seat"):  # somebody else was quicker
                raise
        except Lost:
            if not seat.now.over:
                raise
        else:
            if kept is not None:
                kept(time.perf_counter() - sent)
    return seat.now


async def chosen(bot: Chooser, now: News) -> str:
    """What the bot answers; one that may think for long does so beside, so that the line stays alive."""
    assert now.view is not None
    if isinstance(bot, Lucky | Imagining):
        return bot.choose(now.view, now.moves)
    return await asyncio.to_thread(bot.choose, now.view, now.moves)

"""A bot at a table over the wire: it answers whenever it is asked, until the game is over."""

from __future__ import annotations

from typing import Any, Protocol

from reihum.client.seat import News, NotMade, Seat


class Chooser(Protocol):
    """A player that is a program."""

    def choose(self, view: dict[str, Any], moves: list[str], /) -> str:
        """One of the moves, by what the seat may know."""


async def play(seat: Seat, bot: Chooser) -> News:
    """Answer for a seat until the game is over; what was known in the end."""
    answered = -1
    async for news in seat:
        if news.over:
            break
        now = seat.now  # there may be newer news already
        if now.ask is None or now.ask <= answered or now.view is None:
            continue
        answered = now.ask
        try:
            await seat.answer(bot.choose(now.view, now.moves), now.ask)
        except NotMade as refusal:
            if refusal.kind not in ("stale", "turn", "over", "seat"):  # somebody else was quicker
                raise
    return seat.now

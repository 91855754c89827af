"""A client of the wire in Python: to play with a program at any Reihum server.

import asyncio
from reihum.client import Guest

async def main() -> None:
    guest = Guest("http://127.0.0.1:8023")
    table = await guest.open("23", players=3)
    async with guest.look(table) as seat:
        async for news in seat:
            if news.ask is not None:
                await seat.answer(news.moves[0])

asyncio.run(main())
"""

from __future__ import annotations

from reihum.client.guest import Guest, Refused
from reihum.client.playing import play
from reihum.client.seat import Lost, News, NotMade, Seat

__all__ = ["Guest", "Lost", "News", "NotMade", "Refused", "Seat", "play"]

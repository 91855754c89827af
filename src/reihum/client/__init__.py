"""A Python client: lets a program play at any Reihum server.

import asyncio
from reihum.client import Guest, bot_named, play

async def main() -> None:
    guest = Guest("http://127.0.0.1:8023")
    table = await guest.open("23", players=3)
    async with guest.look(table) as seat:
        await play(seat, bot_named("master"))
    print(await guest.record(table))

asyncio.run(main())
"""

from __future__ import annotations

from reihum.client.bots import bot_named
from reihum.client.errors import Garbled, Lost, NotMade, Refused, Unreachable, Vanished
from reihum.client.guest import Guest
from reihum.client.playing import play
from reihum.client.seat import News, Seat

__all__ = [
    "Garbled",
    "Guest",
    "Lost",
    "News",
    "NotMade",
    "Refused",
    "Seat",
    "Unreachable",
    "Vanished",
    "bot_named",
    "play",
]

"""Many people at many tables of a Reihum server, light enough that the server is what is measured."""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import AsyncExitStack

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from reihum.client import Guest


class Heard(msgspec.Struct):
    """What a player needs of a message."""

    t: str
    v: int = 0
    ask: int | None = None
    moves: list[str] = []
    cid: str = ""
    table: dict[str, object] | None = None


DECODER = msgspec.json.Decoder(Heard)


class Player:
    """One seat at one table: answers with any legal move as soon as it is asked."""

    def __init__(self, line: ClientConnection, lot: random.Random) -> None:
        self.line = line
        self.lot = lot
        self.begun = asyncio.Event()  # the cards are dealt
        self.over = asyncio.Event()
        self.waits: list[float] = []  # seconds from a move to its ack
        self.v = 0
        self._answered = -1
        self._sent = 0.0
        self._now = Heard("")
        self.playing = False

    async def listen(self) -> None:
        """Hear everything until the game is over; answer once `play` was said."""
        await self.line.send('{"t":"hello"}')
        async for text in self.line:
            heard = DECODER.decode(text)
            if heard.t == "ack":
                self.waits.append(time.perf_counter() - self._sent)
            elif heard.t in ("snap", "ev"):
                self._now, self.v = heard, heard.v
                await self._answer()
            if heard.table is not None and heard.table["status"] != "waiting":
                self.begun.set()
                if heard.table["status"] == "over":
                    break
        self.over.set()

    async def play(self) -> None:
        """From now on answer."""
        self.playing = True
        await self._answer()

    async def _answer(self) -> None:
        ask = self._now.ask
        if ask is None or ask <= self._answered or not self.playing:
            return
        self._answered = ask
        move = self.lot.choice(self._now.moves)
        self._sent = time.perf_counter()
        await self.line.send(f'{{"t":"move","cid":"c{ask}","ask":{ask},"m":"{move}"}}')


async def seated(url: str, guests: list[Guest], game: str) -> str:
    """A table at which these guests sit."""
    table = await guests[0].open(game, players=len(guests), seats=["me", *["open"] * (len(guests) - 1)])
    for guest in guests[1:]:
        await guest.sit(table)
    return table


async def looking(url: str, table: str, guest: Guest | None = None) -> ClientConnection:
    """A connection to a table, of a guest or a spectator."""
    return await connect(
        f"ws{url.removeprefix('http')}/ws/{table}",
        subprotocols=[Subprotocol("reihum.1")],
        additional_headers={} if guest is None else {"Authorization": f"Bearer {await guest.token()}"},
        compression=None,
        max_size=None,
        ping_interval=None,
        proxy=None,
    )


class Evening:
    """Some tables with four people each, who begin to play when they are told."""

    def __init__(self, url: str, tables: int, seed: int, seats: int = 4, game: str = "23") -> None:
        self.url, self.tables, self.seed, self.seats, self.game = url, tables, seed, seats, game
        self.players: list[Player] = []
        self._listening: list[asyncio.Task[None]] = []
        self._lines = AsyncExitStack()

    async def __aenter__(self) -> Evening:
        """Everybody sits, and the cards are dealt."""
        guests = [Guest(self.url) for _ in range(self.seats)]
        for number in range(self.tables):
            table = await seated(self.url, guests, self.game)
            for seat, guest in enumerate(guests):
                line = await self._lines.enter_async_context(await looking(self.url, table, guest))
                player = Player(line, random.Random(f"{self.seed} {number} {seat}"))
                self.players.append(player)
                self._listening.append(asyncio.create_task(player.listen()))
        await asyncio.gather(*(player.begun.wait() for player in self.players))
        return self

    async def play(self) -> int:
        """Play all games to their ends; how many moves that took."""
        await asyncio.gather(*(player.play() for player in self.players))
        await asyncio.gather(*(player.over.wait() for player in self.players))
        return sum(player.v for player in self.players[:: self.seats])

    def waits(self) -> list[float]:
        """How long each move waited for its ack."""
        return [wait for player in self.players for wait in player.waits]

    async def __aexit__(self, *_: object) -> None:
        for task in self._listening:
            task.cancel()
        await asyncio.gather(*self._listening, return_exceptions=True)
        await self._lines.aclose()

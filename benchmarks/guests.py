"""Many players at many tables of a Reihum server, light enough that it is the server that is measured."""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import AsyncExitStack

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from reihum.client import Guest


class Message(msgspec.Struct):
    """The part of a message that a player needs."""

    t: str
    v: int = 0
    ask: int | None = None
    moves: list[str] = []
    cid: str = ""
    table: dict[str, object] | None = None


DECODER = msgspec.json.Decoder(Message)


class SeatClient:
    """One seat at one table: answers with a random legal move as soon as it is asked."""

    def __init__(self, connection: ClientConnection, rng: random.Random) -> None:
        self.connection = connection
        self.rng = rng
        self.begun = asyncio.Event()  # set once the cards are dealt
        self.over = asyncio.Event()
        self.waits: list[float] = []  # seconds from a move to its ack
        self.v = 0
        self._answered = -1
        self._sent = 0.0
        self._now = Message("")
        self.playing = False

    async def listen(self) -> None:
        """Receive messages until the game is over; answer them after `play` has been called."""
        await self.connection.send('{"t":"hello"}')
        async for text in self.connection:
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
        """Answer from now on."""
        self.playing = True
        await self._answer()

    async def _answer(self) -> None:
        ask = self._now.ask
        if ask is None or ask <= self._answered or not self.playing:
            return
        self._answered = ask
        move = self.rng.choice(self._now.moves)
        self._sent = time.perf_counter()
        await self.connection.send(f'{{"t":"move","cid":"c{ask}","ask":{ask},"m":"{move}"}}')


async def open_full_table(url: str, guests: list[Guest], game: str) -> str:
    """Open a table and seat these guests at it."""
    table = await guests[0].open(game, players=len(guests), seats=["me", *["open"] * (len(guests) - 1)])
    for guest in guests[1:]:
        await guest.sit(table)
    return table


async def connect_to(url: str, table: str, guest: Guest | None = None) -> ClientConnection:
    """Connect to a table as a guest or a spectator."""
    return await connect(
        f"ws{url.removeprefix('http')}/ws/{table}",
        subprotocols=[Subprotocol("reihum.1")],
        additional_headers={} if guest is None else {"Authorization": f"Bearer {await guest.token()}"},
        compression=None,
        max_size=None,
        ping_interval=None,
        proxy=None,
    )


class LoadTest:
    """Some tables full of players, who start playing when they are told to."""

    def __init__(self, url: str, tables: int, seed: int, seats: int = 4, game: str = "23") -> None:
        self.url, self.tables, self.seed, self.seats, self.game = url, tables, seed, seats, game
        self.players: list[SeatClient] = []
        self._listening: list[asyncio.Task[None]] = []
        self._connections = AsyncExitStack()

    async def __aenter__(self) -> LoadTest:
        """Seat everybody, and wait until the cards are dealt."""
        guests = [Guest(self.url) for _ in range(self.seats)]
        for number in range(self.tables):
            table = await open_full_table(self.url, guests, self.game)
            for seat, guest in enumerate(guests):
                connection = await self._connections.enter_async_context(
                    await connect_to(self.url, table, guest)
                )
                player = SeatClient(connection, random.Random(f"{self.seed} {number} {seat}"))
                self.players.append(player)
                self._listening.append(asyncio.create_task(player.listen()))
        await asyncio.gather(*(player.begun.wait() for player in self.players))
        return self

    async def play(self) -> int:
        """Play all games to the end, and return the number of moves."""
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
        await self._connections.aclose()

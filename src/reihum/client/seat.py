"""A seat at a table, over WebSocket: hears everything that this viewer may hear, and answers.

If the connection breaks, it connects again and says what it saw last. An answer that was sent but not
acknowledged is sent again with the same `cid`, so it is played only once. The table is lost only if the
server does not answer for longer than the seat is willing to wait, or says that it never will.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.typing import Subprotocol

from reihum.client.errors import Garbled, Lost, NotMade, Refused, Unreachable, Vanished
from reihum.client.own_part import OwnPart
from reihum.core.errors import ReihumError
from reihum.wire import SUBPROTOCOL
from reihum.wire.encoding import Malformed, convert, read_json
from reihum.wire.from_server import (
    Ack,
    Bye,
    Changed,
    HintMade,
    NotDone,
    Promises,
    Remix,
    Said,
    Snap,
    Step,
)

AnyNews = Snap | Step | Changed | Said | Bye

MESSAGE_TYPES: Final[dict[str, type[AnyNews | Promises | Remix | Ack | NotDone | HintMade]]] = {
    "snap": Snap,
    "ev": Step,
    "table": Changed,
    "promises": Promises,
    "remix": Remix,
    "said": Said,
    "bye": Bye,
    "ack": Ack,
    "nack": NotDone,
    "hint": HintMade,
}
LARGEST_MESSAGE: Final = 4_000_000  # bytes
FIRST_PAUSE: Final = 0.05  # seconds before a broken connection is tried again, doubled each time ...
LONGEST_PAUSE: Final = 2.0  # ... up to this many
BUSY_PAUSE: Final = 1.0  # seconds before a server that could not save something is asked again
NOT_LOOKING: Final = "The game is over, or this seat has been closed."
FINAL_STATUSES: Final = {  # answers to a handshake after which trying again is no use
    400: "The server does not understand who we are.",
    401: "The server does not know this token.",
    403: "The server does not let us look at this table.",
    404: "There is no such table.",
}


@dataclass(frozen=True)
class News:
    """Something that happened, and all that may be known now."""

    kind: str  # snap, ev, table, said or bye
    v: int  # how many steps there have been
    seat: int | None
    view: dict[str, Any] | None
    moves: list[str]
    ask: int | None  # the number of the decision that this seat owes
    table: dict[str, Any]
    message: dict[str, Any] = field(repr=False)  # as it was sent

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.table.get("status") == "over"


class Seat:
    """A view of one table: use it with `async with`, iterate over its news, and answer."""

    def __init__(
        self,
        url: str,
        table: str,
        token: Callable[[], Awaitable[str]],
        lang: str = "en",
        nonce: str | None = None,
        patience: float | None = None,
        openly: bool = False,
    ) -> None:
        self.url = f"ws{url.removeprefix('http')}/ws/{quote(table, safe='')}"
        self.table = table
        self.now = News("", 0, None, None, [], None, {}, {})
        self.acknowledged: dict[str, int] = {}  # by cid: the number of the step
        self.connections = 0  # how many of them have shown us the table
        self._server = url
        self._patience = patience  # seconds without an answer after which the table is lost; None: never
        self._token = token
        self._lang = lang
        self.part = OwnPart(nonce, openly)  # of the chance that deals the cards
        self._last_part: dict[str, Any] | None = None  # what we said last about it
        self._connection: ClientConnection | None = None
        self._waiting: dict[str, asyncio.Future[Any]] = {}
        self._unanswered: dict[str, dict[str, Any]] = {}  # sent but not acknowledged
        self._deadlines: dict[str, asyncio.Timeout] = {}  # by cid: until when to wait for an answer
        self._news: asyncio.Queue[News | None] = asyncio.Queue()
        self._listening: asyncio.Task[None] | None = None
        self._again: set[asyncio.Task[None]] = set()  # messages that are being sent meanwhile
        self._lost: Exception | None = None

    async def __aenter__(self) -> Seat:
        if self._listening is not None:
            raise ReihumError("A seat can be entered only once; call `look` again for another one.")
        self._listening = asyncio.create_task(self._listen())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Stop looking; the player keeps the seat. An answer that is still waiting raises Lost."""
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, *self._again, return_exceptions=True)

    async def __aiter__(self) -> AsyncIterator[News]:
        """Everything that happens, until the game is over or the seat is closed."""
        while (news := await self._news.get()) is not None:
            yield news
        self._news.put_nowait(None)  # for anyone else who iterates, or iterates again
        if self._lost is not None:
            raise self._lost

    async def decisions(self, note: Callable[[News], None] | None = None) -> AsyncIterator[News]:
        """Every decision that this seat owes, once each, with all that is known, until the game is over.

        `note` is called with all news, even those without a decision, before any later decision.
        """
        asked: tuple[int | None, int] | None = None
        async for news in self:
            if note is not None:
                note(news)
            if news.over:
                return
            if not self._news.empty():
                continue  # newer news are waiting
            now = self.now
            if now.ask is not None and now.view is not None and (now.seat, now.ask) != asked:
                asked = now.seat, now.ask
                yield now

    # -- saying something -------------------------------------------------------------------------

    async def answer(self, move: str, ask: int | None = None, cid: str | None = None) -> int:
        """Make a move; returns when it is on the server's disk, with the number of its step."""
        number = self.now.ask if ask is None else ask
        if number is None:
            raise NotMade("turn", None, "This seat owes no decision now.")
        return int(await self._ask({"t": "move", "cid": cid or new_cid(), "ask": number, "m": move}))

    async def undo(self, cid: str | None = None) -> int:
        """Take back this seat's last move."""
        return int(await self._ask({"t": "undo", "cid": cid or new_cid()}))

    async def hint(self, ask: int | None = None) -> HintMade:
        """What the sensible moves of this seat's decision are worth, where the table has hints."""
        number = self.now.ask if ask is None else ask
        if number is None:
            raise NotMade("turn", None, "This seat owes no decision now.")
        made: HintMade = await self._ask({"t": "hint", "cid": new_cid(), "ask": number})
        return made

    async def say(self, phrase: str) -> None:
        """Say one of the set phrases; it is lost if there is no connection at the moment."""
        await self._send({"t": "say", "p": phrase})

    async def _ask(self, message: dict[str, Any]) -> Any:
        cid = message["cid"]
        if self._listening is None:
            raise ReihumError("This seat is not open yet: use it with `async with` first.")
        if self._listening.done():
            raise self._lost or Lost(NOT_LOOKING)
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[cid] = future
        self._unanswered[cid] = message
        try:
            async with asyncio.timeout(self._patience) as self._deadlines[cid]:
                await self._send(message)
                return await future
        except TimeoutError:
            raise self._silence_error() from None
        finally:
            for kept in (self._waiting, self._unanswered, self._deadlines):
                kept.pop(cid, None)

    async def _send(self, message: dict[str, Any]) -> None:
        """Send now if there is a connection; moves are sent again once there is a new one."""
        if self._connection is not None:
            with suppress(ConnectionClosed):
                await self._connection.send(json.dumps(message))

    # -- hearing something ------------------------------------------------------------------------

    async def _listen(self) -> None:
        """Stay connected until the game is over."""
        loop = asyncio.get_running_loop()
        wait, heard_at = FIRST_PAUSE, loop.time()
        try:
            while not self._is_done():
                before = self.connections
                with suppress(OSError, WebSocketException, EOFError, Unreachable):
                    await self._run_connection()
                if self.connections > before:
                    wait, heard_at = FIRST_PAUSE, loop.time()
                if self._patience is not None and loop.time() - heard_at > self._patience:
                    raise self._silence_error()
                if not self._is_done():
                    await asyncio.sleep(wait)
                    wait = min(wait * 2, LONGEST_PAUSE)
        except Exception as lost:  # raised for anyone who iterates or waits for an answer
            self._lost = lost
        finally:
            self._news.put_nowait(None)
            for future in self._waiting.values():
                if not future.done():
                    future.set_exception(self._lost or Lost(NOT_LOOKING))

    def _silence_error(self) -> Vanished:
        """The error for a server that has not answered for too long."""
        return Vanished(f"{self._server} has not answered for {self._patience:g} seconds.")

    def _is_done(self) -> bool:
        """Whether the game is over and every message has been answered."""
        return self.now.over and not self._unanswered

    async def _run_connection(self) -> None:
        """Run one connection, from hello to its end."""
        async with await self._connect() as connection:
            hello = {"t": "hello", "since": self.now.v, "lang": self._lang, **self.part.hello()}
            await connection.send(json.dumps(hello))
            self._connection = connection
            shown = False
            try:
                for message in list(self._unanswered.values()):
                    await connection.send(json.dumps(message))
                async for text in self._messages(connection):
                    self._hear(text)
                    if not shown and self.now.kind in ("snap", "ev"):
                        shown = True
                        self.connections += 1
                        for cid in self._unanswered:
                            self._wait_longer(cid)
                    if self._is_done():
                        return
            finally:
                self._connection = None

    async def _messages(self, connection: ClientConnection) -> AsyncIterator[str | bytes]:
        """The server's messages; the first one must come soon, as the server greets everyone."""
        try:
            async with asyncio.timeout(self._patience):
                yield await connection.recv()
        except TimeoutError:
            raise self._silence_error() from None
        async for text in connection:
            yield text

    async def _connect(self) -> ClientConnection:
        """Open a new connection to the table; Lost if that will never be possible."""
        try:
            token = await self._token()
            return await connect(
                self.url,
                subprotocols=[Subprotocol(SUBPROTOCOL)],
                additional_headers={"Authorization": f"Bearer {token}"},
                compression=None,
                max_size=LARGEST_MESSAGE,
                close_timeout=2,
                ping_interval=15,
                ping_timeout=15,
                proxy=None,
            )
        except InvalidStatus as answer:
            if answer.response.status_code in FINAL_STATUSES:
                raise Lost(FINAL_STATUSES[answer.response.status_code]) from None
            raise
        except Refused as answer:
            if answer.wait:
                raise Unreachable(str(answer)) from None
            raise

    def _hear(self, text: str | bytes) -> None:
        """Handle a message; messages of unknown kinds are ignored."""
        try:
            value = convert(read_json(text), dict[str, Any])
            kind = MESSAGE_TYPES.get(str(value.get("t")))
            message = None if kind is None else convert(value, kind)
        except Malformed:
            raise Garbled(self._server) from None
        if isinstance(message, Ack):
            self.acknowledged[message.cid] = message.v
            self._settle(message.cid, message.v)
        elif isinstance(message, HintMade):
            if message.done:
                self._settle(message.cid, message)
        elif isinstance(message, NotDone):
            self._hear_nack(message)
        elif isinstance(message, Promises | Remix):
            self._add_to_deal(message, value)
        elif message is not None:
            self.now = self._after(message, value)
            self._news.put_nowait(self.now)
            if isinstance(message, Snap):
                self._add_to_deal(message, value)

    def _add_to_deal(self, message: Snap | Promises | Remix, value: dict[str, Any]) -> None:
        """Say what is wanted of us before the cards are dealt."""
        reply = self.part.reply(message, value, self.now.seat)
        if reply is not None:
            self._last_part = reply
            self._send_soon(reply)

    def _settle(self, cid: str, answer: object) -> None:
        """Pass on an answer to whoever waits for it."""
        self._unanswered.pop(cid, None)
        if (future := self._waiting.get(cid)) is not None and not future.done():
            future.set_result(answer)

    def _hear_nack(self, nack: NotDone) -> None:
        if not nack.cid and nack.kind == "busy" and self._last_part is not None:
            asyncio.get_running_loop().call_later(BUSY_PAUSE, self._send_soon, self._last_part)
        future = self._waiting.get(nack.cid)
        if future is None or future.done():
            return
        if nack.kind == "busy":
            self._wait_longer(nack.cid)
            asyncio.get_running_loop().call_later(BUSY_PAUSE, self._send_again, nack.cid)
        else:
            self._unanswered.pop(nack.cid, None)
            future.set_exception(NotMade(nack.kind, nack.rule, nack.text))

    def _wait_longer(self, cid: str) -> None:
        """Start waiting afresh, because the server is there and has said so."""
        if self._patience is not None and cid in self._deadlines:
            self._deadlines[cid].reschedule(asyncio.get_running_loop().time() + self._patience)

    def _send_again(self, cid: str) -> None:
        """Send a move once more that the server could not save."""
        if (message := self._unanswered.get(cid)) is not None:
            self._send_soon(message)

    def _send_soon(self, message: dict[str, Any]) -> None:
        """Send a message while the next ones are being heard."""
        task = asyncio.get_running_loop().create_task(self._send(message))
        self._again.add(task)
        task.add_done_callback(self._again.discard)

    def _after(self, message: AnyNews, value: dict[str, Any]) -> News:
        """What is known after a message."""
        was, table = self.now, value.get("table", self.now.table)
        if isinstance(message, Snap):
            now = (message.v, message.seat, message.view, message.moves, message.ask)
        elif isinstance(message, Step):
            now = (message.v, was.seat, message.view, message.moves, message.ask)
        else:
            now = (was.v, was.seat, was.view, was.moves, was.ask)
        return News(value["t"], *now, table, value)


def new_cid() -> str:
    """A new, unique name for a message."""
    return secrets.token_urlsafe(9)

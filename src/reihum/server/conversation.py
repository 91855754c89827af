"""Every connection over WebSocket: hello, moves, take-backs, phrases; and an end for those who misbehave."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, TypeVar

from starlette.websockets import WebSocket

from reihum.server.identity import COOKIE, is_ident
from reihum.server.keeper import Keeper
from reihum.server.limits import Bucket
from reihum.server.line import BAD, TRY_LATER, framed, line_in
from reihum.server.site import Refuse, Site, address_of, refuse_foreign
from reihum.server.store import Unavailable
from reihum.server.viewer import Viewer
from reihum.server.wire import (
    SUBPROTOCOL,
    AnyMessage,
    Hello,
    Malformed,
    Move,
    Ping,
    Say,
    Undo,
    language_of,
    read_message,
)
from reihum.table.asking import Nack, Problem, greeting, moving, undoing
from reihum.table.live import LiveTable
from reihum.table.log import Greeted, Moved, Undone
from reihum.table.phrases import PHRASES

R = TypeVar("R")
UNREADABLE: Final = 1003  # close code for frames that are not text
FULL: Final = 10.0  # seconds after which there may be room again
PONG: Final = framed({"t": "pong"})


class Entrance:
    """Where connections to tables come in."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.hall = site.hall

    async def connect(self, websocket: WebSocket) -> None:
        """One connection, from the handshake to its end."""
        try:
            keeper, player = await self._enter(websocket)
        except Refuse as refusal:
            await websocket.send_denial_response(self.site.refusal(websocket, refusal))
            line_in(websocket.scope).denied()
            return
        offered = websocket.scope.get("subprotocols", [])
        await websocket.accept(SUBPROTOCOL if SUBPROTOCOL in offered else None)
        await Conversation(self, websocket, keeper, player).hold()

    async def _enter(self, websocket: WebSocket) -> tuple[Keeper, str]:
        """Whose table, and who looks at it."""
        headers = websocket.headers
        self.site.limit("handshakes", address_of(websocket))
        refuse_foreign(headers.get("origin"), headers.get("host"))
        try:
            player = await self.site.player(headers.get("authorization"), websocket.cookies.get(COOKIE))
            ident = websocket.path_params["ident"]
            keeper = await self.hall.keeper(ident) if is_ident(ident) else None
        except Unavailable:
            raise Refuse(Problem(503, "busy"), 1.0) from None
        if keeper is None:
            raise Refuse(Problem(404, "no_table"))
        if self.hall.closing:
            raise Refuse(Problem(503, "busy"), 1.0)
        if not keeper.has_room(player or ""):
            raise Refuse(Problem(429, "too_many"), FULL)
        return keeper, player or ""


class Conversation:
    """What one connection says, and what it is answered."""

    def __init__(self, entrance: Entrance, websocket: WebSocket, keeper: Keeper, player: str) -> None:
        self.site = entrance.site
        self.hall = entrance.hall
        self.keeper = keeper
        self.player = player
        self.address = address_of(websocket)
        self.line = line_in(websocket.scope)
        self.late = 0.0  # when there is no patience left with who has not said hello
        self.viewer: Viewer | None = None
        self.limits = self.hall.settings.limits
        self.hellos = Bucket(float(self.limits.hellos.burst), time.monotonic())

    async def hold(self) -> None:
        """Listen until one side has enough."""
        self.late = asyncio.get_running_loop().time() + self.limits.patience
        try:
            while await self._hear():
                pass
        finally:
            if self.viewer is not None:
                self.keeper.part(self.viewer)

    async def _hear(self) -> bool:
        """Take in the next message; whether the conversation goes on."""
        try:
            event: Any = await (self.line.receive() if self.viewer is not None else self._first())
        except TimeoutError:
            return self._end("bad", BAD)
        if event["type"] != "websocket.receive" or self.line.close_sent:
            return False
        if self._flooded():
            return self._end("flood", BAD)
        if event.get("text") is None:
            return self._end("bad", UNREADABLE)
        try:
            message = read_message(event["text"])
        except Malformed:
            return self._end("bad", BAD)
        return message is None or await self._answer(message)

    async def _first(self) -> Any:
        """What comes before hello, or hello itself, while there is patience; the answer may take longer."""
        async with asyncio.timeout_at(self.late):
            return await self.line.receive()

    def _flooded(self) -> bool:
        """Whether this player, or all at this address, say too much, on however many connections."""
        now = time.monotonic()
        too_much = self.site.limiters["address_messages"].wait(self.address, now)
        if self.player and not too_much:
            too_much = self.site.limiters["player_messages"].wait(self.player, now)
        return too_much > 0

    async def _answer(self, message: AnyMessage) -> bool:
        if isinstance(message, Ping):
            self.line.push(PONG)
        elif isinstance(message, Hello):
            return await self._greet(message)
        elif self.viewer is None:
            return self._end("bad", BAD)
        elif isinstance(message, Move):
            await self._move(message, self.viewer)
        elif isinstance(message, Undo):
            await self._undo(message, self.viewer)
        elif isinstance(message, Say):
            self._say(message, self.viewer)
        return True

    async def _greet(self, hello: Hello) -> bool:
        """Show everything; before the deal it also counts that somebody is here."""
        if self.hellos.take(self.limits.hellos, time.monotonic()):
            return self._end("flood", BAD)
        if self.viewer is None and not self.keeper.has_room(self.player):
            return self._end("full", TRY_LATER)

        def judge(table: LiveTable, now: float) -> Greeted | None:
            return greeting(table, self.player, hello.nonce, now)

        if judge(self.keeper.table, time.time()) is not None:  # else nobody waits for the store
            with suppress(Unavailable):  # then it counts next time; what there is to see can be seen
                await self.keeper.do(judge)
        lang = language_of(hello.lang)
        if self.viewer is None:
            self.viewer = Viewer(self.player, self.line, lang)
        self.viewer.lang = lang
        self.keeper.join(self.viewer, hello.since)
        return True

    async def _move(self, move: Move, viewer: Viewer) -> None:
        came = time.perf_counter()

        def judge(table: LiveTable, now: float) -> Moved | int | Nack:
            return moving(table, self.player, move.cid, move.ask, move.m, now)

        found = await self._done(judge)
        if isinstance(found, Moved):
            self.hall.metrics.durable(time.perf_counter() - came)
        self._acknowledge(move.cid, found, viewer)

    async def _undo(self, undo: Undo, viewer: Viewer) -> None:
        def judge(table: LiveTable, now: float) -> Undone | int | Nack:
            return undoing(table, self.player, undo.cid, now)

        self._acknowledge(undo.cid, await self._done(judge), viewer)

    async def _done(self, judge: Callable[[LiveTable, float], R]) -> R | Nack:
        """What came of a request; a store that cannot write refuses it, too."""
        try:
            return await self.keeper.do(judge)
        except Unavailable:
            return Nack("busy")

    def _acknowledge(self, cid: str, found: Moved | Undone | int | Nack, viewer: Viewer) -> None:
        """Say what became of a move: it is on disk and played, or nothing has changed."""
        if isinstance(found, Nack):
            self.hall.metrics.refusals[found.kind] += 1
            nack = {"t": "nack", "cid": cid, "kind": found.kind}
            viewer.send(framed({**nack, "rule": found.rule, "text": found.text(viewer.lang)}))
            return
        v = found if isinstance(found, int) else self.keeper.table.acks[found.seat, found.cid]
        viewer.send(framed({"t": "ack", "cid": cid, "v": v}))

    def _say(self, said: Say, viewer: Viewer) -> None:
        """Pass on a phrase of a player, if it is one."""
        if viewer.seat is not None and said.p in PHRASES:
            self.keeper.say(viewer.seat, said.p)

    def _end(self, why: str, code: int) -> bool:
        self.hall.metrics.dropped[why] += 1
        self.line.end(why, code)
        return False

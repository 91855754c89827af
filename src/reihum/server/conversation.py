"""Every connection over WebSocket: hello, moves, take-backs, phrases; and an end for those who misbehave."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Final

from starlette.websockets import WebSocket

from reihum.server.identity import COOKIE, is_ident
from reihum.server.keeper import Keeper
from reihum.server.limits import Bucket
from reihum.server.line import framed, line_in
from reihum.server.site import Refuse, Site, refuse_foreign
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

HELLO_PATIENCE: Final = 10.0  # seconds
BAD: Final = 1008  # close codes: the client broke a rule ...
UNREADABLE: Final = 1003  # ... or sent what cannot be read
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
        self.site.limit("requests", websocket.client.host if websocket.client else "")
        refuse_foreign(headers.get("origin"), headers.get("host"))
        try:
            player = await self.site.player(headers.get("authorization"), websocket.cookies.get(COOKIE))
            ident = websocket.path_params["ident"]
            keeper = await self.hall.keeper(ident) if is_ident(ident) else None
        except Unavailable:
            raise Refuse(Problem(503, "busy"), 1.0) from None
        if keeper is None:
            raise Refuse(Problem(404, "no_table"))
        if self.hall.closing or len(keeper.viewers) >= self.hall.settings.limits.viewers:
            raise Refuse(Problem(503, "busy"), 1.0)
        return keeper, player or ""


class Conversation:
    """What one connection says, and what it is answered."""

    def __init__(self, entrance: Entrance, websocket: WebSocket, keeper: Keeper, player: str) -> None:
        self.hall = entrance.hall
        self.websocket = websocket
        self.keeper = keeper
        self.player = player
        self.line = line_in(websocket.scope)
        self.viewer: Viewer | None = None
        self.rate = self.hall.settings.limits.messages
        self.bucket = Bucket(float(self.rate.burst), time.monotonic())

    async def hold(self) -> None:
        """Listen until one side has enough."""
        try:
            try:
                async with asyncio.timeout(HELLO_PATIENCE):
                    going_on = await self._hear()
                    while going_on and self.viewer is None:
                        going_on = await self._hear()
            except TimeoutError:
                self._end("bad", BAD)
                return
            while going_on:
                going_on = await self._hear()
        finally:
            if self.viewer is not None:
                self.keeper.part(self.viewer)

    async def _hear(self) -> bool:
        """Take in the next message; whether the conversation goes on."""
        event = await self.websocket.receive()
        if event["type"] != "websocket.receive":
            return False
        if self.bucket.take(self.rate, time.monotonic()):
            return self._end("flood", BAD)
        if event.get("text") is None:
            return self._end("bad", UNREADABLE)
        try:
            message = read_message(event["text"])
        except Malformed:
            return self._end("bad", BAD)
        return message is None or await self._answer(message)

    async def _answer(self, message: AnyMessage) -> bool:
        if isinstance(message, Ping):
            self.line.push(PONG)
        elif isinstance(message, Hello):
            await self._greet(message)
        elif self.viewer is None:
            return self._end("bad", BAD)
        elif isinstance(message, Move):
            await self._move(message, self.viewer)
        elif isinstance(message, Undo):
            await self._undo(message, self.viewer)
        elif isinstance(message, Say):
            self._say(message, self.viewer)
        return True

    async def _greet(self, hello: Hello) -> None:
        """Show everything; before the deal it also counts that somebody is here."""

        def judge(table: LiveTable, now: float) -> Greeted | None:
            return greeting(table, self.player, hello.nonce, now)

        with suppress(Unavailable):  # then the hello counts next time; what there is to see can be seen
            await self.keeper.do(judge)
        lang = language_of(hello.lang)
        if self.viewer is None:
            limits = self.hall.settings.limits
            self.viewer = Viewer(self.player, self.line, lang, limits, time.monotonic())
        self.viewer.lang = lang
        self.keeper.join(self.viewer, hello.since)

    async def _move(self, move: Move, viewer: Viewer) -> None:
        came = time.perf_counter()

        def judge(table: LiveTable, now: float) -> Moved | int | Nack:
            return moving(table, self.player, move.cid, move.ask, move.m, now)

        try:
            found = await self.keeper.do(judge)
        except Unavailable:
            found = Nack("busy")
        if isinstance(found, Moved):
            self.hall.metrics.durable(time.perf_counter() - came)
        self._acknowledge(move.cid, found, viewer)

    async def _undo(self, undo: Undo, viewer: Viewer) -> None:
        def judge(table: LiveTable, now: float) -> Undone | int | Nack:
            return undoing(table, self.player, undo.cid, now)

        try:
            found = await self.keeper.do(judge)
        except Unavailable:
            found = Nack("busy")
        self._acknowledge(undo.cid, found, viewer)

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
        """Pass on a phrase of a player, if it is one, and not too often."""
        if viewer.seat is None or said.p not in PHRASES:
            return
        if not viewer.phrases.take(self.hall.settings.limits.phrases, time.monotonic()):
            self.keeper.say(viewer.seat, said.p)

    def _end(self, why: str, code: int) -> bool:
        self.hall.metrics.dropped[why] += 1
        self.line.end(why, code)
        return False

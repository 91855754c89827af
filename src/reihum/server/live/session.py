"""Every connection over WebSocket: hello, moves, take-backs, phrases; and an end for those who misbehave."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from starlette.websockets import WebSocket

from reihum.server.http.api import Api
from reihum.server.http.refusals import HttpRefusal
from reihum.server.http.requests import address_of, refuse_foreign
from reihum.server.identity import COOKIE, is_ident
from reihum.server.limits import Bucket
from reihum.server.live.actor import TableActor
from reihum.server.live.viewer import Viewer
from reihum.server.net.websocket import (
    POLICY_VIOLATION,
    TRY_AGAIN_LATER,
    UNSUPPORTED_DATA,
    connection_in,
    message_frame,
)
from reihum.server.store import Unavailable
from reihum.table.judge import Nack, judge_greeting, judge_move, judge_undo, judge_why
from reihum.table.live import LiveTable
from reihum.table.log import Greeted, Moved, Undone
from reihum.table.phrases import PHRASES
from reihum.wire import SUBPROTOCOL
from reihum.wire.encoding import Malformed
from reihum.wire.from_client import AnyMessage, Hello, Move, Ping, Say, Undo, Why, read_message, read_move
from reihum.wire.from_server import Ack, May, NotDone, Pong
from reihum.words.languages import language_of

WAITING: Final = 16  # messages of a client that may wait before it is not read any further
FULL: Final = 10.0  # seconds after which there may be room again
PONG: Final = message_frame(Pong())


class SessionEndpoint:
    """Where connections to tables come in."""

    def __init__(self, site: Api) -> None:
        self.site = site
        self.registry = site.registry

    async def connect(self, websocket: WebSocket) -> None:
        """One connection, from the handshake to its end."""
        try:
            actor, player = await self._enter(websocket)
        except HttpRefusal as refusal:
            await websocket.send_denial_response(self.site.refusal(websocket, refusal))
            connection_in(websocket.scope).mark_refused()
            return
        offered = websocket.scope.get("subprotocols", [])
        await websocket.accept(SUBPROTOCOL if SUBPROTOCOL in offered else None)
        await Session(self, websocket, actor, player).hold()

    async def _enter(self, websocket: WebSocket) -> tuple[TableActor, str]:
        """Whose table, and who looks at it."""
        headers = websocket.headers
        self.site.limit("handshakes", address_of(websocket))
        refuse_foreign(headers.get("origin"), headers.get("host"))
        try:
            player = await self.site.player(headers.get("authorization"), websocket.cookies.get(COOKIE))
            ident = websocket.path_params["ident"]
            actor = await self.registry.actor(ident) if is_ident(ident) else None
        except Unavailable:
            raise HttpRefusal("busy", 1.0) from None
        if actor is None:
            raise HttpRefusal("no_table")
        if self.registry.closing:
            raise HttpRefusal("busy", 1.0)
        if not actor.has_room(player or ""):
            raise HttpRefusal("too_many", FULL)
        return actor, player or ""


class Session:
    """What one connection says, and what it is answered: one thing after the other."""

    def __init__(
        self, entrance: SessionEndpoint, websocket: WebSocket, actor: TableActor, player: str
    ) -> None:
        self.site = entrance.site
        self.registry = entrance.registry
        self.actor = actor
        self.player = player
        self.address = address_of(websocket)
        self.connection = connection_in(websocket.scope)
        self.viewer: Viewer | None = None
        self.limits = self.registry.settings.limits
        self.hellos = Bucket(float(self.limits.hellos.burst), time.monotonic())
        self._thinking = False  # about what was said last; what is said meanwhile waits
        self._waiting: deque[str | None] = deque()

    async def hold(self) -> None:
        """Listen until one side has enough."""
        impatience = asyncio.get_running_loop().call_later(self.limits.patience, self._lose_patience)
        try:
            await self.connection.listen(self._hear)
        finally:
            impatience.cancel()
            if self.viewer is not None:
                self.actor.part(self.viewer)

    def _lose_patience(self) -> None:
        """Somebody has not said hello; an answer to it may take longer."""
        if self.viewer is None and not self._thinking:
            self._end("bad", POLICY_VIOLATION)

    # -- what is said -----------------------------------------------------------------------------

    def _hear(self, text: str | None) -> None:
        """Take a message in, or let it wait; None is one that is not text."""
        if self._thinking:
            self._waiting.append(text)
            if len(self._waiting) == WAITING:
                self.connection.pause()
        else:
            self._take(text)

    def _answered(self) -> None:
        """The last message has its answer: take in what was said meanwhile."""
        self._thinking = False
        while self._waiting and not self._thinking:
            if len(self._waiting) == WAITING:
                self.connection.resume()
            self._take(self._waiting.popleft())

    def _take(self, text: str | None) -> None:
        """Look what a message says, and answer."""
        if self.connection.close_sent:
            return
        if self._flooded():
            self._end("flood", POLICY_VIOLATION)
        elif text is None:
            self._end("bad", UNSUPPORTED_DATA)
        else:
            try:
                message = read_move(text) or read_message(text)
            except Malformed:
                self._end("bad", POLICY_VIOLATION)
            else:
                self._answer(message)

    def _flooded(self) -> bool:
        """Whether this player, or all at this address, say too much, on however many connections."""
        now = time.monotonic()
        too_much = self.site.limiters["address_messages"].wait(self.address, now)
        if self.player and not too_much:
            too_much = self.site.limiters["player_messages"].wait(self.player, now)
        return too_much > 0

    def _answer(self, message: AnyMessage | None) -> None:
        """Answer a message; one of a kind that we do not know is left alone."""
        if isinstance(message, Move):
            self._move(message)
        elif isinstance(message, Hello):
            self._greet(message)
        elif isinstance(message, Ping):
            self.connection.push(PONG)
        elif message is not None and self.viewer is None:
            self._end("bad", POLICY_VIOLATION)
        elif isinstance(message, Undo):
            self._undo(message)
        elif isinstance(message, Why):
            self._why(message)
        elif isinstance(message, Say):
            self._say(message)

    # -- answers ----------------------------------------------------------------------------------

    def _greet(self, hello: Hello) -> None:
        """Show everything; before the deal it also counts that somebody is here."""
        if self.hellos.take(self.limits.hellos, time.monotonic()):
            self._end("flood", POLICY_VIOLATION)
            return
        if self.viewer is None and not self.actor.has_room(self.player):
            self._end("full", TRY_AGAIN_LATER)
            return

        def judge(table: LiveTable, now: float) -> Greeted | None:
            return judge_greeting(table, self.player, hello.nonce, now)

        def show(_: object) -> None:  # also if that could not be written down: then it counts next time
            self._welcome(hello)
            self._answered()

        if judge(self.actor.table, time.time()) is None:  # then nobody waits for the store
            self._welcome(hello)
        else:
            self._thinking = True
            self.actor.log.request(judge, show)

    def _welcome(self, hello: Hello) -> None:
        """Show everything there is to see, unless the visitor has gone meanwhile."""
        if self.connection.close_sent or self.connection.disconnected:
            return
        lang = language_of(hello.lang)
        if self.viewer is None:
            self.viewer = Viewer(self.player, self.connection, lang)
        self.viewer.lang = lang
        self.viewer.tell = hello.tell
        self.viewer.nonce = hello.nonce
        self.actor.join(self.viewer, hello.since)

    def _move(self, move: Move) -> None:
        if self.viewer is None:
            self._end("bad", POLICY_VIOLATION)
            return
        came = time.perf_counter()

        def judge(table: LiveTable, now: float) -> Moved | int | Nack:
            return judge_move(table, self.player, move.cid, move.ask, move.m, now)

        def tell(found: Moved | int | Nack | Unavailable) -> None:
            if isinstance(found, Moved):
                self.registry.metrics.count_durable_move(time.perf_counter() - came)
            self._acknowledge(move.cid, found, judge)

        self._thinking = True
        self.actor.log.request(judge, tell)

    def _undo(self, undo: Undo) -> None:
        def judge(table: LiveTable, now: float) -> Undone | int | Nack:
            return judge_undo(table, self.player, undo.cid, now)

        def tell(found: Undone | int | Nack | Unavailable) -> None:
            self._acknowledge(undo.cid, found, judge)

        self._thinking = True
        self.actor.log.request(judge, tell)

    def _acknowledge(
        self,
        cid: str,
        found: Moved | Undone | int | Nack | Unavailable,
        judge: Callable[[LiveTable, float], Moved | Undone | int | Nack],
    ) -> None:
        """Say what became of a move: it is on disk and played, or nothing has changed."""
        assert self.viewer is not None
        if isinstance(found, Unavailable):  # what was made before, and what is wrong anyway, needs no store
            found = judge(self.actor.table, time.time())
            if isinstance(found, (Moved, Undone)):
                found = Nack("busy")
        if isinstance(found, Nack):
            self.registry.metrics.refusals[found.kind] += 1
            self._refuse(cid, found)
        else:
            v = found if isinstance(found, int) else self.actor.table.acks[found.seat, found.cid]
            self.viewer.send(message_frame(Ack(cid, v)))
        self._answered()

    def _why(self, why: Why) -> None:
        """Say what would be wrong with a move; after the answers to all that was asked before."""

        def judge(table: LiveTable, now: float) -> Nack | None:
            return judge_why(table, self.player, why.ask, why.m)

        def tell(found: Nack | Unavailable | None) -> None:
            assert self.viewer is not None
            if isinstance(found, Unavailable):
                found = judge(self.actor.table, time.time()) or Nack("busy")
            if found is None:
                self.viewer.send(message_frame(May(why.cid)))
            else:
                self._refuse(why.cid, found)
            self._answered()

        self._thinking = True
        self.actor.log.request(judge, tell)

    def _refuse(self, cid: str, found: Nack) -> None:
        """Say why not, in the language of the viewer."""
        assert self.viewer is not None
        self.viewer.send(message_frame(NotDone(cid, found.kind, found.rule, found.text(self.viewer.lang))))

    def _say(self, said: Say) -> None:
        """Pass on a phrase of a player, if it is one."""
        if self.viewer is not None and self.viewer.seat is not None and said.p in PHRASES:
            self.actor.say(self.viewer.seat, said.p)

    def _end(self, why: str, code: int) -> None:
        self.registry.metrics.dropped[why] += 1
        self.connection.end(why, code)

"""Connections over WebSocket: hello, moves, take-backs, phrases; and an end for those who misbehave."""

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
from reihum.server.identity import is_ident
from reihum.server.limits import Bucket
from reihum.server.live.actor import TableActor
from reihum.server.live.hinter import HintAnswer
from reihum.server.live.hints import hint_message
from reihum.server.live.viewer import Viewer
from reihum.server.live.worker_process import NoAnswer
from reihum.server.net.websocket import (
    POLICY_VIOLATION,
    TRY_AGAIN_LATER,
    UNSUPPORTED_DATA,
    connection_in,
    message_frame,
)
from reihum.server.store import Unavailable
from reihum.server.work import TooMuch, at_once
from reihum.table.dealing import judge_greeting, judge_promise, judge_reveal
from reihum.table.judge import Nack, judge_hint, judge_move, judge_undo, judge_why
from reihum.table.live import LiveTable
from reihum.table.log import AnyEntry, Greeted, Listed, Moved, Undone
from reihum.table.phrases import PHRASES
from reihum.wire import SUBPROTOCOL
from reihum.wire.encoding import Malformed
from reihum.wire.from_client import (
    AnyMessage,
    AskHint,
    Hello,
    Hurry,
    Move,
    Pace,
    Ping,
    Promise,
    Ready,
    Reveal,
    Say,
    Seen,
    SetPace,
    Undo,
    Why,
    read_message,
    read_move,
)
from reihum.wire.from_server import Ack, May, NotDone, Pong
from reihum.words.languages import language_of

ROUTE: Final = "/ws/{ident}"  # of all these connections
SWITCHED: Final = 101  # the status of a handshake that is accepted
MOST_WAITING: Final = 16  # messages from a client; with more waiting, it is not read any further
FULL_RETRY: Final = 10.0  # seconds after which there may be room again
NO_CID: Final = ""  # of a refusal of something that the client has not named
PONG: Final = message_frame(Pong())


class SessionEndpoint:
    """Where connections to tables come in."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self.registry = api.registry

    async def connect(self, websocket: WebSocket) -> None:
        """One connection, from the handshake to its end."""
        began, metrics = time.perf_counter(), self.registry.metrics
        try:
            actor, player = await self._admit(websocket)
        except HttpRefusal as refusal:
            metrics.count_request(ROUTE, refusal.status, time.perf_counter() - began)
            await websocket.send_denial_response(self.api.refusal_response(websocket, refusal))
            return
        metrics.count_request(ROUTE, SWITCHED, time.perf_counter() - began)
        offered = websocket.scope.get("subprotocols", [])
        await websocket.accept(SUBPROTOCOL if SUBPROTOCOL in offered else None)
        await Session(self, websocket, actor, player).run()

    async def _admit(self, websocket: WebSocket) -> tuple[TableActor, str]:
        """The table to look at, and the player who looks, if that is allowed."""
        headers = websocket.headers
        self.api.admit("handshakes", websocket)
        refuse_foreign(headers.get("origin"), headers.get("host"))
        try:
            player = await self.api.player(websocket)
            ident = websocket.path_params["ident"]
            asker = address_of(websocket)
            actor = await self.registry.actor(ident, asker) if is_ident(ident) else None
        except TooMuch as much:
            raise HttpRefusal("too_many", much.wait) from None
        except Unavailable:
            raise HttpRefusal("busy", 1.0) from None
        if actor is None:
            raise HttpRefusal("no_table")
        if self.registry.closing:
            raise HttpRefusal("busy", 1.0)
        if not actor.has_room(player or ""):
            raise HttpRefusal("too_many", FULL_RETRY)
        return actor, player or ""


class Session:
    """What one connection says, and the answers to it, one after another."""

    def __init__(
        self, endpoint: SessionEndpoint, websocket: WebSocket, actor: TableActor, player: str
    ) -> None:
        self.api = endpoint.api
        self.registry = endpoint.registry
        self.actor = actor
        self.player = player
        self.address = address_of(websocket)
        self.connection = connection_in(websocket.scope)
        self.viewer: Viewer | None = None
        self.limits = self.registry.settings.limits
        self.hellos = Bucket(float(self.limits.hellos.burst), time.monotonic())
        self._answering = False  # whether the last message is being answered; meanwhile others wait
        self._waiting: deque[str | None] = deque()

    async def run(self) -> None:
        """Listen until one side closes the connection."""
        deadline = asyncio.get_running_loop().call_later(self.limits.patience, self._end_unless_greeted)
        try:
            await self.connection.listen(self._hear)
        finally:
            deadline.cancel()
            if self.viewer is not None:
                self.actor.remove_viewer(self.viewer)

    def _end_unless_greeted(self) -> None:
        """End a connection that has not said hello; the answer to a hello may take longer."""
        if self.viewer is None and not self._answering:
            self._end("bad", POLICY_VIOLATION)

    # -- what is said -----------------------------------------------------------------------------

    def _hear(self, text: str | None) -> None:
        """Take a message, or let it wait; None is a message that is not text."""
        if self._answering:
            self._waiting.append(text)
            if len(self._waiting) == MOST_WAITING:
                self.connection.pause()
        else:
            self._take_message(text)

    def _take_waiting(self) -> None:
        """The last message has been answered: take those that came meanwhile."""
        self._answering = False
        while self._waiting and not self._answering:
            if len(self._waiting) == MOST_WAITING:
                self.connection.resume()
            self._take_message(self._waiting.popleft())

    def _take_message(self, text: str | None) -> None:
        """Parse a message, and answer it."""
        if self.connection.close_sent:
            return
        if self._is_flooding():
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

    def _is_flooding(self) -> bool:
        """Count a message; True if this player, or this address, says too much on all its connections."""
        now = time.monotonic()
        too_much = self.api.limiters["address_messages"].wait(self.address, now)
        if self.player and not too_much:
            too_much = self.api.limiters["player_messages"].wait(self.player, now)
        return too_much > 0

    def _answer(self, message: AnyMessage | None) -> None:
        """Answer a message; one of an unknown kind is ignored."""
        if isinstance(message, Move):
            self._move(message)
        elif isinstance(message, Hello):
            self._greet(message)
        elif isinstance(message, Ping):
            self.connection.push(PONG)
        elif message is not None and self.viewer is None:
            self._end("bad", POLICY_VIOLATION)
        elif isinstance(message, Reveal):
            self._reveal(message)
        elif isinstance(message, Promise):
            self._promise(message)
        elif isinstance(message, Undo):
            self._undo(message)
        elif isinstance(message, Why):
            self._why(message)
        elif isinstance(message, AskHint):
            self._hint(message)
        elif isinstance(message, Say):
            self._say(message)
        elif isinstance(message, SetPace):
            self._set_pace(message.p)
        elif isinstance(message, Hurry):
            self._hurry()
        elif isinstance(message, Seen):
            self._note_watching(message.on)
        elif isinstance(message, Ready):
            self._note_ready(message.v)

    # -- answers ----------------------------------------------------------------------------------

    def _greet(self, hello: Hello) -> None:
        """Show everything; before the deal, also note that the player is here."""
        if self.hellos.take(self.limits.hellos, time.monotonic()):
            self._end("flood", POLICY_VIOLATION)
            return

        def judge(table: LiveTable, now: float) -> Greeted | Listed | None:
            return judge_greeting(table, self.player, hello.nonce, now, hello.promise.lower())

        def show(_: object) -> None:  # even if it could not be written down: then the next hello counts
            self._show(hello)

        self._answering = True
        if judge(self.actor.table, self.actor.time.now()) is None:  # no need to wait for the store
            self._show(hello)
        else:
            self.actor.log.request(judge, show)

    def _show(self, hello: Hello) -> None:
        """Show everything when it is this address's turn: there may be much to show, and many who ask."""

        def welcome() -> None:
            self._welcome(hello)
            self._take_waiting()

        self.registry.work.put(self.address, at_once(welcome), self._refuse_hello)

    def _refuse_hello(self, _wait: float) -> None:
        """This address has had enough shown for now."""
        self._answering = False
        self._end("flood", POLICY_VIOLATION)

    def _welcome(self, hello: Hello) -> None:
        """Show everything there is to see, unless the client has gone meanwhile."""
        if self.connection.close_sent or self.connection.disconnected:
            return
        if self.viewer is None and not self.actor.has_room(self.player):
            self._end("full", TRY_AGAIN_LATER)
            return
        lang = language_of(hello.lang)
        if self.viewer is None:
            self.viewer = Viewer(self.player, self.connection, lang)
        self.viewer.lang = lang
        self.viewer.tell = hello.tell
        self.viewer.pace = hello.pace
        self.viewer.pauses = hello.pauses
        self.viewer.nonce, self.viewer.promise = hello.nonce, hello.promise.lower()
        self.actor.add_viewer(self.viewer, hello.since)

    def _reveal(self, said: Reveal) -> None:
        """Note the nonce that was promised; one that was not is refused."""
        self._add_to_deal(lambda table, now: judge_reveal(table, self.player, said.deal, said.nonce, now))

    def _promise(self, said: Promise) -> None:
        """Note a promise for a deal after the first."""
        promise = said.promise.lower()
        self._add_to_deal(lambda table, now: judge_promise(table, self.player, said.deal, promise, now))

    def _add_to_deal(self, judge: Callable[[LiveTable, float], AnyEntry | Nack | None]) -> None:
        """Note what a player adds to the deal, or say why not; everybody sees what comes of it."""

        def tell(found: AnyEntry | Nack | Unavailable | None) -> None:
            if isinstance(found, Unavailable):
                found = Nack("busy")
            if isinstance(found, Nack) and not self._is_gone():
                self._refuse(NO_CID, found)
            self._take_waiting()

        self._answering = True
        self.actor.log.request(judge, tell, from_memory=True)

    def _move(self, move: Move) -> None:
        if self.viewer is None:
            self._end("bad", POLICY_VIOLATION)
            return
        arrived = time.perf_counter()

        def judge(table: LiveTable, now: float) -> Moved | int | Nack:
            return judge_move(table, self.player, move.cid, move.ask, move.m, now)

        def tell(found: Moved | int | Nack | Unavailable) -> None:
            if isinstance(found, Moved):
                self.registry.metrics.count_durable_move(time.perf_counter() - arrived)
            self._acknowledge(move.cid, found)

        self._answering = True
        self.actor.log.request(judge, tell, from_memory=True)

    def _undo(self, undo: Undo) -> None:
        def judge(table: LiveTable, now: float) -> Undone | int | Nack:
            return judge_undo(table, self.player, undo.cid, now)

        def tell(found: Undone | int | Nack | Unavailable) -> None:
            self._acknowledge(undo.cid, found)

        self._answering = True
        self.actor.log.request(judge, tell, from_memory=True)

    def _acknowledge(self, cid: str, found: Moved | Undone | int | Nack | Unavailable) -> None:
        """Say what became of a move: it is on disk and played, or nothing has changed."""
        assert self.viewer is not None
        if isinstance(found, Unavailable):
            found = Nack("busy")
        if isinstance(found, Nack):
            self.registry.metrics.refusals[found.kind] += 1
            self._refuse(cid, found)
        else:
            self.registry.metrics.acks += 1
            v = found if isinstance(found, int) else self.actor.table.acks[found.seat, found.cid]
            self.viewer.send(message_frame(Ack(cid, v)))
        self._take_waiting()

    def _why(self, why: Why) -> None:
        """Say what would be wrong with a move, after answering everything asked before."""

        def judge(table: LiveTable, now: float) -> Nack | None:
            return judge_why(table, self.player, why.ask, why.m)

        def tell(found: Nack | Unavailable | None) -> None:
            assert self.viewer is not None
            if isinstance(found, Unavailable):
                found = Nack("busy")
            if found is None:
                self.viewer.send(message_frame(May(why.cid)))
            else:
                self._refuse(why.cid, found)
            self._take_waiting()

        self._answering = True
        self.actor.log.request(judge, tell, from_memory=True)

    def _hint(self, wish: AskHint) -> None:
        """Have a hint made, after answering everything asked before; nothing waits for it."""

        def judge(table: LiveTable, now: float) -> int | Nack:
            return judge_hint(table, self.player, wish.ask)

        def tell(found: int | Nack | Unavailable) -> None:
            if isinstance(found, Unavailable):
                found = Nack("busy", reason="no_hint")
            elif isinstance(found, int) and not self._may_have_hint(found):
                found = Nack("busy", reason="hint_busy")
            if isinstance(found, int):
                self.actor.background.start(self._make_hint(wish, found))
            else:
                self._refuse_hint(wish, found)
            self._take_waiting()

        self._answering = True
        self.actor.log.request(judge, tell, from_memory=True)

    def _may_have_hint(self, seat: int) -> bool:
        """Count a question, by seat and by address."""
        if not self.registry.hints.may_ask(self.actor.table, seat):
            return False
        return not self.api.limiters["hints"].wait(self.address, time.monotonic())

    async def _make_hint(self, wish: AskHint, seat: int) -> None:
        """Have a hint made; it is sent only as long as the decision is still to be made."""
        assert self.viewer is not None
        table, taken_back = self.actor.table, len(self.actor.table.undone)

        def problem() -> Nack | None:
            found = judge_hint(table, self.player, wish.ask)
            if isinstance(found, Nack):
                return found
            return Nack("stale") if len(table.undone) > taken_back else None

        def show(answer: HintAnswer) -> None:
            if self.viewer is not None and not self._is_gone() and problem() is None:
                self.viewer.send(message_frame(hint_message(wish.cid, wish.ask, seat, answer)))

        def is_wanted() -> bool:
            return not self._is_gone() and problem() is None

        hear = show if wish.progress else None
        try:
            answer = await self.registry.hints.make(table, seat, self.viewer.lang, is_wanted, hear)
        except NoAnswer:
            self._refuse_hint(wish, Nack("busy", reason="no_hint"))
            return
        if (nack := problem()) is not None:
            self._refuse_hint(wish, nack)
        elif answer is not None:
            show(answer)

    def _is_gone(self) -> bool:
        """Whether nobody hears what is said here any more."""
        return self.connection.close_sent or self.connection.disconnected

    def _refuse_hint(self, wish: AskHint, nack: Nack) -> None:
        """Say why there is no hint."""
        if not self._is_gone():
            self._refuse(wish.cid, nack)

    def _refuse(self, cid: str, nack: Nack) -> None:
        """Say why not, in the viewer's language."""
        assert self.viewer is not None
        self.viewer.send(message_frame(NotDone(cid, nack.kind, nack.rule, nack.text(self.viewer.lang))))

    def _say(self, message: Say) -> None:
        """Pass on a player's phrase, if it is one of the set."""
        if self.registry.mutes.is_muted(self.player, self.address):
            return
        if self.viewer is not None and self.viewer.seat is not None and message.p in PHRASES:
            self.actor.say(self.viewer.seat, message.p)

    def _set_pace(self, pace: Pace) -> None:
        """Let bots answer as fast as this player likes."""
        if self.viewer is not None:
            self.viewer.pace = pace
            self.actor.schedule()

    def _hurry(self) -> None:
        """Let bots answer at once, this time."""
        if self.viewer is not None and self.viewer.seat is not None:
            self.actor.hurry(self.viewer.seat)

    def _note_watching(self, watching: bool) -> None:
        """Note whether the page is in sight."""
        if self.viewer is not None:
            self.actor.note_watching(self.viewer, watching)

    def _note_ready(self, v: int) -> None:
        """This player has read enough about the round that has ended."""
        if self.viewer is not None and self.viewer.seat is not None:
            self.actor.note_ready(self.viewer.seat, v)

    def _end(self, why: str, code: int) -> None:
        self.registry.metrics.dropped[why] += 1
        self.connection.end(why, code)

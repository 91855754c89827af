"""A connection that can be written to without waiting, so that one stalled viewer never holds up a table.

A frame goes to the transport at once; a client that lets too much pile up is told `bye slow` and cut off.
Data is taken in by small slices, and every frame is counted, so that no client can keep the server busy with
empty frames. Texts in one piece, which is nearly everything, are read and written here; the rest of the
protocol is left to the `ServerProtocol` of websockets, which does no input or output of its own.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from typing import Any, Final

from starlette.types import Scope
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol

from reihum.server.limits import Bucket
from reihum.server.net.frames import (
    MASK_SIZE,
    MASKED,
    SHORT_HEAD,
    TEXT_FRAME,
    TWO_BYTES,
    short_text_in,
    text_frame,
    unmask,
)
from reihum.server.net.handshake import Handshake
from reihum.server.net.hub import flush
from reihum.server.net.server import AppServer
from reihum.wire import MESSAGE_LIMIT
from reihum.wire.encoding import encode
from reihum.wire.from_server import Bye

FRAME_SLICE: Final = 4096  # bytes taken in before checking whether that was enough
FRAGMENTS: Final = 64  # of one message
EARLY: Final = 64 * 1024  # bytes that may come before the handshake has been answered
GRACE: Final = 2.0  # seconds in which a closed connection may still read the reason ...
SLOW_GRACE: Final = 10.0  # ... which for a slow one comes after everything that has piled up
NORMAL_CLOSURE: Final = 1000  # close codes of RFC 6455: there is nothing more to say, ...
UNSUPPORTED_DATA: Final = 1003  # ... a message that is not text, ...
INVALID_PAYLOAD: Final = 1007  # ... text that is not UTF-8, ...
POLICY_VIOLATION: Final = 1008  # ... anything else that is against the protocol, ...
NO_SIGN_OF_LIFE: Final = 1011  # ... nobody seems to be there any more, ...
SERVICE_RESTART: Final = 1012  # ... the server stops, ...
TRY_AGAIN_LATER: Final = 1013  # ... or it has no room now
PING_SIZE: Final = 4
SCOPE_KEY: Final = "reihum.connection"
REFUSED_HANDSHAKE: Final = (
    b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n"
    b"x-content-type-options: nosniff\r\nreferrer-policy: no-referrer\r\n\r\n"
)


class WebSocketConnection(asyncio.Protocol):
    """A WebSocket connection."""

    __slots__ = (
        *("_by_library", "_gone", "_inbox", "_is_text", "_keep_alive", "_parts", "_pinged_at"),
        *("_stalled", "bucket", "close_sent", "conn", "disconnected", "hand_on", "hub", "is_open", "peer"),
        *("pushed", "rate", "read_paused", "server", "transport", "unheard", "visiting"),
    )
    transport: asyncio.Transport

    def __init__(self, server: AppServer, peer: str, visiting: str | None) -> None:
        self.server = server
        self.hub = server.hub
        self.peer = peer  # the address at the other end ...
        self.visiting = visiting  # ... and for whom it asks, if that is a proxy
        self.conn = ServerProtocol(max_size=MESSAGE_LIMIT)
        self.rate = self.hub.limits.messages
        self.bucket = Bucket(float(self.rate.burst), time.monotonic())
        self.is_open = False  # whether the handshake was accepted
        self.close_sent = False
        self.disconnected = False
        self.read_paused = False
        self.pushed: list[bytes] = []  # what `hub` sends at the end of this turn of the event loop
        self.unheard: list[str | None] = []  # messages that came before `listen`; None is not text
        self.hand_on: Callable[[str | None], None] = self.unheard.append
        self._inbox = b""  # what has come in and is not yet a whole frame
        self._by_library = False  # whether all data goes to the library
        self._parts: list[bytes] = []  # of a message that comes in pieces
        self._is_text = False  # whether that one is a text
        self._stalled = False  # whether too much waits to be read
        self._gone: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._keep_alive: asyncio.TimerHandle | None = None
        self._pinged_at: float | None = None  # when it was last asked for a sign of life

    # -- coming and going -------------------------------------------------------------------------

    def take_over(self, transport: asyncio.Transport, scope: Scope, head: bytes, early: bytes) -> None:
        """Go on with a connection that has sent the head of a handshake."""
        self.transport = transport
        self.server.add(self)
        self.conn.receive_data(head)
        request = next(iter(self.conn.events_received()), None)
        if not isinstance(request, Request):
            self.refuse(REFUSED_HANDSHAKE)
            return
        response = self.conn.accept(request)
        if response.status_code != 101:
            self.conn.send_response(response)
            self.refuse(b"".join(self.conn.data_to_send()))
            return
        handshake = Handshake(self, scope, response)
        handshake.scope["extensions"][SCOPE_KEY] = {"connection": self}
        transport.set_write_buffer_limits(self.hub.limits.pile)
        self._inbox = early
        self.server.run(handshake.run())

    def refuse(self, answer: bytes) -> None:
        """Answer a handshake with something else, and close."""
        self.close_sent = True
        if not self.transport.is_closing():
            self.transport.write(answer)
            self.transport.close()
            if self.transport.get_write_buffer_size():
                asyncio.get_running_loop().call_later(GRACE, self.transport.abort)

    def open(self, answer: bytes) -> None:
        """The handshake is accepted: from now on there are messages."""
        if self.transport.is_closing():
            return
        self.is_open = True
        self.transport.write(answer)
        loop = asyncio.get_running_loop()
        self._keep_alive = loop.call_later(self.hub.limits.silence, self._check_life)
        if self._inbox:
            early, self._inbox = self._inbox, b""
            self.data_received(early)

    async def listen(self, listener: Callable[[str | None], None]) -> None:
        """Hand on every message at once, until one side closes the connection."""
        self.hand_on = listener
        for text in self.unheard:
            listener(text)
        self.unheard.clear()
        await self.gone()

    async def gone(self) -> None:
        """Wait until one side closes the connection."""
        await asyncio.shield(self._gone)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone."""
        self.disconnected = True
        self._end_conversation()
        if self.visiting is not None:
            self.hub.leave(self.visiting)
        self.hub.count_out(self.peer)
        self.server.remove(self)

    def _end_conversation(self) -> None:
        """Nothing more is heard."""
        self._parts = []
        self._stop_checking()
        if not self._gone.done():
            self._gone.set_result(None)

    def finish(self) -> None:
        """The application has done with this connection."""
        if not self.close_sent:
            self.transport.close()

    def shutdown(self) -> None:
        """The server stops, and does not wait for clients that do not read."""
        flush(self)
        if not self.is_open:
            self.transport.close()
        elif not self.close_sent:
            self.end("shutdown", SERVICE_RESTART)
        asyncio.get_running_loop().call_later(GRACE, self.transport.abort)

    # -- signs of life ----------------------------------------------------------------------------

    def _check_life(self) -> None:
        """Ping a client that has been silent; if even that is not answered, nobody is there any more."""
        silence, heard_at = self.hub.limits.silence, self.bucket.at  # every frame is counted there
        if self._pinged_at is not None and heard_at <= self._pinged_at:
            self.conn.fail(NO_SIGN_OF_LIFE)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.abort()
            return
        now = time.monotonic()
        wait = silence - (now - heard_at)
        self._pinged_at = now if wait <= 0 else None
        if wait <= 0:
            wait = silence
            self.conn.send_ping(secrets.token_bytes(PING_SIZE))
            self.transport.write(b"".join(self.conn.data_to_send()))
        self._keep_alive = asyncio.get_running_loop().call_later(wait, self._check_life)

    def _stop_checking(self) -> None:
        if self._keep_alive is not None:
            self._keep_alive.cancel()
            self._keep_alive = None

    # -- what comes in ----------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Take data in frame by frame."""
        if not self.is_open:
            self._wait_for_handshake(data)
            return
        if self._by_library:
            self._feed_library(data)
            return
        if not self._inbox and not self._parts and (text := short_text_in(data)) is not None:
            if not self._is_flooding():
                self.hand_on(text)
            return
        self._inbox += data
        while self._inbox and not self.close_sent:
            if not self._take_frame():
                return
        self._inbox = b""

    def _wait_for_handshake(self, data: bytes) -> None:
        """Keep what comes before the handshake is answered; nobody needs to send much so early."""
        self._inbox += data
        if len(self._inbox) > EARLY:
            self.transport.abort()

    def _take_frame(self) -> bool:
        """Take in the first frame; False if it is incomplete. A text in one piece takes the short way."""
        inbox = self._inbox
        second = inbox[1] if len(inbox) > 1 else MASKED
        size, head = second - MASKED, SHORT_HEAD
        odd = size < 0 or size > TWO_BYTES  # not masked, or far too large
        if size == TWO_BYTES:
            size, head = int.from_bytes(inbox[2:4], "big"), SHORT_HEAD + 2
            odd = size > MESSAGE_LIMIT
        end = head + size
        whole = len(inbox) >= end
        text = inbox[0] == TEXT_FRAME and not self._parts
        if odd or not (text or whole):  # the library waits for the rest, or says what is wrong
            self._by_library, self._inbox = True, b""
            self._feed_library(inbox)
        elif whole:
            self._inbox = inbox[end:]
            if text:
                if not self._is_flooding():
                    self._hand_on_text(unmask(inbox[head:end], inbox[head - MASK_SIZE : head]))
            else:
                self._feed_library(inbox[:end])
        return whole

    def _hand_on_text(self, data: bytes) -> None:
        """Hand on a text, if it is UTF-8."""
        try:
            text = data.decode()
        except UnicodeDecodeError:
            self.end("bad", INVALID_PAYLOAD)
        else:
            self.hand_on(text)

    def _feed_library(self, data: bytes) -> None:
        """Let the library take data in, slice by slice; after the end of the connection it is ignored."""
        for start in range(0, len(data), FRAME_SLICE):
            if self.close_sent or self.transport.is_closing():
                return
            self.conn.receive_data(data[start : start + FRAME_SLICE])
            for event in self.conn.events_received():
                if isinstance(event, Frame) and not self.close_sent:
                    self._take_event(event)
            if (
                not self.close_sent and self.conn.state is not State.OPEN
            ):  # this is not WebSocket, or too large
                self._half_close(GRACE)

    def _take_event(self, frame: Frame) -> None:
        """Take in a frame that the library has read."""
        if frame.opcode is Opcode.CLOSE:
            self._take_goodbye()
        elif self._is_flooding():
            return
        elif frame.opcode is Opcode.PING:
            if not self._stalled:  # otherwise nobody reads the answers
                self.transport.write(b"".join(self.conn.data_to_send()))
        elif frame.opcode is not Opcode.PONG:
            self._take_part(frame)

    def _take_part(self, frame: Frame) -> None:
        """Take in a message, or a part of one."""
        if frame.opcode is not Opcode.CONT:
            self._is_text = frame.opcode is Opcode.TEXT
        elif len(self._parts) >= FRAGMENTS:
            self.end("bad", POLICY_VIOLATION)
            return
        self._parts.append(bytes(frame.data))
        if frame.fin:
            data, self._parts = b"".join(self._parts), []
            if self._is_text:
                self._hand_on_text(data)
            else:
                self.hand_on(None)

    def _take_goodbye(self) -> None:
        """The client closes; what it does not read any more is thrown away."""
        self.close_sent = True
        self._end_conversation()
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()
        if self.transport.get_write_buffer_size():
            asyncio.get_running_loop().call_later(GRACE, self.transport.abort)

    def _is_flooding(self) -> bool:
        """Count a frame; True if it is one too many."""
        if not self.close_sent and self.bucket.take(self.rate, time.monotonic()):
            self.hub.metrics.dropped["flood"] += 1
            self.end("flood", POLICY_VIOLATION)
        return self.close_sent

    def pause(self) -> None:
        """Read no further: enough messages are waiting."""
        if not self.read_paused and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()

    def resume(self) -> None:
        """Read on."""
        if self.read_paused and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    # -- what goes out ----------------------------------------------------------------------------

    def push(self, frame: bytes) -> None:
        """Send a frame at the end of this turn of the event loop."""
        self.hub.push(self, frame)

    def pause_writing(self) -> None:
        """Too much has piled up: a client that has not read for so long is sent away."""
        self._stalled = True
        if self.is_open and not self.close_sent:
            self.hub.metrics.dropped["slow"] += 1
            self.end("slow", TRY_AGAIN_LATER, SLOW_GRACE)

    def resume_writing(self) -> None:
        """It has been read."""
        self._stalled = False

    def end(self, why: str, code: int, grace: float = GRACE) -> None:
        """Say why, close, and cut the connection if nobody reads it."""
        if self.close_sent or self.transport.is_closing():
            return
        flush(self)
        if self.conn.state is State.OPEN:
            self.transport.write(message_frame(Bye(why)))
            self.conn.send_close(code, why)
        self._half_close(grace)

    def _half_close(self, grace: float) -> None:
        """Stop writing, but let the client read what was written: closing at once could discard it."""
        self.close_sent = True
        self.transport.write(b"".join(self.conn.data_to_send()))
        self._end_conversation()
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.resume()
        asyncio.get_running_loop().call_later(grace, self.transport.abort)


def message_frame(value: object) -> bytes:
    """A message as one text frame, the same for everybody who gets it."""
    return text_frame(encode(value))


def connection_in(scope: Any) -> WebSocketConnection:
    """The connection of a WebSocket scope."""
    found: WebSocketConnection = scope["extensions"][SCOPE_KEY]["connection"]
    return found

"""A connection that can be written to without waiting, so that one stalled viewer never holds up a table.

uvicorn's protocol waits until a client has read; a table must not. A frame goes to the transport at once; a
client that lets too much pile up is told `bye slow` and cut off. Data is taken in by small slices, and every
frame is counted, so that no client can keep the server busy with empty frames.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

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
from reihum.server.net.hub import ConnectionHub, flush
from reihum.server.settings import UNIX
from reihum.wire import MESSAGE_LIMIT
from reihum.wire.encoding import encode
from reihum.wire.from_server import Bye

FRAME_SLICE: Final = 4096  # bytes taken in before checking whether that was enough
FRAGMENTS: Final = 64  # of one message
GRACE: Final = 2.0  # seconds in which a closed connection may still read the reason ...
SLOW_GRACE: Final = 10.0  # ... which for a slow one comes after everything that has piled up
NORMAL_CLOSURE: Final = 1000  # close codes of RFC 6455: there is nothing more to say, ...
UNSUPPORTED_DATA: Final = 1003  # ... a message that is not text, ...
INVALID_PAYLOAD: Final = 1007  # ... text that is not UTF-8, ...
POLICY_VIOLATION: Final = 1008  # ... anything else that is against the protocol, ...
SERVICE_RESTART: Final = 1012  # ... the server stops, ...
TRY_AGAIN_LATER: Final = 1013  # ... or it has no room now
SCOPE_KEY: Final = "reihum.connection"
REFUSED_HANDSHAKE: Final = (
    b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n"
    b"x-content-type-options: nosniff\r\nreferrer-policy: no-referrer\r\n\r\n"
)


class WebSocketConnection(WebSocketsSansIOProtocol):
    """A WebSocket connection."""

    def __init__(self, hub: ConnectionHub, **uvicorns: Any) -> None:
        super().__init__(**uvicorns)
        self.hub = hub
        self.rate = hub.limits.messages
        self.bucket = Bucket(float(self.rate.burst), time.monotonic())
        self.inbox = b""  # what has come in and is not yet a whole frame
        self.by_uvicorn = False  # whether all data goes to uvicorn
        self.pushed: list[bytes] = []  # what `hub` sends at the end of this turn of the event loop
        self.unheard: list[str | None] = []  # messages that came before `listen`; None is not text
        self.hand_on: Callable[[str | None], None] = self.unheard.append

    # -- coming and going -------------------------------------------------------------------------

    def connection_made(self, transport: Any) -> None:
        """Note where it comes from."""
        super().connection_made(transport)
        self.client = self.client or (UNIX, 0)

    def handle_connect(self, event: Request) -> None:
        """Accept the handshake as usual, and let the application find this object."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][SCOPE_KEY] = {"connection": self}
            self.transport.set_write_buffer_limits(self.hub.limits.pile)

    def mark_refused(self) -> None:
        """Note that the handshake was refused, which uvicorn would take for no answer at all."""
        self.handshake_complete = True

    async def listen(self, listener: Callable[[str | None], None]) -> None:
        """Hand on every message at once, until one side closes the connection."""
        self.hand_on = listener
        for text in self.unheard:
            listener(text)
        self.unheard.clear()
        while (await self.receive())["type"] != "websocket.disconnect":
            pass

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has gone."""
        self.hub.count_out(self.client)
        super().connection_lost(exc)

    def keepalive_timeout(self) -> None:
        """No sign of life: cut the connection, as nobody will read what is still to be sent."""
        super().keepalive_timeout()
        self.transport.abort()

    def shutdown(self) -> None:
        """The server stops, and does not wait for clients that do not read."""
        flush(self)
        super().shutdown()
        self.loop.call_later(GRACE, self.transport.abort)

    # -- what comes in ----------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Take data in frame by frame; whatever comes before the handshake is complete is left to uvicorn."""
        if self.by_uvicorn or not self.handshake_complete:
            self.by_uvicorn = self.handshake_initiated
            self._feed_uvicorn(data)
            return
        if not self.inbox and not self.frames and (text := short_text_in(data)) is not None:
            if not self._is_flooding():
                self.hand_on(text)
            return
        self.inbox += data
        while self.inbox and not self.close_sent:
            if not self._take_frame():
                return
        self.inbox = b""

    def _take_frame(self) -> bool:
        """Take in the first frame; False if it is incomplete. A text in one piece takes the short way."""
        inbox = self.inbox
        second = inbox[1] if len(inbox) > 1 else MASKED
        size, head = second - MASKED, SHORT_HEAD
        odd = size < 0 or size > TWO_BYTES  # not masked, or far too large
        if size == TWO_BYTES:
            size, head = int.from_bytes(inbox[2:4], "big"), SHORT_HEAD + 2
            odd = size > MESSAGE_LIMIT
        end = head + size
        whole = len(inbox) >= end
        text = inbox[0] == TEXT_FRAME and not self.frames
        if odd or not (text or whole):  # uvicorn waits for the rest, or says what is wrong
            self.by_uvicorn, self.inbox = True, b""
            self._feed_uvicorn(inbox)
        elif whole:
            self.inbox = inbox[end:]
            if text:
                self._take_text(unmask(inbox[head:end], inbox[head - MASK_SIZE : head]))
            else:
                self._feed_uvicorn(inbox[:end])
        return whole

    def _take_text(self, data: bytes) -> None:
        """Hand on a message that came in one piece."""
        if not self._is_flooding():
            self._hand_on_text(data)

    def _hand_on_text(self, data: bytes) -> None:
        """Hand on a text, if it is UTF-8."""
        try:
            text = data.decode()
        except UnicodeDecodeError:
            self.end("bad", INVALID_PAYLOAD)
        else:
            self.hand_on(text)

    def _feed_uvicorn(self, data: bytes) -> None:
        """Let uvicorn take data in, slice by slice; after the end of the connection it is ignored."""
        for start in range(0, len(data), FRAME_SLICE):
            if self.close_sent or self.transport.is_closing():
                return
            super().data_received(data[start : start + FRAME_SLICE])
        if not self.handshake_initiated and not self.transport.is_closing():
            self.close_sent = True  # HttpConnection gave us a whole request, and it is not a handshake
            self.transport.write(REFUSED_HANDSHAKE)
            self.transport.close()

    def handle_text(self, event: Frame) -> None:
        """Take in a message, or its beginning."""
        if not self._is_flooding():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Take in a message that is not text."""
        if not self._is_flooding():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """Take in a further part of a message."""
        if self._is_flooding():
            return
        if len(self.frames) >= FRAGMENTS:
            self.end("bad", POLICY_VIOLATION)
        else:
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer, unless there are too many or nobody reads the answers."""
        if not self._is_flooding() and self.writable.is_set():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Note a sign of life."""
        if not self._is_flooding():
            super().handle_pong(event)

    def send_receive_event_to_app(self) -> None:
        """Hand on a message that came in pieces."""
        data, self.frames = b"".join(self.frames), []
        if self.curr_msg_data_type == "text":
            self._hand_on_text(data)
        else:
            self.hand_on(None)

    def handle_parser_exception(self) -> None:
        """This is not WebSocket, or a message is too large: uvicorn knows which, and has answered."""
        closed = self.conn.close_sent
        code = POLICY_VIOLATION if closed is None else closed.code
        self.transport.write(b"".join(self.conn.data_to_send()))
        self._half_close(code, "", GRACE)

    def handle_close(self, event: Frame) -> None:
        """The client closes; what it does not read any more is thrown away."""
        super().handle_close(event)
        if self.transport.get_write_buffer_size():
            self.loop.call_later(GRACE, self.transport.abort)

    def _is_flooding(self) -> bool:
        """Count a frame; True if it is one too many."""
        if not self.close_sent and self.bucket.take(self.rate, time.monotonic()):
            self.hub.metrics.dropped["flood"] += 1
            self.end("flood", POLICY_VIOLATION)
        return self.close_sent

    def pause(self) -> None:
        """Read no further: enough messages are waiting."""
        if not self.read_paused:
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
        super().pause_writing()
        if self.handshake_complete and not self.close_sent:
            self.hub.metrics.dropped["slow"] += 1
            self.end("slow", TRY_AGAIN_LATER, SLOW_GRACE)

    def end(self, why: str, code: int, grace: float = GRACE) -> None:
        """Say why, close, and cut the connection if nobody reads it."""
        if self.close_sent or self.transport.is_closing():
            return
        flush(self)
        if self.conn.state is State.OPEN:
            self.transport.write(message_frame(Bye(why)))
            self.conn.send_close(code, why)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self._half_close(code, why, grace)

    def _half_close(self, code: int, why: str, grace: float) -> None:
        """Stop writing, but let the client read what was written: closing at once could discard it."""
        self.close_sent = True
        self.frames = []
        self.stop_keepalive()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": why})
        if self.transport.can_write_eof():
            self.transport.write_eof()
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(grace, self.transport.abort)


def message_frame(value: object) -> bytes:
    """A message as one text frame, the same for everybody who gets it."""
    return text_frame(encode(value))


def connection_in(scope: Any) -> WebSocketConnection:
    """The connection of a WebSocket scope."""
    found: WebSocketConnection = scope["extensions"][SCOPE_KEY]["connection"]
    return found

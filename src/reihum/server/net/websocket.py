"""A connection that can be written to without waiting, so that one stalled viewer never holds up a table.

uvicorn's protocol waits until a client has read; a table must not. A frame goes to the transport at once;
who lets too much of it pile up is told `bye slow` and cut off. What comes in is taken in small slices, every
frame counted, so that no client can keep the server busy with frames that say nothing.
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
    MASK,
    MASKED,
    SHORT_HEAD,
    TEXT_FRAME,
    TWO_BYTES,
    framed_text,
    text_in,
    unmasked,
)
from reihum.server.net.hub import ConnectionHub, flush
from reihum.wire import MESSAGE_LIMIT
from reihum.wire.encoding import encode
from reihum.wire.from_server import Bye

SLICE: Final = 4096  # bytes that are taken in before looking whether that was enough
FRAGMENTS: Final = 64  # of one message
GRACE: Final = 2.0  # seconds in which a closed connection may still read the reason ...
SLOW_GRACE: Final = 10.0  # ... which comes after all that piled up for a slow one
BAD: Final = 1008  # close codes: the client broke a rule, ...
NOT_TEXT: Final = 1007  # ... sent text that is none, ...
TRY_LATER: Final = 1013  # ... or cannot be served now
KEY: Final = "reihum.connection"
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
        self.inbox = b""  # what has come in and is not a whole frame yet
        self.slow = False  # whether uvicorn takes in everything
        self.pushed: list[bytes] = []  # what `hub` sends before the loop waits again
        self.unheard: list[str | None] = []  # what was said before anybody listened; None is no text
        self.hand_on: Callable[[str | None], None] = self.unheard.append

    # -- coming and going -------------------------------------------------------------------------

    def handle_connect(self, event: Request) -> None:
        """Accept the handshake as usual, and let the application find this object."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][KEY] = {"connection": self}
            self.transport.set_write_buffer_limits(self.hub.limits.pile)

    def denied(self) -> None:
        """The handshake was answered with a refusal, which uvicorn would take for no answer at all."""
        self.handshake_complete = True

    async def listen(self, listener: Callable[[str | None], None]) -> None:
        """Have every message handed on at once, until one side hangs up."""
        self.hand_on = listener
        for text in self.unheard:
            listener(text)
        self.unheard.clear()
        while (await self.receive())["type"] != "websocket.disconnect":
            pass

    def connection_lost(self, exc: Exception | None) -> None:
        """The visitor has gone."""
        self.hub.go(self.client)
        super().connection_lost(exc)

    def keepalive_timeout(self) -> None:
        """No sign of life: cut the connection, for nobody will read what is still to be sent."""
        super().keepalive_timeout()
        self.transport.abort()

    def shutdown(self) -> None:
        """The server stops, and does not wait for those who do not read."""
        flush(self)
        super().shutdown()
        self.loop.call_later(GRACE, self.transport.abort)

    # -- what comes in ----------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Take it in frame by frame; whoever speaks before the handshake is answered is left to uvicorn."""
        if self.slow or not self.handshake_complete:
            self.slow = self.handshake_initiated
            self._slowly(data)
            return
        if not self.inbox and not self.frames and (text := text_in(data)) is not None:
            if not self._flooded():
                self.hand_on(text)
            return
        self.inbox += data
        while self.inbox and not self.close_sent:
            if not self._take_frame():
                return
        self.inbox = b""

    def _take_frame(self) -> bool:
        """Take in the first frame; False if it is not all there. A text in one piece takes the short way."""
        inbox = self.inbox
        second = inbox[1] if len(inbox) > 1 else MASKED
        size, head = second - MASKED, SHORT_HEAD
        odd = size < 0 or size > TWO_BYTES  # not masked, or too large to need looking at
        if size == TWO_BYTES:
            size, head = int.from_bytes(inbox[2:4], "big"), SHORT_HEAD + 2
            odd = size > MESSAGE_LIMIT
        end = head + size
        whole = len(inbox) >= end
        text = inbox[0] == TEXT_FRAME and not self.frames
        if odd or not (text or whole):  # uvicorn waits for it, or says what is wrong with it
            self.slow, self.inbox = True, b""
            self._slowly(inbox)
        elif whole:
            self.inbox = inbox[end:]
            if text:
                self._take_text(unmasked(inbox[head:end], inbox[head - MASK : head]))
            else:
                self._slowly(inbox[:end])
        return whole

    def _take_text(self, data: bytes) -> None:
        """Hand on a message that came in one piece."""
        if not self._flooded():
            self._hand_on_text(data)

    def _hand_on_text(self, data: bytes) -> None:
        """Hand on a text, if it is one."""
        try:
            text = data.decode()
        except UnicodeDecodeError:
            self.end("bad", NOT_TEXT)
        else:
            self.hand_on(text)

    def _slowly(self, data: bytes) -> None:
        """Take it in slice by slice; after the end nothing is taken in, but the other side may finish."""
        for start in range(0, len(data), SLICE):
            if self.close_sent or self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE])
        if not self.handshake_initiated and not self.transport.is_closing():
            self.close_sent = True  # the door gave us a whole handshake, and it is not one
            self.transport.write(REFUSED_HANDSHAKE)
            self.transport.close()

    def handle_text(self, event: Frame) -> None:
        """A message, or its beginning."""
        if not self._flooded():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """A message that is not text."""
        if not self._flooded():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """A further part of a message."""
        if self._flooded():
            return
        if len(self.frames) >= FRAGMENTS:
            self.end("bad", BAD)
        else:
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer, unless there are too many or nobody reads the answers."""
        if not self._flooded() and self.writable.is_set():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """A sign of life."""
        if not self._flooded():
            super().handle_pong(event)

    def send_receive_event_to_app(self) -> None:
        """Hand on a message that came in several pieces."""
        data, self.frames = b"".join(self.frames), []
        if self.curr_msg_data_type == "text":
            self._hand_on_text(data)
        else:
            self.hand_on(None)

    def handle_parser_exception(self) -> None:
        """It does not speak WebSocket, or a message is too large: uvicorn knows which, and has answered."""
        closed = self.conn.close_sent
        code = BAD if closed is None else closed.code
        self.transport.write(b"".join(self.conn.data_to_send()))
        self._leave(code, "", GRACE)

    def handle_close(self, event: Frame) -> None:
        """The other side says goodbye; what it does not read any more is thrown away."""
        super().handle_close(event)
        if self.transport.get_write_buffer_size():
            self.loop.call_later(GRACE, self.transport.abort)

    def _flooded(self) -> bool:
        """Count a frame; True if it is one too many."""
        if not self.close_sent and self.bucket.take(self.rate, time.monotonic()):
            self.hub.metrics.dropped["flood"] += 1
            self.end("flood", BAD)
        return self.close_sent

    def pause(self) -> None:
        """Read no further: enough is waiting."""
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
        """Send a frame made by `framed` before the loop waits again."""
        self.hub.push(self, frame)

    def pause_writing(self) -> None:
        """Too much has piled up: who has not read for so long is sent away."""
        super().pause_writing()
        if self.handshake_complete and not self.close_sent:
            self.hub.metrics.dropped["slow"] += 1
            self.end("slow", TRY_LATER, SLOW_GRACE)

    def end(self, why: str, code: int, grace: float = GRACE) -> None:
        """Say why, close, and cut the connection if nobody reads it."""
        if self.close_sent or self.transport.is_closing():
            return
        flush(self)
        if self.conn.state is State.OPEN:
            self.transport.write(framed(Bye(why)))
            self.conn.send_close(code, why)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self._leave(code, why, grace)

    def _leave(self, code: int, why: str, grace: float) -> None:
        """Say no more, but let the other side read what was said: closing at once could take it back."""
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


def framed(value: object) -> bytes:
    """A message as the bytes of one text frame, the same for everybody who gets it."""
    return framed_text(encode(value))


def connection_in(scope: Any) -> WebSocketConnection:
    """The connection of a WebSocket scope."""
    found: WebSocketConnection = scope["extensions"][KEY]["connection"]
    return found

"""Bytes as no honest client would send them."""

from __future__ import annotations

import json
import os
import socket
import struct
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.server.tools import PATIENCE, Running

TEXT, BINARY, CLOSE, PING, PONG, CONTINUED = 1, 2, 8, 9, 10, 0


@contextmanager
def plug(
    server: Running, receive: int | None = None, source: tuple[str, int] | None = None
) -> Iterator[socket.socket]:
    """A connection that has said nothing, with a receive buffer of this size."""
    with socket.socket() as connection:
        connection.settimeout(PATIENCE)
        if receive is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        if source is not None:
            connection.bind(source)
        connection.connect(("127.0.0.1", server.port))
        yield connection


def head(server: Running, line: str, *headers: str) -> bytes:
    """The head of a request."""
    return "\r\n".join([f"{line} HTTP/1.1", f"Host: 127.0.0.1:{server.port}", *headers, "", ""]).encode()


def rest(connection: socket.socket) -> bytes:
    """All that still comes until the server closes; a reset counts as that."""
    found = b""
    try:
        while part := connection.recv(1 << 16):
            found += part
    except ConnectionError:
        pass
    return found


def exchange(server: Running, sent: bytes) -> bytes:
    """Send bytes, say that there are no more, and take what comes until the server closes."""
    with plug(server) as connection:
        pour(connection, sent)
        return rest(connection)


def pour(connection: socket.socket, data: bytes, times: int = 1) -> int:
    """Send the same again and again, until that is enough or the server has had enough; how many bytes."""
    sent = 0
    try:
        for _ in range(times):
            connection.sendall(data)
            sent += len(data)
    except OSError:
        pass
    return sent


def status(answer: bytes) -> int:
    """The status of the first answer."""
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 0


# -- WebSocket ------------------------------------------------------------------------------------


def handshake(server: Running, path: str, *headers: str) -> bytes:
    """The head of a request for a WebSocket."""
    key = b64encode(os.urandom(16)).decode()
    return head(
        server,
        f"GET {path}",
        *("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"),
        *(f"Sec-WebSocket-Key: {key}", *headers),
    )


def frame(
    kind: int,
    data: bytes = b"",
    fin: bool = True,
    masked: bool = True,
    bits: int = 0,
    length: int | None = None,
) -> bytes:
    """A frame, or something like it; the mask is nought, which is allowed."""
    size = len(data) if length is None else length
    mask = 0x80 if masked else 0
    if size < 126:
        sizes = bytes([mask | size])
    elif size < 1 << 16:
        sizes = bytes([mask | 126]) + struct.pack("!H", size)
    else:
        sizes = bytes([mask | 127]) + struct.pack("!Q", size)
    return bytes([(0x80 if fin else 0) | bits | kind]) + sizes + (b"\0\0\0\0" if masked else b"") + data


def message(**content: Any) -> bytes:
    """A text frame with a JSON object."""
    return frame(TEXT, json.dumps(content).encode())


@contextmanager
def spectator(
    server: Running, table: str, token: str | None = None, receive: int | None = None, hello: bool = True
) -> Iterator[socket.socket]:
    """A raw connection to a table after the handshake, and after hello and the first snap."""
    with plug(server, receive) as connection:
        headers = [] if token is None else [f"Authorization: Bearer {token}"]
        connection.sendall(handshake(server, f"/ws/{table}", *headers))
        assert b"101" in until(connection, b"\r\n\r\n").split(b"\r\n")[0]
        if hello:
            connection.sendall(message(t="hello"))
            assert json.loads(next_frame(connection)[1])["t"] == "snap"
        yield connection


def until(connection: socket.socket, end: bytes) -> bytes:
    """What comes up to these bytes, and not one byte more."""
    found = b""
    while not found.endswith(end):
        part = connection.recv(1)
        if not part:
            raise AssertionError(f"closed after {found!r}")
        found += part
    return found


def exactly(connection: socket.socket, size: int) -> bytes:
    """This many bytes."""
    found = b""
    while len(found) < size:
        part = connection.recv(size - len(found))
        if not part:
            raise ConnectionError
        found += part
    return found


def next_frame(connection: socket.socket) -> tuple[int, bytes]:
    """The kind and the content of the next frame that the server sends."""
    first, second = exactly(connection, 2)
    size = second & 0x7F
    if size == 126:
        size = int(struct.unpack("!H", exactly(connection, 2))[0])
    elif size == 127:
        size = int(struct.unpack("!Q", exactly(connection, 8))[0])
    return first & 0x0F, exactly(connection, size)


def end_of(connection: socket.socket) -> tuple[str | None, int | None]:
    """How the server ends a conversation: why, by its bye, and the close code; None for what is not said."""
    why = code = None
    try:
        while True:
            kind, content = next_frame(connection)
            if kind == TEXT and (said := json.loads(content))["t"] == "bye":
                why = said["why"]
            elif kind == CLOSE:
                code = int(struct.unpack("!H", content[:2])[0])
    except ConnectionError:
        return why, code

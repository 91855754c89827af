"""Frames read and written the short way are as RFC 6455 demands."""

from __future__ import annotations

from itertools import count

import pytest
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from reihum.server.net.frames import short_text_in, text_frame

SIZES = [0, 1, 2, 124, 125, 126, 127, 128, 65_535, 65_536, 70_000]


def parsed(data: bytes, *, mask: bool) -> Frame:
    """A frame as the library reads it."""
    reader = StreamReader()
    reader.feed_data(data)
    parsing = Frame.parse(reader.read_exact, mask=mask)
    try:
        while True:
            next(parsing)
    except StopIteration as found:
        return found.value  # type: ignore[no-any-return]


@pytest.mark.parametrize("size", SIZES)
def test_a_text_is_framed_as_others_read_it(size: int) -> None:
    text = ("é" + "x" * size)[:size].encode()[:size]
    assert parsed(text_frame(text), mask=False) == Frame(Opcode.TEXT, text)


@pytest.mark.parametrize("size", range(0, 126))
def test_a_short_text_is_taken_from_the_frame_that_others_write(size: int) -> None:
    text = "a\u00e4\u2660" * (size // 6) + "x" * (size % 6)
    assert len(text.encode()) == size
    assert short_text_in(Frame(Opcode.TEXT, text.encode()).serialize(mask=True)) == text


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x81",
        b"\x81\x80",
        Frame(Opcode.TEXT, b"x" * 126).serialize(mask=True),
        Frame(Opcode.TEXT, b"x" * 70_000).serialize(mask=True),
        Frame(Opcode.TEXT, b"plain").serialize(mask=False),
        Frame(Opcode.TEXT, b"begun", fin=False).serialize(mask=True),
        b"\xc1" + Frame(Opcode.TEXT, b"odd").serialize(mask=True)[1:],
        Frame(Opcode.BINARY, b"bytes").serialize(mask=True),
        Frame(Opcode.TEXT, b"\xff\xfe").serialize(mask=True),
        Frame(Opcode.TEXT, b"half").serialize(mask=True)[:-1],
        Frame(Opcode.TEXT, b"one").serialize(mask=True) + Frame(Opcode.TEXT, b"two").serialize(mask=True),
    ],
    ids=count(),
)
def test_everything_else_goes_the_long_way(data: bytes) -> None:
    assert short_text_in(data) is None

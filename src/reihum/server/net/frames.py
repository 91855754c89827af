"""Frames of a WebSocket (RFC 6455): the kinds in which most messages come and go."""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter, write_i64_be

TEXT_FRAME: Final = 0x81  # a text in one piece
MASKED: Final = 0x80  # what a client sends is masked ...
MASK_SIZE: Final = 4  # ... with this many bytes, the last of the head
SHORT_HEAD: Final = 2 + MASK_SIZE
TWO_BYTES: Final = 126  # in place of the size, which follows in two bytes; 127: in eight


def unmask(data: bytes, mask: bytes) -> bytes:
    """The data that a client masked."""
    size = len(data)
    repeated = mask * (size // MASK_SIZE + 1)
    bits = int.from_bytes(data, "big") ^ int.from_bytes(repeated[:size], "big")
    return bits.to_bytes(size, "big")


def short_text_in(data: bytes) -> str | None:
    """The text, if this is exactly one short frame with a whole text; None for anything else."""
    if len(data) < SHORT_HEAD or data[0] != TEXT_FRAME or data[1] - MASKED != len(data) - SHORT_HEAD:
        return None
    if data[1] >= MASKED + TWO_BYTES:
        return None
    try:
        return unmask(data[SHORT_HEAD:], data[2:SHORT_HEAD]).decode()
    except UnicodeDecodeError:
        return None


def text_frame(*parts: bytes) -> bytes:
    """A text, whole or in parts, as one frame from the server."""
    size = 0
    for part in parts:
        size += len(part)
    out = BytesWriter()
    out.append(TEXT_FRAME)
    if size < TWO_BYTES:
        out.append(size)
    elif size < 65536:
        out.append(TWO_BYTES)
        out.append(size >> 8)
        out.append(size & 255)
    else:
        out.append(TWO_BYTES + 1)
        write_i64_be(out, size)
    for part in parts:
        out.write(part)
    return out.getvalue()

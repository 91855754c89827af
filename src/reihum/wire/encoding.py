"""JSON on the wire: written quickly, read strictly."""

from __future__ import annotations

import json
from typing import Any, Final, NoReturn, TypeVar

import msgspec

SURROGATE: Final = "\\ud"  # how JSON escapes each half of a character beyond the first 65,536
T = TypeVar("T")

encode: Final = msgspec.json.Encoder().encode  # anything as JSON


class Malformed(Exception):
    """Not JSON, or not of the expected form."""


def read_json(text: str | bytes) -> Any:
    """Parse JSON in UTF-8, without duplicate keys, NaN, Infinity or half characters, and not too deep."""
    try:
        whole = text if isinstance(text, str) else text.decode()
        value = _STRICT.decode(whole)
        if SURROGATE in whole.lower():
            json.dumps(value, ensure_ascii=False).encode()  # half a character has no UTF-8
        return value
    except (ValueError, RecursionError) as error:
        raise Malformed(f"Not readable as JSON: {type(error).__name__}.") from None


def convert(value: Any, kind: type[T]) -> T:
    """A value in its expected form; unknown fields are ignored."""
    try:
        return msgspec.convert(value, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        raise Malformed(str(error)) from None


def join_objects(one: bytes, other: bytes) -> bytes:
    """Two JSON objects with different keys as one; neither may be empty."""
    return one[:-1] + b"," + other[1:]


def object_with_distinct_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object in which each key occurs once."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key occurs twice")
    return found


def refuse_constant(name: str) -> NoReturn:
    """JSON has no NaN and no Infinity."""
    raise ValueError(name)


_STRICT: Final = json.JSONDecoder(object_pairs_hook=object_with_distinct_keys, parse_constant=refuse_constant)

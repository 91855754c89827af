"""JSON as it goes over the wire: written quickly, read strictly."""

from __future__ import annotations

import json
from typing import Any, Final, NoReturn, TypeVar

import msgspec

SURROGATE: Final = "\\ud"  # how JSON writes each half of a character beyond the first 65,536
T = TypeVar("T")

encode: Final = msgspec.json.Encoder().encode  # anything as JSON


class Malformed(Exception):
    """Not JSON, or not what is expected here."""


def read_json(text: str | bytes) -> Any:
    """JSON in UTF-8 without duplicate keys, numbers that are none, or half characters; and not too deep."""
    try:
        whole = text if isinstance(text, str) else text.decode()
        value = _STRICT.decode(whole)
        if SURROGATE in whole.lower():
            json.dumps(value, ensure_ascii=False).encode()  # a half alone has no UTF-8
        return value
    except (ValueError, RecursionError) as error:
        raise Malformed(f"Not readable as JSON: {type(error).__name__}.") from None


def convert(value: Any, kind: type[T]) -> T:
    """A value as it is expected; what we do not know of it is ignored."""
    try:
        return msgspec.convert(value, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        raise Malformed(str(error)) from None


def join_objects(one: bytes, other: bytes) -> bytes:
    """Two JSON objects with different keys as one; neither may be empty."""
    return one[:-1] + b"," + other[1:]


def distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object, each of whose keys is there once."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key is there twice")
    return found


def no_number(name: str) -> NoReturn:
    """JSON has no NaN and no Infinity."""
    raise ValueError(name)


_STRICT: Final = json.JSONDecoder(object_pairs_hook=distinct, parse_constant=no_number)

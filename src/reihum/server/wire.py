"""What goes over the wire: every message and body that is read, checked; everything that is written."""

from __future__ import annotations

import json
from typing import Annotated, Any, Final, NoReturn, TypeVar

import msgspec

from reihum.core.sealed import NONCE_LIMIT
from reihum.table.asking import CID_LIMIT
from reihum.words import LANGUAGES

SUBPROTOCOL: Final = "reihum.1"
LARGEST: Final = 8192  # bytes of a message or a body
SURROGATE: Final = "\\ud"  # how JSON writes each half of a character beyond the first 65,536
Cid = Annotated[str, msgspec.Meta(min_length=1, max_length=CID_LIMIT)]
T = TypeVar("T")


encoded: Final = msgspec.json.Encoder().encode  # anything as JSON


class Malformed(Exception):
    """Not JSON, or not what is expected here."""


# -- messages of a client -------------------------------------------------------------------------


class Message(msgspec.Struct, frozen=True, tag_field="t"):
    """Something that a client says."""


class Hello(Message, frozen=True, tag="hello"):
    """The first message of a connection."""

    since: int = 0
    lang: str = "en"
    nonce: Annotated[str, msgspec.Meta(max_length=NONCE_LIMIT)] = ""
    tell: bool = False


class Move(Message, frozen=True, tag="move"):
    """An answer to a decision."""

    cid: Cid
    ask: int
    m: str


class Why(Message, frozen=True, tag="why"):
    """What would be wrong with a move, which is not made."""

    cid: Cid
    ask: int
    m: str


class Undo(Message, frozen=True, tag="undo"):
    """Take the last move back."""

    cid: Cid


class Say(Message, frozen=True, tag="say"):
    """One of the set phrases."""

    p: str


class Ping(Message, frozen=True, tag="ping"):
    """Are you there?"""


AnyMessage = Hello | Move | Why | Undo | Say | Ping
KNOWN: Final[dict[str, type[AnyMessage]]] = {
    "hello": Hello,
    "move": Move,
    "why": Why,
    "undo": Undo,
    "say": Say,
    "ping": Ping,
}


_MOVE: Final = msgspec.json.Decoder(Move)


def read_move(text: str) -> Move | None:
    """A move written as briefly as it can be; None for anything else, and for what is wrong with it.

    All its keys must be there. So if the text is no longer than it would have to be, each is there once, and
    nothing else: that need not be looked for.
    """
    try:
        move = _MOVE.decode(text)
        return move if len(text) == len(encoded(move)) and text.isascii() else None
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return None


def read_message(text: str) -> AnyMessage | None:
    """What a client says, however it writes it; None for a message of a kind that we do not know."""
    value = read_json(text)
    if not isinstance(value, dict) or not isinstance(value.get("t"), str):
        raise Malformed("A message is a JSON object with a text 't'.")
    kind = KNOWN.get(value["t"])
    if kind is None:
        return None
    return converted(value, kind)


# -- bodies of requests ---------------------------------------------------------------------------


class OpenBody(msgspec.Struct, frozen=True):
    """The table that somebody wants."""

    game: str
    players: int | None = None
    options: dict[str, bool] = {}
    seats: list[str] | None = None
    name: str | None = None
    public: bool = False
    pace: str = "none"


class SitBody(msgspec.Struct, frozen=True):
    """Where somebody wants to sit, under which name; a program says what it is called."""

    seat: int | None = None
    name: str | None = None
    program: str = ""


class LaydownBody(msgspec.Struct, frozen=True):
    """A hand of Königs-Rommé whose best lay-down is wanted."""

    cards: list[str]
    wild: str
    each: bool = False


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


def converted(value: Any, kind: type[T]) -> T:
    """A value as it is expected; what we do not know of it is ignored."""
    try:
        return msgspec.convert(value, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        raise Malformed(str(error)) from None


# -- what we write --------------------------------------------------------------------------------


def language_of(text: str) -> str:
    """A language that we speak: the one asked for, or English."""
    return text[:2].lower() if text[:2].lower() in LANGUAGES else "en"


def accepted_language(header: str) -> str:
    """The language of ours that an Accept-Language header likes best."""
    liked: list[tuple[float, int, str]] = []
    for place, part in enumerate(header.split(",")[:20]):
        name, _, quality = part.strip().partition(";q=")
        try:
            weight = float(quality or 1)
        except ValueError:
            continue
        if name[:2].lower() in LANGUAGES and weight > 0:
            liked.append((-weight, place, name[:2].lower()))
    return min(liked)[2] if liked else "en"

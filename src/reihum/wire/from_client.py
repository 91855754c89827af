"""What a client says over WebSocket."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from reihum.core.sealed import NONCE_LIMIT
from reihum.wire.encoding import Malformed, convert, encode, read_json

CID_LIMIT: Final = 64  # characters
Pace = Literal["calm", "brisk", "instant"]  # of bots
HASH_SIZE: Final = 64  # hexadecimal digits
PromiseText = Annotated[str, msgspec.Meta(pattern="^[0-9A-Fa-f]{64}$", max_length=HASH_SIZE)]  # of a nonce
PromiseOrNone = Annotated[str, msgspec.Meta(pattern="^([0-9A-Fa-f]{64})?$", max_length=HASH_SIZE)]
Cid = Annotated[str, msgspec.Meta(min_length=1, max_length=CID_LIMIT)]


class Message(msgspec.Struct, frozen=True, tag_field="t"):
    """A message from a client."""


class Hello(Message, frozen=True, tag="hello"):
    """The first message of a connection."""

    since: int = 0
    lang: str = "en"
    nonce: Annotated[str, msgspec.Meta(max_length=NONCE_LIMIT)] = ""
    promise: PromiseOrNone = ""  # instead of a nonce, which is then said later
    tell: bool = False
    pace: Pace = "calm"
    pauses: bool = False  # whether bots shall wait after each round until this player is ready


class Promise(Message, frozen=True, tag="promise"):
    """The promise of a nonce for a deal after the first."""

    deal: int
    promise: PromiseText


class Reveal(Message, frozen=True, tag="reveal"):
    """The nonce that was promised, now that the list of all promises is fixed."""

    deal: int
    nonce: Annotated[str, msgspec.Meta(max_length=NONCE_LIMIT)]


class Move(Message, frozen=True, tag="move"):
    """An answer to a decision."""

    cid: Cid
    ask: int
    m: str


class Why(Message, frozen=True, tag="why"):
    """A question: what would be wrong with this move? It is not made."""

    cid: Cid
    ask: int
    m: str


class AskHint(Message, frozen=True, tag="hint"):
    """A question: what are the sensible moves of this decision worth?"""

    cid: Cid
    ask: int
    progress: bool = False  # whether to say how it stands while it is being made


class Undo(Message, frozen=True, tag="undo"):
    """Take the last move back."""

    cid: Cid


class Say(Message, frozen=True, tag="say"):
    """One of the set phrases."""

    p: str


class SetPace(Message, frozen=True, tag="pace"):
    """How fast bots shall answer."""

    p: Pace


class Hurry(Message, frozen=True, tag="hurry"):
    """Bots shall answer at once, until this seat owes a decision."""


class Seen(Message, frozen=True, tag="seen"):
    """Whether the page is in sight: the player of one that is not may be called."""

    on: bool


class Ready(Message, frozen=True, tag="ready"):
    """This player has read what came of the round that ended with step `v`."""

    v: int


class Ping(Message, frozen=True, tag="ping"):
    """Are you there?"""


AnyMessage = (
    Hello | Promise | Reveal | Move | Why | AskHint | Undo | Say | SetPace | Hurry | Seen | Ready | Ping
)
MESSAGE_TYPES: Final[dict[str, type[AnyMessage]]] = {
    "hello": Hello,
    "promise": Promise,
    "reveal": Reveal,
    "move": Move,
    "why": Why,
    "hint": AskHint,
    "undo": Undo,
    "say": Say,
    "pace": SetPace,
    "hurry": Hurry,
    "seen": Seen,
    "ready": Ready,
    "ping": Ping,
}


_MOVE: Final = msgspec.json.Decoder(Move)


def read_move(text: str) -> Move | None:
    """A move written as briefly as possible; None for anything else, right or wrong.

    All its keys must be there. So if the text is no longer than necessary, each key is there once and nothing
    else is: there is no need to look for duplicates.
    """
    try:
        move = _MOVE.decode(text)
        return move if len(text) == len(encode(move)) and text.isascii() else None
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return None


def read_message(text: str) -> AnyMessage | None:
    """A client's message, however it is written; None for a message of an unknown kind."""
    value = read_json(text)
    if not isinstance(value, dict) or not isinstance(value.get("t"), str):
        raise Malformed("A message is a JSON object with a text 't'.")
    kind = MESSAGE_TYPES.get(value["t"])
    if kind is None:
        return None
    return convert(value, kind)

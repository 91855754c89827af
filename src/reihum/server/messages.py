"""What the server sends, described: the source of the published schema, against which every frame is tested.

`python -m reihum.server.messages` (or `make types`) writes `docs/protocol.schema.json` anew.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from reihum.games import SLUGS, spec
from reihum.server.qr import QrBody
from reihum.server.wire import Hello, LaydownBody, Move, OpenBody, Ping, Say, SitBody, Undo, Why

SCHEMA: Final = Path("docs/protocol.schema.json")
View = dict[str, Any]
Event = dict[str, Any]
Told = list[str] | msgspec.UnsetType  # sentences, for those who asked for them with `tell`


class SeatShown(msgspec.Struct, forbid_unknown_fields=True):
    """A seat of a table."""

    kind: Literal["human", "bot", "open"]
    name: str | None
    bot: str | None
    here: bool


class TableShown(msgspec.Struct, forbid_unknown_fields=True):
    """A table as one viewer is shown it."""

    table: str
    game: str
    players: int
    options: dict[str, bool]
    status: Literal["waiting", "playing", "over"]
    seats: list[SeatShown]
    you: int | None
    host: bool
    public: bool
    pace: Literal["none", "live", "days"]
    commitment: str
    rematch: str | None
    code: str | None


class OwnTable(TableShown, forbid_unknown_fields=True, kw_only=True):
    """A table in the list of one's own: also whether one is asked there."""

    asked: bool


class GameShown(msgspec.Struct, forbid_unknown_fields=True):
    """A game that can be played here."""

    slug: str
    title: str
    players: list[int]
    options: dict[str, bool]


class About(msgspec.Struct, forbid_unknown_fields=True):
    """What a server says about itself."""

    version: str
    hash: str
    lan: str | None
    bots: list[str]
    games: list[GameShown]
    phrases: list[str]


class Offered(msgspec.Struct, forbid_unknown_fields=True):
    """A code with which another device becomes the same player."""

    code: str
    path: str
    seconds: int


class Drawn(msgspec.Struct, forbid_unknown_fields=True):
    """A QR code as an SVG path."""

    size: int
    path: str


class LogLine(msgspec.Struct, forbid_unknown_fields=True):
    """An earlier step as the viewer heard it."""

    v: int
    by: int | None
    events: list[Event]
    m: str | msgspec.UnsetType | None = msgspec.UNSET
    undo: Literal[1] | msgspec.UnsetType = msgspec.UNSET
    told: Told = msgspec.UNSET


class Snap(msgspec.Struct, tag="snap", tag_field="t", forbid_unknown_fields=True):
    """All that a viewer may know now, with the steps since it looked last."""

    v: int
    seat: int | None
    table: TableShown
    view: View | None
    moves: list[str]
    ask: int | None
    log: list[LogLine]
    told: Told = msgspec.UNSET
    rounds: list[Event] | msgspec.UnsetType = msgspec.UNSET


class Step(msgspec.Struct, tag="ev", tag_field="t", forbid_unknown_fields=True):
    """One step as the viewer heard it: a move, or (with `undo`, without `m`) a move taken back."""

    v: int
    by: int | None
    events: list[Event]
    view: View
    moves: list[str]
    ask: int | None
    m: str | msgspec.UnsetType | None = msgspec.UNSET
    undo: Literal[1] | msgspec.UnsetType = msgspec.UNSET
    told: Told = msgspec.UNSET


class Changed(msgspec.Struct, tag="table", tag_field="t", forbid_unknown_fields=True):
    """Something about the table changed."""

    table: TableShown


class Said(msgspec.Struct, tag="said", tag_field="t", forbid_unknown_fields=True):
    """A player said one of the set phrases."""

    by: int
    p: str


class Ack(msgspec.Struct, tag="ack", tag_field="t", forbid_unknown_fields=True):
    """A move is on disk and played."""

    cid: str
    v: int


class NotDone(msgspec.Struct, tag="nack", tag_field="t", forbid_unknown_fields=True):
    """Nothing changed, and why."""

    cid: str
    kind: Literal["seat", "over", "stale", "turn", "unknown", "refused", "busy"]
    rule: str | None
    text: str


class May(msgspec.Struct, tag="may", tag_field="t", forbid_unknown_fields=True):
    """Nothing would be wrong with the move that was asked about."""

    cid: str


class Bye(msgspec.Struct, tag="bye", tag_field="t", forbid_unknown_fields=True):
    """The server closes the connection."""

    why: str


class Pong(msgspec.Struct, tag="pong", tag_field="t", forbid_unknown_fields=True):
    """The answer to a ping."""


class Failed(msgspec.Struct, forbid_unknown_fields=True):
    """The body of every answer that is an error."""

    error: str
    text: str


class ReplayedStep(msgspec.Struct, forbid_unknown_fields=True):
    """A step of a finished game, and the table after it; number 0 is the deal."""

    v: int
    by: int | None
    m: str | None
    events: list[Event]
    told: list[str]
    view: View
    hands: list[list[str | int]]


class Replayed(msgspec.Struct, forbid_unknown_fields=True):
    """A stretch of a finished game, as a seat or a spectator heard and saw it."""

    v: int
    seat: int | None
    table: TableShown
    rounds: list[Event]
    told: list[str]
    steps: list[ReplayedStep]


class Laid(msgspec.Struct, forbid_unknown_fields=True):
    """A best lay-down: what is laid, what each card of it stands for, what is left and counts."""

    points: int
    left: list[str]
    laid: list[list[str]]
    stands_for: list[list[str]]


class BestLaid(Laid, forbid_unknown_fields=True):
    """The same of a whole hand, and of what stays of it without each of its cards."""

    without: dict[str, Laid] | msgspec.UnsetType = msgspec.UNSET


FromServer = Snap | Step | Changed | Said | Ack | NotDone | May | Bye | Pong
FromClient = Hello | Move | Why | Undo | Say | Ping


def schema() -> dict[str, Any]:
    """The JSON schema of all messages, bodies, and of the view of each game."""
    views = {f"view of {slug}": typed for slug in SLUGS for typed in spec(slug).view_types}
    named: dict[str, Any] = {
        "message of a client": FromClient,
        "message of the server": FromServer,
        "body of POST /api/tables": OpenBody,
        "body of POST /api/tables/ID/sit": SitBody,
        "body of POST /api/laydown": LaydownBody,
        "answer to GET /api/tables/ID": TableShown,
        "answer to GET /api/tables/ID/replay": Replayed,
        "answer to POST /api/laydown": BestLaid,
        "body of POST /api/qr": QrBody,
        "table in the answer to GET /api/mine": OwnTable,
        "answer to GET /api/about": About,
        "answer to POST /api/handover": Offered,
        "answer to POST /api/qr": Drawn,
        "answer that is an error": Failed,
        **{name if kind.__name__ == "View" else f"{name}, alone": kind for name, kind in views.items()},
    }
    shapes, parts = msgspec.json.schema_components(list(named.values()), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The wire of Reihum, reihum.1",
        "oneOf": [{"title": name, **shape} for name, shape in zip(named, shapes, strict=True)],
        "$defs": open_ended(parts),
    }


def open_ended(shape: Any) -> Any:
    """The same without closed objects: readers ignore what they do not know, as fields may be added."""
    if isinstance(shape, dict):
        closed = shape.get("additionalProperties") is False
        kept = {key: value for key, value in shape.items() if key != "additionalProperties" or not closed}
        return {key: open_ended(value) for key, value in kept.items()}
    return [open_ended(part) for part in shape] if isinstance(shape, list) else shape


def written() -> str:
    """The schema as it is published."""
    return json.dumps(schema(), indent=1, ensure_ascii=False, sort_keys=True) + "\n"


if __name__ == "__main__":
    SCHEMA.write_text(written(), encoding="utf-8")

"""Requests over HTTP: their bodies and their answers."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from reihum.wire.from_server import EventJson, TableShown, ViewJson

TOKEN_PATTERN: Final = r"^[!-~]{1,200}\Z"  # fits into a header
LONGEST_LINK: Final = 300  # characters of a link, and its bytes: anything longer takes too long to draw


# -- bodies ---------------------------------------------------------------------------------------


class OpenBody(msgspec.Struct, frozen=True):
    """The table to open."""

    game: str
    players: int | None = None
    options: dict[str, bool] = {}
    seats: list[str] | None = None
    name: str | None = None
    public: bool = False
    pace: str = "none"
    begins: str = "soon"
    seconds: int = 0
    hints: bool = True
    lesson: bool = False


class ArrangeBody(msgspec.Struct, frozen=True):
    """How the host wants the table; what is left out stays as it is."""

    seats: list[int | str] | None = None
    options: dict[str, bool] | None = None
    pace: str | None = None
    public: bool | None = None
    seconds: int | None = None
    hints: bool | None = None
    up: list[int] = []
    base: int | None = None


class SeatBody(msgspec.Struct, frozen=True):
    """Another seat, to nudge its player or to let a bot play on."""

    seat: int


class StepBody(msgspec.Struct, frozen=True):
    """The step of a lesson to go to."""

    step: int


class SitBody(msgspec.Struct, frozen=True):
    """Which seat to take, and under which name; a program gives its own name as well."""

    seat: int | None = None
    name: str | None = None
    program: str = ""


class QrBody(msgspec.Struct, frozen=True):
    """The text of a QR code."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_LINK)]


# -- answers --------------------------------------------------------------------------------------


class NewToken(msgspec.Struct):
    """Your identity at a server from now on."""

    token: Annotated[str, msgspec.Meta(pattern=TOKEN_PATTERN)]


class OpenAnswer(msgspec.Struct):
    """A table that was opened: its link, its code, and your seat."""

    table: str
    code: str
    seat: int | None
    commitment: str


class TakenSeat(msgspec.Struct):
    """Your seat."""

    seat: int


class FoundTable(msgspec.Struct):
    """A table to which a code leads, or at which the same people play again."""

    table: str


class Tables(msgspec.Struct):
    """A list of tables."""

    tables: list[TableShown]


class OwnTable(TableShown, kw_only=True):
    """A table in the list of your own, with whether you owe a decision there."""

    asked: bool


class GameShown(msgspec.Struct):
    """A game that can be played here."""

    slug: str
    title: str
    players: list[int]
    options: dict[str, bool]


class About(msgspec.Struct):
    """What a server says about itself."""

    version: str
    hash: str
    lan: str | None
    bots: list[str]
    games: list[GameShown]
    phrases: list[str]


class Offered(msgspec.Struct):
    """A code with which another device becomes the same player."""

    code: str
    path: str
    seconds: int


class QrDrawing(msgspec.Struct):
    """A QR code as an SVG path."""

    size: int
    path: str


class ErrorBody(msgspec.Struct):
    """The body of every answer that is an error."""

    error: str
    text: str


class ReplayedStep(msgspec.Struct):
    """A step of a finished game, and the table after it; number 0 is the deal."""

    v: int
    by: int | None
    m: str | None
    events: list[EventJson]
    told: list[str]
    view: ViewJson
    hands: list[list[str | int]]


class Replayed(msgspec.Struct):
    """A stretch of a finished game, as a seat or a spectator heard and saw it."""

    v: int
    seat: int | None
    table: TableShown
    rounds: list[EventJson]
    told: list[str]
    steps: list[ReplayedStep]

"""Requests over HTTP: their bodies and their answers."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec

from reihum.wire.from_server import EventJson, TableShown, ViewJson

TOKEN_PATTERN: Final = r"^[!-~]{1,200}\Z"  # fits into a header
LARGEST_CARRY: Final = 4096  # bytes of JSON that go along to another device
LONGEST_ADDRESS: Final = 1000  # characters of an address at which somebody is called
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
    hints: bool | None = None
    lesson: bool = False


class BranchBody(msgspec.Struct, frozen=True):
    """From which move on a finished game is played on, at which seat, against which bots."""

    v: int
    seat: int | None = None
    bot: str = "regular"
    name: str | None = None


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
    """Another seat: to nudge its player, let a bot play on, remove a guest, or pass the table on."""

    seat: int


class GuestBody(msgspec.Struct, frozen=True):
    """A guest who was removed, to be let back."""

    guest: int


class StepBody(msgspec.Struct, frozen=True):
    """The step of a lesson to go to."""

    step: int


class SitBody(msgspec.Struct, frozen=True):
    """Which seat to take, and under which name; a program gives its own name as well."""

    seat: int | None = None
    name: str | None = None
    program: str = ""


class HandoverBody(msgspec.Struct, frozen=True):
    """What goes along to another device, such as settings; the server does not look at it."""

    carry: dict[str, Any] = {}


class QrBody(msgspec.Struct, frozen=True):
    """The text of a QR code."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_LINK)]


Address = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_ADDRESS)]
KeyText = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class PushKeys(msgspec.Struct, frozen=True):
    """The keys with which a message is encrypted for one browser."""

    p256dh: KeyText
    auth: KeyText


class PushBody(msgspec.Struct, frozen=True):
    """A browser by which the player wants to be called, as its `PushSubscription` describes it."""

    endpoint: Address
    keys: PushKeys
    lang: str = ""


class EndpointBody(msgspec.Struct, frozen=True):
    """A browser by which the player does not want to be called any more."""

    endpoint: Address


class WebhookBody(msgspec.Struct, frozen=True):
    """An address at which the player wants to be called; null: at none."""

    url: Address | None
    kind: str = "other"
    lang: str = ""


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


class UnfinishedGame(OwnTable, kw_only=True):
    """An unfinished game in the list of your own, and where it stands."""

    turn: list[int]  # the seats that owe a decision
    round: int | None  # from 1
    rounds: int | None  # how many there are; null: as many as it takes
    place: int | None  # yours, by the rounds that are over
    by: int | None  # who made the last move, if you heard it
    idle: int  # seconds since anything happened


class UnfinishedGames(msgspec.Struct):
    """A page of your unfinished games; `more` asks for the next one."""

    games: list[UnfinishedGame]
    more: str | None


class FinishedGame(msgspec.Struct):
    """A finished game of yours."""

    table: TableShown
    at: float  # when it ended, in seconds since 1970
    seconds: int | None  # from the deal to the end
    counted: bool | None  # whether statistics count it; null: nobody has looked at this old game yet
    won: bool
    shared: bool  # whether others won, too
    place: int | None  # yours, from 1
    score: int | None  # yours


class FinishedGames(msgspec.Struct):
    """A page of your finished games; `more` asks for the next one."""

    games: list[FinishedGame]
    more: str | None


class Tally(msgspec.Struct):
    """Some of your finished games."""

    played: int
    won: int
    share: float  # how many you would have won if everybody won equally often
    average: float  # of your scores
    best: int  # of your scores


class TallyBySize(Tally, kw_only=True):
    """Those with as many players."""

    players: int


class TallyByCompany(Tally, kw_only=True):
    """Those with the same company: a bot's name if all others were that bot, `people`, `mixed` or `alone`."""

    company: str


class GameStatistics(Tally, kw_only=True):
    """Your finished games of one kind; playing alone is another kind."""

    game: str
    alone: bool
    streak: int  # won in a row, up to the last one
    longest: int  # won in a row, at best
    by_players: list[TallyBySize]
    by_company: list[TallyByCompany]


class Statistics(msgspec.Struct):
    """Your finished games in figures."""

    games: list[GameStatistics]
    since: float | None  # when the first of them ended, in seconds since 1970
    uncounted: int  # old games that are still to be looked at


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


class WebhookShown(msgspec.Struct):
    """A webhook at which the player is called; its address is a secret, of which only the server is shown."""

    kind: str
    host: str
    failed: bool


class CallsShown(msgspec.Struct):
    """How the player is called, and how they could be."""

    allowed: list[str]
    key: str | None
    browsers: int
    webhook: WebhookShown | None


class CallsTried(msgspec.Struct):
    """What came of a trial call: the kinds of addresses that answered, and of those that did not."""

    reached: list[str]
    failed: list[str]


class Forgot(msgspec.Struct):
    """What the server has begun to forget."""

    tables: int  # at so many tables your name is being replaced


class HandedOver(msgspec.Struct):
    """What the other device sent along."""

    carry: dict[str, Any]


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

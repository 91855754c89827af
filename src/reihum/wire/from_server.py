"""What the server says over WebSocket."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

ViewJson = dict[str, Any]
EventJson = dict[str, Any]
Sentences = list[str] | msgspec.UnsetType  # for those who asked for them with `tell`


class SeatShown(msgspec.Struct):
    """A seat of a table."""

    kind: Literal["human", "bot", "open"]
    name: str | None
    bot: str | None
    here: bool
    away: int | None = None  # of a player who is not here: for how many seconds


class Clock(msgspec.Struct):
    """A decision that a bot will make if it is not made in time."""

    seat: int
    left: float  # seconds


class PauseShown(msgspec.Struct):
    """The break after a round: for whom it lasts, and for how long at most."""

    v: int  # the step that ended the round
    waits: list[int]  # the seats whose players are still reading
    ready: list[int]  # those who have read enough
    left: float | None  # seconds; None: until all are ready


class LessonShown(msgspec.Struct):
    """How far the learner at the table of a lesson has come."""

    step: int  # steps that are done
    steps: int
    made: int  # moves of the current step that have been made
    ready: bool  # whether the others have done what comes before it
    astray: str | None  # a move that was not proposed: the lesson waits until it is taken back


class BranchShown(msgspec.Struct):
    """Where the game of this table branches off another one, which was over."""

    v: int  # after how many of its moves
    table: str | None  # at which it was played; only its opener is told


class MixShown(msgspec.Struct):
    """How the cards of a table are mixed, where nonces are promised."""

    deal: int  # which one it is
    stage: Literal["promising", "revealing", "dealt"]
    silent: list[list[int]]  # of each deal that was given up: the seats that did not answer


class PartShown(msgspec.Struct):
    """What a seat adds to the deal: one of these, or nothing."""

    promise: str | msgspec.UnsetType = msgspec.UNSET  # of a nonce
    nonce: str | msgspec.UnsetType = msgspec.UNSET  # that was said openly
    bot: bool | msgspec.UnsetType = msgspec.UNSET


class GuestShown(msgspec.Struct):
    """A guest whom the host has removed, and can let back."""

    guest: int
    name: str


class TableShown(msgspec.Struct):
    """A table as it is shown to one viewer."""

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
    begins: Literal["soon", "all", "host"] = "soon"
    seconds: int = 0  # for a decision; 0: as long as the pace allows
    hints: bool = True
    arranged: int = 0  # how often its host has arranged it
    ended: str | None = None  # the name of a host who ended the game for all
    clocks: list[Clock] = []
    reserved: int | None = None  # the seat that a player has left and can take back
    pause: PauseShown | None = None
    lesson: LessonShown | None = None
    host_seat: int | None = None  # where the host sits
    branch: BranchShown | None = None  # if a finished game is played on
    mix: MixShown | None = None  # as soon as there is a list of promises
    removed: list[GuestShown] = []  # guests who may not sit here; only the host is told
    barred: bool = False  # whether you are one of them


TakeBack = Literal["may", "nothing", "late", "people", "over", "lesson"]


class LogLine(msgspec.Struct):
    """An earlier step as the viewer heard it."""

    v: int
    by: int | None
    events: list[EventJson]
    m: str | msgspec.UnsetType | None = msgspec.UNSET
    undo: Literal[1] | msgspec.UnsetType = msgspec.UNSET
    gone: list[int] | msgspec.UnsetType = msgspec.UNSET
    stand_in: Literal[1] | msgspec.UnsetType = msgspec.UNSET
    told: Sentences = msgspec.UNSET


class Snap(msgspec.Struct, tag="snap", tag_field="t"):
    """All that a viewer may know now, with the steps since it last looked."""

    v: int
    seat: int | None
    table: TableShown
    view: ViewJson | None
    moves: list[str]
    ask: int | None
    log: list[LogLine]
    back: TakeBack | msgspec.UnsetType = msgspec.UNSET  # whether the viewer's last move can be taken back
    told: Sentences = msgspec.UNSET
    rounds: list[EventJson] | msgspec.UnsetType = msgspec.UNSET


class Step(msgspec.Struct, tag="ev", tag_field="t"):
    """One step as the viewer heard it: a move, or (with `undo`, without `m`) a move taken back."""

    v: int
    by: int | None
    events: list[EventJson]
    view: ViewJson
    moves: list[str]
    ask: int | None
    m: str | msgspec.UnsetType | None = msgspec.UNSET
    undo: Literal[1] | msgspec.UnsetType = msgspec.UNSET
    gone: list[int] | msgspec.UnsetType = msgspec.UNSET  # the steps that were taken back
    back: TakeBack | msgspec.UnsetType = msgspec.UNSET
    stand_in: Literal[1] | msgspec.UnsetType = msgspec.UNSET
    clocks: list[Clock] | msgspec.UnsetType = msgspec.UNSET
    told: Sentences = msgspec.UNSET


class Changed(msgspec.Struct, tag="table", tag_field="t"):
    """Something about the table changed."""

    table: TableShown


class Promises(msgspec.Struct, tag="promises", tag_field="t"):
    """The list of what each seat adds to a deal, fixed from now on: those who promised a nonce now say it."""

    deal: int
    commitment: str
    seats: list[PartShown]


class Remix(msgspec.Struct, tag="remix", tag_field="t"):
    """A nonce was not said in time: another deal begins, for which new nonces are promised."""

    deal: int
    commitment: str
    missing: list[int]  # the seats that did not answer in the deal before


class Said(msgspec.Struct, tag="said", tag_field="t"):
    """A player said one of the set phrases."""

    by: int
    p: str


class Nudged(msgspec.Struct, tag="nudge", tag_field="t"):
    """Another player waits for you."""

    by: int


class Ack(msgspec.Struct, tag="ack", tag_field="t"):
    """A move is on disk and played."""

    cid: str
    v: int


class NotDone(msgspec.Struct, tag="nack", tag_field="t"):
    """Nothing changed, and why."""

    cid: str
    kind: Literal["seat", "over", "stale", "turn", "unknown", "refused", "busy", "hints"]
    rule: str | None
    text: str


class May(msgspec.Struct, tag="may", tag_field="t"):
    """Nothing would be wrong with the move that was asked about."""

    cid: str


class HintOption(msgspec.Struct):
    """A sensible move of a hint."""

    move: str
    win: float  # the chance of winning the game, 0 to 1
    error: float  # one standard error of that
    equal: bool  # not worse than the best by two standard errors of the difference
    why: list[str]  # in the language of the hello; empty while the hint is being made
    then: list[str] | msgspec.UnsetType = msgspec.UNSET  # moves with which the same turn goes on


class HintMade(msgspec.Struct, tag="hint", tag_field="t"):
    """What the sensible moves of a decision are worth, the best first."""

    cid: str
    ask: int
    seat: int
    worlds: int  # how often each move has been played out
    options: list[HintOption]
    done: bool = True  # false: it is still being made, and another message follows


class Bye(msgspec.Struct, tag="bye", tag_field="t"):
    """The server closes the connection."""

    why: str


class Pong(msgspec.Struct, tag="pong", tag_field="t"):
    """The answer to a ping."""


FromServer = (
    Snap | Step | Changed | Promises | Remix | Said | Nudged | Ack | NotDone | May | HintMade | Bye | Pong
)

"""What is written down about a live table: everything needed to bring it back exactly as it was."""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

SeatKind = Literal["human", "bot", "open"]
Pace = Literal["none", "live", "days"]
PACES: Final[tuple[Pace, ...]] = ("none", "live", "days")
Beginning = Literal[
    "soon", "all", "host"
]  # once nobody is missing; once all are there; when the host says so
BEGINNINGS: Final[tuple[Beginning, ...]] = ("soon", "all", "host")


class Chair(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat of a table that is opened, and who has it."""

    kind: SeatKind
    player: str = ""  # of a human: who it is, as the store knows players
    name: str = ""
    bot: str = ""  # of a bot: which one
    left: bool = False  # the player is not there: a bot plays, and the seat stays reserved
    program: str = ""  # of a human: the name of the program that plays over the wire


class Branch(msgspec.Struct, frozen=True):
    """A finished game that is played on from one of its moves: how it went up to there."""

    table: str  # at which it was played
    nonces: list[str]  # by seat; the secret is that of this table
    moves: list[tuple[int, str]]  # who made which
    continued: int  # the first of its moves that was made when the secret was known; that of a branch: less
    mix: dict[str, Any] | None = None  # how the nonces were promised, if they were


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="e"):
    """One line of the log, with the time at which it was written."""

    at: float


class TableOpened(Entry, frozen=True, omit_defaults=True, tag="opened"):
    """A table is opened; its secret will deal the cards."""

    game: str
    players: int
    options: dict[str, bool]
    chairs: list[Chair]
    host: str
    secret: str
    code: str
    pace: Pace = "none"
    public: bool = False
    begins: Beginning = "soon"
    seconds: int = 0  # for a decision, before a bot makes it; 0: as long as the pace allows
    hints: bool | None = None  # whether players may ask for hints; None: if all others are bots
    lesson: str = ""  # at the table of a lesson: which form of it; another form has other moves
    branch: Branch | None = None  # where a finished game is played on


class Arranged(Entry, frozen=True, omit_defaults=True, tag="arranged"):
    """The host has arranged the table before the game: who sits where, and how it will be played."""

    seats: list[int | Chair]  # those of before by their numbers, and new ones
    options: dict[str, bool]
    pace: Pace = "none"
    public: bool = False
    seconds: int = 0
    hints: bool | None = None


class Sat(Entry, frozen=True, omit_defaults=True, tag="sat"):
    """A player sits down, or comes back to their own seat."""

    seat: int
    player: str
    name: str
    program: str = ""  # the name of a program that plays over the wire


class Left(Entry, frozen=True, omit_defaults=True, tag="left"):
    """A player leaves: the seat is open again, or a bot plays on."""

    seat: int
    by: int | None = None  # the seat that asked for a bot to play on for a player who is away


class Greeted(Entry, frozen=True, omit_defaults=True, tag="greeted"):
    """A player has said hello before the deal, perhaps with a nonce, or the promise of one."""

    seat: int
    nonce: str = ""
    promise: str = ""


class Listed(Entry, frozen=True, omit_defaults=True, tag="listed"):
    """The list of what each seat adds to a deal is fixed; bots take the seats that were still open."""

    deal: int
    parts: list[dict[str, str | bool]]  # by seat
    bots: dict[int, str] = {}  # by seat: the bot's name at the table
    bot: str = ""  # which bot all of them are


class Revealed(Entry, frozen=True, omit_defaults=True, tag="revealed"):
    """A player has said which nonce was promised, and others have not yet."""

    seat: int
    nonce: str


class Remixed(Entry, frozen=True, omit_defaults=True, tag="remixed"):
    """Somebody did not say which nonce was promised: another deal begins, with another secret."""

    deal: int
    secret: str
    missing: list[int]


class Promised(Entry, frozen=True, omit_defaults=True, tag="promised"):
    """A player has promised a nonce for another deal."""

    seat: int
    promise: str


class Begun(Entry, frozen=True, omit_defaults=True, tag="begun"):
    """The cards are dealt; bots take the seats that were still open."""

    bots: dict[int, str] = {}  # by seat: the bot's name at the table
    bot: str = "policy"  # which bot all of them are; logs from before there were levels do not say
    reveal: tuple[int, str] | None = None  # the seat that said its nonce last, and the nonce


class Moved(Entry, frozen=True, omit_defaults=True, tag="move"):
    """A move, by the player or by a bot in their place."""

    seat: int
    move: str
    cid: str = ""  # the client's name for it; bots need none
    by_bot: bool = False


class Undone(Entry, frozen=True, omit_defaults=True, tag="undo"):
    """The last move of a seat is taken back."""

    seat: int
    cid: str


class Coached(Entry, frozen=True, omit_defaults=True, tag="coached"):
    """At the table of a lesson: the learner goes to one of its steps."""

    keep: int  # how many moves still count; those after them are taken back
    read: int  # all steps before this one are done, if there was only something to read


class Ended(Entry, frozen=True, omit_defaults=True, tag="ended"):
    """The host has ended the game for all: nobody wins."""

    name: str  # of the host at the table, or empty


class Removed(Entry, frozen=True, omit_defaults=True, tag="removed"):
    """The host has removed a guest, who may not sit here again: the seat is open, or a bot plays on."""

    seat: int


class Readmitted(Entry, frozen=True, omit_defaults=True, tag="readmitted"):
    """The host lets a guest who was removed sit here again."""

    guest: int  # which one, in the order in which they were removed


class HostPassed(Entry, frozen=True, omit_defaults=True, tag="host"):
    """The host has passed the table on to another player."""

    seat: int


class Forgotten(Entry, frozen=True, omit_defaults=True, tag="forgotten"):
    """A player wants to be forgotten: a bot has the seat from now on, and the name is a neutral one."""

    seat: int | None  # None: the host, who had no seat
    host: bool = False  # whether the table needs another host


class Closed(Entry, frozen=True, omit_defaults=True, tag="closed"):
    """The table is closed for good; nothing follows, and its log is deleted."""


class Rematched(Entry, frozen=True, omit_defaults=True, tag="rematch"):
    """The same people play again at another table."""

    table: str


AnyEntry = (
    TableOpened
    | Arranged
    | Sat
    | Left
    | Greeted
    | Listed
    | Revealed
    | Remixed
    | Promised
    | Begun
    | Moved
    | Undone
    | Coached
    | Ended
    | Rematched
    | Removed
    | Readmitted
    | HostPassed
    | Forgotten
    | Closed
)

_DECODER: Final[msgspec.json.Decoder[AnyEntry]] = msgspec.json.Decoder(AnyEntry)

encode_entry: Final = msgspec.json.Encoder().encode  # an entry as one line of JSON


def decode_entry(line: bytes | str) -> AnyEntry:
    """An entry from its line of JSON."""
    return _DECODER.decode(line)

"""Where tables are kept: their logs, who plays, codes, leases. One promise, kept by SQLite and by PostgreSQL.

When `append` returns, everything is on disk. A table's log has every number once: of two processes that write
the same one, the second is told that it is `Taken`, reads what the other wrote, and decides again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

import msgspec

from reihum.core.errors import ReihumError
from reihum.server.store.contacts import Contact
from reihum.server.store.exercises import StoredExercise
from reihum.server.store.housekeeping import Aged, Mute, Order, ToForget
from reihum.server.store.leases import LeaseStore
from reihum.server.store.overview import Figures, Row
from reihum.server.store.reviews import KeptReview


class Taken(Exception):
    """Another process has written this entry, or uses this code: read the log, and decide again."""


class Unavailable(Exception):
    """The store cannot be reached or written to now; whether the last write succeeded is unknown."""


class Crowded(Unavailable):
    """The store works, but has more to do than it can; nothing was written."""


@dataclass(frozen=True)
class Result:
    """How a game ended for one of its players."""

    player: str
    company: str = ""  # with whom: `alone`, `people`, a bot's name if all others are that bot, else `mixed`
    counted: bool = False  # whether it counts in statistics: it was played to its end, and by the player
    won: bool = False
    shared: bool = False  # whether others won, too
    place: int | None = None  # from 1
    score: int | None = None


@dataclass(frozen=True)
class Summary:
    """What can be looked up about a table without reading its log."""

    status: str
    code: str | None  # while a seat is open
    listed: bool  # among the public tables with an open seat
    players: tuple[str, ...]  # everybody who has a seat, and the host
    at: float
    listing: bytes = b""  # what lists show of the table
    game: str = ""
    size: int = 0  # how many play
    began: float | None = None
    results: tuple[Result, ...] = ()  # once a game is over
    people: bool = True  # whether anybody but our own bots plays
    former: tuple[str, ...] = ()  # players whom the log names, and who have no seat any more


class Write(msgspec.Struct, frozen=True):
    """One entry for the log of a table, with the summary if that changes."""

    table: str
    number: int  # of the entry, from 1; 0: no entry, only a summary
    line: bytes = b""
    summary: Summary | None = None


@dataclass(frozen=True)
class Handover:
    """What a code hands over: a player, and what their other device sent along."""

    player: str
    carried: bytes


@dataclass(frozen=True)
class Wanted:
    """Which games of a player are wanted, the latest first."""

    finished: bool
    game: str = ""  # empty: all
    company: str = ""  # as in a result; empty: any
    before: tuple[float, str] = (math.inf, "")  # only those before this one, by time and table


@dataclass(frozen=True)
class OwnGame:
    """A game of a player, and how it ended."""

    table: str
    at: float  # when it ended; of an unfinished one, when somebody last sat down or left
    began: float | None
    counted: bool | None  # None: nobody has looked yet
    won: bool
    shared: bool
    place: int | None
    score: int | None
    listing: bytes


@dataclass(frozen=True)
class Played:
    """Games of one kind that a player has finished."""

    game: str
    size: int
    company: str
    played: int
    won: int
    total: int  # of all scores
    lowest: int
    highest: int
    since: float


@dataclass(frozen=True)
class Streak:
    """How many games a player has won in a row: now, and at best."""

    game: str
    alone: bool
    longest: int
    current: int


class QueueFigures(NamedTuple):
    """Callers that wait because others are being served: now, ever, and for how many seconds in all."""

    waiting: int = 0
    waits: int = 0
    seconds: float = 0.0


def ignore(*_told: object) -> None:
    """Do nothing with what is told."""


@dataclass(frozen=True)
class Ears:
    """Who is told what other processes do."""

    written: Callable[[set[str]], None] = ignore  # to the logs of these tables
    said: Callable[[str, str], None] = ignore  # words about a table
    present: Callable[[set[str]], None] = ignore  # other players are connected to these tables
    missed: Callable[[], None] = ignore  # nobody knows what, while there was no connection


class Store(LeaseStore, Protocol):
    """What a server needs of its store; answers may be slightly out of date."""

    shared: bool  # whether other processes may use the same store
    listening: bool  # whether what other processes tell is heard now, if there are any

    async def open(self) -> None:
        """Connect, and bring the database up to date."""

    async def close(self) -> None:
        """Finish writing, and disconnect."""

    def queue(self) -> QueueFigures:
        """Who has had to wait for others, so far."""

    async def check(self) -> None:
        """Raise Unavailable if it cannot be written to now."""

    def put(self, writes: tuple[Write, ...], then: Callable[[Exception | None], None]) -> None:
        """Write all of these or none; call back once they are on disk, or with the error."""

    async def append(self, *writes: Write) -> None:
        """The same for callers that wait: when this returns, they are on disk."""

    async def entries(self, table: str, after: int = 0) -> list[bytes]:
        """The log of a table, after its first entries."""

    async def logs(self, tables: Iterable[str]) -> dict[str, list[bytes]]:
        """The logs of some tables, read at once; only those that there are."""

    async def lengths(self, tables: Iterable[str]) -> dict[str, int]:
        """How many entries the logs of these tables have."""

    async def add_player(self, player: str, at: float) -> None:
        """Add a new player."""

    async def player_with(self, key: str) -> str | None:
        """The player to whom this key belongs: as the first key, or as one handed over."""

    async def offer_handover(
        self, code: str, player: str, now: float, until: float, carried: bytes = b""
    ) -> None:
        """Let a code give one more key to this player, until then; expired codes are deleted."""

    async def hand_over(self, code: str, key: str, now: float) -> Handover | None:
        """Use up a code: the key belongs to its player from now on; None if the code is not valid."""

    async def table_with(self, code: str) -> str | None:
        """The table to which a code leads."""

    async def tables_of(self, player: str, most: int) -> list[str]:
        """The tables of a player: unfinished ones first, and the latest first among each."""

    async def games_of(self, player: str, wanted: Wanted, most: int) -> list[OwnGame]:
        """Games of a player, the latest first."""

    async def tallies(self, player: str) -> list[Played]:
        """The finished games of a player that count, by game, number of players and company."""

    async def streaks(self, player: str) -> list[Streak]:
        """The games that a player has won in a row, by game, and alone apart."""

    async def uncounted_games(self, player: str) -> int:
        """How many finished games of a player nobody has looked at yet."""

    async def uncounted_tables(self, after: str, most: int) -> list[tuple[str, float]]:
        """Tables whose results nobody has looked at yet, and when they ended; in order, after this one."""

    async def public_tables(self, most: int) -> list[str]:
        """The public tables that have an open seat, the latest first."""

    async def listings(self, tables: Iterable[str]) -> dict[str, bytes]:
        """What lists show of these tables."""

    async def call_out(self, table: str, words: str) -> None:
        """Send words about a table to the other processes that listen; they are not stored."""

    async def contacts_of(self, player: str) -> list[Contact]:
        """All ways to call a player, the oldest first."""

    async def reachable(self, players: Collection[str], push_only: bool) -> set[str]:
        """Those of these players who can be called at all, or by their browsers."""

    async def keep_contact(self, contact: Contact, most: int) -> None:
        """Keep a way to call a player, in place of the one with the same id; only the latest are kept."""

    async def drop_contact(self, ident: str, player: str | None = None) -> None:
        """Forget a way to call somebody; with a player, only if it is theirs."""

    async def count_failures(self, ident: str, failures: int) -> None:
        """Note how many calls in a row did not get through."""

    async def claim_call(self, player: str, table: str, stage: int, now: float) -> bool:
        """Note that a player is called about a stage of a table; False if that, or a later one, was noted."""

    async def exercises_of(self, player: str) -> list[StoredExercise]:
        """All exercises of a player, also those that are known: the first due first, then the oldest."""

    async def exercise(self, player: str, table: str, number: int) -> StoredExercise | None:
        """One exercise of a player."""

    async def uncollected(self, player: str, most: int) -> list[str]:
        """Games of a player whose reviews are made, and whose mistakes have not become exercises yet."""

    async def collect(self, player: str, table: str, exercises: Sequence[StoredExercise]) -> None:
        """Keep the mistakes of a player in a game as exercises, unless that has been done before."""

    async def place_exercise(self, tried: StoredExercise, box: int, due: int, solved: int) -> bool:
        """Note how an exercise was tried; False if that has been noted since it was read."""

    async def put_exercise_away(self, player: str, table: str, number: int, box: int, due: int) -> bool:
        """Never ask about an exercise again; False if there is none."""

    async def delete_exercises(self, player: str) -> None:
        """Forget all exercises of a player; they do not come back."""

    async def keep_secret(self, name: str, value: str) -> str:
        """Keep a secret of all servers on this store, unless there is one of that name; the one there is."""

    async def review_of(self, table: str) -> KeptReview | None:
        """The review of a game, if anybody has asked for it."""

    async def want_review(self, table: str, player: str, now: float) -> None:
        """Note that somebody wants the review of a game."""

    async def wanted_reviews(self, most: int) -> list[tuple[str, str]]:
        """Games whose reviews are wanted and not being made, and the players who asked; in that order."""

    async def claim_review(self, table: str, owner: str, done: float = 0.0) -> bool:
        """Begin or go on to make a review; False if another process is doing that, or it is made."""

    async def keep_review(self, table: str, made: bytes) -> None:
        """Keep a review; it is never made again."""

    async def drop_review(self, table: str) -> None:
        """Forget a review, or that it was wanted: it can be asked for again."""

    async def claim_chore(self, name: str, owner: str, now: float, until: float) -> bool:
        """Begin or go on with something that only one process does at a time; False if another does."""

    async def aged_tables(
        self, status: str, people: bool, upto: float, after: tuple[float, str], most: int
    ) -> list[Aged]:
        """Tables with this status whose seats and end have not changed since then, the oldest first."""

    async def last_entry(self, table: str) -> tuple[int, bytes]:
        """The number of the last entry of a log, and the entry; 0 if there is none."""

    async def is_practised(self, table: str) -> bool:
        """Whether a player still has exercises from this game that come back."""

    async def mark_gone(self, table: str, now: float) -> None:
        """Show a closed table to nobody any more."""

    async def clear_table(self, table: str, most: int) -> bool:
        """Delete so many entries of a table that is gone, or all that is left of it; whether it went."""

    async def rewrite_entries(self, table: str, lines: dict[int, bytes]) -> None:
        """Replace entries of a log by others that say the same about the game."""

    async def aged_players(self, after: str, most: int, upto: float) -> tuple[list[str], str]:
        """Of the next players by name those without games since then, and the last one looked at."""

    async def forget_player(self, player: str, secret: str, now: float) -> None:
        """Delete what belongs to a player alone, tokens first, and note that tables are to follow."""

    async def to_forget(self, most: int) -> list[ToForget]:
        """Players of whom tables still know, those first who have waited longest."""

    async def traces(self, player: str, most: int) -> list[str]:
        """Tables whose logs name a player, in whatever part."""

    async def drop_trace(self, player: str, table: str) -> None:
        """Note that a table does not know a player any more."""

    async def end_forgetting(self, player: str) -> None:
        """Nothing knows the player any more, so the aliases cannot be traced back either."""

    async def mute(self, kind: str, who: str, until: float) -> None:
        """Mute a player or an address until then."""

    async def unmute(self, kind: str, who: str) -> bool:
        """Let somebody speak again; False if they could."""

    async def muted(self, now: float) -> list[Mute]:
        """Everybody who is muted now."""

    async def unmute_late(self, now: float) -> None:
        """Forget who was muted until now."""

    async def give_order(self, order: Order, now: float) -> None:
        """Ask the server to do something with a table."""

    async def orders(self) -> list[Order]:
        """What hosts have asked for, in that order."""

    async def end_order(self, ident: str) -> None:
        """Note that something has been done, or cannot be."""

    async def latest_tables(self, before: tuple[float, str], most: int) -> list[Row]:
        """All tables that are not being deleted, the latest first."""

    async def players_like(self, beginning: str, most: int) -> list[str]:
        """Players whose names in the store begin like this."""

    async def figures(self, now: float, days: int) -> Figures:
        """How many tables, games a day and players there are."""

    async def give_space_back(self, most: int) -> bool:
        """Give up to this many free pages back to the disk; whether there are more."""

    async def size(self) -> int:
        """How many bytes everything takes."""

    async def watch(self, ears: Ears) -> None:
        """From now on tell what other processes do; some of it may get lost, which is told, too."""


def store_at(url: str) -> Store:
    """The store that a URL names: `sqlite:PATH` or `postgresql://…`."""
    if url.startswith("sqlite:") and url != "sqlite:":
        from reihum.server.store.sqlite import SqliteStore

        path = url.removeprefix("sqlite:")
        if Path(path).is_dir():
            raise ReihumError(f"{path} is a folder; a store is a file, such as {Path(path) / 'tables.db'}.")
        return SqliteStore(path)
    if url.startswith(("postgresql://", "postgres://")):
        try:
            from reihum.server.store.postgres import PostgresStore
        except ImportError:
            raise ReihumError("PostgreSQL needs asyncpg: pip install asyncpg.") from None

        return PostgresStore(url)
    raise ReihumError("A store is sqlite:PATH or postgresql://….")

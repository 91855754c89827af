"""Judging what is asked of a table: the entry for its log, or what is wrong. Nothing is changed here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from msgspec.structs import replace

from reihum.bots import NAMES, USUAL_LEVEL
from reihum.core.errors import ReihumError
from reihum.core.names import clean_name
from reihum.games import SLUGS
from reihum.match import Game, Mistake, game
from reihum.table.live import LiveTable
from reihum.table.log import (
    BEGINNINGS,
    PACES,
    Beginning,
    Chair,
    Left,
    Moved,
    Pace,
    Rematched,
    Sat,
    TableOpened,
    Undone,
)
from reihum.table.seats import STAND_IN, bot_names, neutral_name, seat_from
from reihum.words import words

TakeBack = Literal["may", "nothing", "late", "people", "over", "lesson"]
FEWEST_SECONDS: Final = 5  # that a player may have for a decision ...
MOST_SECONDS: Final = 3600  # ... where the table counts seconds


@dataclass(frozen=True)
class Problem:
    """Why a request cannot be granted: a code for programs, a sentence for people."""

    error: str
    facts: dict[str, object] = field(default_factory=dict)
    game: str = ""  # the module of the game whose words have the sentence

    def text(self, lang: str) -> str:
        """One sentence that says what is wrong."""
        return words(lang, self.game)(f"problem.{self.error}", **self.facts)


@dataclass(frozen=True)
class Nack:
    """Why a move or a take-back is not made."""

    kind: Literal["seat", "over", "stale", "turn", "unknown", "refused", "busy", "hints"]
    mistake: Mistake | None = None
    reason: str = ""  # of a sentence other than the usual one of this kind

    @property
    def rule(self) -> str | None:
        """The rule that a refusal cites."""
        return None if self.mistake is None else self.mistake.rule

    def text(self, lang: str) -> str:
        """One sentence that says why."""
        if self.mistake is not None:
            return self.mistake.text(lang)
        return words(lang)(f"nack.{self.reason or self.kind}")


# -- opening --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TableRequest:
    """The table that a player wants to open."""

    game: str
    players: int | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    seats: Sequence[str] | None = None
    name: str | None = None
    public: bool = False
    pace: str = "none"
    begins: str = "soon"
    seconds: int = 0
    hints: bool | None = None
    lesson: bool = False


def judge_opening(
    wanted: TableRequest, player: str, at: float, secret: bytes, code: str
) -> TableOpened | Problem:
    """Open a table as requested."""
    if wanted.game not in SLUGS:
        return Problem("game", {"games": ", ".join(SLUGS)})
    of = game(wanted.game)
    usual = len(wanted.seats or ()) or max(2, of.players[0])
    players = usual if wanted.players is None else wanted.players
    if isinstance(players, bool) or players not in of.players:
        return Problem("players", {"game": of.title, "fewest": of.players[0], "most": of.players[-1]})
    if any(name not in of.options or not isinstance(value, bool) for name, value in wanted.options.items()):
        return Problem("options", {"game": of.title})
    if wanted.pace not in PACES:
        return Problem("pace", {"paces": ", ".join(PACES)})
    if wanted.begins not in BEGINNINGS:
        return Problem("begins", {"known": ", ".join(BEGINNINGS)})
    if problem := seconds_problem(wanted.seconds):
        return problem
    seats = wanted.seats if wanted.seats is not None else ["me", *[f"bot:{USUAL_LEVEL}"] * (players - 1)]
    if problem := seats_problem(seats, players):
        return problem
    name = clean_or_default_name(wanted.name, seats.index("me") if "me" in seats else 0)
    if name is None:
        return Problem("name")
    return TableOpened(
        at=at,
        game=of.slug,
        players=players,
        options=all_options(of, wanted.options),
        chairs=chairs_for(seats, player, name),
        host=player,
        secret=secret.hex(),
        code=code,
        pace=pace_of(wanted.pace),
        public=wanted.public,
        begins=beginning_of(wanted.begins),
        seconds=wanted.seconds,
        hints=wanted.hints,
    )


def seconds_problem(seconds: int) -> Problem | None:
    """What is wrong with the time for a decision."""
    if seconds == 0 or FEWEST_SECONDS <= seconds <= MOST_SECONDS:
        return None
    return Problem("seconds", {"fewest": FEWEST_SECONDS, "most": MOST_SECONDS})


def seats_problem(seats: Sequence[str], players: int) -> Problem | None:
    """What is wrong with the seats asked for."""
    if len(seats) != players:
        return Problem("seat_count", {"players": players})
    kinds = ["me", "open", *[f"bot:{name}" for name in NAMES]]
    if any(seat not in kinds for seat in seats):
        return Problem("seat_kind", {"kinds": ", ".join(kinds)})
    return Problem("two_seats") if list(seats).count("me") > 1 else None


def all_options(of: Game, chosen: Mapping[str, object]) -> dict[str, bool]:
    """All options of a game: those asked for, and the others at their defaults."""
    return {name: bool(chosen.get(name, usual)) for name, usual in of.options.items()}


def pace_of(text: str) -> Pace:
    """The pace of this name, which is known to exist."""
    return next(pace for pace in PACES if pace == text)


def beginning_of(text: str) -> Beginning:
    """How a game begins, by this name, which is known to exist."""
    return next(begins for begins in BEGINNINGS if begins == text)


def chairs_for(seats: Sequence[str], player: str, name: str) -> list[Chair]:
    """The seats as given, with names for the bots."""
    names = iter(bot_names([name], len(seats)))
    found: list[Chair] = []
    for seat in seats:
        if seat == "me":
            found.append(Chair("human", player=player, name=name))
        elif seat == "open":
            found.append(Chair("open"))
        else:
            found.append(Chair("bot", bot=seat.removeprefix("bot:"), name=next(names)))
    return found


def clean_or_default_name(name: str | None, seat: int) -> str | None:
    """A name in its clean form; a default if none is given; None if it is not allowed."""
    if name is None:
        return neutral_name(seat)
    try:
        return clean_name(name)
    except ReihumError:
        return None


# -- sitting down, getting up ---------------------------------------------------------------------


def judge_sitting(
    table: LiveTable, player: str, seat: int | None, name: str | None, program: str, at: float
) -> Sat | int | Problem:
    """Sit down, or come back; a number is the seat at which the player already sits."""
    if table.is_barred(player):
        return Problem("removed")
    own = table.own_seat(player)
    if own is not None:
        if seat is not None and seat != own:
            return Problem("sits_already")
        return judge_return(table, own, name, at)
    if seat is not None and not 0 <= seat < table.players:
        return Problem("no_seat", {"last": table.players - 1})
    free = table.open_seats()
    if table.seated or not free or table.status == "over":
        return Problem("no_open_seat")
    if seat is not None and seat not in free:
        return Problem("seat_taken")
    chosen = free[0] if seat is None else seat
    clean = clean_or_default_name(name, chosen)
    clean_program = clean_or_default_name(program, chosen) if program else ""
    if clean is None or clean_program is None:
        return Problem("name")
    return Sat(at=at, seat=chosen, player=player, name=clean, program=clean_program)


def judge_return(table: LiveTable, own: int, name: str | None, at: float) -> Sat | int | Problem:
    """Come back to one's own seat, or change one's name before the deal; a number if nothing changes."""
    chair = table.seats[own]
    renamed = chair.name
    if table.match is None and name is not None:
        clean = clean_or_default_name(name, own)
        if clean is None:
            return Problem("name")
        renamed = clean
    if chair.present and renamed == chair.name:
        return own
    return Sat(at=at, seat=own, player=chair.player, name=renamed, program=chair.program)


def judge_leaving(table: LiveTable, player: str, at: float) -> Left | Problem:
    """Leave the table."""
    seat = table.seat_of(player)
    if seat is None:
        return Problem("not_seated")
    if table.is_lesson:
        return Problem("lesson")
    return Problem("over") if table.status == "over" else Left(at=at, seat=seat)


def judge_rematch(
    table: LiveTable, player: str, at: float, ident: str, secret: bytes, code: str
) -> tuple[Rematched, TableOpened] | Problem:
    """The same people and bots at a new table; a bot plays for anyone who has left, until they come back."""
    if table.is_lesson:
        return Problem("lesson")
    if table.status != "over":
        return Problem("not_over")
    if table.is_barred(player) or (table.own_seat(player) is None and player != table.host):
        return Problem("not_seated")
    again = [
        Chair("bot", bot=seat.bot or STAND_IN, name=seat.name)
        if seat.bot or seat.forgotten or table.is_barred(seat.player)
        else Chair("human", seat.player, seat.name, "", seat.left and seat.player != player, seat.program)
        for seat in table.seats
    ]
    opened = TableOpened(
        at=at,
        game=table.game.slug,
        players=table.players,
        options=table.options,
        chairs=again,
        host=table.host,
        secret=secret.hex(),
        code=code,
        pace=table.pace,
        public=table.public,
        seconds=table.seconds,
        hints=table.wants_hints,
        begins="all" if sum(seat_from(chair).kind == "human" for chair in again) > 1 else "soon",
    )
    if table.branch is not None:  # once more from the same place, with the same cards
        opened = replace(opened, branch=table.branch, secret=table.secret.hex())
    return Rematched(at=at, table=ident), opened


# -- moves ----------------------------------------------------------------------------------------


def judge_move(table: LiveTable, player: str, cid: str, ask: int, move: str, at: float) -> Moved | int | Nack:
    """A player's move; a number is the `v` of an earlier move with the same cid."""
    if (known := known_ack(table, player, cid)) is not None:
        return known
    seat = table.seat_of(player)
    if seat is None:
        return Nack("seat")
    return move_nack(table, seat, ask, move) or Moved(at=at, seat=seat, move=move, cid=cid)


def known_ack(table: LiveTable, player: str, cid: str) -> int | None:
    """The `v` of what a player did under this cid, even if the player has left since."""
    seat = table.own_seat(player)
    return None if seat is None else table.acks.get((seat, cid))


def judge_bot_move(table: LiveTable, seat: int, ask: int, move: str, at: float) -> Moved | Nack:
    """A bot's move, for its own seat or for a player who has left or stays away."""
    return move_nack(table, seat, ask, move) or Moved(at=at, seat=seat, move=move, by_bot=True)


def move_nack(table: LiveTable, seat: int, ask: int, move: str) -> Nack | None:
    """The first thing that is wrong with a move."""
    if nack := late_or_early(table, seat, ask):
        return nack
    if table.full:
        return Nack("refused", reason="too_long")
    mistake = table.judge(seat, move)
    if mistake is None:
        return None
    return Nack("unknown" if mistake.kind == "unknown" else "refused", mistake)


def late_or_early(table: LiveTable, seat: int, ask: int) -> Nack | None:
    """Why a seat has no such decision to make now."""
    if table.status == "over":
        return Nack("over")
    if ask < table.seats[seat].answered:
        return Nack("stale")
    return Nack("turn") if ask != table.ask(seat) else None


def judge_why(table: LiveTable, player: str, ask: int, move: str) -> Nack | None:
    """Why a player's move would not be made now; None if it would be."""
    seat = table.seat_of(player)
    return Nack("seat") if seat is None else move_nack(table, seat, ask, move)


def judge_hint(table: LiveTable, player: str, ask: int) -> int | Nack:
    """The seat that may have a hint about this decision of its own now, or why not."""
    seat = table.seat_of(player)
    if seat is None:
        return Nack("seat", reason="hint_seat")
    if not table.hints:
        return Nack("hints")
    return late_or_early(table, seat, ask) or seat


def take_back(table: LiveTable, seat: int) -> TakeBack:
    """Whether a player may take their last move back, or else why not."""
    if table.status == "over":
        return "over"
    if table.is_lesson:
        return "lesson"
    if any(other.kind == "human" for number, other in enumerate(table.seats) if number != seat):
        return "people"
    if table.can_undo(seat):
        return "may"
    return "late" if table.has_moved(seat) else "nothing"


def judge_undo(table: LiveTable, player: str, cid: str, at: float) -> Undone | int | Nack:
    """Take one's own last move back, where nobody else loses by it."""
    if (known := known_ack(table, player, cid)) is not None:
        return known
    seat = table.seat_of(player)
    if seat is None:
        return Nack("seat")
    answer = take_back(table, seat)
    if answer == "over":
        return Nack("over")
    if answer != "may":
        return Nack("refused", reason=f"undo_{answer}")
    if table.full:
        return Nack("refused", reason="too_long")
    return Undone(at=at, seat=seat, cid=cid)

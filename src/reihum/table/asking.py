"""Judging what is asked of a table: the entry to write down, or what is wrong. Nothing is changed here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from reihum.bots import NAMES
from reihum.core.errors import ReihumError
from reihum.games import SLUGS
from reihum.match import Game, Mistake, game
from reihum.names import clean_name
from reihum.table.live import LiveTable
from reihum.table.log import PACES, Begun, Chair, Greeted, Left, Moved, Opened, Pace, Rematched, Sat, Undone
from reihum.table.seats import STAND_IN, bot_names
from reihum.words import words

CID_LIMIT: Final = 64  # characters


@dataclass(frozen=True)
class Problem:
    """Why something cannot be done: an HTTP status, a code for programs, a sentence for people."""

    status: int
    error: str
    facts: dict[str, object] = field(default_factory=dict)

    def text(self, lang: str) -> str:
        """One sentence that says what is wrong."""
        return words(lang)(f"problem.{self.error}", **self.facts)


@dataclass(frozen=True)
class Nack:
    """Why a move or a take-back was not made."""

    kind: Literal["seat", "over", "stale", "turn", "unknown", "refused", "busy"]
    mistake: Mistake | None = None
    reason: str = ""  # another sentence than the usual one of this kind

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
class Wish:
    """The table that somebody wants to open."""

    game: str
    players: int | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    seats: Sequence[str] | None = None
    name: str | None = None
    public: bool = False
    pace: str = "none"


def opening(wish: Wish, player: str, at: float, secret: bytes, code: str) -> Opened | Problem:
    """A new table as it was wished for."""
    if wish.game not in SLUGS:
        return Problem(400, "game", {"games": ", ".join(SLUGS)})
    of = game(wish.game)
    players = wish.players if wish.players is not None else len(wish.seats or ()) or max(2, of.players[0])
    if isinstance(players, bool) or players not in of.players:
        return Problem(400, "players", {"game": of.title, "fewest": of.players[0], "most": of.players[-1]})
    if any(name not in of.options or not isinstance(value, bool) for name, value in wish.options.items()):
        return Problem(400, "options", {"game": of.title})
    if wish.pace not in PACES:
        return Problem(400, "pace", {"paces": ", ".join(PACES)})
    seats = wish.seats if wish.seats is not None else ["me", *([f"bot:{STAND_IN}"] * (players - 1))]
    if problem := seats_problem(seats, players):
        return problem
    name = cleaned(wish.name, seats.index("me") if "me" in seats else 0)
    if name is None:
        return Problem(400, "name")
    return Opened(
        at=at,
        game=of.slug,
        players=players,
        options=all_options(of, wish.options),
        chairs=chairs(seats, player, name),
        host=player,
        secret=secret.hex(),
        code=code,
        pace=pace_of(wish.pace),
        public=wish.public,
    )


def seats_problem(seats: Sequence[str], players: int) -> Problem | None:
    """What is wrong with the seats that somebody wants."""
    if len(seats) != players:
        return Problem(400, "seat_count", {"players": players})
    kinds = ["me", "open", *[f"bot:{name}" for name in NAMES]]
    if any(seat not in kinds for seat in seats):
        return Problem(400, "seat_kind", {"kinds": ", ".join(kinds)})
    return Problem(400, "two_seats") if list(seats).count("me") > 1 else None


def all_options(of: Game, wanted: Mapping[str, object]) -> dict[str, bool]:
    """All options of a game, those that were wanted and the others as usual."""
    return {name: bool(wanted.get(name, usual)) for name, usual in of.options.items()}


def pace_of(text: str) -> Pace:
    """A pace that is known to be one."""
    return next(pace for pace in PACES if pace == text)


def chairs(seats: Sequence[str], player: str, name: str) -> list[Chair]:
    """The seats as they are given, with names for the bots."""
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


def cleaned(name: str | None, seat: int) -> str | None:
    """A name as it may be; a usual one for somebody who gives none; None if it cannot be a name."""
    if name is None:
        return f"Player {seat + 1}"
    try:
        return clean_name(name)
    except ReihumError:
        return None


# -- sitting down, beginning, getting up ----------------------------------------------------------


def sitting(
    table: LiveTable, player: str, seat: int | None, name: str | None, program: str, at: float
) -> Sat | int | Problem:
    """Sit down, or come back; a number is the seat where the player sits already."""
    own = table.own_seat(player)
    if own is not None:
        if seat is not None and seat != own:
            return Problem(409, "sits_already")
        return sitting_again(table, own, name, at)
    if seat is not None and not 0 <= seat < table.players:
        return Problem(400, "no_seat", {"last": table.players - 1})
    free = table.open_seats()
    if table.match is not None or not free:
        return Problem(409, "no_open_seat")
    if seat is not None and seat not in free:
        return Problem(409, "seat_taken")
    chosen = free[0] if seat is None else seat
    clean = cleaned(name, chosen)
    clean_program = cleaned(program, chosen) if program else ""
    if clean is None or clean_program is None:
        return Problem(400, "name")
    return Sat(at=at, seat=chosen, player=player, name=clean, program=clean_program)


def sitting_again(table: LiveTable, own: int, name: str | None, at: float) -> Sat | int | Problem:
    """Come back to the own seat, or take another name before the deal; a number if nothing changes."""
    chair = table.seats[own]
    renamed = chair.name
    if table.match is None and name is not None:
        clean = cleaned(name, own)
        if clean is None:
            return Problem(400, "name")
        renamed = clean
    if chair.present and renamed == chair.name:
        return own
    return Sat(at=at, seat=own, player=chair.player, name=renamed, program=chair.program)


def greeting(table: LiveTable, player: str, nonce: str, at: float) -> Greeted | None:
    """What a hello adds before the deal: that its player is there, and once a nonce."""
    seat = table.seat_of(player)
    if seat is None or table.match is not None:
        return None
    known = table.seats[seat]
    if known.greeted and (known.nonce or not nonce):
        return None
    return Greeted(at=at, seat=seat, nonce=nonce)


def starting(table: LiveTable, player: str, at: float) -> Begun | Problem:
    """The host begins; bots take the seats that are open."""
    if player != table.host:
        return Problem(403, "host_only")
    if table.match is not None:
        return Problem(409, "begun")
    return dealing(table, at)


def dealing(table: LiveTable, at: float) -> Begun:
    """The game begins, with bots on the seats that are open."""
    free = table.open_seats()
    names = bot_names([seat.name for seat in table.seats], len(free))
    return Begun(at=at, bots=dict(zip(free, names, strict=True)))


def leaving(table: LiveTable, player: str, at: float) -> Left | Problem:
    """Get up from the table."""
    seat = table.seat_of(player)
    if seat is None:
        return Problem(403, "not_seated")
    return Problem(409, "over") if table.status == "over" else Left(at=at, seat=seat)


def rematching(
    table: LiveTable, player: str, at: float, ident: str, secret: bytes, code: str
) -> tuple[Rematched, Opened] | Problem:
    """The same people and bots at another table; for who got up a bot plays there, too, until they come."""
    if table.status != "over":
        return Problem(409, "not_over")
    if table.own_seat(player) is None and player != table.host:
        return Problem(403, "not_seated")
    again = [
        Chair("bot", bot=seat.bot, name=seat.name)
        if seat.bot
        else Chair("human", seat.player, seat.name, "", seat.left and seat.player != player, seat.program)
        for seat in table.seats
    ]
    opened = Opened(
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
    )
    return Rematched(at=at, table=ident), opened


# -- moves ----------------------------------------------------------------------------------------


def moving(table: LiveTable, player: str, cid: str, ask: int, move: str, at: float) -> Moved | int | Nack:
    """A player's move; a number is the `v` of a move with this cid that was made before."""
    if (known := acknowledged(table, player, cid)) is not None:
        return known
    seat = table.seat_of(player)
    if seat is None:
        return Nack("seat")
    return wrong_with(table, seat, ask, move) or Moved(at=at, seat=seat, move=move, cid=cid)


def acknowledged(table: LiveTable, player: str, cid: str) -> int | None:
    """The `v` of what a player did under this name, also if the player has got up since."""
    seat = table.own_seat(player)
    return None if seat is None else table.acks.get((seat, cid))


def standing_in(table: LiveTable, seat: int, ask: int, move: str, at: float) -> Moved | Nack:
    """A bot's move, for its own seat or for somebody who left or stays away."""
    return wrong_with(table, seat, ask, move) or Moved(at=at, seat=seat, move=move, by_bot=True)


def wrong_with(table: LiveTable, seat: int, ask: int, move: str) -> Nack | None:
    """The first thing that is wrong with a move."""
    if table.status == "over":
        return Nack("over")
    if ask < table.seats[seat].answered:
        return Nack("stale")
    if ask != table.ask(seat) or table.match is None:
        return Nack("turn")
    if table.full:
        return Nack("refused", reason="too_long")
    if table.allowed(seat, move) >= 0:
        return None
    mistake = table.match.mistake(move, seat)
    assert mistake is not None
    return Nack("unknown" if mistake.kind == "unknown" else "refused", mistake)


def doubting(table: LiveTable, player: str, ask: int, move: str) -> Nack | None:
    """What a player's move would be answered if it were made now; None if it may be."""
    seat = table.seat_of(player)
    return Nack("seat") if seat is None else wrong_with(table, seat, ask, move)


def undoing(table: LiveTable, player: str, cid: str, at: float) -> Undone | int | Nack:
    """Take the own last move back, where that is nobody's loss."""
    if (known := acknowledged(table, player, cid)) is not None:
        return known
    seat = table.seat_of(player)
    if seat is None:
        return Nack("seat")
    if table.status == "over":
        return Nack("over")
    if any(other.kind == "human" for number, other in enumerate(table.seats) if number != seat):
        return Nack("refused", reason="undo_people")
    if table.match is None or not table.match.can_undo(seat):
        return Nack("refused", reason="undo_late")
    if table.full:
        return Nack("refused", reason="too_long")
    return Undone(at=at, seat=seat, cid=cid)

"""Judging what a host asks for, and what anybody may ask for in place of players who are away."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from reihum.bots import NAMES
from reihum.table.dealing import list_or_deal
from reihum.table.guests import is_somebody
from reihum.table.judge import Problem, all_options, pace_of, seconds_problem
from reihum.table.live import LiveTable
from reihum.table.log import (
    PACES,
    Arranged,
    Begun,
    Chair,
    Ended,
    HostPassed,
    Left,
    Listed,
    Readmitted,
    Removed,
)
from reihum.table.seats import bot_names

PATIENCE: Final = 60.0  # seconds that others wait for a player who is away, or for a host who is


@dataclass(frozen=True)
class Arrangement:
    """The table that its host wants; what is None stays as it is."""

    seats: Sequence[int | str] | None = None  # those of now by their numbers; 'open' and 'bot:NAME' are new
    options: Mapping[str, bool] | None = None
    pace: str | None = None
    public: bool | None = None
    seconds: int | None = None
    hints: bool | None = None
    up: Sequence[int] = ()  # seats whose players are there, and have to get up
    base: int | None = None  # how often the table had been arranged when the host looked at it


def judge_arranging(
    table: LiveTable, player: str, wanted: Arrangement, here: Collection[int], at: float
) -> Arranged | Problem:
    """Arrange the table: order, number and kind of its seats, options, pace, and whether it is public."""
    if problem := waiting_host_problem(table, player):
        return problem
    if wanted.base not in (None, table.arranged):
        return Problem("arranged_meanwhile")
    seats = list(range(table.players)) if wanted.seats is None else list(wanted.seats)
    options = table.options if wanted.options is None else {**table.options, **wanted.options}
    stays = set(here) - set(wanted.up)
    if problem := arrangement_problem(table, seats, options, wanted.pace, stays):
        return problem
    if problem := seconds_problem(wanted.seconds or 0):
        return problem
    return Arranged(
        at=at,
        seats=with_chairs(table, seats),
        options=all_options(table.game, options),
        pace=table.pace if wanted.pace is None else pace_of(wanted.pace),
        public=table.public if wanted.public is None else wanted.public,
        seconds=table.seconds if wanted.seconds is None else wanted.seconds,
        hints=table.wants_hints if wanted.hints is None else wanted.hints,
    )


def waiting_host_problem(table: LiveTable, player: str) -> Problem | None:
    """Only the host arranges a table, and only before the game."""
    if not player or player != table.host:
        return Problem("host_only")
    if table.is_lesson:
        return Problem("lesson")
    return Problem("begun") if table.seated or table.status == "over" else None


def arrangement_problem(
    table: LiveTable,
    seats: Sequence[int | str],
    options: Mapping[str, bool],
    pace: str | None,
    stays: Collection[int],
) -> Problem | None:
    """What is wrong with an arrangement."""
    of = table.game
    if len(seats) not in of.players:
        return Problem("players", {"game": of.title, "fewest": of.players[0], "most": of.players[-1]})
    kinds = ["open", *(f"bot:{name}" for name in NAMES)]
    kept = [seat for seat in seats if isinstance(seat, int)]
    if any(seat not in kinds for seat in seats if isinstance(seat, str)):
        return Problem("seat_kind", {"kinds": ", ".join(kinds)})
    if len(set(kept)) < len(kept) or any(not 0 <= seat < table.players for seat in kept):
        return Problem("no_seat", {"last": table.players - 1})
    dropped = set(range(table.players)) - set(kept)
    if any(table.seats[seat].present and seat in stays for seat in dropped):
        return Problem("somebody_sits")
    if any(name not in of.options for name in options):
        return Problem("options", {"game": of.title})
    return None if pace is None or pace in PACES else Problem("pace", {"paces": ", ".join(PACES)})


def with_chairs(table: LiveTable, seats: Sequence[int | str]) -> list[int | Chair]:
    """The seats of an arrangement as they are written down, with names for new bots.

    A bot that comes where a bot was, as when its level is changed, has the same name.
    """
    names = iter(bot_names([seat.name for seat in table.seats], len(seats)))
    found: list[int | Chair] = []
    for number, seat in enumerate(seats):
        if isinstance(seat, int):
            found.append(seat)
        elif seat == "open":
            found.append(Chair("open"))
        else:
            before = table.seats[number] if number < table.players and number not in seats else None
            name = before.name if before is not None and before.bot else next(names)
            found.append(Chair("bot", bot=seat.removeprefix("bot:"), name=name))
    return found


def judge_start(
    table: LiveTable, player: str, away: Mapping[int, float], at: float
) -> Begun | Listed | Problem:
    """The host begins the game; where the host has been away for a while, anybody at the table may."""
    if table.seated or table.status == "over":
        return Problem("begun")
    if player != table.host:
        host = table.seat_of(table.host)
        gone = host is not None and at - away.get(host, at) >= PATIENCE
        if not gone or table.seat_of(player) is None:
            return Problem("host_only")
    return list_or_deal(table, at)


def judge_stand_in(
    table: LiveTable, player: str, seat: int, away: Mapping[int, float], at: float
) -> Left | Problem:
    """Let a bot play on for somebody who is away: at once if the host asks, else after a while."""
    asking = table.seat_of(player)
    if asking is None and player != table.host:
        return Problem("not_seated")
    if table.is_lesson:
        return Problem("lesson")
    if table.status != "playing":
        return Problem("over" if table.status == "over" else "not_begun")
    if not 0 <= seat < table.players:
        return Problem("no_seat", {"last": table.players - 1})
    if not table.seats[seat].present or seat not in away:
        return Problem("not_away")
    if player != table.host and at - away[seat] < PATIENCE:
        return Problem("not_away_long", {"seconds": round(PATIENCE)})
    return Left(at=at, seat=seat, by=asking)


def judge_ending(table: LiveTable, player: str, at: float) -> Ended | Problem:
    """The host ends the game for all; nobody wins."""
    if not player or player != table.host:
        return Problem("host_only")
    if table.status == "over":
        return Problem("over")
    own = table.own_seat(player)
    return Ended(at=at, name="" if own is None else table.seats[own].name)


def judge_removing(table: LiveTable, player: str, seat: int, at: float) -> Removed | Problem:
    """The host removes a guest, who may not sit here again; during the game a bot plays on."""
    if problem := guest_problem(table, player, seat):
        return problem
    guest = table.seats[seat]
    return Removed(at=at, seat=seat) if is_somebody(guest.player) else Problem("no_guest")


def judge_readmitting(table: LiveTable, player: str, guest: int, at: float) -> Readmitted | Problem:
    """The host lets a guest who was removed sit here again."""
    if not player or player != table.host:
        return Problem("host_only")
    known = guest in (number for number, _ in table.guests.barred())
    return Readmitted(at=at, guest=guest) if known else Problem("no_guest")


def judge_passing(table: LiveTable, player: str, seat: int, at: float) -> HostPassed | Problem:
    """The host passes the table on to another person who sits there."""
    if problem := guest_problem(table, player, seat):
        return problem
    return HostPassed(at=at, seat=seat) if table.seats[seat].kind == "human" else Problem("no_guest")


def guest_problem(table: LiveTable, player: str, seat: int) -> Problem | None:
    """Only the host decides about guests, and about nobody once the game is over."""
    if not player or player != table.host:
        return Problem("host_only")
    if table.is_lesson:
        return Problem("lesson")
    if table.status == "over":
        return Problem("over")
    if not 0 <= seat < table.players:
        return Problem("no_seat", {"last": table.players - 1})
    return Problem("no_guest") if table.seats[seat].player == player else None


def judge_nudge(table: LiveTable, player: str, seat: int) -> int | Problem:
    """Remind somebody who is waited for; the seat that does so."""
    asking = table.seat_of(player)
    if asking is None:
        return Problem("not_seated")
    if not 0 <= seat < table.players or seat == asking:
        return Problem("no_seat", {"last": table.players - 1})
    return asking if table.ask(seat) is not None and table.seats[seat].present else Problem("not_awaited")

"""How the game of a table ended for each of its players, and where an unfinished one stands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from reihum.match import Match
from reihum.server.store import Result
from reihum.table.live import LiveTable

ALONE: Final = "alone"
PEOPLE: Final = "people"
MIXED: Final = "mixed"  # bots of more than one kind, or programs over the wire


def results_of(table: LiveTable, players: Iterable[str]) -> tuple[Result, ...]:
    """How a game ended for everybody who has a part in it; nothing if it is not over, or never began.

    A game that its host ended counts for nobody. It does not count either for a player who left it to a bot,
    nor if it was played on from the middle of another one. A lesson is not a game.
    """
    if table.match is None or table.status != "over" or table.is_lesson:
        return ()
    return tuple(result_of(table, table.match, player) for player in players)


def result_of(table: LiveTable, match: Match, player: str) -> Result:
    """How a game ended for one player."""
    seat = table.seat_of(player)
    company = company_of(table, player)
    if seat is None or table.ended_by is not None or table.branch is not None:
        return Result(player, company)
    scores, winners = match.scores(), match.winners()
    won = seat in winners
    place = max(place_of(seat, scores, match.state.low_wins), len(winners) + 1)
    return Result(
        player,
        company,
        counted=True,
        won=won,
        shared=won and len(winners) > 1,
        place=None if table.players == 1 else 1 if won else place,
        score=scores[seat],
    )


def place_of(seat: int, scores: list[int], low_wins: bool) -> int:
    """The place of a seat, from 1; equal scores share theirs."""
    own = scores[seat]
    return 1 + sum(score < own if low_wins else score > own for score in scores)


def company_of(table: LiveTable, player: str) -> str:
    """With whom a player plays, as statistics tell it apart."""
    others = [seat for seat in table.seats if seat.player != player]
    if any((seat.player or seat.forgotten) and not seat.program for seat in others):
        return PEOPLE
    kinds = {seat.bot or MIXED for seat in others}
    if not kinds:
        return ALONE
    return kinds.pop() if len(kinds) == 1 else MIXED


class Standing(NamedTuple):
    """Where an unfinished game stands, as everybody may know it."""

    round: int | None = None  # from 1
    rounds: int | None = None  # None: as many as it takes
    place: int | None = None  # of the player, by the rounds that are over


def standing_of(table: LiveTable, player: str) -> Standing:
    """Where a game stands for a player, by what was told to everybody; nothing before the deal."""
    if table.match is None:
        return Standing()
    scored = table.game.spec.results
    number = table.public_view().get(scored.count)
    if not isinstance(number, int):
        return Standing()
    seat, totals = table.seat_of(player), last_totals(table.match, scored.total)
    place = None if seat is None or totals is None else place_of(seat, totals, table.match.state.low_wins)
    return Standing(number, None if scored.rounds is None else scored.rounds(table.players), place)


def last_totals(match: Match, total: str) -> list[int] | None:
    """Everybody's score after the last round; None in the first one."""
    for made in reversed(match.history):
        for event in made.events:
            if event.kind == "round":
                found = event.facts[total]
                assert isinstance(found, list)
                return found
    return None

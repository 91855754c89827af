"""Games of bots against each other: the same seed gives the same result on any number of processes."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from typing import Final

from reihum.arena import games as playing
from reihum.arena.games import Plan, Result
from reihum.arena.statistics import summary
from reihum.bots import Entrant, filled_up, line_up, resolve
from reihum.core.errors import ReihumError, short_quote
from reihum.core.types import Json
from reihum.match import Game, checked_seed, game

CHUNK: Final = 25  # games handed to a process at a time


def simulate(
    slug: str,
    players: int | None = None,
    games: int = 100,
    bots: str | Sequence[Entrant] = "policy",
    seed: int = 1,
    jobs: int = 1,
    records: bool = False,
    **options: bool,
) -> Json:
    """Let bots play many games and change seats and neighbours; what `reihum simulate --json` says.

    `bots` are names, `module:Class`, classes or bots of one's own, the last one filling up. With `records`
    the result has the text of every game. Several `jobs` need `if __name__ == "__main__":` around the call.
    """
    chosen = game(slug)
    seats = chosen.checked_players(players if players is not None else max(2, chosen.players[0]))
    entrants = line_up(bots, seats) if isinstance(bots, str) else filled_up(list(bots), seats)
    ticked = [name for name, on in options.items() if on]
    plan = planned(chosen, seats, games, entrants, seed, records, ticked)
    results = played_out(plan, jobs, lambda done: None)
    told = summary(plan, results)
    return told | {"records": [result.record for result in results]} if records else told


def planned(
    of: Game,
    seats: int,
    games: int,
    entrants: Sequence[Entrant],
    seed: object,
    records: bool,
    options: Sequence[str],
) -> Plan:
    """A plan that can be carried out; what is wrong with it is found now."""
    check_count(games, "games")
    of.start(seats, 0, dict.fromkeys(options, True))
    for entrant in entrants:
        resolve(entrant)
    ticked = tuple(sorted(set(options)))
    return Plan(of.slug, seats, games, tuple(entrants), checked_seed(seed), records, ticked)


def played_out(plan: Plan, jobs: int, told: Callable[[int], None]) -> list[Result]:
    """Play all games and tell how many are done; Ctrl-C ends it early with what there is, if anything."""
    check_count(jobs, "jobs")
    results: list[Result] = []
    try:
        with closing(chunks_done(plan, jobs)) as chunks:
            for some in chunks:
                results += some
                told(len(some))
    except KeyboardInterrupt:
        if not results:
            raise
    return sorted(results, key=lambda result: result.number)


def check_count(number: object, name: str) -> None:
    """There must be at least one game, and one process to play it."""
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise ReihumError(f"The number of {name} is a whole number from 1 on, not {short_quote(number)}.")


def chunks_done(plan: Plan, jobs: int) -> Generator[list[Result], None, None]:
    """The results, chunk by chunk, in whatever order they come."""
    chunks = (range(first, min(first + CHUNK, plan.games)) for first in range(0, plan.games, CHUNK))
    if jobs == 1:
        line = playing.line_up(plan)
        for chunk in chunks:
            yield playing.play_chunk(plan, line, chunk)
    else:
        from reihum.arena.workers import shared_out  # only now: whoever imports Reihum need not wait for it

        yield from shared_out(plan, chunks, min(jobs, math.ceil(plan.games / CHUNK)))

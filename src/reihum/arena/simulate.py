"""Games between bots: the same seed gives the same result on any number of processes."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from typing import Final

from reihum.arena.entrants import ARENA_BOTS
from reihum.arena.games import Result, SimulationPlan
from reihum.arena.plans import play_here
from reihum.arena.statistics import summary
from reihum.bots import Entrant, fill_seats, line_up, resolve
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
    """Let bots play many games, with changing seats and neighbours; returns what `simulate --json` prints.

    `bots` are names, `module:Class`, classes or bots; the last one takes all remaining seats. With `records`
    the result has the text of every game. With more than one job, guard the call with
    `if __name__ == "__main__":`.
    """
    chosen = game(slug)
    seats = chosen.checked_players(players if players is not None else max(2, chosen.players[0]))
    entrants = line_up(bots, seats, ARENA_BOTS) if isinstance(bots, str) else fill_seats(list(bots), seats)
    ticked = [name for name, on in options.items() if on]
    plan = make_plan(chosen, seats, games, entrants, seed, records, ticked)
    results = play_all(plan, jobs, lambda done: None)
    report = summary(plan, results)
    return report | {"records": [result.record for result in results]} if records else report


def make_plan(
    of: Game,
    seats: int,
    games: int,
    entrants: Sequence[Entrant],
    seed: object,
    records: bool,
    options: Sequence[str],
) -> SimulationPlan:
    """A valid plan; anything wrong with it is an error now, not later."""
    check_count(games, "games")
    of.start(seats, 0, dict.fromkeys(options, True))
    for entrant in entrants:
        resolve(entrant, ARENA_BOTS)
    ticked = tuple(sorted(set(options)))
    return SimulationPlan(of.slug, seats, games, tuple(entrants), checked_seed(seed), records, ticked)


def play_all(plan: SimulationPlan, jobs: int, report: Callable[[int], None]) -> list[Result]:
    """Play all games and report progress; Ctrl-C ends it early with the results so far, if there are any."""
    check_count(jobs, "jobs")
    results: list[Result] = []
    try:
        with closing(results_by_chunk(plan, jobs)) as chunks:
            for some in chunks:
                results += some
                report(len(some))
    except KeyboardInterrupt:
        if not results:
            raise
    return sorted(results, key=lambda result: result.number)


def check_count(number: object, name: str) -> None:
    """Raise an error unless the number is a whole number from 1 up."""
    if isinstance(number, bool) or not isinstance(number, int) or number < 1:
        raise ReihumError(
            f"The number of {name} must be a whole number from 1 up, not {short_quote(number)}."
        )


def results_by_chunk(plan: SimulationPlan, jobs: int) -> Generator[list[Result], None, None]:
    """The results chunk by chunk, in any order."""
    chunks = (range(first, min(first + CHUNK, plan.games)) for first in range(0, plan.games, CHUNK))
    if jobs == 1:
        yield from play_here(plan, chunks)
    else:
        from reihum.arena.workers import play_in_processes  # late, so that importing Reihum stays quick

        yield from play_in_processes(plan, chunks, min(jobs, math.ceil(plan.games / CHUNK)))

"""A run of the arena: deals are handed to processes, written down as they come, and summed up."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from reihum.arena.duplicate import DuplicatePlan, LuckMeter, PlayedDeal
from reihum.arena.entrants import ARENA_BOTS
from reihum.arena.journal import Journal, open_journal
from reihum.arena.plans import play_here
from reihum.arena.ratings import ratings
from reihum.arena.sequential import Hypotheses, SequentialTest
from reihum.arena.shares import bot_figures, cross_table, shares_of
from reihum.arena.simulate import check_count
from reihum.bots import Entrant, fill_seats, resolve
from reihum.bots.programs import PATIENCE
from reihum.bots.signals import holding_back_signals
from reihum.core.errors import ReihumError
from reihum.core.types import Json
from reihum.match import checked_seed, game

GAMES_AT_A_TIME: Final = 24  # that a process is handed at first, about
MOMENT: Final = 0.1  # seconds
SHARES: Final = 16  # of what is left: no process is handed more than one of them
MOST_GAMES: Final = 10_000  # of one deal
MANY: Final = 16  # processes of a cluster
AHEAD: Final = 2  # chunks for each process that a sequential test lets them be ahead of it
TRIES: Final = 3  # of the same deals, before processes that die in them end the run


def plan_duplicate(
    slug: str,
    bots: Sequence[Entrant],
    players: int | None = None,
    deals: int = 100,
    seed: int = 1,
    worlds: int | None = None,
    options: Sequence[str] = (),
    patience: float = PATIENCE,
    meter: LuckMeter | None = None,
) -> DuplicatePlan:
    """A valid plan; anything wrong with it is an error now, not later."""
    of = game(slug)
    seats = of.checked_players(players if players is not None else max(2, of.players[0]))
    check_count(deals, "deals")
    if worlds is not None:
        check_count(worlds, "worlds")
    of.start(seats, 0, dict.fromkeys(options, True))
    for entrant in bots:
        resolve(entrant, ARENA_BOTS)
    entrants = list(bots) if len(bots) > seats else fill_seats(list(bots), seats)
    games = math.comb(len(entrants), seats) * seats
    if games > MOST_GAMES:
        raise ReihumError(f"Every deal would be played {games} times; that is too often. Name fewer bots.")
    ticked = tuple(sorted(set(options)))
    checked = checked_seed(seed)
    return DuplicatePlan(of.slug, seats, tuple(entrants), deals, checked, worlds, ticked, patience, meter)


@dataclass(frozen=True)
class Workforce:
    """Who plays: so many processes here, or a Ray cluster."""

    jobs: int = 1
    ray: str | None = None  # `auto`, or an address

    @property
    def processes(self) -> int:
        """How many play at the same time, as far as that is known before."""
        return self.jobs if self.ray is None else MANY

    def play(self, plan: DuplicatePlan, chunks: Iterator[range]) -> Generator[list[PlayedDeal], None, None]:
        """The results of all chunks, in any order."""
        if self.ray is not None:
            from reihum.arena.cluster import play_on_ray  # only where it is wanted: Ray is an extra

            yield from play_on_ray(plan, chunks, self.ray)
        elif self.jobs == 1:
            yield from play_here(plan, chunks)
        else:
            from reihum.arena.workers import play_in_processes  # late, so that importing Reihum stays quick

            yield from play_in_processes(plan, chunks, self.jobs, TRIES)


class ArenaRun:
    """Deals of a plan, as they come in."""

    def __init__(self, plan: DuplicatePlan, hypotheses: Hypotheses | None = None) -> None:
        self.plan = plan
        self.played: dict[int, PlayedDeal] = {}
        self.test = SequentialTest(hypotheses) if hypotheses is not None else None
        self._tested = 0  # deals below this number are part of the test

    @property
    def is_decided(self) -> bool:
        """Whether the sequential test needs no more deals."""
        return self.test is not None and self.test.is_decided

    def add(self, played: PlayedDeal) -> None:
        """A deal, in any order; the test takes them by their numbers."""
        self.played[played.number] = played
        while self.test is not None and (following := self.played.get(self._tested)) is not None:
            share = shares_of(self.plan, following).share[self.plan.names[0]]
            self.test.add(share - 1 / self.plan.players)
            self._tested += 1

    def play(self, workforce: Workforce, journal: Journal | None, report: Callable[[ArenaRun], None]) -> None:
        """Play what is missing; Ctrl-C ends it with what there is."""
        try:
            with closing(workforce.play(self.plan, self._chunks(workforce.processes))) as results:
                for some in results:
                    with holding_back_signals():  # so that the file and the report have the same deals
                        for played in some:
                            if journal is not None:
                                journal.write(played)
                            self.add(played)
                    report(self)
        except KeyboardInterrupt:
            if not self.played:
                raise

    def _chunks(self, processes: int) -> Iterator[range]:
        """The deals that are missing, a few at a time; none for a while where a test may not need them."""
        first, before, began = 0, len(self.played), time.perf_counter()
        while first < self.plan.deals and not self.is_decided:
            if first in self.played:
                first += 1
                continue
            if self._is_far_ahead(first, processes):
                yield range(0)
                continue
            rate = (len(self.played) - before) / (time.perf_counter() - began)
            end, until = first + 1, min(first + self._size(rate, first), self.plan.deals)
            while end < until and end not in self.played:
                end += 1
            yield range(first, end)
            first = end

    @property
    def _few(self) -> int:
        """As many deals as a process is handed at first."""
        return max(1, GAMES_AT_A_TIME // len(self.plan.seatings))

    def _is_far_ahead(self, first: int, processes: int) -> bool:
        """Whether a deal must wait for a test, which takes them in order: it may not be needed any more."""
        return self.test is not None and first - self._tested >= AHEAD * self._few * processes

    def _size(self, rate: float, first: int) -> int:
        """How many deals a process is handed: what takes a moment at this rate, or handing out takes longest.

        A test stops at its verdict, and should not have played much more; towards the end all should be busy.
        """
        if self.test is not None:
            return self._few
        return max(self._few, min(int(rate * MOMENT), (self.plan.deals - first) // SHARES))

    def deals(self) -> list[PlayedDeal]:
        """The deals that count, by number: all, or those that led to the verdict."""
        if self.is_decided:
            assert self.test is not None
            return [self.played[number] for number in range(self.test.deals)]
        return [self.played[number] for number in sorted(self.played) if number < self.plan.deals]

    def told(self) -> Json:
        """The report, as `reihum arena --json` prints it."""
        deals, plan = self.deals(), self.plan
        several = len(set(plan.names)) > 1 and plan.players > 1
        return {
            "game": plan.slug,
            "players": plan.players,
            "options": list(plan.options),
            "seed": plan.seed,
            "worlds": plan.worlds,
            "luck": None if plan.meter is None else plan.meter.worlds,
            "deals": len(deals),
            "asked": plan.deals,
            "games": sum(len(played.moves) for played in deals),
            "capped": 0
            if plan.players == 1
            else sum(not winners for played in deals for winners in played.winners),
            "bots": bot_figures(plan, deals),
            "ratings": ratings(plan, deals) if several else [],
            "cross": cross_table(plan, deals) if several else {},
            "sprt": None if self.test is None else self.test.told(),
        }


def run_arena(
    plan: DuplicatePlan,
    workforce: Workforce = Workforce(),
    hypotheses: Hypotheses | None = None,
    out: Path | None = None,
    resume: bool = False,
    report: Callable[[ArenaRun], None] = lambda run: None,
) -> ArenaRun:
    """Play a plan, or what a file does not have of it yet."""
    check_count(workforce.jobs, "jobs")
    run = ArenaRun(plan, hypotheses)
    journal = None
    with ExitStack() as files:
        if out is not None:
            journal, before = files.enter_context(open_journal(plan, out, resume))
            for played in before:
                run.add(played)
        if not run.is_decided:
            run.play(workforce, journal, report)
    return run

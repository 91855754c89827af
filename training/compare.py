"""Two players compared: one of the first kind against the second kind in all other seats.

Every deal is played once from each seat, with the same cards and the same chance as far as the moves agree.
Shares are of wins, so 1 / players is par; errors are standard errors, by deal.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import log
from multiprocessing import get_context
from statistics import fmean, stdev

from reihum.arena.entrants import arena_maker, tell_cheats
from reihum.arena.outcomes import outcome
from reihum.bots.levels import Level, make_together
from reihum.core.contract import Policy
from reihum.core.dealer import Seeded
from reihum.core.playout import play_out
from reihum.games import spec
from reihum.games.spec import Spec

SUREST = 0.001
MakePlayer = Callable[[Spec, int], Policy]  # for a game, with a seed
Contender = str | Level | MakePlayer  # a bot by name, a learned player with these settings, or any other


@dataclass(frozen=True)
class Comparison:
    """How the first player did."""

    slug: str
    seats: int
    games: int
    share: float
    error: float
    margin: float
    margin_error: float
    capped: int  # games that were broken off

    @property
    def duel(self) -> float:
        """The share in terms of two players: how often the first beats one of the others."""
        other = (1 - self.share) / (self.seats - 1)
        return self.share / (self.share + other)

    def __str__(self) -> str:
        return (
            f"{self.slug}, {self.seats} players: {self.share:.1%} ±{1.96 * self.error:.1%}"
            f" (par {1 / self.seats:.0%}), margin {self.margin:+.2f} ±{1.96 * self.margin_error:.2f},"
            f" {self.games} games, {self.capped} broken off"
        )


def compare(
    slug: str,
    seats: int,
    first: Contender,
    second: Contender,
    deals: int,
    seed: int = 1,
    jobs: int | None = None,
) -> Comparison:
    """Play all deals, on all cores unless told on how many."""
    play = partial(play_deal, slug, seats, first, second)
    numbers = [seed * 1_000_003 + number for number in range(deals)]
    with get_context("spawn").Pool(jobs or os.cpu_count()) as pool:
        results = pool.map(play, numbers, chunksize=max(1, deals // 40))
    shares, margins, capped = zip(*results, strict=True)
    root = deals**0.5
    return Comparison(
        slug,
        seats,
        deals * seats,
        fmean(shares),
        stdev(shares) / root,
        fmean(margins),
        stdev(margins) / root,
        sum(capped),
    )


def play_deal(
    slug: str, seats: int, first: Contender, second: Contender, deal: int
) -> tuple[float, float, int]:
    """One deal from every seat: the first player's share, its margin, and how many games had no end."""
    of = spec(slug)
    share = margin = 0.0
    capped = 0
    for seat in range(seats):
        players = [maker(second)(of, deal * 8 + other) for other in range(seats)]
        players[seat] = maker(first)(of, deal * 8 + seat)
        dealer = Seeded(deal)
        state = of.start(seats, dict(of.options), dealer)
        tell_cheats(players, dealer, [partial(maker(second), of, deal * 8 + other) for other in range(seats)])
        play_out(state, players, dealer, of.decisions_cap)
        won, lead = outcome(state, seat)
        share, margin, capped = share + won, margin + lead, capped + (not state.winners())
    return share / seats, margin / seats, capped


def maker(contender: Contender) -> MakePlayer:
    """Makes players of one kind."""
    if isinstance(contender, Level):
        return partial(make_together, contender)
    if isinstance(contender, str):
        return arena_maker(contender)
    return contender


def logit(share: float) -> float:
    """Shares of duels on a scale on which steps add up; nobody is known to win always."""
    share = min(max(share, SUREST), 1 - SUREST)
    return log(share / (1 - share))

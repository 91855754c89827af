"""Duplicate deals: every deal is played from all seats, so that nobody owes anything to better cards.

The line-up goes round the table: with as many names as seats every deal is played once for each rotation,
with the same cards and the same chance as far as the moves agree. With more names than seats, every
combination of them plays every deal in all its rotations. A plan and its results are plain data: whoever has
the plan and a deal's number can play that deal again anywhere, with the same result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any, Final, Protocol

from reihum.arena.entrants import ARENA_BOTS
from reihum.arena.games import play_match, seat_players
from reihum.bots import Entrant, Player, name_of, players
from reihum.bots.programs import PATIENCE, ProgramBot
from reihum.bots.timed import Timed
from reihum.core.dealer import SEED_LIMIT, Seeded
from reihum.games import spec
from reihum.match import Game, Match

SPREAD: Final = 1_000_003  # so that the deals of neighbouring seeds are others


class LuckMeter(Protocol):
    """Says what chance brought every seat of a game, by so many worlds; its mean is zero, whoever plays."""

    @property
    def worlds(self) -> int:
        """By how many worlds."""

    def luck(self, match: Match) -> list[float]:
        """By seat, in shares of the win."""


@dataclass(frozen=True)
class DuplicatePlan:
    """What to play."""

    slug: str
    players: int
    bots: tuple[Entrant, ...]  # one for each seat, or more
    deals: int
    seed: int
    worlds: int | None = None  # what bots that think ahead may spend, instead of their time
    options: tuple[str, ...] = ()  # those that are on
    patience: float = PATIENCE  # how long programs may take for a decision, in seconds
    meter: LuckMeter | None = None  # luck is measured, too

    @cached_property
    def seatings(self) -> list[tuple[int, ...]]:
        """Which entrant sits in which seat, for every game of a deal."""
        every = range(len(self.bots))
        return [
            tuple(chosen[(seat + turn) % self.players] for seat in range(self.players))
            for chosen in combinations(every, self.players)
            for turn in range(self.players)
        ]

    @property
    def names(self) -> list[str]:
        """The names of the bots, in results."""
        return [name_of(bot) for bot in self.bots]

    @cached_property
    def low_wins(self) -> bool:
        """Whether the lowest score wins; what one plays alone may be scored differently."""
        match = Game(spec(self.slug)).start(self.players, 0, dict.fromkeys(self.options, True))
        return bool(match.state.low_wins)

    def deal_seed(self, number: int) -> int:
        """What `new(seed=…)` deals these cards with."""
        return int(Seeded((self.seed * SPREAD + number) % SEED_LIMIT).below(2**31))

    # -- in a process that plays ------------------------------------------------------------------

    def prepare(self) -> list[Player]:
        """One player for each entrant, for all deals that this process plays."""
        chance = Seeded(self.seed)
        seeds = [int(chance.below(2**31)) for _ in self.bots]
        found = players(self.bots, seeds, worlds=self.worlds, more=ARENA_BOTS)
        for player in found:
            if isinstance(player.bot, ProgramBot):
                player.bot.patience = self.patience
        return found

    def play(self, entrants: Sequence[Player], numbers: range) -> list[PlayedDeal]:
        """Play some of the deals, one after the other."""
        return [play_deal(self, entrants, number) for number in numbers]


@dataclass(frozen=True)
class PlayedDeal:
    """One deal: an entry for each of its games, by seat, unless something else is said."""

    number: int
    seats: tuple[tuple[int, ...], ...]  # which entrant sat there
    scores: tuple[tuple[int, ...], ...]
    winners: tuple[tuple[int, ...], ...]  # nobody, if the game was broken off for being too long
    moves: tuple[int, ...]
    lost: tuple[int, ...]  # by entrant: decisions that a program did not make in time, or not by the rules
    # By entrant, and not part of the result: how many decisions were timed, and how long they took.
    timed: tuple[tuple[int, float], ...] = field(default=(), compare=False)
    luck: tuple[tuple[float, ...], ...] = ()  # what chance brought, in shares of the win; if it was measured


def play_deal(plan: DuplicatePlan, entrants: Sequence[Player], number: int) -> PlayedDeal:
    """Play one deal in all seatings; an entrant has the same luck in each of them."""
    of = spec(plan.slug)
    chance = Seeded((plan.seed * SPREAD + number) % SEED_LIMIT)
    deal, seeds = int(chance.below(2**31)), [int(chance.below(2**31)) for _ in plan.bots]
    clocks = [Clock() for _ in plan.bots]
    lost_before = [player.lost for player in entrants]
    games: list[tuple[Match, int]] = []
    for seating in plan.seatings:
        match = Game(of).start(plan.players, deal, dict.fromkeys(plan.options, True))
        seated = seat_players(
            match,
            [entrants[entrant] for entrant in seating],
            [plan.bots[entrant] for entrant in seating],
            [seeds[entrant] for entrant in seating],
        )
        timed = [player.timed() for player in seated]
        games.append((match, play_match(match, seated, list(timed), plan.meter is not None)))
        for entrant, player, policy in zip(seating, seated, timed, strict=True):
            clocks[entrant].add(policy)
            player.end(match.scores(), match.winners())
    return PlayedDeal(
        number,
        tuple(plan.seatings),
        tuple(tuple(match.scores()) for match, _ in games),
        tuple(tuple(match.winners()) for match, _ in games),
        tuple(made for _, made in games),
        tuple(player.lost - before for player, before in zip(entrants, lost_before, strict=True)),
        tuple((clock.timed, clock.seconds) for clock in clocks),
        () if plan.meter is None else tuple(tuple(plan.meter.luck(match)) for match, _ in games),
    )


class Clock:
    """The decisions of one entrant that were timed."""

    def __init__(self) -> None:
        self.timed = 0
        self.seconds = 0.0

    def add(self, policy: Timed) -> None:
        """Those of one game."""
        self.timed += int(policy.timed)
        self.seconds += float(policy.seconds)


# -- as a line of a file --------------------------------------------------------------------------


def deal_line(plan: DuplicatePlan, played: PlayedDeal) -> dict[str, Any]:
    """A deal as JSON: what was played, and what came of it."""
    return plan_facts(plan) | {
        "deal": played.number,
        "seats": [list(each) for each in played.seats],
        "scores": [list(each) for each in played.scores],
        "winners": [list(each) for each in played.winners],
        "moves": list(played.moves),
        "lost": list(played.lost),
        **({"chance": [list(each) for each in played.luck]} if played.luck else {}),
    }


def plan_facts(plan: DuplicatePlan) -> dict[str, Any]:
    """What all deals of a plan have in common; deals with other facts do not belong to it."""
    return {
        "game": plan.slug,
        "players": plan.players,
        "options": list(plan.options),
        "bots": plan.names,
        "seed": plan.seed,
        "worlds": plan.worlds,
        "luck": plan.meter.worlds if plan.meter is not None else None,
    }


def read_deal(told: dict[str, Any]) -> PlayedDeal:
    """A deal from its line; LookupError, TypeError or ValueError if it is not one."""
    rows = [tuple(tuple(map(int, row)) for row in told[name]) for name in ("seats", "scores", "winners")]
    return PlayedDeal(
        int(told["deal"]),
        rows[0],
        rows[1],
        rows[2],
        tuple(map(int, told["moves"])),
        tuple(map(int, told["lost"])),
        luck=tuple(tuple(map(float, row)) for row in told.get("chance", ())),
    )

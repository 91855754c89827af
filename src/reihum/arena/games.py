"""One game between bots; its cards and their random choices depend only on the plan's seed and its number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations

from reihum.arena.entrants import ARENA_BOTS, foreseen, tell_cheats
from reihum.bots import Entrant, Player, name_of, players
from reihum.core.contract import OVER, Policy
from reihum.core.dealer import SEED_LIMIT, Seeded
from reihum.core.names import LONGEST_NAME
from reihum.core.playout import play_out
from reihum.games import spec
from reihum.match import Game, Match


class WorkerDied(Exception):
    """A process that was playing games died; the text is one clear sentence."""


@dataclass(frozen=True)
class SimulationPlan:
    """What to play."""

    slug: str
    players: int
    games: int
    bots: tuple[Entrant, ...]  # one entrant per seat of the first game
    seed: int
    records: bool = False
    options: tuple[str, ...] = ()  # those that are on

    def prepare(self) -> list[Player]:
        """One player for each entrant, for all games that this process plays."""
        chance = Seeded(self.seed)
        return players(self.bots, [int(chance.below(2**31)) for _ in self.bots], more=ARENA_BOTS)

    def play(self, entrants: Sequence[Player], numbers: range) -> list[Result]:
        """Play some of the games, one after the other."""
        return [play_one(self, entrants, number) for number in numbers]


@dataclass(frozen=True)
class Result:
    """How one game ended, by entrant, not by seat."""

    number: int
    scores: tuple[int, ...]
    shares: tuple[float, ...]  # of the win: 1 for a sole winner, 1/2 for each of two
    decisions: int
    rounds: int
    finished: bool
    record: str


def play_one(plan: SimulationPlan, entrants: Sequence[Player], number: int) -> Result:
    """Play one game; its cards and its bots' random choices depend only on the seed and its number."""
    of = spec(plan.slug)
    chance = Seeded((plan.seed * 1_000_003 + number) % SEED_LIMIT)
    deal, seeds = chance.below(2**31), [chance.below(2**31) for _ in plan.bots]
    entrant_at = seating(plan.players, number)
    match = Game(of).start(plan.players, int(deal), dict.fromkeys(plan.options, True))
    bots = [plan.bots[entrant] for entrant in entrant_at]
    if plan.records:
        match.names = [name_of(bot)[-LONGEST_NAME:] for bot in bots]
    seated = seat_players(
        match,
        [entrants[entrant] for entrant in entrant_at],
        bots,
        [int(seeds[entrant]) for entrant in entrant_at],
    )
    return result_of(match, number, play_match(match, seated), entrant_at)


def seat_players(
    match: Match, seated: list[Player], bots: Sequence[Entrant], seeds: Sequence[int]
) -> list[Player]:
    """Let a game begin for the player of each seat, which is this bot with this seed."""
    of = match.game.spec
    for seat, player in enumerate(seated):
        player.begin(of, match.seats, seat, match.options, seeds[seat])
    foreseen_at = [foreseen(bot, of, seed) for bot, seed in zip(bots, seeds, strict=True)]
    tell_cheats([player.policy for player in seated], match.dealer, foreseen_at)
    return seated


def play_match(
    match: Match, seated: Sequence[Player], policies: list[Policy] | None = None, kept: bool = False
) -> int:
    """Play a game to its end, or until it is too long, and perhaps keep its moves; how many there were."""
    limit = match.game.spec.decisions_cap
    asked = policies or [player.policy for player in seated]
    if kept or match.names is not None or any(player.listens for player in seated):
        return play_and_tell(match, seated, asked, limit)
    match.state.telling = False
    return int(play_out(match.state, asked, match.dealer, limit))


def play_and_tell(match: Match, players: Sequence[Player], policies: list[Policy], limit: int) -> int:
    """Play so that all bots hear the game and it can be recorded; how many decisions were made."""
    sides = [match.state.side(seat) for seat in range(match.seats)]
    made = 0
    while made < limit and (seat := match.turn) is not None:
        match.make(seat, int(policies[seat].choose(sides[seat])))
        for listener, player in enumerate(players):
            player.listen(match, listener)
        made += 1
    return made


def seating(players: int, number: int) -> list[int]:
    """Which entrant sits in which seat in a game, so that nobody has a better place than anybody else.

    After as many games as there are players, each has had every seat. Then the order round the table
    changes, so that nobody always follows the same player. After all orders (two for three players, 720 for
    seven) it starts again.
    """
    orders = seating_orders(players)
    order = orders[number // players % len(orders)]
    return [order[(seat - number) % players] for seat in range(players)]


@cache
def seating_orders(players: int) -> list[tuple[int, ...]]:
    """All orders round the table: first the line-up's own, then the others, mixed so that they vary soon."""
    orders = [(0, *others) for others in permutations(range(1, players))]
    mixed = sorted(range(1, len(orders)), key=lambda i: Seeded(i).mark())
    return [orders[i] for i in (0, *mixed)]


def result_of(match: Match, number: int, made: int, entrant_at: list[int]) -> Result:
    """The result by entrant."""
    scores, winners = match.scores(), match.winners()
    seat_of = [entrant_at.index(entrant) for entrant in range(match.seats)]
    return Result(
        number=number,
        scores=tuple(scores[seat] for seat in seat_of),
        shares=tuple(1 / len(winners) if seat in winners else 0.0 for seat in seat_of),
        decisions=made,
        rounds=int(match.position().get(match.game.spec.results.count, 1)),  # a solo game may have just one
        finished=match.state.turn() == OVER,
        record=match.record() if match.names is not None else "",
    )

"""One game between bots: its cards and their luck depend on the plan's seed and its number only."""

from __future__ import annotations

from dataclasses import dataclass

from reihum.bots import Entrant, bot, name_of
from reihum.core.contract import OVER, Policy
from reihum.core.dealer import SEED_LIMIT, Seeded
from reihum.core.playout import play_out
from reihum.core.spec import Json
from reihum.games import spec
from reihum.match import Game, Match
from reihum.names import LONGEST


class WorkerDied(Exception):
    """A process that played games ended before its time; the text is one clear sentence."""


@dataclass(frozen=True)
class Plan:
    """What is to be played."""

    slug: str
    players: int
    games: int
    bots: tuple[Entrant, ...]  # one entrant per seat of the first game; they move on one seat each game
    seed: int
    records: bool = False
    options: tuple[str, ...] = ()  # those that are on


@dataclass(frozen=True)
class Result:
    """How one game ended, by entrant (not by seat)."""

    number: int
    scores: tuple[int, ...]
    shares: tuple[float, ...]  # of the win: 1 for the only winner, 1/2 for each of two
    decisions: int
    rounds: int
    finished: bool
    record: str


def play_chunk(plan: Plan, numbers: range) -> list[Result]:
    """Several games, one after the other."""
    return [play_one(plan, number) for number in numbers]


def play_one(plan: Plan, number: int) -> Result:
    """One game; its cards and its bots' luck depend on the seed and its number only."""
    of = spec(plan.slug)
    luck = Seeded((plan.seed * 1_000_003 + number) % SEED_LIMIT)
    deal, lots = luck.below(2**31), [luck.below(2**31) for _ in plan.bots]
    entrant_at = [(seat - number) % plan.players for seat in range(plan.players)]
    policies = [bot(plan.bots[entrant], of, lots[entrant]) for entrant in entrant_at]
    match = Game(of).start(plan.players, int(deal), dict.fromkeys(plan.options, True))
    if plan.records:
        match.names = [name_of(plan.bots[entrant])[-LONGEST:] for entrant in entrant_at]
        made = played(match, policies, of.decisions_cap)
    else:
        match.state.telling = False
        made = int(play_out(match.state, policies, match.dealer, of.decisions_cap))
    return judged(match, number, made, entrant_at)


def played(match: Match, policies: list[Policy], limit: int) -> int:
    """Play through the text API, so that the game can be written down; how many decisions were made."""
    made = 0
    while made < limit and (seat := match.turn) is not None:
        match.play(match.game.spec.text(int(policies[seat].choose(match.state, seat))), seat)
        made += 1
    return made


def judged(match: Match, number: int, made: int, entrant_at: list[int]) -> Result:
    """The result, turned from seats to entrants."""
    scores, winners = match.scores(), match.winners()
    seat_of = [entrant_at.index(entrant) for entrant in range(match.seats)]
    return Result(
        number=number,
        scores=tuple(scores[seat] for seat in seat_of),
        shares=tuple(1 / len(winners) if seat in winners else 0.0 for seat in seat_of),
        decisions=made,
        rounds=rounds_of(match.position()),
        finished=match.state.turn() == OVER,
        record=match.record() if match.names is not None else "",
    )


def rounds_of(position: Json) -> int:
    """How many rounds (YoYo: games of the match) a game had; the solo game has one."""
    for name in ("round", "match_game"):
        if name in position:
            return int(position[name])
    return 1

"""What chance brought the seats of a game: what a step is worth, less the mean over all that could have come.

A state of a game is worth to a seat what it would win if the game's policy played on for everybody, with
every order that the stock could have. Chance is what came after a move, less what the move led to on average.
Its mean is zero for every seat, whoever plays and whatever the policy is worth, since nobody's moves can
depend on cards that are still to come. So a result less its luck says on average what the result says, only
more quietly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from reihum.analysis.trials import Trials, TrueWorlds, Worlds
from reihum.arena.outcomes import win_share
from reihum.core.contract import NOBODY, OVER, Policy, State
from reihum.core.dealer import Seeded
from reihum.games import spec
from reihum.games.spec import Spec
from reihum.match import NO_MOVE, Match

DEALS: Final = 10  # fresh deals for each world: what a seat may expect before the first card


class Values:
    """What the states of one kind of game are worth to every seat, by so many worlds."""

    def __init__(self, of: Spec, seats: int, worlds: int, seed: int) -> None:
        self.of, self.seats, self.worlds, self.seed = of, seats, worlds, seed
        self._policy: Policy = of.policy()
        self._trials = Trials(of.policy(), None, seats, of.decisions_cap)

    def now(self, state: State) -> list[float]:
        """What a state is worth; at the end, the result."""
        if state.turn() == OVER:
            winners = state.winners()
            return [win_share(seat, winners, self.seats) for seat in range(self.seats)]
        return self._mean(TrueWorlds(state, self.seed), self.worlds)

    def after(self, state: State, by: int, move: int) -> list[float] | None:
        """What a move leads to on average; None if the policy makes it: then just what the state is worth."""
        if by == state.turn() and move == self._policy.choose(state.side(by)):
            return None
        return self._mean(TrueWorlds(state, self.seed), self.worlds, by, move)

    def before_deal(self, options: dict[str, bool]) -> list[float]:
        """What a game is worth before the first card is dealt."""
        return self._mean(Deals(self.of, self.seats, options, self.seed), DEALS * self.worlds)

    def _mean(self, worlds: Worlds, count: int, by: int = NOBODY, move: int = NO_MOVE) -> list[float]:
        """Every seat's share if the policy plays on for all; perhaps after a certain move."""
        trials = self._trials
        trials.make_room(1, count)
        if by == NOBODY:
            trials.play_on(worlds, 0, count)
        else:
            one = vec[i64]([i64(0)])
            trials.try_moves(worlds, by, vec[i64]([i64(move)]), one, 0, count)
        return [trials.share(0, seat, 0, count)[0] for seat in range(self.seats)]


@final
class Deals(Worlds):
    """Fresh games of the same kind, before anything has happened."""

    def __init__(self, of: Spec, players: int, options: dict[str, bool], seed: int) -> None:
        super().__init__(seed)
        self.of, self.players, self.options = of, players, options

    def world(self, number: int) -> State:
        """A new deal."""
        return self.of.start(self.players, dict(self.options), Seeded(self.luck + 2 * number))


def luck_between(expected: Sequence[float], found: Sequence[float]) -> list[float]:
    """What chance added for every seat."""
    return [now - then for now, then in zip(found, expected, strict=True)]


@dataclass(frozen=True)
class LuckMeter:
    """Measures the luck of whole games, for the arena; any process may have a copy of it."""

    worlds: int
    seed: int = 0

    def luck(self, match: Match) -> list[float]:
        """What chance brought every seat in a game, the deal included."""
        of, seats = match.game.spec, match.seats
        values = Values(of, seats, self.worlds, self.seed)
        again = match.at(0)
        before = values.now(again.state)
        steps = []
        if not match.set_up:
            options = tuple(sorted(match.options.items()))
            steps.append(luck_between(worth_before_deal(of.slug, seats, options, self), before))
        for made in match.history:
            expected = values.after(again.state, made.by, made.move) or before
            again.make(made.by, made.move)
            before = values.now(again.state)
            steps.append(luck_between(expected, before))
        return [sum(step[seat] for step in steps) for seat in range(seats)]


@cache
def worth_before_deal(
    slug: str, players: int, options: tuple[tuple[str, bool], ...], meter: LuckMeter
) -> list[float]:
    """What a game is worth to every seat before the first card; the same for all deals of a run."""
    return Values(spec(slug), players, meter.worlds, meter.seed).before_deal(dict(options))

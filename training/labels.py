"""Decisions with what their moves would have led to, for `python -m training.foresight`.

All moves of a decision are tried in the game as it really stands, with the same cards to come, and played out
to the end of the round by the policy. What is written down is how much better each ended than the first one:
all else that happens in a round, which is far more, is the same for all of them. Hidden cards need not be
guessed, so nothing that is learned depends on how well they are.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from reihum.bots.horizons import RoundEnd
from reihum.bots.learned import Learned
from reihum.bots.levels import Level, make_learned
from reihum.bots.search import BASE, WIN, Search
from reihum.core.contract import OVER, Policy, Side, State
from reihum.core.dealer import Seeded
from reihum.core.errors import ReihumError
from reihum.games.spec import Spec
from training.memory import EMPTY, padded
from training.network import Floats

STRAIGHT: Final = 5_000.0  # with so large a swing, chances are a measure of points
SOFT_HEAT: Final = 0.3
SOFT_REACH: Final = 2.0
OPTION_SHARE: Final = 0.12  # of games, for each option
POLICY_SHARE: Final = 0.2  # of seats, for each of the two policies; in the others sits the network
Row = tuple[list[int], bool, float, bool, int]  # of labels


@dataclass(frozen=True)
class Asking:
    """Which decisions are tried."""

    seats: tuple[int, ...]
    candidates: int  # moves of each, at most
    share: float  # of the decisions
    wandering: float  # so often a seat makes any move, to come into other situations
    forgetting: float  # the share of decisions seen without memory


@dataclass
class Labels:
    """Decisions in rows, one for each move that was tried; the others are compared with the first."""

    ones: NDArray[np.uint16]  # a row of places, filled up with EMPTY
    first: NDArray[np.bool_]  # whether another decision begins
    better: Floats  # than the first: in leads, or, at the end of the game, in chances
    ends: NDArray[np.bool_]  # whether the game ends with this round
    weight: NDArray[np.int16]  # the observer's `margin_weight`
    spent: NDArray[np.float64]  # games played, decisions made in them, seconds

    def part(self, rows: slice) -> Labels:
        """Some of the rows."""
        kept = {name: values[rows] for name, values in vars(self).items() if name != "spent"}
        return Labels(**kept, spent=self.spent)

    def save(self, path: Path) -> None:
        """Write them down; a run that is killed meanwhile leaves nothing half done."""
        with (new := path.with_suffix(".new")).open("wb") as file:
            np.savez_compressed(file, **vars(self))
        new.replace(path)


def all_labels(folder: Path) -> Labels:
    """Everything that was written down in a folder."""
    parts = []
    for path in sorted(folder.glob("labels-*.npz")):
        with np.load(path) as part:
            parts.append(dict(part))
    if not parts:
        raise ReihumError(f"There are no labels in {folder}.")
    width = max(part["ones"].shape[1] for part in parts)
    for part in parts:
        more = width - part["ones"].shape[1]
        part["ones"] = np.pad(part["ones"], ((0, 0), (0, more)), constant_values=EMPTY)
    spent = np.sum([part.pop("spent") for part in parts], axis=0)
    return Labels(**{name: np.concatenate([part[name] for part in parts]) for name in parts[0]}, spent=spent)


class Asker:
    """Plays games and thinks about some of their decisions."""

    def __init__(self, of: Spec, asking: Asking, seed: int) -> None:
        assert of.observer is not None
        self.of, self.asking = of, asking
        self.rng = random.Random(seed)
        self.observer = of.observer()
        self.policy = of.policy()
        self.first_policy = (of.first_policy or of.policy)()
        self.player = make_learned(Level(SOFT_HEAT, SOFT_REACH), of, seed)
        self.search = Search(make_learned(Level(), of, seed), of.policy(), [of.policy()])
        self.search.horizon = RoundEnd(of.observer(), STRAIGHT)
        self.games = self.decisions = 0

    def labels(self, decisions: int) -> Labels:
        """At least so many, in whole games."""
        rows: list[Row] = []
        count, begun, before = 0, time.monotonic(), (self.games, self.decisions)
        while count < decisions:
            for found in self._game():
                rows += found
                count += 1
        ones, first, better, ends, weight = zip(*rows, strict=True)
        sizes = np.array([len(row) for row in ones])
        return Labels(
            padded(np.concatenate([np.array(row, np.int64) for row in ones]), sizes),
            np.array(first),
            np.array(better, np.float32),
            np.array(ends),
            np.array(weight, np.int16),
            np.array([self.games - before[0], self.decisions - before[1], time.monotonic() - begun]),
        )

    def _game(self) -> Iterator[list[Row]]:
        """The decisions of a game that were tried."""
        rng, of = self.rng, self.of
        sizes = self.asking.seats
        seats = rng.choices(sizes, [1 / size for size in sizes])[0]  # with more players it takes longer
        dealer = Seeded(rng.getrandbits(61))
        options = {name: rng.random() < OPTION_SHARE for name in of.options}
        state = of.start(seats, options, dealer)
        self.player.seed = rng.getrandbits(60)
        players = [self._player() for _ in range(seats)]
        for _ in range(of.decisions_cap):
            seat = state.turn()
            if seat == OVER:
                break
            side = state.side(seat)
            if rng.random() < self.asking.share and (found := self._rows(state, side, dealer)):
                yield found
            state.play(seat, self._move(side, players[seat]), dealer)
            self.decisions += 1
        self.games += 1

    def _player(self) -> Policy:
        """Who sits at a seat."""
        luck = self.rng.random()
        if luck < POLICY_SHARE:
            return self.policy
        return self.first_policy if luck < 2 * POLICY_SHARE else self.player

    def _move(self, side: Side, player: Policy) -> int:
        """The move of a player, who wanders off now and then."""
        if isinstance(player, Learned) and self.rng.random() < self.asking.wandering:
            moves = self.search.moves
            count = self.observer.candidates(side, moves) if self.observer.reads(side) else 0
            if count > 1:
                return int(moves[self.rng.randrange(count)])
        return int(player.choose(side))

    def _rows(self, state: State, side: Side, dealer: Seeded) -> list[Row]:
        """What was found out about a decision; nothing if there was no choice."""
        observer, search = self.observer, self.search
        if not observer.reads(side) or observer.candidates(side, search.moves) < 2:
            return []
        count = min(self.asking.candidates, search.base.propose(side, search.moves))
        search.seat_players(side)
        search.seat_others(side, 0)
        observer.observe(side, self.rng.random() >= self.asking.forgetting)
        observer.advice = self.policy.choose(side)
        common, weight = observer.places(), int(observer.margin_weight)
        ends = weight == 0  # points do not count any more
        leads = 1.0 if ends else side.seats**2 / (side.seats - 1) * STRAIGHT / observer.lead
        rows: list[Row] = []
        worths = [search.play_out(state.copy(), side.seat, i, dealer.copy()) for i in range(count)]
        for i in range(count):
            observer.consider(side, search.moves[i])
            better = (worths[i] - worths[0]) / WIN * leads
            rows.append((common + observer.places(), i == BASE, better, ends, weight))
        return rows

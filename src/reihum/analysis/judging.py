"""What a game's network thinks of moves, and how far trials and network can be believed."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from reihum.bots.levels import Level, make_learned
from reihum.bots.net import SCALE
from reihum.core.contract import Side
from reihum.games.spec import Spec

FEWEST: Final = 0.5  # a share that was never seen in so many trials is taken for half of one
MOST_ODDS: Final = 12.0  # beyond it, nothing is left to chance


class Judge:
    """Asks the network of a game; where it has none, or does not decide, there is no opinion."""

    def __init__(self, of: Spec) -> None:
        self.learned = None if of.observer is None else make_learned(Level(), of, 0)

    def reads(self, side: Side) -> bool:
        """Whether it has an opinion here."""
        return self.learned is not None and self.learned.observer.reads(side)

    def odds(self, side: Side, moves: list[int]) -> list[float]:
        """The logarithm of the odds of winning after each of these moves, as the network sees them."""
        learned = self.learned
        assert learned is not None
        observer, net = learned.observer, learned.net
        observer.observe(side, True)
        observer.advice = learned.otherwise.choose(side)
        net.look(observer.into, observer.count)
        found = []
        for move in moves:
            observer.consider(side, move)
            net.weigh(observer.into, observer.count)
            found.append(net.win / SCALE)
        return found


@dataclass(frozen=True)
class Belief:
    """How a chance of winning follows from trials and network; fitted to games that were played on."""

    base: float = 0.0
    trials: float = 1.0  # how far the odds in the trials are believed
    network: float = 0.0  # ... and those that the network sees

    def chance(self, share: float, count: int, odds: float | None) -> float:
        """The chance of winning, by the share of so many trials and what the network says, if it does."""
        if self == Belief():
            return share
        known = (share * count + FEWEST) / (count + 2 * FEWEST)
        found = self.base + self.trials * math.log(known / (1 - known)) + self.network * (odds or 0.0)
        return 1 / (1 + math.exp(-max(-MOST_ODDS, min(MOST_ODDS, found))))

    def error(self, chance: float, share: float, count: int, error: float) -> float:
        """The standard error of a chance, or of a difference, that trials leave."""
        if self == Belief():
            return error
        known = (share * count + FEWEST) / (count + 2 * FEWEST)
        return error * self.trials * chance * (1 - chance) / (known * (1 - known))


@cache
def beliefs_of(module: str) -> dict[str, Any]:
    """What was fitted for a game, by number of players."""
    path = files(module).joinpath("chances.json")
    found: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    return found


def belief_of(of: Spec, players: int, reads: bool) -> Belief:
    """What is believed at a table of this size: with the network, or without it."""
    fitted = beliefs_of(of.module).get("with_network" if reads else "without", {}).get(str(players))
    return Belief() if fitted is None else Belief(*fitted)

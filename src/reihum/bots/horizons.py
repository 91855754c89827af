"""How far a search looks: to the end of a round, or to where a network knows what positions are worth."""

from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.bots.learned import Learned
from reihum.bots.net import SCALE
from reihum.bots.search import WIN, Horizon
from reihum.core.contract import OVER, Side, State
from reihum.core.observation import Observer

LOGIT_STEP: Final = SCALE // 128
MOST_LOGIT: Final = 12 * SCALE  # beyond it, nothing is left to chance
MOST_EXPONENT: Final = 30.0  # whoever is so far behind will not win
CHANCES: Final = vec[i64](
    [
        round(WIN / (1 + math.exp(-(step * LOGIT_STEP - MOST_LOGIT) / SCALE)))
        for step in range(2 * MOST_LOGIT // LOGIT_STEP + 1)
    ]
)


@final
@mypyc_attr(acyclic=True)
class Outlook(Horizon):
    """Stops before one of the seat's own next decisions, and takes a network's word for what is in it."""

    def __init__(self, learned: Learned, decisions: i64) -> None:
        self.learned = learned
        self.decisions = decisions  # 1: before its very next one
        self.made: i64 = 0

    def begin(self, side: Side) -> None:
        """Nothing has been decided in this playout yet."""
        self.made = 0

    def is_reached(self, side: Side) -> bool:
        """Whether the seat has a choice to make that the network can judge, and has had enough of them."""
        if side.turn() != side.seat or self._candidates(side) < 2:
            return False
        self.made += 1
        return self.made >= self.decisions

    def worth(self, world: State, side: Side) -> i64:
        """What the network says of the best move; or, if the game ended before, who has won."""
        if self.made < self.decisions:
            return super().worth(world, side)
        best = self.learned.weigh(side, self._candidates(side))
        return chance_of(self.learned.worths[best])

    def _candidates(self, side: Side) -> i64:
        """How many candidates the network has; none where it does not decide."""
        learned = self.learned
        none: i64 = 0
        return learned.observer.candidates(side, learned.moves) if learned.observer.reads(side) else none


@final
@mypyc_attr(acyclic=True)
class RoundEnd(Horizon):
    """Stops when the round is over: from there on, chances depend on how far ahead everybody is."""

    def __init__(self, observer: Observer, swing: float) -> None:
        self.observer = observer
        self.swing = swing  # behind by so much, a seat wins about once for every three times the other does
        self.current: i64 = 0

    def begin(self, side: Side) -> None:
        """Which round this is."""
        self.current = self.observer.round(side)

    def is_reached(self, side: Side) -> bool:
        """Whether another round has begun."""
        return self.observer.round(side) != self.current

    def worth(self, world: State, side: Side) -> i64:
        """The seat's chance by the standings; or, if the game has ended, who has won."""
        if world.turn() == OVER:
            return super().worth(world, side)
        own = self.observer.standing(side, side.seat)[0]
        weight = 0.0
        for seat in range(side.seats):
            weight += math.exp(min(MOST_EXPONENT, (self.observer.standing(side, seat)[0] - own) / self.swing))
        return int(WIN / weight)


def chance_of(logit: i64) -> i64:
    """A network's worth as a chance in millionths."""
    kept = max(-MOST_LOGIT, min(MOST_LOGIT, logit))
    return CHANCES[(kept + MOST_LOGIT) // LOGIT_STEP]

"""Players that have learned: a network says what each move is worth.

The best of them make the best move. Weaker ones choose more softly: the closer two moves are, the more often
they take the wrong one, as people do, and a move that is much worse than the others never. What is close is
measured by how far apart all moves of the decision are: a card that costs little early in a long game is as
easy to misjudge as one that decides its end. Their luck comes from a seed and from what they see, so the same
bot with the same seed that sees the same always makes the same move, whatever is hidden from it.
"""

from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.bots.net import Net
from reihum.core.contract import BUFFER_SIZE, Policy, Side, buffer, rank_moves
from reihum.core.dealer import Seeded
from reihum.core.observation import MARGIN_SCALE, Observer

DRAWS: Final = 4096
# Numbers of Gumbel's distribution, 1000 to one: the largest of worths with these added is a soft choice.
GUMBEL: Final = vec[i64]([round(-1000 * math.log(-math.log((i + 0.5) / DRAWS))) for i in range(DRAWS)])
GUMBEL_SCALE: Final = 1000
PER_MILLE: Final = 1000
MIXED: Final = 0x3FFFFFFFFFFF  # what the places of an observation are mixed into


@final
@mypyc_attr(acyclic=True)
class Learned(Policy):
    """Weighs the candidates with a network, and chooses one of the best."""

    def __init__(self, net: Net, observer: Observer, otherwise: Policy) -> None:
        self.net = net
        self.observer = observer
        self.otherwise = otherwise  # advises; and plays where the observer does not read, as in solo
        self.remembering = True  # or it sees only what lies on the table
        # In thousandths of what the moves of a decision are worse than the best on average:
        self.heat: i64 = 0  # how softly it chooses; 0: always the best
        self.reach: i64 = 0  # a move that is worse than the best by more than this is never made
        self.seed: i64 = 0
        self.moves = buffer()
        self.worths = vec[i64]([0] * BUFFER_SIZE)  # of the candidates, as the network sees them
        self.costs = vec[i64]([0] * BUFFER_SIZE)  # the same the other way round, when they are sorted
        self.mixed: i64 = 0  # all places of the observation, mixed

    def choose(self, side: Side) -> i64:
        """One of the best candidates; of equals the first."""
        if not self.observer.reads(side):
            return self.otherwise.choose(side)
        count = self.observer.candidates(side, self.moves)
        if count == 1:
            return self.moves[0]
        best = self.weigh(side, count)
        if self.heat == 0:
            return self.moves[best]
        return self.moves[self._soft_choice(best, count)]

    def propose(self, side: Side, into: vec[i64]) -> i64:
        """Write the candidates into a buffer, its own choice first, then those that seem best."""
        if not self.observer.reads(side):
            return self.otherwise.propose(side, into)
        chosen = self.choose(side)
        count = self.observer.candidates(side, into)
        if count > 1:
            for i in range(count):
                self.costs[i] = -self.worths[i]
            rank_moves(into, self.costs, count, chosen)
        return count

    def _soft_choice(self, best: i64, count: i64) -> i64:
        """One of the candidates that are not much worse than the best, the better the more often."""
        top = self.worths[best]
        spread: i64 = 0
        for i in range(count):
            spread += top - self.worths[i]
        spread //= count
        luck = Seeded(self.seed ^ self.mixed)
        chosen = best
        most = self.heat * spread * GUMBEL[luck.below(DRAWS)]
        for i in range(count):
            behind = (top - self.worths[i]) * PER_MILLE
            if i == best or behind > self.reach * spread:
                continue
            found = self.heat * spread * GUMBEL[luck.below(DRAWS)] - behind * GUMBEL_SCALE
            if found > most:
                most = found
                chosen = i
        return chosen

    def weigh(self, side: Side, count: i64) -> i64:
        """Find what the candidates are worth; which is best."""
        observer = self.observer
        net = self.net
        observer.observe(side, self.remembering)
        observer.advice = self.otherwise.choose(side)
        net.look(observer.into, observer.count)
        if self.heat:
            mixed: i64 = 0
            for i in range(observer.count):
                mixed = (mixed * 8191 + observer.into[i]) & MIXED
            self.mixed = mixed
        best: i64 = 0
        for i in range(count):
            observer.consider(side, self.moves[i])
            net.weigh(observer.into, observer.count)
            self.worths[i] = worth_of(net, observer)
            if self.worths[i] > self.worths[best]:
                best = i
        return best


def worth_of(net: Net, observer: Observer) -> i64:
    """What the move that was weighed last is worth: the chance of winning, and a little for points."""
    return net.win + net.margin * observer.margin_weight // MARGIN_SCALE

"""Players of a game that is another one where somebody plays it alone: nobody has learned that one."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.bots.learned import DRAWS, GUMBEL
from reihum.bots.search import sight
from reihum.core.contract import Policy, Side, buffer
from reihum.core.dealer import Seeded

RANK: Final = 1_000_000  # how much worse the next move is, where heat and luck are thousandths


@final
@mypyc_attr(acyclic=True)
class AloneOrNot(Policy):
    """Lets one player play alone, and another with others."""

    def __init__(self, alone: Policy, together: Policy) -> None:
        self.alone = alone
        self.together = together

    def choose(self, side: Side) -> i64:
        """What the one of the two would do."""
        if side.seats == 1:
            return self.alone.choose(side)
        return self.together.choose(side)

    def propose(self, side: Side, into: vec[i64]) -> i64:
        """What the one of the two proposes."""
        if side.seats == 1:
            return self.alone.propose(side, into)
        return self.together.propose(side, into)

    def share_time(self, players: i64) -> None:
        """Both take only a part of their time."""
        self.alone.share_time(players)
        self.together.share_time(players)


@final
@mypyc_attr(acyclic=True)
class Unsteady(Policy):
    """Knows what is good, and does not always do it: one of the moves proposed, the better the more often."""

    def __init__(self, base: Policy, heat: i64, seed: i64) -> None:
        self.base = base
        self.heat = heat  # how softly it chooses, in thousandths of a rank
        self.seed = seed
        self.moves = buffer()

    def choose(self, side: Side) -> i64:
        """One of the moves proposed; what it sees and its seed decide which."""
        count = self.base.propose(side, self.moves)
        luck = Seeded(self.seed ^ sight(side))
        chosen: i64 = 0
        most = self.heat * GUMBEL[luck.below(DRAWS)]
        for rank in range(1, count):
            found = self.heat * GUMBEL[luck.below(DRAWS)] - rank * RANK
            if found > most:
                most = found
                chosen = rank
        return self.moves[chosen]

"""`python -m training.beginners`: whether somebody who knows a game a little beats its weakest level.

Nobody's first games can be measured without people. In their place sits the first policy of the game, which
plays by a few simple rules, and makes any move that is not foolish at one decision of ten.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Final

from reihum.bots.levels import LEVELS
from reihum.core.contract import Policy, Side, buffer
from reihum.core.dealer import Seeded
from reihum.games import SLUGS, spec
from reihum.games.spec import Spec
from training.compare import compare

SEED: Final = 77
THOUSAND: Final = 1_000


class Beginner(Policy):
    """The first policy of a game, which is at a loss now and then."""

    def __init__(self, of: Spec, seed: int, at_a_loss: float) -> None:
        assert of.observer is not None
        self.plan = (of.first_policy or of.policy)()
        self.observer = of.observer()
        self.luck = Seeded(seed)
        self.at_a_loss = round(THOUSAND * at_a_loss)
        self.moves = buffer()

    def choose(self, side: Side) -> int:
        """What the policy would do, or any move that is not foolish."""
        if self.luck.below(THOUSAND) < self.at_a_loss and self.observer.reads(side):
            count = self.observer.candidates(side, self.moves)
            return int(self.moves[self.luck.below(count)])
        return int(self.plan.choose(side))


@dataclass(frozen=True)
class MakeBeginner:
    """Makes beginners."""

    at_a_loss: float

    def __call__(self, of: Spec, seed: int) -> Policy:
        """One of them."""
        return Beginner(of, seed, self.at_a_loss)


def main() -> None:
    """Print how often a beginner wins, in duels."""
    parser = argparse.ArgumentParser(prog="python -m training.beginners", description=__doc__)
    parser.add_argument("--games", type=int, default=1_000, help="of each game, at least")
    parser.add_argument("--share", type=float, default=0.1, help="of decisions at which it makes any move")
    parser.add_argument("--jobs", type=int, help="processes; all cores by default")
    told = parser.parse_args()
    for slug in SLUGS:
        seats = max(2, spec(slug).fewest)
        found = compare(
            slug, seats, MakeBeginner(told.share), LEVELS[0], -(-told.games // seats), SEED, told.jobs
        )
        print(f"{found.duel:.1%} of duels: {found}", flush=True)


if __name__ == "__main__":
    main()

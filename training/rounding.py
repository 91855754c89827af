"""`python -m training.rounding GAME`: what whole numbers cost a network, compared with its own floats.

The network of a run plays as floats and in whole numbers, on the same deals, against the policy in all other
seats. Nothing but the arithmetic differs.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from reihum.bots.learned import Learned
from reihum.bots.net import Net, Weights
from reihum.core.contract import Policy, Side, buffer
from reihum.core.observation import MARGIN_SCALE, Observer
from reihum.games import SLUGS, spec
from reihum.games.spec import Spec
from training.compare import compare
from training.network import CUT, Network

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

SEED: Final = 31_337  # of deals that nobody learned from


class InFloats(Policy):
    """Chooses what seems best to a network that computes in floats."""

    def __init__(self, network: Network, observer: Observer, otherwise: Policy) -> None:
        self.weights = network.settled
        self.observer = observer
        self.otherwise = otherwise
        self.moves = buffer()

    def choose(self, side: Side) -> i64:
        """The best candidate; of equals the first."""
        observer, w = self.observer, self.weights
        if not observer.reads(side):
            return self.otherwise.choose(side)
        count = observer.candidates(side, self.moves)
        if count == 1:
            return self.moves[0]
        observer.observe(side, True)
        observer.advice = self.otherwise.choose(side)
        seen = self._sum() + w["b1"]
        rows = []
        for i in range(count):
            observer.consider(side, self.moves[i])
            rows.append(seen + self._sum())
        first = np.clip(np.stack(rows), 0, CUT)
        out = np.clip(first @ w["w2"] + w["b2"], 0, CUT) @ w["w3"] + w["b3"]
        return self.moves[int(np.argmax(out[:, 0] + out[:, 1] * (observer.margin_weight / MARGIN_SCALE)))]

    def propose(self, side: Side, into: vec[i64]) -> i64:
        """Nothing but its choice."""
        into[0] = self.choose(side)
        return 1

    def _sum(self) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        """What the first layer makes of the places that were just written."""
        places = [self.observer.into[i] for i in range(self.observer.count)]
        found: np.ndarray[tuple[int], np.dtype[np.float32]] = self.weights["w1"][places].sum(0)
        return found


@dataclass(frozen=True)
class Making:
    """Makes players of a run's network."""

    run: Path
    in_floats: bool

    def __call__(self, of: Spec, seed: int) -> Policy:
        """One of them."""
        assert of.observer is not None
        if self.in_floats:
            return InFloats(network_of(self.run), of.observer(), of.policy())
        return Learned(Net(Weights(network_of(self.run).quantised())), of.observer(), of.policy())


@cache
def network_of(run: Path) -> Network:
    """What a run has learned, as it was kept."""
    with np.load(run / "state.npz") as state:
        return Network.restored(state, "net")


def main() -> None:
    """Print both for every number of players that is asked for."""
    parser = argparse.ArgumentParser(prog="python -m training.rounding", description=__doc__)
    parser.add_argument("game", choices=SLUGS)
    parser.add_argument("--run", type=Path, help="the folder of the run; build/training/GAME by default")
    parser.add_argument("--players", type=int, nargs="*", help="the fewest by default")
    parser.add_argument("--games", type=int, default=4_000, help="for each figure, at least")
    told = parser.parse_args()
    run = told.run or Path("build/training") / told.game
    for seats in told.players or [max(2, spec(told.game).fewest)]:
        for in_floats in (True, False):
            found = compare(told.game, seats, Making(run, in_floats), "policy", -(-told.games // seats), SEED)
            print(f"{'floats' if in_floats else 'whole numbers'}: {found}", flush=True)


if __name__ == "__main__":
    main()

"""`python -m training.searches GAME PLAYERS`: whether a learned player gains by thinking ahead.

One learned player that thinks ahead sits at a table at which the same player without thinking, or the policy,
has all other seats. Next to each figure stands what the player gets there without thinking ahead, on the same
deals. All budgets are numbers of worlds, so that the figures are the same on every machine; the time that a
decision takes is printed as well.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

from reihum.bots.horizons import Outlook, RoundEnd
from reihum.bots.levels import Level, make_learned
from reihum.bots.search import Search
from reihum.core.contract import OVER, Policy, Side
from reihum.core.dealer import Seeded
from reihum.games import SLUGS, spec
from reihum.games.spec import Spec
from training.compare import Contender, compare, maker

SEED: Final = 2_027  # of deals that nobody learned from
BEST: Final = Level()
SOFT: Final = Level(heat=0.3, reach=2.0)
AGAINST: Final[dict[str, Contender]] = {"net": BEST, "policy": "policy"}
MODELS: Final[dict[str, Contender]] = {"net": BEST, "soft": SOFT, "policy": "policy"}


@dataclass(frozen=True)
class Thoughtful:
    """Makes learned players that think ahead."""

    worlds: int
    ahead: int  # so many own decisions are played out before the network is asked again; 0: to the end
    models: tuple[str, ...]  # whom it takes the others for, in turn
    candidates: int = 6
    caution: float = 1.0
    stake: float = 0.0
    swing: float = 0.0  # it looks to the end of the round, as `RoundEnd` does
    own: str = "net"  # who plays its own seat in playouts

    def __call__(self, of: Spec, seed: int) -> Policy:
        """One of them."""
        base, own = make_learned(BEST, of, seed), maker(MODELS[self.own])(of, seed)
        search = Search(base, own, [maker(MODELS[model])(of, seed) for model in self.models])
        search.worlds, search.most, search.seed = self.worlds, self.candidates, seed
        search.caution, search.stake = self.caution, self.stake
        if self.ahead:
            search.horizon = Outlook(base, self.ahead)
        elif self.swing:
            assert of.observer is not None
            search.horizon = RoundEnd(of.observer(), self.swing)
        return search

    def __str__(self) -> str:
        until = f"{self.ahead} ahead" if self.ahead else f"to the end{' of the round' if self.swing else ''}"
        who = f"itself {self.own}, others {' and '.join(self.models)}"
        return f"{self.worlds} worlds, {self.candidates} candidates, {until}, {who}"


def settings(told: argparse.Namespace) -> Iterator[Thoughtful]:
    """All combinations that were asked for."""
    base = Thoughtful(0, 0, (), told.candidates, told.caution, told.stake, told.swing, told.own)
    for worlds, ahead, models in product(told.worlds, told.ahead, told.models):
        yield replace(base, worlds=worlds, ahead=ahead, models=tuple(models.split("+")))


class Timed(Policy):
    """Another player, timed."""

    def __init__(self, player: Policy) -> None:
        self.player = player
        self.seconds = 0.0
        self.decisions = 0

    def choose(self, side: Side) -> int:
        """Its choice."""
        begun = time.process_time()
        chosen = self.player.choose(side)
        self.seconds += time.process_time() - begun
        self.decisions += 1
        return int(chosen)


def milliseconds(of: Spec, seats: int, thoughtful: Thoughtful, decisions: int = 60) -> float:
    """How long a decision takes, on average over the first ones of a game."""
    dealer, timed = Seeded(SEED), Timed(thoughtful(of, 1))
    state, others = of.start(seats, dict(of.options), dealer), make_learned(BEST, of, 1)
    while state.turn() != OVER and timed.decisions < decisions:
        seat = state.turn()
        player: Policy = timed if seat == 0 else others
        state.play(seat, player.choose(state.side(seat)), dealer)
    return 1000 * timed.seconds / max(1, timed.decisions)


def numbers(text: str) -> list[int]:
    """A list such as 8,32."""
    return [int(part) for part in text.split(",")]


def main() -> None:
    """Measure all settings against all opponents."""
    parser = argparse.ArgumentParser(prog="python -m training.searches", description=__doc__)
    parser.add_argument("game", choices=SLUGS)
    parser.add_argument("players", type=int)
    parser.add_argument("--deals", type=int, default=200, help="each is played from every seat")
    parser.add_argument("--worlds", type=numbers, default=[16, 64], help="such as 16,64")
    parser.add_argument("--ahead", type=numbers, default=[0, 1], help="own decisions ahead; 0: to the end")
    parser.add_argument("--models", default="net,soft,policy,net+policy", help="whom it takes the others for")
    parser.add_argument("--against", default="net,policy", help="who the others are")
    parser.add_argument("--candidates", type=int, default=6)
    parser.add_argument("--caution", type=float, default=1.0, help="standard errors")
    parser.add_argument("--swing", type=float, default=0.0, help="to the end of the round, see horizons.py")
    parser.add_argument("--own", default="net", choices=MODELS, help="who plays its own seat in playouts")
    parser.add_argument("--stake", type=float, default=0.0, help="it stops early; see bots/search.py")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--jobs", type=int, help="processes; all cores by default")
    told = parser.parse_args()
    told.models, of = told.models.split(","), spec(told.game)
    for name in told.against.split(","):
        other = AGAINST[name]
        plain = compare(of.slug, told.players, BEST, other, told.deals, told.seed, told.jobs)
        print(f"without thinking ahead, against {name}: {plain}", flush=True)
        for each in settings(told):
            found = compare(of.slug, told.players, each, other, told.deals, told.seed, told.jobs)
            spent = milliseconds(of, told.players, each)
            print(f"{each}, against {name}: {found}, {spent:.1f} ms a decision", flush=True)


if __name__ == "__main__":
    main()

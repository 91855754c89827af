"""`python -m training.chances GAME`: how far trials and networks can be believed, and how true that is.

Games are played by the policy in all seats and stopped somewhere. A move is made there, the policy plays on
for everybody, and the result is compared with what the trials and the network said of that move. From the
first games it is fitted how both are weighed (`analysis/judging.py`). In others it is counted how often one
won of which that was said. Both go into the game's `chances.json`.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import numpy as np
from librt.vecs import vec
from mypy_extensions import i64
from numpy.typing import NDArray

from reihum.analysis.appraisal import Appraiser
from reihum.analysis.hints import USUAL_WORLDS
from reihum.analysis.judging import FEWEST, Belief
from reihum.analysis.trials import SeenWorlds
from reihum.arena.outcomes import outcome
from reihum.core.contract import OVER, State
from reihum.core.dealer import Seeded
from reihum.core.playout import play_out
from reihum.games import SLUGS, spec
from reihum.games.spec import Spec
from training.fit import write_manifest

FIRST_FITTED: Final = 3_000_000_000  # deals that nobody learned from ...
FIRST_CHECKED: Final = 4_000_000_000  # ... and others again
TRIED: Final = USUAL_WORLDS // 2  # worlds: the other half chooses
CHUNK: Final = 50
BINS: Final = 10
STEPS: Final = 50  # of Newton's method
EASE: Final = 1e-3  # keeps it from running away where nothing can be known

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Told:
    """What was said of one move, and what came of it."""

    share: float  # of the win, in the trials
    odds: float | None  # as the network saw it
    won: float  # the share of the win that was got


def positions(of: Spec, players: int, first: int, count: int) -> Iterator[tuple[State, Seeded, Seeded]]:
    """Games of the policy, stopped where somebody has a choice: the state, its dealer, and more chance."""
    policies = [of.policy() for _ in range(players)]
    for number in range(first, first + count):
        while True:
            luck, dealer = Seeded(number), Seeded(number + 1)
            state = of.start(players, dict(of.options), dealer)
            decisions = play_out(state.copy(), policies, dealer.copy(), of.decisions_cap)
            play_out(state, policies, dealer, luck.below(int(decisions)))
            while state.turn() != OVER and len(state.side(state.turn()).legal()) < 2:
                seat = state.turn()
                state.play(seat, policies[seat].choose(state.side(seat)), dealer)
            if state.turn() != OVER:
                yield state, dealer, luck
                break
            number += 10**12


def tell(slug: str, players: int, first: int) -> list[Told]:
    """A chunk of positions: a move tried in as many worlds as a hint reports from."""
    of = spec(slug)
    appraiser, policies = Appraiser(of, players), [of.policy() for _ in range(players)]
    trials, found = appraiser.trials, []
    for state, dealer, luck in positions(of, players, first, CHUNK):
        seat = int(state.turn())
        side = state.side(seat)
        moves = appraiser.moves(side)
        # Other moves must be told as truly as the one that the policy would make.
        move = moves[luck.below(len(moves)) if luck.below(2) else 0]
        trials.make_room(1, TRIED)
        one = vec[i64]([i64(0)])
        trials.try_moves(SeenWorlds(side, luck.below(2**31)), seat, vec[i64]([i64(move)]), one, 0, TRIED)
        odds = appraiser.judge.odds(side, [move])[0] if appraiser.judge.reads(side) else None
        share, _ = trials.share(0, seat, 0, TRIED)
        state.play(seat, move, dealer)
        play_out(state, policies, dealer, of.decisions_cap)
        found.append(Told(share, odds, outcome(state, seat)[0]))
    return found


def gather(slug: str, players: int, count: int, first: int, jobs: int) -> list[Told]:
    """So many positions, from several processes."""
    starts = range(first, first + count, CHUNK)
    with get_context("spawn").Pool(jobs) as pool:
        return [each for some in pool.imap(partial(tell, slug, players), starts) for each in some]


# -- fitting --------------------------------------------------------------------------------------


def fitted(told: list[Told]) -> list[float]:
    """Base, and the weights of trials and network, that make what came of it most likely."""
    known = np.array([(each.share * TRIED + FEWEST) / (TRIED + 2 * FEWEST) for each in told])
    columns = [np.ones(len(told)), np.log(known / (1 - known))]
    if all(each.odds is not None for each in told):
        columns.append(np.array([each.odds or 0.0 for each in told]))
    x, won = np.stack(columns, axis=1), np.array([each.won for each in told])
    weights: Floats = np.zeros(x.shape[1])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-x @ weights))
        slope = x.T @ (won - chance) - EASE * weights
        bend = (x.T * (chance * (1 - chance))) @ x + EASE * np.eye(len(weights))
        weights = weights + np.linalg.solve(bend, slope)
    return [round(float(weight), 3) for weight in (*weights, *([0.0] * (3 - len(weights))))]


# -- checking -------------------------------------------------------------------------------------


def reliability(told: list[Told], beliefs: dict[bool, Belief]) -> list[dict[str, float]]:
    """For each ten points: what was said on average, what was won, its standard error, and how often."""
    pairs = [(beliefs[each.odds is not None].chance(each.share, TRIED, each.odds), each.won) for each in told]
    rows = []
    for number in range(BINS):
        some = [(said, won) for said, won in pairs if min(BINS - 1, int(BINS * said)) == number]
        if len(some) > 1:
            won = np.array([each for _, each in some])
            error = float(won.std(ddof=1)) / math.sqrt(len(some))
            rows.append(
                {
                    "said": round(float(np.mean([said for said, _ in some])), 4),
                    "won": round(float(won.mean()), 4),
                    "error": round(error, 4),
                    "positions": len(some),
                }
            )
    return rows


def main() -> None:
    """Fit and check a game, or only check it, and write down what was found."""
    parser = argparse.ArgumentParser(prog="python -m training.chances", description=__doc__)
    parser.add_argument("game", choices=SLUGS)
    parser.add_argument("--players", type=int, nargs="*", help="only with so many")
    parser.add_argument("--positions", type=int, default=4_000, help="to fit, for each number of players")
    parser.add_argument("--checks", type=int, default=2_000, help="other positions, likewise")
    parser.add_argument("--jobs", type=int, default=1)
    told = parser.parse_args()
    of = spec(told.game)
    path = Path("src", *of.module.split("."), "chances.json")
    found: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {"game": of.slug}
    for name in ("with_network", "without", "reliability"):
        found.setdefault(name, {})
    for players in told.players or range(of.fewest, of.most + 1):
        some = gather(of.slug, players, told.positions, FIRST_FITTED, told.jobs)
        kinds = {"with_network": [each for each in some if each.odds is not None]}
        kinds["without"] = [each for each in some if each.odds is None]
        for kind, each in kinds.items():
            found[kind].pop(str(players), None)
            if len(each) > CHUNK:
                found[kind][str(players)] = fitted(each)
                print(f"{players} players, {kind}: {found[kind][str(players)]}", flush=True)
        kept = {kind: found[kind].get(str(players)) for kind in kinds}
        beliefs = {
            kind == "with_network": Belief() if numbers is None else Belief(*numbers)
            for kind, numbers in kept.items()
        }
        others = gather(of.slug, players, told.checks, FIRST_CHECKED, told.jobs)
        found["reliability"][str(players)] = reliability(others, beliefs)
        for row in found["reliability"][str(players)]:
            print(f"  said {row['said']:.1%}, won {row['won']:.1%} ±{1.96 * row['error']:.1%}", flush=True)
        write_manifest(path, found)


if __name__ == "__main__":
    main()

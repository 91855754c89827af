"""`python -m training.strength GAME`: how strong the levels of a game are, measured and written down.

The strongest level plays against the policies with every number of players, then each level against the one
below it; and one who cheats shows what nobody can reach who does not see the cards. The figures go into the
game's manifest; `docs/strength.md` shows those of all games.
"""

from __future__ import annotations

import argparse
import json
from itertools import pairwise
from typing import Any, Final

from reihum.bots.levels import LEVELS
from reihum.games import SLUGS, spec
from reihum.games.spec import Spec
from training.compare import compare
from training.fit import manifest_path, write_manifest

SEED: Final = 4711  # of deals that nobody learned from, and no level was fitted on
BEST: Final = LEVELS[-1]
CEILING: Final = "cheat"
CEILING_GAMES: Final = 300  # it takes long to think everything through, and wins nearly always


def measure(of: Spec, games: int) -> list[dict[str, Any]]:
    """All figures of a game, each from at least so many games."""
    fewest = max(2, of.fewest)
    sizes = range(fewest, of.most + 1)
    duels = [(BEST, other, seats) for other in opponents(of) for seats in sizes]
    duels += [(BEST, "random", fewest)]
    duels += [(stronger, weaker, fewest) for weaker, stronger in pairwise(LEVELS)]
    figures = [figure(of, first, second, seats, games) for first, second, seats in duels]
    few = min(games, CEILING_GAMES)
    return figures + [figure(of, CEILING, opponents(of)[0], seats, few) for seats in sizes]


def opponents(of: Spec) -> list[str]:
    """The policies: the one of now, and the first one if it is another."""
    return ["policy1", "policy"] if of.first_policy else ["policy"]


def figure(of: Spec, first: str, second: str, seats: int, games: int) -> dict[str, Any]:
    """One comparison as it is written down."""
    found = compare(of.slug, seats, first, second, -(-games // seats), SEED)
    print(f"{first} against {second}, {found}", flush=True)
    return {
        "player": first,
        "against": second,
        "players": seats,
        "games": found.games,
        "share": percent(found.share),
        "error": percent(1.96 * found.error),
        "margin": round(found.margin, 2),
        "margin_error": round(1.96 * found.margin_error, 2),
        "duel": percent(found.duel),
        "broken_off": found.capped,
    }


def percent(share: float) -> float:
    """A share of a hundred, to one place."""
    return round(100 * share, 1)


def main() -> None:
    """Measure a game and write the figures into its manifest."""
    parser = argparse.ArgumentParser(prog="python -m training.strength", description=__doc__)
    parser.add_argument("game", choices=SLUGS)
    parser.add_argument("--games", type=int, default=4_000, help="for each figure, at least")
    told = parser.parse_args()
    path = manifest_path(told.game)
    manifest: dict[str, Any] = json.loads(path.read_text("utf-8"))
    manifest["strength"] = measure(spec(told.game), told.games)
    write_manifest(path, manifest)


if __name__ == "__main__":
    main()

"""`python -m training GAME --players 2,3 --minutes 60`: see `make train`."""

from __future__ import annotations

import argparse
import sys
from dataclasses import fields
from pathlib import Path

from reihum.core.errors import ReihumError
from reihum.games import SLUGS, spec
from training.learner import Learner, Settings


def main() -> int:
    """Train, and say how it goes."""
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("game", choices=SLUGS)
    parser.add_argument("--players", default="", help="how many play, such as 2,3,4; all by default")
    parser.add_argument("--out", type=Path, help="the folder of the run; build/training/GAME by default")
    parser.add_argument(
        "--begin", type=Path, help="another run to begin with, or a folder with the net.bin of a game"
    )
    for each in fields(Settings):
        kind = float if isinstance(each.default, float) or each.name in ("minutes", "uses") else int
        parser.add_argument(f"--{each.name.replace('_', '-')}", type=kind, default=each.default)
    told = vars(parser.parse_args())
    of, folder, begin = spec(told.pop("game")), told.pop("out"), told.pop("begin")
    folder = folder or Path("build/training") / of.slug
    try:
        seats = player_counts(told.pop("players"), max(2, of.fewest), of.most)
        learner = Learner(of.slug, seats, folder, Settings(**told), begin)
        print(f"{of.title}: {folder} (Ctrl-C ends it; called again, it goes on)")
        learner.run(lambda line: print(line, flush=True))
    except ReihumError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Kept; call it again to go on.")
    return 0


def player_counts(text: str, fewest: int, most: int) -> list[int]:
    """Numbers of players from a list such as 2,3,4; all that there are if it is empty."""
    if not text:
        return list(range(fewest, most + 1))
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() and fewest <= int(part) <= most for part in parts):
        raise ReihumError(f"--players is a list of numbers from {fewest} to {most}, such as {fewest},{most}.")
    return sorted({int(part) for part in parts})


if __name__ == "__main__":
    sys.exit(main())

"""`python -m training.foresight GAME`: let a network learn what its moves would have led to.

In a long game the result says little about a single move: chance is far larger. So moves are tried against
each other with the same cards (`training.labels`), and the network of the game, as it is published, learns
the differences. What was found out is kept; called again, it finds out more, and then learns from all.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from dataclasses import asdict
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import numpy as np

from reihum.core.errors import ReihumError
from reihum.games import SLUGS, spec
from training.__main__ import player_counts
from training.compare import compare
from training.fit import manifest_path
from training.foreseeing import Foreseeing, Lessons
from training.labels import Asker, Asking, all_labels
from training.publish import AGAINST
from training.rounding import Making

SHARD: Final = 5_000  # decisions in a file
CHECKED: Final = 0.06  # of the decisions, the last ones, are not learned from but show what was learned
REPORTS: Final = 10


def ask(slug: str, asking: Asking, folder: Path, seed: int, ends: float) -> None:
    """Write labels until the time is over, or whoever wants them is gone."""
    asker, parent, number = Asker(spec(slug), asking, seed), os.getppid(), 0
    while time.time() < ends and os.getppid() == parent:
        asker.labels(SHARD).save(folder / f"labels-{seed:08x}-{number:04}.npz")
        number += 1


def make_labels(slug: str, asking: Asking, folder: Path, minutes: float, workers: int) -> None:
    """Let processes write labels for so long; one that is killed has lost a file."""
    ends, context = time.time() + 60 * minutes, get_context("spawn")
    seeds = [random.SystemRandom().getrandbits(32) for _ in range(workers)]
    processes = [context.Process(target=ask, args=(slug, asking, folder, seed, ends)) for seed in seeds]
    for process in processes:
        process.start()
    while any(process.is_alive() for process in processes):
        time.sleep(min(60.0, max(1.0, ends - time.time())))
        made = len(list(folder.glob("labels-*.npz")))
        left = max(0.0, ends - time.time()) / 60
        print(f"{left:6.1f} min left, about {made * SHARD:,} decisions", flush=True)


def learn(folder: Path, data: bytes, told: argparse.Namespace) -> dict[str, Any]:
    """Learn from all labels, and keep the network as a run is kept; how far it came."""
    labels = all_labels(folder)
    to_learn, to_check = Lessons.of(labels).split(CHECKED)
    pupil = Foreseeing(data, told.first, told.second, to_learn)
    print(f"{to_learn.decisions:,} decisions, {len(to_learn.labels.better):,} moves")
    print(f"before: {pupil.check(to_check)}", flush=True)
    rng, begun = np.random.default_rng(told.seed), time.time()
    steps = max(1, round(told.uses * to_learn.decisions / told.batch))
    for step in range(1, steps + 1):
        pupil.learn(rng, told.batch, told.rate * (told.last_rate / told.rate) ** (step / steps))
        if step % max(1, steps // REPORTS) == 0:
            print(f"{(time.time() - begun) / 60:6.1f} min: {pupil.check(to_check)}", flush=True)
    games, decisions, seconds = (float(number) for number in labels.spent)
    minutes = (seconds + time.time() - begun) / 60
    progress = {"minutes": minutes, "games": int(games), "decisions": int(decisions), "steps": steps}
    np.savez(folder / "state.npz", progress=json.dumps(progress), **pupil.net.kept("net"))
    (folder / "net.bin").write_bytes(pupil.net.quantised())
    return progress | {"tried": to_learn.decisions + to_check.decisions}


def measure(slug: str, folder: Path, seats: list[int], deals: int, minutes: float) -> None:
    """How strong it has become: the end of its curve."""
    with (folder / "curve.jsonl").open("w") as file:
        for size in seats:
            found = compare(slug, size, Making(folder, in_floats=False), AGAINST, deals, seed=3)
            print(found, flush=True)
            row = {"minutes": round(minutes, 1), "players": size, "against": AGAINST}
            file.write(json.dumps(row | {"share": round(found.share, 4)}) + "\n")


def main() -> int:
    """Find out, then learn, then measure."""
    parser = argparse.ArgumentParser(prog="python -m training.foresight", description=__doc__)
    parser.add_argument("game", choices=SLUGS)
    parser.add_argument("--players", default="", help="how many play, such as 2,3,4; all by default")
    parser.add_argument("--out", type=Path, help="its folder; build/training/GAME-ahead by default")
    parser.add_argument("--minutes", type=float, default=60, help="of trying moves; 0: only learn")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--candidates", type=int, default=8)
    parser.add_argument("--share", type=float, default=0.5, help="of the decisions that are tried")
    parser.add_argument("--wandering", type=float, default=0.06, help="so often a seat makes any move")
    parser.add_argument("--forgetting", type=float, default=0.1, help="decisions seen without memory")
    parser.add_argument("--first", type=int, default=128, help="units of the first layer, if it has fewer")
    parser.add_argument("--second", type=int, default=32)
    parser.add_argument("--uses", type=float, default=6, help="how often each decision is learned from")
    parser.add_argument("--batch", type=int, default=256, help="decisions")
    parser.add_argument("--rate", type=float, default=1e-3, help="falling to ...")
    parser.add_argument("--last-rate", type=float, default=2e-5)
    parser.add_argument("--deals", type=int, default=200, help="for each number of players, at the end")
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    of = spec(told.game)
    folder = told.out or Path("build/training") / f"{of.slug}-ahead"
    folder.mkdir(parents=True, exist_ok=True)
    try:
        seats = player_counts(told.players, max(2, of.fewest), of.most)
        asking = Asking(tuple(seats), told.candidates, told.share, told.wandering, told.forgetting)
        if told.minutes:
            make_labels(of.slug, asking, folder, told.minutes, told.workers)
        done = learn(folder, manifest_path(of.slug).with_suffix(".bin").read_bytes(), told)
    except ReihumError as error:
        print(error, file=sys.stderr)
        return 2
    names = ("first", "second", "rate", "last_rate", "uses", "batch", "seed", "workers")
    kept = {"players": seats, "begin": of.package, "foresight": True, "tried": done["tried"]}
    kept |= asdict(asking) | {name: getattr(told, name) for name in names}
    del kept["seats"]
    (folder / "settings.json").write_text(json.dumps(kept, indent=2) + "\n")
    measure(of.slug, folder, seats, told.deals, done["minutes"])
    return 0


if __name__ == "__main__":
    sys.exit(main())

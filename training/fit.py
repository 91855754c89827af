"""`python -m training.fit GAME`: how softly each level has to choose so that they are one step apart.

From the top down, the heat of each level is searched so that the level above beats it in about 60 of 100
duels, in a few more at the bottom, where beginners want to win. Where a game does not leave so much to skill,
all steps are smaller in the same proportion.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from reihum.bots.levels import LEVELS, Level, levels_of
from reihum.games import SLUGS, spec
from training.compare import compare, logit

STEPS = {"strong": 0.6, "regular": 0.62, "casual": 0.65, "novice": 0.7}  # how often each loses to the next
SOFTEST = 4.0
TRIES = 9  # so that a heat is known to a hundredth
REACH = 2.0
PLAIN = {
    "novice": Level(SOFTEST, REACH, memory=False),
    "casual": Level(SOFTEST, REACH, memory=False),
    "regular": Level(SOFTEST, REACH),
    "strong": Level(SOFTEST, REACH),
    "master": Level(),
}


def fit(slug: str, deals: int, steps: dict[str, float]) -> dict[str, Level]:
    """The settings of all levels, so many steps apart."""
    seats = max(2, spec(slug).fewest)
    above = levels_of(spec(slug).module)[LEVELS[-1]]  # thinks ahead or not, as its manifest says
    whole = logit(compare(slug, seats, above, PLAIN["novice"], deals, 7).duel)
    part = min(1.0, whole / sum(map(logit, steps.values())))
    print(f"{spec(slug).title}: {part:.0%} of the steps")
    found = {LEVELS[-1]: above}
    for name in reversed(LEVELS[:-1]):
        above = found[name] = fit_one(slug, seats, above, PLAIN[name], part * logit(steps[name]), deals)
    return {name: found[name] for name in LEVELS}


def fit_one(slug: str, seats: int, above: Level, level: Level, step: float, deals: int) -> Level:
    """The level one step below another: its heat by bisection, always on the same deals."""
    low, high = above.heat, SOFTEST
    for _ in range(TRIES):
        level = replace(level, heat=round((low + high) / 2, 3))
        duel = compare(slug, seats, above, level, deals, 11).duel
        print(f"  heat {level.heat}: {duel:.1%}", flush=True)
        low, high = (level.heat, high) if logit(duel) < step else (low, level.heat)
    return level


def main() -> None:
    """Fit the levels of a game and write them into its manifest."""
    parser = argparse.ArgumentParser(prog="python -m training.fit", description=__doc__)
    parser.add_argument("game", choices=SLUGS)
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--steps", help="how often each loses to the next, from the top, such as .6,.6,.7,.9")
    told = parser.parse_args()
    steps = dict(zip(STEPS, map(float, told.steps.split(",")), strict=True)) if told.steps else STEPS
    levels = fit(told.game, told.deals, steps)
    path = manifest_path(told.game)
    manifest: dict[str, Any] = json.loads(path.read_text("utf-8"))
    manifest["levels"] = {name: settings_of(level) for name, level in levels.items()}
    write_manifest(path, manifest)


def settings_of(level: Level) -> dict[str, Any]:
    """A level as the manifest tells it: what only some levels do is left out where they do not."""
    told = asdict(level)
    return {name: told[name] for name in told if name not in ("thought", "careful") or told[name]}


def manifest_path(slug: str) -> Path:
    """The manifest of a game in this working copy."""
    return Path("src", *spec(slug).module.split("."), "net.json")


def write_manifest(path: Path, manifest: dict[str, Any]) -> None:
    """Write a manifest as people like to read it."""
    parts = [f"  {json.dumps(name)}: {part_text(part)}" for name, part in manifest.items()]
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n", "utf-8")


def part_text(part: object) -> str:
    """A part of a manifest: lists of lists or dicts, and dicts of dicts, with a line for each."""
    if isinstance(part, list) and part and isinstance(part[0], list | dict):
        return "[\n" + ",\n".join(f"    {json.dumps(each)}" for each in part) + "\n  ]"
    if isinstance(part, dict):
        return "{\n" + ",\n".join(f"    {json.dumps(k)}: {json.dumps(v)}" for k, v in part.items()) + "\n  }"
    return json.dumps(part)


if __name__ == "__main__":
    main()

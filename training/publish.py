"""`python -m training.publish GAME`: put what a run has learned into the game's folder, with its manifest."""

from __future__ import annotations

import argparse
import json
import subprocess
from pathlib import Path
from typing import Any, Final

import numpy as np

from reihum.games import SLUGS, spec
from training.fit import PLAIN, manifest_path, settings_of, write_manifest

AGAINST: Final = "policy1"  # whom a curve is measured against


def main() -> None:
    """Copy the weights, and say where they come from; levels that were fitted stay."""
    parser = argparse.ArgumentParser(prog="python -m training.publish", description=__doc__)
    parser.add_argument("game", choices=SLUGS)
    parser.add_argument("--run", type=Path, help="the folder of the run; build/training/GAME by default")
    told = parser.parse_args()
    folder = told.run or Path("build/training") / told.game
    path = manifest_path(told.game)
    before = json.loads(path.read_text("utf-8")) if path.exists() else {}
    path.with_suffix(".bin").write_bytes((folder / "net.bin").read_bytes())
    levels = before.get("levels") or {name: settings_of(level) for name, level in PLAIN.items()}
    write_manifest(path, manifest_of(told.game, folder, before) | {"levels": levels})


def manifest_of(slug: str, folder: Path, before: dict[str, Any]) -> dict[str, Any]:
    """What a run says about itself, and about those that it began with, published ones included."""
    with np.load(folder / "state.npz") as state:
        shape = [int(size) for size in state["net_shape"]]
    runs, curve = [told_by(run) for run in chain(folder)], curve_of(chain(folder))
    if runs[0].get("begin") == spec(slug).package:
        minutes = sum(run["minutes"] for run in before["trained"])
        curve = before["curve"] + [[round(minutes + row[0], 1), *row[1:]] for row in curve]
        runs = before["trained"] + runs
    return {
        "game": spec(slug).slug,
        "players": runs[-1]["players"],
        "shape": shape,
        "commit": commit(),
        "trained": runs,
        "curve": curve,
    }


def chain(folder: Path) -> list[Path]:
    """The run before this one, the one before that, and so on; the first of them comes first."""
    found = [folder]
    while before := json.loads((found[0] / "settings.json").read_text("utf-8")).get("begin"):
        if not (folder.parent / before / "settings.json").exists():
            break  # nothing more is known than its name
        found.insert(0, folder.parent / before)
    return found


def told_by(folder: Path) -> dict[str, Any]:
    """The settings of a run, and how far it came."""
    settings: dict[str, Any] = json.loads((folder / "settings.json").read_text("utf-8"))
    with np.load(folder / "state.npz") as state:
        progress: dict[str, Any] = json.loads(str(state["progress"]))
    return settings | progress | {"minutes": round(progress["minutes"])}


def curve_of(folders: list[Path]) -> list[list[float]]:
    """How strong the network was against the first policy: minutes, players, share in per cent."""
    found, before = [], 0.0
    for folder in folders:
        path = folder / "curve.jsonl"
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []
        found += [
            [round(before + row["minutes"], 1), row["players"], round(100 * row["share"], 1)]
            for row in rows
            if row["against"] == AGAINST
        ]
        before += told_by(folder)["minutes"]
    return found


def commit() -> str:
    """The commit that the working copy is at."""
    found = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True
    )
    return found.stdout.strip()


if __name__ == "__main__":
    main()

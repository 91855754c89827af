"""`python -m training.publish GAME`: put what a run has learned into the game's folder, with its manifest."""

from __future__ import annotations

import argparse
import json
import subprocess
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from reihum.games import SLUGS, spec
from training.fit import PLAIN, manifest_path, write_manifest


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
    levels = before.get("levels") or {name: asdict(level) for name, level in PLAIN.items()}
    write_manifest(path, manifest_of(told.game, folder) | {"levels": levels})


def manifest_of(slug: str, folder: Path) -> dict[str, Any]:
    """What a run says about itself."""
    with np.load(folder / "state.npz") as state:
        shape = [int(size) for size in state["net_shape"]]
        progress = json.loads(str(state["progress"]))
    told = json.loads((folder / "settings.json").read_text("utf-8"))
    return {
        "game": spec(slug).slug,
        "players": told.pop("players"),
        "shape": shape,
        "trained": progress | {"commit": commit()} | told,
    }


def commit() -> str:
    """The commit that the working copy is at."""
    found = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True
    )
    return found.stdout.strip()


if __name__ == "__main__":
    main()

"""`python -m training.alone GAME`: how many deals each level wins where one plays alone.

All levels play the same deals, and those that think ahead do so by the clock, as at a table. The figures go
into the game's `alone.json`, where the settings of the levels are; `docs/strength.md` shows them.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from reihum.arena.entrants import arena_maker
from reihum.bots.levels import LEVELS
from reihum.core.contract import OVER
from reihum.core.dealer import Seeded
from reihum.games import SLUGS, spec
from reihum.games.spec import Spec
from training.fit import manifest_path

FIRST_DEAL: Final = 4_711_000  # of deals on which no level was fitted
PLAYERS: Final = ("policy1", "policy", *LEVELS)


def measure(of: Spec, name: str, deals: int, out: Path | None = None) -> dict[str, Any]:
    """One player's figures; each deal is one line of a file, if there is one."""
    won, scores, spent = 0, [], []
    for deal in range(FIRST_DEAL, FIRST_DEAL + deals):
        dealer = Seeded(deal)
        state, player = of.start(1, dict(of.options), dealer), arena_maker(name)(of, deal)
        seconds = []
        while state.turn() != OVER:
            begun = time.perf_counter()
            move = player.choose(state.side(0))
            seconds.append(time.perf_counter() - begun)
            state.play(0, move, dealer)
        won += len(state.winners())
        scores.append(state.scores()[0])
        spent += seconds
        if out is not None:
            with out.open("a", encoding="utf-8") as lines:
                told = {"player": name, "deal": deal, "won": len(state.winners()), "score": scores[-1]}
                told |= {"moves": len(seconds), "seconds": round(sum(seconds), 3)}
                lines.write(json.dumps(told) + "\n")
    share = won / deals
    return {
        "player": name,
        "deals": deals,
        "won": round(100 * share, 1),
        "error": round(196 * (share * (1 - share) / deals) ** 0.5, 1),
        "score": round(fmean(scores), 2),
        "milliseconds": round(1000 * fmean(spent), 2),
        "most_milliseconds": round(1000 * max(spent)),
    }


def main() -> None:
    """Measure all levels and write the figures down."""
    parser = argparse.ArgumentParser(prog="python -m training.alone", description=__doc__)
    parser.add_argument("game", choices=[slug for slug in SLUGS if spec(slug).observer_alone])
    parser.add_argument("--deals", type=int, default=1_000)
    parser.add_argument("--players", default=",".join(PLAYERS), help="who plays; the others' figures stay")
    parser.add_argument("--out", type=Path, help="a file for the results of single deals")
    told = parser.parse_args()
    of, path = spec(told.game), manifest_path(told.game).with_name("alone.json")
    for name in told.players.split(","):
        found = measure(of, name, told.deals, told.out)
        print(found, flush=True)
        manifest = json.loads(path.read_text("utf-8"))
        figures = {row["player"]: row for row in manifest.get("strength", [])} | {name: found}
        manifest["strength"] = [figures[each] for each in PLAYERS if each in figures]
        write_settings(path, manifest)


def write_settings(path: Path, manifest: dict[str, Any]) -> None:
    """Write the file with a line for each level and each figure."""
    parts = [f'  "game": {json.dumps(manifest["game"])}']
    lines = [f"    {json.dumps(name)}: {json.dumps(level)}" for name, level in manifest["levels"].items()]
    parts.append('  "levels": {\n' + ",\n".join(lines) + "\n  }")
    lines = [f"    {json.dumps(row)}" for row in manifest["strength"]]
    parts.append('  "strength": [\n' + ",\n".join(lines) + "\n  ]")
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()

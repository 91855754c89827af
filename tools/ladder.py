"""Everybody against everybody: `make strength` plays, `make types` writes the table of `docs/strength.md`.

All levels, the policy and random players meet in all combinations, on the same deals. The cheat, which needs
a second for a game, meets the policy alone, on fewer deals; both runs together give one scale of ratings for
each game and number of players. Every deal is kept in `build/strength` as soon as it was played, so that a
run goes on after whatever ended it; what was played with other weights or other code does not count.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from reihum.arena.duplicate import DuplicatePlan
from reihum.arena.entrants import CHEAT
from reihum.arena.ratings import ratings_of
from reihum.arena.run import ArenaRun, Workforce, plan_duplicate, run_arena
from reihum.arena.shares import bot_figures, cross_table
from reihum.bots.levels import LEVELS
from reihum.games import SLUGS, spec

FOLDER: Final = Path("build/strength")
DATA: Final = Path("tools/ladder.json")
SOURCE: Final = Path("src/reihum")
EVERYBODY: Final = (*LEVELS, "policy", "random")
COUNTS: Final = 2  # numbers of players, from the smallest
WORLDS: Final = 12  # for levels that think ahead: a tenth of what they have at a table
CHEAT_DEALS: Final = 20  # one deal in so many is played by the cheat, too
SEED: Final = 1


def tables() -> list[tuple[str, int]]:
    """The games, each with its smallest numbers of players who can play against each other."""
    smallest = {slug: max(2, spec(slug).fewest) for slug in SLUGS}
    return [(slug, fewest + more) for slug, fewest in smallest.items() for more in range(COUNTS)]


def plans(slug: str, players: int, deals: int) -> tuple[DuplicatePlan, DuplicatePlan]:
    """What is played: everybody against everybody, and the cheat against the policy."""
    few = max(1, deals // CHEAT_DEALS)
    return (
        plan_duplicate(slug, EVERYBODY, players, deals, SEED, WORLDS),
        plan_duplicate(slug, (CHEAT, "policy"), players, few, SEED, WORLDS),
    )


def fingerprint(slug: str) -> str:
    """What decides how bots play this game: the game itself, what was learned, and the bots."""
    folder = Path("src", *spec(slug).module.split("."))
    code = sorted([*folder.glob("*.py"), *SOURCE.glob("bots/*.py"), *SOURCE.glob("arena/cheat.py")])
    digest = hashlib.sha256(
        json.dumps(json.loads((folder / "net.json").read_text("utf-8"))["levels"]).encode()
    )
    for path in (*code, folder / "net.bin"):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def measure(slug: str, players: int, deals: int, jobs: int, folder: Path = FOLDER) -> dict[str, Any] | None:
    """One row of the table, from what was played before and what is missing; None if it was interrupted."""
    place = folder / fingerprint(slug)
    place.mkdir(parents=True, exist_ok=True)
    runs: list[tuple[DuplicatePlan, list[Any]]] = []
    for plan in plans(slug, players, deals):
        out = place / f"{slug}-{players}-{plan.names[0]}.jsonl"
        try:
            run = run_arena(plan, Workforce(jobs), out=out, resume=True, report=report)
        except KeyboardInterrupt:
            return None
        if len(run.deals()) < plan.deals:
            return None
        runs.append((plan, run.deals()))
    (all_play, played), (_, by_cheat) = runs
    shares = {row["bot"]: row["share"] for row in bot_figures(all_play, played)}
    return {
        "game": slug,
        "players": players,
        "deals": deals,
        "cheat_deals": len(by_cheat),
        "worlds": WORLDS,
        "version": fingerprint(slug),
        "commit": commit(),
        "ratings": ratings_of(runs),
        "shares": shares,
        "cross": cross_table(all_play, played),
    }


def report(run: ArenaRun) -> None:
    """How far a run is, on one line of a terminal."""
    if sys.stderr.isatty():
        plan = run.plan
        where = f"{plan.slug}, {plan.players} players, {plan.names[0]}"
        print(f"\r{where}: {len(run.played)} of {plan.deals} deals", end="   ", file=sys.stderr)


def commit() -> str:
    """The state of the sources."""
    words = ["git", "describe", "--always", "--dirty"]
    return subprocess.run(words, capture_output=True, text=True, check=False).stdout.strip() or "unknown"


def rows() -> list[dict[str, Any]]:
    """What was measured."""
    found: list[dict[str, Any]] = json.loads(DATA.read_text("utf-8"))
    return found


def table(told: list[dict[str, Any]]) -> str:
    """The ratings, a line for each game and number of players."""
    if not told:
        return "Nothing was measured with these versions yet.\n"
    names = [CHEAT, *reversed(LEVELS), "policy", "random"]
    lines = ["| game | players | deals | " + " | ".join(f"`{name}`" for name in names) + " | commit |"]
    lines.append("| --- | --- | --- |" + " --- |" * len(names) + " --- |")
    for row in told:
        by_name = {each["bot"]: each for each in row["ratings"]}
        cells = [spec(row["game"]).title, str(row["players"]), f"{row['deals']:,}"]
        cells += [rating_text(by_name[name]) for name in names]
        lines.append(f"| {' | '.join([*cells, row['commit']])} |")
    return "\n".join(lines) + "\n"


def rating_text(row: dict[str, Any]) -> str:
    """A rating with half the width of its interval."""
    return f"{row['rating']:.0f} ±{(row['high'] - row['low']) / 2:.0f}"


def written(found: list[dict[str, Any]]) -> str:
    """The file of all rows: a line for each, so that differences can be read."""
    return "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in found) + "\n]\n"


def measured(deals: int, jobs: int) -> Iterator[dict[str, Any]]:
    """All rows, one after the other."""
    for slug, players in tables():
        row = measure(slug, players, deals, jobs)
        if row is None:
            raise SystemExit("Interrupted; the next 'make strength' goes on from here.")
        print(f"\r{slug}, {players} players: {deals} deals", flush=True)
        yield row


def main() -> None:
    """Measure everything, and write it down."""
    parser = argparse.ArgumentParser(description="Everybody against everybody, resumable.")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    DATA.write_text(written(list(measured(asked.deals, asked.jobs))), "utf-8")


if __name__ == "__main__":
    main()

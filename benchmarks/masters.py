"""How long the strongest bots think about a decision: compiled on average, interpreted at worst."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

import reihum
from benchmarks.server import add_to_report
from reihum.bots.levels import make_level
from reihum.core.contract import OVER
from reihum.core.dealer import Seeded
from reihum.core.playout import play_out
from reihum.games import spec

SIZES: Final = (("help", 3), ("help", 5), ("23", 2), ("23", 4), ("yoyo", 2), ("yoyo", 4), ("yoyo", 6))
LONG_SIZES: Final = (("koenigs-romme", 2), ("koenigs-romme", 7))
GAMES: Final = 60
LONG_GAMES: Final = 10  # a game of Königs-Rommé has eleven rounds
INTERPRETED_DECISIONS: Final = 150
SOURCES: Final = Path(__file__).parent.parent / "src"


def main() -> None:
    """Measure, show it, and add it to bench.json."""
    rates = {(slug, seats): microseconds(slug, seats, GAMES) for slug, seats in SIZES}
    rates |= {(slug, seats): microseconds(slug, seats, LONG_GAMES) for slug, seats in LONG_SIZES}
    worst = {(slug, seats): interpreted(slug, seats) for slug, seats in rates}
    table = Table("master", "players", "µs per decision", "choices/s", "interpreted, slowest, ms")
    for (slug, seats), rate in rates.items():
        slowest = f"{worst[slug, seats] * 1e3:.0f}"
        table.add_row(slug, str(seats), f"{rate:.1f}", f"{1e6 / rate:,.0f}", slowest)
    Console(highlight=False).print(table)
    figures = {f"{slug}, {seats}": rate for (slug, seats), rate in rates.items()}
    add_to_report(Path("bench.json"), figures, "master_us_per_decision")


def microseconds(slug: str, seats: int, games: int) -> float:
    """CPU time per decision in whole games of masters, with all that the rules take."""
    of, decisions, begun = spec(slug), 0, time.process_time()
    masters = [make_level("master", of, seat) for seat in range(seats)]
    for number in range(games):
        dealer = Seeded(number)
        decisions += play_out(of.start(seats, dict(of.options), dealer), masters, dealer, of.decisions_cap)
    return (time.process_time() - begun) / decisions * 1e6


def interpreted(slug: str, seats: int) -> float:
    """The slowest of some decisions, in seconds, by a Python that runs the plain sources."""
    command = [sys.executable, "-c", f"import benchmarks.masters as m; m.print_slowest({slug!r}, {seats})"]
    plain = {**os.environ, "PYTHONPATH": os.pathsep.join((str(SOURCES), str(SOURCES.parent)))}
    done = subprocess.run(command, env=plain, stdout=-1, check=True)
    return float(json.loads(done.stdout))


def print_slowest(slug: str, seats: int) -> None:
    """Play, and print how long the slowest decision took."""
    assert not reihum.COMPILED, "the plain sources were to be measured"
    of, dealer, slowest = spec(slug), Seeded(1), 0.0
    state, master = of.start(seats, dict(of.options), dealer), make_level("master", of, 1)
    for _ in range(INTERPRETED_DECISIONS):
        seat = state.turn()
        if seat == OVER:
            break
        begun = time.process_time()
        move = master.choose(state.side(seat))
        slowest = max(slowest, time.process_time() - begun)
        state.play(seat, move, dealer)
    print(slowest)


if __name__ == "__main__":
    main()

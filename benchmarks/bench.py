"""`make bench`: Reihum next to OpenSpiel and OR-tools, interleaved in one run; medians, also in bench.json.

Machines are noisy: only the ratios of one run mean anything, and only on that machine.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

import reihum
from benchmarks import melds_bench, openspiel_games, reihum_games

ROUNDS = 7
Measurement = Callable[[int], tuple[int, float]]

RATES: dict[str, Measurement] = {
    "OpenSpiel hearts, in C++": lambda seed: openspiel_games.inside("hearts", 400, seed),
    "OpenSpiel crazy_eights, in C++": lambda seed: openspiel_games.inside("crazy_eights", 200, seed),
    "OpenSpiel gin_rummy, in C++": lambda seed: openspiel_games.inside("gin_rummy", 60, seed),
    "OpenSpiel hearts, Python loop": lambda seed: openspiel_games.from_python("hearts", 150, seed),
    "OpenSpiel crazy_eights, Python loop": lambda seed: openspiel_games.from_python("crazy_eights", 80, seed),
    "23, compiled loop": lambda seed: reihum_games.inside("23", 4, 6_000, seed),
    "HELP!, compiled loop": lambda seed: reihum_games.inside("help", 4, 3_000, seed),
    "YoYo, compiled loop": lambda seed: reihum_games.inside("yoyo", 4, 600, seed),
    "23, Python loop": lambda seed: reihum_games.from_python("23", 4, 2_000, seed),
    "HELP!, Python loop": lambda seed: reihum_games.from_python("help", 4, 1_000, seed),
    "YoYo, Python loop": lambda seed: reihum_games.from_python("yoyo", 4, 200, seed),
    "Königs-Rommé, policy": lambda seed: reihum_games.by_policy("koenigs-romme", 2, 40, seed),
}

# a row, the row it is compared with, and how many times as fast it should be
TARGETS: list[tuple[str, str, float]] = [
    ("23, compiled loop", "OpenSpiel hearts, in C++", 4),
    ("HELP!, compiled loop", "OpenSpiel hearts, in C++", 2),
    ("YoYo, compiled loop", "OpenSpiel hearts, in C++", 2),
    ("23, Python loop", "OpenSpiel hearts, Python loop", 4),
    ("23, Python loop", "OpenSpiel crazy_eights, Python loop", 4),
    ("HELP!, Python loop", "OpenSpiel hearts, Python loop", 4),
    ("HELP!, Python loop", "OpenSpiel crazy_eights, Python loop", 4),
    ("Königs-Rommé, policy", "OpenSpiel gin_rummy, in C++", 20),
]

COPY_SIZES = [("help", 4), ("23", 4), ("yoyo", 4), ("koenigs-romme", 4), ("koenigs-romme", 1)]


def main() -> None:
    """Measure everything and show it."""
    console = Console(highlight=False)
    how = "compiled" if reihum.COMPILED else "interpreted"
    console.print(f"reihum {reihum.__version__} ({how}), Python {platform.python_version()}, {ROUNDS} rounds")
    rates = measure(RATES)
    copies = measure({f"{slug}, {n}": partial(copies_of, slug, n) for slug, n in COPY_SIZES})
    sizes = {f"{slug}, {n}": reihum_games.bytes_per_state(slug, n) for slug, n in COPY_SIZES}
    ratios = {f"{row} / {base}": rates[row] / rates[base] for row, base, _ in TARGETS}
    melds = melds_bench.measure()
    show_rates(console, rates)
    show_targets(console, ratios)
    show_copies(console, {name: 1e9 / rate for name, rate in copies.items()}, sizes)
    show_melds(console, melds)
    report = {
        "version": reihum.__version__,
        "compiled": reihum.COMPILED,
        "decisions_per_second": rates,
        "ratios": ratios,
        "copy_ns": {name: 1e9 / rate for name, rate in copies.items()},
        "bytes_per_state": sizes,
        "melds": melds,
    }
    Path("bench.json").write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    console.print("written to bench.json")


def copies_of(slug: str, players: int, _seed: int) -> tuple[int, float]:
    """Copy one state many times."""
    return reihum_games.copying(slug, players, 20_000)


def measure(what: dict[str, Measurement]) -> dict[str, float]:
    """The median rate of each; they take turns, so that a slow minute affects all alike."""
    seen: dict[str, list[float]] = {name: [] for name in what}
    for number in range(ROUNDS):
        for name, measurement in what.items():
            count, seconds = measurement(number + 1)
            seen[name].append(count / seconds)
    return {name: median(rates) for name, rates in seen.items()}


def show_rates(console: Console, rates: dict[str, float]) -> None:
    """Decisions per second."""
    table = Table(title="Decisions per second", title_justify="left")
    table.add_column("what")
    table.add_column("million/s", justify="right")
    for name, rate in rates.items():
        table.add_row(name, f"{rate / 1e6:.3f}")
    console.print(table)


def show_targets(console: Console, ratios: dict[str, float]) -> None:
    """How many times as fast."""
    table = Table(title="Ratios", title_justify="left")
    for heading in ("what", "ratio", "wanted", ""):
        table.add_column(heading, justify="left" if heading in ("what", "") else "right")
    for (_row, _base, wanted), (name, ratio) in zip(TARGETS, ratios.items(), strict=True):
        table.add_row(name, f"{ratio:.1f}", f"≥ {wanted:g}", "reached" if ratio >= wanted else "missed")
    console.print(table)


def show_copies(console: Console, nanoseconds: dict[str, float], sizes: dict[str, int]) -> None:
    """What a copy costs."""
    table = Table(title="Copying a state, from Python", title_justify="left")
    for heading in ("game, players", "ns", "bytes"):
        table.add_column(heading, justify="left" if "game" in heading else "right")
    for name, cost in nanoseconds.items():
        table.add_row(name, f"{cost:.0f}", str(sizes[name]))
    console.print(table)


def show_melds(console: Console, figures: dict[str, float]) -> None:
    """The lay-down solver."""
    table = Table(title="Lay-down solver of Königs-Rommé", title_justify="left")
    table.add_column("what")
    table.add_column("", justify="right")
    for name, figure in figures.items():
        table.add_row(name, f"{figure:,.2f}")
    console.print(table)


if __name__ == "__main__":
    main()

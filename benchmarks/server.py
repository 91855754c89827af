"""The server: what a durable move costs compared with boardgame.io, and how much one machine can carry."""

from __future__ import annotations

import asyncio
import json
import os
import platform
import sys
import tempfile
import time
import urllib.request
from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from typing import Final

from rich.console import Console
from rich.table import Table

import reihum
from benchmarks.crowd import TABLES as CROWD
from benchmarks.crowd import crowd, moves_of_bots
from benchmarks.guests import LoadTest, connect_to
from benchmarks.serving import BoardgameServer, ServerProcess, start_reihum
from reihum.client import Guest

ROUNDS: Final = 9
TABLES: Final = 50  # with four players each
FEW: Final = {5: 4, 1: 12}  # with few tables: how many, and how many games one after the other
FEW_ROUNDS: Final = 5
SHARE: Final = 0.6  # of boardgame.io's CPU that a move may cost
IDLE: Final = 400  # tables that are opened and left alone
WARM: Final = 50  # the same, before anything is measured
VIEWERS: Final = 400  # spectators of one table
STARTS: Final = 5
QUICK: Final = 1.5  # seconds from the start to the first answer


def main() -> None:
    """Measure everything, show it, and add it to bench.json."""
    console = Console(highlight=False)
    cached = Path(sys.prefix) / "boardgame" if sys.prefix != sys.base_prefix else None
    with tempfile.TemporaryDirectory(
        prefix="reihum-bench-", dir=os.environ.get("REIHUM_BENCH_DIR")
    ) as folder:
        figures = asyncio.run(measure(Path(folder), cached or Path(folder) / "boardgame"))
    show(console, figures)
    add_to_report(Path("bench.json"), figures, "server")


async def measure(folder: Path, boardgame: Path) -> dict[str, float]:
    """All figures."""
    ours, theirs = start_reihum(folder / "tables.db"), BoardgameServer(boardgame)
    try:
        figures = await compare(ours, theirs)
        for tables, games in FEW.items():
            figures |= await compare_with_few(ours, theirs, tables, games)
    finally:
        ours.stop()
        theirs.server.stop()
    figures |= await memory(folder)
    figures |= await crowd(folder)
    figures["start_s"] = median(start_seconds(folder / f"start-{number}.db") for number in range(STARTS))
    return figures


async def compare(ours: ServerProcess, theirs: BoardgameServer) -> dict[str, float]:
    """Measure both in turn, so that a slow minute affects both alike; the first round warms them up."""
    own: list[float] = []
    other: list[float] = []
    rates: list[float] = []
    waits: list[float] = []
    for number in range(ROUNDS + 1):
        async with LoadTest(ours.url, TABLES, number) as load:
            cpu, began = ours.cpu(), time.perf_counter()
            moves = await load.play()
            own.append((ours.cpu() - cpu) / moves)
            rates.append(moves / (time.perf_counter() - began))
            if number:
                waits += load.waits()
        other.append(await boardgame_cost(theirs, TABLES, moves))
        print(f"round {number}: {own[-1] * 1e6:.0f} µs, boardgame.io {other[-1] * 1e6:.0f} µs", flush=True)
    waits.sort()
    return {
        "first_ratio": own[0] / other[0],
        "cpu_per_move_us": median(own[1:]) * 1e6,
        "boardgame_cpu_per_move_us": median(other[1:]) * 1e6,
        "ratio": median(a / b for a, b in zip(own[1:], other[1:], strict=True)),
        "moves_per_second": median(rates[1:]),
        "ack_p50_ms": waits[len(waits) // 2] * 1e3,
        "ack_p99_ms": waits[len(waits) * 99 // 100] * 1e3,
    }


async def compare_with_few(
    ours: ServerProcess, theirs: BoardgameServer, tables: int, games: int
) -> dict[str, float]:
    """The same with few tables, where each move has its own commit, wake-up and round."""
    own: list[float] = []
    other: list[float] = []
    for number in range(FEW_ROUNDS):
        moves, spent = 0, 0.0
        for game in range(games):
            async with LoadTest(ours.url, tables, number * games + game) as load:
                cpu = ours.cpu()
                moves += await load.play()
                spent += ours.cpu() - cpu
        own.append(spent / moves)
        other.append(await boardgame_cost(theirs, tables, moves))
        print(f"{tables} tables: {own[-1] * 1e6:.0f} µs, boardgame.io {other[-1] * 1e6:.0f} µs", flush=True)
    return {
        f"cpu_per_move_us_{tables}": median(own) * 1e6,
        f"boardgame_cpu_per_move_us_{tables}": median(other) * 1e6,
        f"ratio_{tables}": median(a / b for a, b in zip(own, other, strict=True)),
    }


async def boardgame_cost(theirs: BoardgameServer, tables: int, moves: int) -> float:
    """Seconds of CPU per move of boardgame.io, with about so many moves at so many tables."""
    made, spent = await asyncio.to_thread(theirs.play, tables, moves // tables)
    return spent / made


async def memory(folder: Path) -> dict[str, float]:
    """The memory that an idle table and a spectator take."""
    server = start_reihum(folder / "idle.db", "--bot-delay", "0", "--idle", "3600")
    try:
        guest = Guest(server.url)
        table = await open_idle_tables(guest, WARM)  # so that one-off costs come before the measurement
        before = server.memory()
        await open_idle_tables(guest, IDLE)
        opened = server.memory()
        async with AsyncExitStack() as connections:
            for _ in range(VIEWERS):
                connection = await connections.enter_async_context(await connect_to(server.url, table))
                await connection.send('{"t":"hello"}')
                await connection.recv()
            looked = server.memory()
    finally:
        server.stop()
    return {"table_kib": (opened - before) / IDLE / 1024, "viewer_kib": (looked - opened) / VIEWERS / 1024}


async def open_idle_tables(guest: Guest, tables: int) -> str:
    """Open tables, start their games, let the bots play as far as they can, and return the last table."""
    for _ in range(tables):
        table = await guest.open("23", players=4)
        await guest.start(table)
    moves, before = 0, -1
    while moves != before:
        await asyncio.sleep(1.0)
        moves, before = await moves_of_bots(guest.url), moves
    return table


def start_seconds(store: Path) -> float:
    """Seconds from the start of a server to its first answer."""
    began = time.perf_counter()
    server = start_reihum(store)
    try:
        with urllib.request.urlopen(f"{server.url}/readyz") as answer:
            answer.read()
        return time.perf_counter() - began
    finally:
        server.stop()


def show(console: Console, figures: dict[str, float]) -> None:
    """Print the figures, and the targets."""
    how = "compiled" if reihum.COMPILED else "interpreted"
    table = Table(title=f"Server ({how}, Python {platform.python_version()})", title_justify="left")
    table.add_column("what")
    table.add_column("", justify="right")
    table.add_column("wanted", justify="right")
    table.add_column("")
    rows = [
        ("CPU per durable move, 23 with four players, µs", f"{figures['cpu_per_move_us']:.0f}", ""),
        ("the same for boardgame.io, in memory, µs", f"{figures['boardgame_cpu_per_move_us']:.0f}", ""),
        ("ratio", f"{figures['ratio']:.2f}", f"≤ {SHARE}"),
        ("ratio for the first few thousand moves after starting", f"{figures['first_ratio']:.2f}", ""),
        *(few_row(figures, tables) for tables in FEW),
        ("durable moves per second", f"{figures['moves_per_second']:.0f}", ""),
        ("from a move to its ack, median, ms", f"{figures['ack_p50_ms']:.1f}", ""),
        ("the same, 99th percentile, ms", f"{figures['ack_p99_ms']:.1f}", ""),
        ("memory per idle table, KiB", f"{figures['table_kib']:.1f}", ""),
        ("memory per viewer, KiB", f"{figures['viewer_kib']:.1f}", ""),
        (f"{CROWD:,} tables of masters on one core: their moves per second", *crowd_row(figures)),
        (
            "somebody beside them: from a move to its ack, median, ms",
            f"{figures['crowd_ack_p50_ms']:.1f}",
            "",
        ),
        ("the same, 99th percentile, ms", f"{figures['crowd_ack_p99_ms']:.1f}", ""),
        ("from the start to the first answer, s", f"{figures['start_s']:.2f}", f"≤ {QUICK}"),
    ]
    reached = {f"≤ {SHARE}": figures["ratio"] <= SHARE, f"≤ {QUICK}": figures["start_s"] <= QUICK}
    for name, figure, wanted in rows:
        judged = ("reached" if reached[wanted] else "missed") if wanted else ""
        table.add_row(name, figure, wanted, judged)
    console.print(table)


def crowd_row(figures: dict[str, float]) -> tuple[str, str]:
    """How much the masters play, and how much of the core that takes."""
    return f"{figures['crowd_moves_per_second']:.0f}, {figures['crowd_core_share']:.0%} of it", ""


def few_row(figures: dict[str, float], tables: int) -> tuple[str, str, str]:
    """The row for the comparison with few tables."""
    own, other = figures[f"cpu_per_move_us_{tables}"], figures[f"boardgame_cpu_per_move_us_{tables}"]
    what = f"ratio with {tables} tables" if tables > 1 else "ratio with one table"
    return f"{what}, {own:.0f} µs to {other:.0f} µs", f"{figures[f'ratio_{tables}']:.2f}", ""


def add_to_report(file: Path, figures: Mapping[str, object], name: str) -> None:
    """Add the figures to those that other benchmarks have written."""
    report = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    report[name] = figures
    file.write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

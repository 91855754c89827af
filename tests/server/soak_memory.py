"""Tables are opened, played by bots and left: the memory that they took is free again.

`python -m tests.server.soak_memory --help` says what can be asked for.
"""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from tests.server.tools import Running

PATIENCE: Final = 300.0  # seconds until a batch must have been played
FLAT: Final = 1.1  # times the memory after a fifth of the tables: what counts as flat
FEWEST: Final = 20  # moves of a game
OPTIONS: Final = (
    "--bot-delay",
    "0",
    "--idle",
    "0",
    "--limit",
    "requests=1000000/1000",
    "--limit",
    "tables=1000000/1000",
)


def batches(server: Running, tables: int, at_once: int) -> Iterator[int]:
    """Open tables in batches; the bytes in use each time when all are over and gone."""
    token = server.token()
    for number in range(1, tables // at_once + 1):
        for _ in range(at_once):
            server.open(token, seats=["bot:policy"] * 2)
        wait_until_left(server)  # which no table does before its bots are done
        assert counted(server, 'reihum_moves_total{by="bot"}') > FEWEST * number * at_once
        yield server.memory()


def wait_until_left(server: Running) -> None:
    """Wait until no table is in memory."""
    end = time.monotonic() + PATIENCE
    while counted(server, "reihum_tables"):
        assert time.monotonic() < end, "tables do not leave the memory"
        time.sleep(0.05)


def counted(server: Running, name: str) -> int:
    """A number that the server counts."""
    _, text = server.ask("GET", "/metrics")
    found = re.search(rf"^{re.escape(name)} (\d+)$", text, re.MULTILINE)
    assert found is not None
    return int(found[1])


@click.command(help=__doc__)
@click.option("--tables", default=10_000, show_default=True, help="How many tables.")
@click.option("--at-once", default=250, show_default=True, help="How many of them at once.")
def main(tables: int, at_once: int) -> None:
    """The long form."""
    with tempfile.TemporaryDirectory(prefix="reihum-soak-") as folder:
        server = Running(f"sqlite:{Path(folder) / 'tables.db'}", *OPTIONS)
        began = time.monotonic()
        seen: list[int] = []
        try:
            print(f"{tables} tables, {at_once} at once, each played by two bots and left:", flush=True)
            for number, size in enumerate(batches(server, tables, at_once), start=1):
                seen.append(size)
                if number % max(1, tables // at_once // 10) == 0:
                    print(f"  after {number * at_once:5} tables {size / 2**20:.1f} MiB", flush=True)
        finally:
            server.stop()
    warm = max(seen[: len(seen) // 5])
    print(f"  {time.monotonic() - began:.0f} s; {seen[-1] / warm:.2f} times the memory after a fifth of them")
    assert seen[-1] <= FLAT * warm


if __name__ == "__main__":
    main()

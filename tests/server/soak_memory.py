"""Tables are opened, played by bots and left: the memory that they took is free again.

`python -m tests.server.soak_memory --help` says what can be asked for.
"""

from __future__ import annotations

import json
import re
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from tests.server.tools import Running

PATIENCE: Final = 300.0  # seconds until a batch must have been played
PER_VISITOR: Final = 200  # tables that one address opens; after many more it would have to wait
FLAT: Final = 1.1  # so many times the memory after a fifth of the tables is called flat
FEWEST: Final = 20  # moves of a game
OPTIONS: Final = ("--bot-delay", "0", "--idle", "0", "--proxy", "127.0.0.1")


class Visitors:
    """Whoever opens tables: somebody else now and then, since nobody may open too many."""

    def __init__(self, server: Running) -> None:
        self.server = server
        self.opened = 0
        self.headers: dict[str, str] = {}

    def open(self) -> str:
        """A table with two bots."""
        if self.opened % PER_VISITOR == 0:
            number = self.opened // PER_VISITOR
            self.headers = {"X-Forwarded-For": f"10.0.{number // 250}.{number % 250 + 1}"}
            self.headers["Authorization"] = f"Bearer {self._post('/api/token')['token']}"
        self.opened += 1
        return str(self._post("/api/tables", {"game": "23", "seats": ["bot:policy"] * 2})["table"])

    def _post(self, path: str, body: object = None) -> dict[str, str]:
        data = None if body is None else json.dumps(body).encode()
        status, _, text = self.server.raw(
            "POST", path, data, {**self.headers, "Content-Type": "application/json"}
        )
        assert status == 201, text
        answer: dict[str, str] = json.loads(text)
        return answer


def batches(server: Running, tables: int, at_once: int) -> Iterator[int]:
    """Open tables, so many at once; each time when all are over and gone, the bytes that are in use."""
    visitors = Visitors(server)
    for _ in range(tables // at_once):
        for _ in range(at_once):
            visitors.open()
        wait_until_left(server)  # which no table does before its bots are done
        assert counted(server, 'reihum_moves_total{by="bot"}') > FEWEST * visitors.opened
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

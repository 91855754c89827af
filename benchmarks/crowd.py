"""A thousand tables of masters on one core, and somebody who plays beside them."""

from __future__ import annotations

import asyncio
import os
import random
import re
import time
import urllib.request
from pathlib import Path
from typing import Final

from benchmarks.guests import SeatClient, connect_to
from benchmarks.serving import ServerProcess, start_reihum
from reihum.client import Guest

TABLES: Final = 1_000
GAMES: Final = (("23", 3), ("help", 4), ("yoyo", 3), ("koenigs-romme", 3))
SECONDS: Final = 30.0
LIMITS: Final = ("--limit", f"tables={2 * TABLES}/100", "--limit", f"playing={2 * TABLES}")
BESIDE: Final = 20  # people, each at a table with two masters, who answer at once


async def crowd(folder: Path) -> dict[str, float]:
    """Moves per second of the masters with their usual pauses, and how long people waited for an ack."""
    server = start_reihum(folder / "crowd.db", "--thinkers", "1", *LIMITS)
    pin(server.process.pid, {0})
    try:
        host = Guest(server.url)
        for number in range(TABLES):
            game, players = GAMES[number % len(GAMES)]
            await host.open(game, players=players, seats=["bot:master"] * players)
        people = [await sit_down(server, number) for number in range(BESIDE)]
        listening = [asyncio.create_task(person.listen()) for person in people]
        await asyncio.gather(*(person.begun.wait() for person in people))
        moves, spent, began = await moves_of_bots(server.url), cpu_of_family(server), time.perf_counter()
        await asyncio.gather(*(person.play() for person in people))
        await asyncio.sleep(SECONDS)
        passed = time.perf_counter() - began
        made = await moves_of_bots(server.url) - moves
        used = cpu_of_family(server) - spent
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
        for person in people:
            await person.connection.close()
    finally:
        server.stop()
    waits = sorted(wait for person in people for wait in person.waits)
    return {
        "crowd_moves_per_second": made / passed,
        "crowd_core_share": used / passed,
        "crowd_acks": len(waits),
        "crowd_ack_p50_ms": waits[len(waits) // 2] * 1e3,
        "crowd_ack_p99_ms": waits[len(waits) * 99 // 100] * 1e3,
    }


async def sit_down(server: ServerProcess, number: int) -> SeatClient:
    """Somebody new at a table with two masters."""
    guest = Guest(server.url)
    table = await guest.open("23", players=3, seats=["me", "bot:master", "bot:master"])
    return SeatClient(await connect_to(server.url, table, guest), random.Random(number))


def pin(pid: int, cores: set[int]) -> None:
    """Keep a process, with all threads it has and will have, on these cores."""
    for thread in Path(f"/proc/{pid}/task").iterdir():
        os.sched_setaffinity(int(thread.name), cores)


def cpu_of_family(server: ServerProcess) -> float:
    """Seconds of CPU of a server and of the processes in which its bots think."""
    family = [server.process.pid]
    for thread in Path(f"/proc/{server.process.pid}/task").iterdir():
        family += [int(pid) for pid in (thread / "children").read_text().split()]
    stats = [thread for pid in family for thread in Path(f"/proc/{pid}/task").glob("*/schedstat")]
    return sum(int(stat.read_text().split()[0]) for stat in stats) / 1e9


async def moves_of_bots(url: str) -> int:
    """The number of moves that bots have made so far."""

    def read_metrics() -> str:
        with urllib.request.urlopen(f"{url}/metrics") as answer:
            return str(answer.read().decode())

    found = re.search(r'reihum_moves_total\{by="bot"\} (\d+)', await asyncio.to_thread(read_metrics))
    return int(found[1]) if found else 0

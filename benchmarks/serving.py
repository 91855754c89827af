"""The two servers that are compared, each in its own process, and what they cost."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from tools.node import node, npm

PROGRAMS: Final = Path(__file__).parent / "boardgame"
VERSION: Final = "0.50.2"  # of boardgame.io


class ServerProcess:
    """A server process that prints its address when it is ready."""

    def __init__(self, command: list[str], folder: Path | None = None) -> None:
        began = time.perf_counter()
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=folder, text=True
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if "http://" in line:
                self.url = line.split()[-1]
                break
        else:
            raise SystemExit(f"{command[0]} did not start.")
        self.started = time.perf_counter() - began

    def cpu(self) -> float:
        """Seconds of CPU used so far, user and system, by all threads, exact to the nanosecond."""
        threads = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9

    def memory(self) -> int:
        """Its resident memory in bytes."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def stop(self) -> None:
        """Stop it."""
        self.process.terminate()
        self.process.wait(10)


def start_reihum(store: Path, *options: str) -> ServerProcess:
    """Start our server, which writes every move to disk before acknowledging it."""
    command = [sys.executable, "-m", "reihum", "serve", "--port", "0", "--store", f"sqlite:{store}"]
    return ServerProcess([*command, *options])


class BoardgameServer:
    """boardgame.io, in memory, with its own clients."""

    def __init__(self, folder: Path) -> None:
        self.node = node()
        self.folder = folder
        install(folder)
        self.server = ServerProcess([self.node, "server.cjs"], folder)
        self.runs = 0

    def play(self, matches: int, moves: int) -> tuple[int, float]:
        """Let four clients per match make so many moves; returns all moves, and seconds of CPU."""
        self.runs += 1
        words = [self.server.url, str(matches), str(moves), f"e{self.runs}"]
        with subprocess.Popen(
            [self.node, "players.cjs", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self.folder,
            text=True,
        ) as players:
            assert players.stdin is not None
            assert players.stdout is not None
            assert players.stdout.readline() == "ready\n"
            before = self.server.cpu()
            players.stdin.write("play\n")
            players.stdin.flush()
            assert players.stdout.readline() == "done\n"
            return matches * moves, self.server.cpu() - before


def install(folder: Path) -> None:
    """Fetch boardgame.io with its dependencies, once, and copy our programs next to it."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "node_modules/boardgame.io").exists():
        words = [
            "install",
            "--no-audit",
            "--no-fund",
            "--ignore-scripts",
            "--silent",
            "--prefix",
            str(folder),
        ]
        subprocess.run([*npm(), *words, f"boardgame.io@{VERSION}"], check=True, cwd=folder)
    for program in PROGRAMS.glob("*.cjs"):
        shutil.copy(program, folder)

"""Bots that note in a file, named by the environment, what happens to them in the processes of Ray."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any


class Weighty:
    """Has weights, and notes each time they are unpacked."""

    def __init__(self, notes: str) -> None:
        self.notes = notes
        self.weights = list(range(100_000))

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        with Path(self.notes).open("a") as notes:
            print(os.getpid(), file=notes)

    def choose(self, view: dict[str, Any], moves: list[str]) -> str:
        """By its weights, which say little."""
        return moves[self.weights[-1] % len(moves)]


class Mortal:
    """Takes its process with it, so many times in all."""

    def __init__(self, notes: str, deaths: int) -> None:
        self.notes, self.deaths = notes, deaths

    def choose(self, view: dict[str, Any], moves: list[str]) -> str:
        """The last move, if it lives."""
        path = Path(self.notes)
        if len(path.read_text().splitlines() if path.exists() else []) < self.deaths:
            with path.open("a") as notes:
                print(os.getpid(), file=notes)
            os.kill(os.getpid(), signal.SIGKILL)
        return moves[-1]


class Faulty:
    """Raises an exception."""

    def choose(self, view: dict[str, Any], moves: list[str]) -> str:
        """Nothing."""
        raise ZeroDivisionError("no move")

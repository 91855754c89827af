"""Bots that write down all that they are told, and what they chose: one of each kind."""

from __future__ import annotations

from typing import Any

from reihum import Heard
from reihum.core.contract import Side, State


class Diary:
    """Takes the first move, and remembers."""

    made = 0  # objects

    def __init__(self) -> None:
        type(self).made += 1
        self.begun: list[tuple[str, int, int, dict[str, bool]]] = []
        self.heard: list[list[Heard]] = []  # by game
        self.chosen: list[tuple[int, object]] = []  # how many moves it had heard, and its answer

    def begin(self, game: str, players: int, seat: int, options: dict[str, bool]) -> None:
        """A game begins."""
        self.begun.append((game, players, seat, options))
        self.heard.append([])
        self.chosen.clear()

    def hear(self, heard: Heard) -> None:
        """A move was made."""
        self.heard[-1].append(heard)

    def choose(self, view: dict[str, Any], moves: list[str]) -> str:
        """The first."""
        assert view["seat"] == self.begun[-1][2]
        return str(self.take(moves[0]))

    def take(self, move: Any) -> Any:
        """Remember what was known by then."""
        self.chosen.append((len(self.heard[-1]), move))
        return move


class SideDiary(Diary):
    """The same by its seat's side."""

    def choose_side(self, side: Side) -> int:
        """The first."""
        assert side.seat == self.begun[-1][2]
        return int(self.take(side.legal()[0]))


class IntDiary(Diary):
    """The same, trusted with the truth."""

    def choose_int(self, state: State, seat: int, moves: list[int]) -> int:
        """The first."""
        assert seat == self.begun[-1][2]
        return int(self.take(moves[0]))

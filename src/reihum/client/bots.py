"""Bots for remote tables, built-in or your own: they choose by a view and its legal moves."""

from __future__ import annotations

from reihum.bots import Player, player
from reihum.core.dealer import Seeded
from reihum.core.types import Json


class RandomBot:
    """Takes any move, without needing a game state."""

    def __init__(self, seed: int) -> None:
        self.chance = Seeded(seed)

    def choose(self, view: Json, moves: list[str]) -> str:
        """One of the moves at random."""
        return moves[self.chance.below(len(moves))]


def bot_named(name: str, seed: int = 1) -> Player:
    """A bot for one seat and all its games: one of the names, or `module:Class` (see `docs/bots.md`).

    A bot that does not choose by texts is given a game imagined from its view, never the truth.
    """
    return Player(name, RandomBot(seed)) if name == "random" else player(name, seed)

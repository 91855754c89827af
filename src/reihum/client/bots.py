"""Bots for tables that are not here: by name or of one's own, they choose by a view and its legal moves."""

from __future__ import annotations

from reihum.bots import Bot, Player, player
from reihum.core.dealer import Seeded
from reihum.core.types import Json

Chooser = Bot  # as it was called once


class Lucky:
    """Takes any move, without imagining a game around it."""

    def __init__(self, seed: int) -> None:
        self.lot = Seeded(seed)

    def choose(self, view: Json, moves: list[str]) -> str:
        """One by lot."""
        return moves[self.lot.below(len(moves))]


def bot_named(name: str, seed: int = 1) -> Player:
    """A bot for one seat and all its games: `random`, `policy`, or `module:Class` as `docs/bots.md` tells.

    One that does not choose by texts is handed a game imagined from its view, never the truth.
    """
    return Player(name, Lucky(seed)) if name == "random" else player(name, seed)

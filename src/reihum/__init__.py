"""Reihum: four card games, exactly by their rules.

>>> import reihum
>>> state = reihum.game("23").new(players=2, seed=7)
>>> state.moves()[0]
'put 2'
"""

from __future__ import annotations

from typing import Any, Final

from reihum.core import contract
from reihum.core.errors import BadPosition, BadRecord, NotUnderstood, NotYourTurn, ReihumError
from reihum.match import Game, Match, Refused, game, games, read_record, read_records

__version__: Final = "0.1.0"
COMPILED: Final = not str(contract.__file__).endswith(".py")

__all__ = [
    "COMPILED",
    "BadPosition",
    "BadRecord",
    "Game",
    "Match",
    "NotUnderstood",
    "NotYourTurn",
    "Refused",
    "ReihumError",
    "__version__",
    "best_laydown",
    "game",
    "games",
    "read_record",
    "read_records",
]


def best_laydown(cards: str | list[str], wild: int | str) -> Any:
    """The lay-down of Königs-Rommé that leaves the fewest points in hand."""
    from reihum.games.koenigs_romme.laydown import best_laydown as solve

    return solve(cards, wild)

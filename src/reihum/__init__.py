"""Reihum: four card games, exactly by their rules.

>>> import reihum
>>> state = reihum.game("23").new(players=2, seed=7)
>>> state.moves()[0]
'put 2'
"""

from __future__ import annotations

import reihum_start  # noqa: F401  # guards `python -m reihum` while all the rest is imported

# isort: split

from typing import Final

from reihum.arena.simulate import simulate
from reihum.core import contract
from reihum.core.errors import BadPosition, BadRecord, NotUnderstood, NotYourTurn, ReihumError
from reihum.games.koenigs_romme.best_laydown import best_laydown
from reihum.match import Game, Heard, Match, Mistake, Refused, game, games
from reihum.records import read_record, read_records

__version__: Final = "0.1.0"
COMPILED: Final = not str(contract.__file__).endswith(".py")

__all__ = [
    "COMPILED",
    "BadPosition",
    "BadRecord",
    "Game",
    "Heard",
    "Match",
    "Mistake",
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
    "simulate",
]

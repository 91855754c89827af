"""Reihum: four card games, exactly by their rules.

>>> import reihum
>>> match = reihum.game("23").new(players=2, seed=7)
>>> match.moves()[0]
'put 3'

Each name is imported when it is first used, so `import reihum` itself takes no time.
"""

from __future__ import annotations

import sys
from types import ModuleType

# While Python is still looking for the module to run, argv begins with -m, and the word typed before the
# arguments is the module's name. A program that imports the package keeps its own signal handlers.
if sys.argv[:1] == ["-m"] and sys.orig_argv[-len(sys.argv)].endswith("reihum"):
    from reihum.interrupts import exit_on_signals

    exit_on_signals()

TYPE_CHECKING = False  # not imported from typing, which takes time to load
if TYPE_CHECKING:
    from typing import Any, Final

    from reihum import machine as machine
    from reihum.analysis.hints import hint as hint
    from reihum.analysis.review import review as review
    from reihum.arena.simulate import simulate as simulate
    from reihum.bots.by_name import bot as bot
    from reihum.core.errors import BadPosition as BadPosition
    from reihum.core.errors import BadRecord as BadRecord
    from reihum.core.errors import NotUnderstood as NotUnderstood
    from reihum.core.errors import NotYourTurn as NotYourTurn
    from reihum.core.errors import ReihumError as ReihumError
    from reihum.games.koenigs_romme.best_laydown import best_laydown as best_laydown
    from reihum.match import Game as Game
    from reihum.match import Heard as Heard
    from reihum.match import Match as Match
    from reihum.match import Mistake as Mistake
    from reihum.match import Refused as Refused
    from reihum.match import games as games
    from reihum.observing import observation as observation
    from reihum.records import read_record as read_record
    from reihum.records import read_records as read_records
    from reihum.signatures import game as game

    COMPILED: bool  # whether the core is compiled

__version__: Final = "0.1.0"

_MODULES: Final = {  # where each public name is defined
    "BadPosition": "reihum.core.errors",
    "BadRecord": "reihum.core.errors",
    "Game": "reihum.match",
    "Heard": "reihum.match",
    "Match": "reihum.match",
    "Mistake": "reihum.match",
    "NotUnderstood": "reihum.core.errors",
    "NotYourTurn": "reihum.core.errors",
    "Refused": "reihum.match",
    "ReihumError": "reihum.core.errors",
    "best_laydown": "reihum.games.koenigs_romme.best_laydown",
    "bot": "reihum.bots.by_name",
    "game": "reihum.match",
    "games": "reihum.match",
    "hint": "reihum.analysis.hints",
    "observation": "reihum.observing",
    "read_record": "reihum.records",
    "read_records": "reihum.records",
    "review": "reihum.analysis.review",
    "simulate": "reihum.arena.simulate",
}
__all__ = ["COMPILED", "__version__", "machine", *_MODULES]


def _public(name: str) -> Any:
    """Import a public name now."""
    from importlib import import_module

    if name == "machine":
        return import_module("reihum.machine")
    if name == "COMPILED":
        found: Any = not str(import_module("reihum.core.contract").__file__).endswith(".py")
    elif name in _MODULES:
        found = getattr(import_module(_MODULES[name]), name)
    else:
        raise AttributeError(f"module 'reihum' has no attribute {name!r}")
    globals()[name] = found
    return found


if not TYPE_CHECKING:  # otherwise a type checker would accept any name
    __getattr__ = _public


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _Package(ModuleType):
    """The package itself, in which importing the folder `games` must not hide the function `games`."""

    games = property(lambda self: _public("games"), lambda self, folder: None)


sys.modules[__name__].__class__ = _Package

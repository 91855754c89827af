"""All games, one folder each, with the same file names in every folder.

A game is its folder and one line here. A game from elsewhere is named in the environment instead:
REIHUM_GAMES="tiny=tests.tiny" (more than one, separated by commas).
"""

from __future__ import annotations

import os
import re
import sys
from importlib import import_module
from typing import Final

from reihum.core.errors import ReihumError
from reihum.games.spec import Spec

MODULES: Final = {
    "help": "reihum.games.help",
    "23": "reihum.games.twentythree",
    "yoyo": "reihum.games.yoyo",
    "koenigs-romme": "reihum.games.koenigs_romme",
}
GAMES_VARIABLE: Final = "REIHUM_GAMES"  # the environment variable for games from elsewhere
ENTRY_PATTERN: Final = re.compile(r"([a-z0-9]+(?:-[a-z0-9]+)*)=([^\W\d]\w*(?:\.[^\W\d]\w*)*)")
PROBLEMS: Final[list[str]] = []  # with that variable; reported when somebody asks for a game


def register(slug: str, module: str) -> None:
    """Add a game from elsewhere."""
    if MODULES.get(slug, module) != module:
        raise ReihumError(f"{GAMES_VARIABLE} names a game {slug!r}, but that name is taken.")
    MODULES[slug] = module


def register_all(named: str) -> None:
    """Add all games of a list such as `tiny=tests.tiny`."""
    for entry in filter(None, (part.strip() for part in named.split(","))):
        found = ENTRY_PATTERN.fullmatch(entry)
        if found is None:
            raise ReihumError(
                f"{GAMES_VARIABLE} has the entry {entry!r}; entries are written like tiny=tests.tiny."
            )
        register(found[1], found[2])


try:
    register_all(os.environ.get(GAMES_VARIABLE, ""))
except ReihumError as error:  # the import must not fail; the command reports it in one sentence
    PROBLEMS.append(str(error))
SLUGS: Final = tuple(MODULES)


def spec(slug: str) -> Spec:
    """The game with this slug."""
    if PROBLEMS:
        raise ReihumError(PROBLEMS[0])
    module = MODULES.get(slug) if isinstance(slug, str) else None
    if module is None:
        raise ReihumError(f"There is no game {slug!r}; there are {', '.join(SLUGS)}.")
    found = getattr(import_game(slug, module), "SPEC", None)
    if not isinstance(found, Spec) or found.slug != slug or found.module != module:
        raise ReihumError(f"The module {module!r} has no SPEC of a game {slug!r}.")
    return found


def import_game(slug: str, module: str) -> object:
    """The module of a game; one from elsewhere may also be in the current folder."""
    if module.startswith(f"{__name__}."):
        return import_module(module)
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        return import_module(module)
    except ImportError as error:
        raise ReihumError(
            f"The module {module!r} of the game {slug!r} cannot be imported: {error}."
        ) from None

"""Each game's part of the page: the files of its `web` folder, and its symbols.

They are served below `games/PACKAGE/web`, as if the page and its games were one tree: so a game's modules
reach those of the page by the same relative paths as in the sources.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from reihum.games import SLUGS, spec

JOINED_SHEET: Final = "style.css"  # all sheets of the page in one, or all of a game
CARDS_SHEET: Final = "cards.css"  # what every page needs of a game; its other sheets come with its table
LAYERS_SHEET: Final = "style/layers.css"
SYMBOLS: Final = "symbols.svg"
END_OF_SYMBOLS: Final = b"</svg>"


def game_folder(slug: str) -> Traversable:
    """The folder of a game, wherever it is."""
    return files(spec(slug).module)


def web_path(slug: str) -> str:
    """Where a game's part of the page is served."""
    return f"games/{spec(slug).package}/web/"


def join_sheets(sources: dict[str, bytes]) -> dict[str, bytes]:
    """All files, with one style sheet for every page and one for each game's table: fewer requests."""
    found = dict(sources)
    of_page = sorted(name for name in found if re.fullmatch(r"style/[^/]+\.css", name))
    of_page.sort(key=lambda name: name != LAYERS_SHEET)
    of_page += [name for slug in SLUGS if (name := f"{web_path(slug)}{CARDS_SHEET}") in found]
    joined = {JOINED_SHEET: b"".join(found.pop(name) for name in of_page)}
    for here in map(web_path, SLUGS):
        of_game = sorted(name for name in found if name.startswith(here) and name.endswith(".css"))
        joined[f"{here}{JOINED_SHEET}"] = b"".join(found.pop(name) for name in of_game)
    return found | joined


def game_titles() -> str:
    """The titles of all games, as a list for people."""
    return ", ".join(spec(slug).title for slug in SLUGS)


def join_symbols(drawn: bytes, more: Iterable[bytes]) -> bytes:
    """One drawing with all symbols: those of the page, and those of each game."""
    inner = [part[part.index(b">") + 1 :].replace(END_OF_SYMBOLS, b"").lstrip() for part in more]
    return b"".join([drawn.rstrip().removesuffix(END_OF_SYMBOLS), *inner, END_OF_SYMBOLS, b"\n"])

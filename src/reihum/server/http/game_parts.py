"""Each game's part of the page: the files of its `web` folder, and its signs.

They are handed out below `games/PACKAGE/web`, as if the page and its games were one tree: so a game's modules
reach those of the page by the same relative paths as they do in the sources.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from reihum.games import SLUGS, spec

SHEET: Final = "style.css"  # all sheets of the page in one, and all of a game
AT_ONCE: Final = "cards.css"  # what every page needs of a game; its other sheets are fetched with its table
LAYERS: Final = "style/layers.css"
SIGNS: Final = "symbols.svg"
END_OF_SIGNS: Final = b"</svg>"


def home(slug: str) -> Traversable:
    """The folder of a game, wherever it lies."""
    return files(spec(slug).module)


def place(slug: str) -> str:
    """Where a game's part of the page is handed out."""
    return f"games/{spec(slug).package}/web/"


def with_sheets_joined(sources: dict[str, bytes]) -> dict[str, bytes]:
    """All files, with one style sheet for every page and one for the table of each game: less to fetch."""
    found = dict(sources)
    of_page = sorted(name for name in found if re.fullmatch(r"style/[^/]+\.css", name))
    of_page.sort(key=lambda name: name != LAYERS)
    of_page += [name for slug in SLUGS if (name := f"{place(slug)}{AT_ONCE}") in found]
    joined = {SHEET: b"".join(found.pop(name) for name in of_page)}
    for here in map(place, SLUGS):
        of_game = sorted(name for name in found if name.startswith(here) and name.endswith(".css"))
        joined[f"{here}{SHEET}"] = b"".join(found.pop(name) for name in of_game)
    return found | joined


def titles() -> str:
    """What the games are called, as a list that people read."""
    return ", ".join(spec(slug).title for slug in SLUGS)


def with_signs(drawn: bytes, more: Iterable[bytes]) -> bytes:
    """One drawing with all signs: those of the page, and those of each game."""
    inner = [part[part.index(b">") + 1 :].replace(END_OF_SIGNS, b"").lstrip() for part in more]
    return b"".join([drawn.rstrip().removesuffix(END_OF_SIGNS), *inner, END_OF_SIGNS, b"\n"])

"""The four games, one folder each, with the same file names in every folder."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from reihum.core.errors import ReihumError
from reihum.core.spec import Spec

PACKAGES: Final = {
    "help": "help",
    "23": "twentythree",
    "yoyo": "yoyo",
    "koenigs-romme": "koenigs_romme",
}
SLUGS: Final = tuple(PACKAGES)


def spec(slug: str) -> Spec:
    """The game with this slug."""
    package = PACKAGES.get(slug) if isinstance(slug, str) else None
    if package is None:
        raise ReihumError(f"There is no game {slug!r}; there are {', '.join(SLUGS)}.")
    found = import_module(f"reihum.games.{package}").SPEC
    assert isinstance(found, Spec)
    return found

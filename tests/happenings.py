"""What happens in a game: kinds of events, and what only its course shows; golden games must have it all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, get_args, get_type_hints

from reihum import Match
from reihum.games import spec

Happens = Callable[[Match], bool]


def happened(match: Match) -> set[str]:
    """Everything worth a name that happened in a game."""
    kinds = {event.kind for made in match.history for event in made.events}
    return kinds | {name for name, happens in rare_in(match.game.slug).items() if happens(match)}


def all_that_can_happen(slug: str) -> set[str]:
    """Everything worth a name that can happen in this game after its first deal."""
    kinds = {get_args(get_type_hints(each)["kind"])[0] for each in spec(slug).event_types}
    return kinds | {*rare_in(slug)}


def rare_in(slug: str) -> dict[str, Happens]:
    """What the tests of a game have a name for."""
    found: dict[str, Happens] = import_module(f"tests.{spec(slug).package}.rare").RARE
    return found


def told(match: Match, kind: str) -> Iterator[dict[str, Any]]:
    """The facts of all events of a kind."""
    return (event.facts for made in match.history for event in made.events if event.kind == kind)


def texts(match: Match) -> Iterator[str]:
    """All moves."""
    return (made.text for made in match.history)

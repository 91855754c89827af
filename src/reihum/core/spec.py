"""A game as the rest of Reihum sees it: its names, its limits, and the doors into its files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from reihum.core.contract import Policy, State
from reihum.core.dealer import Dealer

Json = dict[str, Any]  # a JSON object
View = Mapping[str, Any]  # all that a seat may know; each game has a TypedDict of its own


@dataclass(frozen=True)
class Spec:
    """One game: what it is called, who can play it, and how to reach its rules."""

    slug: str
    title: str
    package: str  # the folder below reihum.games
    fewest: int  # players
    most: int
    options: dict[str, bool]  # name -> default
    low_wins: bool  # whether the lowest score wins, or the highest
    rules_version: int  # rises when an old record would no longer replay to the same scores
    decisions_cap: int  # more than a game of sensible players ever takes; simulations stop there and say so
    start: Callable[[int, dict[str, bool], Dealer], State]
    policy: Callable[[], Policy]
    text: Callable[[int], str]  # a move's text; also of a masked move; "" if there is no such move
    parse: Callable[[str], int]  # the move of a text, or -1 if it is none
    actions: Callable[[int], int]  # for so many players every move is in range(actions)
    view: Callable[[State, int], View]  # for a seat, or NOBODY for a spectator: the next two together
    public: Callable[[State], View]  # what everybody sees
    own: Callable[[State, int], View]  # what one seat knows beside, or NOBODY
    position: Callable[[State], Json]
    from_position: Callable[[Json, Dealer], State]
    imagined: Callable[[View], Json]  # a position in which all fits that a seat knows which owes a decision
    view_types: tuple[type, ...]  # the TypedDicts of its views, with the kind of every field ...
    event_types: tuple[type, ...]  # ... and those of its events
    revealing: frozenset[str]  # events heard by everybody that show cards which were hidden

"""A game as the rest of Reihum sees it: its names, its limits, and the doors into its files.

What only people need (sentences, what they type, how it looks in text) is imported when it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from reihum.core.contract import Policy, State
from reihum.core.dealer import Dealer
from reihum.core.errors import ReihumError
from reihum.core.types import Json, View

if TYPE_CHECKING:
    from reihum.words import Words
    from reihum.words.drawing import GameDrawing
    from reihum.words.sheets import Sheet
    from reihum.words.teller import Teller
    from reihum.words.typing import GameTyping


@dataclass(frozen=True)
class Results:
    """How a game is scored, said once for score pads, records, simulations and the page."""

    facts: Mapping[str, tuple[str, ...]]  # each event that is a result -> what a record says of it
    total: str  # the fact of a `round` that has everybody's score so far ...
    gain: str | None = None  # ... and what that round alone has brought, if it says so
    unit: str = "round"  # what a `round` is called: round or game
    count: str = "round"  # the field of a position that counts them


class Unanswered(ReihumError):
    """A question to a service that cannot be answered; the game's words have the sentence: `problem.CODE`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Service:
    """Something that a game works out for its page: `POST /api/NAME`."""

    body: type  # what is asked, as a dataclass
    answer: type  # what comes back, as a TypedDict
    work: Callable[[Any], Generator[None, None, Json]]  # pauses now and then, so that others have their turn


@dataclass(frozen=True)
class Spec:
    """One game: what it is called, who can play it, and how to reach its rules."""

    slug: str
    title: str
    module: str  # its folder, as it is imported; its words and its part of the page lie there, too
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
    results: Results
    titles: tuple[str, ...] = ()  # what else it is called
    services: tuple[str, ...] = ()  # what its `services.py` works out for its page, by name

    @property
    def package(self) -> str:
        """The name of its folder."""
        return self.module.rpartition(".")[2]

    # -- for people -------------------------------------------------------------------------------

    def words(self, lang: str) -> Words:
        """The catalogue of a language, with this game's own words."""
        from reihum.words import words

        return words(lang, self.module)

    def sheet(self, lang: Any) -> Sheet:  # not str: what is none gets our sentence, compiled as well
        """Its rules in a language, and the sentences of its refusals."""
        from reihum.words.sheets import sheet

        return sheet(self.module, lang)

    def teller(self, lang: str, names: Sequence[str], listener: int | None, spoken: bool = False) -> Teller:
        """Somebody who tells it to one seat, or to a spectator (None); `spoken` names cards in words."""
        from reihum.words import narration

        found: Teller = door(self.module, "telling").Telling(
            narration(self.module, lang), names, listener, spoken
        )
        return found

    def typing(self) -> GameTyping:
        """What people type in it."""
        return typing_of(self.module)

    def drawing(self) -> GameDrawing:
        """How it looks in text."""
        found: GameDrawing = door(self.module, "drawing").Drawing()
        return found

    def service(self, name: str) -> Service:
        """Something that it works out for its page."""
        found: Service = door(self.module, "services").SERVICES[name]
        return found

    # -- for programs -----------------------------------------------------------------------------

    def texts(self) -> tuple[str, ...]:
        """Every move that it has a text for."""
        actions = max(self.actions(players) for players in range(self.fewest, self.most + 1))
        return tuple(text for text in map(self.text, range(actions)) if text)


def door(module: str, name: str) -> Any:
    """A file of a game, imported when it is needed."""
    return import_module(f"{module}.{name}")


@cache
def typing_of(module: str) -> GameTyping:
    """What people type in a game; its moves are gathered once."""
    found: GameTyping = door(module, "typing").Typing(import_module(module).SPEC.texts())
    return found

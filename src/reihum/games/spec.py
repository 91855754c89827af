"""A game as the rest of Reihum sees it: its names, its limits, and the doors into its files.

What only people need (sentences, typing, drawing) is imported when it is needed.
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
from reihum.core.observation import Observer
from reihum.core.stakes import Stakes
from reihum.core.types import Json, View

if TYPE_CHECKING:
    from reihum.words import Words
    from reihum.words.drawing import GameDrawing
    from reihum.words.sheets import Sheet
    from reihum.words.teller import Teller
    from reihum.words.typing import GameTyping


@dataclass(frozen=True)
class Results:
    """How a game is scored, in one place for score pads, records, simulations and the page."""

    facts: Mapping[str, tuple[str, ...]]  # each event that is a result -> its facts that go into records
    total: str  # the fact of a `round` event with everybody's score so far ...
    gain: str | None = None  # ... and the one with the points of that round alone, if there is one
    unit: str = "round"  # what it is called: round or game
    count: str = "round"  # the field of a position, and of views, that counts them
    rounds: Callable[[int], int] | None = None  # by number of players: how many; None: as many as it takes


class Unanswered(ReihumError):
    """A request that a service cannot answer; the sentence is in the game's words: `problem.CODE`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Service:
    """Something that a game computes for its page: `POST /api/NAME`."""

    body: type  # the request, a dataclass
    answer: type  # the answer, a TypedDict
    work: Callable[[Any], Generator[None, None, Json]]  # yields now and then to let others run


@dataclass(frozen=True)
class Spec:
    """One game: its names, how many can play it, and how to reach its rules."""

    slug: str
    title: str
    module: str  # its folder as a module; its words and its part of the page are there, too
    fewest: int  # players
    most: int
    options: dict[str, bool]  # name -> default
    low_wins: bool  # whether the lowest score wins, or the highest
    rules_version: int  # raised when old records no longer replay to the same scores
    decisions_cap: int  # more than sensible players ever need; simulations stop there and say so
    start: Callable[[int, dict[str, bool], Dealer], State]
    policy: Callable[[], Policy]
    text: Callable[[int], str]  # the text of a move, or of a masked one; "" if there is no such move
    parse: Callable[[str], int]  # the move of a text, or -1 if there is none
    actions: Callable[[int], int]  # by number of players: every move is in range(actions)
    view: Callable[[State, int], View]  # of a seat, or of a spectator (NOBODY): the next two together
    public: Callable[[State], View]  # what everybody sees
    own: Callable[[State, int], View]  # what only one seat knows, or a spectator (NOBODY)
    position: Callable[[State], Json]
    from_position: Callable[[Json, Dealer], State]
    imagined: Callable[[View], Json]  # a position that fits all that a seat with a decision to make knows
    view_types: tuple[type, ...]  # the TypedDicts of its views, with the kind of every field ...
    event_types: tuple[type, ...]  # ... and those of its events
    revealing: frozenset[str]  # public events that show hidden cards
    results: Results
    recall: Callable[[State, View], None] | None = None  # brings back there what that seat remembers
    observer: Callable[[], Observer] | None = None  # what its learned players see; without, there are none
    stakes: Callable[[], Stakes] | None = None  # what is at stake in a round: reasons for moves
    stakes_alone: Callable[[], Stakes] | None = None  # the same for one player, if that is another game
    observer_alone: Callable[[], Observer] | None = None  # the same for one player, if that is another game
    first_policy: Callable[[], Policy] | None = None  # `policy1`; if there is none, the policy
    careful_policy: Callable[[], Policy] | None = None  # a slower and better one, where a level plays by it
    shows_card: Callable[[int], bool] = lambda move: True  # whether others see a card of the mover's hand
    begins: int = 0  # the seat that has the first decision, where one begins and not all at once
    titles: tuple[str, ...] = ()  # its other names
    services: tuple[str, ...] = ()  # the names of what its `services.py` computes for its page

    @property
    def package(self) -> str:
        """The name of its folder."""
        return self.module.rpartition(".")[2]

    # -- for people -------------------------------------------------------------------------------

    def words(self, lang: str) -> Words:
        """The catalogue of a language, with the words of this game."""
        from reihum.words import words

        return words(lang, self.module)

    def sheet(self, lang: Any) -> Sheet:  # not str, or compiled code would refuse a wrong type itself
        """Its rules in one language, and the sentences of its refusals."""
        from reihum.words.sheets import sheet

        return sheet(self.module, lang)

    def teller(self, lang: str, names: Sequence[str], listener: int | None, spoken: bool = False) -> Teller:
        """A narrator for one seat, or for a spectator (None); `spoken` puts cards into words."""
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
        """Something that it computes for its page."""
        found: Service = door(self.module, "services").SERVICES[name]
        return found

    # -- for programs -----------------------------------------------------------------------------

    def texts(self) -> tuple[str, ...]:
        """The texts of all its moves."""
        actions = max(self.actions(players) for players in range(self.fewest, self.most + 1))
        return tuple(text for text in map(self.text, range(actions)) if text)


def door(module: str, name: str) -> Any:
    """A file of a game, imported when it is needed."""
    return import_module(f"{module}.{name}")


@cache
def typing_of(module: str) -> GameTyping:
    """What people type in a game; its moves are collected once."""
    found: GameTyping = door(module, "typing").Typing(import_module(module).SPEC.texts())
    return found

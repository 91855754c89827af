"""A bot of any kind at its seat: the one interface that simulations, terminal, server and client know.

A player stays for a whole run. It is told of each game that begins and of what its seat hears, and is asked
for its moves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from reihum.bots.own import ask, policy_of, speaks_texts, text_chosen, wanted, way
from reihum.core.contract import Policy, Side
from reihum.core.dealer import Seeded
from reihum.core.errors import ReihumError
from reihum.core.types import Json
from reihum.games import SLUGS, spec
from reihum.games.spec import Spec
from reihum.match import Heard, Match


class Player:
    """A bot of somebody's own: one object for all games of a run."""

    def __init__(self, name: str, bot: object, seed: int = 0) -> None:
        self.name = name
        self.bot = bot
        self.seed = seed
        self.heard = 0  # how many moves of this game it has heard
        self._of: Spec | None = None  # what it plays ...
        self._policy: Policy | None = None  # ... and how

    @property
    def listens(self) -> bool:
        """Whether it wants to hear the moves of a game that has begun."""
        return way(self.bot, "hear") is not None

    def begin(self, of: Spec, players: int, seat: int, options: Mapping[str, bool], seed: int) -> None:
        """A game begins, or begins again because a move was taken back; the seed is for this game alone."""
        self._sit(of, seed)
        self.heard = 0
        if begin := way(self.bot, "begin"):
            ask(self.name, begin, of.slug, players, seat, dict(options), **wanted(begin, seed))

    def hear(self, heard: Heard) -> None:
        """A move, as the seat hears it."""
        self.heard = heard.number
        if hear := way(self.bot, "hear"):
            ask(self.name, hear, heard)

    def listen(self, match: Match, seat: int) -> None:
        """All moves that the seat has heard since the last time."""
        if self.listens:
            for heard in match.since(seat, self.heard):
                self.hear(heard)

    @property
    def policy(self) -> Policy:
        """How it chooses in the game that has begun."""
        assert self._policy is not None
        return self._policy

    def choose(self, view: Json, moves: list[str]) -> str:
        """Its move at a table that is elsewhere: by a view and texts, or by a game imagined from the view."""
        if speaks_texts(self.bot):
            choose = way(self.bot, "choose")
            assert choose is not None
            return text_chosen(choose, view, moves, self.name)
        of = game_of(view)
        if self._of is None or self._of.slug != of.slug:
            self._sit(of, self.seed)
        return of.text(int(self.policy.choose(imagined_side(of, view))))

    def _sit(self, of: Spec, seed: int) -> None:
        """Get ready for a game."""
        self._of, self._policy = of, policy_of(self.bot, of, self.name)


class BuiltIn(Player):
    """A bot by name: it remembers nothing of other games, so it is made anew for each."""

    def __init__(self, name: str, make: Callable[[Spec, int], Policy], seed: int) -> None:
        super().__init__(name, None, seed)
        self._make = make

    def _sit(self, of: Spec, seed: int) -> None:
        self.bot = self._make(of, seed)
        super()._sit(of, seed)


def game_of(view: Json) -> Spec:
    """The game that a view belongs to."""
    slug = view.get("game")
    if slug not in SLUGS:
        raise ReihumError(f"There is no game {slug!r} here; the server may be newer than this Reihum.")
    return spec(slug)


def imagined_side(of: Spec, view: Json) -> Side:
    """One seat's side of a game in which everything is true that it knows; it owes a decision there."""
    try:
        state, seat = of.from_position(of.imagined(view), Seeded(0)), int(view["seat"])
        if not 0 <= seat < state.seats or not state.owes(seat):
            raise ValueError("nobody is asked there")
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise ReihumError(f"There is no game of {of.title} that looks like this view: {error}") from None
    return state.side(seat)

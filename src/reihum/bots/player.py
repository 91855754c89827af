"""A bot of any kind at its seat: the one interface for simulations, terminal, server and client.

A player lasts for a whole run. It is told when a game begins and what its seat hears, and is asked for moves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from reihum.bots.own import ask_for_text, call_bot, chooses_by_text, method_of, policy_of, seed_argument
from reihum.bots.timed import Timed
from reihum.core.contract import Policy, Side
from reihum.core.dealer import Seeded
from reihum.core.errors import ReihumError
from reihum.core.types import Json
from reihum.games import SLUGS, spec
from reihum.games.spec import Spec
from reihum.match import Heard, Match


class Player:
    """A custom bot: one object for all games of a run."""

    def __init__(self, name: str, bot: object, seed: int = 0) -> None:
        self.name = name
        self.bot = bot
        self.seed = seed
        self.heard = 0  # how many moves of this game it has heard
        self.lost = 0  # decisions that were made for it, since it did not
        self._of: Spec | None = None  # the game it plays ...
        self._policy: Policy | None = None  # ... and how it chooses there

    @property
    def listens(self) -> bool:
        """Whether it wants to hear the moves of a game."""
        return method_of(self.bot, "hear") is not None

    def begin(self, of: Spec, players: int, seat: int, options: Mapping[str, bool], seed: int) -> None:
        """A game begins, or begins again after a move was taken back; the seed is for this game only."""
        self._prepare(of, seed)
        self.heard = 0
        if begin := method_of(self.bot, "begin"):
            call_bot(self.name, begin, of.slug, players, seat, dict(options), **seed_argument(begin, seed))

    def hear(self, heard: Heard) -> None:
        """A move, as the seat hears it."""
        self.heard = heard.number
        if hear := method_of(self.bot, "hear"):
            call_bot(self.name, hear, heard)

    def listen(self, match: Match, seat: int) -> None:
        """Hear all moves since the last time, as the seat hears them."""
        if self.listens:
            for heard in match.since(seat, self.heard):
                self.hear(heard)

    @property
    def policy(self) -> Policy:
        """How it chooses in the game that has begun."""
        assert self._policy is not None
        return self._policy

    def timed(self) -> Timed:
        """The same, with a clock that shows how much of the processor's time it takes."""
        return Timed(self.policy)

    def end(self, scores: list[int], winners: list[int]) -> None:
        """The game that had begun is over."""

    def close(self) -> None:
        """There will be no more games."""

    def choose(self, view: Json, moves: list[str]) -> str:
        """Its move at a remote table: by a view and texts, or by a game imagined from the view."""
        if chooses_by_text(self.bot):
            choose = method_of(self.bot, "choose")
            assert choose is not None
            return ask_for_text(choose, view, moves, self.name)
        of = spec_of_view(view)
        if self._of is None or self._of.slug != of.slug:
            self._prepare(of, self.seed)
        return of.text(int(self.policy.choose(imagined_side(of, view))))

    def _prepare(self, of: Spec, seed: int) -> None:
        """Get ready for a game."""
        self._of, self._policy = of, policy_of(self.bot, of, self.name)


class BuiltIn(Player):
    """A built-in bot: it remembers nothing of other games, so each game gets a new one."""

    def __init__(self, name: str, make_bot: Callable[[Spec, int], Policy], seed: int) -> None:
        super().__init__(name, None, seed)
        self._make = make_bot

    def _prepare(self, of: Spec, seed: int) -> None:
        self.bot = self._make(of, seed)
        super()._prepare(of, seed)


def spec_of_view(view: Json) -> Spec:
    """The game that a view belongs to."""
    slug = view.get("game")
    if slug not in SLUGS:
        raise ReihumError(f"There is no game {slug!r} here; the server may be newer than this Reihum.")
    return spec(slug)


def imagined_side(of: Spec, view: Json) -> Side:
    """A seat's side of an imagined game in which all it knows is true and it owes a decision."""
    try:
        state, seat = of.from_position(of.imagined(view), Seeded(0)), int(view["seat"])
        if not 0 <= seat < state.seats or not state.owes(seat):
            raise ValueError("this seat has nothing to decide")
        if of.recall is not None:
            of.recall(state, view)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise ReihumError(f"There is no game of {of.title} that looks like this view: {error}") from None
    return state.side(seat)

"""A bot of any kind at its seat: the one interface for simulations, terminal, server and client.

A player lasts for a whole run. It is told when a game begins and what its seat hears, and is asked for moves.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from reihum.bots.imagining import imagined_side, spec_of_view
from reihum.bots.own import ask_for_text, call_bot, chooses_by_text, method_of, policy_of, seed_argument
from reihum.bots.programs import ProgramBot
from reihum.bots.timed import Timed
from reihum.core.contract import Policy
from reihum.core.types import Json
from reihum.games.spec import Spec
from reihum.match import Heard, Match


class Player:
    """A custom bot: one object for all games of a run."""

    def __init__(self, name: str, bot: object, seed: int = 0) -> None:
        self.name = name
        self.bot = bot
        self.seed = seed
        self.heard = 0  # how many moves of this game it has heard
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
        """The same, timed: by the processor's clock, or until the answer of a program comes."""
        found = Timed(self.policy)
        if isinstance(self.bot, ProgramBot):
            found.clock = time.perf_counter
        return found

    @property
    def lost(self) -> int:
        """Decisions of a program that were made for it, because it did not make them."""
        return self.bot.lost if isinstance(self.bot, ProgramBot) else 0

    def end(self, scores: list[int], winners: list[int]) -> None:
        """The game that had begun is over."""
        if end := method_of(self.bot, "end"):
            call_bot(self.name, end, scores, winners)

    def close(self) -> None:
        """There will be no more games."""
        if close := method_of(self.bot, "close"):
            call_bot(self.name, close)

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

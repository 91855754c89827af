"""Bots for tables that are not here: by name or of one's own, they choose by a view and its legal moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, cast

from reihum.bots import NAMES, maker
from reihum.bots.own import made, maker_named, mute, seated
from reihum.core.contract import Policy, State
from reihum.core.dealer import Seeded
from reihum.core.errors import ReihumError
from reihum.core.spec import Spec
from reihum.games import SLUGS, spec


class Chooser(Protocol):
    """A player that is a program."""

    def choose(self, view: dict[str, Any], moves: list[str], /) -> str:
        """One of the moves, by what the seat may know."""


class Lucky:
    """Takes any move."""

    def __init__(self, seed: int) -> None:
        self.lot = Seeded(seed)

    def choose(self, view: dict[str, Any], moves: list[str]) -> str:
        """One by lot."""
        return moves[self.lot.below(len(moves))]


class Imagining:
    """Chooses like a player that is shown a whole game: one imagined from what the seat knows."""

    def __init__(self, player: Callable[[Spec], Policy]) -> None:
        self.player = player
        self.players: dict[str, Policy] = {}  # by game

    def choose(self, view: dict[str, Any], moves: list[str]) -> str:
        """What the player does in the imagined game."""
        of = game_of(view)
        if of.slug not in self.players:
            self.players[of.slug] = self.player(of)
        return of.text(self.players[of.slug].choose(imagined_state(of, view), view["seat"]))


class Checked:
    """A bot of one's own, whose answers are looked at before they go to the server."""

    def __init__(self, bot: Chooser, name: str) -> None:
        self.bot = bot
        self.name = name

    def choose(self, view: dict[str, Any], moves: list[str]) -> str:
        """What it answers, if that is one of its moves."""
        answer = self.bot.choose(view, list(moves))
        if answer not in moves:
            raise ReihumError(
                f"The bot {self.name} answered {answer!r}, which is none of its {len(moves)} moves."
            )
        return answer


def bot_named(name: str, seed: int = 1) -> Chooser:
    """A fresh bot: `random`, `policy`, or `module:Class` of one's own, as `docs/bots.md` tells.

    One with `choose_int(state, seat, moves)` is handed a game imagined from its view, never the truth.
    """
    if name == "random":
        return Lucky(seed)
    player = maker(name)
    if name in NAMES:
        return Imagining(lambda of: player(of, seed))
    own = made(maker_named(name), seed)
    if isinstance(own, Policy) or callable(getattr(own, "choose_int", None)):
        return Imagining(lambda of: seated(own, of, name))
    if callable(getattr(own, "choose", None)):
        return Checked(cast(Chooser, own), name)
    raise mute(name)


def game_of(view: dict[str, Any]) -> Spec:
    """The game that a view belongs to."""
    slug = view.get("game")
    if slug not in SLUGS:
        raise ReihumError(f"There is no game {slug!r} here; the server may be newer than this Reihum.")
    return spec(slug)


def imagined_state(of: Spec, view: dict[str, Any]) -> State:
    """A game in which everything is true that a seat knows which owes a decision."""
    return of.from_position(of.imagined(view), Seeded(0))

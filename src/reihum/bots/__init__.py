"""Players that are programs, by name or of one's own: in simulations, terminal, server, and over the wire."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Final, TypeVar

from reihum.bots.own import (
    AnyBot,
    Bot,
    BotFailed,
    IntBot,
    Maker,
    SideBot,
    ask,
    is_instance,
    load,
    make,
    policy_of,
)
from reihum.bots.player import BuiltIn, Player
from reihum.core.contract import Policy
from reihum.core.errors import ReihumError
from reihum.core.playout import Random
from reihum.games.spec import Spec
from reihum.words import Count

__all__ = [
    "NAMES",
    "Bot",
    "BotFailed",
    "Entrant",
    "IntBot",
    "Player",
    "SideBot",
    "bot",
    "filled_up",
    "line_up",
    "name_of",
    "player",
    "players",
    "resolve",
]

E = TypeVar("E")

MAKERS: Final[dict[str, Callable[[Spec, int], Policy]]] = {
    "policy": lambda of, _seed: of.policy(),
    "random": lambda _of, seed: Random(seed),
}
NAMES: Final = tuple(MAKERS)
Entrant = str | Maker | AnyBot  # one of NAMES, `module:Class`, the class itself, or a bot


def player(entrant: Entrant, seed: int) -> Player:
    """A player of this kind for a whole run; the seed decides what it leaves to chance."""
    return players([entrant], [seed])[0]


def players(entrants: Sequence[Entrant], seeds: Sequence[int]) -> list[Player]:
    """A player for each entrant; of a bot that is there several times, all but the first are copies."""
    seated: list[Player] = []
    for entrant, seed in zip(entrants, seeds, strict=True):
        name, found = name_of(entrant), resolve(entrant)
        if isinstance(found, str):
            seated.append(BuiltIn(name, MAKERS[found], seed))
            continue
        if any(each.bot is found for each in seated):
            found = ask(name, deepcopy, found)
        seated.append(Player(name, make(found, seed, name)))
    return seated


def bot(entrant: Entrant, of: Spec, seed: int) -> Policy:
    """A fresh player of this kind as a policy, for one game; it is told nothing, only asked."""
    name, found = name_of(entrant), resolve(entrant)
    if isinstance(found, str):
        return MAKERS[found](of, seed)
    return policy_of(make(found, seed, name), of, name)


def resolve(entrant: Entrant) -> object:
    """What an entrant is: one of NAMES, or the class or the bot that it names; ReihumError if it is none."""
    if not isinstance(entrant, str):
        return entrant
    if entrant in MAKERS:
        return entrant
    if ":" not in entrant:
        known = ", ".join(NAMES)
        raise ReihumError(f"There is no bot {entrant!r}; there are {known}, and module:Class of your own.")
    return load(entrant)


def name_of(entrant: Entrant) -> str:
    """What a bot is called in results."""
    if isinstance(entrant, str):
        return entrant
    return type(entrant).__name__ if is_instance(entrant) else getattr(entrant, "__name__", str(entrant))


def line_up(names: str, players: int) -> list[str]:
    """One bot per seat from a comma-separated list; the last one takes all seats that are left."""
    chosen = [name.strip() for name in names.split(",")]
    for name in chosen:
        resolve(name)  # whatever is wrong with it is found before anything begins
    return filled_up(chosen, players)


def filled_up(entrants: list[E], players: int) -> list[E]:
    """One entrant per seat; the last one takes all seats that are left."""
    if not entrants or len(entrants) > players:
        bots, seats = Count(len(entrants)), Count(players)
        raise ReihumError(f"There {bots:is 1 bot|are # bots} for {seats:1 seat|# seats}.")
    return entrants + [entrants[-1]] * (players - len(entrants))

"""Players that are programs, built-in or your own: for simulations, the terminal, servers and the network."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from functools import partial
from typing import Final, TypeVar

from reihum.bots.levels import LEVELS, USUAL_LEVEL, make_level
from reihum.bots.own import (
    AnyBot,
    Bot,
    BotFailed,
    IntBot,
    Maker,
    SideBot,
    call_bot,
    is_bot,
    load_bot,
    make_bot,
    policy_of,
)
from reihum.bots.player import BuiltIn, Player
from reihum.bots.programs import PREFIX as PROGRAM
from reihum.bots.programs import ProgramBot, command_of
from reihum.core.contract import Policy
from reihum.core.errors import ReihumError
from reihum.core.playout import Random
from reihum.games.spec import Spec
from reihum.words import Count

__all__ = [
    "BUILT_IN",
    "LEVELS",
    "NAMES",
    "USUAL_LEVEL",
    "Bot",
    "BotFailed",
    "Entrant",
    "IntBot",
    "MakePolicy",
    "Player",
    "SideBot",
    "fill_seats",
    "line_up",
    "make_policy",
    "name_of",
    "player",
    "players",
    "resolve",
]

E = TypeVar("E")

MakePolicy = Callable[[Spec, int], Policy]  # for a game, with a seed for random choices


def level_maker(name: str, worlds: int | None = None) -> MakePolicy:
    """Makes players of a level; those who think ahead do so by the clock, or in so many worlds."""
    return lambda of, seed: make_level(name, of, seed, worlds)


BUILT_IN: Final[dict[str, MakePolicy]] = {
    **{name: level_maker(name) for name in LEVELS},
    "policy": lambda of, _seed: of.policy(),
    "random": lambda _of, seed: Random(seed),
}
NAMES: Final = tuple(BUILT_IN)
NO_MORE: Final[Mapping[str, MakePolicy]] = {}
Entrant = str | Maker | AnyBot  # one of NAMES, `module:Class`, a class, or a bot


def player(entrant: Entrant, seed: int, worlds: int | None = None) -> Player:
    """A player of this kind for a whole run; its random choices depend on the seed."""
    return players([entrant], [seed], worlds=worlds)[0]


def players(
    entrants: Sequence[Entrant],
    seeds: Sequence[int],
    worlds: int | None = None,
    more: Mapping[str, MakePolicy] = NO_MORE,
) -> list[Player]:
    """A player for each entrant; if the same bot appears more than once, all but the first are copies.

    `more` are further bots that are known by name here.
    """
    seated: list[Player] = []
    for entrant, seed in zip(entrants, seeds, strict=True):
        name, found = name_of(entrant), resolve(entrant, more)
        if isinstance(found, str):
            seated.append(BuiltIn(name, maker_of(found, worlds, more), seed))
            continue
        if any(each.bot is found for each in seated):
            found = call_bot(name, deepcopy, found)
        seated.append(Player(name, make_bot(found, seed, name)))
    return seated


def maker_of(name: str, worlds: int | None, more: Mapping[str, MakePolicy] = NO_MORE) -> MakePolicy:
    """Makes players of a known name."""
    if name in LEVELS and worlds is not None:
        return level_maker(name, worlds)
    return {**BUILT_IN, **more}[name]


def make_policy(entrant: Entrant, of: Spec, seed: int) -> Policy:
    """A new bot of this kind as a policy for one game; it is asked for moves, but hears nothing."""
    name, found = name_of(entrant), resolve(entrant)
    if isinstance(found, str):
        return BUILT_IN[found](of, seed)
    return policy_of(make_bot(found, seed, name), of, name)


def resolve(entrant: Entrant, more: Mapping[str, MakePolicy] = NO_MORE) -> object:
    """A known name, or the class or bot that an entrant names; ReihumError if there is none."""
    if not isinstance(entrant, str) or entrant in BUILT_IN or entrant in more:
        return entrant
    if entrant.startswith(PROGRAM):
        command_of(entrant)  # so that errors come before anything starts
        return partial(ProgramBot, entrant)
    if ":" not in entrant:
        known = ", ".join((*NAMES, *more))
        raise ReihumError(
            f"There is no bot {entrant!r}; there are {known}, or your own as module:Class or cmd:PROGRAM."
        )
    return load_bot(entrant)


def name_of(entrant: Entrant) -> str:
    """A bot's name in results."""
    if isinstance(entrant, str):
        return entrant
    return type(entrant).__name__ if is_bot(entrant) else getattr(entrant, "__name__", str(entrant))


def line_up(names: str, players: int, more: Mapping[str, MakePolicy] = NO_MORE) -> list[str]:
    """One bot per seat from a comma-separated list; the last one takes all remaining seats."""
    chosen = [name.strip() for name in names.split(",")]
    for name in chosen:
        resolve(name, more)  # so that errors come before anything starts
    return fill_seats(chosen, players)


def fill_seats(entrants: list[E], players: int) -> list[E]:
    """One entrant per seat; the last one takes all remaining seats."""
    if not entrants or len(entrants) > players:
        bots, seats = Count(len(entrants)), Count(players)
        raise ReihumError(f"There {bots:is 1 bot|are # bots} for {seats:1 seat|# seats}.")
    return entrants + [entrants[-1]] * (players - len(entrants))

"""Bots of one's own: plain Python classes, in compiled and interpreted Reihum alike.

A bot chooses a text from texts, by what its seat may know:

    class Lowest:
        def choose(self, view, moves):
            return moves[0]

For speed it may have `choose_int(state, seat, moves)` instead, on ints; that one is handed the whole truth
and is trusted to look only at what its seat may know (`state.world(seat, dealer)` helps). A class whose
constructor takes a `seed` is given one.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol

from reihum.core.contract import Policy, State, legal
from reihum.core.errors import ReihumError
from reihum.core.playout import Asked
from reihum.core.spec import Json, Spec
from reihum.words import Count


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, view: Json, moves: list[str], /) -> str:
        """One of the moves, by what the seat may know."""


class IntBot(Protocol):
    """A player that is a program in a hurry."""

    def choose_int(self, state: State, seat: int, moves: list[int], /) -> int:
        """One of the moves, by what the seat may know."""


Maker = Callable[..., Bot | IntBot]


def seated(bot: object, of: Spec, name: str) -> Policy:
    """A bot of one's own as a policy; what it answers is checked."""
    if isinstance(bot, Policy):
        return bot
    if callable(getattr(bot, "choose_int", None)):
        return Asked(by_ints(bot, of, name))
    if callable(getattr(bot, "choose", None)):
        return Asked(by_texts(bot, of, name))
    raise mute(name)


def mute(name: str) -> ReihumError:
    """What is wrong with a bot that cannot choose."""
    return ReihumError(f"The bot {name} has neither choose(view, moves) nor choose_int(state, seat, moves).")


def no_move(name: str, answer: object, moves: int) -> ReihumError:
    """What to say to a bot that answers something else than one of its moves."""
    none = f"{Count(moves):not its only move|none of its # moves}"
    return ReihumError(f"The bot {name} answered {answer!r}, which is {none}.")


def by_texts(bot: Any, of: Spec, name: str) -> Callable[[State, int], int]:
    """Ask a bot that speaks texts."""

    def ask(state: State, seat: int) -> int:
        moves = {of.text(move): move for move in legal(state, seat)}
        answer = bot.choose(dict(of.view(state, seat)), list(moves))
        if not isinstance(answer, str) or answer not in moves:
            raise no_move(name, answer, len(moves))
        return moves[answer]

    return ask


def by_ints(bot: Any, of: Spec, name: str) -> Callable[[State, int], int]:
    """Ask a bot that speaks ints."""

    def ask(state: State, seat: int) -> int:
        moves = legal(state, seat)
        answer = bot.choose_int(state, seat, moves)
        if answer not in moves:
            raise no_move(name, answer, len(moves))
        return int(answer)

    return ask


def maker_named(name: str) -> Maker:
    """The class that `module:Class` names; modules of the current folder are found, too."""
    module, _, attribute = name.partition(":")
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        found = getattr(import_module(module), attribute)
    except ImportError as error:
        raise ReihumError(f"The module {module!r} of the bot {name} cannot be imported: {error}.") from None
    except AttributeError:
        raise ReihumError(f"The module {module!r} has no {attribute!r}.") from None
    if not callable(found):
        raise ReihumError(f"{name} is not a class of bots.")
    maker: Maker = found
    return maker


def made(maker: Maker, seed: int) -> Bot | IntBot:
    """A fresh bot, with a seed if it wants one."""
    try:
        wants_seed = "seed" in inspect.signature(maker).parameters
    except ValueError:
        wants_seed = False
    return maker(seed=seed) if wants_seed else maker()

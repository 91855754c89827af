"""Bots of your own: plain Python classes, for compiled and interpreted Reihum alike.

A bot chooses one of its moves, as text, by what its seat may know:

    class Lowest:
        def choose(self, view, moves):
            return moves[0]

For speed it may have `choose_side(side)` instead, which works on ints and gets its seat's side of the game;
or `choose_int(state, seat, moves)`, which gets the whole truth and is trusted to look only at what its seat
may know. It may also have `begin(game, players, seat, options)`, called before each game, and `hear(heard)`,
called for each move as its seat hears it. A constructor or `begin` that takes a `seed` is given one.
"""

from __future__ import annotations

import inspect
import operator
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from reihum.core.contract import Policy, Side, State, legal
from reihum.core.errors import ReihumError, short_quote
from reihum.core.playout import FunctionPolicy, TrustedPolicy
from reihum.core.types import Json
from reihum.games.spec import Spec
from reihum.words import Count

A = TypeVar("A")
CHOOSE_METHODS: Final = ("choose_side", "choose_int", "choose")  # the first one that a bot has is used
PACKAGE_FOLDER: Final = str(Path(__file__).parent.parent)  # files in here are Reihum's, not the bot's


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, view: Json, moves: list[str], /) -> str:
        """One of the moves, by what the seat may know."""


class SideBot(Protocol):
    """A faster program: it works on ints, by its seat's side of the game."""

    def choose_side(self, side: Side, /) -> int:
        """One of `side.legal()`, by what the seat may know."""


class IntBot(Protocol):
    """A faster program that is trusted with the whole truth."""

    def choose_int(self, state: State, seat: int, moves: list[int], /) -> int:
        """One of the moves, by what the seat may know."""


AnyBot = Bot | SideBot | IntBot
Maker = Callable[..., AnyBot]


class BotFailed(ReihumError):
    """A custom bot raised an exception; the text is one sentence that says where."""


def cannot_choose(name: str) -> ReihumError:
    """The error for a bot without any way to choose."""
    ways = "choose(view, moves) nor choose_side(side) nor choose_int(state, seat, moves)"
    return ReihumError(f"The bot {name} has neither {ways}.")


def not_a_move(name: str, answer: object, moves: int) -> ReihumError:
    """The error for a bot whose answer is not one of its moves."""
    none = f"{Count(moves):not its only move|none of its # moves}"
    try:
        answered = short_quote(answer)
    except Exception:  # a number with too many digits, or anything else without a text
        answered = f"something ({type(answer).__name__})"
    return ReihumError(f"The bot {name} answered {answered}, which is {none}.")


def call_bot(name: str, method: Callable[..., A], *about: Any, **named: Any) -> A:
    """Call a bot's method; any exception becomes a BotFailed with one sentence."""
    try:
        return method(*about, **named)
    except ReihumError:
        raise  # a sentence already
    except (Exception, SystemExit) as error:
        raise BotFailed(f"The bot {name} raised {error_text(error)}.") from error


def error_text(error: BaseException) -> str:
    """An error in a few words: its type, its message, and the line of the bot where it happened."""
    kind = type(error).__name__
    try:
        said = " ".join(str(error).split())
    except Exception:
        said = ""
    if len(said) > 200:
        said = f"{said[:199]}…"
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if not frame.filename.startswith(PACKAGE_FOLDER)]
    place = f" ({Path(theirs[-1].filename).name}, line {theirs[-1].lineno})" if theirs else ""
    return f"{kind}: {said}{place}" if said else f"{kind}{place}"


# -- any kind of bot as a policy ------------------------------------------------------------------


def policy_of(bot: object, of: Spec, name: str) -> Policy:
    """A bot of any kind as a policy; the answers of custom bots are checked."""
    if isinstance(bot, Policy):
        return bot
    if method := method_of(bot, "choose_side"):
        return FunctionPolicy(side_chooser(method, name))
    if method := method_of(bot, "choose_int"):
        return TrustedPolicy(int_chooser(method, name))
    if method := method_of(bot, "choose"):
        return FunctionPolicy(text_chooser(method, of, name))
    raise cannot_choose(name)


def can_choose(bot: object) -> bool:
    """Whether a bot has any method to choose with."""
    return isinstance(bot, Policy) or any(method_of(bot, method) for method in CHOOSE_METHODS)


def method_of(bot: object, method: str) -> Callable[..., Any] | None:
    """A bot's method, if it has one of this name."""
    found = getattr(bot, method, None)
    return found if callable(found) else None


def chooses_by_text(bot: object) -> bool:
    """Whether a bot chooses by a view and texts, and so needs no game state."""
    return method_of(bot, "choose") is not None and not (
        isinstance(bot, Policy) or method_of(bot, "choose_side") or method_of(bot, "choose_int")
    )


def text_chooser(choose: Callable[..., Any], of: Spec, name: str) -> Callable[[Side], int]:
    """Lets a bot that works on texts choose an int."""

    def choose_int(side: Side) -> int:
        moves = {of.text(move): move for move in side.legal()}
        return moves[ask_for_text(choose, dict(side.view()), list(moves), name)]

    return choose_int


def ask_for_text(choose: Callable[..., Any], view: Json, moves: list[str], name: str) -> str:
    """Ask a bot for one of these moves, and check the answer."""
    answer = call_bot(name, choose, view, list(moves))
    if not isinstance(answer, str) or answer not in moves:
        raise not_a_move(name, answer, len(moves))
    return answer


def side_chooser(choose: Callable[..., Any], name: str) -> Callable[[Side], int]:
    """Lets a bot choose by its seat's side of the game."""
    return lambda side: checked_choice(call_bot(name, choose, side), side.legal(), name)


def int_chooser(choose: Callable[..., Any], name: str) -> Callable[[State, int], int]:
    """Lets a bot choose that is trusted with the truth."""

    def choose_int(state: State, seat: int) -> int:
        moves = legal(state, seat)
        return checked_choice(call_bot(name, choose, state, seat, list(moves)), moves, name)

    return choose_int


def checked_choice(answer: Any, moves: list[int], name: str) -> int:
    """A bot's answer as an int, if it is one of its moves."""
    try:
        number = operator.index(answer)
    except TypeError:
        raise not_a_move(name, answer, len(moves)) from None
    if number not in moves:
        raise not_a_move(name, answer, len(moves))
    return number


# -- making them ----------------------------------------------------------------------------------


def load_bot(name: str) -> object:
    """The class or bot that `module:Class` names; modules in the current folder are found too."""
    module, _, attribute = name.partition(":")
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        found: object = getattr(import_module(module), attribute)
    except (ImportError, ValueError) as error:
        raise ReihumError(f"The module {module!r} of the bot {name} cannot be imported: {error}.") from None
    except AttributeError:
        raise ReihumError(f"The module {module!r} has no {attribute!r}.") from None
    except (Exception, SystemExit) as error:
        why = error_text(error)
        raise ReihumError(f"The module {module!r} of the bot {name} cannot be imported: {why}.") from error
    if not callable(found) and not is_bot(found):
        raise ReihumError(f"{name} is not a class of bots.")
    return found


def is_bot(entrant: object) -> bool:
    """Whether this is a bot, rather than a class or function that makes one."""
    return not isinstance(entrant, type) and can_choose(entrant)


def make_bot(entrant: object, seed: int, name: str) -> object:
    """A bot of this class, given a seed if it takes one; an existing bot is returned as it is."""
    if is_bot(entrant):
        return entrant
    made = call_bot(name, entrant, **seed_argument(entrant, seed)) if callable(entrant) else None
    if not can_choose(made):
        raise cannot_choose(name)
    return made


def seed_argument(method: Callable[..., Any], seed: int) -> dict[str, int]:
    """The keyword argument `seed`, if the method takes one."""
    try:
        return {"seed": seed} if "seed" in inspect.signature(method).parameters else {}
    except (TypeError, ValueError):
        return {}

"""Bots of one's own: plain Python classes, in compiled and interpreted Reihum alike.

A bot chooses a text from texts, by what its seat may know:

    class Lowest:
        def choose(self, view, moves):
            return moves[0]

For speed it may have `choose_side(side)` instead, on ints: that is handed its seat's side of the game. Or
`choose_int(state, seat, moves)`, which is handed the whole truth and trusted to look only at what its seat
may know. Beside it there may be `begin(game, players, seat, options)`, called before each game, and
`hear(heard)`, called for each move as its seat hears it. A class whose constructor, or whose `begin`, takes a
`seed` is given one.
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
WAYS: Final = ("choose_side", "choose_int", "choose")  # the first that a bot has counts
HERE: Final = str(Path(__file__).parent.parent)  # whatever fails below it fails in Reihum


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, view: Json, moves: list[str], /) -> str:
        """One of the moves, by what the seat may know."""


class SideBot(Protocol):
    """A player that is a program in a hurry."""

    def choose_side(self, side: Side, /) -> int:
        """One of `side.legal()`, by what the seat may know."""


class IntBot(Protocol):
    """A player that is a program in a hurry, and that is trusted with the truth."""

    def choose_int(self, state: State, seat: int, moves: list[int], /) -> int:
        """One of the moves, by what the seat may know."""


AnyBot = Bot | SideBot | IntBot
Maker = Callable[..., AnyBot]


class BotFailed(ReihumError):
    """A bot of one's own raised something; the text is one sentence that says where."""


def mute(name: str) -> ReihumError:
    """What is wrong with a bot that cannot choose."""
    ways = "choose(view, moves) nor choose_side(side) nor choose_int(state, seat, moves)"
    return ReihumError(f"The bot {name} has neither {ways}.")


def no_move(name: str, answer: object, moves: int) -> ReihumError:
    """What to say to a bot that answers something else than one of its moves."""
    none = f"{Count(moves):not its only move|none of its # moves}"
    try:
        answered = short_quote(answer)
    except Exception:  # a number of too many digits, or whatever else cannot be written
        answered = f"something ({type(answer).__name__})"
    return ReihumError(f"The bot {name} answered {answered}, which is {none}.")


def ask(name: str, method: Callable[..., A], *about: Any, **named: Any) -> A:
    """Call something of a bot's; whatever it raises becomes one sentence."""
    try:
        return method(*about, **named)
    except (Exception, SystemExit) as error:
        raise BotFailed(f"The bot {name} raised {described(error)}.") from error


def described(error: BaseException) -> str:
    """An error in a few words: its kind, what it says, and the line of the bot where it happened."""
    kind = type(error).__name__
    try:
        said = " ".join(str(error).split())
    except Exception:
        said = ""
    if len(said) > 200:
        said = f"{said[:199]}…"
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if not frame.filename.startswith(HERE)]
    place = f" ({Path(theirs[-1].filename).name}, line {theirs[-1].lineno})" if theirs else ""
    return f"{kind}: {said}{place}" if said else f"{kind}{place}"


# -- all kinds as policies ------------------------------------------------------------------------


def policy_of(bot: object, of: Spec, name: str) -> Policy:
    """A bot of any kind as a policy; what one of one's own answers is checked."""
    if isinstance(bot, Policy):
        return bot
    if method := way(bot, "choose_side"):
        return FunctionPolicy(by_side(method, name))
    if method := way(bot, "choose_int"):
        return TrustedPolicy(by_ints(method, name))
    if method := way(bot, "choose"):
        return FunctionPolicy(by_texts(method, of, name))
    raise mute(name)


def can_choose(bot: object) -> bool:
    """Whether a bot has any way to choose."""
    return isinstance(bot, Policy) or any(way(bot, method) for method in WAYS)


def way(bot: object, method: str) -> Callable[..., Any] | None:
    """A method of a bot's, if it has it."""
    found = getattr(bot, method, None)
    return found if callable(found) else None


def speaks_texts(bot: object) -> bool:
    """Whether a bot chooses by a view and texts, so that it needs no game around it."""
    return way(bot, "choose") is not None and not (
        isinstance(bot, Policy) or way(bot, "choose_side") or way(bot, "choose_int")
    )


def by_texts(choose: Callable[..., Any], of: Spec, name: str) -> Callable[[Side], int]:
    """Ask a bot that speaks texts."""

    def chosen(side: Side) -> int:
        moves = {of.text(move): move for move in side.legal()}
        return moves[text_chosen(choose, dict(side.view()), list(moves), name)]

    return chosen


def text_chosen(choose: Callable[..., Any], view: Json, moves: list[str], name: str) -> str:
    """What a bot answers, if that is one of its moves."""
    answer = ask(name, choose, view, list(moves))
    if not isinstance(answer, str) or answer not in moves:
        raise no_move(name, answer, len(moves))
    return answer


def by_side(choose: Callable[..., Any], name: str) -> Callable[[Side], int]:
    """Ask a bot that is handed its seat's side."""
    return lambda side: int_chosen(ask(name, choose, side), side.legal(), name)


def by_ints(choose: Callable[..., Any], name: str) -> Callable[[State, int], int]:
    """Ask a bot that is trusted with the truth."""

    def chosen(state: State, seat: int) -> int:
        moves = legal(state, seat)
        return int_chosen(ask(name, choose, state, seat, list(moves)), moves, name)

    return chosen


def int_chosen(answer: Any, moves: list[int], name: str) -> int:
    """What a bot answered, if that is one of its moves."""
    try:
        number = operator.index(answer)
    except TypeError:
        raise no_move(name, answer, len(moves)) from None
    if number not in moves:
        raise no_move(name, answer, len(moves))
    return number


# -- making them ----------------------------------------------------------------------------------


def load(name: str) -> object:
    """The class, or the bot, that `module:Class` names; modules of the current folder are found, too."""
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
        why = described(error)
        raise ReihumError(f"The module {module!r} of the bot {name} cannot be imported: {why}.") from error
    if not callable(found) and not is_instance(found):
        raise ReihumError(f"{name} is not a class of bots.")
    return found


def is_instance(entrant: object) -> bool:
    """Whether this is a bot, and not a class or a function that makes one."""
    return not isinstance(entrant, type) and can_choose(entrant)


def make(entrant: object, seed: int, name: str) -> object:
    """A bot of this class, with a seed if it wants one; one that is there already is taken as it is."""
    if is_instance(entrant):
        return entrant
    made = ask(name, entrant, **wanted(entrant, seed)) if callable(entrant) else None
    if not can_choose(made):
        raise mute(name)
    return made


def wanted(method: Callable[..., Any], seed: int) -> dict[str, int]:
    """The seed, for who takes one."""
    try:
        return {"seed": seed} if "seed" in inspect.signature(method).parameters else {}
    except (TypeError, ValueError):
        return {}

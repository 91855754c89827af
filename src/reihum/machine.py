"""The lower level, for programs that play millions of games: ints, buffers, playouts. Public and stable.

The names in this module are stable, with these promises:

- A `State` is the whole truth of one game. `turn()` is the seat whose decision is next, or `OVER`;
  `owes(seat)` says who else has one to make. `moves(seat, into)` writes the legal moves of a seat into a
  `buffer()` and returns how many there are; it trusts that the seat owes a decision. `play(seat, move,
  dealer)` trusts that the move is legal; `attempt` and `play` of this module trust nothing.
- A move is an int in `range(of.actions(players))`, where `of` is the game's `spec(slug)`; `of.text(move)` and
  `of.parse(text)` translate. Not every int in the range is a move: the others have no text. -1 is never one.
- Chance comes only from the `Dealer` passed in. The same seed deals the same on every machine, compiled or
  not.
- `copy()` is independent and cheap; `world(seat, dealer)` is a copy in which everything the seat cannot know
  is dealt again. Looking changes nothing.
- States and dealers compare by value, and can be pickled and deep-copied at any time, even in mid-round. A
  pickle is for other processes of the same version of Reihum, and is refused by any other; to keep a game,
  use a record.
- NOBODY, OVER, UNHEARD, EVERYBODY and NO_CARD are different negative numbers.

>>> from reihum import machine
>>> of = machine.spec("23")
>>> dealer = machine.Seeded(7)
>>> state = of.start(2, {"learning": False}, dealer)
>>> machine.attempt(state, 0, of.parse("pass"), dealer).text("en")
'First everybody puts three cards away (rule T4).'
>>> machine.playout(state, dealer), state.turn() == machine.OVER
(36, True)
"""

from __future__ import annotations

from importlib import import_module
from operator import index
from typing import cast

from reihum.core.contract import (
    BUFFER_SIZE,
    EVERYBODY,
    NO_CARD,
    NOBODY,
    OVER,
    UNHEARD,
    Event,
    Policy,
    Refusal,
    State,
    buffer,
    legal,
    owing,
)
from reihum.core.dealer import SEED_LIMIT, Dealer, Outside, Scripted, ScriptError, Seeded, Source
from reihum.core.errors import NoWorld
from reihum.core.playout import Random, play_out, playout
from reihum.core.promises import Mix, Part
from reihum.core.sealed import Sealed
from reihum.games import SLUGS
from reihum.games.spec import Spec
from reihum.match import NO_MOVE, Game, Mistake, checked_seat, find_mistake, game

__all__ = [
    "BUFFER_SIZE",
    "EVERYBODY",
    "NOBODY",
    "NO_CARD",
    "OVER",
    "SEED_LIMIT",
    "SLUGS",
    "UNHEARD",
    "Dealer",
    "Event",
    "Mistake",
    "Mix",
    "NoWorld",
    "Outside",
    "Part",
    "Policy",
    "Random",
    "Refusal",
    "ScriptError",
    "Scripted",
    "Sealed",
    "Seeded",
    "Source",
    "Spec",
    "State",
    "attempt",
    "buffer",
    "legal",
    "owing",
    "play",
    "play_out",
    "playout",
    "spec",
    "spec_of",
]


def spec(slug: str) -> Spec:
    """The game with this slug: its title, its limits, and access to its rules."""
    return game(slug).spec


def spec_of(state: State) -> Spec:
    """The game that a state belongs to."""
    return cast(Spec, import_module(type(state).__module__.rpartition(".")[0]).SPEC)


def attempt(state: State, seat: int, move: int, dealer: Dealer) -> Mistake | None:
    """Make a move, or change nothing and say why it cannot be made, as `Match.attempt` does."""
    of = spec_of(state)
    by = checked_seat(seat, int(state.seats))
    number = checked_move(of, int(state.seats), move)
    mistake = find_mistake(Game(of), state, by, number, move)
    if mistake is None:
        state.play(by, number, dealer)
    return mistake


def play(state: State, seat: int, move: int, dealer: Dealer) -> None:
    """Make a move, or raise the same errors as `Match.play`: `NotYourTurn`, `NotUnderstood` or `Refused`."""
    mistake = attempt(state, seat, move, dealer)
    if mistake is not None:
        raise mistake.error()


def checked_move(of: Spec, players: int, move: object) -> int:
    """The move if there is one with this number, otherwise NO_MOVE; other libraries' ints count as ints."""
    try:
        number = NO_MOVE if isinstance(move, bool) else index(move)  # type: ignore[arg-type]
    except TypeError:
        return NO_MOVE
    return number if 0 <= number < of.actions(players) and of.text(number) else NO_MOVE

"""What every game promises: a State that knows its rules, a seat's Side of it, and a Policy that can play.

A game's rules are one subclass of `State`, in `games/<game>/rules.py`. Moves are small ints in
`range(actions)`; their texts are `notation.py`'s business. Nothing here looks at a clock or a disk,
and chance comes only from the `Dealer` that is passed in.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.dealer import Dealer
from reihum.core.value import Value

# Different numbers, so that one taken for another is noticed.
NOBODY: Final = -1  # a seat that is not there: no asker, nobody out; as an observer, a spectator
OVER: Final = -2  # turn(): nobody has a decision left
UNHEARD: Final = -3  # heard(): this seat hears nothing of the move
EVERYBODY: Final = -4  # the ears of an event that all seats and spectators hear
NO_CARD: Final = -5  # where a card could be and none is
BUFFER_SIZE: Final = 256  # more moves than any seat of any game ever has


_EMPTY: Final = vec[i64]([0] * BUFFER_SIZE)


def buffer() -> vec[i64]:
    """Room for the legal moves of one seat, to be reused from call to call."""
    return _EMPTY[:]


class Refusal:
    """Why a move is not allowed: the rule's number, which of its reasons, and the facts to say it with."""

    def __init__(self, rule: str, reason: str, facts: dict[str, object] | None = None) -> None:
        self.rule = rule
        self.reason = reason
        self.facts: dict[str, object] = facts if facts is not None else {}

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Refusal)
            and self.rule == other.rule
            and self.reason == other.reason
            and self.facts == other.facts
        )

    def __hash__(self) -> int:
        return hash((self.rule, self.reason))

    def __reduce__(self) -> tuple[Any, ...]:
        return Refusal, (self.rule, self.reason, self.facts)

    def __repr__(self) -> str:
        return f"Refusal({self.rule!r}, {self.reason!r}, {self.facts!r})"


class Event:
    """Something that happens beside the move itself: everybody sees it, or one seat alone (its `ears`)."""

    def __init__(self, kind: str, facts: dict[str, object], ears: int = EVERYBODY) -> None:
        self.kind = kind
        self.facts = facts
        self.ears = ears

    def is_heard_by(self, seat: int) -> bool:
        """Whether a seat, or a spectator (NOBODY), hears of it."""
        return self.ears == EVERYBODY or self.ears == seat

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Event)
            and self.kind == other.kind
            and self.facts == other.facts
            and self.ears == other.ears
        )

    def __hash__(self) -> int:
        return hash((self.kind, self.ears))

    def __reduce__(self) -> tuple[Any, ...]:
        return Event, (self.kind, self.facts, self.ears)

    def __repr__(self) -> str:
        return f"Event({self.kind!r}, {self.facts!r}, {self.ears})"


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class State(Value):
    """The whole truth of one game, all rounds of it.

    Two are equal where everything lies the same and everybody knows the same; who listens does not count.
    A pickle keeps all of it, for other processes of the same Reihum; a record is for keeps.
    """

    def __init__(self, seats: i64, low_wins: bool) -> None:
        self.seats = seats
        self.low_wins = low_wins  # whether the lowest score wins, or the highest
        self.telling = False  # only a game that somebody follows collects events; playouts do not
        self.events: list[Event] = []  # told so far; whoever follows the game takes them out before a move

    def constructor_args(self) -> tuple[Any, ...]:
        """What its class is called with: the number of seats, where a game needs no more."""
        return (self.seats,)

    def fields(self) -> dict[str, Any]:
        """All that makes two states equal."""
        found = super().fields()
        del found["telling"], found["events"]
        return found

    def __repr__(self) -> str:
        """The whole truth, as a position; never show it to a player."""
        return f"{type(self).__name__}({spec_of(self).position(self)!r})"

    # -- whose decision ---------------------------------------------------------------------------

    def turn(self) -> i64:
        """The seat whose decision is asked for next, or OVER."""
        raise NotImplementedError

    def player(self) -> i64:
        """The seat whose turn it is by the rules; NOBODY where all decide at once and at the end.

        It need not be the one that decides: who is asked for help decides in the turn of the asker.
        """
        raise NotImplementedError

    def owes(self, seat: i64) -> bool:
        """Whether this seat has a decision to make now; several may, and answer in any order."""
        raise NotImplementedError

    # -- what may be done, and doing it -----------------------------------------------------------

    def moves(self, seat: i64, into: vec[i64]) -> i64:
        """Write the legal moves of a seat that owes one, without duplicates; how many there are."""
        raise NotImplementedError

    def refusal(self, seat: i64, move: i64) -> Refusal | None:
        """Why a seat that owes a decision may not make this move; None exactly for those in moves()."""
        raise NotImplementedError

    def play(self, seat: i64, move: i64, dealer: Dealer) -> None:
        """Carry out a legal move and all that follows from it without a decision; trusts its caller."""
        raise NotImplementedError

    # -- what a seat knows ------------------------------------------------------------------------

    def heard(self, seat: i64, by: i64, move: i64) -> i64:
        """What `seat` (or a spectator, NOBODY) hears of a move about to be made: it, a mask, or UNHEARD."""
        raise NotImplementedError

    def world(self, seat: i64, dealer: Dealer) -> State:
        """A copy in which everything that `seat` cannot know is dealt anew; NoWorld if nothing fits."""
        raise NotImplementedError

    def side(self, seat: i64) -> Side:
        """What a seat may look at, now and after every move to come; a copy or a world has its own."""
        return Side(self, seat)

    def copy(self) -> State:
        """An independent copy; it collects no events."""
        raise NotImplementedError

    # -- scores -----------------------------------------------------------------------------------

    def scores(self) -> list[int]:
        """The score of every seat as it stands, or at the end."""
        raise NotImplementedError

    def winners(self) -> list[int]:
        """All who share the win; nobody before the end."""
        if self.turn() != OVER:
            return []
        scores = self.scores()
        best = min(scores) if self.low_wins else max(scores)
        return [seat for seat, score in enumerate(scores) if score == best]

    # -- telling ----------------------------------------------------------------------------------

    def tell(self, kind: str, facts: dict[str, object], ears: int = EVERYBODY) -> None:
        """Report what everybody sees, or one seat alone; call it only while `telling`."""
        self.events.append(Event(kind, facts, ears))

    def tell_deal(self) -> None:
        """Tell what a new deal shows: everybody that a round begins, each seat its cards."""

    def tell_end(self) -> None:
        """Tell how the whole game ended, if anybody listens."""
        if self.telling:
            self.tell("game", {"scores": self.scores(), "winners": self.winners()})


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Side:
    """One seat's side of a game: what it may look at, live, and nothing else.

    The truth behind it is private. What a seat may not know has no public name here, so a bot that peeks does
    not type-check. What a seat of one game sees, in numbers, is in `games/<game>/side.py`.
    """

    def __init__(self, state: State, seat: i64) -> None:
        self.seat = seat
        self.seats = state.seats
        self._state = state

    def moves(self, into: vec[i64]) -> i64:
        """Write the legal moves of this seat, which owes one, without duplicates; how many there are."""
        return self._state.moves(self.seat, into)

    def legal(self) -> list[int]:
        """The legal moves of this seat as a fresh list; empty if it owes none."""
        return legal(self._state, self.seat)

    def turn(self) -> i64:
        """The seat whose decision is asked for next, or OVER."""
        return self._state.turn()

    def owes(self, seat: i64) -> bool:
        """Whether a seat has a decision to make now."""
        return self._state.owes(seat)

    def scores(self) -> list[int]:
        """The score of every seat as it stands."""
        return self._state.scores()

    def view(self) -> Mapping[str, Any]:
        """All that this seat may know, as its game's page of rules describes it."""
        view: Mapping[str, Any] = spec_of(self._state).view(self._state, int(self.seat))
        return view

    def world(self, dealer: Dealer) -> State:
        """A whole game as it may be: all that this seat cannot know is dealt anew."""
        return self._state.world(self.seat, dealer)


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Policy:
    """A player: chooses by what its seat may know."""

    def choose(self, side: Side) -> i64:
        """One of the legal moves of a seat that owes one."""
        raise NotImplementedError


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class WeighingPolicy(Policy):
    """A player that weighs every legal move and makes the one that is worth most."""

    def __init__(self) -> None:
        self.into = buffer()

    def look(self, side: Side) -> None:
        """Take in what the moves of one decision are weighed by."""
        raise NotImplementedError

    def worth(self, side: Side, move: i64) -> i64:
        """What a legal move is worth to the seat, after a look."""
        raise NotImplementedError

    def choose(self, side: Side) -> i64:
        """The move that is worth most, the first of equals."""
        count = side.moves(self.into)
        best = self.into[0]
        if count == 1:
            return best
        self.look(side)
        most = self.worth(side, best)
        for i in range(1, count):
            found = self.worth(side, self.into[i])
            if found > most:
                most = found
                best = self.into[i]
        return best


def spec_of(state: State) -> Any:
    """The game of a state, by the folder that its rules lie in; they do not know what stands on them."""
    return import_module(type(state).__module__.rpartition(".")[0]).SPEC


def bit(seat: i64) -> i64:
    """The bit of a seat in a set of seats."""
    one: i64 = 1  # a literal would be shifted as a C int
    return one << seat


def all_seats(seats: i64) -> i64:
    """The set of all seats."""
    return bit(seats) - 1


def seat_or_none(seat: int) -> int | None:
    """A seat as views and positions write it: null for nobody."""
    return None if seat == NOBODY else seat


def left_of(seat: i64, seats: i64) -> i64:
    """The next seat clockwise."""
    # Not a conditional expression: with a literal in it, mypyc would box both sides.
    seat += 1
    if seat == seats:
        return 0
    return seat


def legal(state: State, seat: i64) -> list[int]:
    """The legal moves of a seat as a fresh list; empty if it owes none."""
    if not state.owes(seat):
        return []
    into = buffer()
    count = state.moves(seat, into)
    return [int(into[i]) for i in range(count)]


def owing(state: State) -> list[int]:
    """The seats that have a decision to make now."""
    return [int(seat) for seat in range(state.seats) if state.owes(seat)]


def moves_heard(state: State, by: i64, move: i64) -> list[int]:
    """What each seat hears of a move about to be made, the spectator last."""
    heard = [int(state.heard(seat, by, move)) for seat in range(state.seats)]
    heard.append(int(state.heard(NOBODY, by, move)))
    return heard

"""What every game promises: a State that knows its rules, a seat's Side of it, and a Policy that can play.

A game's rules are one subclass of `State`, in `games/<game>/rules.py`. Moves are small ints in
`range(actions)`; their texts are `notation.py`'s business. Nothing here looks at a clock or a disk,
and chance comes only from the `Dealer` passed in.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.dealer import Dealer
from reihum.core.value import Value

# All different, so that a mix-up is noticed.
NOBODY: Final = -1  # instead of a seat: no asker, nobody out; as an observer, a spectator
OVER: Final = -2  # turn(): there are no decisions left
UNHEARD: Final = -3  # heard(): this seat hears nothing of the move
EVERYBODY: Final = -4  # the ears of an event that all seats and spectators hear
NO_CARD: Final = -5  # where there could be a card but is none
BUFFER_SIZE: Final = 256  # more moves than a seat has in any game


_EMPTY: Final = vec[i64]([0] * BUFFER_SIZE)


def buffer() -> vec[i64]:
    """Room for the legal moves of one seat, to be reused from call to call."""
    return _EMPTY[:]


class Refusal:
    """Why a move is not allowed: the rule's number, which of its reasons, and facts for the sentence."""

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
    """Something that happens besides the move itself: everybody hears it, or only one seat (its `ears`)."""

    def __init__(self, kind: str, facts: dict[str, object], ears: int = EVERYBODY) -> None:
        self.kind = kind
        self.facts = facts
        self.ears = ears

    def is_heard_by(self, seat: int) -> bool:
        """Whether a seat, or a spectator (NOBODY), hears it."""
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
    """The whole truth of one game, in all its rounds.

    Two states are equal if the cards are the same and everybody knows the same; who listens does not count.
    A pickle keeps everything, but only for the same version of Reihum; to store a game, use a record.
    """

    def __init__(self, seats: i64, low_wins: bool) -> None:
        self.seats = seats
        self.low_wins = low_wins  # whether the lowest score wins, or the highest
        self.telling = False  # events are collected only if somebody follows the game; playouts do not
        self.events: list[Event] = []  # told since a program that follows the game last cleared it

    def constructor_args(self) -> tuple[Any, ...]:
        """The arguments of its class: the number of seats, unless a game needs more."""
        return (self.seats,)

    def fields(self) -> dict[str, Any]:
        """Everything that two equal states have in common."""
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
        """The seat whose turn it is by the rules; NOBODY when all decide at once, and at the end.

        It need not be the one that decides: a player asked for help decides during the asker's turn.
        """
        raise NotImplementedError

    def owes(self, seat: i64) -> bool:
        """Whether this seat has a decision to make now; seats that do may answer in any order."""
        raise NotImplementedError

    # -- what may be done, and doing it -----------------------------------------------------------

    def moves(self, seat: i64, into: vec[i64]) -> i64:
        """Write the legal moves of a seat that owes one into a buffer, each once; how many there are."""
        raise NotImplementedError

    def refusal(self, seat: i64, move: i64) -> Refusal | None:
        """Why a seat that owes a decision may not make this move; None if and only if moves() has it."""
        raise NotImplementedError

    def play(self, seat: i64, move: i64, dealer: Dealer) -> None:
        """Carry out a legal move and everything that follows without a decision; does not check the move."""
        raise NotImplementedError

    # -- what a seat knows ------------------------------------------------------------------------

    def heard(self, seat: i64, by: i64, move: i64) -> i64:
        """What `seat` (or NOBODY, a spectator) hears of a move about to be made: it, a mask, or UNHEARD."""
        raise NotImplementedError

    def world(self, seat: i64, dealer: Dealer) -> State:
        """A copy in which everything that `seat` cannot know is dealt again; NoWorld if no deal fits."""
        raise NotImplementedError

    def side(self, seat: i64) -> Side:
        """What a seat may look at, now and after every later move; a copy or a world has sides of its own."""
        return Side(self, seat)

    def copy(self) -> State:
        """An independent copy; it collects no events."""
        raise NotImplementedError

    # -- chance -----------------------------------------------------------------------------------

    def shuffled(self, dealer: Dealer) -> State:
        """A copy in which the cards to be drawn lie in another order, as far as nobody knows it."""
        return self.copy()

    # -- scores -----------------------------------------------------------------------------------

    def scores(self) -> list[int]:
        """The score of every seat so far, or at the end."""
        raise NotImplementedError

    def winners(self) -> list[int]:
        """The winners, more than one if they tie; nobody before the end."""
        if self.turn() != OVER:
            return []
        scores = self.scores()
        best = min(scores) if self.low_wins else max(scores)
        return [seat for seat, score in enumerate(scores) if score == best]

    # -- telling ----------------------------------------------------------------------------------

    def tell(self, kind: str, facts: dict[str, object], ears: int = EVERYBODY) -> None:
        """Report what everybody hears, or only one seat; call it only if `telling`."""
        self.events.append(Event(kind, facts, ears))

    def tell_deal(self) -> None:
        """Tell what a new deal shows: everybody hears that a round begins, and each seat sees its cards."""

    def tell_end(self) -> None:
        """Tell how the whole game ended, if anybody listens."""
        if self.telling:
            self.tell("game", {"scores": self.scores(), "winners": self.winners()})


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Side:
    """One seat's side of a game: what it may look at, live, and nothing else.

    The truth behind it is private. What a seat may not know has no public name here, so a bot that peeks does
    not type-check. What the seats of a game see, in numbers, is in `games/<game>/side.py`.
    """

    def __init__(self, state: State, seat: i64) -> None:
        self.seat = seat
        self.seats = state.seats
        self._state = state

    def moves(self, into: vec[i64]) -> i64:
        """Write the legal moves of this seat, which must owe one, into a buffer; how many there are."""
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
        """The score of every seat so far."""
        return self._state.scores()

    def view(self) -> Mapping[str, Any]:
        """Everything that this seat may know, as the game's rule page describes it."""
        view: Mapping[str, Any] = spec_of(self._state).view(self._state, int(self.seat))
        return view

    def world(self, dealer: Dealer) -> State:
        """A whole game as it could be: everything that this seat cannot know is dealt again."""
        return self._state.world(self.seat, dealer)


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Policy:
    """A player that chooses by what its seat may know."""

    def choose(self, side: Side) -> i64:
        """One of the legal moves of a seat that owes one."""
        raise NotImplementedError

    def propose(self, side: Side, into: vec[i64]) -> i64:
        """Write the moves that deserve a thought into a buffer, its own choice first; how many there are."""
        chosen = self.choose(side)
        count = side.moves(into)
        for i in range(count):
            if into[i] == chosen:
                into[i] = into[0]
                into[0] = chosen
        return count

    def share_time(self, players: i64) -> None:
        """Take only an equal part of its usual time from now on, because so many players think at once."""


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class WeighingPolicy(Policy):
    """A player that weighs every legal move and chooses the one worth most."""

    def __init__(self) -> None:
        self.into = buffer()

    def look(self, side: Side) -> None:
        """Note what the moves of one decision are weighed by."""
        raise NotImplementedError

    def worth(self, side: Side, move: i64) -> i64:
        """What a legal move is worth to the seat; call `look` first."""
        raise NotImplementedError

    def choose(self, side: Side) -> i64:
        """The move worth most; the first of those that tie."""
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

    def propose(self, side: Side, into: vec[i64]) -> i64:
        """Write all legal moves into a buffer, its own choice first, then those worth most; how many."""
        count = side.moves(into)
        if count > 1:
            chosen = self.choose(side)
            self.look(side)
            costs = vec[i64]([0] * int(count))
            for i in range(count):
                costs[i] = -self.worth(side, into[i])
            rank_moves(into, costs, count, chosen)
        return count


def rank_moves(moves: vec[i64], costs: vec[i64], count: i64, chosen: i64) -> None:
    """Sort moves by what they cost, after the one that was chosen; equals stay as they were."""
    for i in range(1, count):
        move = moves[i]
        cost = costs[i]
        j = i
        while j > 0 and (move == chosen or (costs[j - 1] > cost and moves[j - 1] != chosen)):
            moves[j] = moves[j - 1]
            costs[j] = costs[j - 1]
            j -= 1
        moves[j] = move
        costs[j] = cost


def spec_of(state: State) -> Any:
    """The game of a state, found by the folder of its rules; core must not import the games."""
    return import_module(type(state).__module__.rpartition(".")[0]).SPEC


def bit(member: i64, one: i64 = 1) -> i64:
    """The bit of a seat, a number or a card in a set of them."""
    return one << member  # a parameter: compiled, a literal would be shifted as a C int


def members(found: i64) -> list[int]:
    """The seats, numbers or cards of a set of them, ascending."""
    listed: list[int] = []
    member = 0
    while found:
        if found & 1:
            listed.append(member)
        found >>= 1
        member += 1
    return listed


def all_seats(seats: i64) -> i64:
    """The set of all seats."""
    return bit(seats) - 1


def seat_or_none(seat: int) -> int | None:
    """A seat as views and positions write it: null for NOBODY."""
    return None if seat == NOBODY else seat


def left_of(seat: i64, seats: i64) -> i64:
    """The next seat clockwise."""
    # Not a conditional expression: mypyc would box both sides because of the literal.
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
    """What each seat hears of a move about to be made; a spectator comes last."""
    heard = [int(state.heard(seat, by, move)) for seat in range(state.seats)]
    heard.append(int(state.heard(NOBODY, by, move)))
    return heard

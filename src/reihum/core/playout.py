"""Whole games played by policies or at random, inside the compiled core."""

from __future__ import annotations

from collections.abc import Callable
from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import OVER, Policy, Side, State, buffer
from reihum.core.dealer import Dealer, Seeded


def playout(state: State, dealer: Dealer, limit: i64 = 1_000_000) -> i64:
    """Play random moves until the game is over or `limit` decisions were made; how many there were."""
    into = buffer()
    made: i64 = 0
    while made < limit:
        seat = state.turn()
        if seat == OVER:
            break
        count = state.moves(seat, into)
        state.play(seat, into[dealer.below(count)], dealer)
        made += 1
    return made


def play_out(state: State, players: list[Policy], dealer: Dealer, limit: i64 = 1_000_000) -> i64:
    """Let one policy per seat play until the end or `limit`; how many decisions there were."""
    sides = vec[Side]([state.side(seat) for seat in range(state.seats)])
    policies = vec[Policy](players)  # the items of a list would be type-checked each time
    made: i64 = 0
    while made < limit:
        seat = state.turn()
        if seat == OVER:
            break
        state.play(seat, policies[seat].choose(sides[seat]), dealer)
        made += 1
    return made


@final
@mypyc_attr(acyclic=True)
class Random(Policy):
    """Plays a random legal move, each as likely as the others."""

    def __init__(self, seed: i64) -> None:
        self.dealer = Seeded(seed)
        self.into = buffer()

    def choose(self, side: Side) -> i64:
        """A legal move at random."""
        count = side.moves(self.into)
        return self.into[self.dealer.below(count)]


@final
class FunctionPolicy(Policy):
    """Lets a plain Python function choose."""

    def __init__(self, ask: Callable[[Side], int]) -> None:
        self.ask = ask

    def choose(self, side: Side) -> i64:
        """The function's choice for this seat."""
        return self.ask(side)


@final
class TrustedPolicy(Policy):
    """Shows the whole truth to a function that is trusted to look only at what its seat may know.

    This is the only way from a Side to the truth; Reihum's own players do not use it.
    """

    def __init__(self, ask: Callable[[State, int], int]) -> None:
        self.ask = ask

    def choose(self, side: Side) -> i64:
        """The function's choice for this seat."""
        return self.ask(side._state, side.seat)

"""Thinking ahead: candidates are tried in many worlds that fit what the seat sees, and played out there.

A world deals again everything that the seat cannot know. All candidates are tried in the same worlds, with
the same cards to come, so that chance cancels out when two of them are compared. After each round of worlds
the worse half of the candidates drops out. What the base player would do stays to the end, and is left only
for a move that is better by more than chance would explain.

The budget is a number of worlds, and a time if that is wanted; thinking ends sooner if the choice is clear.
Without a clock, the same seed gives the same choice on every machine, whatever is hidden from the seat: all
luck comes from the seed and from what the seat sees.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from hashlib import blake2b
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import OVER, Policy, Side, State, bit, buffer
from reihum.core.dealer import SEED_LIMIT, Seeded
from reihum.core.errors import NoWorld

WIN: Final = 1_000_000  # what a win is worth; the chance of winning is counted in millionths
BASE: Final = 0  # the candidate that the base player would choose
GLANCE: Final = 8  # after so many worlds it looks whether the choice is clear
SURE: Final = 2.0  # standard errors by which it is


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Horizon:
    """How far playouts go, and what is worth what there: here to the end, where a win counts."""

    def begin(self, side: Side) -> None:
        """A playout begins; this is the seat's side of its world."""

    def is_reached(self, side: Side) -> bool:
        """Whether to stop before the next decision, whoever makes it."""
        return False

    def worth(self, world: State, side: Side) -> i64:
        """The seat's chance of winning, in millionths, where a playout stopped."""
        winners = world.winners()
        if int(side.seat) in winners:
            return WIN // len(winners)
        return 0


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Witness:
    """Looks on at playouts, to count what was at stake in them."""

    def begin(self, candidate: i64, side: Side) -> None:
        """One of the candidates is about to be tried."""

    def see(self, side: Side, seat: i64, move: i64) -> None:
        """A seat is about to make a move; `side` is that of the seat that thinks."""

    def end(self, candidate: i64, side: Side, worth: i64) -> None:
        """The playout has stopped."""


@final
@mypyc_attr(acyclic=True)
class Search(Policy):
    """Tries the moves that a base player proposes, and chooses the one that wins most often."""

    def __init__(self, base: Policy, own: Policy, others: list[Policy]) -> None:
        self.base = base
        self.own = own  # plays its own seat in playouts
        self.others = vec[Policy](others)  # models of the others, who take turns from world to world
        self.horizon = Horizon()
        self.witness: Witness | None = None
        self.seed: i64 = 0
        self.most: i64 = 10  # candidates
        self.most_seats: i64 = 100  # at larger tables the base player chooses
        self.worlds: i64 = 64  # how many the best candidates are tried in
        self.milliseconds: i64 = 0  # how long it thinks at most; 0: there is no clock
        self.sharers: i64 = 1  # so many players share that time
        self.caution = 1.0  # how many standard errors better than the base player's move another must be
        self.stake = 0.0  # it stops early when no other candidate seems able to win so much more often
        self.limit: i64 = 1_000_000  # decisions in a playout
        self.clock: Callable[[], float] = time.monotonic
        # What was found out about a decision:
        self.moves = buffer()  # the candidates, what the base player would do first
        self.count: i64 = 0
        self.tried = vec[i64]([0])  # of each candidate, in how many worlds it was tried: the first so many
        self.results = vec[i64]([0])  # what it was worth there, a row of `room` for each candidate
        self.room: i64 = 0
        self._alive = vec[i64]([0])  # the candidates that have not dropped out
        self._in_alive: i64 = 0
        self._luck: i64 = 0
        self._deadline = 0.0
        self._players = vec[Policy]([base])

    def choose(self, side: Side) -> i64:
        """The best candidate, or what the base player would do if that is about as good."""
        if side.seats > self.most_seats:
            return self.base.choose(side)
        self.weigh(side)
        return self.moves[self.best()]

    def propose(self, side: Side, into: vec[i64]) -> i64:
        """What the base player proposes."""
        return self.base.propose(side, into)

    def share_time(self, players: i64) -> None:
        """Think for a part of its time only."""
        self.sharers = players

    # -- what was found out -----------------------------------------------------------------------

    def best(self) -> i64:
        """The candidate to choose."""
        chosen: i64 = BASE
        most = 0.0
        for i in range(self._in_alive):
            candidate = self._alive[i]
            if candidate != BASE:
                better, error = self.difference(candidate, BASE)
                if better > self.caution * error and better > most:
                    most = better
                    chosen = candidate
        return chosen

    def chance(self, candidate: i64) -> tuple[float, float]:
        """A candidate's chance of winning, and the standard error of that."""
        row = candidate * self.room
        total: i64 = 0
        squares: i64 = 0
        for number in range(self.tried[candidate]):
            result = self.results[row + number]
            total += result
            squares += result * result
        return estimate(total, squares, self.tried[candidate])

    def difference(self, candidate: i64, other: i64) -> tuple[float, float]:
        """By how much one candidate is better than another in the same worlds, and the standard error."""
        total, squares, count = self._paired(candidate, other)
        return estimate(total, squares, count)

    def _paired(self, candidate: i64, other: i64) -> tuple[int, int, int]:
        """The sum of differences in the same worlds, that of their squares, and in how many worlds."""
        row = candidate * self.room
        other_row = other * self.room
        count = min(self.tried[candidate], self.tried[other])
        total: i64 = 0
        squares: i64 = 0
        for number in range(count):
            better = self.results[row + number] - self.results[other_row + number]
            total += better
            squares += better * better
        return int(total), int(squares), int(count)

    # -- thinking ---------------------------------------------------------------------------------

    def weigh(self, side: Side) -> None:
        """Try the candidates until the budget is used up."""
        self.count = min(self.most, self.base.propose(side, self.moves))
        self._make_room()
        if self.count == 1:
            return
        self._luck = (self.seed ^ sight(side)) & (SEED_LIMIT - 1)
        self.seat_players(side)
        rounds = rounds_of_halving(self.count)
        begun = self.clock()
        for r in range(rounds):
            self._deadline = begun + int(self.milliseconds * (r + 1)) / int(1000 * rounds * self.sharers)
            if self._try_round(side, self._round_end(r, rounds)):
                return
            if r < rounds - 1:
                self._halve()

    def _make_room(self) -> None:
        self.room = max(self.worlds, rounds_of_halving(self.count))
        if len(self.results) < self.count * self.room:
            self.results = vec[i64]([0] * int(self.count * self.room))
        self.tried = vec[i64]([0] * int(self.count))
        self._alive = vec[i64]([0] * int(self.count))
        for i in range(self.count):
            self._alive[i] = i
        self._in_alive = self.count

    def seat_players(self, side: Side) -> None:
        """It plays all seats in playouts, until models of the others are seated."""
        players = [self.own] * int(side.seats)
        self._players = vec[Policy](players)

    def _round_end(self, r: i64, rounds: i64) -> i64:
        """How many worlds there were after a round; with half the candidates it has twice as many."""
        return max(r + 1, self.worlds * (bit(r + 1) - 1) // (bit(rounds) - 1))

    def _try_round(self, side: Side, end: i64) -> bool:
        """Try what is left of the field in more worlds, while there is time; whether the choice is clear."""
        number = self.tried[self._alive[0]]
        while number < end:
            if not self._try_world(side, number):
                return False
            number += 1
            if self.stake > 0.0 and number % GLANCE == 0 and self._is_clear():
                return True
        return False

    def _is_clear(self) -> bool:
        """Whether no other candidate seems able to win much more often than the one to choose."""
        chosen = self.best()
        for i in range(self._in_alive):
            candidate = self._alive[i]
            if candidate != chosen and self._most_better(candidate, chosen) > self.stake:
                return False
        return True

    def _most_better(self, candidate: i64, other: i64) -> float:
        """By how much one candidate may be better than another, as if they had differed in one world more."""
        total, squares, count = self._paired(candidate, other)
        return (total + SURE * math.sqrt(squares + WIN * WIN)) / (count * WIN)

    def _try_world(self, side: Side, number: i64) -> bool:
        """Try every candidate that is left in one more world; False if there was no time, or no world."""
        try:
            world = side.world(Seeded(self._luck + 2 * number))
        except NoWorld:  # a set-up that cannot have come about
            return False
        self.seat_others(side, number)
        for i in range(self._in_alive):
            candidate = self._alive[i]
            twin = world
            if i < self._in_alive - 1:
                twin = world.copy()
            worth = self.play_out(twin, side.seat, candidate, Seeded(self._luck + 2 * number + 1))
            if worth < 0:
                return False
            self.results[candidate * self.room + number] = worth
        for i in range(self._in_alive):
            self.tried[self._alive[i]] = number + 1
        return True

    def seat_others(self, side: Side, number: i64) -> None:
        """The same model in all other seats, another one in the next world."""
        if len(self.others):
            model = self.others[number % len(self.others)]
            for seat in range(side.seats):
                if seat != side.seat:
                    self._players[seat] = model

    def play_out(self, world: State, seat: i64, candidate: i64, dealer: Seeded) -> i64:
        """What a candidate was worth in a world; negative if time is up."""
        sides = vec[Side]([world.side(each) for each in range(world.seats)])
        own = sides[seat]
        self.horizon.begin(own)
        witness = self.witness
        if witness is not None:
            witness.begin(candidate, own)
            witness.see(own, seat, self.moves[candidate])
        world.play(seat, self.moves[candidate], dealer)
        made: i64 = 1
        while made < self.limit:
            asked = world.turn()
            if asked == OVER or self.horizon.is_reached(own):
                break
            if self.milliseconds and self.clock() >= self._deadline:
                return -1
            move = self._players[asked].choose(sides[asked])
            if witness is not None:
                witness.see(own, asked, move)
            world.play(asked, move, dealer)
            made += 1
        worth = self.horizon.worth(world, own)
        if witness is not None:
            witness.end(candidate, own, worth)
        return worth

    def _halve(self) -> None:
        """Drop the worse half, but never what the base player would do."""
        sums = vec[i64]([0] * int(self.count))
        for i in range(self._in_alive):
            candidate = self._alive[i]
            row = candidate * self.room
            for number in range(self.tried[candidate]):
                sums[candidate] += self.results[row + number]
        alive = self._alive
        for i in range(1, self._in_alive):  # the best first; of equals the one that was proposed first
            candidate = alive[i]
            j = i
            while j > 0 and sums[alive[j - 1]] < sums[candidate]:
                alive[j] = alive[j - 1]
                j -= 1
            alive[j] = candidate
        left = (self._in_alive + 1) // 2
        for i in range(left, self._in_alive):
            if alive[i] == BASE:
                alive[left - 1] = BASE
        self._in_alive = left


def estimate(total: int, squares: int, count: int) -> tuple[float, float]:
    """A mean and its standard error, from sums of millionths; nobody knows what one world is worth."""
    if count < 2:
        return 0.0, 1.0
    apart = squares * count - total * total  # Python's whole numbers: exact
    return total / (count * WIN), math.sqrt(apart / (count - 1)) / (count * WIN)


def rounds_of_halving(candidates: i64) -> i64:
    """How often a field must be halved until one is left."""
    rounds: i64 = 0
    while candidates > 1:
        candidates = (candidates + 1) // 2
        rounds += 1
    return rounds


def sight(side: Side) -> i64:
    """A number for all that a seat sees: the same whenever it sees the same."""
    seen = json.dumps(side.view(), sort_keys=True).encode()
    return int.from_bytes(blake2b(seen, digest_size=8).digest(), "big") % SEED_LIMIT

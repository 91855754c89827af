"""Moves of one decision, tried in the same worlds and played on from there by the game's policy.

All moves are tried in the same worlds, with the same cards to come, so that chance cancels out when two of
them are compared. For each trial it is noted which share of the win every seat got, and what was at stake in
the round for the seat that decides. Everything depends on the seed and on what the worlds are made from, so
the same trials have the same results on every machine.
"""

from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import OVER, Policy, Side, State
from reihum.core.dealer import Seeded
from reihum.core.errors import NoWorld, ReihumError
from reihum.core.stakes import Stakes

WIN: Final = 1_000_000  # a whole win; shares are counted in millionths
UNJUDGED: Final = "No deal of the hidden cards fits what this seat has seen, so its moves cannot be judged."


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Worlds:
    """Where trials begin: states of one game in which the same seat has the same decision to make."""

    def __init__(self, luck: i64) -> None:
        self.luck = luck

    def world(self, number: i64) -> State:
        """A world of this number; it may be changed."""
        raise NotImplementedError

    def dealer(self, number: i64) -> Seeded:
        """What is dealt in it later on."""
        return Seeded(self.luck + 2 * number + 1)


@final
@mypyc_attr(acyclic=True)
class SeenWorlds(Worlds):
    """All that a seat cannot know is dealt again."""

    def __init__(self, side: Side, luck: i64) -> None:
        super().__init__(luck)
        self.side = side

    def world(self, number: i64) -> State:
        """The game as it could be."""
        try:
            return self.side.world(Seeded(self.luck + 2 * number))
        except NoWorld:  # a set-up that cannot have come about
            raise ReihumError(UNJUDGED) from None


@final
@mypyc_attr(acyclic=True)
class TrueWorlds(Worlds):
    """All hands are as they are, but nobody knows in which order the stock lies."""

    def __init__(self, truth: State, luck: i64) -> None:
        super().__init__(luck)
        self.truth = truth

    def world(self, number: i64) -> State:
        """The game as it is, with the stock shuffled."""
        return self.truth.shuffled(Seeded(self.luck + 2 * number))


@final
@mypyc_attr(acyclic=True)
class Trials:
    """So many moves, each tried in up to so many worlds."""

    def __init__(self, player: Policy, stakes: Stakes | None, seats: i64, limit: i64) -> None:
        self.player = player  # plays all seats
        self.stakes = stakes
        self.seats = seats
        self.limit = limit  # decisions in a playout; a game without an end is shared by all
        self.kinds: i64 = 0
        if stakes is not None:
            self.kinds = len(stakes.counts)
        self.room: i64 = 0  # worlds
        self.shares = vec[i64]([0])  # by move, world and seat
        self.counts = vec[i64]([0])  # by move, world and stake

    def make_room(self, moves: i64, worlds: i64) -> None:
        """Forget everything; there will be so many moves and worlds."""
        self.room = worlds
        self.shares = vec[i64]([0] * int(moves * worlds * self.seats))
        self.counts = vec[i64]([0] * int(moves * worlds * self.kinds))

    def try_moves(
        self, worlds: Worlds, seat: i64, moves: vec[i64], which: vec[i64], first: i64, last: i64
    ) -> None:
        """Try some of a seat's moves, by their places, in the worlds with these numbers."""
        for number in range(first, last):
            world = worlds.world(number)
            for i in range(len(which)):
                twin = world
                if i < len(which) - 1:
                    twin = world.copy()
                self._try(twin, seat, moves[which[i]], worlds.dealer(number), which[i] * self.room + number)

    def play_on(self, worlds: Worlds, first: i64, last: i64) -> None:
        """Play these worlds out as they are, and note that in the place of the first move."""
        for number in range(first, last):
            world = worlds.world(number)
            dealer = worlds.dealer(number)
            sides = vec[Side]([world.side(each) for each in range(world.seats)])
            self._finish(world, sides, dealer, 0)
            note_shares(world, self.shares, number * self.seats)

    def _finish(self, world: State, sides: vec[Side], dealer: Seeded, made: i64) -> None:
        """Let the player decide for all seats, to the end or so many times."""
        while made < self.limit:
            asked = world.turn()
            if asked == OVER:
                break
            world.play(asked, self.player.choose(sides[asked]), dealer)
            made += 1

    def _try(self, world: State, seat: i64, move: i64, dealer: Seeded, row: i64) -> None:
        """Play one world out after a move, and note what came of it."""
        sides = vec[Side]([world.side(each) for each in range(world.seats)])
        stakes = self.stakes
        made: i64 = 1
        if stakes is None:
            world.play(seat, move, dealer)
        else:
            made = self._follow(world, sides, seat, move, dealer, stakes)
            for k in range(self.kinds):
                self.counts[row * self.kinds + k] = stakes.counts[k]
        self._finish(world, sides, dealer, made)
        note_shares(world, self.shares, row * self.seats)

    def _follow(
        self, world: State, sides: vec[Side], seat: i64, move: i64, dealer: Seeded, stakes: Stakes
    ) -> i64:
        """Play to the end of the round while stakes are counted; how many decisions there were."""
        own = sides[seat]
        stakes.begin(own)
        current = stakes.round(own)
        asked = seat
        made: i64 = 0
        while True:
            stakes.see(own, asked, move)
            world.play(asked, move, dealer)
            made += 1
            asked = world.turn()
            if asked == OVER or made >= self.limit or stakes.round(own) != current:
                break
            move = self.player.choose(sides[asked])
        stakes.end(own)
        return made

    # -- what came of it --------------------------------------------------------------------------

    def share(self, move: i64, seat: i64, first: i64, last: i64) -> tuple[float, float]:
        """A seat's chance of winning after a move in these worlds, and its standard error."""
        at = (move * self.room + first) * self.seats + seat
        return mean(self.shares, at, self.seats, last - first, WIN)

    def gain(self, move: i64, other: i64, seat: i64, first: i64, last: i64) -> tuple[float, float]:
        """By how much a seat wins more often after one move than after another, and the error of that."""
        at = (move * self.room + first) * self.seats + seat
        other_at = (other * self.room + first) * self.seats + seat
        return difference(self.shares, at, other_at, self.seats, last - first, WIN)

    def stake(self, move: i64, kind: i64, first: i64, last: i64) -> tuple[float, float]:
        """What a stake comes to on average after a move, and the standard error of that."""
        return mean(self.counts, (move * self.room + first) * self.kinds + kind, self.kinds, last - first, 1)

    def change(self, move: i64, other: i64, kind: i64, first: i64, last: i64) -> tuple[float, float]:
        """By how much a stake is higher after one move than after another, and the error of that."""
        at = (move * self.room + first) * self.kinds + kind
        other_at = (other * self.room + first) * self.kinds + kind
        return difference(self.counts, at, other_at, self.kinds, last - first, 1)

    def worth(self, kind: i64, seat: i64, moves: vec[i64], first: i64, last: i64) -> float:
        """How much more often a seat wins for each unit of a stake, by all trials of some moves."""
        count = 0.0
        stakes = 0.0
        shares = 0.0
        squares = 0.0
        products = 0.0
        for i in range(len(moves)):
            for number in range(first, last):
                row = moves[i] * self.room + number
                stake = float(self.counts[row * self.kinds + kind])
                share = float(self.shares[row * self.seats + seat]) / WIN
                count += 1.0
                stakes += stake
                shares += share
                squares += stake * stake
                products += stake * share
        apart = squares - stakes * stakes / count
        if apart <= 0.0:
            return 0.0
        return (products - stakes * shares / count) / apart


def note_shares(state: State, into: vec[i64], at: i64) -> None:
    """Every seat's share of the win; as in `arena.outcomes`, which is slower."""
    winners = state.winners()
    share: i64 = 0  # alone, nobody may have won
    if winners:
        share = WIN // len(winners)
    elif state.seats > 1:  # broken off
        share = WIN // state.seats
    for seat in range(state.seats):
        into[at + seat] = 0
        if not winners or int(seat) in winners:
            into[at + seat] = share


def mean(numbers: vec[i64], at: i64, step: i64, count: i64, unit: i64) -> tuple[float, float]:
    """The mean of every so manieth number and its standard error, in units."""
    total: i64 = 0
    squares = 0.0
    for i in range(count):
        found = numbers[at + i * step]
        total += found
        squares += float(found) * float(found)
    return estimate(float(total), squares, count, unit)


def difference(
    numbers: vec[i64], at: i64, other: i64, step: i64, count: i64, unit: i64
) -> tuple[float, float]:
    """The mean of differences of pairs and its standard error, in units."""
    total: i64 = 0
    squares = 0.0
    for i in range(count):
        found = numbers[at + i * step] - numbers[other + i * step]
        total += found
        squares += float(found) * float(found)
    return estimate(float(total), squares, count, unit)


def estimate(total: float, squares: float, count: i64, unit: i64) -> tuple[float, float]:
    """A mean and its standard error."""
    numbers = float(count)
    if count < 2:
        return total / float(unit), 1.0
    apart = max(0.0, squares - total * total / numbers)
    return total / (numbers * float(unit)), math.sqrt(apart / (numbers - 1.0) / numbers) / float(unit)

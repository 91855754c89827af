"""One decision appraised from a seat's own view: what its sensible moves are worth, and what they change.

The moves are tried in worlds that fit what the seat sees. In the first half of these the worse moves drop
out, and the best is chosen there. What is reported comes from the other half, which had no part in the
choice: otherwise the best move would seem better than it is, because it was lucky as well.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from reihum.analysis.judging import Belief, Judge, belief_of
from reihum.analysis.trials import SeenWorlds, Trials, Worlds
from reihum.bots.search import sight
from reihum.core.contract import Policy, Side, buffer
from reihum.core.dealer import SEED_LIMIT
from reihum.core.stakes import Stakes
from reihum.games.spec import Spec

MOST_MOVES: Final = 24
SURE: Final = 2.0  # standard errors
VERY_SURE: Final = 3.0
FOOLISH: Final = 0.1  # so much worse than the best is a move that nobody needs to think about


class Appraiser:
    """Appraises decisions of one game, one after the other."""

    def __init__(self, of: Spec, seats: int) -> None:
        self.of = of
        self.seats = seats
        self.policy: Policy = of.policy()
        self.judge = Judge(of)
        make = of.stakes_alone if seats == 1 and of.stakes_alone is not None else of.stakes
        self.stakes: Stakes | None = None if make is None else make()
        self.trials = Trials(of.policy(), self.stakes, seats, of.decisions_cap)
        self._into = buffer()

    def moves(self, side: Side, chosen: int | None = None) -> list[int]:
        """The moves that deserve a thought: the policy's own first, and the one that was chosen."""
        count = self.policy.propose(side, self._into)
        found = [int(self._into[i]) for i in range(min(count, MOST_MOVES))]
        if chosen is not None and chosen not in found:
            found = [*found[: MOST_MOVES - 1], chosen]
        return found

    def appraise(self, side: Side, worlds: int, seed: int, chosen: int | None = None) -> Appraisal:
        """Try all moves that deserve a thought; those that are left in the end in all worlds."""
        found, made_of = self.begin(side, worlds, seed, chosen)
        found.try_all(made_of, chosen)
        return found

    def begin(
        self, side: Side, worlds: int, seed: int, chosen: int | None = None
    ) -> tuple[Appraisal, Worlds]:
        """A decision that has not been appraised yet, and the worlds for it."""
        moves = self.moves(side, chosen)
        made_of = self._seen_worlds(side, seed)
        reads = self.judge.reads(side)
        odds = self.judge.odds(side, moves) if reads else None
        belief = belief_of(self.of, self.seats, reads)
        return Appraisal(int(side.seat), moves, self.trials, belief, odds, worlds), made_of

    def complete(self, found: Appraisal, side: Side, seed: int) -> None:
        """Try the moves that had no part in a comparison with a chosen one, in the same worlds."""
        found.try_rest(self._seen_worlds(side, seed))

    def _seen_worlds(self, side: Side, seed: int) -> SeenWorlds:
        """Worlds that the seat cannot tell apart, the same ones for the same seed."""
        return SeenWorlds(side, (seed ^ int(sight(side))) & (SEED_LIMIT - 1))


class Appraisal:
    """What was found out about one decision; moves go by their places in `moves`."""

    def __init__(
        self,
        seat: int,
        moves: list[int],
        trials: Trials,
        belief: Belief,
        odds: list[float] | None,
        worlds: int,
    ) -> None:
        self.seat, self.moves, self.worlds = seat, moves, worlds
        self.trials, self.belief, self.odds = trials, belief, odds
        self.half = worlds // 2
        self.best = 0  # by the first half
        self.alive = list(range(len(moves)))
        self.rest: list[int] = []  # what was left in the first half and not tried in the second

    # -- trying -----------------------------------------------------------------------------------

    def try_all(self, made_of: Worlds, chosen: int | None) -> None:
        """Try all moves; if one was chosen, only it and the best in the second half."""
        self.make_room(self.worlds)
        quarter = self.half // 2
        self.try_in(made_of, 0, quarter)
        self.drop(quarter, chosen)
        self.try_in(made_of, quarter, self.half)
        if chosen is None:
            self.choose(self.half)
        else:
            self.best = self._best_in(self.half)
            self._compare_with(self.moves.index(chosen))
        self.try_in(made_of, self.half, self.worlds)

    def make_room(self, worlds: int) -> None:
        """Forget all trials; there will be no more than so many worlds."""
        self.trials.make_room(len(self.moves), worlds)

    def try_in(self, made_of: Worlds, first: int, last: int) -> None:
        """Try all moves that are left in these worlds."""
        moves = vec[i64]([i64(move) for move in self.moves])
        alive = vec[i64]([i64(place) for place in self.alive])
        self.trials.try_moves(made_of, self.seat, moves, alive, first, last)

    def choose(self, half: int) -> None:
        """The first half of the worlds says which move is best, and which others are still worth a try."""
        self.best = self._best_in(half)
        self.drop(half)

    def look_back(self, worlds: int) -> None:
        """Half of the worlds so far choose, and the other half says how good the moves are."""
        self.worlds, self.half = worlds, worlds // 2
        self.best = self._best_in(self.half)

    def _best_in(self, count: int) -> int:
        """The move that is best in the first worlds."""
        return max(self.alive, key=lambda place: self._chance_in(place, 0, count))

    def _compare_with(self, chosen: int) -> None:
        """Only the best and the chosen move go on; if the best may be no better, the chosen one alone."""
        chance = self._chance_in(self.best, 0, self.half)
        ahead = chance - self._chance_in(chosen, 0, self.half)
        share, _ = self.trials.share(self.best, self.seat, 0, self.half)
        _, error = self.trials.gain(self.best, chosen, self.seat, 0, self.half)
        if ahead <= SURE * self.belief.error(chance, share, self.half, error):
            self.best = chosen
        self.drop(self.half, self.moves[chosen])
        compared = list(dict.fromkeys([self.best, chosen]))
        self.rest = [place for place in self.alive if place not in compared]
        self.alive = compared

    def try_rest(self, made_of: Worlds) -> None:
        """Try the other moves in the second half, too; for those that were compared nothing changes."""
        compared, self.alive, self.rest = self.alive, self.rest, []
        if self.alive:
            self.try_in(made_of, self.half, self.worlds)
        self.alive = [*compared, *self.alive]

    def drop(self, count: int, chosen: int | None = None) -> None:
        """Drop the moves that are certainly worse in the first worlds; what the policy would do is kept.

        If nothing was chosen, the second best is kept, too: there is always something to compare with.
        """
        order = sorted(self.alive, key=lambda place: -self._chance_in(place, 0, count))
        kept = {0, *order[:2]} if chosen is None else {0, self.moves.index(chosen)}
        top = order[0]

        def is_worse(place: int) -> bool:
            behind = self._chance_in(top, 0, count) - self._chance_in(place, 0, count)
            _, error = self.trials.gain(top, place, self.seat, 0, count)
            return behind > FOOLISH and behind > VERY_SURE * error

        self.alive = [place for place in self.alive if place in kept or not is_worse(place)]

    # -- what was found ---------------------------------------------------------------------------

    def _chance_in(self, place: int, first: int, last: int) -> float:
        share, _ = self.trials.share(place, self.seat, first, last)
        return self.belief.chance(share, last - first, self._odds(place))

    def _odds(self, place: int) -> float | None:
        return None if self.odds is None else self.odds[place]

    def win(self, place: int) -> tuple[float, float]:
        """The chance of winning after a move, and its standard error."""
        share, error = self.trials.share(place, self.seat, self.half, self.worlds)
        chance = self._chance_in(place, self.half, self.worlds)
        return chance, self.belief.error(chance, share, self.worlds - self.half, error)

    def loss(self, place: int, best: int) -> tuple[float, float]:
        """By how much a move is worse than another, and the standard error of that."""
        _, error = self.trials.gain(best, place, self.seat, self.half, self.worlds)
        first, second = self.win(best)[0], self.win(place)[0]
        share, _ = self.trials.share(best, self.seat, self.half, self.worlds)
        middle = (first + second) / 2
        return first - second, self.belief.error(middle, share, self.worlds - self.half, error)

    def gifts(self, place: int, best: int, loss: float) -> list[float]:
        """To whom what a move loses goes: to those who win more often after it, in proportion."""
        others = [seat for seat in range(int(self.trials.seats)) if seat != self.seat]
        gains = [0.0] * int(self.trials.seats)
        for seat in others:
            gains[seat] = max(0.0, self.trials.gain(place, best, seat, self.half, self.worlds)[0])
        if not any(gains):
            gains = [float(seat in others) for seat in range(len(gains))]
        return [loss * gain / (sum(gains) or 1.0) for gain in gains]

    def worth(self, kind: int) -> float:
        """How much more often the seat wins for each unit of a stake."""
        alive = vec[i64]([i64(place) for place in self.alive])
        return self.trials.worth(kind, self.seat, alive, self.half, self.worlds)

    def is_equal(self, place: int, best: int) -> bool:
        """Whether a move is not certainly worse than the best."""
        if place == best:
            return True
        loss, error = self.loss(place, best)
        return loss <= SURE * error

    def first_of_equals(self) -> int:
        """The move that the first half found best; or that of the second, if it is certainly better."""
        top = max(self.alive, key=lambda place: self.win(place)[0])
        return self.best if self.is_equal(self.best, top) else top

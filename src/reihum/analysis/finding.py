"""Finding puzzles in games between bots.

A puzzle is a decision in which one move is clearly best and the quick player misses it. Few decisions are
like that, so each is looked at more and more closely: by the network alone, in a few worlds, in more. The
move that is found best there is then compared with every other legal move in worlds that did not choose it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from reihum.analysis.answers import PLACES, Answers, Worth, reason_data
from reihum.analysis.appraisal import Appraisal, Appraiser
from reihum.analysis.judging import belief_of
from reihum.analysis.puzzle import Puzzle
from reihum.analysis.reasons import Reason, find_reasons
from reihum.analysis.trials import SeenWorlds
from reihum.arena.plans import play_here
from reihum.bots import Entrant, Player, player
from reihum.bots.search import sight
from reihum.core.contract import Side
from reihum.core.dealer import SEED_LIMIT, Seeded
from reihum.games import spec
from reihum.match import Game, Match

PLAYERS: Final = "regular"  # they play as people do, quickly, and make mistakes
SEARCH_WORLDS: Final = 8  # if they should ever think ahead: never by the clock
MARGIN: Final = 0.1  # by so much the best move must be ahead of every other one
ERRORS: Final = 4.0  # ... and by so many standard errors
SENSIBLE: Final = 3  # a decision between fewer moves that deserve a thought is no puzzle
NETWORK: Final = 0.04  # a network must see the policy's move so far behind
GLANCE: Final = 16  # worlds for a first impression ...
GLANCED: Final = 8  # ... of so many moves
CANDIDATES: Final = 5
LOOK: Final = 90  # worlds in which the best of the candidates is chosen ...
LOOK_BEHIND: Final = 0.07  # ... if the others are so far behind
LATE: Final = 3  # only in so many of the last rounds is a single decision worth so much
STAGES: Final = (100, 300, 900)  # worlds in which the best move must hold, with fewer others each time
MOST_OF_A_GAME: Final = 2
TRIES: Final = 3

Progress = Callable[[int, int], None]  # games, puzzles


@dataclass(frozen=True)
class PuzzlePlan:
    """In which games to look; each depends on nothing but the seed and its number."""

    slug: str
    sizes: tuple[int, ...]  # numbers of players, in turn
    seed: int
    bots: tuple[Entrant, ...] = ()

    def prepare(self) -> list[Player]:
        """One player for all seats."""
        return []

    def play(self, entrants: Sequence[Player], numbers: range) -> list[tuple[int, list[Puzzle]]]:
        """What was found in some games."""
        return [(number, [*self._search(number)]) for number in numbers]

    def _search(self, number: int) -> Iterator[Puzzle]:
        of, size = spec(self.slug), self.sizes[number % len(self.sizes)]
        chance = Seeded((self.seed * 1_000_003 + number) % SEED_LIMIT)
        match = Game(of).new(size, int(chance.below(2**31)))
        match.date = None
        seated = [self._seat(match, seat, int(chance.below(2**31))) for seat in range(size)]
        finder = Finder(match, int(chance.below(2**31)))
        found: Counter[int] = Counter()
        while (seat := match.turn) is not None and len(match.history) < of.decisions_cap:
            side = match.state.side(seat)
            now = round_of(match)
            if not found[now] and is_late(match, now):
                puzzle = finder.puzzle(side, now)
                if puzzle is not None:
                    found[now] += 1
                    yield puzzle
            if found.total() == MOST_OF_A_GAME:
                break
            match.make(seat, int(seated[seat].policy.choose(side)))

    def _seat(self, match: Match, seat: int, seed: int) -> Player:
        """A player who sits down for this game only."""
        found = player(PLAYERS, seed, SEARCH_WORLDS)
        found.begin(match.game.spec, match.seats, seat, match.options, seed)
        return found


def round_of(match: Match) -> int:
    """Which round is being played."""
    return int(match.position().get(match.game.spec.results.count, 1))


def is_late(match: Match, now: int) -> bool:
    """Whether it is one of the last rounds, or nobody can know."""
    rounds = match.game.spec.results.rounds
    return rounds is None or match.seats == 1 or now > rounds(match.seats) - LATE


class Finder:
    """Looks at the decisions of one game."""

    def __init__(self, match: Match, seed: int) -> None:
        self.match, self.seed = match, seed
        self.of = match.game.spec
        self.appraiser = Appraiser(self.of, match.seats)

    def puzzle(self, side: Side, now: int) -> Puzzle | None:
        """The decision of a seat as a puzzle, if it is one."""
        best = self._clearly_best(side)
        if best is None:
            return None
        found = confirm(self.appraiser, side, best, self.seed + 2)
        if found is None:
            return None
        seat, text = int(side.seat), self.of.text
        return Puzzle(
            game=self.of.slug,
            players=self.match.seats,
            seat=seat,
            round=now,
            missed=text(int(self.appraiser.policy.choose(side))),
            answers=Answers({text(found.moves[place]): found.worth_of(place) for place in found.order()}),
            record=self.match.record(secret=True),
        )

    def _clearly_best(self, side: Side) -> int | None:
        """The move that seems clearly best, unless it is the policy's."""
        moves = self.appraiser.moves(side)
        if len(moves) < SENSIBLE or not self._network_doubts(side, moves):
            return None
        if self._shares(side, moves[:1], GLANCE, self.seed)[0] > 1 - MARGIN:
            return None
        first = self._shares(side, moves[:GLANCED], GLANCE, self.seed)
        if max(first) - first[0] < MARGIN:
            return None
        order = sorted(range(1, len(first)), key=lambda place: -first[place])
        some = [moves[place] for place in [0, *order[:CANDIDATES]]]
        again = self._shares(side, some, LOOK, self.seed + 1)
        best = again.index(max(again))
        behind = min(again[best] - share for place, share in enumerate(again) if place != best)
        return some[best] if best and behind >= LOOK_BEHIND else None

    def _shares(self, side: Side, moves: list[int], worlds: int, seed: int) -> list[float]:
        """How often the seat wins after each of some moves, in a few worlds."""
        trials, places = self.appraiser.trials, range(len(moves))
        trials.make_room(len(moves), worlds)
        which, found = vec[i64]([i64(place) for place in places]), vec[i64]([i64(move) for move in moves])
        trials.try_moves(worlds_of(side, seed), side.seat, found, which, 0, worlds)
        return [trials.share(place, side.seat, 0, worlds)[0] for place in places]

    def _network_doubts(self, side: Side, moves: list[int]) -> bool:
        """Whether the network sees something better than what the policy does; without one, perhaps."""
        if not self.appraiser.judge.reads(side):
            return True
        chances = [1 / (1 + exp(-odds)) for odds in self.appraiser.judge.odds(side, moves)]
        return max(chances) - chances[0] >= NETWORK


def worlds_of(side: Side, seed: int) -> SeenWorlds:
    """Worlds that the seat cannot tell apart; other ones with another seed."""
    return SeenWorlds(side, (seed ^ int(sight(side))) & (SEED_LIMIT - 1))


def find_puzzles(plan: PuzzlePlan, games: int, jobs: int, progress: Progress | None = None) -> list[Puzzle]:
    """The puzzles of so many games in their order; the same with any number of jobs."""
    found: dict[int, list[Puzzle]] = {}
    chunks = (range(number, number + 1) for number in range(games))
    with closing(search(plan, chunks, min(jobs, games))) as results:
        for some in results:
            found |= dict(some)
            if progress is not None:
                progress(len(found), sum(map(len, found.values())))
    return [puzzle for number in range(games) for puzzle in found[number]]


def search(
    plan: PuzzlePlan, chunks: Iterator[range], jobs: int
) -> Generator[list[tuple[int, list[Puzzle]]], None, None]:
    """What was found in all games, in any order."""
    if jobs == 1:
        yield from play_here(plan, chunks)
    else:
        from reihum.arena.workers import play_in_processes  # late, so that importing Reihum stays quick

        yield from play_in_processes(plan, chunks, jobs, TRIES)


# -- comparing with every other move --------------------------------------------------------------


class Confirmation(Appraisal):
    """A move that is thought best beside all others, in worlds that did not choose it."""

    half = 0
    tried: list[int]

    def compare(self, made_of: SeenWorlds, sensible: list[int]) -> bool:
        """Whether the best move is clearly better than every other one: first the sensible ones, then all.

        The policy's move, the first of the sensible ones, is compared to the end.
        """
        self.trials.make_room(len(self.moves), self.worlds)
        self.half, self.tried = 0, [0] * len(self.moves)
        few, some, many = STAGES
        rest = [place for place in range(len(self.moves)) if place not in sensible]
        for moves, until in (
            ([self.best, sensible[0]], some),
            (sensible, few),
            (sensible, some),
            ([self.best, *rest], few),
            ([*sensible, *rest], some),
            ([*sensible, *rest], many),
        ):
            kept = (self.best, sensible[0])
            self.alive = [place for place in moves if place in kept or not self.is_clearly_worse(place)]
            if not self._holds(made_of, until):
                return False
        return all(self.is_clearly_worse(place) for place in self.alive if place != self.best)

    def _holds(self, made_of: SeenWorlds, until: int) -> bool:
        """Try some moves in more worlds; whether all but the best may turn out to be clearly worse."""
        for first in sorted({self.tried[place] for place in self.alive if self.tried[place] < until}):
            moves = [place for place in self.alive if self.tried[place] == first]
            alive, self.alive = self.alive, moves
            self.try_in(made_of, first, until)
            self.alive = alive
            for place in moves:
                self.tried[place] = until
        return not any(self._is_close(place) for place in self.alive if place != self.best)

    def is_clearly_worse(self, place: int) -> bool:
        """Whether a move is worse than the best by more than chance could explain."""
        if not self.tried[place]:
            return False
        loss, error = self.loss(place, self.best)
        return loss > MARGIN and loss > ERRORS * error

    def _is_close(self, place: int) -> bool:
        """Whether a move will hardly be found clearly worse."""
        loss, error = self.loss(place, self.best)
        return loss < MARGIN - error

    def win(self, place: int) -> tuple[float, float]:
        """The chance of winning after a move; of one that was soon found worse, by what it is behind."""
        win, error = self._win(place, self.tried[place])
        if self.tried[place] < self.tried[self.best]:
            ahead, _ = self._win(self.best, self.tried[self.best])
            win = max(0.0, ahead - self.loss(place, self.best)[0])
        return win, error

    def loss(self, place: int, best: int) -> tuple[float, float]:
        """By how much a move is worse than another, in the worlds in which both were tried."""
        count = min(self.tried[place], self.tried[best])
        _, error = self.trials.gain(best, place, self.seat, 0, count)
        first, second = self._win(best, count)[0], self._win(place, count)[0]
        share, _ = self.trials.share(best, self.seat, 0, count)
        return first - second, self.belief.error((first + second) / 2, share, count, error)

    def _win(self, place: int, count: int) -> tuple[float, float]:
        share, error = self.trials.share(place, self.seat, 0, count)
        chance = self._chance_in(place, 0, count)
        return chance, self.belief.error(chance, share, count, error)

    def order(self) -> list[int]:
        """All moves, the best first."""
        others = [place for place in range(len(self.moves)) if place != self.best]
        return [self.best, *sorted(others, key=lambda place: -self.win(place)[0])]

    def worth_of(self, place: int) -> Worth:
        """What is written down about a move."""
        win, error = self.win(place)
        reasons = [reason_data(reason) for reason in self._reasons(place)]
        return Worth(round(win, PLACES), round(error, PLACES), reasons)

    def _reasons(self, place: int) -> list[Reason]:
        """What speaks for the best move, compared with the policy's; and against the policy's."""
        if place not in self.alive:
            return []
        other = self.alive[-1] if self.alive[-1] != self.best else self.alive[0]
        against = other if place == self.best else self.best
        return find_reasons(self, place, against, place == self.best)


def confirm(appraiser: Appraiser, side: Side, best: int, seed: int) -> Confirmation | None:
    """A move beside all other legal ones, if it is clearly better than each of them."""
    moves, sensible = side.legal(), appraiser.moves(side)
    reads = appraiser.judge.reads(side)
    odds = appraiser.judge.odds(side, moves) if reads else None
    belief = belief_of(appraiser.of, appraiser.seats, reads)
    found = Confirmation(int(side.seat), moves, appraiser.trials, belief, odds, STAGES[-1])
    found.best = moves.index(best)
    places = [moves.index(move) for move in sensible]
    return found if found.compare(worlds_of(side, seed), places) else None

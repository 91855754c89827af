"""A process in which hints are made, away from bots and server: `python -m reihum.server.live.hinter`.

It speaks as `thinker.py` does, and remembers games in the same way. A hint that was made is remembered, too:
whoever asks again, perhaps in another language, hears the same.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Final

import msgspec

from reihum.analysis.appraisal import Appraiser
from reihum.analysis.following import moves_after
from reihum.analysis.gradual import LADDER, USUAL_SECONDS, gradual_hint
from reihum.analysis.hints import Hint, Option
from reihum.match import Match
from reihum.server.live.thinker import GameJob, Games, serve

MOST_HINTS: Final = 256  # that are remembered

Key = tuple[str, int, int]  # a game, a seat, and how many moves it has made
Following = dict[str, list[str]]  # by option: the moves that follow in the same turn


class HintJob(GameJob, frozen=True):
    """A hint to make."""

    lang: str = "en"
    progress: bool = False  # whether to say how it stands meanwhile


class OptionTold(msgspec.Struct, frozen=True):
    """A sensible move, as it is told."""

    move: str
    win: float
    error: float
    equal: bool
    why: list[str]
    then: list[str]


class HintAnswer(msgspec.Struct, frozen=True):
    """A hint, or how it stands; without options if the game has been forgotten; or what went wrong."""

    number: int
    done: bool = True
    worlds: int = 0
    options: list[OptionTold] = []
    error: str = ""


class Hinter:
    """Makes hints."""

    def __init__(self, most: int = LADDER[-1], clock: Callable[[], float] = perf_counter) -> None:
        self.games = Games()
        self.most = most  # worlds
        self.clock = clock
        self._made: OrderedDict[Key, tuple[Hint, Following]] = OrderedDict()
        self._appraisers: dict[tuple[str, int], Appraiser] = {}

    def answers(self, job: HintJob) -> Iterator[HintAnswer]:
        """Make a hint, and say how it stands meanwhile if that was asked for."""
        try:
            match = self.games.match(job)
            if match is None:
                yield HintAnswer(job.number)
                return
            key = (job.key, job.seat, sum(made.by == job.seat for made in match.history))
            if key not in self._made:
                yield from self._make(match, key, job)
            self._made.move_to_end(key)
            hint, following = self._made[key]
            options = [told(option, following, option.why(job.lang)) for option in hint.options]
            yield HintAnswer(job.number, True, hint.worlds, options)
        except Exception as error:  # whatever is wrong with one game must not take others down with it
            self.games.drop(job.key)
            yield HintAnswer(job.number, error=type(error).__name__)

    def _make(self, match: Match, key: Key, job: HintJob) -> Iterator[HintAnswer]:
        """Make a hint and remember it; how it stands meanwhile."""
        spec, side = match.game.spec, match.state.side(job.seat)
        size = (match.game.slug, match.seats)
        if size not in self._appraisers:
            self._appraisers[size] = Appraiser(spec, match.seats)
        appraiser = self._appraisers[size]
        following: Following = {}
        seconds = USUAL_SECONDS / max(1, job.waiting)
        for hint in gradual_hint(appraiser, side, seconds, most=self.most, clock=self.clock):
            for option in hint.options:
                if option.move not in following:
                    moves = moves_after(side, spec.parse(option.move), appraiser.policy)
                    following[option.move] = [spec.text(move) for move in moves]
            self._made[key] = hint, following
            if job.progress:
                options = [told(option, following, []) for option in hint.options]
                yield HintAnswer(job.number, False, hint.worlds, options)
        while len(self._made) > MOST_HINTS:
            self._made.popitem(last=False)


def told(option: Option, following: Following, why: list[str]) -> OptionTold:
    """An option with all that is told about it."""
    win, error = round(option.win, 4), round(option.error, 4)
    return OptionTold(option.move, win, error, option.equal, why, following[option.move])


def main() -> None:
    """Make hints until nobody asks any more."""
    serve(HintJob, Hinter().answers)


if __name__ == "__main__":
    main()

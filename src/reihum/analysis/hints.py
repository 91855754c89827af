"""Hints: what a seat's sensible moves are worth, judged only by what that seat may know."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Final

from reihum.analysis.appraisal import Appraisal, Appraiser
from reihum.analysis.reasons import Reason, find_reasons, told_reasons
from reihum.core.errors import NotYourTurn, ReihumError
from reihum.core.types import Json
from reihum.games.spec import Spec
from reihum.match import Match, checked_seat, checked_seed

USUAL_WORLDS: Final = 300
FEWEST_WORLDS: Final = 8
MOST_WORLDS: Final = 100_000


@dataclass(frozen=True)
class Option:
    """One sensible move."""

    move: str
    win: float  # the chance of winning the game
    error: float  # one standard error of that
    equal: bool  # not worse than the best by two standard errors of the difference
    of: Spec = field(repr=False)
    reasons: list[Reason] = field(repr=False)

    def why(self, lang: str = "en") -> list[str]:
        """What speaks for the best move, or against another, in sentences; none if nothing certain does."""
        return told_reasons(self.reasons, self.of, lang)

    def json(self, lang: str = "en") -> Json:
        """The same as JSON, with the reasons in a language."""
        told: Json = {"move": self.move, "win": round(self.win, 4), "error": round(self.error, 4)}
        return {**told, "equal": self.equal, "why": self.why(lang)}


@dataclass(frozen=True)
class Hint:
    """The sensible moves of one decision, the best first."""

    seat: int
    worlds: int
    options: list[Option]

    @property
    def best(self) -> str:
        """The best move."""
        return self.options[0].move

    def json(self, lang: str = "en") -> Json:
        """The same as JSON, with the reasons in a language."""
        return {
            "seat": self.seat,
            "worlds": self.worlds,
            "options": [each.json(lang) for each in self.options],
        }


def hint(match: Match, seat: int | None = None, worlds: int = USUAL_WORLDS, seed: int = 0) -> Hint:
    """What the sensible moves of a seat are worth, for the seat whose turn it is or the named one."""
    checked_worlds(worlds)
    asked = match.turn if seat is None else checked_seat(seat, match.seats)
    if asked is None:
        raise NotYourTurn("The game is over.")
    if not match.state.owes(asked):
        raise NotYourTurn(f"Seat {asked} has no decision to make now.")
    spec = match.game.spec
    appraiser = Appraiser(spec, match.seats)
    found = appraiser.appraise(match.state.side(asked), worlds, checked_seed(seed))
    return Hint(asked, worlds, options_of(found, spec))


def checked_worlds(worlds: object) -> int:
    """A number of worlds, if it is a sensible one."""
    if isinstance(worlds, bool) or not isinstance(worlds, int) or not FEWEST_WORLDS <= worlds <= MOST_WORLDS:
        raise ReihumError(
            f"The number of worlds is a whole number from {FEWEST_WORLDS} to {MOST_WORLDS}, not {worlds!r}."
        )
    return worlds


def options_of(found: Appraisal, of: Spec, best: int | None = None) -> list[Option]:
    """The moves as options, the best first: by all that was tried, if it is not given."""
    if best is None:
        best = found.first_of_equals()
    order = sorted((place for place in found.alive if place != best), key=lambda place: -found.win(place)[0])
    options = []
    for place in [best, *order]:
        against = (order[0] if order else None) if place == best else best
        reasons = [] if against is None else find_reasons(found, place, against, place == best)
        win, error = found.win(place)
        error = error or least_error(found.worlds - found.half)
        options.append(
            Option(of.text(found.moves[place]), win, error, found.is_equal(place, best), of, reasons)
        )
    return options


def least_error(count: int) -> float:
    """One standard error of a chance that was the same in so many trials: it may still be another one."""
    seldom = 1 / (2 * count + 2)
    return math.sqrt(seldom * (1 - seldom) / count)

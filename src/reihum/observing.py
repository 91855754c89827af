"""What a seat sees as zeros and ones, for programs that learn: `reihum.observation(game, players)`.

An observation is made from what the seat may know and nothing else. The table and the seat itself come first,
then the others in the order of play. Counts are thermometers: three chips are ones at the first three places
of their field.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from reihum.core.errors import ReihumError
from reihum.core.observation import Field, Observer
from reihum.games.spec import Spec
from reihum.match import Match, checked_seat, game

if TYPE_CHECKING:
    from numpy import int8
    from numpy.typing import NDArray

NO_NUMPY: Final = "An observation is a numpy array; install numpy with: pip install 'reihum[numpy]'"


def observation(slug: str, players: int) -> Observation:
    """How a game with so many players is observed, and what each place of an observation means."""
    found = game(slug)
    return Observation(found.spec, found.checked_players(players))


class Observation:
    """The observations of one game with so many players."""

    def __init__(self, of: Spec, players: int) -> None:
        make = of.observer if players > 1 or of.observer_alone is None else of.observer_alone
        if make is None:
            raise ReihumError(f"{of.title} has no observation.")
        self.game = of.slug
        self.players = players
        self.actions = of.actions(players)  # every move is an int below this
        self._observer = make()
        self.fields = all_fields(self._observer, players)
        self.size = self.fields[-1].last + 1

    def __repr__(self) -> str:
        return f"<observation of {self.game} with {self.players}: {self.size} places>"

    def encode(self, match: Match, seat: int) -> NDArray[int8]:
        """What a seat of a match sees now, whether or not it has a decision to make."""
        try:
            import numpy
        except ImportError:
            raise ReihumError(NO_NUMPY) from None
        if (match.game.slug, match.seats) != (self.game, self.players):
            here = f"{match.game.slug} with {match.seats}"
            raise ReihumError(f"This is an observation of {self.game} with {self.players}, not of {here}.")
        self._observer.observe(match.state.side(checked_seat(seat, match.seats)), True)
        row = numpy.zeros(self.size, dtype=numpy.int8)
        row[self._observer.places()] = 1
        return row


def all_fields(observer: Observer, players: int) -> list[Field]:
    """The fields of the table and of the seat itself, then those of each other seat in the order of play."""
    found = list(observer.own_fields)
    for number in range(1, players):
        first = int(observer.common + (number - 1) * observer.block)
        who = "the seat after you" if number == 1 else f"the seat {number} after you"
        for each in observer.seat_fields:
            name, meaning = f"seat+{number}.{each.name}", f"{who}: {each.meaning}"
            found.append(Field(name, first + each.first, first + each.last, meaning))
    return found

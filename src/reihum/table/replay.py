"""A finished game, step by step: as one seat or a spectator heard and saw it, with everybody's cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from reihum.core.contract import NOBODY, State
from reihum.core.types import Json
from reihum.match import Match
from reihum.table.live import HeardStep, step_as_heard
from reihum.table.sentences import deal_sentences, results, step_sentences, teller_of

STRETCH: Final = 100  # steps that are shown at once


class Replay:
    """A game that is over, through the eyes of a seat or (None) of a spectator, told in a language.

    A step is a move of the record; number 0 is the first deal. Moves that were taken back are in no record.
    """

    def __init__(self, match: Match, seat: int | None, lang: str) -> None:
        self.match = match
        self.seat = seat
        self.last = len(match.history)
        self.tell = teller_of(match, seat, lang)
        self.dealt = match.dealt(seat)

    def overview(self) -> Json:
        """Everything but the steps: how many there are, the deal in sentences, all results."""
        return {
            "v": self.last,
            "seat": self.seat,
            "rounds": results(self.match, enumerate(self.match.history, 1), self.seat),
            "told": deal_sentences(self.tell, self.match, self.seat),
        }

    def steps(self, first: int) -> Iterator[Json | None]:
        """A stretch of steps from this number on; None for each step before it, which is only played."""
        again = self.match.at(0)
        state, dealer = again.state, again.dealer
        state.telling = False  # all events were noted when the game was played
        for number in range(min(first + STRETCH, self.last + 1)):
            if number:
                made = self.match.history[number - 1]
                state.play(made.by, made.move, dealer)
            yield self._step(number, state) if number >= first else None

    def _step(self, number: int, state: State) -> Json:
        """One step: what was heard, and the table after it."""
        of = self.match.game.spec
        heard = HeardStep(None, None, self.dealt)
        if number:
            heard = step_as_heard(of, self.match.history[number - 1], self.seat)
        return {
            "v": number,
            "by": heard.by,
            "m": heard.move,
            "events": heard.events,
            "told": step_sentences(self.tell, heard),
            **({"stand_in": 1} if heard.stand_in else {}),
            "view": of.view(state, NOBODY if self.seat is None else self.seat),
            # In a game for one there is no hidden hand: all eleven lie open in the view.
            "hands": of.position(state)["hands"] if self.match.seats > 1 else [[]],
        }

"""A live table told in sentences, to each viewer in their own language.

The narrator is given what is sent to the viewer anyway and nothing beside, so it cannot tell more.
"""

from __future__ import annotations

from collections.abc import Iterable

from reihum.core.course import Made
from reihum.core.types import Json
from reihum.match import Match
from reihum.narrator import narrator
from reihum.table.live import HeardStep, as_heard
from reihum.words.teller import Teller


def teller_of(match: Match, seat: int | None, lang: str) -> Teller:
    """Somebody who tells a game to one seat, or to a spectator, with the names of those who play."""
    return narrator(match.game.slug, lang, match.names or match.seat_names(), seat)


def step_sentences(tell: Teller, heard: HeardStep) -> list[str]:
    """A step: first the move itself, then what came of it; a move that was not heard is not told, either."""
    if heard.undone:
        return [] if heard.by is None else [tell.undo_sentence(heard.by)]
    return tell.sentences(heard)


def results(match: Match, made: Iterable[tuple[int, Made]], seat: int | None) -> list[Json]:
    """The results among numbered steps, as a seat, or a spectator, heard them."""
    kinds = match.game.spec.results.facts
    return [
        {"v": v, **event}
        for v, each in made
        if any(event.kind in kinds for event in each.events)
        for event in as_heard(match.game.spec, each, seat).events
        if event["kind"] in kinds
    ]

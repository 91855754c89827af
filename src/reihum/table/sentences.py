"""A live table told in sentences, to each viewer in their own language.

The narrator is given only what the viewer is sent anyway, so it cannot give anything away.
"""

from __future__ import annotations

from collections.abc import Iterable

from reihum.core.course import PlayedMove
from reihum.core.types import Json
from reihum.match import Match
from reihum.narrator import narrator
from reihum.table.live import HeardStep, step_as_heard
from reihum.words.teller import Teller


def teller_of(match: Match, seat: int | None, lang: str) -> Teller:
    """A narrator for one seat, or for a spectator, who uses the players' names."""
    return narrator(match.game.slug, lang, match.names or match.seat_names(), seat)


def step_sentences(tell: Teller, heard: HeardStep) -> list[str]:
    """A step: first the move itself, unless it was not heard, then what came of it."""
    if heard.undone:
        return [] if heard.by is None else [tell.undo_sentence(heard.by)]
    told = tell.sentences(heard)
    return [*told, tell.say("stood_in")] if heard.stand_in else told


def deal_sentences(tell: Teller, match: Match, seat: int | None) -> list[str]:
    """The first deal: why cards were mixed again before it, and then what was dealt."""
    again = [tell.mixed_again_sentence(missing) for missing in match.given_up]
    return [*again, *tell.event_sentences(match.dealt(seat))]


def results(match: Match, made: Iterable[tuple[int, PlayedMove]], seat: int | None) -> list[Json]:
    """The results among the numbered steps, as a seat, or a spectator, heard them."""
    kinds = match.game.spec.results.facts
    return [
        {"v": v, **event}
        for v, each in made
        if any(event.kind in kinds for event in each.events)
        for event in step_as_heard(match.game.spec, each, seat).events
        if event["kind"] in kinds
    ]

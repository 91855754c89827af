"""A live table told in sentences, to each viewer in the own language.

The narrator is given what is sent to the viewer anyway and nothing beside, so it cannot tell more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from reihum.core.course import Made
from reihum.core.spec import Json
from reihum.match import Match
from reihum.narrator import narrator
from reihum.narrator.teller import Teller
from reihum.table.live import LiveTable, as_heard
from reihum.table.showing import news, snap

RESULTS: Final = frozenset(("round", "exchanged", "game"))  # events that a score sheet is made of


def teller_of(match: Match, seat: int | None, lang: str) -> Teller:
    """Somebody who tells a game to one seat, or to a spectator, with the names of those who play."""
    return narrator(match.game.slug, lang, match.names or match.seat_names(), seat)


def sentences(tell: Teller, heard: Json) -> list[str]:
    """A step: first the move itself, then what came of it; a move that was not heard is not told, either."""
    if "undo" in heard:
        return [] if heard["by"] is None else [tell.taken_back(heard["by"])]
    return tell.told(heard["by"], heard["m"], heard["events"])


def told_news(table: LiveTable, seat: int | None, lang: str) -> Json:
    """The last step as a seat, or a spectator, heard it, and in sentences."""
    assert table.match is not None
    heard = news(table, seat)
    return {**heard, "told": sentences(teller_of(table.match, seat, lang), heard)}


def told_snap(table: LiveTable, player: str, here: Collection[int], since: int, lang: str) -> Json:
    """All that a viewer may know now, with the deal and every step in sentences, and all results so far."""
    shown = snap(table, player, here, since)
    if table.match is None:
        return {**shown, "told": [], "rounds": []}
    tell = teller_of(table.match, shown["seat"], lang)
    for line in shown["log"]:
        line["told"] = sentences(tell, line)
    made = [(v, each) for v, each in enumerate(table.steps, 1) if v not in table.undone]
    return {
        **shown,
        "told": tell.happened(table.match.dealt(shown["seat"])),
        "rounds": results(table.match, made, shown["seat"]),
    }


def results(match: Match, made: Iterable[tuple[int, Made]], seat: int | None) -> list[Json]:
    """The results among numbered steps, as a seat, or a spectator, heard them."""
    return [
        {"v": v, **event}
        for v, each in made
        if any(event.kind in RESULTS for event in each.events)
        for event in as_heard(match.game.spec, each, seat)["events"]
        if event["kind"] in RESULTS
    ]

"""Stand-ins for the narrator and the declared view of games that have none yet; the others keep their own."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from reihum.core.kinds import CARD, CARDS, NUMBER, PROGRAM, SEAT, SEATS, WORD, Field
from reihum.core.spec import Json, Spec, View
from reihum.drawing import fields_in
from reihum.games import SLUGS
from reihum.narrator import TELLERS
from reihum.narrator.teller import Teller
from reihum.words import Words, told

KINDS = {
    **dict.fromkeys(("asker", "giver", "beginner", "top_by", "dealer", "out_by"), SEAT),
    **dict.fromkeys(("callers", "last_turns", "taking"), SEATS),
    **dict.fromkeys(("received", "drawn", "slid", "wild"), CARD),
    **dict.fromkeys(("hand", "row", "pile", "discard", "known", "taken", "laid"), CARDS),
    **dict.fromkeys(("round", "points", "held", "in_stock", "no", "match_game", "totals", "pending"), NUMBER),
    **dict.fromkeys(("phase", "direction"), WORD),
}
BY_SEAT = ("points", "held", "no", "known", "totals", "taken", "laid")


def kinds_in(of: Spec, view: View) -> dict[str, Field]:
    """The kinds that a view declares, or might."""
    if of.view_types:
        return fields_in(of, view)
    return {name: Field(KINDS.get(name, PROGRAM), "", name in BY_SEAT) for name in view}


class Mumbler(Teller):
    """Says who moved, and what kind of thing happened."""

    def move(self, by: int, move: str, events: Sequence[Json]) -> str:
        """The bare move."""
        return f"{self.names[by]} makes the move {move}."

    def event(self, event: Json, events: Sequence[Json]) -> str:
        """The bare event."""
        return f"Then {event['kind']}."


def told_if_there(slug: str, lang: str) -> Words:
    """What the narrator of a game says, or else that of 23."""
    return told(slug if TELLERS[slug] is not Mumbler else "23", lang)


def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every game be played in the terminal."""
    for slug in SLUGS:
        if slug not in TELLERS:
            monkeypatch.setitem(TELLERS, slug, Mumbler)
    monkeypatch.setattr("reihum.narrator.told", told_if_there)
    monkeypatch.setattr("reihum.terminal.draw.fields_in", kinds_in)

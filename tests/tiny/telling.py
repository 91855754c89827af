"""The narrator of Tiny."""

from __future__ import annotations

from collections.abc import Sequence

from reihum.core.types import Json
from reihum.words.grammar import Noun
from reihum.words.teller import Teller


class Telling(Teller):
    """Tells every card, every pass, and who leads."""

    def move(self, by: int, move: str, events: Sequence[Json]) -> str:
        """What a player does."""
        return self.say("pass", by) if move == "pass" else self.say("lay", by, card=self.card(move))

    def event(self, event: Json, events: Sequence[Json]) -> str:
        """What happens besides the moves."""
        kind = event["kind"]
        if kind == "begins":
            return self.say("begins", event["beginner"], round=event["round"])
        if kind == "dealt":
            return self.say("dealt", cards=self.cards(event["cards"]))
        if kind == "cleared":
            return self.say("cleared", event["seat"])
        if kind == "round":
            return self.say("round", round=event["round"], standing=self.standing(event["totals"]))
        return super().event(event, events)

    def card(self, card: object) -> Noun:
        """A number."""
        return self.noun("number", n=card)

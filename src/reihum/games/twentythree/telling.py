"""The narrator of 23."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from reihum.core.types import Json
from reihum.words.grammar import Noun
from reihum.words.teller import Teller, event_of

LAY_PATTERN: Final = re.compile(r"(\d+)(?:x(\d))?(?:\+(\d))?")


class Telling(Teller):
    """Every move with its price."""

    def move(self, by: int, move: str, events: Sequence[Json]) -> str:
        """What a player does, and what it costs."""
        cost = self.cost_phrase(events)
        if move.startswith("put "):
            return self.say("put", by, card=self.card(move[4:]))
        if move == "force":
            forced = event_of("forced", events)["seat"]
            return self.say("force", by, forced=self.who(forced), cost=cost)
        if found := LAY_PATTERN.fullmatch(move):
            value, count, spent = found[1], int(found[2] or 1), int(found[3] or 0)
            cards = self.card(value) if count == 1 else self.noun(f"several.{count}", n=value)
            chips = self.phrase("chips", count=self.count(spent)) if spent else ""
            return self.say("lay", by, cards=cards, chips=chips, cost=cost)
        return self.say(move, by, cost=cost)

    def cost_phrase(self, events: Sequence[Json]) -> str:
        """The penalty chips for a move, in brackets; "" if it was free."""
        fined = sum(event["count"] for event in events if event["kind"] == "fined")
        return self.phrase("cost", count=self.count(fined)) if fined else ""

    def event(self, event: Json, events: Sequence[Json]) -> str:
        """What happens besides the moves."""
        kind = event["kind"]
        if kind in ("fined", "forced"):
            return ""  # the move has said it
        if kind == "begins":
            return self.say("begins", round=event["round"])
        if kind == "dealt":
            return self.say("dealt", cards=self.cards(event["cards"]))
        if kind == "opened":
            return self.say("opened", event["seat"])
        if kind == "out":
            returned = event["returned"]
            return self.say("out" if returned else "out_free", event["seat"], returned=self.count(returned))
        if kind == "round":
            return self.say("round", round=event["round"], standing=self.standing(event["fines"]))
        if kind == "exchanged":
            return self.exchange_sentence(event)
        return super().event(event, events)

    def exchange_sentence(self, event: Json) -> str:
        """T16: who has bonus chips left that cancel penalty chips."""
        having = [f"{self.who(seat)} {2 * chips}" for seat, chips in enumerate(event["chips"]) if chips]
        return self.say("exchanged", taken=self.enumeration(having)) if having else ""

    def card(self, card: object) -> Noun:
        """A number."""
        return self.noun("number", n=card)

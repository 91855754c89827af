"""How a game of HELP! is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reihum.core.types import Json
from reihum.words.grammar import Noun
from reihum.words.teller import Teller

SAID_BY_THE_MOVE: Final = frozenset({"placed", "switched", "zapped", "handed", "got"})


class Telling(Teller):
    """Every card with what it does to the row, and why a round ended."""

    # -- moves ------------------------------------------------------------------------------------

    def move(self, by: int, move: str, events: Sequence[Json]) -> str:
        """What somebody does."""
        word, _, card = move.partition(" ")
        if word == "help":
            return ""  # the event says who is asked, and what comes of it
        if word == "call":
            return self.say("call", by, number=card)
        if word in ("give", "back"):
            return self.say(word, by, to=self.who(the("handed", events)["to"]), card=self.card(card))
        if word.startswith("J"):
            return self.joker(by, the("placed", events))
        if word.startswith("S"):
            return self.switch(by, the("switched", events))
        if word == "Z":
            zapped = the("zapped", events)
            return self.say("zap" if zapped["left"] else "zap_last", by, card=self.card(zapped["card"]))
        return self.say("no", by) if word == "N" else self.say("lay", by, card=self.card(word))

    def joker(self, by: int, placed: Json) -> str:
        """H12: where a Joker goes, and what it counts there."""
        where = "between" if placed["before"] else "front"
        if placed["behind"] is None:
            where = "end" if placed["before"] else "alone"
        facts = {name: placed[name] for name in ("before", "behind", "value")}
        return self.say(f"joker_{where}", by, **facts)

    def switch(self, by: int, switched: Json) -> str:
        """H13: what is exchanged, and which Jokers change with it (H12)."""
        # A number is in the row once; of Jokers there may be several.
        where = "in_place" if switched["taken"] == "J" else "in_row"
        values = switched["jokers"]
        jokers = "jokers_one" if len(values) == 1 else "jokers_several"
        return self.say(
            "switch",
            by,
            card=self.card(switched["card"]),
            taken=self.card(switched["taken"]),
            where=self.phrase(where, place=switched["place"]),
            jokers=self.phrase(jokers, values=self.enumeration(values)) if values else "",
        )

    # -- events -----------------------------------------------------------------------------------

    def event(self, event: Json, events: Sequence[Json]) -> str:
        """What happens beside the moves."""
        kind = event["kind"]
        if kind in SAID_BY_THE_MOVE:
            return ""
        if kind == "begins":
            return self.begins(event)
        if kind == "dealt":
            return self.say("dealt", cards=self.cards(event["cards"]))
        if kind == "called":
            return self.say(
                "called", calls=self.enumeration([f"{self.who(seat)} {n}" for seat, n in event["calls"]])
            )
        if kind == "opened":
            return self.say("opened", event["seat"], card=self.card(event["card"]))
        if kind == "drew":
            return self.say("drew", card=self.card(event["card"]))
        if kind in ("cleared", "reshuffled"):
            return self.say(kind)
        if kind in ("skipped", "freed"):
            return self.say(kind, event["seat"])
        if kind == "asked":
            return self.asked(event, events)
        if kind == "round":
            return self.round(event, events)
        return super().event(event, events)

    def begins(self, event: Json) -> str:
        """H4, H5: which way a round goes, and who calls."""
        direction = self.phrase("clockwise" if event["direction"] == 1 else "anticlockwise")
        if len(event["callers"]) == len(self.names):
            return self.say("begins", round=event["round"], direction=direction)
        callers = self.all_of(event["callers"])
        return self.say("begins_again", round=event["round"], direction=direction, callers=callers)

    def asked(self, event: Json, events: Sequence[Json]) -> str:
        """H17 to H20: who is asked for help, or why the round is over and who scores."""
        by, giver = event["seat"], event["giver"]
        ends = [other for other in events if other["kind"] == "round"]
        if not ends:
            return self.say("asked", by, giver=self.who(giver))
        gain = self.gain(ends[0]["scored"])
        if giver is None:
            return self.say("unasked", by, gain=gain)
        helpless = "helpless_self" if giver == self.listener else "helpless"
        return self.say("unhelped", by, helpless=self.phrase(helpless, giver=self.who(giver)), gain=gain)

    def gain(self, scored: Sequence[int]) -> str:
        """Who scores a point."""
        if list(scored) == [self.listener]:
            return self.phrase("gain_self")
        return self.phrase("gain_one" if len(scored) == 1 else "gain_several", scored=self.all_of(scored))

    def round(self, event: Json, events: Sequence[Json]) -> str:
        """The points after a round; those of the last one are told with the end of the game."""
        if any(other["kind"] == "game" for other in events):
            return ""
        return self.say("round", round=event["round"], standing=self.standing(event["points"]))

    def card(self, card: object) -> Noun:
        """A number, a special card, or one that the listener does not see."""
        if card == "?":
            return self.noun("unseen")
        return self.noun("number", n=card) if str(card).isdigit() else self.noun(str(card))


def the(kind: str, events: Sequence[Json]) -> Json:
    """The one event of a kind that comes with a move."""
    return next(event for event in events if event["kind"] == kind)

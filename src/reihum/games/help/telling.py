"""The narrator of HELP!."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reihum.core.types import Json
from reihum.words.grammar import Noun
from reihum.words.teller import Teller, event_of

TOLD_WITH_MOVE: Final = frozenset({"placed", "switched", "zapped", "handed", "got"})


class Telling(Teller):
    """Tells what each card does to the row, and why a round ended."""

    # -- moves ------------------------------------------------------------------------------------

    def move(self, by: int, move: str, events: Sequence[Json]) -> str:
        """What a player does."""
        word, _, card = move.partition(" ")
        if word == "help":
            return ""  # the event says who is asked, and what happens
        if word == "call":
            return self.say("call", by, number=card)
        if word in ("give", "back"):
            return self.say(word, by, to=self.who(event_of("handed", events)["to"]), card=self.card(card))
        if word.startswith("J"):
            return self.joker_sentence(by, event_of("placed", events))
        if word.startswith("S"):
            return self.switch_sentence(by, event_of("switched", events))
        if word == "Z":
            zapped = event_of("zapped", events)
            return self.say("zap" if zapped["left"] else "zap_last", by, card=self.card(zapped["card"]))
        return self.say("no", by) if word == "N" else self.say("lay", by, card=self.card(word))

    def joker_sentence(self, by: int, placed: Json) -> str:
        """H12: where a Joker goes, and what it counts as there."""
        where = "between" if placed["before"] else "front"
        if placed["behind"] is None:
            where = "end" if placed["before"] else "alone"
        facts = {name: placed[name] for name in ("before", "behind", "value")}
        return self.say(f"joker_{where}", by, **facts)

    def switch_sentence(self, by: int, switched: Json) -> str:
        """H13: what is exchanged, and which Jokers change with it (H12)."""
        # A number is in the row only once, but there may be more than one Joker.
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
        """What happens besides the moves."""
        kind = event["kind"]
        if kind in TOLD_WITH_MOVE:
            return ""
        if kind == "begins":
            return self.begin_sentence(event)
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
            return self.ask_sentence(event, events)
        if kind == "round":
            return self.round_sentence(event, events)
        return super().event(event, events)

    def begin_sentence(self, event: Json) -> str:
        """H4, H5: the direction of a round, and who calls."""
        direction = self.phrase("clockwise" if event["direction"] == 1 else "anticlockwise")
        if len(event["callers"]) == len(self.names):
            return self.say("begins", round=event["round"], direction=direction)
        callers = self.all_of(event["callers"])
        return self.say("begins_again", round=event["round"], direction=direction, callers=callers)

    def ask_sentence(self, event: Json, events: Sequence[Json]) -> str:
        """H17 to H20: who is asked for help, or why the round is over and who scores."""
        by, giver = event["seat"], event["giver"]
        ends = [other for other in events if other["kind"] == "round"]
        if not ends:
            return self.say("asked", by, giver=self.who(giver))
        gain = self.gain_phrase(ends[0]["scored"])
        if giver is None:
            return self.say("unasked", by, gain=gain)
        helpless = "helpless_self" if giver == self.listener else "helpless"
        return self.say("unhelped", by, helpless=self.phrase(helpless, giver=self.who(giver)), gain=gain)

    def gain_phrase(self, scored: Sequence[int]) -> str:
        """Who scores a point."""
        if list(scored) == [self.listener]:
            return self.phrase("gain_self")
        return self.phrase("gain_one" if len(scored) == 1 else "gain_several", scored=self.all_of(scored))

    def round_sentence(self, event: Json, events: Sequence[Json]) -> str:
        """The points after a round; after the last one, the end of the game tells them."""
        if any(other["kind"] == "game" for other in events):
            return ""
        return self.say("round", round=event["round"], standing=self.standing(event["points"]))

    def card(self, card: object) -> Noun:
        """A number, a special card, or one that the listener does not see."""
        if card == "?":
            return self.noun("unseen")
        return self.noun("number", n=card) if str(card).isdigit() else self.noun(str(card))

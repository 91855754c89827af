"""The narrator of YoYo."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reihum.core.types import Json
from reihum.games.yoyo.cards import CHAOS, NUMBERS_OF, PASS_LEFT, SKIP, TAKE_CARDS
from reihum.games.yoyo.table import GAMES_EACH
from reihum.words.grammar import Enumeration, Noun
from reihum.words.teller import Teller

COLOUR_NAMES: Final = {"b": "blue", "r": "red", "y": "yellow"}
ACTION_NAMES: Final = {SKIP: "skip", TAKE_CARDS: "draw", PASS_LEFT: "pass_left", CHAOS: "chaos"}
ACTION_NAME_OF: Final = {
    str(n): ACTION_NAMES[action] for action, numbers in NUMBERS_OF.items() for n in numbers
}
DIRECTION_OF_SIGN: Final = {"^": "up", "v": "down"}
LAYING: Final = {
    "opened": "open",
    "goes_on": "go_on",
    "answered": "answer",
}  # a lay with this event
TOLD_WITH_MOVE: Final = {"opened", "turned", "goes_on", "answered", "drew", "unfit"}
WITHOUT_FACTS: Final = {"reshuffled", "passing", "slid", "chaos"}


class Telling(Teller):
    """Tells every card with its colour, and every action with the players that it affects."""

    # -- moves ------------------------------------------------------------------------------------

    def move(self, by: int, move: str, events: Sequence[Json]) -> str:
        """What a player does; the event says who takes cards."""
        word, _, rest = move.partition(" ")
        if word == "take":
            return ""
        if word == "slide":
            return self.say("slide", by, card=self.card(rest), left=self.who((by + 1) % len(self.names)))
        if word == "draw":
            return self.draw_sentence(by, events)
        if word in ("keep", "stop"):
            return self.say(word, by)
        return self.lay_sentence(by, move, events)

    def draw_sentence(self, by: int, events: Sequence[Json]) -> str:
        """Y13: the player who draws hears the card; everybody hears whether it fits."""
        kinds = by_kind(events)
        card = self.card(kinds["drew"]["card"]) if "drew" in kinds else None
        return self.say("draw_unfit" if "unfit" in kinds else "draw", by, card=card)

    def lay_sentence(self, by: int, move: str, events: Sequence[Json]) -> str:
        """Y12: the card, and the direction if the card has set it."""
        kinds = by_kind(events)
        key = next((key for kind, key in LAYING.items() if kind in kinds), "lay")
        card = self.noun(COLOUR_NAMES[move[0]], n=move[1:].rstrip("^v"))
        return self.say(key, by, card=card, way="" if "out" in kinds else self.way_phrase(move, kinds))

    def way_phrase(self, move: str, kinds: dict[str, Json]) -> str:
        """Y5, Y7, Y8, Y10: the direction if a card opens, turns or names it; otherwise ""."""
        if "opened" in kinds:
            return self.phrase(f"way.{kinds['opened']['direction']}")
        if "turned" in kinds:
            return self.phrase(f"way.now_{kinds['turned']['direction']}")
        return (
            self.phrase(f"way.still_{DIRECTION_OF_SIGN[move[-1]]}") if move[-1] in DIRECTION_OF_SIGN else ""
        )

    # -- events -----------------------------------------------------------------------------------

    def event(self, event: Json, events: Sequence[Json]) -> str:
        """What happens besides the moves."""
        kind = event["kind"]
        if kind in TOLD_WITH_MOVE or kind == "lost":
            return ""  # the move has said it; cards lost are named when they are taken
        if kind in WITHOUT_FACTS:
            return self.say(kind)
        if kind == "begins":
            return self.say("begins", event["beginner"], game=event["game"], games=event["games"])
        if kind == "dealt":
            return self.say("dealt", cards=self.cards(event["cards"]))
        if kind == "skipped":
            return self.say("skipped", event["seat"])
        if kind == "hit":
            return self.hit_sentence(event)
        if kind == "took":
            return self.take_sentence(event, events)
        if kind == "got":
            return "" if "took" in by_kind(events) else self.gift_sentence(event)
        if kind == "used_up":
            return self.say("used_up" if event["times"] > 1 else "used_up_at_once")
        if kind == "out":
            return self.say(f"out_{event['how']}", event["seat"])
        if kind == "round":
            return self.round_sentence(event, events)
        return super().event(event, events)

    def hit_sentence(self, event: Json) -> str:
        """Y19, Y22: who must take how many cards; with two players, from the other one."""
        seat, count = event["seat"], self.count(event["count"])
        if len(self.names) == 2:
            return self.say("hit_of_two", seat, count=count, other=self.who(1 - seat))
        return self.say("hit", seat, count=count)

    def take_sentence(self, event: Json, events: Sequence[Json]) -> str:
        """Y19, Y22: how many cards are taken, and for these two players, which."""
        first = event is by_kind(events)["took"]
        other, count, cards = (
            self.who(event["from"]),
            self.count(event["count"]),
            self.cards_seen(event, events),
        )
        return self.say(
            "took" if first else "took_more", event["seat"], other=other, count=count, cards=cards
        )

    def cards_seen(self, event: Json, events: Sequence[Json]) -> str:
        """The cards taken, if the listener saw them; otherwise ""."""
        for each in events:
            taken = each["kind"] == "got" and each["from"] == event["from"]
            if taken or (each["kind"] == "lost" and self.listener == event["from"]):
                return self.phrase("which", cards=self.cards(each["cards"]))
        return ""

    def gift_sentence(self, event: Json) -> str:
        """Y20: the card that was passed on to the listener."""
        return self.say("got", cards=self.cards(event["cards"]), other=self.who(event["from"]))

    def round_sentence(self, event: Json, events: Sequence[Json]) -> str:
        """Y23 to Y25: the points in a game, and those so far unless they are the same or told at the end."""
        gains = [f"{self.who(seat)} {signed_text(score, '+')}" for seat, score in enumerate(event["scores"])]
        games = GAMES_EACH * len(self.names)
        ended = self.say("round", round=event["round"], games=games, gains=self.enumeration(gains))
        if event["points"] == event["scores"] or "game" in by_kind(events):
            return ended
        return f"{ended} {self.say('points', standing=self.standing(event['points']))}"

    # -- words ------------------------------------------------------------------------------------

    def standing(self, numbers: Sequence[int]) -> Enumeration:
        """Points for every player, with real minus signs."""
        return self.enumeration(
            [f"{self.who(seat)} {signed_text(number)}" for seat, number in enumerate(numbers)]
        )

    def card(self, card: object) -> Noun:
        """A card with its colour, a yellow one with its action as well."""
        name = str(card)
        if name[0] == "y":
            action = self.phrase(f"action.{ACTION_NAME_OF[name[1:]]}")
            return self.noun("acting", n=name[1:], action=action)
        return self.noun(COLOUR_NAMES[name[0]], n=name[1:])


def by_kind(events: Sequence[Json]) -> dict[str, Json]:
    """Events by their kind, the first of each."""
    return {event["kind"]: event for event in reversed(events)}


def signed_text(number: int, plus: str = "") -> str:
    """A number with a real minus sign."""
    return f"{plus if number > 0 else ''}{number}".replace("-", "−")

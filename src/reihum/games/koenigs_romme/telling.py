"""How a game of Königs-Rommé is told, alone or with others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reihum.core.types import Json
from reihum.words.grammar import Noun
from reihum.words.teller import Teller

JOKER: Final = "*"
SIGNS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣", "x": "★"}
FACES: Final = ("J", "Q", "K")
SAID: Final = ("took", "drew", "laid", "placed")  # events that are told with their move
DEALT_BESIDE_ROUND: Final = 2  # K3: in round r everybody is dealt r + 2 cards


class Telling(Teller):
    """Where cards come from and go to, what is laid, and what is left in the end."""

    def move(self, by: int, move: str, events: Sequence[Json]) -> str:
        """A card is drawn or discarded, and what is laid with it; alone, placed."""
        if move == "stock":
            return self.draw(by, events)
        if move == "pile":
            return self.say("take", by, card=self.card(told(events, "took")["card"]))
        where, _, name = move.rpartition(" ")
        card = self.card(name)
        if where == "out":
            return self.say("out", by, laid=self.combinations(told(events, "out")), card=card)
        if where:
            return self.place(by, name, told(events, "placed"))
        if not any(event["kind"] == "laid" for event in events):
            return self.say("discard", by, card=card)
        laid = self.combinations(told(events, "laid"))
        return self.say("lay", by, laid=laid, card=card) if laid else self.say("lay_nothing", by, card=card)

    def draw(self, by: int, events: Sequence[Json]) -> str:
        """K7: from the draw pile; only who draws sees the card."""
        if by != self.listener:
            return self.say("draw", by)
        return self.say("draw", by, card=self.card(told(events, "drew")["card"]))

    def place(self, by: int, thrown: str, placed: Json) -> str:
        """K18: the card turned up goes into a hand, another one of it is discarded, or the very same."""
        if placed["card"] == thrown:
            return self.say("throw", by, card=self.card(thrown))
        facts = {"card": self.card(placed["card"]), "wild": self.wild(placed["hand"])}
        return self.say("place", by, thrown=self.card(thrown), **facts)

    def event(self, event: Json, events: Sequence[Json]) -> str:
        """What happens beside the moves."""
        kind = event["kind"]
        if kind in SAID:
            return ""  # the move has said it
        if kind == "begins":
            return self.begins(event)
        if kind == "dealt":
            return self.say("dealt", cards=self.cards(event["cards"]))
        if kind == "reshuffled":
            return self.say("reshuffled", cards=self.count(event["cards"]))
        if kind == "out":
            return self.last_turns(event["seat"])
        if kind == "round":
            return self.round(event, events)
        if kind == "finished":
            return self.say("finished", wild=self.wild(event["hand"]), laid=self.combinations(event))
        if kind == "shown":
            return self.say("shown", 0, card=self.card(event["card"]))
        return super().event(event, events)

    def begins(self, event: Json) -> str:
        """K3 to K6: a round, what is wild in it, who deals and who begins; alone, the game (K17)."""
        if event["round"] is None:
            return self.say("alone")
        cards = event["round"] + DEALT_BESIDE_ROUND
        facts = {"round": event["round"], "cards": cards, "wild": self.wild(event["wild"])}
        deals = self.say("deals", event["dealer"], card=self.card(event["card"]))
        return " ".join([self.say("begins", **facts), deals, self.say("first", event["beginner"])])

    def last_turns(self, out: int) -> str:
        """K14: everybody else has one more turn."""
        others = [seat for seat in range(len(self.names)) if seat != out]
        return self.say("last_turn", others[0]) if len(others) == 1 else self.say("last_turns")

    def round(self, event: Json, events: Sequence[Json]) -> str:
        """K15: what was left to whom, and the points so far, unless the end of the game says them anyway."""
        told = [self.say("round", round=event["round"])]
        for seat, hand in enumerate(event["hands"]):
            if hand:
                points = self.count(event["scores"][seat])
                told.append(self.say("left", seat, cards=self.cards(hand), points=points))
        if not any(other["kind"] == "game" for other in events):
            told.append(self.say("totals", standing=self.standing(event["totals"])))
        return " ".join(told)

    def end_sentence(self, event: Json) -> str:
        """The end of a game; alone it is won with all hands finished (K20)."""
        if len(self.names) > 1:
            return super().end_sentence(event)
        if event["winners"]:
            return self.say("alone_won", 0)
        return self.say("alone_lost", 0, count=self.count(event["scores"][0]))

    # -- cards ------------------------------------------------------------------------------------

    def card(self, card: object) -> Noun:
        """A card by its signs, 8♦ and Q★; aloud 'the 8 of diamonds' and 'the queen of stars'."""
        if card == JOKER:
            return self.noun("joker")
        value, suit = str(card)[:-1], str(card)[-1]
        key = f"face.{value}" if self.spoken and value in FACES else "plain"
        return self.noun(key, value=value, sign=SIGNS[suit], suit=self.phrase(f"suit.{suit}"))

    def wild(self, value: str) -> str:
        """All cards of a value: '7s', 'queens'."""
        return self.phrase(f"all.{value}" if value in FACES else "all.number", n=value)

    def combinations(self, event: Json) -> str:
        """What was laid; "" if that is nothing."""
        groups = [self.combination(*both) for both in zip(event["laid"], event["stands_for"], strict=True)]
        return "; ".join(groups) if self.spoken else f"{self.enumeration(groups)}"

    def combination(self, cards: Sequence[str], stands_for: Sequence[str]) -> str:
        """One set or run; in a run a wild says which card it stands for."""
        shown: list[Noun] = []
        for card, meant in zip(cards, stands_for, strict=True):
            if card == meant or meant[-1] not in SIGNS:  # in a set a wild stands for a value only
                shown.append(self.card(card))
            else:
                shown.append(self.noun("as", card=self.card(card), meant=self.card(meant)))
        return f"{self.enumeration(shown)}" if self.spoken else " ".join(map(format, shown))


def told(events: Sequence[Json], kind: str) -> Json:
    """The event of this kind, which is there."""
    return next(event for event in events if event["kind"] == kind)

"""The narrator of Königs-Rommé, also for one player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reihum.core.types import Json
from reihum.games.koenigs_romme.typing import JOKER_NAME, SUIT_SIGNS
from reihum.words.grammar import Noun
from reihum.words.teller import Teller, event_of

FACES: Final = ("J", "Q", "K")
TOLD_WITH_MOVE: Final = ("took", "drew", "laid", "placed")  # events that the move tells
DEALT_BESIDE_ROUND: Final = 2  # K3: in round r each player is dealt r + 2 cards


class Telling(Teller):
    """Tells where cards come from and go to, what is laid, and what is left at the end."""

    def move(self, by: int, move: str, events: Sequence[Json]) -> str:
        """A card is drawn or discarded, perhaps with combinations; in solo, a card is placed."""
        if move == "stock":
            return self.draw_sentence(by, events)
        if move == "pile":
            return self.say("take", by, card=self.card(event_of("took", events)["card"]))
        where, _, name = move.rpartition(" ")
        card = self.card(name)
        if where == "out":
            return self.say("out", by, laid=self.combinations_text(event_of("out", events)), card=card)
        if where:
            return self.place_sentence(by, name, event_of("placed", events))
        if not any(event["kind"] == "laid" for event in events):
            return self.say("discard", by, card=card)
        laid = self.combinations_text(event_of("laid", events))
        return self.say("lay", by, laid=laid, card=card) if laid else self.say("lay_nothing", by, card=card)

    def draw_sentence(self, by: int, events: Sequence[Json]) -> str:
        """K7: a card is drawn; only the player who draws sees it."""
        if by != self.listener:
            return self.say("draw", by)
        return self.say("draw", by, card=self.card(event_of("drew", events)["card"]))

    def place_sentence(self, by: int, thrown: str, placed: Json) -> str:
        """K18: the card turned up goes into a hand and another is thrown away, or it is itself."""
        if placed["card"] == thrown:
            return self.say("throw", by, card=self.card(thrown))
        facts = {"card": self.card(placed["card"]), "wild": self.wild_phrase(placed["hand"])}
        return self.say("place", by, thrown=self.card(thrown), **facts)

    def event(self, event: Json, events: Sequence[Json]) -> str:
        """What happens besides the moves."""
        kind = event["kind"]
        if kind in TOLD_WITH_MOVE:
            return ""  # the move has said it
        if kind == "begins":
            return self.begin_sentence(event)
        if kind == "dealt":
            return self.say("dealt", cards=self.cards(event["cards"]))
        if kind == "reshuffled":
            return self.say("reshuffled", cards=self.count(event["cards"]))
        if kind == "out":
            return self.last_turns_sentence(event["seat"])
        if kind == "round":
            return self.round_sentence(event, events)
        if kind == "finished":
            return self.say(
                "finished", wild=self.wild_phrase(event["hand"]), laid=self.combinations_text(event)
            )
        if kind == "shown":
            return self.say("shown", 0, card=self.card(event["card"]))
        return super().event(event, events)

    def begin_sentence(self, event: Json) -> str:
        """K3 to K6: a round, its wild, who deals and who begins; in solo, the game (K17)."""
        if event["round"] is None:
            return self.say("alone")
        cards = event["round"] + DEALT_BESIDE_ROUND
        facts = {"round": event["round"], "cards": cards, "wild": self.wild_phrase(event["wild"])}
        deals = self.say("deals", event["dealer"], card=self.card(event["card"]))
        return " ".join([self.say("begins", **facts), deals, self.say("first", event["beginner"])])

    def last_turns_sentence(self, out: int) -> str:
        """K14: everybody else has one more turn."""
        others = [seat for seat in range(len(self.names)) if seat != out]
        return self.say("last_turn", others[0]) if len(others) == 1 else self.say("last_turns")

    def round_sentence(self, event: Json, events: Sequence[Json]) -> str:
        """K15: the cards left, and the points so far, unless the end of the game tells them."""
        told = [self.say("round", round=event["round"])]
        for seat, hand in enumerate(event["hands"]):
            if hand:
                points = self.count(event["scores"][seat])
                told.append(self.say("left", seat, cards=self.cards(hand), points=points))
        if not any(other["kind"] == "game" for other in events):
            told.append(self.say("totals", standing=self.standing(event["totals"])))
        return " ".join(told)

    def end_sentence(self, event: Json) -> str:
        """The end of a game; solo is won if all hands are finished (K20)."""
        if len(self.names) > 1:
            return super().end_sentence(event)
        if event["winners"]:
            return self.say("alone_won", 0)
        return self.say("alone_lost", 0, count=self.count(event["scores"][0]))

    # -- cards ------------------------------------------------------------------------------------

    def card(self, card: object) -> Noun:
        """A card by its signs, 8♦ and Q★; aloud 'the 8 of diamonds' and 'the queen of stars'."""
        if card == JOKER_NAME:
            return self.noun("joker")
        value, suit = str(card)[:-1], str(card)[-1]
        key = f"face.{value}" if self.spoken and value in FACES else "plain"
        return self.noun(key, value=value, sign=SUIT_SIGNS[suit], suit=self.phrase(f"suit.{suit}"))

    def wild_phrase(self, value: str) -> str:
        """All cards of a value: '7s', 'queens'."""
        return self.phrase(f"all.{value}" if value in FACES else "all.number", n=value)

    def combinations_text(self, event: Json) -> str:
        """What was laid; "" if nothing was."""
        groups = [
            self.combination_text(*both) for both in zip(event["laid"], event["stands_for"], strict=True)
        ]
        return "; ".join(groups) if self.spoken else f"{self.enumeration(groups)}"

    def combination_text(self, cards: Sequence[str], stands_for: Sequence[str]) -> str:
        """One set or run; in a run a wild says which card it stands for."""
        shown: list[Noun] = []
        for card, meant in zip(cards, stands_for, strict=True):
            if card == meant or meant[-1] not in SUIT_SIGNS:  # in a set a wild stands only for a value
                shown.append(self.card(card))
            else:
                shown.append(self.noun("as", card=self.card(card), meant=self.card(meant)))
        return f"{self.enumeration(shown)}" if self.spoken else " ".join(map(format, shown))

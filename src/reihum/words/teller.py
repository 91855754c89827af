"""What all games tell alike, and the tools with which each game tells the rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from reihum.core.types import Json
from reihum.words import Count, Words
from reihum.words.grammar import Listed, Noun, Who, finished


class Heard(Protocol):
    """One move as somebody heard it, with what came of it."""

    @property
    def by(self) -> int | None:
        """Whose move, if that was heard."""

    @property
    def move(self) -> str | None:
        """Which, if that was heard."""

    @property
    def events(self) -> list[Json]:
        """What came of it."""


class Teller:
    """Turns what one listener heard into sentences of one language."""

    def __init__(self, words: Words, names: Sequence[str], listener: int | None, spoken: bool) -> None:
        self.words = words
        self.names = names
        self.listener = listener
        self.spoken = spoken  # cards in words, for the ear, instead of symbols

    def sentences(self, heard: Heard) -> list[str]:
        """A move and all that came of it, as this listener heard it."""
        return self.told(heard.by, heard.move, heard.events)

    def told(self, by: int | None, move: str | None, events: Sequence[Json]) -> list[str]:
        """First the move, if it was heard, then what came of it."""
        moved = "" if by is None or move is None else self.move(by, move, events)
        return [sentence for sentence in (moved, *self.happened(events)) if sentence]

    def happened(self, events: Sequence[Json]) -> list[str]:
        """Events alone: a deal, or what followed a move."""
        told = [self.event(event, events) for event in events]
        return [sentence for sentence in told if sentence]

    def taken_back(self, by: int) -> str:
        """Somebody takes the own last move back."""
        return self.say("taken_back", by)

    # -- what each game tells in its own way ------------------------------------------------------

    def move(self, by: int, move: str, events: Sequence[Json]) -> str:
        """A move; the events that came with it may be needed to tell it."""
        raise NotImplementedError

    def event(self, event: Json, events: Sequence[Json]) -> str:
        """One event among those that happened together; "" if another sentence has said it already."""
        kind: str = event["kind"]
        if kind == "game":
            return self.ended(event)
        raise NotImplementedError(kind)

    def card(self, card: object) -> Noun:
        """A card of this game."""
        raise NotImplementedError

    # -- tools ------------------------------------------------------------------------------------

    def say(self, key: str, by: int | None = None, **facts: object) -> str:
        """The sentence under a key; `by` is its subject, and a listener is spoken to."""
        if by is not None:
            facts["by"] = self.who(by)
            if by == self.listener:
                key += "_you"
        return finished(self.words(f"told.{key}", **facts), self.words.lang)

    def phrase(self, key: str, **facts: object) -> str:
        """A part of a sentence."""
        return self.words(f"told.{key}", **facts)

    def who(self, seat: int) -> Who:
        """A player: the listener is 'you'."""
        return Who(self.names[seat], self.words("told.you") if seat == self.listener else None)

    def all_of(self, seats: Sequence[int]) -> Listed:
        """Several players, the listener last."""
        others = [seat for seat in seats if seat != self.listener]
        return self.listed([self.who(seat) for seat in [*others, *(s for s in seats if s == self.listener)]])

    def cards(self, cards: Sequence[object]) -> Listed:
        """Several cards."""
        return self.listed([self.card(card) for card in cards])

    def noun(self, key: str, **facts: object) -> Noun:
        """A card by its entry in the catalogue; read aloud it may have another one."""
        if self.spoken and self.words.get(f"told.spoken.{key}", ""):
            return Noun(self.words(f"told.spoken.{key}", **facts))
        return Noun(self.words(f"told.card.{key}", **facts))

    def listed(self, things: Sequence[object]) -> Listed:
        """Several things joined as this language does."""
        return Listed(things, self.words("told.and"))

    def standing(self, numbers: Sequence[int]) -> Listed:
        """A number for every player: 'Ada 3, Ben 0 and you 5'."""
        pairs = [f"{self.who(seat)} {number}" for seat, number in enumerate(numbers)]
        return self.listed(pairs)

    def count(self, number: int) -> Count:
        """A number of things."""
        return Count(number)

    def ended(self, event: Json) -> str:
        """The end of a game: scores, and who has won."""
        standing = self.say("ended", standing=self.standing(event["scores"]))
        return f"{standing} {self.won(event['winners'])}"

    def won(self, winners: Sequence[int]) -> str:
        """Who has won."""
        if len(winners) == 1:
            return self.say("won", by=winners[0])
        key = "shared_you" if self.listener in winners else "shared"
        return self.say(key, winners=self.all_of(winners))


def event_of(kind: str, events: Sequence[Json]) -> Json:
    """The first event of a kind, of which there must be one."""
    return next(event for event in events if event["kind"] == kind)

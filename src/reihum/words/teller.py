"""The part of the narrator that all games share, and the tools each game builds its own sentences with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from reihum.core.types import Json
from reihum.words import Count, Words
from reihum.words.grammar import Enumeration, Noun, Who, finish_sentence


class HeardMove(Protocol):
    """All that a narrator needs of a move: what somebody heard of it, and of what followed."""

    @property
    def by(self) -> int | None:
        """Whose move it was, if that was heard."""

    @property
    def move(self) -> str | None:
        """Which move it was, if that was heard."""

    @property
    def events(self) -> list[Json]:
        """What followed from it."""


class Teller:
    """Turns what one listener heard into sentences in one language."""

    def __init__(self, words: Words, names: Sequence[str], listener: int | None, spoken: bool) -> None:
        self.words = words
        self.names = names
        self.listener = listener
        self.spoken = spoken  # cards as words instead of symbols, for listening

    def sentences(self, heard: HeardMove) -> list[str]:
        """The move, if this listener heard it, then what followed from it."""
        by, move, events = heard.by, heard.move, heard.events
        moved = "" if by is None or move is None else self.move(by, move, events)
        return [sentence for sentence in (moved, *self.event_sentences(events)) if sentence]

    def event_sentences(self, events: Sequence[Json]) -> list[str]:
        """Events without a move: a deal, or what followed from a move."""
        found = [self.event(event, events) for event in events]
        return [sentence for sentence in found if sentence]

    def undo_sentence(self, by: int) -> str:
        """Somebody takes back their own last move."""
        return self.say("taken_back", by)

    def mixed_again_sentence(self, missing: Sequence[int]) -> str:
        """The cards were mixed again, because these seats did not say what they had promised to add."""
        if len(missing) == 1:
            return self.say("mixed_again", missing[0])
        key = "mixed_again_more_you" if self.listener in missing else "mixed_again_more"
        return self.say(key, names=self.all_of(missing))

    # -- what each game says in its own way -------------------------------------------------------

    def move(self, by: int, move: str, events: Sequence[Json]) -> str:
        """A move; the sentence may need the events that came with it."""
        raise NotImplementedError

    def event(self, event: Json, events: Sequence[Json]) -> str:
        """One of the events that happened together; "" if another sentence already covers it."""
        kind: str = event["kind"]
        if kind == "game":
            return self.end_sentence(event)
        raise NotImplementedError(kind)

    def card(self, card: object) -> Noun:
        """A card of this game."""
        raise NotImplementedError

    # -- tools ------------------------------------------------------------------------------------

    def say(self, key: str, by: int | None = None, **facts: object) -> str:
        """The sentence under a key; `by` is its subject, addressed as 'you' if it is the listener."""
        if by is not None:
            facts["by"] = self.who(by)
            if by == self.listener:
                key += "_you"
        return finish_sentence(self.words(f"told.{key}", **facts), self.words.lang)

    def phrase(self, key: str, **facts: object) -> str:
        """A part of a sentence."""
        return self.words(f"told.{key}", **facts)

    def who(self, seat: int) -> Who:
        """A player; the listener is 'you'."""
        return Who(self.names[seat], self.words("told.you") if seat == self.listener else None)

    def all_of(self, seats: Sequence[int]) -> Enumeration:
        """A list of players, the listener last."""
        others = [seat for seat in seats if seat != self.listener]
        return self.enumeration(
            [self.who(seat) for seat in [*others, *(s for s in seats if s == self.listener)]]
        )

    def cards(self, cards: Sequence[object]) -> Enumeration:
        """A list of cards."""
        return self.enumeration([self.card(card) for card in cards])

    def noun(self, key: str, **facts: object) -> Noun:
        """A card by its entry in the catalogue; there may be another entry for reading aloud."""
        if self.spoken and self.words.get(f"told.spoken.{key}", ""):
            return Noun(self.words(f"told.spoken.{key}", **facts))
        return Noun(self.words(f"told.card.{key}", **facts))

    def enumeration(self, things: Sequence[object]) -> Enumeration:
        """A list of things, joined as this language does it."""
        return Enumeration(things, self.words("told.and"))

    def standing(self, numbers: Sequence[int]) -> Enumeration:
        """A number for every player: 'Ada 3, Ben 0 and you 5'."""
        pairs = [f"{self.who(seat)} {number}" for seat, number in enumerate(numbers)]
        return self.enumeration(pairs)

    def count(self, number: int) -> Count:
        """A number of things."""
        return Count(number)

    def end_sentence(self, event: Json) -> str:
        """The end of a game: the scores, and who won."""
        standing = self.say("ended", standing=self.standing(event["scores"]))
        return f"{standing} {self.win_sentence(event['winners'])}"

    def win_sentence(self, winners: Sequence[int]) -> str:
        """Who won."""
        if len(winners) == 1:
            return self.say("won", by=winners[0])
        key = "shared_you" if self.listener in winners else "shared"
        return self.say(key, winners=self.all_of(winners))


def event_of(kind: str, events: Sequence[Json]) -> Json:
    """The first event of a kind, of which there must be one."""
    return next(event for event in events if event["kind"] == kind)

"""What a language model is told at its seat: only what that seat may know, as text and as JSON.

Everything here is made from three things that any player has: the view of its seat, whether it owes a
decision, and what it has heard.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from reihum.core.kinds import PROGRAM
from reihum.core.types import Json, View
from reihum.games.spec import Spec
from reihum.words.drawing import table_text, view_fields, view_text

YOUR_TURN = "your turn"
WAITING = "waiting"
NOT_BEGUN = "not begun"
OVER = "over"


@dataclass(frozen=True)
class Wrong:
    """Why a move was not made, with the rule if one forbids it."""

    kind: str  # over, turn, unknown, refused, or another kind that a table knows
    rule: str | None
    text: str


@dataclass
class Story:
    """What a seat has heard, as sentences, each under the number of its move."""

    told: list[tuple[int, str]] = field(default_factory=list)
    end: Json | None = None  # the event that ended the game
    _read: int = 0  # how many sentences have been passed on

    def add(self, number: int, sentences: Sequence[str], events: Sequence[Json]) -> None:
        """A move, and what followed from it."""
        self.told += [(number, sentence) for sentence in sentences]
        self.end = next((event for event in events if event["kind"] == "game"), self.end)

    def news(self, since: int | None) -> list[str]:
        """What was not passed on before, or all after the move with this number."""
        fresh = self.told[self._read :] if since is None else [each for each in self.told if each[0] > since]
        self._read = len(self.told)
        return [sentence for _, sentence in fresh]


@dataclass(frozen=True)
class Sight:
    """A seat at one moment."""

    of: Spec
    lang: str
    seat: int
    names: Sequence[str]
    view: View | None  # None: the cards are not dealt yet
    owes: bool
    moves_made: int
    end: Json | None = None

    @property
    def status(self) -> str:
        """What the game is waiting for."""
        if self.end is not None:
            return OVER
        if self.view is None:
            return NOT_BEGUN
        return YOUR_TURN if self.owes else WAITING

    def json(self, news: Sequence[str], with_moves: bool) -> Json:
        """Everything; without moves, nothing from which the legal ones could be read off."""
        found: Json = {
            "game": self.of.slug,
            "status": self.status,
            "seat": self.seat,
            "players": list(self.names),
            "moves_made": self.moves_made,
            "happened": list(news),
        }
        if self.view is not None:
            found["view"] = self.view if with_moves else self.for_people(self.view)
        if self.end is not None:
            found |= {"scores": self.end["scores"], "winners": self.end["winners"]}
        return found

    def for_people(self, view: View) -> View:
        """A view without what is meant for programs."""
        fields = view_fields(self.of.view_types, view)
        return {name: value for name, value in view.items() if fields[name].kind != PROGRAM}

    def text(self, news: Sequence[str]) -> str:
        """The same to read: what happened, the table, and who decides next."""
        return "\n\n".join(part for part in ("\n".join(news), self.table(), self.standing()) if part)

    def table(self) -> str:
        """What lies on the table and in the hand."""
        if self.view is None:
            return ""
        seen = view_text(self.of.view_types, self.view, self.names, self.of.words(self.lang))
        return table_text(self.of.title, seen, self.names)

    def standing(self) -> str:
        """Who decides next, in a sentence."""
        say = self.of.words(self.lang)
        name = self.names[self.seat]
        if self.status == WAITING and self.view is not None:
            others = [str(self.names[seat]) for seat in self.view["owes"]]
            return say("model.waiting", name=name, seat=self.seat, others=", ".join(others))
        return say(f"model.{self.status.replace(' ', '_')}", name=name, seat=self.seat)

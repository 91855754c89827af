"""A game in this process: a language model against bots."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from reihum.bots import USUAL_LEVEL, Entrant, Player, fill_seats, players
from reihum.core.dealer import SEED_LIMIT, Seeded
from reihum.core.errors import ReihumError
from reihum.core.names import LONGEST_NAME
from reihum.match import Match, checked_seat, game
from reihum.mcp.sight import Sight, Story, Wrong

SPREAD: Final = 1_000_003  # so that the bots' chance has nothing to do with that of the cards


@dataclass(frozen=True)
class GamePlan:
    """What to play, and against whom."""

    slug: str
    players: int | None = None
    bots: Sequence[Entrant] = (USUAL_LEVEL,)
    options: Sequence[str] = ()
    seat: int = 0  # of the language model
    seed: int | None = None
    worlds: int | None = None
    name: str = "You"
    record: Path | None = None

    def begin(self, lang: str) -> GameHere:
        """A new game, in which all seats before the model's own first decision have moved."""
        of = game(self.slug)
        seats = self.players if self.players is not None else max(2, of.players[0])
        of.checked_players(seats)
        seat = checked_seat(self.seat, seats)
        line_up = fill_seats(list(self.bots), seats - 1) if seats > 1 else []
        match = of.start(seats, self.seed, dict.fromkeys(self.options, True))
        others = [each for each in range(seats) if each != seat]
        seated = dict(zip(others, players(line_up, self._seeds(len(others)), self.worlds), strict=True))
        names = [self.name if each == seat else f"{seated[each].name} {each}" for each in range(seats)]
        match.names = [name[-LONGEST_NAME:] for name in names]
        return GameHere(match, seated, seat, lang, self.record)

    def _seeds(self, count: int) -> list[int]:
        """Seeds for the bots, who must not share that of the dealer: they could foresee the cards."""
        if self.seed is None:
            return [int.from_bytes(os.urandom(7), "big") for _ in range(count)]
        chance = Seeded(self.seed * SPREAD % SEED_LIMIT)
        return [int(chance.below(2**31)) for _ in range(count)]


class GameHere:
    """One game, as the seat of a language model sees it."""

    def __init__(
        self, match: Match, bots: Mapping[int, Player], seat: int, lang: str, record: Path | None = None
    ) -> None:
        self.match, self.bots, self.seat, self.lang, self.record = match, bots, seat, lang, record
        self.of = match.game.spec
        self.names = match.names or match.seat_names()
        self.story = Story()
        self._told = 0  # moves that are part of the story
        self._teller = self.of.teller(lang, self.names, seat)
        dealt = match.dealt(seat)
        self.story.add(0, self._teller.event_sentences(dealt), dealt)
        for at, bot in bots.items():
            bot.begin(self.of, match.seats, at, match.options, bot.seed)

    async def look(self, wait: float) -> Sight:
        """What the seat may know once all others have made their moves; nobody waits for a clock here."""
        await asyncio.to_thread(self._let_others_move)
        match = self.match
        owes = self.seat in match.owes()
        view = match.view(self.seat)
        return Sight(
            self.of, self.lang, self.seat, self.names, view, owes, len(match.history), self.story.end
        )

    def moves(self) -> list[str]:
        """The legal moves of the seat."""
        return self.match.moves(self.seat)

    async def play(self, move: str) -> Wrong | None:
        """Make a move, or say why not."""
        mistake = self.match.attempt(move, self.seat)
        if mistake is not None:
            return Wrong(mistake.kind, mistake.rule, mistake.text(self.lang))
        self._moved()
        return None

    async def leave(self) -> None:
        """There is nobody to tell but the bots."""
        for bot in self.bots.values():
            bot.close()

    def _let_others_move(self) -> None:
        """Let bots move until the seat owes a decision, or the game is over."""
        match = self.match
        while (turn := match.turn) is not None and self.seat not in match.owes():
            match.make(turn, int(self.bots[turn].policy.choose(match.state.side(turn))))
            self._moved()

    def _moved(self) -> None:
        """A move was made: everybody hears it."""
        match = self.match
        for at, bot in self.bots.items():
            bot.listen(match, at)
        for heard in match.since(self.seat, self._told):
            self.story.add(heard.number, self._teller.sentences(heard), heard.events)
        self._told = len(match.history)
        if self.record is not None:
            save(self.record, match.record(secret=True))
        if match.over:
            for bot in self.bots.values():
                bot.end(match.scores(), match.winners())


def save(path: Path, record: str) -> None:
    """Write a record; being interrupted loses nothing."""
    draft = path.with_name(f".{path.name}.draft")
    try:
        draft.write_text(record, encoding="utf-8")
        os.replace(draft, path)
    except OSError as error:
        raise ReihumError(f"{path} could not be written: {error.strerror}.") from None

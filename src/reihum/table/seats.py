"""The seats of a live table: open, or taken by a person, one of our bots, or a program over the wire."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from reihum.bots import USUAL_LEVEL
from reihum.core.promises import Part
from reihum.table.log import Chair, SeatKind

STAND_IN: Final = USUAL_LEVEL  # the bot that plays on for a player who left or stays away
BOT_NAMES: Final = ("Ada", "Ben", "Cleo", "Dov", "Eva", "Finn", "Gus")


@dataclass
class TableSeat:
    """One seat as it is now."""

    name: str = ""
    player: str = ""  # whose it is, even while a bot plays on
    bot: str = ""  # which of our bots sits there; empty for a person
    program: str = ""  # the name of a program that plays over the wire
    left: bool = False  # its player has left, and a bot plays on
    forgotten: bool = False  # its player wanted to be forgotten, and never comes back
    greeted: bool = False  # its player said hello before the deal
    nonce: str = ""  # that its player said openly
    promise: str = ""  # of a nonce that its player keeps until the list of all promises is fixed
    answered: int = 0  # decisions answered for this seat, taken back or not
    asked_at: float | None = None  # since when it owes a decision

    @property
    def open(self) -> bool:
        """Whether anybody may sit down here."""
        return not self.player and not self.bot and not self.forgotten

    @property
    def for_person(self) -> bool:
        """Whether a person has this seat, even while a bot plays on for them, or may still take it."""
        return self.open or (bool(self.player) and not self.program)

    @property
    def by_bot(self) -> bool:
        """Whether one of our bots decides for this seat."""
        return bool(self.bot) or self.left

    @property
    def present(self) -> bool:
        """Whether its player sits here: a person, or a program over the wire."""
        return bool(self.player) and not self.left

    @property
    def kind(self) -> SeatKind:
        """How the seat is shown."""
        if self.open:
            return "open"
        if self.forgotten and not self.bot:  # the game was over before
            return "bot" if self.program else "human"
        return "human" if self.present and not self.program else "bot"

    @property
    def bot_shown(self) -> str | None:
        """Which bot decides here, if one does."""
        if self.left:
            return STAND_IN
        return self.bot or self.program or None

    @property
    def part(self) -> Part:
        """What it adds to the deal: bots, free seats, and players who have left add nothing."""
        if self.bot or self.open:
            return Part("", "", True)
        if self.left:
            return Part()
        return Part(self.promise) if self.promise else Part("", self.nonce)

    def vacate(self) -> None:
        """Make the seat open again."""
        self.name = self.player = self.bot = self.program = self.nonce = self.promise = ""
        self.left = self.greeted = False

    def forget(self, neutral: str, over: bool) -> None:
        """Take the player away for good; a game that goes on is played on by a bot."""
        self.player, self.name, self.left, self.forgotten = "", neutral, False, True
        if not over:
            self.bot, self.program = STAND_IN, ""


def neutral_name(seat: int) -> str:
    """The name of a player who has none, or wants to be forgotten."""
    return f"Player {seat + 1}"


def seat_from(chair: Chair) -> TableSeat:
    """A seat as it was when the table was opened."""
    return TableSeat(chair.name, chair.player, chair.bot, chair.program, chair.left)


def bot_names(taken: list[str], count: int) -> list[str]:
    """Names for this many bots that nobody at the table has."""
    free = [name for name in BOT_NAMES if name not in taken]
    numbered = [f"Bot {number}" for number in range(1, count + 1)]
    return (free + numbered)[:count]

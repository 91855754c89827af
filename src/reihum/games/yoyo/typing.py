"""What people type in YoYo."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, Final

from reihum.games.yoyo.cards import COLOUR_LETTERS
from reihum.words import Words
from reihum.words.lines import Line
from reihum.words.typing import GameTyping, Named
from reihum.words.vocabulary import usual

SIGN_OF_DIRECTION: Final = {"up": "^", "down": "v"}
DIRECTION_OF_COLOUR: Final = {"b": "up", "r": "down"}  # Y6: the direction of each colour
TAKE_VERB: Final = "take"  # Y19


class Typing(GameTyping):
    """Reads cards with a colour and perhaps a direction, and players to take cards from."""

    whole: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType(
        {"stop": ("stop",), "draw": ("draw",), "keep": ("keep",)}
    )
    begin: ClassVar = ("slide", TAKE_VERB)
    left_out: ClassVar = ("slide",)
    late: ClassVar = frozenset({"stop"})  # Y15: a series that cannot go on has ended by itself
    alike: ClassVar = re.compile("[0-9]+|(?<![a-z])[bry](?=[0-9])")

    def card(self, line: Line) -> Named | None:
        """`b13`, `blue 13`, `13 blue`, `y15^`, `y15 up`; a number on its own is half a card."""
        colours = line.meant("colour")
        if colours:
            line.take()
        if not (number := line.number()):
            return None
        if not colours and (colours := line.meant("colour")):
            line.take()
        ways = line.meant("way")
        if ways:
            line.take()
        texts = [text for colour in colours or COLOUR_LETTERS for text in card_texts(colour, number, ways)]
        return Named(tuple(texts), half=not colours) if texts else None

    def object_of(self, line: Line, verb: str) -> Named | None:
        """A card, or a player to take cards from."""
        if verb == TAKE_VERB:
            return named_player(line, by_seat=True)
        begun = line.at
        named = self.card(line)
        if named is None and not verb:
            line.at = begun
            return named_player(line, by_seat=False)
        return named

    def shown(self, move: str, names: Sequence[str], say: Words) -> str:
        """A move as the player would type it: a player by name."""
        word, _, rest = move.rpartition(" ")
        if word == TAKE_VERB:
            return f"{usual('move', TAKE_VERB, say)} {names[int(rest)]}"
        return super().shown(move, names, say)


def card_texts(colour: str, number: str, ways: tuple[str, ...]) -> list[str]:
    """The texts of a card with the direction that was named; a yellow one without may still need it."""
    if colour == "y":
        return [f"y{number}{SIGN_OF_DIRECTION[way]}" for way in ways] or [
            f"y{number}{end}" for end in ("", "^", "v")
        ]
    return [] if ways and DIRECTION_OF_COLOUR[colour] not in ways else [f"{colour}{number}"]


def named_player(line: Line, by_seat: bool) -> Named | None:
    """The moves that take cards from a player, given by name or by the number of the seat."""
    seats = line.players(by_seat)
    return Named(tuple(f"{TAKE_VERB} {seat}" for seat in seats), whole=True) if seats else None

"""What people type in YoYo."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, Final

from reihum.games.yoyo.cards import COLOUR_LETTERS
from reihum.words import Words
from reihum.words.lines import Line
from reihum.words.typing import Candidates, GameTyping
from reihum.words.vocabulary import usual_word

SIGN_OF_DIRECTION: Final = {"up": "^", "down": "v"}
DIRECTION_OF_COLOUR: Final = {"b": "up", "r": "down"}  # Y6: the direction of each colour
TAKE_VERB: Final = "take"  # Y19


class Typing(GameTyping):
    """Reads cards with a colour and perhaps a direction, and players to take cards from."""

    whole_verbs: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType(
        {"stop": ("stop",), "draw": ("draw",), "keep": ("keep",)}
    )
    leading_verbs: ClassVar = ("slide", TAKE_VERB)
    optional_verbs: ClassVar = ("slide",)
    automatic_moves: ClassVar = frozenset({"stop"})  # Y15: a series that cannot go on has ended by itself
    varying_part: ClassVar = re.compile("[0-9]+|(?<![a-z])[bry](?=[0-9])")

    def card(self, line: Line) -> Candidates | None:
        """`b13`, `blue 13`, `13 blue`, `y15^`, `y15 up`; a number on its own is half a card."""
        colours = line.meanings("colour")
        if colours:
            line.take()
        if not (number := line.number()):
            return None
        if not colours and (colours := line.meanings("colour")):
            line.take()
        ways = line.meanings("way")
        if ways:
            line.take()
        texts = [text for colour in colours or COLOUR_LETTERS for text in card_texts(colour, number, ways)]
        return Candidates(tuple(texts), incomplete=not colours) if texts else None

    def object_of(self, line: Line, verb: str) -> Candidates | None:
        """A card, or a player to take cards from."""
        if verb == TAKE_VERB:
            return named_player(line, by_seat=True)
        begun = line.at
        named = self.card(line)
        if named is None and not verb:
            line.at = begun
            return named_player(line, by_seat=False)
        return named

    def spelling(self, move: str, names: Sequence[str], say: Words) -> str:
        """A move as the player would type it: a player by name."""
        word, _, rest = move.rpartition(" ")
        if word == TAKE_VERB:
            return f"{usual_word('move', TAKE_VERB, say)} {names[int(rest)]}"
        return super().spelling(move, names, say)


def card_texts(colour: str, number: str, ways: tuple[str, ...]) -> list[str]:
    """The texts of a card with the direction that was named; a yellow one without may still need it."""
    if colour == "y":
        return [f"y{number}{SIGN_OF_DIRECTION[way]}" for way in ways] or [
            f"y{number}{end}" for end in ("", "^", "v")
        ]
    return [] if ways and DIRECTION_OF_COLOUR[colour] not in ways else [f"{colour}{number}"]


def named_player(line: Line, by_seat: bool) -> Candidates | None:
    """The moves that take cards from a player, given by name or by the number of the seat."""
    seats = line.players(by_seat)
    return Candidates(tuple(f"{TAKE_VERB} {seat}" for seat in seats), are_moves=True) if seats else None

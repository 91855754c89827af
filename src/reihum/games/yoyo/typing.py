"""What people type in YoYo."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, Final

from reihum.words import Words
from reihum.words.lines import Line
from reihum.words.typing import Candidates, GameTyping
from reihum.words.vocabulary import usual_word

COLOURS: Final = "bry"
WAYS: Final = {"up": "^", "down": "v"}
AGREES: Final = {"b": "up", "r": "down"}  # Y6: the direction that a colour has anyway
TAKE: Final = "take"  # Y19


class Typing(GameTyping):
    """Cards with a colour and perhaps a direction, and players from whom to take."""

    whole_verbs: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType(
        {"stop": ("stop",), "draw": ("draw",), "keep": ("keep",)}
    )
    leading_verbs: ClassVar = ("slide", TAKE)
    optional_verbs: ClassVar = ("slide",)
    automatic_moves: ClassVar = frozenset({"stop"})  # Y15: where a series cannot go on it has ended by itself
    varying_part: ClassVar = re.compile("[0-9]+|(?<![a-z])[bry](?=[0-9])")

    def card(self, line: Line) -> Candidates | None:
        """`b13`, `blue 13`, `13 blue`, `y15^`, `y15 up`; a number alone is half a card."""
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
        texts = [text for colour in colours or COLOURS for text in directed(colour, number, ways)]
        return Candidates(tuple(texts), incomplete=not colours) if texts else None

    def object_of(self, line: Line, verb: str) -> Candidates | None:
        """A card, or a player to take cards from."""
        if verb == TAKE:
            return player(line, by_seat=True)
        begun = line.at
        named = self.card(line)
        if named is None and not verb:
            line.at = begun
            return player(line, by_seat=False)
        return named

    def spelling(self, move: str, names: Sequence[str], say: Words) -> str:
        """A move as the player would type it: a player by name."""
        word, _, rest = move.rpartition(" ")
        if word == TAKE:
            return f"{usual_word('move', TAKE, say)} {names[int(rest)]}"
        return super().spelling(move, names, say)


def directed(colour: str, number: str, ways: tuple[str, ...]) -> list[str]:
    """A card with the direction that was named; a yellow one without may still need it."""
    if colour == "y":
        return [f"y{number}{WAYS[way]}" for way in ways] or [f"y{number}{end}" for end in ("", "^", "v")]
    return [] if ways and AGREES[colour] not in ways else [f"{colour}{number}"]


def player(line: Line, by_seat: bool) -> Candidates | None:
    """To take cards from a player, by name or by the number of the seat, as moves are written."""
    seats = line.players(by_seat)
    return Candidates(tuple(f"{TAKE} {seat}" for seat in seats), are_moves=True) if seats else None

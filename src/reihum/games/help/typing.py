"""What people type in HELP!."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Final

from reihum.words.lines import SHORT_NUMBER, Line
from reihum.words.typing import Candidates, GameTyping

PLACE_RANGE: Final = range(1, 7)  # H9: the row holds at most six cards
NUMBER_RANGE: Final = range(1, 12)  # H1


class Typing(GameTyping):
    """Reads numbers, special cards and their places in the row."""

    whole_verbs: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType({"help": ("help",)})
    leading_verbs: ClassVar = ("call", "give", "back")
    optional_verbs: ClassVar = ("call", "give", "back")

    def card(self, line: Line) -> Candidates | None:
        """`7`, `Z`, `N`, `J@2` or `joker 2`, `S7@3` or `switch 7 3`; without a place, all places."""
        if number := line.number():
            return Candidates((number,))
        if not (kinds := line.meanings("special")):
            return None
        line.take()
        kind = kinds[0]
        if kind == "J":
            places = numbers_at(line, PLACE_RANGE)
            return Candidates(tuple(f"J@{place}" for place in places) + (("J",) if len(places) > 1 else ()))
        if kind == "S":
            numbers = numbers_at(line, NUMBER_RANGE)
            places = numbers_at(line, PLACE_RANGE) if len(numbers) == 1 else list(PLACE_RANGE)
            every = tuple(f"S{number}@{place}" for number in numbers for place in places)
            return Candidates(every + (("S",) if len(numbers) > 1 else ()))
        return Candidates((kind,))


def numbers_at(line: Line, several: range) -> list[int]:
    """The number that follows, with or without an @; if there is none, all of them."""
    if line.peek() == "@" and SHORT_NUMBER.fullmatch(line.peek(1)):
        line.take()
    number = line.number()
    return [int(number)] if number else list(several)

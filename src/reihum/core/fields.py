"""Reads positions from JSON, and memories from views, with a sentence for anything that is wrong."""

from __future__ import annotations

from reihum.core.errors import BadPosition
from reihum.core.types import Json


class PositionFields:
    """The fields of a position; each is read once, and any that is left over is refused."""

    def __init__(self, position: Json, game: str) -> None:
        self.rest: Json = {str(name): value for name, value in position.items()}
        self.game = game
        if self.rest.pop("game", game) != game:
            raise BadPosition(f"This is not a position of {game}.")

    def has(self, name: str) -> bool:
        """Whether a field is there and has not been read."""
        return name in self.rest

    def refuse_rest(self) -> None:
        """Refuse any fields that were not read."""
        if self.rest:
            raise BadPosition(f"A position of {self.game} has no field '{min(self.rest)}'.")

    def take(self, name: str, default: object) -> object:
        """A field as given, or the default if it is missing."""
        return self.rest.pop(name, default)

    def number(self, name: str, default: int, low: int, high: int) -> int:
        """A whole number from low to high."""
        return whole_number(self.take(name, default), f"'{name}'", low, high)

    def flag(self, name: str, default: bool) -> bool:
        """True or false."""
        value = self.take(name, default)
        if not isinstance(value, bool):
            raise BadPosition(f"'{name}' must be true or false.")
        return value

    def options(self, *names: str) -> dict[str, bool]:
        """The options of a game by name; missing ones are off."""
        given = self.take("options", {})
        if not isinstance(given, dict):
            raise BadPosition("'options' must be an object.")
        inner = PositionFields(given, self.game)
        found = {name: inner.flag(name, False) for name in names}
        inner.refuse_rest()
        return found

    def word(self, name: str, default: str, words: list[str]) -> str:
        """One of the given words."""
        value = self.take(name, default)
        if not isinstance(value, str) or value not in words:
            raise BadPosition(f"'{name}' must be one of {', '.join(words)}.")
        return value

    def seat(self, name: str, default: int | None, seats: int) -> int | None:
        """A seat, or null."""
        value = self.take(name, default)
        return None if value is None else whole_number(value, f"'{name}'", 0, seats - 1)

    def items(self, name: str, default: list[object] | None, length: int | None = None) -> list[object]:
        """A list, of the given length if there is one; it must be there unless there is a default."""
        value = self.take(name, default)
        if value is None:
            raise BadPosition(f"A position of {self.game} needs '{name}'.")
        if not isinstance(value, list):
            raise BadPosition(f"'{name}' must be a list.")
        if length is not None and len(value) != length:
            raise BadPosition(f"'{name}' must have {length} entries, one per seat.")
        return list(value)

    def numbers(self, name: str, default: list[int], low: int, high: int) -> list[int]:
        """As many whole numbers as the default has."""
        given = self.items(name, [int(n) for n in default], len(default))
        return [whole_number(value, f"'{name}'", low, high) for value in given]


def whole_number(value: object, name: str, low: int, high: int) -> int:
    """A whole number from low to high (true and false are not numbers)."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadPosition(f"{name} must be a whole number from {low} to {high}.")
    return value


def lists_by_seat(value: object, name: str, seats: int) -> list[list[object]]:
    """One list for each seat."""
    lists = inner_list(value, name)
    if len(lists) != seats:
        raise BadPosition(f"{name} must have {seats} entries, one per seat.")
    return [inner_list(each, name) for each in lists]


def sets_by_seat(value: object, name: str, seats: int, low: int, high: int) -> list[int]:
    """One list of different whole numbers for each seat, as sets: bit n for n."""
    found: list[int] = []
    for each in lists_by_seat(value, name, seats):
        numbers = [whole_number(number, name, low, high) for number in each]
        if len(set(numbers)) < len(numbers):
            raise BadPosition(f"{name} must name every number once.")
        found.append(sum(1 << number for number in numbers))
    return found


def inner_list(value: object, name: str) -> list[object]:
    """A list within a list."""
    if not isinstance(value, list):
        raise BadPosition(f"{name} must be a list.")
    return list(value)

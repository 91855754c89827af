"""What people type in 23."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, Final

from reihum.words.lines import Line
from reihum.words.typing import Candidates, GameTyping, TypedStep, verbs_in

TIMES: Final = ("x", "×", "*")
MOST_ALIKE: Final = 3  # T1
LAY_PATTERN: Final = re.compile(r"([1-9][0-9]?)(?:x([0-9]+))?(?:\+([0-9]+))?", re.ASCII)


class Typing(GameTyping):
    """Numbers, how many of them, and bonus chips."""

    whole_verbs: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType(
        {"pass": ("pass",), "force": ("force",), "leave": ("leave",)}
    )
    leading_verbs: ClassVar = ("put",)
    optional_verbs: ClassVar = ("put",)

    def card(self, line: Line) -> Candidates | None:
        """`8`, `8x2`, `8x2+1`; also `2x8` where it has only one meaning."""
        value, count, chips = line.number(), "1", "0"
        if value and line.peek() in TIMES:
            line.take()
            count = line.number()
            if count and int(count) > MOST_ALIKE >= int(value):
                value, count = count, value
        if value and line.peek() == "+":
            line.take()
            chips = line.number()
        return (
            Candidates((value + times_text(count) + plus_text(chips),)) if value and count and chips else None
        )

    def merge_steps(self, found: list[TypedStep], legal: Sequence[str]) -> list[TypedStep]:
        """Sort cards to be put away (T4a); make one lay of a number that was typed more than once."""
        return sorted(found, key=put_order) if verbs_in(legal) == {"put"} else merge_lays(found)


def times_text(count: str) -> str:
    """How many cards, as in a move; "" for one."""
    return f"x{count}" if count != "1" else ""


def plus_text(chips: str) -> str:
    """How many bonus chips, as in a move; "" for none."""
    return f"+{chips}" if chips != "0" else ""


def put_order(step: TypedStep) -> int:
    """T4a: cards are put away in ascending order, whatever the order in which they were typed."""
    found = re.search("[0-9]+", step.moves[0])
    return int(found[0]) if found else 0


def merge_lays(found: list[TypedStep]) -> list[TypedStep]:
    """One lay of several cards where the same number was typed more than once."""
    joined: list[TypedStep] = []
    for step in found:
        together = merge_two(joined[-1], step) if joined else None
        if together:
            joined.pop()
        joined.append(together or step)
    return joined


def merge_two(one: TypedStep, other: TypedStep) -> TypedStep | None:
    """Two lays of the same number as one, or None; bonus chips come after the second."""
    first, second = LAY_PATTERN.fullmatch(one.moves[0]), LAY_PATTERN.fullmatch(other.moves[0])
    if not first or not second or first[1] != second[1] or first[3]:
        return None
    count = int(first[2] or 1) + int(second[2] or 1)
    chips = f"+{second[3]}" if second[3] else ""
    return TypedStep(f"{one.typed} {other.typed}", (f"{first[1]}x{count}{chips}",))

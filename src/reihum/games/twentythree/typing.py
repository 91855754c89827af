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
LAID: Final = re.compile(r"([1-9][0-9]?)(?:x([0-9]+))?(?:\+([0-9]+))?", re.ASCII)


class Typing(GameTyping):
    """Numbers, how many of them, and bonus chips."""

    whole_verbs: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType(
        {"pass": ("pass",), "force": ("force",), "leave": ("leave",)}
    )
    leading_verbs: ClassVar = ("put",)
    optional_verbs: ClassVar = ("put",)

    def card(self, line: Line) -> Candidates | None:
        """`8`, `8x2`, `8x2+1`; `2x8` as well, where it cannot be meant otherwise."""
        value, count, chips = line.number(), "1", "0"
        if value and line.peek() in TIMES:
            line.take()
            count = line.number()
            if count and int(count) > MOST_ALIKE >= int(value):
                value, count = count, value
        if value and line.peek() == "+":
            line.take()
            chips = line.number()
        return Candidates((value + times(count) + plus(chips),)) if value and count and chips else None

    def merge_steps(self, found: list[TypedStep], legal: Sequence[str]) -> list[TypedStep]:
        """Cards put away go in ascending order (T4a), the same number several times is one lay."""
        return sorted(found, key=put_order) if verbs_in(legal) == {"put"} else merged(found)


def times(count: str) -> str:
    """So many cards; one is not written."""
    return f"x{count}" if count != "1" else ""


def plus(chips: str) -> str:
    """So many bonus chips; none are not written."""
    return f"+{chips}" if chips != "0" else ""


def put_order(step: TypedStep) -> int:
    """T4a: cards are put away in ascending order, in whatever order somebody names them."""
    found = re.search("[0-9]+", step.moves[0])
    return int(found[0]) if found else 0


def merged(found: list[TypedStep]) -> list[TypedStep]:
    """The same number several times as one lay of several cards."""
    joined: list[TypedStep] = []
    for step in found:
        together = both(joined[-1], step) if joined else None
        if together:
            joined.pop()
        joined.append(together or step)
    return joined


def both(one: TypedStep, other: TypedStep) -> TypedStep | None:
    """Two lays of the same number as one; bonus chips stand behind the last."""
    first, second = LAID.fullmatch(one.moves[0]), LAID.fullmatch(other.moves[0])
    if not first or not second or first[1] != second[1] or first[3]:
        return None
    count = int(first[2] or 1) + int(second[2] or 1)
    chips = f"+{second[3]}" if second[3] else ""
    return TypedStep(f"{one.typed} {other.typed}", (f"{first[1]}x{count}{chips}",))

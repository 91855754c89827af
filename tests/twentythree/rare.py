"""What seldom happens in a game of 23, and the golden games in which it does."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from reihum import Match
from tests.goldens import Golden
from tests.happenings import Happens, texts, told


def after_force(match: Match) -> Iterator[str]:
    """The answers of seats that were forced."""
    return (made.text for before, made in pairwise(match.history) if before.text == "force")


RARE: Final[dict[str, Happens]] = {
    "T8: cards skipped": lambda m: any(fact["count"] > 2 for fact in told(m, "fined")),
    "T7: two equal cards": lambda m: any("x2" in text for text in texts(m)),
    "T7: three equal cards": lambda m: any("x3" in text for text in texts(m)),
    "T9: a bonus chip": lambda m: any(text.endswith("+1") for text in texts(m)),
    "T9: two bonus chips": lambda m: any(text.endswith("+2") for text in texts(m)),
    "T9: three bonus chips": lambda m: any(text.endswith("+3") for text in texts(m)),
    "T10: out, and three fines go back": lambda m: any(fact["returned"] == 3 for fact in told(m, "out")),
    "T10: out, with fewer to give back": lambda m: any(fact["returned"] < 3 for fact in told(m, "out")),
    "T11: pass": lambda m: "pass" in texts(m),
    "T12: forced, and plays": lambda m: any(text.isdigit() for text in after_force(m)),
    "T12a: forced, and uses a bonus chip": lambda m: any("+" in text for text in after_force(m)),
    "T12b: forced, and cannot play": lambda m: any(text in ("pass", "force") for text in after_force(m)),
    "T13: leaves though forced": lambda m: "leave" in after_force(m),
    "T13: leaves": lambda m: "leave" in texts(m),
}
GOLDENS: Final = [
    Golden("23", 2, "out", ("T10: out, and three fines go back",)),
    Golden("23", 3, "out", ("T10: out, and three fines go back",)),
    Golden("23", 4, "out", ("T10: out, with fewer to give back",)),
    Golden("23", 2, "forced", ("T12b: forced, and cannot play", "T13: leaves though forced"), 1),
    Golden("23", 3, "forced", ("T12b: forced, and cannot play", "T7: three equal cards"), 1),
    Golden("23", 4, "forced", ("T12b: forced, and cannot play", "T13: leaves though forced"), 1),
    Golden("23", 3, "learning", ("out",), options=("learning",)),
    Golden("23", 3, "by-five", ("T9: two bonus chips",), options=("by_five",)),
]

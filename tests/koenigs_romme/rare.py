"""What seldom happens in a game of Königs-Rommé, and the golden games in which it does."""

from __future__ import annotations

from typing import Final

from tests.goldens import Golden
from tests.happenings import Happens, texts, told

RARE: Final[dict[str, Happens]] = {
    "K9: a Joker is discarded": lambda m: "*" in texts(m),
    "K14: nothing to lay in a last turn": lambda m: any(not fact["laid"] for fact in told(m, "laid")),
    "K14: something to lay in a last turn": lambda m: any(fact["laid"] for fact in told(m, "laid")),
    "K20: alone, and lost": lambda m: m.seats == 1 and m.winners() == [],
    "K20: alone, and won": lambda m: m.seats == 1 and m.winners() == [0],
}
GOLDENS: Final = [
    Golden("koenigs-romme", 3, "reshuffled", ("reshuffled",), short=True),
    Golden("koenigs-romme", 1, "won", ("K20: alone, and won",), 100),
]

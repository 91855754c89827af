"""What seldom happens in a game of HELP!, and the golden games in which it does."""

from __future__ import annotations

from typing import Final

from tests.goldens import Golden
from tests.happenings import Happens, texts, told

RARE: Final[dict[str, Happens]] = {
    "H12: a Joker at the front": lambda m: any(fact["before"] is None for fact in told(m, "placed")),
    "H12: a Joker between": lambda m: any(fact["before"] and fact["behind"] for fact in told(m, "placed")),
    "H12a: a Switch that changes Jokers": lambda m: any(fact["jokers"] for fact in told(m, "switched")),
    "H14: a Zap that empties the row": lambda m: any(fact["left"] == 0 for fact in told(m, "zapped")),
    "H17: nobody can be asked": lambda m: any(fact["giver"] is None for fact in told(m, "asked")),
    "H18: every kind of card is given": lambda m: (
        {text[5] for text in texts(m) if text.startswith("give ")} >= {"J", "S", "Z", "N"}
    ),
}
GOLDENS: Final = [
    Golden("help", 3, "reshuffled", ("reshuffled",), short=True),
    Golden("help", 4, "switch", ("H12a: a Switch that changes Jokers",), 4),
]

"""What seldom happens in a game of YoYo, and the golden games in which it does."""

from __future__ import annotations

from typing import Final

from tests.goldens import Golden
from tests.happenings import Happens, texts, told

RARE: Final[dict[str, Happens]] = {
    "Y13: the card drawn is kept": lambda m: "keep" in texts(m),
    "Y15: a series is ended": lambda m: "stop" in texts(m),
    "Y22: a heightened Draw": lambda m: any(fact["count"] > 1 for fact in told(m, "hit")),
    "Y23: out by losing the last card": lambda m: any(fact["how"] == "lost" for fact in told(m, "out")),
    "Y10: a yellow card upward": lambda m: any(text.endswith("^") for text in texts(m)),
    "Y10: a yellow card downward": lambda m: any(text.endswith("v") for text in texts(m)),
}
GOLDENS: Final = [
    Golden("yoyo", 5, "used-up", ("reshuffled", "used_up"), 1, short=True),
    Golden("yoyo", 3, "plain-draw", ("hit", "took"), options=("plain_draw",)),
]

"""What can be typed besides moves: `rules`, `hint`, `undo` and the like."""

from __future__ import annotations

from reihum.words import Words
from reihum.words.vocabulary import fold_text, meanings


def parse_wish(typed: str, say: Words) -> tuple[str, str]:
    """A wish such as `rules`, and the rest of the line; ("", "") if this is not one."""
    word, _, rest = typed.strip().partition(" ")
    if word.startswith("?"):
        return "help", ""
    found = meanings("wish", say).get(fold_text(word).rstrip("!?."), ("",))[0]
    return (found, rest.strip()) if found == "rules" or not rest else ("", "")

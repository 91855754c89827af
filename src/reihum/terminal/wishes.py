"""What else than a move somebody can type."""

from __future__ import annotations

from reihum.words import Words
from reihum.words.vocabulary import fold_text, meanings


def wish(typed: str, say: Words) -> tuple[str, str]:
    """What else than a move is asked for, such as `rules`, and of what; ("", "") if nothing is."""
    word, _, rest = typed.strip().partition(" ")
    if word.startswith("?"):
        return "help", ""
    found = meanings("wish", say).get(fold_text(word).rstrip("!?."), ("",))[0]
    return (found, rest.strip()) if found == "rules" or not rest else ("", "")

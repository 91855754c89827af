"""The narrator: what one listener heard of a game, as sentences in German, English or Dutch.

The terminal, the page's log and screen readers all use it. It is given only what `Match.since` gives a seat,
so it cannot reveal more than that seat may know.
"""

from __future__ import annotations

from collections.abc import Sequence

from reihum.games import spec
from reihum.words.teller import Teller


def narrator(
    slug: str, lang: str, names: Sequence[str], listener: int | None, spoken: bool = False
) -> Teller:
    """A narrator for one seat, or for a spectator (None); with `spoken`, cards are named in words."""
    return spec(slug).teller(lang, names, listener, spoken)

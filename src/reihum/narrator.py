"""The narrator: what one listener heard of a game, in sentences of German, English or Dutch.

One place for all who tell a game: the plain terminal, a page's log, a screen reader. It is given what
`Match.since` gives a seat, so it cannot tell more than that seat may know.
"""

from __future__ import annotations

from collections.abc import Sequence

from reihum.games import spec
from reihum.words.teller import Teller


def narrator(
    slug: str, lang: str, names: Sequence[str], listener: int | None, spoken: bool = False
) -> Teller:
    """Somebody who tells a game to one seat, or to a spectator (None); `spoken` names cards in words."""
    return spec(slug).teller(lang, names, listener, spoken)

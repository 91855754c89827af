"""The narrator: what one listener heard of a game, in sentences of German, English or Dutch.

One place for all who tell a game: the plain terminal, a page's log, a screen reader. It is given what
`Match.since` gives a seat, so it cannot tell more than that seat may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reihum.narrator.help import Help
from reihum.narrator.koenigs_romme import KoenigsRomme
from reihum.narrator.teller import Teller
from reihum.narrator.twentythree import TwentyThree
from reihum.narrator.yoyo import YoYo
from reihum.words import told

TELLERS: Final[dict[str, type[Teller]]] = {
    "help": Help,
    "23": TwentyThree,
    "yoyo": YoYo,
    "koenigs-romme": KoenigsRomme,
}


def narrator(
    slug: str, lang: str, names: Sequence[str], listener: int | None, spoken: bool = False
) -> Teller:
    """Somebody who tells a game to one seat, or to a spectator (None); `spoken` names cards in words."""
    catalogue = told(slug, lang)
    return TELLERS[slug](catalogue, names, listener, spoken)

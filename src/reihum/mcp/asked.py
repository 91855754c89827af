"""What a language model may ask of each tool; the protocol's schemas are made from it."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from reihum.bots import NAMES, USUAL_LEVEL
from reihum.games import SLUGS

LONGEST_WAIT: Final = 50.0  # seconds: many hosts give up on a tool after a minute
LONGEST_TEXT: Final = 500  # characters
Text = Annotated[str, Meta(max_length=LONGEST_TEXT)]
Some = Annotated[list[Text], Meta(max_length=10)]


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    """No arguments."""


class NewGame(msgspec.Struct, forbid_unknown_fields=True):
    """What to play."""

    game: Annotated[Text, Meta(description=f"One of {', '.join(SLUGS)}.")]
    players: Annotated[
        int | None, Meta(description="How many players, you included; if left out, as few as possible.")
    ] = None
    bots: Annotated[
        Some | None,
        Meta(
            description=f"The others: {', '.join(NAMES)}; the last one takes all seats that are left. "
            f"{USUAL_LEVEL} if left out.",
        ),
    ] = None
    options: Annotated[Some | None, Meta(description="Options of the game that are on.")] = None


class SitDown(msgspec.Struct, forbid_unknown_fields=True):
    """Where to sit."""

    link: Annotated[Text, Meta(description="The link of a table, such as http://127.0.0.1:8023/t/ID.")]


class Look(msgspec.Struct, forbid_unknown_fields=True):
    """How to look."""

    wait: Annotated[
        float,
        Meta(ge=0, le=LONGEST_WAIT, description="Seconds to wait at most until it is your turn."),
    ] = 0.0
    since: Annotated[
        Annotated[int, Meta(ge=0)] | None,
        Meta(description="Tell all that happened after this move; if left out, what is new."),
    ] = None


class Move(msgspec.Struct, forbid_unknown_fields=True):
    """What to play."""

    move: Annotated[Text, Meta(description="One move, as text.")]


class Rules(msgspec.Struct, forbid_unknown_fields=True):
    """Which rules to read."""

    number: Annotated[Text, Meta(description="The number of one rule; if left out, all of them.")] = ""
    game: Annotated[Text, Meta(description="Of which game; if left out, of the one at your table.")] = ""

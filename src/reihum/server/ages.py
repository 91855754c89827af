"""How long a server keeps what nobody uses any more."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Annotated, Final, get_type_hints

from reihum.core.errors import ReihumError

NEVER: Final = math.inf
MINUTE: Final = 60.0
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
UNITS: Final = {"s": 1.0, "m": MINUTE, "h": HOUR, "d": DAY}
LARGEST: Final = 100 * 366 * DAY
_AGE: Final = re.compile(r"(\d{1,9})([smhd])")


@dataclass(frozen=True)
class Ages:
    """After how many seconds something goes; never, if that is infinite.

    The defaults suit friends: nobody loses a game that they may want to see again, and nothing grows
    for ever.
    """

    finished: Annotated[float, "a game that is over, with its record, replay and review"] = 730 * DAY
    waiting: Annotated[float, "a table at which the game has not begun"] = 30 * DAY
    unfinished: Annotated[float, "a game in which nobody has made a move"] = 180 * DAY
    bots: Annotated[float, "a game between bots, over or not"] = 7 * DAY
    players: Annotated[float, "a player who has no game any more, with figures, and how they are called"] = (
        90 * DAY
    )
    unwatched: Annotated[float, "bots stop when nobody has looked at their game for so long"] = MINUTE


AGES: Final = {each.name: each for each in fields(Ages)}


def ages_from(changes: Iterable[str]) -> Ages:
    """The default ages with these changes: `finished=90d`, `bots=never`."""
    ages = Ages()
    for change in changes:
        name, _, text = change.partition("=")
        if name not in AGES:
            raise ReihumError(f"{name[:40]!r} does not expire; what does: {', '.join(AGES)}.")
        try:
            ages = replace(ages, **{name: age_from(text)})
        except ValueError:
            usual = AGES[name].default
            assert isinstance(usual, float)
            raise ReihumError(f"The age of {name} is written like {age_text(usual)}, 12h or never.") from None
    return ages


def age_from(text: str) -> float:
    """Seconds from `90d`, `12h`, `30m`, `45s` or `never`; ValueError for anything else."""
    if text == "never":
        return NEVER
    found = _AGE.fullmatch(text)
    seconds = int(found[1]) * UNITS[found[2]] if found else 0.0
    if not 0 < seconds <= LARGEST:
        raise ValueError(text)
    return seconds


def age_text(seconds: float) -> str:
    """An age as a host writes it."""
    if math.isinf(seconds):
        return "never"
    unit = next(unit for unit in reversed(UNITS) if seconds % UNITS[unit] == 0)
    return f"{seconds / UNITS[unit]:.0f}{unit}"


def ages_text() -> str:
    """All ages with their defaults and meanings."""
    meanings = get_type_hints(Ages, include_extras=True)
    rows = []
    for name, each in AGES.items():
        assert isinstance(each.default, float)
        rows.append((f"{name}={age_text(each.default)}", meanings[name].__metadata__[0]))
    width = max(len(row[0]) for row in rows)
    return "\n".join(f"{row[0]:{width}}  {row[1]}" for row in rows)

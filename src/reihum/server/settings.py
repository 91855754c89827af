"""What a host can set, with values that suit one machine among friends."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any, Final, get_type_hints

from reihum.core.errors import ReihumError


@dataclass(frozen=True)
class Rate:
    """How often something may be done: so many at once, then so many a second."""

    burst: int
    per_second: float

    def __str__(self) -> str:
        """As a host writes it."""
        return f"{self.burst}/{self.per_second:g}"


@dataclass(frozen=True)
class Limits:
    """What one address, player or connection may do before it has to wait or is sent away.

    The usual values leave room for a whole club behind one address: hundreds of tables opened in one go.
    """

    requests: Annotated[Rate, "requests of one address"] = Rate(2_000, 100.0)
    pages: Annotated[Rate, "pages and files of the page that one address asks for"] = Rate(20_000, 500.0)
    handshakes: Annotated[Rate, "connections to tables that one address opens"] = Rate(4_000, 50.0)
    tokens: Annotated[Rate, "tokens for one address"] = Rate(1_000, 5.0)
    tables: Annotated[Rate, "tables that one address opens, and as many one player"] = Rate(500, 5.0)
    sits: Annotated[Rate, "times that one address sits down, gets up or begins"] = Rate(2_000, 10.0)
    codes: Annotated[Rate, "codes leading nowhere that one address tries"] = Rate(60, 0.5)
    drawings: Annotated[Rate, "QR codes that are drawn for one address"] = Rate(60, 2.0)
    replays: Annotated[Rate, "stretches of finished games that one address looks at"] = Rate(500, 5.0)
    messages: Annotated[Rate, "frames of any kind on one connection"] = Rate(1_000, 300.0)
    player_messages: Annotated[Rate, "messages of one player to all tables"] = Rate(4_000, 1_000.0)
    address_messages: Annotated[Rate, "messages of one address to all tables"] = Rate(40_000, 8_000.0)
    hellos: Annotated[Rate, "hellos on one connection"] = Rate(10, 0.5)
    phrases: Annotated[Rate, "phrases from one seat"] = Rate(6, 0.5)
    connections: Annotated[int, "connections of one address"] = 4_000
    playing: Annotated[int, "unfinished tables in memory that one address has opened"] = 1_000
    spectators: Annotated[int, "spectators of one table"] = 500
    lines: Annotated[int, "connections of one player to one table"] = 50
    pile: Annotated[int, "bytes that may wait for one viewer"] = 256 * 1024
    patience: Annotated[float, "seconds in which a request, a body or a hello must have come"] = 10.0
    silence: Annotated[float, "seconds until a silent viewer must give a sign of life, and to give it"] = 15.0


LIMITS: Final = {each.name: each for each in fields(Limits)}
LARGEST_LIMIT: Final = 10**9


def limits_from(wishes: Iterable[str]) -> Limits:
    """The usual limits, changed as asked for: `spectators=50`, or for a rate `tables=100/1.5`."""
    limits = Limits()
    for wish in wishes:
        name, _, text = wish.partition("=")
        if name not in LIMITS:
            raise ReihumError(f"There is no limit {name[:40]!r}; there are {', '.join(LIMITS)}.")
        try:
            wanted: dict[str, Any] = {name: limit_like(LIMITS[name].default, text)}
            limits = replace(limits, **wanted)
        except ValueError:
            raise ReihumError(f"The limit {name} is written like {LIMITS[name].default}.") from None
    return limits


def limit_like(usual: object, text: str) -> Rate | float:
    """A limit of the same kind as the usual one; ValueError if it cannot be."""
    if isinstance(usual, Rate):
        burst, _, per_second = text.partition("/")
        return Rate(int(positive(int(burst))), positive(float(per_second)))
    return positive(int(text) if isinstance(usual, int) else float(text))


def positive(number: float) -> float:
    """A number above 0 that is not absurd; ValueError for others."""
    if not 0 < number <= LARGEST_LIMIT:
        raise ValueError(number)
    return number


def limits_text() -> str:
    """All limits with their usual values and what they mean; a rate is so many at once/so many a second."""
    meanings = get_type_hints(Limits, include_extras=True)
    rows = [(f"{name}={limit.default}", meanings[name].__metadata__[0]) for name, limit in LIMITS.items()]
    width = max(len(row[0]) for row in rows)
    return "\n".join(f"{row[0]:{width}}  {row[1]}" for row in rows)


def proxies_from(texts: Iterable[str]) -> tuple[str, ...]:
    """The addresses of proxies, if they are addresses."""
    for text in texts:
        try:
            ip_address(text)
        except ValueError:
            raise ReihumError(f"A proxy is given by its address, as 127.0.0.1, not as {text!r}.") from None
    return tuple(texts)


@dataclass(frozen=True)
class Settings:
    """All of it."""

    host: str = "127.0.0.1"
    port: int = 8023
    store: str | None = None  # None: a file in the user's data directory
    bot_delay: float = 1.0  # seconds, about
    thinkers: int = 1  # processes in which bots think
    proxies: tuple[str, ...] = ()  # addresses whose forwarded headers are believed
    idle: float = 30.0  # seconds after which a table that nobody looks at leaves the memory
    limits: Limits = field(default_factory=Limits)


def data_folder() -> Path:
    """Where the user's data lies."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share"
    return Path(home) / "reihum"

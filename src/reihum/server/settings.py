"""What a host can set, with defaults that suit one machine among friends."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any, Final, get_type_hints

from reihum.core.errors import ReihumError
from reihum.server.ages import Ages

_ROOT: Final = re.compile(r"(/[A-Za-z0-9_-][A-Za-z0-9._-]*)+")
UNIX: Final = "unix"  # stands for the address of whoever comes through a Unix socket: a proxy on this machine


@dataclass(frozen=True)
class Rate:
    """How often something may be done: `burst` times at once, then `per_second`."""

    burst: int
    per_second: float

    def __str__(self) -> str:
        """As a host writes it."""
        return f"{self.burst}/{self.per_second:g}"


@dataclass(frozen=True)
class Limits:
    """What one address, player or connection may do before it has to wait or is sent away.

    The defaults leave room for a whole club behind one address: hundreds of tables opened at once.
    """

    requests: Annotated[Rate, "requests from one address"] = Rate(2_000, 100.0)
    pages: Annotated[Rate, "pages and their files requested by one address"] = Rate(60_000, 500.0)
    handshakes: Annotated[Rate, "connections to tables opened by one address"] = Rate(4_000, 50.0)
    tokens: Annotated[Rate, "tokens for one address"] = Rate(1_000, 5.0)
    tables: Annotated[Rate, "tables opened by one address, and by one player"] = Rate(500, 5.0)
    sits: Annotated[Rate, "times that one address takes a seat, leaves, starts, arranges or ends a game"] = (
        Rate(2_000, 10.0)
    )
    codes: Annotated[Rate, "wrong codes tried by one address"] = Rate(60, 0.5)
    drawings: Annotated[Rate, "QR codes drawn for one address"] = Rate(60, 2.0)
    replays: Annotated[Rate, "stretches of finished games shown to one address"] = Rate(500, 5.0)
    reviews: Annotated[Rate, "reviews begun for one address, and for one player"] = Rate(60, 0.05)
    review_time: Annotated[float, "seconds of computing for the review of one game"] = 120.0
    review_worlds: Annotated[int, "worlds in which a review tries moves, if there is time"] = 200
    work: Annotated[
        Rate, "milliseconds of computing for one address: tables after a hello, lists, lay-downs, old games"
    ] = Rate(30_000, 250.0)
    all_work: Annotated[Rate, "the same for everybody together; what is beyond that has to wait"] = Rate(
        20_000, 500.0
    )
    lists: Annotated[Rate, "pages and figures of their own games shown to one address"] = Rate(500, 10.0)
    exports: Annotated[Rate, "files with all their records sent to one address"] = Rate(30, 0.1)
    messages: Annotated[Rate, "frames of any kind on one connection"] = Rate(1_000, 300.0)
    player_messages: Annotated[Rate, "messages from one player to all tables"] = Rate(4_000, 1_000.0)
    address_messages: Annotated[Rate, "messages from one address to all tables"] = Rate(40_000, 8_000.0)
    hellos: Annotated[Rate, "hellos on one connection"] = Rate(10, 0.5)
    phrases: Annotated[Rate, "phrases from one seat"] = Rate(6, 0.5)
    hints: Annotated[Rate, "hints for one address; each takes up to a second of a processor"] = Rate(60, 4.0)
    nudges: Annotated[Rate, "times that one seat is nudged"] = Rate(2, 0.05)
    calls: Annotated[Rate, "calls to one player"] = Rate(20, 0.02)
    called_addresses: Annotated[Rate, "calls to one address"] = Rate(20, 0.02)
    called_servers: Annotated[Rate, "calls to all addresses of one server elsewhere"] = Rate(200, 2.0)
    all_calls: Annotated[Rate, "calls to everybody"] = Rate(1_000, 10.0)
    call_changes: Annotated[Rate, "changes of how to be called, by one address or player"] = Rate(300, 1.0)
    contacts: Annotated[int, "browsers and webhooks by which one player is called"] = 10
    connections: Annotated[int, "connections from one address"] = 4_000
    playing: Annotated[int, "unfinished tables in memory opened by one address"] = 1_000
    spectators: Annotated[int, "spectators at one table"] = 500
    lines: Annotated[int, "connections of one player to one table"] = 50
    pile: Annotated[int, "bytes that may wait for one viewer to read them"] = 256 * 1024
    patience: Annotated[float, "seconds within which a request, a body or a hello must arrive"] = 10.0
    silence: Annotated[float, "seconds until a silent viewer is pinged, and to answer that"] = 15.0


LIMITS: Final = {each.name: each for each in fields(Limits)}
LARGEST_LIMIT: Final = 10**9


def limits_from(changes: Iterable[str]) -> Limits:
    """The default limits with these changes: `spectators=50`, or for a rate `tables=100/1.5`."""
    limits = Limits()
    for change in changes:
        name, _, text = change.partition("=")
        if name not in LIMITS:
            raise ReihumError(f"There is no limit {name[:40]!r}; there are {', '.join(LIMITS)}.")
        try:
            wanted: dict[str, Any] = {name: parse_limit(LIMITS[name].default, text)}
            limits = replace(limits, **wanted)
        except ValueError:
            raise ReihumError(f"The limit {name} is written like {LIMITS[name].default}.") from None
    return limits


def parse_limit(usual: object, text: str) -> Rate | float:
    """A limit of the same kind as the default; ValueError if the text is not one."""
    if isinstance(usual, Rate):
        burst, _, per_second = text.partition("/")
        return Rate(int(positive(int(burst))), positive(float(per_second)))
    return positive(int(text) if isinstance(usual, int) else float(text))


def positive(number: float) -> float:
    """A number above 0 and not absurdly large; ValueError for any other."""
    if not 0 < number <= LARGEST_LIMIT:
        raise ValueError(number)
    return number


def limits_text() -> str:
    """All limits with their defaults and meanings; a rate is so many at once, then so many per second."""
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
            raise ReihumError(f"A proxy is given by its address, like 127.0.0.1, not as {text!r}.") from None
    return tuple(texts)


def root_from(text: str) -> str:
    """The path below which a server is, without a slash at its end."""
    root = text.rstrip("/")
    if root and not _ROOT.fullmatch(root):
        raise ReihumError(f"A path to serve below looks like /cards, not like {text[:40]!r}.")
    return root


@dataclass(frozen=True)
class CallTimes:
    """How long to wait, in seconds, before somebody is called, and before they are called again."""

    away: float = 30.0  # that a player has not been looking
    settling: float = 5.0  # since there was a reason, or at a table with days to think, since they left
    interval: float = 60.0  # between two calls about one table
    again: tuple[float, ...] = (20.0, 120.0)  # before each further attempt to get through
    round: float = 1.0  # between two looks at all tables


@dataclass(frozen=True)
class Settings:
    """Everything a host can set."""

    host: str = "127.0.0.1"
    port: int = 8023
    socket: str = ""  # a path at which a proxy on this machine finds the server, instead of host and port
    store: str | None = None  # None: a file in the user's data directory
    bot_delay: float = 1.0  # seconds, about
    thinkers: int = 1  # processes in which bots think
    proxies: tuple[str, ...] = ()  # addresses whose forwarded headers are trusted
    idle: float = 30.0  # seconds after which a table that nobody looks at is dropped from memory
    limits: Limits = field(default_factory=Limits)
    calls: str = "push"  # by their browsers; "all": at webhooks as well; "none": nobody is called
    call_times: CallTimes = CallTimes()
    ages: Ages = field(default_factory=Ages)  # how long is kept what nobody uses
    names: str = ""  # a file with words that public tables do not show
    root: str = ""  # the path below which everything is, such as /cards; empty: a site of its own


def data_folder() -> Path:
    """Where the user's data is kept."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share"
    return Path(home) / "reihum"

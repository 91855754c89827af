"""What a host can set, with values that suit one machine among friends."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Rate:
    """How often something may be done: so many at once, then so many a second."""

    burst: int
    per_second: float


@dataclass(frozen=True)
class Limits:
    """What one address, player or connection may do before it has to wait."""

    requests: Rate = Rate(2_000, 100.0)  # per address
    tokens: Rate = Rate(1_000, 5.0)  # per address
    tables: Rate = Rate(500, 5.0)  # per address, and as much per player
    codes: Rate = Rate(60, 0.5)  # per address: codes that lead nowhere
    messages: Rate = Rate(400, 100.0)  # per connection
    phrases: Rate = Rate(6, 0.5)  # per connection
    connections: int = 4_000  # per address
    viewers: int = 500  # per table


@dataclass(frozen=True)
class Settings:
    """All of it."""

    host: str = "127.0.0.1"
    port: int = 8023
    store: str | None = None  # None: a file in the user's data directory
    bot_delay: float = 1.0  # seconds, about
    thinkers: int = 1  # processes in which bots think
    proxies: tuple[str, ...] = ()  # addresses whose forwarded headers are believed
    limits: Limits = field(default_factory=Limits)


def data_folder() -> Path:
    """Where the user's data lies."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share"
    return Path(home) / "reihum"

"""All connections of a process: how many each address has, whether there is room, and what is to be sent."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, Final, Protocol

from reihum.server.limits import asker_at
from reihum.server.metrics import Metrics
from reihum.server.settings import Limits

ADDRESS_SHARE: Final = 0.75  # the part of all connections that one address may have: others still get in


class Sender(Protocol):
    """The part of a connection that sends."""

    pushed: list[bytes]  # frames to be sent in this turn of the event loop
    close_sent: bool
    transport: Any


class ConnectionHub:
    """What all connections of a process share."""

    def __init__(self, limits: Limits, metrics: Metrics, proxies: frozenset[str], room: int) -> None:
        self.limits = limits
        self.metrics = metrics
        self.proxies = proxies  # through which many visitors come
        self.room = room  # connections that the system allows
        self.most_per_asker = min(limits.connections, int(room * ADDRESS_SHARE))
        self.by_asker: Counter[str] = Counter()
        self.total = 0
        self._pushed: list[Sender] = []  # those that have something to send

    def count_in(self, host: str) -> bool:
        """Count one more connection; False if that is too many."""
        self.total += 1
        self.metrics.connections = self.total
        allowed = self.enter(host)
        return self.total <= self.room and (allowed or host in self.proxies)

    def count_out(self, host: str) -> None:
        """Count one connection less."""
        self.total -= 1
        self.metrics.connections = self.total
        self.leave(host)

    def enter(self, host: str) -> bool:
        """Count a connection for a visitor, which may be through a proxy; False if that is too many."""
        asker = asker_at(host)
        self.by_asker[asker] += 1
        return self.by_asker[asker] <= self.most_per_asker

    def leave(self, host: str) -> None:
        """Count one connection less for a visitor."""
        asker = asker_at(host)
        self.by_asker[asker] -= 1
        if self.by_asker[asker] <= 0:
            del self.by_asker[asker]

    def push(self, sender: Sender, frame: bytes) -> None:
        """Have a connection send a frame at the end of this turn of the event loop, along with all others."""
        pushed = sender.pushed
        if not pushed:
            if not self._pushed:
                asyncio.get_running_loop().call_soon(self._flush)
            self._pushed.append(sender)
        pushed.append(frame)

    def _flush(self) -> None:
        pushed, self._pushed = self._pushed, []
        for sender in pushed:
            flush(sender)


def flush(sender: Sender) -> None:
    """Write what was pushed, all in one piece: each write is a system call."""
    pushed = sender.pushed
    data = pushed[0] if len(pushed) == 1 else b"".join(pushed)
    pushed.clear()
    transport = sender.transport
    if not sender.close_sent and not transport.is_closing():
        transport.write(data)

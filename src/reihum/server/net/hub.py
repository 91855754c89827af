"""Who is in the hub: how many connections each address has, and whether there is room for one more."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, Final, Protocol

from reihum.server.limits import asker_at
from reihum.server.metrics import Metrics
from reihum.server.settings import Limits

SHARE: Final = 0.75  # of all connections that one address may have, so that others still get in


class Sender(Protocol):
    """A connection, as far as it sends."""

    pushed: list[bytes]  # frames that go out before the loop waits again
    close_sent: bool
    transport: Any


class ConnectionHub:
    """What all connections of a process have in common."""

    def __init__(self, limits: Limits, metrics: Metrics, proxies: frozenset[str], room: int) -> None:
        self.limits = limits
        self.metrics = metrics
        self.proxies = proxies  # they bring many visitors
        self.room = room  # connections that the system allows
        self.most = min(limits.connections, int(room * SHARE))
        self.here: Counter[str] = Counter()
        self.all = 0
        self._pushed: list[Sender] = []  # those who have something to send

    def come(self, client: tuple[str, int] | None) -> bool:
        """One more; False if that is too many."""
        host = client[0] if client else ""
        asker = asker_at(host)
        self.here[asker] += 1
        self.all += 1
        if self.all > self.room:
            return False
        return self.here[asker] <= self.most or host in self.proxies

    def go(self, client: tuple[str, int] | None) -> None:
        """One less."""
        asker = asker_at(client[0] if client else "")
        self.all -= 1
        self.here[asker] -= 1
        if self.here[asker] <= 0:
            del self.here[asker]

    def push(self, sender: Sender, frame: bytes) -> None:
        """Have a connection send a frame before the loop waits again; all connections in one go."""
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
    """Hand over what was pushed, all in one piece: each write is a way to the kernel and back."""
    pushed = sender.pushed
    data = pushed[0] if len(pushed) == 1 else b"".join(pushed)
    pushed.clear()
    transport = sender.transport
    if not sender.close_sent and not transport.is_closing():
        transport.write(data)

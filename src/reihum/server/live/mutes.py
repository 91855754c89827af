"""Who is muted for a while, as this process knows it: by player or by address."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from reihum.server.store import Store

REFRESH: Final = 3.0  # seconds after which the store is asked again
PLAYER: Final = "player"
ADDRESS: Final = "address"


class Mutes:
    """Muted players and addresses; a host changes them in the store, from where every process reads them."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self.store = store
        self.now = now
        self._until: dict[tuple[str, str], float] = {}
        self._read = -REFRESH

    async def refresh(self) -> None:
        """Ask the store, unless that was a moment ago."""
        if time.monotonic() - self._read >= REFRESH:
            self._read = time.monotonic()
            self._until = {(each.kind, each.who): each.until for each in await self.store.muted(self.now())}

    def is_muted(self, player: str, address: str) -> bool:
        """Whether somebody may not speak now, nor play in public."""
        now = self.now()
        return any(self._until.get(key, 0.0) > now for key in ((PLAYER, player), (ADDRESS, address)))

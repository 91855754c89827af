"""Who has which token. A player may have several: one for each device on which they play."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Final

from reihum.server.identity import is_ident, new_ident, new_token, secret_hash, token_key
from reihum.server.store import Store

MOST_KEYS: Final = 20_000  # whose players are remembered, so that the store is not asked each time
KNOWN_FOR: Final = 300.0  # seconds after which the store is asked again, if several processes share it
HANDOVER_SECONDS: Final = 300  # for which a code lets another device in


class Players:
    """All players. The store only knows hashes: of tokens, and of the codes that hand players over."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.known: OrderedDict[str, str] = OrderedDict()  # the player of each key
        self._since = time.monotonic()  # when nothing was known

    async def player_of(self, token: str) -> str | None:
        """The player who has this token; None if it was never given out."""
        key = token_key(token)
        if key is None:
            return None
        if key in self.known and not self._is_stale():
            self.known.move_to_end(key)
            return self.known[key]
        player = await self.store.player_with(key)
        if player is not None:
            self._remember(key, player)
        return player

    async def add(self) -> tuple[str, str]:
        """A new player, and their token."""
        token = new_token()
        player = token_key(token)
        assert player is not None
        await self.store.add_player(player, time.time())
        self._remember(player, player)
        return player, token

    async def offer(self, player: str, carried: bytes) -> str:
        """A code with which one other device can become this player for a short time."""
        code = new_ident()
        now = time.time()
        await self.store.offer_handover(secret_hash(code), player, now, now + HANDOVER_SECONDS, carried)
        return code

    async def take_over(self, code: str) -> tuple[str, bytes] | None:
        """A new token for the player who offered this code, and what goes along; None if it is not valid."""
        if not is_ident(code):
            return None
        token = new_token()
        key = secret_hash(token)
        found = await self.store.hand_over(secret_hash(code), key, time.time())
        if found is None:
            return None
        self._remember(key, found.player)
        return token, found.carried

    def _is_stale(self) -> bool:
        """Start again now and then: another process may have forgotten somebody without our hearing of it."""
        if self.store.shared and time.monotonic() - self._since > KNOWN_FOR:
            self._since = time.monotonic()
            self.known.clear()
            return True
        return False

    def drop(self, player: str) -> None:
        """Forget all tokens of a player who is forgotten."""
        for key in [key for key, each in self.known.items() if each == player]:
            del self.known[key]

    def _remember(self, key: str, player: str) -> None:
        self.known[key] = player
        if len(self.known) > MOST_KEYS:
            self.known.popitem(last=False)

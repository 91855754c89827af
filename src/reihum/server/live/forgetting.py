"""Forgetting a player: tokens first, then their part in each table, one after the other.

That somebody wants to be forgotten is on disk before anything is changed, so a server that stops in between
goes on with it when it is back.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from msgspec import MsgspecError

from reihum.server.logs import log_event, log_failure
from reihum.server.net.websocket import NORMAL_CLOSURE
from reihum.server.store import Unavailable
from reihum.table.forgetting import alias_at, judge_forgetting, without_player
from reihum.table.log import AnyEntry, Closed, Ended, Forgotten, decode_entry, encode_entry

if TYPE_CHECKING:
    from reihum.server.live.registry import TableRegistry

EVERYWHERE: Final = "-"  # in place of a table, where other processes are told about a player
TABLES_AT_ONCE: Final = 20
LINES_AT_ONCE: Final = 100  # of a log that are rewritten together
ALSO_READ: Final = (b'"ended"', b'"forgotten"')  # entries that may have to do with a host who is forgotten


class Forgetting:
    """The players who are being forgotten by this process."""

    def __init__(self, registry: TableRegistry) -> None:
        self.registry = registry
        self.listeners: list[Callable[[str], None]] = []  # whoever else remembers players
        self._tasks: set[asyncio.Task[None]] = set()

    async def begin(self, player: str) -> str:
        """Delete what belongs to a player alone, tokens first; the secret with which the rest follows."""
        secret = secrets.token_hex(16)
        await self.registry.store.forget_player(player, secret, time.time())
        self.hear(player)
        if self.registry.store.shared:
            await self.registry.store.call_out(EVERYWHERE, player)
        return secret

    def hear(self, player: str) -> None:
        """A player is forgotten, here or by another process: nobody looks on in their name any more."""
        for listener in self.listeners:
            listener(player)
        for actor in list(self.registry.actors.values()):
            for viewer in list(actor.viewers):
                if viewer.player == player:
                    viewer.connection.end("forgotten", NORMAL_CLOSURE)

    def go_on(self) -> None:
        """Take everybody away from their tables who is to be forgotten, in the background."""
        task = asyncio.get_running_loop().create_task(self._guard())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guard(self) -> None:
        try:
            async for _ in self.everybody():
                await asyncio.sleep(0)
        except Unavailable:
            log_event("forgetting is interrupted", 30)  # the next round of clearing goes on with it
        except Exception:
            log_failure("forgetting failed")

    async def everybody(self) -> AsyncIterator[None]:
        """Forget all who are to be forgotten, in steps."""
        while found := await self.registry.store.to_forget(TABLES_AT_ONCE):
            for player, secret in found:
                await self.registry.store.forget_player(player, secret, time.time())
                async for _ in forget_everywhere(self.registry, player, secret):
                    yield

    def stop(self) -> None:
        """Stop; what is left is on disk."""
        for task in self._tasks:
            task.cancel()


async def forget_everywhere(registry: TableRegistry, player: str, secret: str) -> AsyncIterator[None]:
    """Forget a player at all tables, in steps; afterwards nothing is left of them."""
    while tables := await registry.store.traces(player, TABLES_AT_ONCE):
        for ident in tables:
            await forget_at(registry, player, ident, alias_at(ident, secret))
            yield
    await registry.store.end_forgetting(player)
    log_event("player forgotten")


async def forget_at(registry: TableRegistry, player: str, ident: str, alias: str) -> None:
    """Take a player away from a table, and out of its log."""
    actor = await registry.actor(ident)
    if actor is not None:
        found = await actor.log.do(lambda table, now: judge_forgetting(table, player, now))
        actor.table.guests.forget(player)
        if isinstance(found, Closed):
            await registry.store.mark_gone(ident, found.at)
    await rewrite(registry, player, ident, alias)
    await registry.store.drop_trace(player, ident)


async def rewrite(registry: TableRegistry, player: str, ident: str, alias: str) -> None:
    """Replace the entries of a log that name a player."""
    read: dict[int, AnyEntry] = {}
    for number, line in enumerate(await registry.store.entries(ident), 1):
        if player.encode() in line or any(kind in line for kind in ALSO_READ):
            with suppress(MsgspecError, ValueError):
                read[number] = decode_entry(line)
    last = max(
        (number for number, each in read.items() if isinstance(each, Forgotten) and each.host), default=0
    )
    changed = {
        number: encode_entry(other)
        for number, entry in read.items()
        if (other := without_player(entry, player, alias, isinstance(entry, Ended) and number < last))
        != entry
    }
    numbers = list(changed)
    for first in range(0, len(numbers), LINES_AT_ONCE):
        some = numbers[first : first + LINES_AT_ONCE]
        await registry.store.rewrite_entries(ident, {number: changed[number] for number in some})

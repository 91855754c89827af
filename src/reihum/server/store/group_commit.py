"""Writes that come in while others are being committed share the next commit; each is told how it went."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from reihum.server.logs import log_failure
from reihum.server.store import Unavailable, Write

R = TypeVar("R")
Group = tuple[Write, ...]  # written together or not at all
Then = Callable[[Exception | None], None]  # called when a group is on disk, or with why it is not


class GroupCommit:
    """The side of a store that takes writes in."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Group, Then]] = []
        self._committing = False
        self._closed = False

    def put(self, writes: Group, then: Then) -> None:
        """Write all of these, or none, with the next commit, and call back."""
        if self._closed:
            asyncio.get_running_loop().call_soon(then, Unavailable("The store is closed."))
            return
        self._waiting.append((writes, then))
        if not self._committing:
            self._committing = True
            self._begin()

    async def append(self, *writes: Write) -> None:
        """Wait for the next commit, which takes everything that has come in meanwhile."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.put(writes, partial(settle, done))
        await done

    def _begin(self) -> None:
        """Commit what waits, and what comes in meanwhile, until nothing does."""
        raise NotImplementedError


def answer(then: Then, error: Exception | None) -> None:
    """Tell one how its write went; if that goes wrong, the others still want to know."""
    try:
        then(error)
    except Exception:
        log_failure("answer to a write log_failure")


def settle(done: asyncio.Future[R], found: R | Exception) -> None:
    """Say what came of something, to who still wants to know."""
    if done.cancelled():
        return
    if isinstance(found, Exception):
        done.set_exception(found)
    else:
        done.set_result(found)

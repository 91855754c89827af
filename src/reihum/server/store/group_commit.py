"""Writes that arrive during a commit share the next one; each hears how it went."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from reihum.server.logs import log_failure
from reihum.server.store import Unavailable, Write

R = TypeVar("R")
Group = tuple[Write, ...]  # written together or not at all
Then = Callable[[Exception | None], None]  # called once a group is on disk, or with the error


class GroupCommit:
    """The part of a store that accepts writes."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Group, Then]] = []
        self._committing = False
        self._closed = False

    def put(self, writes: Group, then: Then) -> None:
        """Write all of these or none with the next commit, and call back."""
        if self._closed:
            asyncio.get_running_loop().call_soon(then, Unavailable("The store is closed."))
            return
        self._waiting.append((writes, then))
        if not self._committing:
            self._committing = True
            self._start_committing()

    async def append(self, *writes: Write) -> None:
        """Write all of these or none, and wait for their commit."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.put(writes, partial(settle, done))
        await done

    def _start_committing(self) -> None:
        """Commit what is waiting, and what arrives meanwhile, until nothing is left."""
        raise NotImplementedError


def call_back(then: Then, error: Exception | None) -> None:
    """Tell one caller how its write went; if that fails, the other callers still have to be told."""
    try:
        then(error)
    except Exception:
        log_failure("callback of a write failed")


def settle(done: asyncio.Future[R], found: R | Exception) -> None:
    """Resolve a future with a result or an error, unless nobody waits for it any more."""
    if done.cancelled():
        return
    if isinstance(found, Exception):
        done.set_exception(found)
    else:
        done.set_result(found)

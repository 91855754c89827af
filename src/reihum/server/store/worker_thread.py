"""One thread that does one thing after another, so that the event loop never waits for a disk.

A pool of one thread would do the same, but handing work to it often costs more than the commit itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

from reihum.server.store.group_commit import settle

T = TypeVar("T")


class WorkerThread:
    """The thread, and the work that waits for it."""

    def __init__(self, name: str) -> None:
        self._work: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread = Thread(target=self._serve, name=name, daemon=True)

    def give(self, work: Callable[[], None]) -> None:
        """Have work done, which must handle its own errors."""
        if self._thread.ident is None:
            self._thread.start()
        self._work.put(work)

    async def ask(self, question: Callable[[], T]) -> T:
        """Have work done, and wait for its result."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()

        def work() -> None:
            found: T | Exception
            try:
                found = question()
            except Exception as error:
                found = error
            loop.call_soon_threadsafe(settle, done, found)

        self.give(work)
        return await done

    def dismiss(self) -> None:
        """Let the thread end once all work is done."""
        self._work.put(None)

    def _serve(self) -> None:
        while (work := self._work.get()) is not None:
            work()

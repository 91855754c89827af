"""Work that a table does in the background; errors in it are written to the log."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from reihum.server.logs import log_failure, table_alias
from reihum.server.metrics import Metrics
from reihum.server.store import Unavailable


class Background:
    """The tasks of one table."""

    def __init__(self, table: str, metrics: Metrics) -> None:
        self.table = table
        self.metrics = metrics
        self._tasks: dict[asyncio.Task[None], Coroutine[Any, Any, None] | None] = {}  # work not begun yet

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something in the background."""
        task = asyncio.get_running_loop().create_task(self._guard(work))
        self._tasks[task] = work
        task.add_done_callback(self._end)

    def _end(self, task: asyncio.Task[None]) -> None:
        """A task is over; one that was cancelled at once never began its work."""
        work = self._tasks.pop(task)
        if work is not None:
            work.close()

    async def _guard(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks[task] = None
        try:
            await work
        except Unavailable:
            self.metrics.failures += 1  # the registry notices in its next round, logs it, and catches up
        except Exception:
            log_failure("background task failed", table=table_alias(self.table))

    def is_idle(self) -> bool:
        """Whether nothing is being done."""
        return not self._tasks

    def stop(self) -> None:
        """Cancel all tasks."""
        for task in self._tasks:
            task.cancel()

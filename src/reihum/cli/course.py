"""How far a long run has come: a bar with the time that is left, for commands."""

from __future__ import annotations

import sys

from reihum.cli.stdio import TextConsole


class CourseBar:
    """A bar on the terminal; where standard error goes elsewhere, nothing is shown."""

    def __init__(self, words: str, total: float, counted: bool = False) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            *([MofNCompleteColumn()] if counted else []),
            TimeRemainingColumn(),
            console=TextConsole(stderr=True),
            disable=not sys.stderr.isatty(),
            transient=True,
            auto_refresh=False,  # its thread would receive signals while workers are being started
        )
        self._task = self._progress.add_task(words, total=total)

    def __enter__(self) -> CourseBar:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    @property
    def is_shown(self) -> bool:
        """Whether anybody sees it."""
        return not self._progress.disable

    def show(self, done: float, words: str | None = None) -> None:
        """How much is done, and perhaps what is known by now."""
        self._progress.update(self._task, completed=done, description=words, refresh=self.is_shown)

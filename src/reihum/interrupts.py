"""Ctrl-C and SIGTERM while a command is still being imported; this module itself imports almost nothing."""

from __future__ import annotations

import os
import signal

TYPE_CHECKING = False  # not imported from typing, which takes time to load
if TYPE_CHECKING:
    from types import FrameType
    from typing import NoReturn


def exit_on_signals() -> None:
    """Let both signals end the process at once, unless they are being ignored (as nohup does)."""
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, exit_now)


def exit_now(number: int, _frame: FrameType | None) -> NoReturn:
    """Exit at once, with the exit code that a shell gives for the signal."""
    os._exit(128 + number)

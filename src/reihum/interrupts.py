"""How Ctrl-C and SIGTERM end a command that is still being imported; it imports next to nothing itself."""

from __future__ import annotations

import os
import signal

TYPE_CHECKING = False  # not from typing, which takes its time as well
if TYPE_CHECKING:
    from types import FrameType
    from typing import NoReturn


def guard() -> None:
    """Let both signals end the process on the spot, unless somebody wanted them ignored (as nohup does)."""
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, leave)


def leave(number: int, _frame: FrameType | None) -> NoReturn:
    """End here and now, with the exit code that a shell gives for the signal."""
    os._exit(128 + number)

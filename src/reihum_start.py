"""Where the command `reihum` begins: Ctrl-C and SIGTERM end it without a traceback from the first moment on.

It stands beside the package and not in it because importing anything of the package imports the games, and
that takes long enough for an impatient person to press Ctrl-C. `python -m reihum` imports the package before
it runs anything of it; so the package imports this first.
"""

from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False  # not from typing, which takes its time as well
if TYPE_CHECKING:
    from types import FrameType
    from typing import NoReturn


def main() -> NoReturn:
    """Guard the imports, then run the command line, which takes the guard over; guard its end again."""
    guard()
    from reihum.cli import main as run

    try:
        run()
    finally:
        guard()


def guard() -> None:
    """Let both signals end the process on the spot, unless somebody wanted them ignored (as nohup does)."""
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, leave)


def leave(number: int, _frame: FrameType | None) -> NoReturn:
    """End here and now, with the exit code that a shell gives for the signal."""
    os._exit(128 + number)


# As long as Python is looking for the module to run, argv begins with -m, and what was typed before the
# arguments is its name. A program that imports the package keeps its signals.
if sys.argv[:1] == ["-m"] and sys.orig_argv[-len(sys.argv)].endswith("reihum"):
    guard()

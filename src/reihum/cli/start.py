"""Where the command `reihum` begins: Ctrl-C and SIGTERM end it without a traceback from the first moment on.

It imports next to nothing, and neither do the packages that it is in: the rest takes long enough for an
impatient person to press Ctrl-C.
"""

from __future__ import annotations

from reihum.interrupts import exit_on_signals

TYPE_CHECKING = False  # not from typing, which takes its time as well
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> NoReturn:
    """Guard the imports, then run the command line, which takes the guard over; guard its end again."""
    exit_on_signals()
    from reihum.cli.main import main as run

    try:
        run()
    finally:
        exit_on_signals()

"""Where the command `reihum` begins: from the first moment, Ctrl-C and SIGTERM end it without a traceback.

Like the packages it is in, it imports almost nothing: importing the rest takes long enough for an impatient
person to press Ctrl-C.
"""

from __future__ import annotations

from reihum.interrupts import exit_on_signals

TYPE_CHECKING = False  # not imported from typing, which takes time to load
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> NoReturn:
    """Run the command line; signals exit at once while it is imported and while it shuts down."""
    exit_on_signals()
    from reihum.cli.main import main as run

    try:
        run()
    finally:
        exit_on_signals()

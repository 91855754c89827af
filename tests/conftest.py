"""What all tests rely on."""

from __future__ import annotations

import signal


def pytest_configure() -> None:
    """Hear Ctrl-C where a shell had it ignored for what runs in its background: programs inherit that."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)

"""How a server is asked to stop: by SIGTERM, or by SIGINT, which is Ctrl-C."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def stop_signals() -> Iterator[tuple[asyncio.Event, asyncio.Event]]:
    """Meanwhile signals set the first event, and when they come again the second: stop without waiting."""
    loop = asyncio.get_running_loop()
    stop, hurry = asyncio.Event(), asyncio.Event()

    def note() -> None:
        (hurry if stop.is_set() else stop).set()

    before = {number: signal.getsignal(number) for number in SIGNALS}
    for number in SIGNALS:
        try:
            loop.add_signal_handler(number, note)
        except NotImplementedError:  # on Windows
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(note))
    try:
        yield stop, hurry
    finally:
        for number, handler in before.items():
            with suppress(NotImplementedError):
                loop.remove_signal_handler(number)
            signal.signal(number, handler)

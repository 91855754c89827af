"""How a server is asked to stop: by SIGTERM, or by SIGINT, which is Ctrl-C."""

from __future__ import annotations

import asyncio
import signal


def stop_events() -> tuple[asyncio.Event, asyncio.Event]:
    """Until the loop ends, signals set the first event, and when they come again the second: do not wait."""
    loop = asyncio.get_running_loop()
    stop, hurry = asyncio.Event(), asyncio.Event()

    def note() -> None:
        (hurry if stop.is_set() else stop).set()

    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, note)
        except NotImplementedError:  # on Windows
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(note))
    return stop, hurry

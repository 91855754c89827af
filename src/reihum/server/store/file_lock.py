"""One file, one server: the server of a SQLite file holds a lock on it until it ends, however it ends."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

from reihum.core.errors import ReihumError

try:
    import fcntl
except ImportError:  # on Windows, where an open file cannot be deleted or shared by accident
    fcntl = None  # type: ignore[assignment]

SQLITE_PREFIX: Final = "sqlite:"
MEMORY: Final = ":memory:"
LOCK_TIMEOUT: Final = 5.0  # seconds to wait for a server that is about to stop
LOCK_PAUSE: Final = 0.05  # seconds between attempts


@contextmanager
def only_server(store: str) -> Iterator[None]:
    """Be the only server of a store that is one file: two would not hear of each other's moves."""
    path = store.removeprefix(SQLITE_PREFIX)
    lock = None if not store.startswith(SQLITE_PREFIX) or path == MEMORY else open_lock(path)
    if lock is None:
        yield
        return
    with lock:
        end = time.monotonic() + LOCK_TIMEOUT
        while not take_lock(lock):
            if time.monotonic() >= end:
                raise ReihumError(
                    f"Another Reihum server keeps its tables in {path}; stop it, or give this one"
                    " a store of its own with --store."
                )
            time.sleep(LOCK_PAUSE)
        yield


def open_lock(path: str) -> IO[bytes] | None:
    """Open the lock file next to the store: closing the store's own file would end SQLite's locks."""
    with suppress(OSError):  # a folder that cannot be written to is reported elsewhere
        Path(path).absolute().parent.mkdir(parents=True, exist_ok=True)
        return open(f"{path}.lock", "ab")
    return None


def take_lock(lock: IO[bytes]) -> bool:
    """Try to take the lock, which the system releases when this process ends; False if another has it."""
    if fcntl is None:
        return True
    try:
        fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # some network drives have no locks
        return True
    return True

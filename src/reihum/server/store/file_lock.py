"""One file, one server: whoever serves a SQLite file holds a lock on it until it ends, however it ends."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

from reihum.core.errors import ReihumError

try:
    import fcntl
except ImportError:  # not on Windows, where SQLite itself lets nobody delete or share the file by accident
    fcntl = None  # type: ignore[assignment]

SQLITE: Final = "sqlite:"
MEMORY: Final = ":memory:"
PATIENCE: Final = 5.0  # seconds for a server that is just stopping
PAUSE: Final = 0.05


@contextmanager
def only_server(store: str) -> Iterator[None]:
    """Be the only server of a store that is one file; two would not hear of each other's moves."""
    path = store.removeprefix(SQLITE)
    lock = None if not store.startswith(SQLITE) or path == MEMORY else open_lock(path)
    if lock is None:
        yield
        return
    with lock:
        end = time.monotonic() + PATIENCE
        while not take(lock):
            if time.monotonic() >= end:
                raise ReihumError(
                    f"Another Reihum server keeps its tables in {path}; stop it, or give this one"
                    " a store of its own with --store."
                )
            time.sleep(PAUSE)
        yield


def open_lock(path: str) -> IO[bytes] | None:
    """The file that is locked, beside the store: closing the store's own would end SQLite's locks."""
    with suppress(OSError):  # a folder that cannot be written is told of elsewhere
        Path(path).absolute().parent.mkdir(parents=True, exist_ok=True)
        return open(f"{path}.lock", "ab")
    return None


def take(lock: IO[bytes]) -> bool:
    """Whether the lock is ours now; the system lets go of it when this process ends."""
    if fcntl is None:
        return True
    try:
        fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # some network drives know no locks
        return True
    return True

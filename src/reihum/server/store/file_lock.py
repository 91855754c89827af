"""One file, one server: the server of a SQLite file holds a lock on it until it ends, however it ends."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
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
    if not store.startswith(SQLITE_PREFIX) or path == MEMORY:
        yield
        return
    with ExitStack() as locks:
        for opened, take in ((open_lock(path), take_lock), (open_store(path), take_file)):
            if opened is not None:
                wait_for_lock(locks.enter_context(opened), take, path)
        yield


def is_served(store: str) -> bool:
    """Whether a server has this store, as far as its file can tell."""
    path = store.removeprefix(SQLITE_PREFIX)
    if not store.startswith(SQLITE_PREFIX) or not Path(path).exists():
        return False
    lock = open_lock(path)
    if lock is None:
        return False
    with lock:  # which gives the lock back, if it was there to be taken
        return not take_lock(lock)


def wait_for_lock(file: IO[bytes], take: Callable[[IO[bytes]], bool], path: str) -> None:
    """Take a lock, perhaps of a server that is about to stop."""
    end = time.monotonic() + LOCK_TIMEOUT
    while not take(file):
        if time.monotonic() >= end:
            raise ReihumError(
                f"Another Reihum server keeps its tables in {path}; stop it, or give this one"
                " a store of its own with --store."
            )
        time.sleep(LOCK_PAUSE)


def open_lock(path: str) -> IO[bytes] | None:
    """Open the lock file next to the store, wherever links to the store lead."""
    with suppress(OSError):  # a folder that cannot be written to is reported elsewhere
        real = Path(path).resolve()
        real.parent.mkdir(parents=True, exist_ok=True)
        return open(f"{real}.lock", "ab")
    return None


def open_store(path: str) -> IO[bytes] | None:
    """Open the store's own file, which may have several names; it must stay open as long as SQLite uses it.

    Closing it would end SQLite's locks. It is made here if it does not exist, for its owner alone.
    """
    if fcntl is None:
        return None
    with suppress(OSError):
        return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+b", buffering=0)
    return None


def take_lock(lock: IO[bytes]) -> bool:
    """Try to take the lock, which the system releases when this process ends; False if another has it."""
    return fcntl is None or try_to_lock(lambda: fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB))


def take_file(file: IO[bytes]) -> bool:
    """The same for the store's own file, by another kind of lock than SQLite's."""
    return fcntl is None or try_to_lock(lambda: fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB))


def try_to_lock(lock: Callable[[], None]) -> bool:
    """Whether a lock could be taken; where there are no locks, as on some network drives, it could."""
    try:
        lock()
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True

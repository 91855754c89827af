"""`reihum serve`: one process that listens until it is stopped or killed; nothing is lost either way."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import socket
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from reihum.core.errors import ReihumError
from reihum.server.calls.addresses import Network
from reihum.server.http.app import application
from reihum.server.live.registry import TableRegistry
from reihum.server.logs import log_event, write_log
from reihum.server.net.http import HttpConnection
from reihum.server.net.hub import ConnectionHub
from reihum.server.net.lan import url_of
from reihum.server.net.server import AppServer
from reihum.server.net.stopping import stop_events
from reihum.server.settings import UNIX, Settings, data_folder
from reihum.server.store import Store, Unavailable, store_at
from reihum.server.store.file_lock import only_server

MOST_FILES: Final = 65_536  # open files that we ask the system for; it may give us fewer
OWN_FILES: Final = 64  # of these for the store, bots and the log
SEND_BUFFER: Final = 64 * 1024  # bytes that the system keeps for a client that does not read
GC_THRESHOLDS: Final = (50_000, 20, 100)  # for `gc`, whose defaults are much lower
SHUTDOWN_GRACE: Final = 3  # seconds for requests in progress when the server stops
Announce = Callable[[Settings], None]  # says where the server listens


def announce(settings: Settings) -> None:
    """Say where the server listens."""
    where = (
        f"unix:{settings.socket}" if settings.socket else url_of(settings.host, settings.port) + settings.root
    )
    print(f"Reihum listens on {where}", flush=True)


def serve(
    settings: Settings,
    listener: socket.socket | None = None,
    announce: Announce = announce,
    log: int = logging.INFO,
    network: Network | None = None,
) -> None:
    """Listen until told to stop; players are called over the public network, unless another is passed in."""
    write_log(log)
    if listener is None:
        in_file = settings.socket
        listener = unix_socket(in_file) if in_file else listening_socket(settings.host, settings.port)
    try:
        name = settings.store or default_store()
        store = store_at(name)  # a wrong name is reported before any file is created
        at = replace(settings, store=name)
        if not settings.socket:
            at = replace(at, port=listener.getsockname()[1])
        with only_server(name), asyncio.Runner(loop_factory=loop_factory()) as runner:
            runner.run(run_server(at, store, listener, announce, network))
    finally:
        listener.close()
        if settings.socket:
            Path(settings.socket).unlink(missing_ok=True)


async def run_server(
    settings: Settings,
    store: Store,
    listener: socket.socket,
    announce: Announce,
    network: Network | None = None,
) -> None:
    """One server from its start to its end."""
    registry = TableRegistry(store, settings, network)
    try:
        await registry.store.open()
    except Unavailable as error:
        log_event("store cannot be reached; moves are refused until it can be", 30, why=str(error))
    proxies = [*settings.proxies, UNIX] if settings.socket else [*settings.proxies]
    hub = ConnectionHub(settings.limits, registry.metrics, frozenset(proxies), connection_room())
    server = AppServer(application(registry), hub)
    registry.start()
    collect_garbage_rarely()
    stop, hurry = stop_events()
    try:
        await server.start(listener, HttpConnection)
        announce(registry.settings)
        log_event("listening", pid=os.getpid())
        await stop.wait()
        registry.say_goodbye()
        await server.stop(SHUTDOWN_GRACE, hurry)
    finally:
        await registry.close()
        log_event("stopped")


def collect_garbage_rarely() -> None:
    """Look for reference cycles less often: what exists now stays, and tables make next to none."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def listening_socket(host: str, port: int) -> socket.socket:
    """A socket that listens on an address; if it cannot, one sentence says why."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)  # connections inherit it
        listener.bind(address)
        listener.listen(1024)
    except (OSError, OverflowError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise ReihumError(f"Cannot listen on {host}, port {port}: {reason}.") from None
    return listener


def unix_socket(path: str) -> socket.socket:
    """A socket in the file system; one that a server has left behind is replaced."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        if Path(path).is_socket() and not is_answered(path):
            Path(path).unlink()
        listener.bind(path)
        os.chmod(path, 0o660)  # for the proxy's group
        listener.listen(1024)
    except OSError as error:
        listener.close()
        raise ReihumError(f"Cannot listen on {path}: {error.strerror or error}.") from None
    return listener


def is_answered(path: str) -> bool:
    """Whether somebody listens on a Unix socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as caller:
        return caller.connect_ex(path) == 0


def connection_room() -> int:
    """How many connections there is room for: each is an open file, and the system limits those."""
    try:
        import resource
    except ImportError:
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return (MOST_FILES if soft == resource.RLIM_INFINITY else soft) - OWN_FILES


def loop_factory() -> type[asyncio.AbstractEventLoop] | None:
    """uvloop where it is installed, otherwise Python's own event loop."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.Loop


def default_store() -> str:
    """A file in the user's data directory, or in a temporary one if that is not writable."""
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        spare = Path(tempfile.gettempdir()) / f"reihum-{os.getuid() if hasattr(os, 'getuid') else ''}"
        spare.mkdir(mode=0o700, parents=True, exist_ok=True)
        log_event("data directory is not writable", 30, why=str(error), instead=str(spare))
        print(f"reihum: {folder} is not writable; games are kept in {spare}.", file=sys.stderr)
        folder = spare
    return f"sqlite:{folder / 'tables.db'}"

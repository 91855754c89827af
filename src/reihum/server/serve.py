"""`reihum serve`: one process that listens, until it is told to stop; nothing is lost either way."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

import uvicorn

from reihum.core.errors import ReihumError
from reihum.server.app import application
from reihum.server.door import Door
from reihum.server.hall import Hall
from reihum.server.house import House
from reihum.server.journal import note, write_log
from reihum.server.line import Line
from reihum.server.network import url_of
from reihum.server.settings import Settings, data_folder
from reihum.server.store import Unavailable, store_at
from reihum.server.store.claim import claimed
from reihum.server.wire import LARGEST

FILES: Final = 65_536  # connections that we ask the system for, if it gives us so many
OWN_FILES: Final = 64  # of them for the store, bots and the log
SEND_BUFFER: Final = 64 * 1024  # bytes that the system keeps for a client that does not read
GARBAGE: Final = (50_000, 20, 100)  # objects made, and rounds, between two looks for garbage in circles
FAREWELL: Final = 3  # seconds for what is still being done when the server stops
Announce = Callable[[Settings], None]  # says where requests are answered


class Server(uvicorn.Server):
    """uvicorn, which says where it listens, and says goodbye before it closes."""

    def __init__(self, config: uvicorn.Config, hall: Hall, announce: Announce) -> None:
        super().__init__(config)
        self.hall = hall
        self.announce = announce

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on SIGINT and SIGTERM, and count that as a good end."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer, and say where; if that cannot even be said, it is over."""
        await super().startup(sockets)
        self.announce(self.hall.settings)
        note("listening", pid=os.getpid())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell everybody, then close."""
        self.hall.say_goodbye()
        await super().shutdown(sockets)


def announce(settings: Settings) -> None:
    """Say where requests are answered."""
    print(f"Reihum listens on {url_of(settings.host, settings.port)}", flush=True)


def serve(
    settings: Settings,
    listener: socket.socket | None = None,
    announce: Announce = announce,
    log: int = logging.INFO,
) -> None:
    """Listen until told to stop."""
    write_log(log)
    listener = bound(settings.host, settings.port) if listener is None else listener
    try:
        store = settings.store or default_store()
        at = replace(settings, port=listener.getsockname()[1], store=store)
        with claimed(store), asyncio.Runner(loop_factory=loop_factory()) as runner:
            runner.run(run(at, store, listener, announce))
    finally:
        listener.close()


async def run(settings: Settings, store: str, listener: socket.socket, announce: Announce) -> None:
    """One server from its start to its end."""
    hall = Hall(store_at(store), settings)
    try:
        await hall.store.open()
    except Unavailable as error:
        note("store cannot be reached; moves are refused until it can", 30, why=str(error))
    house = House(settings.limits, hall.metrics, frozenset(settings.proxies), room())
    config = uvicorn.Config(
        application(hall),
        http=partial(Door, house),  # type: ignore[arg-type]
        ws=Line,
        ws_max_size=LARGEST,
        ws_max_queue=16,
        ws_ping_interval=settings.limits.silence,
        ws_ping_timeout=settings.limits.silence,
        ws_per_message_deflate=False,
        lifespan="off",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        timeout_graceful_shutdown=FAREWELL,
        h11_max_incomplete_event_size=16 * 1024,
    )
    hall.start()
    rest()
    server = Server(config, hall, announce)
    try:
        await server.serve([listener])
    finally:
        await hall.close()
        note("stopped")


def rest() -> None:
    """Look for garbage in circles less often: what is here stays, and tables make next to none."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens; whatever is wrong with the address is one sentence."""
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


def room() -> int:
    """How many connections there is room for: every one is an open file, and the system counts those."""
    try:
        import resource
    except ImportError:
        return FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return (FILES if soft == resource.RLIM_INFINITY else soft) - OWN_FILES


def loop_factory() -> type[asyncio.AbstractEventLoop] | None:
    """uvloop where there is one, otherwise the event loop of Python."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.Loop


def default_store() -> str:
    """A file in the user's data directory, or if that cannot be written, in a temporary one."""
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        spare = Path(tempfile.gettempdir()) / f"reihum-{os.getuid() if hasattr(os, 'getuid') else ''}"
        spare.mkdir(mode=0o700, parents=True, exist_ok=True)
        note("data directory is not writable", 30, why=str(error), instead=str(spare))
        print(f"reihum: {folder} is not writable; games are kept in {spare}.", file=sys.stderr)
        folder = spare
    return f"sqlite:{folder / 'tables.db'}"

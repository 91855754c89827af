"""`reihum play`: a server on this machine and a browser that looks at it, and others if they are wanted."""

from __future__ import annotations

import http.client
import json
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from reihum.cli import stdio
from reihum.core.errors import ReihumError
from reihum.server.http.qr import terminal_qr
from reihum.server.net.lan import lan_url, url_of
from reihum.server.serve import listening_socket, serve
from reihum.server.settings import Settings
from reihum.words import Words

HERE: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"
USUAL: Final = Settings.port
TRIED: Final = 20  # ports from the usual one on
PATIENCE: Final = 2.0  # seconds for an answer of whatever listens on a port, and for a browser to open
LARGEST: Final = 64 * 1024  # bytes of an answer that are read


class NotForOthers(Exception):
    """Our server runs, but listens for this machine only."""


@dataclass(frozen=True)
class BrowserRequest:
    """What somebody wants to see, and how."""

    path: str = "/"
    lan: bool = False
    browser: bool = True
    port: int | None = None  # None: the usual one, or the next that is free

    @property
    def ports(self) -> list[int]:
        """The ports to look at."""
        return [*range(USUAL, USUAL + TRIED)] if self.port is None else [self.port]


def open_table(wish: BrowserRequest, say: Words) -> None:
    """Show the page of the server that runs here; if none does, of one that runs until it is told to stop."""
    found = next(((port, about) for port in wish.ports if (about := about_at(port)) is not None), None)
    if found is not None:
        port, about = found
        if wish.lan and about["lan"] is None:
            raise NotForOthers(say("open.not_for_others", url=url_of(HERE, port)))
        print(say("open.runs_already"))
        looking = show(wish, say, port, about["lan"])
        looking.join(PATIENCE)
        return
    host = EVERYWHERE if wish.lan else HERE
    listener = first_free(host, wish.ports)

    def announce(settings: Settings) -> None:
        show(wish, say, settings.port, lan_url(settings))
        print(say("open.until"), flush=True)

    serve(Settings(host, listener.getsockname()[1]), listener, announce, logging.WARNING)
    print(f"\n{say('open.bye')}")


def about_at(port: int) -> dict[str, Any] | None:
    """What our server on this port says about itself; None if it is not ours, or there is none."""
    alive = answer_at(port, "/healthz")
    about = answer_at(port, "/api/about") if alive == {"status": "ok"} else None
    ours = isinstance(about, dict) and {"version", "hash", "lan", "games"} <= set(about)
    return about if ours else None


def answer_at(port: int, path: str) -> Any:
    """What a server on this machine answers, as JSON; None if that is none."""
    connection = http.client.HTTPConnection(HERE, port, PATIENCE)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        return json.loads(response.read(LARGEST)) if response.status == 200 else None
    except (OSError, http.client.HTTPException, ValueError, RecursionError):
        return None
    finally:
        connection.close()


def first_free(host: str, ports: list[int]) -> socket.socket:
    """A socket that listens on the first of these ports that nobody else has."""
    for port in ports[:-1]:
        with suppress(ReihumError):
            return listening_socket(host, port)
    return listening_socket(host, ports[-1])


def show(wish: BrowserRequest, say: Words, port: int, lan: str | None) -> threading.Thread:
    """Say where the page is, and open it in a browser if there is one; that may take a while."""
    url = url_of(HERE, port) + wish.path
    print(say("open.here", url=url))
    if wish.lan:
        print(say("open.no_network") if lan is None else say("open.others", url=lan))
        if lan is not None and stdio.speaks_unicode():
            print(terminal_qr(lan, coloured=sys.stdout.isatty()))
    sys.stdout.flush()
    looking = threading.Thread(target=browse, args=(url, wish.browser), daemon=True)
    looking.start()
    return looking


def browse(url: str, wanted: bool, opened: Callable[[str], bool] = webbrowser.open) -> None:
    """Open a browser where there is a screen for it; who has none has read the address."""
    if wanted and has_screen():
        with suppress(Exception):  # whatever is wrong with it, the address stands in the terminal
            opened(url)


def has_screen() -> bool:
    """Whether a browser would have a window of its own; one in the terminal would be in the way."""
    named = any(os.environ.get(name) for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"))
    return named or sys.platform in ("darwin", "win32")

"""`reihum play`: a server on this machine and a browser to see it, with others on the network if wanted."""

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

LOCALHOST: Final = "127.0.0.1"
ALL_ADDRESSES: Final = "0.0.0.0"
USUAL_PORT: Final = Settings.port
PORTS_TRIED: Final = 20  # starting with the usual one
ANSWER_TIMEOUT: Final = 2.0  # seconds for an answer from a port, and for a browser to open
LARGEST_ANSWER: Final = 64 * 1024  # bytes


class NotForOthers(Exception):
    """Our server is running, but for this machine only."""


@dataclass(frozen=True)
class BrowserRequest:
    """What to show, and how."""

    path: str = "/"
    lan: bool = False
    browser: bool = True
    port: int | None = None  # None: the usual one, or the next free one

    @property
    def ports(self) -> list[int]:
        """The ports to try."""
        return [*range(USUAL_PORT, USUAL_PORT + PORTS_TRIED)] if self.port is None else [self.port]


def open_page(request: BrowserRequest, say: Words) -> None:
    """Show the page of the server that is running here, or else run one until it is stopped."""
    found = next(((port, about) for port in request.ports if (about := about_at(port)) is not None), None)
    if found is not None:
        port, about = found
        if request.lan and about["lan"] is None:
            raise NotForOthers(say("open.not_for_others", url=url_of(LOCALHOST, port)))
        print(say("open.runs_already"))
        looking = announce_page(request, say, port, about["lan"])
        looking.join(ANSWER_TIMEOUT)
        return
    host = ALL_ADDRESSES if request.lan else LOCALHOST
    listener = first_free(host, request.ports)

    def announce(settings: Settings) -> None:
        announce_page(request, say, settings.port, lan_url(settings))
        print(say("open.until"), flush=True)

    serve(Settings(host, listener.getsockname()[1]), listener, announce, logging.WARNING)
    print(f"\n{say('open.bye')}")


def about_at(port: int) -> dict[str, Any] | None:
    """What our server on this port says about itself; None if there is none, or it is not ours."""
    alive = answer_at(port, "/healthz")
    about = answer_at(port, "/api/about") if alive == {"status": "ok"} else None
    ours = isinstance(about, dict) and {"version", "hash", "lan", "games"} <= set(about)
    return about if ours else None


def answer_at(port: int, path: str) -> Any:
    """What a server on this machine answers, if that is JSON; otherwise None."""
    connection = http.client.HTTPConnection(LOCALHOST, port, ANSWER_TIMEOUT)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        return json.loads(response.read(LARGEST_ANSWER)) if response.status == 200 else None
    except (OSError, http.client.HTTPException, ValueError, RecursionError):
        return None
    finally:
        connection.close()


def first_free(host: str, ports: list[int]) -> socket.socket:
    """A socket listening on the first of these ports that is free."""
    for port in ports[:-1]:
        with suppress(ReihumError):
            return listening_socket(host, port)
    return listening_socket(host, ports[-1])


def announce_page(request: BrowserRequest, say: Words, port: int, lan: str | None) -> threading.Thread:
    """Print the page's address, and open it in a browser in the background."""
    url = url_of(LOCALHOST, port) + request.path
    print(say("open.here", url=url))
    if request.lan:
        print(say("open.no_network") if lan is None else say("open.others", url=lan))
        if lan is not None and stdio.speaks_unicode():
            print(terminal_qr(lan, coloured=sys.stdout.isatty()))
    sys.stdout.flush()
    looking = threading.Thread(target=browse, args=(url, request.browser), daemon=True)
    looking.start()
    return looking


def browse(url: str, wanted: bool, open_url: Callable[[str], bool] = webbrowser.open) -> None:
    """Open a browser if there is a screen; otherwise the printed address must do."""
    if wanted and has_screen():
        with suppress(Exception):  # if it fails, the address is still in the terminal
            open_url(url)


def has_screen() -> bool:
    """Whether a browser would open its own window; one in the terminal would be in the way."""
    named = any(os.environ.get(name) for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"))
    return named or sys.platform in ("darwin", "win32")

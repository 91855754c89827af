"""Slow ones: requests that never end, viewers that never read, connections whose other end is gone."""

from __future__ import annotations

import select
import socket
import time
from contextlib import ExitStack

from tests.server.attacks.raw import (
    handshake,
    head,
    plug,
    spectator,
    until,
)
from tests.server.tools import PATIENCE, Running, run

LIMITS = ("patience=1.5", "silence=1.5", "pile=20000")
TINY = 4096  # bytes of a receive buffer that is soon full
TICK = 0.05  # seconds between two bytes of a slow client


def gone(connection: socket.socket, milliseconds: int) -> bool:
    """Whether the server has cut a connection, without reading anything from it."""
    poll = select.poll()
    poll.register(connection, select.POLLHUP | select.POLLERR)
    return bool(poll.poll(milliseconds))


def counted(server: Running, name: str) -> int:
    """A number of the metrics."""
    found = [line for line in server.ask("GET", "/metrics")[1].splitlines() if line.startswith(name + " ")]
    return int(found[0].split()[-1]) if found else 0


# -- requests that never end ----------------------------------------------------------------------


def test_a_connection_without_a_request_is_closed(server: Running) -> None:
    table = server.open(server.token(), seats=["me", "open"])
    kind, length = "Content-Type: application/json", "Content-Length: 1000"
    chunked, close = "Transfer-Encoding: chunked", "Connection: keep-alive"
    slow = {
        "says nothing": (b"", b""),
        "never ends a line": (b"GET /", b"a"),
        "never ends the head": (head(server, "GET /healthz")[:-2], b"a: b\r\n"),
        "never ends the body": (head(server, "POST /api/tables", kind, length), b" "),
        "never ends the chunks": (head(server, "POST /api/tables", kind, chunked), b"1\r\n \r\n"),
        "sends a body that nobody reads": (head(server, "GET /healthz", length), b" "),
        "sends chunks that nobody reads": (head(server, "GET /healthz", chunked), b"1\r\n \r\n"),
        "never ends the second head": (head(server, "GET /healthz", close) + b"GET /", b"a"),
        "never ends what is too large": (
            head(server, "POST /api/tables", kind, "Content-Length: 99999"),
            b" ",
        ),
        "sends empty lines": (b"", b"\r\n"),
        "waits to be told to continue": (
            head(server, "POST /api/tables", length, "Expect: 100-continue"),
            b"",
        ),
        "upgrades and says nothing": (handshake(server, f"/ws/{table}"), b""),
    }
    with ExitStack() as stack:
        here = {name: stack.enter_context(plug(server)) for name in slow}
        for name, connection in here.items():
            connection.sendall(slow[name][0])
        deadline = time.monotonic() + PATIENCE
        while here and time.monotonic() < deadline:
            for name, connection in list(here.items()):
                try:
                    connection.sendall(slow[name][1])
                    connection.setblocking(False)
                    if connection.recv(1 << 16) == b"":
                        del here[name]
                except BlockingIOError:
                    pass
                except ConnectionError:
                    del here[name]
                finally:
                    connection.settimeout(PATIENCE)
            time.sleep(TICK)
        assert not here, list(here)


def test_a_second_request_that_never_ends_is_cut_off_too(server: Running) -> None:
    with plug(server) as connection:
        for _ in range(3):
            connection.sendall(head(server, "GET /nothing"))
            until(connection, b"}")
        connection.sendall(b"GET /")
        assert connection.recv(1) == b""


def test_a_client_that_reads_no_answer_is_cut_off(server: Running) -> None:
    asked = head(server, "GET /metrics") * 50
    with plug(server, TINY) as connection:
        connection.setblocking(False)
        for _ in range(int(PATIENCE / TICK)):
            try:
                connection.send(asked)
            except BlockingIOError:
                pass
            except ConnectionError:
                break
            if gone(connection, int(TICK * 1000)):
                break
        else:
            raise AssertionError("it is still there")


# -- connections whose other end is gone -----------------------------------------------------------


def test_a_connection_whose_other_end_is_gone_is_noticed(server: Running) -> None:
    async def test() -> None:
        ada, bo = server.token(), server.token()
        table = server.open(ada, seats=["me", "open"])
        server.sit(table, bo)
        async with server.seat(table, ada) as wire:
            with spectator(server, table, bo):  # it says nothing any more, and answers no ping
                await wire.until("table", lambda m: m["table"]["seats"][1]["here"])
                await wire.until("table", lambda m: not m["table"]["seats"][1]["here"])

    run(test)

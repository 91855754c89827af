"""Connections: whom they count for, which members of other libraries they use, and how they end."""

from __future__ import annotations

import ast
import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

import reihum.server.net
from reihum.server.metrics import Metrics
from reihum.server.net.http import HttpConnection
from reihum.server.net.hub import ConnectionHub
from reihum.server.net.server import AppServer
from reihum.server.net.visitors import visitor_behind
from reihum.server.net.websocket import connection_in
from reihum.server.settings import Limits
from tests.server.places import in_loop

LOCAL, PROXY = "127.0.0.1", "192.0.2.9"
UPGRADE = (
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
)


@pytest.mark.parametrize(
    ("peer", "headers", "visitor"),
    [
        (
            "192.0.2.1",
            [("x-forwarded-for", "198.51.100.1"), ("x-forwarded-proto", "https")],
            "http 192.0.2.1",
        ),
        (PROXY, [("x-forwarded-for", "198.51.100.1"), ("x-forwarded-proto", "https")], "https 198.51.100.1"),
        (PROXY, [("x-forwarded-for", "203.0.113.5, 198.51.100.1")], "http 198.51.100.1"),
        (
            PROXY,
            [("x-forwarded-for", "203.0.113.5"), ("x-forwarded-for", "198.51.100.1")],
            "http 198.51.100.1",
        ),
        (PROXY, [("x-forwarded-for", f"198.51.100.1, {PROXY}")], "http 198.51.100.1"),
        (PROXY, [("x-forwarded-for", "198.51.100.1:5060")], "http 198.51.100.1"),
        (PROXY, [("x-forwarded-for", "[2001:db8::1]:5060")], "http 2001:db8::1"),
        (PROXY, [("x-forwarded-for", "2001:db8::1")], "http 2001:db8::1"),
        (PROXY, [("x-forwarded-proto", "wss")], f"https {PROXY}"),
        (PROXY, [("x-forwarded-proto", "gopher"), ("x-forwarded-for", " , ")], f"http {PROXY}"),
        (PROXY, [], f"http {PROXY}"),
    ],
)
def test_only_a_proxy_of_ours_says_for_whom_it_asks(
    peer: str, headers: list[tuple[str, str]], visitor: str
) -> None:
    sent = [(name.encode(), value.encode()) for name, value in headers]
    found = visitor_behind(peer, "http", sent, {PROXY})
    assert f"{found.scheme} {found.host}" == visitor


class Place:
    """A small application on a socket of this process, in a network whose proxy is this machine."""

    def __init__(self, limits: Limits) -> None:
        self.hub = ConnectionHub(limits, Metrics(), frozenset({LOCAL}), room=100)
        self.go_on = asyncio.Event()
        routes = [Route("/slow", self.slow), Route("/fails", self.fails), WebSocketRoute("/ws", self.talk)]
        self.server = AppServer(Starlette(routes=routes), self.hub)
        self.socket = socket.create_server((LOCAL, 0))

    async def slow(self, request: Request) -> PlainTextResponse:
        """Answer whether the visitor has too much going on, once that is wanted."""
        if not (crowded := request.scope["extensions"].get("reihum.crowded")):
            await self.go_on.wait()
        return PlainTextResponse(f"{request.client and request.client.host} {crowded}")

    async def fails(self, _: Request) -> PlainTextResponse:
        raise ValueError("as planned")

    async def talk(self, websocket: WebSocket) -> None:
        if websocket.scope["extensions"].get("reihum.crowded"):
            await websocket.send_denial_response(PlainTextResponse("crowded", 429))
            return
        await websocket.accept()
        await connection_in(websocket.scope).listen(lambda _: None)

    async def ask(self, path: str, visitor: str, *headers: str) -> tuple[Plug, bytes]:
        """A connection of its own through the proxy, and the first line of the answer."""
        plug = await self.begin(path, visitor, *headers)
        return plug, await plug[0].readline()

    async def begin(self, path: str, visitor: str, *headers: str) -> Plug:
        """A request that is not answered yet."""
        reader, writer = await asyncio.open_connection(*self.socket.getsockname())
        lines = [f"GET {path} HTTP/1.1", "Host: x", f"X-Forwarded-For: {visitor}", *headers, "", ""]
        writer.write("\r\n".join(lines).encode())
        return reader, writer

    async def count(self, visitor: str, wanted: int) -> None:
        """Wait until so many connections count for a visitor."""
        while self.hub.by_asker[visitor] != wanted:
            await asyncio.sleep(0)


Plug = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def place(**limits: int) -> AsyncIterator[Place]:
    """A place that is open meanwhile."""
    here = Place(Limits(**limits))  # type: ignore[arg-type]
    await here.server.start(here.socket, HttpConnection)
    yield here
    await here.server.stop(10.0, asyncio.Event())
    assert +here.hub.by_asker == {}
    assert here.hub.total == 0


@in_loop
async def test_behind_a_proxy_each_visitor_has_connections_of_their_own() -> None:
    async with place(connections=2) as here:
        plugs = [(await here.ask("/ws", "10.0.0.1", *UPGRADE)) for _ in range(2)]
        assert [line.split()[1] for _, line in plugs] == [b"101", b"101"]
        _, refused = await here.ask("/ws", "10.0.0.1", *UPGRADE)
        assert refused.split()[1] == b"429"
        other, line = await here.ask("/ws", "10.0.0.2", *UPGRADE)
        assert line.split()[1] == b"101"
        plugs[0][0][1].close()
        await here.count("10.0.0.1", 1)
        again, line = await here.ask("/ws", "10.0.0.1", *UPGRADE)
        assert line.split()[1] == b"101"
        for _, writer in (plugs[1][0], other, again):
            writer.close()


@in_loop
async def test_behind_a_proxy_requests_count_for_a_visitor_until_they_are_answered() -> None:
    async with place(connections=2) as here:
        waiting = [await here.begin("/slow", "10.0.0.1") for _ in range(2)]
        await here.count("10.0.0.1", 2)
        third, _ = await here.ask("/slow", "10.0.0.1")
        assert (await third[0].read(1000)).endswith(b"10.0.0.1 True")
        here.go_on.set()
        for reader, _ in waiting:
            assert (await reader.readuntil(b"False")).endswith(b"10.0.0.1 False")
        await here.count("10.0.0.1", 0)
        # The proxy keeps the connection, and may use it for somebody else.
        waiting[0][1].write(b"GET /slow HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 10.0.0.2\r\n\r\n")
        assert (await waiting[0][0].readuntil(b"False")).endswith(b"10.0.0.2 False")


@in_loop
async def test_an_application_that_fails_is_answered_for() -> None:
    async with place() as here:
        plug, line = await here.ask("/fails", "10.0.0.1")
        assert line.split()[1] == b"500"
        plug[1].close()


@in_loop
async def test_a_server_that_stops_lets_answers_out_and_nobody_in() -> None:
    async with place() as here:
        plug = await here.begin("/slow", "10.0.0.1")
        await here.count("10.0.0.1", 1)
        stopping = asyncio.create_task(here.server.stop(10.0, asyncio.Event()))
        while not here.server.stopping:
            await asyncio.sleep(0)
        assert not stopping.done()
        here.go_on.set()
        assert (await plug[0].read()).endswith(b"False")
        await stopping
        with pytest.raises(OSError, match=r"."):
            await asyncio.open_connection(*here.socket.getsockname())


@in_loop
async def test_a_server_in_a_hurry_waits_for_nobody() -> None:
    async with place() as here:
        plug = await here.begin("/slow", "10.0.0.1")
        await here.count("10.0.0.1", 1)
        hurry = asyncio.Event()
        hurry.set()
        await here.server.stop(1000.0, hurry)
        plug[1].close()
        await here.count("10.0.0.1", 0)


def test_connections_stand_on_public_members_of_other_libraries() -> None:
    """Their own private members, `self._…`, are their own business."""
    for path in sorted(Path(reihum.server.net.__file__).parent.glob("*.py")):
        tree = ast.parse(path.read_text())
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Attribute)
                and node.attr.startswith("_")
                and not node.attr.startswith("__")
            ):
                assert isinstance(node.value, ast.Name), f"{path.name}:{node.lineno}"
                assert node.value.id == "self", f"{path.name}:{node.lineno}"
            if isinstance(node, ast.ClassDef):
                bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
                bases |= {ast.unparse(base) for base in node.bases if isinstance(base, ast.Attribute)}
                assert bases <= {"asyncio.Protocol", "Protocol", "NamedTuple"}, f"{path.name}: {node.name}"

"""A server in a process of its own, and raw requests and connections to it."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from reihum.wire.from_server import FromServer

PATIENCE = 30.0  # seconds after which a test gives up waiting; nothing should take a tenth of it


def described(value: Any, kind: Any) -> None:
    """Whether something is as the wire describes it, without anything that is not described."""
    assert msgspec.to_builtins(msgspec.convert(value, kind)) == value


def ticking(step: float = 0.01) -> Callable[[], float]:
    """A clock that goes on by so much each time somebody looks: everything takes longer than a slice."""
    return count(step=step).__next__


class Running:
    """A server that has been started."""

    program: tuple[str, ...] = ("-m", "reihum", "serve")

    def __init__(self, store: str, *options: str, port: int = 0, **environment: str) -> None:
        self.store = store
        self.options = options
        self.environment = environment
        self.source: tuple[str, int] | None = None  # where requests come from, if not from the usual address
        self.log = b""
        self.start(port)

    def start(self, port: int = 0) -> None:
        command = [sys.executable, *self.program, "--port", str(port), "--store", self.store]
        self.process = subprocess.Popen(
            [*command, *self.options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ | self.environment,
        )
        assert self.process.stdout is not None
        self._reading = threading.Thread(target=self._read, args=(self.process.stderr,), daemon=True)
        self._reading.start()
        line = self.process.stdout.readline().decode()
        if not line.startswith(("Reihum listens on http://", "Reihum listens on unix:")):
            self._gather()
            raise AssertionError((line, self.log))
        self.url = line.split()[-1]
        self.port = int(urlsplit(self.url).port or 0)

    def kill(self) -> None:
        """Pull the plug."""
        self.process.send_signal(signal.SIGKILL)
        self._gather()

    def again(self) -> None:
        """Start it again at the same address."""
        self.start(self.port)

    def stop(self) -> int:
        """Ask it to stop; its exit code."""
        if self.process.poll() is None:
            self.process.terminate()
        self._gather()
        return self.process.returncode

    def _read(self, errors: IO[bytes]) -> None:
        """Keep reading the log: a full pipe would hold up the server."""
        self._errors = [*errors]

    def _gather(self) -> None:
        assert self.process.stdout is not None
        out = self.process.stdout.read()
        self.process.wait(timeout=PATIENCE)
        self._reading.join(timeout=PATIENCE)
        self.log += out + b"".join(self._errors)

    def memory(self) -> int:
        """Bytes in use by the server."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    # -- HTTP -------------------------------------------------------------------------------------

    def raw(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        """One request as it is."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, PATIENCE, self.source)
        try:
            connection.request(method, path, body, headers or {})
            response = connection.getresponse()
            return (
                response.status,
                {key.lower(): value for key, value in response.getheaders()},
                response.read(),
            )
        finally:
            connection.close()

    def ask(
        self, method: str, path: str, body: object = None, token: str | None = None, lang: str = "en"
    ) -> tuple[int, Any]:
        """One request with JSON, and its answer."""
        headers = {"Accept-Language": lang}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        status, answered, text = self.raw(method, path, data, headers)
        return status, json.loads(text) if answered.get(
            "content-type"
        ) == "application/json" else text.decode()

    def token(self) -> str:
        status, answer = self.ask("POST", "/api/token")
        assert status == 201
        return str(answer["token"])

    def open(self, token: str, game: str = "23", **more: object) -> str:
        status, answer = self.ask("POST", "/api/tables", {"game": game, "name": "Ada", **more}, token)
        assert status == 201, answer
        return str(answer["table"])

    def look(self, table: str, token: str | None = None) -> dict[str, Any]:
        status, answer = self.ask("GET", f"/api/tables/{table}", token=token)
        assert status == 200, answer
        return dict(answer)

    def sit(self, table: str, token: str, name: str = "Bo", **more: object) -> int:
        status, answer = self.ask("POST", f"/api/tables/{table}/sit", {"name": name, **more}, token)
        assert status == 200, answer
        return int(answer["seat"])

    # -- WebSocket --------------------------------------------------------------------------------

    @asynccontextmanager
    async def line(self, table: str, token: str | None = None, **headers: str) -> AsyncIterator[Wire]:
        """A connection that has said nothing yet."""
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        source: dict[str, Any] = {} if self.source is None else {"local_addr": self.source}
        async with connect(
            f"ws://127.0.0.1:{self.port}/ws/{table}",
            subprotocols=[Subprotocol("reihum.1")],
            additional_headers=headers,
            compression=None,
            max_size=None,
            proxy=None,
            open_timeout=PATIENCE,
            **source,
        ) as connection:
            yield Wire(connection)

    @asynccontextmanager
    async def seat(self, table: str, token: str | None = None, **hello: object) -> AsyncIterator[Wire]:
        """A connection that has said hello and has been shown the table."""
        async with self.line(table, token) as wire:
            await wire.say(t="hello", **hello)
            await wire.until("snap")
            yield wire


def serving(folder: Path) -> Iterator[Running]:
    """A server on a fresh store, whose bots answer at once; at the end it must stop well and log no error."""
    running = Running(f"sqlite:{folder / 'tables.db'}", "--bot-delay", "0")
    yield running
    assert running.stop() == 0
    assert b'"level": "error"' not in running.log, running.log.decode()


class Wire:
    """A connection, with everything that has come in so far."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.heard: list[dict[str, Any]] = []
        self.frames: list[str] = []
        self.now: dict[str, Any] = {}  # the last snap or step

    async def say(self, **message: object) -> None:
        await self.connection.send(json.dumps(message))

    async def next(self) -> dict[str, Any]:
        """The next message."""
        text = await asyncio.wait_for(self.connection.recv(), PATIENCE)
        assert isinstance(text, str)
        self.frames.append(text)
        described(json.loads(text), FromServer)  # whatever comes is as it is described
        message: dict[str, Any] = json.loads(text)
        self.heard.append(message)
        if message["t"] in ("snap", "ev"):
            self.now = message
        return message

    async def until(
        self, kind: str, fits: Callable[[dict[str, Any]], bool] = lambda _: True
    ) -> dict[str, Any]:
        """The next message of a kind; what comes before it is taken in."""
        while True:
            message = await self.next()
            if message["t"] == kind and fits(message):
                return message

    async def asked(self) -> int:
        """Wait until this seat owes a decision; its number."""
        while self.now.get("ask") is None:
            await self.next()
        return int(self.now["ask"])

    async def move(
        self, move: str | None = None, ask: int | None = None, cid: str | None = None
    ) -> dict[str, Any]:
        """Make a move, by default the first legal one, and wait for the answer."""
        number = await self.asked() if ask is None else ask
        chosen = move if move is not None else self.now["moves"][0]
        name = cid or f"c{len(self.frames)}"
        await self.say(t="move", cid=name, ask=number, m=chosen)
        while True:
            message = await self.next()
            if message["t"] in ("ack", "nack") and message["cid"] == name:
                return message


def run(test: Callable[[], Awaitable[None]]) -> None:
    """Run a test that waits, but not for ever."""

    async def bounded() -> None:
        await asyncio.wait_for(test(), 120)

    asyncio.run(bounded())

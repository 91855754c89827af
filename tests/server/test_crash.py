"""Servers and databases are killed while people play: nothing is lost, nothing played twice.

The long forms of these are `make soak`.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from reihum.client import Guest
from reihum.client.errors import Unreachable
from tests.server.places import Place
from tests.server.soak import Plan, on_postgres, on_sqlite


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

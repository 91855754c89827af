"""Viewers that never read: they are sent away, and the others notice nothing."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path

from tests.server.attacks.raw import PING, end_of, frame, head, message, next_frame, plug, spectator
from tests.server.attacks.test_slow import TINY, counted
from tests.server.tools import Running, Wire, run

SLOW = 'reihum_dropped_viewers_total{why="slow"}'
LIMITS = ("pile=20000", "messages=100000/1000")


def test_a_viewer_that_does_not_read_is_sent_away_and_the_others_notice_nothing(server: Running) -> None:
    async def test() -> None:
        ada, bo = server.token(), server.token()
        table = server.open(ada, seats=["me", "open"], name="\u4e00" * 24)
        server.sit(table, bo, name="\u4e8c" * 24)
        server.ask("POST", f"/api/tables/{table}/start", token=ada)
        with spectator(server, table, receive=TINY) as stalled:
            async with server.seat(table, ada) as watching:
                before = counted(server, SLOW)
                while counted(server, SLOW) == before:
                    await come_and_go(server, table, bo, watching, 10)
                assert (await watching.move())["t"] == "ack"
            assert end_of(stalled) == ("slow", 1013)
        with spectator(server, table, hello=False) as back:
            back.sendall(message(t="hello", since=1))
            snap = json.loads(next_frame(back)[1])
            assert (snap["t"], snap["v"], snap["log"]) == ("snap", 1, [])

    run(test)


async def come_and_go(server: Running, table: str, token: str, watching: Wire, times: int) -> None:
    """Look in again and again; every viewer hears of it each time."""
    for _ in range(times):
        async with server.seat(table, token):
            await watching.until("table", lambda m: m["table"]["seats"][1]["here"])
        await watching.until("table", lambda m: not m["table"]["seats"][1]["here"])


def test_a_viewer_that_does_not_read_the_answers_to_its_own_pings_is_sent_away(server: Running) -> None:
    table = server.open(server.token(), seats=["me", "open"])
    before = counted(server, SLOW)
    with spectator(server, table, receive=TINY) as stalled:
        while counted(server, SLOW) == before:
            stalled.sendall(frame(PING, b"x" * 125) * 100)
        assert end_of(stalled) == ("slow", 1013)


def test_a_server_stops_in_order_though_nobody_reads(tmp_path: Path) -> None:
    other = Running(f"sqlite:{tmp_path / 't.db'}", "--bot-delay", "0", "--limit", "pile=4000000")
    table = other.open(other.token(), seats=["me", "open"])
    with ExitStack() as stack:
        stalled = [stack.enter_context(spectator(other, table, receive=TINY)) for _ in range(5)]
        for connection in stalled:
            connection.sendall(message(t="hello") * 8 + frame(PING, b"x" * 125) * 900)
        asking = stack.enter_context(plug(other, TINY))
        asking.sendall(head(other, "GET /metrics") * 100)
        stack.enter_context(plug(other)).sendall(b"GET /")
        assert other.stop() == 0
    assert b'"level": "error"' not in other.log, other.log.decode()

"""The log: whatever happens, there is no token, link, code, name or move in it, and nobody can fill it."""

from __future__ import annotations

import io
import json
import logging
import sys
import time
from pathlib import Path

from reihum.server.logs import JsonLineFormatter, log_failure
from tests.server.attacks.raw import BINARY, TEXT, exchange, frame, handshake, head, pour, spectator
from tests.server.tools import Running, run

MARK = "Zarniwoop"


def test_the_log_tells_nothing_and_cannot_be_filled(tmp_path: Path) -> None:
    other = Running(f"sqlite:{tmp_path / 't.db'}", "--bot-delay", "0", "--limit", "patience=1")
    secret = [MARK, *visit(other), *attack(other)]
    assert other.stop() == 0
    lines = other.log.decode().splitlines()
    assert not [word for word in secret if word in other.log.decode()]
    facts = [json.loads(line) for line in lines]
    assert [fact["event"] for fact in facts] == ["listening", "stopped"]
    assert all(fact["level"] == "info" for fact in facts)


def visit(server: Running) -> list[str]:
    """Play a game from beginning to end; everything about it that must not be told."""
    ada, bo = server.token(), server.token()
    made = server.ask("POST", "/api/tables", {"game": "23", "seats": ["me", "open"], "name": MARK}, ada)[1]
    table = made["table"]
    assert server.ask("GET", f"/api/code/{made['code']}")[0] == 200
    server.sit(table, bo, name=MARK, program=MARK)
    server.ask("POST", f"/api/tables/{table}/start", token=ada)

    async def test() -> None:
        async with server.seat(table, ada, nonce=MARK) as wire:
            await wire.asked()
            await wire.move(MARK, cid=MARK)
            await wire.move(cid=MARK)
            await wire.say(t="say", p=MARK)

    run(test)
    for token in (ada, bo):
        server.ask("POST", f"/api/tables/{table}/leave", token=token)
    while server.look(table)["status"] != "over":
        time.sleep(0.05)  # so that asking is not a flood, either
    record = server.ask("GET", f"/api/tables/{table}/record")[1]
    return [ada, bo, table, made["code"], record.split("\nSecret: ")[1][:64], "put "]


def attack(server: Running) -> list[str]:
    """Say everything wrong that can be said, with words that would be recognised."""
    ada = server.token()
    table = server.open(ada, seats=["me", "open"], name=MARK)
    log_line = f'\n{{"level": "error", "event": "{MARK}"}}'
    for sent in (
        f"{MARK}\r\n\r\n".encode(),
        head(server, f"GET /{MARK}", f"Authorization: Bearer {ada}{MARK}", "Connection: close"),
        head(server, f"GET /api/tables/{table}%0a{MARK}?{ada}", f"User-Agent: {MARK}", "Connection: close"),
        head(server, f"POST /api/tables/{table}/sit", f"Content-Length: {MARK}"),
        head(server, f"GET /api/tables/{table}", f"Upgrade: {MARK}", "Connection: Upgrade, close"),
        head(server, "GET /api/mine", "Transfer-Encoding: chunked") + MARK.encode() + b"\r\n",
        handshake(server, f"/ws/{table}", "Content-Length: 3"),
        handshake(server, f"/ws/{MARK}", f"Authorization: Bearer {ada}{MARK}"),
    ):
        assert exchange(server, sent) is not None
    for body in ({"game": MARK}, {"game": "23", "name": log_line}, {"game": "23", "seats": [log_line]}):
        server.ask("POST", "/api/tables", body, ada)
    for wrong in (
        frame(TEXT, MARK.encode()),
        frame(TEXT, b"\xff" + MARK.encode()),
        frame(BINARY, MARK.encode()),
        frame(TEXT, b"x" * 9_000),
        frame(TEXT, MARK.encode(), masked=False),
        frame(TEXT, b'{"t":"move","cid":"\\ud800","ask":0,"m":"' + MARK.encode() + b'"}'),
        frame(TEXT, b'{"t":"ping"}') * 2_000,
    ):
        with spectator(server, table, ada) as connection:
            pour(connection, wrong)
            while connection.recv(1 << 16):
                pass
    return [ada, table]


def test_an_error_is_told_without_the_values_that_were_there() -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLineFormatter())
    log = logging.getLogger("reihum.server")
    log.addHandler(handler)
    try:
        int(f"{MARK}\n{MARK}")
    except ValueError:
        log_failure("bad\nthing", table="0123")
    finally:
        log.removeHandler(handler)
    told = stream.getvalue()
    assert told.count("\n") == 1
    assert MARK not in told
    assert json.loads(told)["error"] == "ValueError"
    assert json.loads(told)["where"][0].endswith(sys._getframe().f_code.co_name)

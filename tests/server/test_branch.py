"""Finished games played on over HTTP: against bots in other processes, across a crash, to a true record."""

from __future__ import annotations

import time
from pathlib import Path

from reihum.cli.verify import verdict
from tests.server.test_replay import finished
from tests.server.tools import PATIENCE, Running


def until_over(server: Running, table: str) -> None:
    """Wait until the bots have played a game to its end."""
    end = time.monotonic() + PATIENCE
    while server.look(table)["status"] != "over":
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_game_goes_on_where_it_was_and_counts_for_nobody(tmp_path: Path) -> None:
    server = Running(f"sqlite:{tmp_path / 't.db'}", "--bot-delay", "0")
    source = finished(server, "help", 3)
    token = server.token()
    path = f"/api/tables/{source}/branch"
    status, opened = server.ask("POST", path, {"v": 9, "seat": 1, "bot": "casual", "name": "Zoe"}, token)
    assert (status, opened["seat"]) == (201, 1)
    table = opened["table"]
    shown = server.look(table, token)
    assert (shown["branch"], shown["commitment"]) == ({"v": 9, "table": source}, "")
    assert server.look(table)["branch"] == {"v": 9, "table": None}
    server.ask("POST", f"/api/tables/{table}/start", token=token)
    assert server.ask("GET", f"/api/tables/{table}/record", token=token)[0] == 403
    server.kill()
    server.again()
    assert server.look(table)["branch"]["v"] == 9
    server.ask("POST", f"/api/tables/{table}/leave", token=token)  # a bot plays for Zoe, too
    until_over(server, table)
    record = server.ask("GET", f"/api/tables/{table}/record")[1]
    original = server.ask("GET", f"/api/tables/{source}/record")[1]
    assert "\nContinued: 9\n" in record
    assert verdict(record.encode()).true

    def moves(text: str) -> list[str]:
        return [line for line in text.splitlines() if line[:3] in ("0: ", "1: ", "2: ")]

    assert moves(record)[:9] == moves(original)[:9]
    figures = server.ask("GET", "/api/mine/statistics", token=token)[1]
    assert figures["games"] == []
    (game,) = server.ask("GET", "/api/mine/finished", token=token)[1]["games"]
    assert (game["counted"], game["table"]["branch"]["v"]) == (False, 9)
    assert server.stop() == 0


def test_only_what_is_over_is_played_on(server: Running) -> None:
    token = server.token()
    playing = server.open(token, seats=["me", "bot:policy"])
    server.ask("POST", f"/api/tables/{playing}/start", token=token)
    status, answer = server.ask("POST", f"/api/tables/{playing}/branch", {"v": 0}, token)
    assert (status, answer["error"]) == (403, "hidden_record")
    over = finished(server, learning=True)
    for body, error in (({"v": 10**6}, "no_step"), ({"v": 0, "seat": 9}, "no_seat"), ({}, "malformed")):
        status, answer = server.ask("POST", f"/api/tables/{over}/branch", body, token)
        assert (status, answer["error"]) == (400, error)

"""Lessons over the wire: the table knows where its learner is, also after the server was killed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from reihum.table.lessons import course
from tests.server.tools import Running, Wire, run


def opened(server: Running, token: str, **more: object) -> str:
    """The table of a lesson of 23."""
    return server.open(token, "23", lesson=True, **more)


def go_to(server: Running, table: str, token: str, step: object) -> tuple[int, dict[str, Any]]:
    """Ask for a step of a lesson."""
    status, answer = server.ask("POST", f"/api/tables/{table}/lesson", {"step": step}, token)
    return status, dict(answer)


async def until_ready(wire: Wire, step: int) -> dict[str, Any]:
    """Wait until the learner is at a step, and the others have done their part."""
    while True:
        message = await wire.next()
        lesson = message["table"]["lesson"] if "table" in message else None
        if lesson is not None and lesson["step"] == step and lesson["ready"]:
            return dict(lesson)


def test_a_learner_follows_goes_astray_and_comes_back(server: Running) -> None:
    token = server.token()
    table = opened(server, token)
    of = course("23", False)
    assert of is not None
    first = of.lesson.steps[1].moves

    async def test() -> None:
        async with server.seat(table, token) as wire:
            await wire.asked()
            shown = server.look(table, token)
            assert shown["lesson"] == {"step": 0, "steps": 10, "made": 0, "ready": True, "astray": None}
            assert [seat["bot"] for seat in shown["seats"]] == [None, "novice", "novice"]
            assert (shown["commitment"], shown["hints"]) == ("", False)
            assert go_to(server, table, token, 1)[1]["lesson"]["step"] == 1
            for move in first:
                assert (await wire.move(move))["t"] == "ack"
            assert (await until_ready(wire, 2))["made"] == 0
            assert wire.now["view"]["pile"] == [1, 2]
            v = wire.now["v"]
            assert (await wire.move("leave"))["t"] == "ack"
            assert server.look(table, token)["lesson"]["astray"] == "leave"
            assert go_to(server, table, token, 2)[0] == 200
            back = await wire.until("snap")
            assert back["view"]["pile"] == [1, 2]
            assert back["v"] > v
            assert [line["m"] for line in back["log"] if line["by"] == 0] == first
            assert (await wire.move("pass"))["t"] == "ack"
            await until_ready(wire, 3)
            assert wire.now["view"]["pile"][-1] == 5

    run(test)


def test_a_lesson_is_mine_but_no_game_for_others(server: Running) -> None:
    ada, bo = server.token(), server.token()
    table = opened(server, ada, public=True, seats=["me", "open"], pace="live")
    mine = server.ask("GET", "/api/mine", token=ada)[1]["tables"]
    assert [(each["table"], each["lesson"]["steps"]) for each in mine] == [(table, 10)]
    assert table not in [each["table"] for each in server.ask("GET", "/api/tables")[1]["tables"]]
    assert server.look(table)["pace"] == "none"
    for what in ("leave", "rematch"):
        status, answer = server.ask("POST", f"/api/tables/{table}/{what}", None, ada)
        assert (status, answer["error"]) == (409, "lesson")
    assert server.ask("POST", f"/api/tables/{table}/sit", {}, bo)[0] == 409


def test_bad_requests_for_lessons_change_nothing(server: Running) -> None:
    token = server.token()
    assert server.ask("POST", "/api/tables", {"game": "chess", "lesson": True}, token)[0] == 400
    assert server.ask("POST", "/api/tables", {"game": "23", "lesson": 1}, token)[0] == 400
    assert server.ask("POST", "/api/tables", {"game": "23", "lesson": True, "players": 1}, token)[0] == 404
    usual = server.open(token, "23")
    assert go_to(server, usual, token, 0)[0] == 404
    table = opened(server, token)

    async def test() -> None:
        async with server.seat(table, token) as wire:
            await wire.asked()
            for step in (-1, 2, 99, "1", None, 1.5):
                status, answer = go_to(server, table, token, step)
                assert (status, answer["error"]) in ((400, "no_step"), (400, "malformed"))
            assert server.look(table, token)["lesson"]["step"] == 0

    run(test)


def test_a_killed_server_knows_the_step_again(tmp_path: Path) -> None:
    server = Running(f"sqlite:{tmp_path / 'tables.db'}", "--bot-delay", "0")

    async def test() -> None:
        token = server.token()
        table = opened(server, token)
        async with server.seat(table, token) as wire:
            await wire.asked()
            go_to(server, table, token, 1)
            assert (await wire.move("put 2"))["t"] == "ack"
        server.kill()
        server.again()
        async with server.seat(table, token) as wire:
            assert wire.now["table"]["lesson"]["step"] == 1
            assert wire.now["table"]["lesson"]["made"] == 1
            await wire.move("put 3")
            await wire.move("put 4")
            await until_ready(wire, 2)

    try:
        run(test)
    finally:
        server.stop()


def test_the_texts_of_a_lesson_tell_nothing_of_other_hands(server: Running) -> None:
    edition = server.ask("GET", "/api/about")[1]["hash"]
    for lang in ("de", "en", "nl"):
        status, texts = server.ask("GET", f"/w/{edition}/lessons/23.3.{lang}.json")
        assert status == 200
        assert set(texts) == {"steps", "end"}
        assert {name for step in texts["steps"] for name in step} == {
            *("title", "text", "why", "moves", "at", "then", "rule", "answers"),
        }

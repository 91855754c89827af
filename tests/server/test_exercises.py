"""One's own mistakes as exercises: collected from reviews, tried again, kept, never those of others."""

from __future__ import annotations

import json
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from reihum.table.spacing import KNOWN, NEVER
from reihum.wire.exercises import Exercises, ExerciseShown, Judged
from tests.server.test_puzzles import ANSWERING, keys_in
from tests.server.tools import PATIENCE, Running, described, run

FEW = ("--bot-delay", "0", "--limit", "review_worlds=40")
NOBODY = "x" * 22


def badly_played(server: Running, token: str, players: int = 3) -> str:
    """A game in which somebody left both rounds as soon as that was possible."""
    table = server.open(token, players=players)
    run(lambda: play_badly(server, table, token))
    return table


async def play_badly(server: Running, table: str, token: str) -> None:
    """Leave every round as soon as that is possible, to the end of the game."""
    async with server.seat(table, token) as wire:
        while not any(event["kind"] == "game" for event in wire.now.get("events", [])):
            if wire.now.get("ask") is None:
                await wire.next()
                continue
            moves, ask = wire.now["moves"], wire.now["ask"]
            await wire.move("leave" if "leave" in moves else moves[0])
            while wire.now.get("ask") == ask:
                await wire.next()


def reviewed(server: Running, table: str, token: str) -> dict[str, Any]:
    """Its review, once that is made."""
    end = time.monotonic() + 3 * PATIENCE
    while True:
        status, answer = server.ask("GET", f"/api/tables/{table}/review?seat=0", token=token)
        if status == 200:
            return dict(answer)
        assert status == 202, answer
        assert time.monotonic() < end
        time.sleep(0.1)


def listed(server: Running, token: str, table: str = "") -> dict[str, Any]:
    """The exercises of a player."""
    status, answer = server.ask("GET", f"/api/exercises/{table}".rstrip("/"), token=token)
    assert status == 200, answer
    described(answer, Exercises)
    return dict(answer)


def judge(server: Running, path: str, token: str, **body: object) -> dict[str, Any]:
    """What is said about an answer."""
    status, answer = server.ask("POST", path, body, token)
    assert status == 200, answer
    described(answer, Judged)
    return dict(answer)


def days_later(file: Path, days: int) -> None:
    """Let so many days go by for all exercises: they are due so much earlier."""
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE exercises SET due = due - ? WHERE due < ?", (days, NEVER))


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server whose reviews are quick, and a player with a game to learn from."""
    running = Running(f"sqlite:{tmp_path_factory.mktemp('store') / 't.db'}", *FEW)
    token = running.token()
    table = badly_played(running, token)
    assert listed(running, token)["exercises"] == []  # nobody has asked for the review yet
    review = reviewed(running, table, token)
    yield running, token, table, review
    assert running.stop() == 0


def test_the_mistakes_of_a_reviewed_game_are_exercises_once(home: Any) -> None:
    server, token, table, review = home
    graded = [step["v"] for step in review["steps"] if step.get("grade")]
    assert graded
    first, again = listed(server, token), listed(server, token)
    assert sorted(each["number"] for each in first["exercises"]) == graded
    assert again == first
    assert (first["due"], first["waiting"], first["known"]) == (len(graded), 0, 0)
    assert listed(server, token, table)["exercises"] == first["exercises"]
    assert {each["table"] for each in first["exercises"]} == {table}


def test_an_exercise_is_the_table_at_the_time_without_the_answer(home: Any) -> None:
    server, token, table, review = home
    for each in listed(server, token)["exercises"]:
        path = f"/api/exercises/{table}/{each['number']}"
        shown = server.ask("GET", f"{path}?lang=en", token=token)[1]
        described(shown, ExerciseShown)
        before = server.ask(
            "GET", f"/api/tables/{table}/replay?seat=0&from={each['number'] - 1}", token=token
        )[1]
        assert shown["view"] == before["steps"][0]["view"]
        step = review["steps"][each["number"]]
        assert (shown["made"], shown["v"], shown["seat"]) == (step["move"], each["number"] - 1, 0)
        assert shown["made_told"].startswith("You ")
        assert not ANSWERING & keys_in({**shown, "table": None, "view": None, "log": None, "rounds": None})


def test_nobody_else_sees_or_answers_them(home: Any) -> None:
    server, token, table, _ = home
    number = listed(server, token)["exercises"][0]["number"]
    for other in (server.token(), None):
        for path in (f"/api/exercises/{table}/{number}", f"/api/exercises/{NOBODY}/{number}"):
            assert server.ask("GET", path, token=other)[0] == 404
            assert server.ask("POST", path, {"move": "pass"}, other)[0] == 404
        assert listed(server, other or server.token(), table)["exercises"] == []
    for path in (f"/api/exercises/{table}/0", f"/api/exercises/{table}/x", f"/api/exercises/{table}/99999"):
        status, answer = server.ask("GET", path, token=token, lang="nl")
        assert (status, answer["error"]) == (404, "no_exercise")


def test_they_come_back_by_the_rule_and_survive_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "t.db"
    server = Running(f"sqlite:{file}", *FEW)
    token = server.token()
    table = badly_played(server, token)
    review = reviewed(server, table, token)
    steps = {step["v"]: step for step in review["steps"] if step.get("grade")}
    number = listed(server, token)["exercises"][0]["number"]
    path, best = f"/api/exercises/{table}/{number}", steps[number]["best"]
    made = steps[number]["move"]
    equal = [each["move"] for each in steps[number]["options"] if each["equal"]]

    assert (
        judge(server, path, token, move="23x3", why=True)["verdict"] == "refused"
    )  # and nothing has changed
    told = judge(server, path, token, move=made)
    assert (told["verdict"], told["box"], told["days"]) == ("wrong", 1, 1)
    assert "options" not in told
    again = judge(server, path, token, move=best, tries=2)
    assert (again["verdict"], "box" in again) == ("right", False)  # only the first try counts
    assert again["options"][0]["move"] == best
    server.kill()
    server.again()
    for days, waits in ((1, 3), (3, 7), (7, None)):
        days_later(file, days)
        solved = judge(server, path, token, move=equal[-1])
        assert solved["verdict"] == ("right" if equal[-1] == best else "equal")
        assert solved["days"] == waits
        assert "box" not in judge(server, path, token, move=made)  # not due any more
    server.kill()
    server.again()
    found = {each["number"]: each for each in listed(server, token)["exercises"]}
    assert (found[number]["box"], found[number]["due"]) == (KNOWN, None)
    assert (found[number]["tries"], found[number]["solved"]) == (4, 3)
    assert listed(server, token)["known"] == 1
    assert server.stop() == 0


def test_they_can_be_taken_along_put_away_and_deleted(home: Any) -> None:
    server, token, table, _ = home
    own = server.token()
    mine = badly_played(server, own, 2)
    reviewed(server, mine, own)
    numbers = [each["number"] for each in listed(server, own)["exercises"]]
    assert numbers
    status, headers, text = server.raw(
        "GET", "/api/exercises/export", headers={"Authorization": f"Bearer {own}"}
    )
    assert (status, headers["content-type"]) == (200, "application/json")
    assert "attachment" in headers["content-disposition"]
    taken = json.loads(text)
    assert taken["days"] == [1, 3, 7]
    assert sorted(each["number"] for each in taken["exercises"]) == sorted(numbers)
    assert all(len(each["moves"]) > 1 and each["made"] in each["moves"] for each in taken["exercises"])
    status, left = server.ask("POST", "/api/exercises/drop", {"table": mine, "number": numbers[0]}, own)
    assert (status, left["due"]) == (200, len(numbers) - 1)
    assert server.ask("POST", "/api/exercises/drop", {"table": mine, "number": 9999}, own)[0] == 404
    assert server.ask("POST", "/api/exercises/drop", {"table": table, "number": numbers[0]}, own)[0] == 404
    assert server.ask("POST", "/api/exercises/drop", token=own)[1]["exercises"] == []
    assert listed(server, own)["exercises"] == []  # they do not come back
    assert listed(server, token)["exercises"]  # those of others stay


def test_moves_of_a_bot_that_stood_in_are_nobodys_mistakes(home: Any) -> None:
    server, *_ = home
    token = server.token()
    table = server.open(token, players=3)

    async def leave() -> None:
        async with server.seat(table, token) as wire:
            await wire.asked()

    run(leave)
    server.ask("POST", f"/api/tables/{table}/leave", token=token)
    end = time.monotonic() + PATIENCE
    while server.look(table)["status"] != "over":
        assert time.monotonic() < end
        time.sleep(0.05)
    reviewed(server, table, token)
    assert listed(server, token, table)["exercises"] == []


def test_a_stranger_has_none(home: Any) -> None:
    server, *_ = home
    assert server.ask("GET", "/api/exercises")[1]["exercises"] == []
    assert server.ask("GET", f"/api/exercises/{NOBODY}")[1]["exercises"] == []

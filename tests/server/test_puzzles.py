"""Puzzles over HTTP: the same one a day for everybody, nothing of the answer before it is given."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from reihum.games import SLUGS
from reihum.server.http.puzzles import FIRST_DAY, day_of, find_puzzle, name_of_day, puzzles_of
from reihum.wire.exercises import ExerciseShown, Judged, PuzzlesShown
from tests.server.tools import Running, described

ANSWERING = {"win", "error", "options", "why", "best", "equal", "verdict"}


def keys_in(value: Any) -> set[str]:
    """All keys of objects, however deep."""
    if isinstance(value, dict):
        return {*value}.union(*map(keys_in, value.values()))
    return set[str]().union(*map(keys_in, value)) if isinstance(value, list) else set()


def judge(server: Running, name: str, lang: str = "en", **body: object) -> dict[str, Any]:
    """What is said about an answer."""
    status, answer = server.ask("POST", f"/api/puzzles/{name}", body, lang=lang)
    assert status == 200, answer
    described(answer, Judged)
    return dict(answer)


def test_every_day_has_its_puzzle_and_every_puzzle_its_day() -> None:
    days = [FIRST_DAY + timedelta(number) for number in range(400)]
    names = [name_of_day(day) for day in days]
    assert len({*names}) == len(names)
    assert [name.rpartition("-")[0] for name in names[:4]] == list(SLUGS)
    assert [name_of_day(day + timedelta(400)) for day in days[:8]] == names[:8]
    assert day_of(names[7], FIRST_DAY + timedelta(6)) is None  # it has not come yet
    assert day_of(names[7], FIRST_DAY + timedelta(30)) == days[7]


def test_today_is_the_same_for_everybody_and_can_be_had_without_a_player(server: Running) -> None:
    status, answer = server.ask("GET", "/api/puzzles")
    assert status == 200
    described(answer, PuzzlesShown)
    assert answer["id"] == name_of_day(date.fromisoformat(answer["day"]))
    assert answer["games"] == [{"game": slug, "puzzles": 100} for slug in SLUGS]
    by_day = server.ask("GET", f"/api/puzzles/{answer['day']}", token=server.token())[1]
    assert by_day == server.ask("GET", f"/api/puzzles/{answer['id']}")[1]
    assert by_day["day"] == answer["day"]


@pytest.mark.parametrize("slug", SLUGS)
def test_before_the_answer_only_what_the_seat_may_know_is_sent(server: Running, slug: str) -> None:
    for number in (1, 57):
        puzzle = puzzles_of(slug)[number - 1]
        match = puzzle.match()
        told = {
            lang: server.ask("GET", f"/api/puzzles/{slug}-{number}?lang={lang}")[1] for lang in ("de", "nl")
        }
        shown = told["de"]
        described(shown, ExerciseShown)
        assert shown["view"] == match.view(puzzle.seat)
        assert shown["moves"] == match.moves(puzzle.seat)
        assert {*shown["sensible"]} <= {*shown["moves"]}
        assert [shown["moves"].index(move) for move in shown["sensible"]] == sorted(
            shown["moves"].index(move) for move in shown["sensible"]
        )
        heard = match.since(puzzle.seat, len(match.history) - len(shown["log"]))
        assert [(line["by"], line["m"], line["events"]) for line in shown["log"]] == [
            (each.by, each.move, each.events) for each in heard
        ]
        assert [line.pop("told") for line in told["nl"]["log"]] != [line["told"] for line in shown["log"]]
        assert not ANSWERING & keys_in({**shown, "table": None, "view": None, "log": None, "rounds": None})
        assert "made" not in shown or shown["made"] is None


def test_the_first_wrong_answer_says_nothing_the_second_tells_all(server: Running) -> None:
    puzzle = find_puzzle("23-1")
    wrong = next(move for move in puzzle.answers.moves if move != puzzle.best)
    assert judge(server, "23-1", move=wrong) == {"verdict": "wrong"}
    told = judge(server, "23-1", "de", move=wrong, tries=2)
    assert told["verdict"] == "wrong"
    assert told["options"][0]["move"] == puzzle.best
    assert wrong in [option["move"] for option in told["options"]]
    assert told["made"] == puzzle.missed
    right = judge(server, "23-1", move=puzzle.best)
    assert right["verdict"] == "right"
    assert [option["equal"] for option in right["options"]].count(True) == 1
    assert judge(server, "23-1")["verdict"] == "shown"


def test_what_the_rules_say_is_no_answer(server: Running) -> None:
    puzzle = find_puzzle("23-1")
    refused = judge(server, "23-1", "de", move="23x3", why=True)
    assert (refused["verdict"], "options" in refused) == ("refused", False)
    assert refused["rule"].startswith("T")
    assert refused["text"]
    assert judge(server, "23-1", move="hop")["verdict"] == "unknown"
    assert judge(server, "23-1", move=puzzle.best, why=True) == {"verdict": "may"}


@pytest.mark.parametrize(
    "name", ["23-0", "23-101", "23-01", "whist-1", "23", "-1", "2025-12-31", "2999-01-01", "20260102", "23-x"]
)
def test_there_is_no_such_puzzle(server: Running, name: str) -> None:
    assert server.ask("GET", f"/api/puzzles/{name}")[0] == 404
    status, answer = server.ask("POST", f"/api/puzzles/{name}", {"move": "8"}, lang="de")
    assert (status, answer) == (404, {"error": "no_puzzle", "text": "Dieses Rätsel gibt es nicht."})


@pytest.mark.parametrize(
    "body", [{"move": ""}, {"move": 8}, {"move": "8", "tries": 0}, {"move": "8" * 65}, {"why": 3}]
)
def test_a_malformed_answer_is_refused(server: Running, body: dict[str, object]) -> None:
    assert server.ask("POST", "/api/puzzles/23-1", body)[0] == 400

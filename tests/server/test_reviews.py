"""Reviews over HTTP: made once, kept, begun again after a crash, for those who may see them."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
import zlib
from pathlib import Path
from typing import Any

import pytest

import reihum
from reihum.analysis.keeping import UnknownForm, pack_review, unpack_review
from reihum.server.http.reviews import tell
from reihum.server.live.registry import TableRegistry
from reihum.server.live.reviewer import ReviewJob, ReviewPart, review_parts
from reihum.server.live.reviewing import Reviews
from reihum.server.settings import Settings
from reihum.server.store import store_at
from reihum.server.store.reviews import KeptReview
from reihum.wire.reviews import Reviewed, ReviewMaking
from tests.analysis.test_review import played
from tests.games import SIZES
from tests.server.test_replay import finished
from tests.server.tools import PATIENCE, Running, described

FEW = ("--bot-delay", "0", "--limit", "review_worlds=8")
NOBODY = "x" * 22


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server whose reviews are quick."""
    running = Running(f"sqlite:{tmp_path_factory.mktemp('store') / 't.db'}", *FEW)
    yield running
    assert running.stop() == 0


def reviewed(server: Running, table: str, query: str = "", lang: str = "en") -> dict[str, Any]:
    """The review of a game, once it is made."""
    end = time.monotonic() + 3 * PATIENCE
    while True:
        status, answer = server.ask("GET", f"/api/tables/{table}/review{query}", lang=lang)
        if status == 200:
            described(answer, Reviewed)
            return dict(answer)
        assert status == 202, answer
        described(answer, ReviewMaking)
        assert 0 <= answer["done"] <= 1
        assert time.monotonic() < end
        time.sleep(0.1)


# -- over HTTP ------------------------------------------------------------------------------------


def test_a_review_is_that_of_the_library_and_told_in_the_language_asked_for(quick: Running) -> None:
    table = finished(quick, learning=True)
    told = reviewed(quick, table, "?lang=de")
    record = quick.ask("GET", f"/api/tables/{table}/record")[1]
    found = json.loads(json.dumps(reihum.review(record, worlds=8).json("de")))
    for step in told["steps"]:
        assert step.pop("told", []) or not step.get("grade")
        assert step.pop("said", []) or step["by"] is None
    assert told == found
    assert told["worlds"] == 8
    in_dutch = reviewed(quick, table, lang="nl")["steps"]
    why = [step["why"] for step in told["steps"] if step.get("why")]
    assert why != [step["why"] for step in in_dutch if step.get("why")] or not why


def test_a_seat_sees_only_its_own_decisions(quick: Running) -> None:
    table = finished(quick, "help", 3)
    seats = {step["by"] for step in reviewed(quick, table)["steps"] if "seen" in step}
    assert seats == {0, 1, 2}
    steps = reviewed(quick, table, "?seat=1")["steps"]
    judged = {"seen", "best", "loss", "error", "grade", "why", "shares", "options", "told"}
    assert all(not judged & {*step} for step in steps if step["by"] != 1)
    assert any("seen" in step for step in steps)


def test_before_the_end_there_is_none_and_what_cannot_be_asked_for_is_said(quick: Running) -> None:
    token = quick.token()
    playing = quick.open(token, seats=["me", "bot:policy"])
    quick.ask("POST", f"/api/tables/{playing}/start", token=token)
    path = f"/api/tables/{playing}/review"
    status, answer = quick.ask("GET", path, token=token, lang="de")
    assert (status, answer["error"]) == (403, "hidden_review")
    assert quick.ask("GET", f"{path}?seat=9", token=token, lang="de") == (status, answer)
    assert quick.ask("GET", f"/api/tables/{NOBODY}/review")[0] == 404
    lesson = quick.open(token, lesson=True)
    assert quick.ask("GET", f"/api/tables/{lesson}/review", token=token)[0] == 403
    over = finished(quick, learning=True)
    for query in ("?seat=2", "?seat=x", "?seat=", "?from=-1", "?from=x"):
        status, answer = quick.ask("GET", f"/api/tables/{over}/review{query}")
        assert (status, answer["error"]) in ((400, "no_seat"), (400, "no_step"))


def test_a_game_that_was_ended_is_reviewed_as_far_as_it_went(quick: Running) -> None:
    token = quick.token()
    table = quick.open(token, seats=["me", "bot:policy"])
    quick.ask("POST", f"/api/tables/{table}/start", token=token)
    quick.ask("POST", f"/api/tables/{table}/end", token=token)
    told = reviewed(quick, table)
    assert [seat["result"] for seat in told["seats"]] == pytest.approx(told["steps"][-1]["win"], abs=1e-4)
    assert told["seats"][0]["result"] > 0


def test_a_review_that_was_cut_off_by_a_crash_is_begun_again_and_made_only_once(tmp_path: Path) -> None:
    server = Running(f"sqlite:{tmp_path / 't.db'}", "--bot-delay", "0", "--limit", "review_worlds=1500")
    table = finished(server)
    answer: dict[str, Any] = {"done": 0.0}
    end = time.monotonic() + 3 * PATIENCE
    while not 0 < answer["done"] < 1:  # in the middle
        status, answer = server.ask("GET", f"/api/tables/{table}/review")
        assert status == 202
        assert time.monotonic() < end
        time.sleep(0.05)
    assert len(answer["wins"]) > 0
    part = server.ask("GET", f"/api/tables/{table}/review?from=1")[1]
    assert part["wins"][: len(answer["wins"]) - 1] == answer["wins"][1:]
    server.kill()
    server.options = (*FEW, "--limit", "reviews=1/0.0001")
    server.again()
    other = finished(server, learning=True)
    assert server.ask("GET", f"/api/tables/{other}/review")[0] == 202  # that was the one that is allowed
    told = reviewed(server, table)  # begun again without being asked for
    assert told["worlds"] == 8
    server.kill()
    server.options = ("--bot-delay", "0", "--limit", "review_worlds=9")
    server.again()
    assert reviewed(server, table) == told
    assert server.stop() == 0


def test_reviews_begun_by_one_address_are_limited_and_looking_is_not(tmp_path: Path) -> None:
    server = Running(f"sqlite:{tmp_path / 't.db'}", *FEW, "--limit", "reviews=1/0.0001")
    one, two = finished(server, learning=True), finished(server, learning=True)
    reviewed(server, one)
    assert server.ask("GET", f"/api/tables/{two}/review")[0] == 429
    assert server.ask("GET", f"/api/tables/{one}/review")[0] == 200
    assert server.stop() == 0


def test_a_process_that_dies_is_started_again(tmp_path: Path) -> None:
    server = Running(f"sqlite:{tmp_path / 't.db'}", *FEW)
    table = finished(server, learning=True)
    server.ask("GET", f"/api/tables/{table}/review")
    end = time.monotonic() + PATIENCE
    while not (found := reviewers(server)):
        assert time.monotonic() < end
        time.sleep(0.02)
    os.kill(found[0], signal.SIGKILL)
    assert reviewed(server, table)["worlds"] == 8
    assert server.ask("GET", "/metrics")[1].count('reihum_reviews_total{outcome="made"} 1') == 1
    assert server.stop() == 0
    assert b"reviewer died" in server.log


def reviewers(server: Running) -> list[int]:
    """The processes of a server that review."""
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    return [int(pid) for pid in children if b"reviewer" in Path(f"/proc/{pid}/cmdline").read_bytes()]


@pytest.mark.parametrize(("slug", "players"), SIZES)
def test_every_move_and_every_better_one_is_told_in_every_game(slug: str, players: int) -> None:
    match = played(slug, players, 3, "random", 40)
    kept = pack_review(reihum.review(match, worlds=8))
    told = json.loads(tell(kept, match, None, 0, "de"))
    assert all(step["said"] for step in told["steps"][1:])
    assert all(step["told"] for step in told["steps"] if step.get("grade"))


# -- what is kept ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "players"), [("23", 2), ("koenigs-romme", 1), ("yoyo", 3)])
def test_a_review_comes_back_from_its_bytes_in_any_language(slug: str, players: int) -> None:
    match = played(slug, players, 6, "random", 30)
    found = reihum.review(match, worlds=20)
    kept = pack_review(found)
    again = unpack_review(kept, match)
    for lang in ("de", "en", "nl"):
        assert again.json(lang)["steps"] == found.json(lang)["steps"]
        assert again.json(lang)["seats"] == found.json(lang)["seats"]
    assert len(kept) < 150 * len(found.steps)  # bytes


@pytest.mark.parametrize("kept", [b"", b"nonsense", zlib.compress(b"[]"), zlib.compress(b'{"form":0}')])
def test_what_cannot_be_read_is_made_again(kept: bytes) -> None:
    with pytest.raises(UnknownForm):
        unpack_review(kept, played("23", 2, 1, most=3))


def test_the_review_of_another_game_is_not_taken_for_this_one() -> None:
    match = played("23", 2, 1, most=6)
    kept = pack_review(reihum.review(match, worlds=8))
    with pytest.raises(UnknownForm):
        unpack_review(kept, match.at(5))


# -- the process ----------------------------------------------------------------------------------


def parts_of(
    match: reihum.Match, *readings: float, worlds: int = 40, seconds: float = 10.0
) -> list[ReviewPart]:
    """What the process answers, by a clock that shows these times, and the last one from then on."""
    times = [*readings]

    def clock() -> float:
        return times.pop(0) if len(times) > 1 else times[0]

    return [*review_parts(ReviewJob(match.record(secret=True), worlds, seconds), clock)]


def test_a_game_that_takes_long_is_tried_in_fewer_worlds() -> None:
    match = played("23", 2, 1, most=6)
    quick = parts_of(match, 0.0, 0.0)[-1]
    assert unpack_review(quick.made, match).worlds == 40
    # A sample of six of the seven steps took 2.4 s in 8 worlds: 0.35 s for each world.
    slow = parts_of(match, 0.0, 2.4)[-1]
    assert unpack_review(slow.made, match).worlds == int(10 / 0.35)
    assert [*parts_of(match, 0.0, 600.0)] == [ReviewPart(error="too long")]


def test_it_tells_how_far_it_has_come_and_all_chances_so_far() -> None:
    match = played("23", 2, 1, most=6)
    parts = parts_of(match, *(float(second) for second in range(40)), worlds=8, seconds=1e6)
    found = unpack_review(parts[-1].made, match)
    assert [part.progress for part in parts] == sorted(part.progress for part in parts)
    wins = [win for part in parts for win in part.wins]
    assert [[*step.win] for step in found.steps] == [pytest.approx(win, abs=1e-6) for win in wins]


# -- the order ------------------------------------------------------------------------------------


def test_those_who_ask_take_turns() -> None:
    async def test() -> None:
        store = store_at("sqlite::memory:")  # nothing is made here, or kept
        reviews = Reviews(TableRegistry(store, Settings()))
        reviews._working = asyncio.create_task(asyncio.sleep(60))
        for ident in ("a1", "a2", "a3"):
            reviews._enqueue(ident, "ada")
        reviews._enqueue("b1", "bo")
        reviews._enqueue("a1", "bo")  # is wanted already
        kept = KeptReview(None, 0.0)
        ahead = [reviews.waiting(ident, kept, 0).ahead for ident in ("a1", "b1", "a2", "a3")]
        assert ahead == [0, 1, 2, 3]
        assert [reviews._next() for _ in range(5)] == ["a1", "b1", "a2", "a3", None]
        reviews._working.cancel()

    asyncio.run(test())

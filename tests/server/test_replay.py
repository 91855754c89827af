"""Finished games looked at again over HTTP."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from reihum.core.types import Json
from reihum.games import SLUGS
from reihum.server.http.replays import stretch
from reihum.server.metrics import Metrics
from reihum.server.settings import Limits
from reihum.server.work import WorkQueue
from reihum.table.judge import Problem
from reihum.wire.requests import Replayed
from tests.server.tools import Running, described, ticking
from tests.table.tools import Trial

NOBODY = "x" * 22


def finished(server: Running, slug: str = "23", players: int = 2, **options: bool) -> str:
    """A table at which bots have played a game to its end."""
    token = server.token()
    table = server.open(token, slug, seats=["bot:policy"] * players, options=options)
    server.ask("POST", f"/api/tables/{table}/start", token=token)
    end = time.monotonic() + 60
    while server.look(table)["status"] != "over":
        assert time.monotonic() < end
        time.sleep(0.05)
    return table


def replay(server: Running, table: str, query: str = "", lang: str = "en") -> dict[str, Any]:
    """A stretch of it, which is as it is described."""
    status, answer = server.ask("GET", f"/api/tables/{table}/replay{query}", lang=lang)
    assert status == 200, answer
    described(answer, Replayed)
    return dict(answer)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_from_every_eye_in_three_languages(server: Running, slug: str) -> None:
    table = finished(server, slug, {"help": 3}.get(slug, 2))
    guest = replay(server, table)
    assert guest["seat"] is None
    assert guest["table"] == server.look(table)
    assert len(guest["steps"]) == min(100, guest["v"] + 1)
    record = server.ask("GET", f"/api/tables/{table}/record")[1]
    assert sum(line[:3] in ("0: ", "1: ", "2: ") for line in record.splitlines()) == guest["v"]
    languages = {lang: replay(server, table, f"?seat=1&lang={lang}") for lang in ("de", "en", "nl")}
    texts = {lang: [step.pop("told") for step in found["steps"]] for lang, found in languages.items()}
    assert languages["de"]["steps"] == languages["en"]["steps"] == languages["nl"]["steps"]
    assert texts["de"] != texts["en"] != texts["nl"] != texts["de"]
    for step in languages["de"]["steps"]:
        assert step["hands"][1] == step["view"]["hand"]
        assert step["view"]["seat"] == languages["de"]["seat"] == 1
    assert languages["de"]["rounds"][-1]["kind"] == "game"
    last = replay(server, table, f"?from={guest['v']}")["steps"]
    assert [step["v"] for step in last] == [guest["v"]]
    assert replay(server, table, f"?from={guest['v'] + 1}")["steps"] == []


@pytest.fixture(scope="module")
def over(server: Running) -> str:
    """A short game that is over."""
    return finished(server, learning=True)


def test_the_language_is_the_one_asked_for_or_that_of_the_request(server: Running, over: str) -> None:
    assert replay(server, over, "?lang=nl")["told"][0] == "Ronde 1 begint."
    assert replay(server, over, lang="nl")["told"][0] == "Ronde 1 begint."
    assert replay(server, over, "?lang=nl", lang="de")["told"][0] == "Ronde 1 begint."
    assert replay(server, over, "?lang=", lang="de")["told"][0] == "Runde 1 beginnt."
    assert replay(server, over, "?lang=xx", lang="de")["told"][0] == "Round 1 begins."


@pytest.mark.parametrize(
    ("query", "error"),
    [
        ("?seat=2", "no_seat"),
        ("?seat=-1", "no_seat"),
        ("?seat=x", "no_seat"),
        ("?seat=", "no_seat"),
        ("?seat=%D9%A1", "no_seat"),
        ("?from=-1", "no_step"),
        ("?from=1.5", "no_step"),
        ("?from=", "no_step"),
        ("?from=" + "9" * 5_000, "no_step"),
    ],
)
def test_what_cannot_be_asked_for(server: Running, over: str, query: str, error: str) -> None:
    status, answer = server.ask("GET", f"/api/tables/{over}/replay{query}", lang="de")
    assert (status, answer["error"]) == (400, error)
    assert "von 0 bis" in answer["text"]


def test_no_table_and_no_game_that_is_over(server: Running) -> None:
    ada = server.token()
    waiting = server.open(ada, seats=["me", "open"])
    playing = server.open(ada, seats=["me", "bot:policy"])
    server.ask("POST", f"/api/tables/{playing}/start", token=ada)
    for table, status in ((NOBODY, 404), ("x", 404), (waiting, 403), (playing, 403)):
        for query in ("", "?seat=0", "?seat=9", "?from=x"):
            assert server.ask("GET", f"/api/tables/{table}/replay{query}", token=ada)[0] == status
    record = server.ask("GET", f"/api/tables/{playing}/record", token=ada)
    assert server.ask("GET", f"/api/tables/{playing}/replay", token=ada) == record


def test_the_number_of_stretches_is_limited(tmp_path: Path) -> None:
    limit = ("--bot-delay", "0", "--limit", "replays=3/0.01")
    server = Running(f"sqlite:{tmp_path / 't.db'}", *limit)
    table = finished(server, learning=True)
    path = f"/api/tables/{table}/replay"
    assert [server.ask("GET", path)[0] for _ in range(5)] == [200, 200, 200, 429, 429]
    assert server.ask("GET", f"/api/tables/{table}/record")[0] == 200
    assert server.stop() == 0


def test_others_have_their_turn_however_many_look_at_a_long_game() -> None:
    trial = Trial("yoyo", *["bot:policy"] * 4)
    trial.deal()
    trial.play_out()
    match = trial.table.match
    assert match is not None
    queue = WorkQueue(Limits(), Metrics(), ticking())

    async def turns() -> tuple[int, list[Json | Problem]]:
        start = str(len(match.history) - 50)
        asked = [stretch(queue, asker, match, "0", start, "de") for asker in ("ada", "ada", "bo")]
        together = asyncio.gather(*asked)
        count = 0
        while not together.done():
            await asyncio.sleep(0)
            count += 1
        return count, await together

    count, answers = asyncio.run(turns())
    assert count > 3 * (51 + len(match.history) // 50 - 2)  # one step of one of them in each turn
    assert answers[0] == answers[1] == answers[2]

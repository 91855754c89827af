"""My games over HTTP: those that go on, those that are over, in figures, and all records as one file."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from reihum import read_records
from reihum.wire.requests import FinishedGames, Statistics, UnfinishedGames
from tests.server.places import Place
from tests.server.tools import Running, Wire, described, run

SOLO: dict[str, Any] = {"game": "koenigs-romme", "players": 1}
DUEL: dict[str, Any] = {"game": "23", "seats": ["me", "bot:policy"], "options": {"learning": True}}
KINDS: dict[str, Any] = {"unfinished": UnfinishedGames, "finished": FinishedGames, "statistics": Statistics}


def mine(server: Running, token: str | None, what: str, query: str = "") -> dict[str, Any]:
    """What is said about my games, as it is described."""
    status, answer = server.ask("GET", f"/api/mine/{what}{query}", token=token)
    assert status == 200, answer
    described(answer, KINDS[what])
    return dict(answer)


def tables(answer: dict[str, Any]) -> list[str]:
    """The tables of a page of games."""
    return [each["table"]["table"] if "at" in each else each["table"] for each in answer["games"]]


async def play_out(wire: Wire) -> None:
    """Answer whenever asked, until the game is over."""
    answered = -1
    while True:
        while wire.now.get("ask") in (None, answered):
            message = await wire.next()
            if message["t"] == "table" and message["table"]["status"] == "over":
                return
        answered = wire.now["ask"]
        await wire.say(t="move", cid=f"p{answered}", ask=answered, m=wire.now["moves"][-1])


def play_on(server: Running, token: str, table: str) -> None:
    """Play a game to its end, with the last move every time."""

    async def play() -> None:
        async with server.seat(table, token) as wire:
            await play_out(wire)

    run(play)


def played(server: Running, token: str, **wish: Any) -> str:
    """A game that has been played to its end."""
    table = server.open(token, **wish)
    play_on(server, token, table)
    until_finished(server, token, table)
    return table


def asked(server: Running, token: str, table: str) -> None:
    """Wait until a player owes a decision at a table."""

    async def wait() -> None:
        async with server.seat(table, token) as wire:
            await wire.asked()

    run(wait)


def until_finished(server: Running, token: str, table: str) -> None:
    """Wait until a table is among the finished ones: that may come a moment after the last move."""
    end = time.monotonic() + 30
    while table not in tables(mine(server, token, "finished")):
        assert time.monotonic() < end
        time.sleep(0.02)


def test_somebody_who_has_never_played_has_no_games(server: Running) -> None:
    for token in (None, server.token()):
        assert mine(server, token, "unfinished") == {"games": [], "more": None}
        assert mine(server, token, "finished") == {"games": [], "more": None}
        assert mine(server, token, "statistics") == {"games": [], "since": None, "uncounted": 0}
        status, headers, body = server.raw(
            "GET", "/api/mine/records", headers={"Authorization": f"Bearer {token}"} if token else {}
        )
        assert (status, body) == (200, b"")
        assert headers["content-disposition"] == 'attachment; filename="reihum-games.txt"'


def test_unfinished_games_say_where_they_stand_and_mine_to_decide_come_first(server: Running) -> None:
    token = server.token()
    decide = server.open(token, **DUEL)
    asked(server, token, decide)
    wait = server.open(token, "yoyo", seats=["me", "open"])
    found = mine(server, token, "unfinished")
    assert (tables(found), found["more"]) == ([decide, wait], None)
    here, there = found["games"]
    assert (here["asked"], here["round"], here["rounds"], here["place"]) == (True, 1, 2, None)
    assert (here["turn"], here["by"] in (None, 1)) == ([0], True)
    assert here["idle"] < 30
    assert (there["asked"], there["turn"], there["round"], there["status"]) == (False, [], None, "waiting")
    assert tables(mine(server, token, "unfinished", "?game=yoyo")) == [wait]
    assert tables(mine(server, server.token(), "unfinished")) == []


def test_a_game_alone_has_no_rounds(server: Running) -> None:
    token = server.token()
    table = server.open(token, **SOLO)
    asked(server, token, table)
    (game,) = mine(server, token, "unfinished")["games"]
    assert (game["round"], game["rounds"], game["asked"], game["turn"]) == (None, None, True, [0])


def test_more_games_than_fit_on_a_page_come_with_the_next(server: Running) -> None:
    token = server.token()
    opened = [server.open(token, "23", seats=["me", "open"]) for _ in range(30)]
    first = mine(server, token, "unfinished")
    rest = mine(server, token, "unfinished", f"?before={first['more']}")
    assert (len(first["games"]), rest["more"]) == (24, None)
    assert tables(first) + tables(rest) == opened[::-1]


def test_a_finished_game_has_its_result_and_counts(server: Running) -> None:
    token = server.token()
    table = played(server, token, **DUEL)
    (game,) = mine(server, token, "finished")["games"]
    record = server.ask("GET", f"/api/tables/{table}/record")[1]
    (match,) = read_records(record)
    own, other = match.scores()
    won = 0 in match.winners()
    assert game["table"]["status"] == "over"
    assert (game["counted"], game["won"], game["score"]) == (True, won, own)
    assert (game["shared"], game["place"]) == (won and own == other, 1 if won else 2)
    assert 0 <= game["seconds"] < 60
    assert abs(game["at"] - time.time()) < 60
    assert mine(server, token, "unfinished")["games"] == []
    figures = mine(server, token, "statistics")
    tally = {"played": 1, "won": int(won), "share": 0.5, "average": own, "best": own}
    assert figures == {
        "games": [
            {
                **tally,
                "game": "23",
                "alone": False,
                "streak": int(won),
                "longest": int(won),
                "by_players": [{**tally, "players": 2}],
                "by_company": [{**tally, "company": "policy"}],
            }
        ],
        "since": game["at"],
        "uncounted": 0,
    }


def test_playing_alone_is_a_kind_of_its_own_without_places(server: Running) -> None:
    token = server.token()
    scores = []
    for _ in range(2):
        played(server, token, **SOLO)
        scores.append(mine(server, token, "finished")["games"][0]["score"])
    assert [game["place"] for game in mine(server, token, "finished")["games"]] == [None, None]
    (kind,) = mine(server, token, "statistics")["games"]
    assert (kind["game"], kind["alone"], kind["played"], kind["share"]) == ("koenigs-romme", True, 2, 2.0)
    assert (kind["best"], kind["average"]) == (max(scores), sum(scores) / 2), "alone, more hands are better"
    assert [each["company"] for each in kind["by_company"]] == ["alone"]


def test_a_game_that_its_host_ended_is_listed_as_such_and_counts_for_nobody(server: Running) -> None:
    ada, bo = server.token(), server.token()
    table = server.open(ada, "23", seats=["me", "open", "bot:novice"])
    server.sit(table, bo)
    assert server.ask("POST", f"/api/tables/{table}/start", token=ada)[0] == 200
    assert server.ask("POST", f"/api/tables/{table}/end", token=ada)[0] == 200
    for token in (ada, bo):
        (game,) = mine(server, token, "finished")["games"]
        assert game["table"]["ended"] == "Ada"
        assert (game["counted"], game["won"], game["place"], game["score"]) == (False, False, None, None)
        assert mine(server, token, "statistics")["games"] == []
        assert mine(server, token, "unfinished")["games"] == []
    assert tables(mine(server, ada, "finished", "?company=people")) == [table]
    assert tables(mine(server, ada, "finished", "?company=novice")) == []


def test_a_table_closed_before_the_deal_is_not_a_game(server: Running) -> None:
    token = server.token()
    table = server.open(token, "23", seats=["me", "open"])
    assert server.ask("POST", f"/api/tables/{table}/end", token=token)[0] == 200
    assert mine(server, token, "unfinished")["games"] == mine(server, token, "finished")["games"] == []


def test_who_left_the_seat_to_a_bot_has_given_the_game_up_and_who_stayed_has_not(server: Running) -> None:
    ada, bo = server.token(), server.token()
    table = server.open(ada, "23", seats=["me", "open"], options={"learning": True})
    server.sit(table, bo)
    assert server.ask("POST", f"/api/tables/{table}/start", token=ada)[0] == 200
    assert server.ask("POST", f"/api/tables/{table}/leave", token=bo)[0] == 200
    (game,) = mine(server, bo, "unfinished")["games"]
    assert (game["you"], game["reserved"], game["asked"]) == (None, 1, False)
    play_on(server, ada, table)
    until_finished(server, ada, table)
    assert mine(server, ada, "finished")["games"][0]["counted"] is True
    (given_up,) = mine(server, bo, "finished")["games"]
    assert (given_up["counted"], given_up["place"], given_up["table"]["reserved"]) == (False, None, 1)
    (kind,) = mine(server, ada, "statistics")["games"]
    assert [each["company"] for each in kind["by_company"]] == ["people"]
    assert mine(server, bo, "statistics")["games"] == []


def test_all_records_come_as_one_file_that_reihum_reads_and_verifies(server: Running, tmp_path: Path) -> None:
    token = server.token()
    first, second = played(server, token, **DUEL), played(server, token, **SOLO)
    ended = server.open(token, **DUEL)
    asked(server, token, ended)
    server.ask("POST", f"/api/tables/{ended}/end", token=token)
    server.open(token, **DUEL)  # goes on: its record is nobody's business yet
    status, text = server.ask("GET", "/api/mine/records", token=token)
    single = [server.ask("GET", f"/api/tables/{each}/record")[1] for each in (ended, second, first)]
    assert (status, text) == (200, "".join(single))
    assert [match.game.slug for match in read_records(text)] == ["23", "koenigs-romme", "23"]
    assert server.ask("GET", "/api/mine/records?game=koenigs-romme", token=token)[1] == single[1]
    file = tmp_path / "games.txt"
    file.write_text(text, "utf-8")
    assert reihum("replay", file).returncode == 0
    assert reihum("verify", file).stdout.count(": True: ") == 3
    file.write_text(text[:-2] + "x\n", "utf-8")
    wrong = reihum("verify", file)
    assert (wrong.returncode, wrong.stdout.count(": True: "), "Record 3: " in wrong.stderr) == (1, 2, True)


def reihum(command: str, file: Path) -> subprocess.CompletedProcess[str]:
    """Run a command on a file of records."""
    return subprocess.run(
        [sys.executable, "-m", "reihum", command, str(file)], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("query", "error"),
    [
        ("?game=24", "game"),
        ("?before=now", "malformed"),
        ("?before=nan_" + "T" * 22, "malformed"),
        ("?before=1.0_" + "T" * 21, "malformed"),
        ("?before=inf_" + "T" * 22, "malformed"),
    ],
)
@pytest.mark.parametrize("what", ["unfinished", "finished", "records"])
def test_what_makes_no_sense_gets_one_sentence(server: Running, what: str, query: str, error: str) -> None:
    status, answer = server.ask("GET", f"/api/mine/{what}{query}", token=server.token())
    assert (status, answer["error"]) == (400, error)
    assert answer["text"].endswith(".")


def test_who_asks_too_often_has_to_wait() -> None:
    running = Running("sqlite::memory:", "--limit", "lists=3/0.01", "--limit", "exports=2/0.01")
    for _ in range(3):
        assert running.ask("GET", "/api/mine/finished")[0] == 200
    assert [running.ask("GET", f"/api/mine/{what}")[0] for what in KINDS] == [429] * 3
    assert [running.ask("GET", "/api/mine/records")[0] for _ in range(3)] == [200, 200, 429]
    assert running.stop() == 0


# -- what was not written when it should have been ------------------------------------------------


@pytest.fixture
def own(sqlite_place: Place) -> Iterator[Running]:
    """A server whose store can be looked into."""
    running = Running(sqlite_place.url, "--bot-delay", "0")
    yield running
    assert running.stop() == 0


def sql(running: Running, statement: str, *values: object) -> list[Any]:
    """Change the store of a server that does not run."""
    with closing(sqlite3.connect(running.store.removeprefix("sqlite:"))) as connection, connection:
        return connection.execute(statement, values).fetchall()


def until_counted(running: Running, token: str) -> dict[str, Any]:
    """Wait until all old games have been looked at; the figures then."""
    end = time.monotonic() + 30
    while (figures := mine(running, token, "statistics"))["uncounted"]:
        assert time.monotonic() < end
        time.sleep(0.02)
    return figures


def test_a_game_whose_end_was_not_noted_any_more_is_found_finished(own: Running) -> None:
    token = own.token()
    table = own.open(token, **SOLO)
    asked(own, token, table)
    (card,) = sql(own, "SELECT card FROM tables")[0]
    play_on(own, token, table)
    own.kill()
    sql(own, "UPDATE tables SET status = 'playing', card = ?", card)
    sql(own, "UPDATE seats SET finished = 0, counted = 0, score = NULL")
    own.start()
    assert mine(own, token, "unfinished")["games"] == []
    until_finished(own, token, table)
    assert [each["played"] for each in mine(own, token, "statistics")["games"]] == [1]


def test_games_from_before_there_were_results_are_counted_when_the_server_starts(own: Running) -> None:
    token = own.token()
    first, second, broken = (played(own, token, **SOLO) for _ in range(3))
    before = mine(own, token, "statistics"), mine(own, token, "finished")
    assert own.stop() == 0
    sql(own, "UPDATE seats SET counted = NULL, score = NULL, won = 0, began = NULL, size = 0, company = ''")
    own.start()
    assert until_counted(own, token) == before[0]
    assert mine(own, token, "finished") == before[1]
    assert own.stop() == 0
    own.log = b""
    sql(own, "UPDATE seats SET counted = NULL, score = NULL")
    sql(own, "DELETE FROM entries WHERE number > 4 AND number < 9 AND table_id = ?", broken)
    own.start()
    assert [each["played"] for each in until_counted(own, token)["games"]] == [2]
    games = {each["table"]["table"]: each for each in mine(own, token, "finished")["games"]}
    assert set(games) == {first, second, broken}
    assert (games[broken]["counted"], games[broken]["score"]) == (False, None)
    text = own.ask("GET", "/api/mine/records", token=token)[1]
    assert len(read_records(text)) == 2, "what cannot be read any more is left out"


def test_each_process_counts_the_old_games_of_a_shared_store(postgres_place: Place) -> None:
    running = Running(postgres_place.url, "--bot-delay", "0")
    token = running.token()
    table = played(running, token, **SOLO)
    before = mine(running, token, "statistics")
    assert running.stop() == 0
    postgres_place.sql("UPDATE seats SET counted = NULL, score = NULL, size = 0")
    running.start()
    assert until_counted(running, token) == before
    assert tables(mine(running, token, "finished")) == [table]
    assert running.ask("GET", "/api/mine/records", token=token)[1].startswith("Reihum: 1\n")
    assert running.stop() == 0

"""`reihum join` and the client library against a real server: games to their end, and every way to fail."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection

from reihum.client import Guest, Lost, NotMade, Refused, Seat, Unreachable, Vanished, bot_named, play
from reihum.client.joining import JoinPlan, join
from reihum.core.errors import ReihumError
from reihum.games import SLUGS
from reihum.records import read_record
from reihum.wire.from_server import NotDone
from tests.diary import Diary, IntDiary, SideDiary
from tests.server.tools import PATIENCE, Running, run

NOWHERE = "http://127.0.0.1:9"  # nobody listens on the port of `discard`


@contextmanager
def started(*words: str, modules: Path | None = None) -> Iterator[subprocess.Popen[str]]:
    """`reihum join`, running, with an additional folder of modules."""
    command = [sys.executable, "-m", "reihum", "join", *words]
    path = os.pathsep.join([*([] if modules is None else [str(modules)]), os.environ.get("PYTHONPATH", "")])
    environment = os.environ | {"PYTHONPATH": path}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def joined(*words: str, modules: Path | None = None) -> tuple[int, str, str]:
    """`reihum join` to its end: exit code, output, complaints."""
    with started(*words, modules=modules) as process:
        out, err = process.communicate(timeout=120)
        return process.returncode, out, err


# -- games to their end ---------------------------------------------------------------------------


@pytest.mark.parametrize("slug", SLUGS)
def test_bots_open_a_table_and_play_to_the_end(server: Running, slug: str) -> None:
    bot = "policy" if slug == "23" else "random"
    seats = 1 if slug == "koenigs-romme" else 2
    players = {"help": "3", "koenigs-romme": "1"}.get(slug, "2")
    words = ["--game", slug, "--players", players, "--bot", bot, "--seats", str(seats), "--json"]
    code, out, err = joined(server.url, *words)
    assert (code, err) == (0, "")
    told = json.loads(out)
    [played] = told["games"]
    assert played["game"] == slug
    assert played["seats"] == list(range(seats))
    assert played["names"][:2] == [bot, f"{bot} 2"][:seats] + played["names"][seats:2]
    assert len(played["scores"]) == int(players)
    assert set(played["winners"]) <= set(range(int(players)))
    assert told["moves"] > 5
    assert 0 < told["ack_ms"]["p50"] <= told["ack_ms"]["p99"]
    shown = server.look(played["table"])
    assert shown["status"] == "over"
    assert [seat["bot"] for seat in shown["seats"]][:seats] == [bot] * seats


def test_many_tables_side_by_side_and_games_one_after_another(server: Running) -> None:
    words = ["--game", "23", "--option", "learning", "--players", "3", "--seats", "3"]
    code, out, err = joined(
        server.url, *words, "--tables", "2", "--games", "2", "--bot", "random", "--name", "Zoé"
    )
    assert (code, err) == (0, "")
    *games, last = out.splitlines()
    assert len(games) == 4
    for line in games:
        assert [each.split(":")[0] for each in line.split(", ")] == ["Zoé", "Zoé 2", "Zoé 3"]
        assert line.count("*") >= 1
    assert "moves in" in last
    assert "99 % within" in last


def test_a_bot_of_ones_own_joins_a_table_that_somebody_opened(server: Running, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "class Last:\n    def choose(self, view, moves):\n        return moves[-1]\n", "utf-8"
    )
    table = server.open(server.token(), seats=["open", "bot:random"], options={"learning": True})
    code, out, err = joined(f"{server.url}/t/{table}", "--bot", "mine:Last", modules=tmp_path)
    assert (code, err) == (0, "")
    assert out.startswith(f"Playing at {server.url}/t/{table}\nLast: ")
    assert server.look(table)["seats"][0] == {
        "kind": "bot",
        "name": "Last",
        "bot": "mine:Last",
        "here": False,
        "away": None,
    }


def test_the_code_of_a_table_is_an_address_too(server: Running) -> None:
    wish = {"game": "23", "seats": ["open", "open"], "options": {"learning": True}}
    _, made = server.ask("POST", "/api/tables", wish, server.token())
    code, out, err = joined(f"{server.url}/{made['code'].lower()}", "--seats", "2", "--bot", "random")
    assert (code, err) == (0, "")
    assert made["table"] in out


# -- every way to fail ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([NOWHERE, "--game", "23"], f"{NOWHERE} cannot be reached: Connection refused."),
        (["gopher://x", "--game", "23"], "The address of a server looks like http://127.0.0.1:8023."),
        ([NOWHERE, "--game", "go"], "There is no game 'go'"),
        (["{url}/t/xxxxxxxxxxxxxxxxxxxxxx"], "There is no such table."),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(server: Running, words: list[str], sentence: str) -> None:
    code, out, err = joined(*(word.format(url=server.url) for word in words))
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.startswith("reihum: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("plan", "sentence"),
    [
        (JoinPlan("http://x:99999", game="23"), "The address of a server looks like http://127.0.0.1:8023."),
        (JoinPlan("http://x/a/b"), "The address of a table looks like http://127.0.0.1:8023/t/ID"),
        (JoinPlan(NOWHERE), "--game says what to play there."),
        (JoinPlan(f"{NOWHERE}/t/abc", game="23"), "What is played at a table was decided"),
        (JoinPlan(f"{NOWHERE}/t/abc", tables=2), "This is the address of one table"),
        (JoinPlan(NOWHERE, game="23", players=9), "23 is for 2 to 4 players, not 9"),
        (JoinPlan(NOWHERE, game="23", players=2, seats=3), "There are 3 bots for 2 seats."),
        (JoinPlan(NOWHERE, "nobody", game="23"), "There is no bot 'nobody'"),
        (JoinPlan("{url}/QQQQQQ"), "There is no table with a free seat for this code"),
        (JoinPlan("{url}", game="yoyo", options=("learning",)), "YoYo"),
        (JoinPlan("{url}", game="23", name="a\u202eb"), "A name"),
    ],
)
def test_what_cannot_be_planned_is_a_sentence(server: Running, plan: JoinPlan, sentence: str) -> None:
    async def test() -> None:
        with pytest.raises(ReihumError) as told:
            await join(replace(plan, url=plan.url.format(url=server.url)), print, print)
        assert sentence in str(told.value)

    run(test)


def test_no_seat_is_free(server: Running) -> None:
    table = server.open(server.token(), seats=["me", "open", "bot:random"])
    code, _, err = joined(f"{server.url}/t/{table}", "--seats", "2")
    assert (code, err) == (2, "reihum: At this table 1 seat is open, not 2.\n")
    assert [seat["kind"] for seat in server.look(table)["seats"]] == ["human", "open", "bot"]


def test_a_bot_that_cheats_gets_up_and_says_so(server: Running, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "class Liar:\n    def choose(self, view, moves):\n        return 'all'\n", "utf-8"
    )
    table = server.open(server.token(), seats=["open", "bot:random"])
    code, _, err = joined(f"{server.url}/t/{table}", "--bot", "mine:Liar", modules=tmp_path)
    assert (code, err.count("\n")) == (2, 1)
    assert "The bot mine:Liar answered 'all', which is none of its" in err
    assert server.look(table)["seats"][0]["bot"] == "regular"  # somebody else plays on


def test_ctrl_c_leaves_the_table_politely(server: Running) -> None:
    table = server.open(server.token(), seats=["open", "open"])
    with started(f"{server.url}/t/{table}") as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Playing at ")  # it sits, and waits for somebody else
        assert [seat["kind"] for seat in server.look(table)["seats"]] == ["bot", "open"]
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, err.strip()) == (130, "")
    assert [seat["kind"] for seat in server.look(table)["seats"]] == ["open", "open"]


def test_a_server_that_vanishes_for_good_is_exit_code_1(tmp_path: Path) -> None:
    running = Running(f"sqlite:{tmp_path / 't.db'}", "--bot-delay", "0")
    try:
        table = running.open(running.token(), seats=["open", "open"])
        with started(f"{running.url}/t/{table}", "--patience", "0.1") as process:
            assert process.stdout is not None
            process.stdout.readline()
            running.kill()
            _, err = process.communicate(timeout=PATIENCE)
            said = f"reihum: {running.url} has not answered for 0.1 seconds.\n"
            assert (process.returncode, err) == (1, said)
    finally:
        running.stop()


def test_a_server_that_comes_back_is_waited_for(tmp_path: Path) -> None:
    running = Running(f"sqlite:{tmp_path / 't.db'}", "--bot-delay", "0")
    try:
        host = running.token()
        table = running.open(host, seats=["me", "open"], options={"learning": True})
        with started(f"{running.url}/t/{table}", "--bot", "random") as process:
            assert process.stdout is not None
            process.stdout.readline()
            running.kill()
            running.again()

            async def test() -> None:
                guest = Guest(running.url, host)
                async with guest.look(table) as seat:
                    await play(seat, bot_named("random"))

            run(test)
            out, err = process.communicate(timeout=PATIENCE)
            assert (process.returncode, err) == (0, "")
            assert "random: " in out
    finally:
        running.stop()


# -- the library ----------------------------------------------------------------------------------


class Breaking:
    """A line that breaks when something is on its way, before the answer comes."""

    def __init__(self, line: ClientConnection, said: list[str]) -> None:
        self.line = line
        self.said = said

    async def send(self, text: str) -> None:
        self.said.append(text)
        await self.line.send(text)
        self.line.transport.abort()


def test_an_answer_is_sent_again_with_the_same_cid_after_the_line_broke(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        guest = Guest(server.url)
        table = await guest.open("23", seats=["me", "open"])
        await guest.start(table)
        async with guest.look(table) as seat:
            async for news in seat:
                if news.ask is not None:
                    break
            assert seat._connection is not None
            said: list[str] = []
            monkeypatch.setattr(seat, "_connection", Breaking(seat._connection, said))
            v = await seat.answer(seat.now.moves[0])
            [cid] = seat.acknowledged
            assert [json.loads(text)["cid"] for text in said] == [cid]
            assert seat.acknowledged == {cid: v}
            assert seat.connections == 2
        async with guest.look(table) as seat:
            async for news in seat:
                assert news.ask == 1  # one decision answered, not two
                break

    run(test)


def test_the_news_end_with_the_game_and_answers_after_it_are_refused(server: Running) -> None:
    async def test() -> None:
        guest = Guest(server.url)
        table = await guest.open("23", players=2, options={"learning": True})
        async with guest.look(table) as seat:
            kinds = set()
            answered = -1
            async for news in seat:
                kinds.add(news.kind)
                if news.ask is not None and news.ask > answered:
                    answered = news.ask
                    await seat.answer(news.moves[-1], news.ask)
            assert kinds >= {"snap", "ev", "table"}
            assert seat.now.over
            with pytest.raises(NotMade, match="owes no decision"):
                await seat.answer("pass")
            with pytest.raises(Lost, match="over"):
                await seat.answer("pass", 99)
            assert [news async for news in seat] == []
        async with guest.look(table) as later:
            assert {news.over async for news in later} == {True}

    run(test)


def test_a_move_that_is_refused_says_which_rule_and_changes_nothing(server: Running) -> None:
    async def test() -> None:
        guest = Guest(server.url, lang="de")
        table = await guest.open("23", seats=["me", "bot:random"])
        async with guest.look(table) as seat:
            async for news in seat:
                if news.ask is not None:
                    break
            with pytest.raises(NotMade) as refusal:
                await seat.answer("put 1")
            assert (refusal.value.kind, refusal.value.rule) == ("refused", "T4")
            assert "(Regel T4)" in str(refusal.value)
            assert await seat.answer(seat.now.moves[0], 0) >= 1

    run(test)


async def nothing_heard(seat: Seat) -> None:
    """Listen to a seat from which nothing can be heard."""
    async for news in seat:
        raise AssertionError(news)


def test_a_seat_says_why_it_cannot_look(server: Running) -> None:
    async def test() -> None:
        guest = Guest(server.url)
        seat = guest.look("x" * 22)
        with pytest.raises(ReihumError, match="This seat is not open yet"):
            await seat.undo()
        async with seat:
            with pytest.raises(Lost, match="There is no such table"):
                await nothing_heard(seat)
            with pytest.raises(ReihumError, match="can be entered only once"):
                await seat.__aenter__()
        table = await guest.open("23")
        async with Guest(server.url, "x" * 43).look(table) as unknown:
            with pytest.raises(Lost, match="does not know this token"):
                await nothing_heard(unknown)
        async with Guest(NOWHERE).look(table, patience=0) as nobody:
            with pytest.raises(Vanished, match="has not answered"):
                await nothing_heard(nobody)

    run(test)


def test_a_caller_that_waits_for_an_answer_hears_that_the_seat_was_closed(server: Running) -> None:
    async def test() -> None:
        guest = Guest(server.url)
        table = await guest.open("23", seats=["me", "open"])
        seat = guest.look(table)
        async with seat:
            async for _ in seat:
                break
            waiting = asyncio.create_task(seat.answer("put 2", 0, cid="c1"))
            await asyncio.sleep(0)
            seat._hear_nack(NotDone("c1", "busy", None, ""))
            await seat.close()
            with pytest.raises((Lost, NotMade)):
                await waiting

    run(test)


def test_what_the_server_refuses_has_a_status_a_code_and_a_sentence(server: Running) -> None:
    async def test() -> None:
        guest = Guest(server.url, lang="nl")
        with pytest.raises(Refused) as refusal:
            await guest.open("24")
        assert (refusal.value.status, refusal.value.error) == (400, "game")
        assert str(refusal.value).endswith(".")
        with pytest.raises(Refused) as refusal:
            await guest.record(await guest.open("23"))
        assert refusal.value.status == 403
        with pytest.raises(Unreachable, match="cannot be reached"):
            await Guest(NOWHERE).token()

    run(test)


# -- bots that hear, and bots that fail -----------------------------------------------------------


@pytest.mark.parametrize("kind", [Diary, SideDiary, IntDiary])
def test_a_bot_over_the_wire_hears_what_its_seat_hears(server: Running, kind: type[Diary]) -> None:
    async def test() -> None:
        guest, mine = Guest(server.url), kind()
        for game in range(2):
            table = await guest.open("yoyo", players=2, seats=["bot:policy", "me"])
            async with guest.look(table) as seat:
                await play(seat, mine)
            match = read_record(await guest.record(table))
            assert mine.begun[game] == ("yoyo", 2, 1, match.options)
            assert mine.heard[game] == match.since(1)
        assert len(mine.begun) == 2

    run(test)


def test_there_is_one_bot_for_all_games_of_a_seat(server: Running, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "class Counts:\n"
        "    def __init__(self):\n        self.games = []\n"
        "    def begin(self, game, players, seat, options):\n"
        "        self.games.append((game, players, options['learning']))\n"
        "        print(id(self), seat, len(self.games))\n"
        "    def choose(self, view, moves):\n        return moves[-1]\n",
        "utf-8",
    )
    words = ["--game", "23", "--option", "learning", "--seats", "2", "--games", "3", "--bot", "mine:Counts"]
    code, out, err = joined(server.url, *words, modules=tmp_path)
    assert (code, err) == (0, "")
    told = [line.split() for line in out.splitlines() if line.count(" ") == 2 and line[0].isdigit()]
    assert len({line[0] for line in told}) == 2
    assert sorted(line[2] for line in told) == ["1", "1", "2", "2", "3", "3"]


def test_a_bot_that_raises_gets_up_and_says_so(server: Running, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "class Raises:\n    def choose(self, view, moves):\n        return view['nothing']\n", "utf-8"
    )
    table = server.open(server.token(), seats=["open", "bot:random"])
    code, _, err = joined(f"{server.url}/t/{table}", "--bot", "mine:Raises", modules=tmp_path)
    assert (code, err) == (
        2,
        "reihum: The bot mine:Raises raised KeyError: 'nothing' (mine.py, line 3).\n",
    )
    assert server.look(table)["seats"][0]["bot"] == "regular"  # somebody else plays on


# -- programs that speak lines --------------------------------------------------------------------

SPEAKS = """
import json, sys
with open({log!r}, "a") as log:
    for line in sys.stdin:
        told = json.loads(line)
        print(line, end="", file=log, flush=True)
        if told["t"] == "choose":
            print(json.dumps({{"m": told["moves"][-1]}}), flush=True)
    print("read to the end", file=log)
"""


def test_a_program_that_speaks_lines_plays_at_a_live_table(server: Running, tmp_path: Path) -> None:
    program, log = tmp_path / "mine.py", tmp_path / "log"
    program.write_text(SPEAKS.format(log=str(log)))
    table = server.open(server.token(), "23", seats=["bot:policy", "open"])
    bot = f"cmd:{sys.executable} {program}"
    code, out, err = joined(f"{server.url}/t/{table}", "--bot", bot, "--games", "2", "--json")
    assert (code, err) == (0, "")
    played = json.loads(out)["games"]
    assert [each["names"][1] for each in played] == ["mine.py"] * 2
    shown = server.look(table)["seats"][1]
    assert (shown["kind"], shown["bot"]) == ("bot", "cmd:mine.py")  # nobody learns where it is
    *lines, last = log.read_text().splitlines()
    assert last == "read to the end"  # one process for both games, which could leave by itself
    told = [json.loads(line) for line in lines]
    begins = [each for each in told if each["t"] == "game"]
    assert [(each["game"], each["players"]) for each in begins] == [("23", 2)] * 2
    overs = [each for each in told if each["t"] == "over"]
    assert [(each["scores"], each["winners"]) for each in overs] == [
        (each["scores"], each["winners"]) for each in played
    ]
    asked = [each for each in told if each["t"] == "choose"]
    assert {each["view"]["seat"] for each in asked} <= {0, 1}
    assert all(set(heard) == {"by", "move", "events"} for each in asked for heard in each["heard"])
    assert any(each["heard"] for each in asked)


def test_a_program_that_fails_leaves_the_table_with_a_sentence(server: Running, tmp_path: Path) -> None:
    program = tmp_path / "silly.py"
    program.write_text("while True: input(); print('nonsense', flush=True)\n")
    table = server.open(server.token(), "23", seats=["bot:policy", "open"])
    code, _, err = joined(f"{server.url}/t/{table}", "--bot", f"cmd:{sys.executable} {program}")
    assert code == 1
    assert err.startswith("reihum: The program ")
    assert err.endswith("failed 3 times in a row: it answered 'nonsense'.\n")
    assert server.look(table)["seats"][1]["bot"] != "cmd:silly.py"

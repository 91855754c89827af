"""The wire, to the letter: what docs/protocol.md promises, tried against a real server."""

from __future__ import annotations

import asyncio
import hashlib
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

import reihum
from reihum.bots import NAMES
from reihum.games import SLUGS
from reihum.table.phrases import PHRASES
from tests.server.tools import Running, Wire, run

TABLE_KEYS = {
    *("table", "game", "players", "options", "status", "seats", "you", "host", "public", "pace"),
    *("commitment", "rematch", "mix"),
}


# -- who is who -----------------------------------------------------------------------------------


def test_a_token_has_256_bits_and_is_never_the_same(server: Running) -> None:
    tokens = {server.token() for _ in range(5)}
    assert len(tokens) == 5
    assert all(len(token) >= 43 for token in tokens)


def test_a_browser_gets_a_cookie_with_its_first_post_and_is_known_by_it(server: Running) -> None:
    body = json.dumps({"game": "23", "seats": ["me", "open"]}).encode()
    json_type = {"Content-Type": "application/json"}
    status, headers, text = server.raw("POST", "/api/tables", body, json_type)
    assert status == 201
    cookie = headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Max-Age=31536000" in cookie
    table = json.loads(text)["table"]
    known = {"Cookie": cookie.split(";")[0]}
    status, headers, text = server.raw("GET", f"/api/tables/{table}", headers=known)
    assert json.loads(text)["you"] == 0
    status, headers, _ = server.raw("POST", f"/api/tables/{table}/start", headers=known)
    assert status == 200
    assert "set-cookie" not in headers


def test_links_and_codes_are_long_enough_and_easy_to_say(server: Running) -> None:
    token = server.token()
    _, made = server.ask("POST", "/api/tables", {"game": "23", "seats": ["me", "open"], "name": "A"}, token)
    assert set(made) >= {"table", "code", "seat", "commitment"}
    assert len(made["table"]) >= 16  # at least 96 bits
    assert len(made["code"]) == 6
    assert not set(made["code"]) & set("0O1I")
    for code in (made["code"], made["code"].lower()):
        assert server.ask("GET", f"/api/code/{code}") == (200, {"table": made["table"]})
    server.sit(made["table"], server.token())
    assert server.ask("GET", f"/api/code/{made['code']}")[0] == 404


# -- HTTP -----------------------------------------------------------------------------------------


def test_opening_and_looking_at_a_table(server: Running) -> None:
    token = server.token()
    wish = {"game": "23", "players": 3, "options": {}, "seats": ["me", "bot:policy", "open"], "name": "Ada"}
    status, made = server.ask("POST", "/api/tables", {**wish, "public": False, "pace": "none"}, token)
    assert (status, made["seat"]) == (201, 0)
    shown = server.look(made["table"], token)
    assert set(shown) >= TABLE_KEYS
    assert shown["status"] == "waiting"
    assert [seat["kind"] for seat in shown["seats"]] == ["human", "bot", "open"]
    assert [set(seat) >= {"kind", "name", "bot", "here"} for seat in shown["seats"]] == [True] * 3
    assert (shown["you"], shown["host"], shown["commitment"]) == (0, True, made["commitment"])
    stranger = server.look(made["table"])
    assert (stranger["you"], stranger["host"]) == (None, False)


@pytest.mark.parametrize("slug", SLUGS)
def test_bots_of_every_name_play_a_table_to_its_end(server: Running, slug: str) -> None:
    async def watch(names: Sequence[str]) -> None:
        table = server.open(server.token(), slug, seats=[f"bot:{name}" for name in names])
        assert [seat["bot"] for seat in server.look(table)["seats"]] == list(names)
        async with server.seat(table) as wire:
            while wire.now["view"] is None or wire.now["view"]["turn"] is not None:
                await wire.next()

    async def all_names() -> None:
        for at in range(0, len(NAMES) - 2, 2):
            await watch(NAMES[at : at + 3])

    run(all_names)


def test_a_table_that_names_no_bots_has_regular_ones(server: Running) -> None:
    table = server.open(server.token(), players=3)
    assert [seat["bot"] for seat in server.look(table)["seats"]] == [None, "regular", "regular"]


def test_no_seat_need_be_ones_own(server: Running) -> None:
    token = server.token()
    status, made = server.ask("POST", "/api/tables", {"game": "23", "seats": ["open", "open"]}, token)
    assert (status, made["seat"]) == (201, None)


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({}, "malformed"),
        ({"game": 23}, "malformed"),
        ({"game": "24"}, "game"),
        ({"game": "23", "players": 99}, "players"),
        ({"game": "23", "players": "two"}, "malformed"),
        ({"game": "23", "seats": ["me", "bot:mine:Bot"]}, "seat_kind"),
        ({"game": "23", "name": "a\u202eb"}, "name"),
        ({"game": "23", "name": "x" * 10_000}, "too_large"),
        ([], "malformed"),
        ("text", "malformed"),
    ],
)
def test_an_impossible_table_gets_a_code_and_a_sentence(server: Running, body: object, error: str) -> None:
    status, answer = server.ask("POST", "/api/tables", body, server.token())
    assert (status, answer["error"]) == (413 if error == "too_large" else 400, error)
    assert answer["text"].endswith(".")


def test_sentences_are_in_the_language_that_is_asked_for(server: Running) -> None:
    texts = {
        lang: server.ask("GET", "/api/tables/" + "x" * 22, lang=lang)[1]["text"]
        for lang in ("de", "en", "nl", "fr, nl;q=0.5, de;q=0.9", "fr", "de;q=x, nl")
    }
    assert texts["de"] == "Diesen Tisch gibt es nicht."
    assert texts["fr, nl;q=0.5, de;q=0.9"] == texts["de"]
    assert texts["fr"] == texts["en"] == "There is no such table."
    assert texts["de;q=x, nl"] == texts["nl"]


def test_statuses_of_what_is_not_possible(server: Running) -> None:
    ada, bo = server.token(), server.token()
    table = server.open(ada, seats=["me", "open"])
    path = f"/api/tables/{table}"
    assert server.ask("GET", path, token="x" * 43)[0] == 401
    assert server.ask("POST", f"{path}/start", token=bo)[0] == 403
    assert server.ask("POST", f"{path}/leave", token=bo)[0] == 403
    assert server.ask("GET", f"{path}/record", token=ada)[0] == 403
    assert server.ask("POST", f"{path}/rematch", token=ada)[0] == 409
    assert server.ask("POST", f"{path}/sit", {"seat": 0}, bo)[0] == 409
    assert server.ask("POST", f"{path}/sit", {"seat": 7}, bo)[0] == 400
    assert server.ask("GET", "/api/nothing")[0] == 404
    assert server.ask("DELETE", path)[0] == 405
    status, _, text = server.raw("POST", f"{path}/sit", b'{"seat":1}', {"Content-Type": "text/plain"})
    assert (status, json.loads(text)["error"]) == (415, "content_type")
    status, _, text = server.raw(
        "POST", f"{path}/sit", b'{"seat":1,"seat":1}', {"Content-Type": "application/json"}
    )
    assert (status, json.loads(text)["error"]) == (400, "malformed")


def test_the_seats_of_players_who_sit_down_and_leave(server: Running) -> None:
    ada, bo = server.token(), server.token()
    table = server.open(ada, seats=["me", "open", "open"])
    assert server.sit(table, bo) == 1
    assert server.sit(table, bo) == 1
    assert server.look(table, bo)["you"] == 1
    assert server.ask("POST", f"/api/tables/{table}/leave", token=bo)[0] == 200
    assert server.look(table)["seats"][1]["kind"] == "open"
    server.sit(table, bo, seat=2)
    status, shown = server.ask("POST", f"/api/tables/{table}/start", token=ada)
    assert (status, shown["status"]) == (200, "playing")
    assert [seat["kind"] for seat in shown["seats"]] == ["human", "bot", "human"]
    server.ask("POST", f"/api/tables/{table}/leave", token=bo)
    left = server.look(table, bo)
    assert (left["seats"][2]["kind"], left["seats"][2]["bot"], left["you"]) == ("bot", "regular", None)
    assert server.ask("POST", f"/api/tables/{table}/sit", token=bo) == (200, {"seat": 2})
    assert server.look(table, bo)["you"] == 2


def test_public_tables_and_your_own_are_listed(server: Running) -> None:
    ada = server.token()
    hidden = server.open(ada, seats=["me", "open"])
    public = server.open(ada, seats=["me", "open"], public=True)
    full = server.open(ada, seats=["me", "bot:policy"], public=True)
    listed = [each["table"] for each in server.ask("GET", "/api/tables")[1]["tables"]]
    assert public in listed
    assert hidden not in listed
    assert full not in listed
    mine = server.ask("GET", "/api/mine", token=ada)[1]["tables"]
    assert {each["table"] for each in mine} == {hidden, public, full}
    assert all(each["you"] == 0 for each in mine)
    assert server.ask("GET", "/api/mine")[1] == {"tables": []}


def test_the_host_of_a_table_for_others_finds_it_again(server: Running) -> None:
    ada, bo = server.token(), server.token()
    for_others = server.open(ada, seats=["open", "open"])
    left = server.open(ada, seats=["me", "open"])
    server.ask("POST", f"/api/tables/{left}/leave", token=ada)
    mine = server.ask("GET", "/api/mine", token=ada)[1]["tables"]
    assert {each["table"]: (each["you"], each["host"]) for each in mine} == {
        for_others: (None, True),
        left: (None, True),
    }
    server.sit(for_others, bo)
    assert [each["table"] for each in server.ask("GET", "/api/mine", token=bo)[1]["tables"]] == [for_others]


def test_all_unfinished_tables_of_a_player_are_listed(server: Running) -> None:
    ada = server.token()
    opened = {server.open(ada, seats=["me", "open"]) for _ in range(60)}
    assert {each["table"] for each in server.ask("GET", "/api/mine", token=ada)[1]["tables"]} == opened


# -- the game begins ------------------------------------------------------------------------------


def test_the_game_begins_when_all_people_have_said_hello(server: Running) -> None:
    async def test() -> None:
        ada, bo = server.token(), server.token()
        table = server.open(ada, seats=["me", "open"])
        async with server.line(table, ada) as first, server.line(table, bo) as second:
            assert first.connection.subprotocol == "reihum.1"
            await first.say(t="hello", nonce="a")
            snap = await first.until("snap")
            assert (snap["v"], snap["seat"], snap["view"], snap["moves"], snap["ask"]) == (
                0,
                0,
                None,
                [],
                None,
            )
            assert set(snap["table"]) >= TABLE_KEYS
            server.sit(table, bo)
            changed = await first.until("table", lambda m: m["table"]["seats"][1]["kind"] == "human")
            assert changed["table"]["status"] == "waiting"
            await second.say(t="hello", nonce="b")
            for wire, seat in ((first, 0), (second, 1)):
                begun = await wire.until("snap", lambda m: m["view"] is not None)
                assert (begun["v"], begun["seat"], begun["ask"]) == (0, seat, 0)
                assert begun["table"]["status"] == "playing"
                assert begun["moves"]

    run(test)


def test_a_hello_said_before_sitting_down_counts_with_its_nonce(server: Running) -> None:
    async def test() -> None:
        ada, bo = server.token(), server.token()
        table = server.open(ada, seats=["me", "open"])
        async with server.line(table, ada) as first, server.line(table, bo) as second:
            await first.say(t="hello", nonce="a")
            await first.until("snap")
            server.ask("POST", f"/api/tables/{table}/leave", token=ada)
            await second.say(t="hello", nonce="b")
            assert (await second.until("snap"))["seat"] is None
            server.sit(table, ada, seat=0)
            server.sit(table, bo)
            for wire, seat in ((first, 0), (second, 1)):
                begun = await wire.until("snap", lambda m: m["view"] is not None)
                assert begun["seat"] == seat
            for token in (ada, bo):  # bots play on to the end
                server.ask("POST", f"/api/tables/{table}/leave", token=token)
            for wire in (first, second):
                await wire.until("table", lambda m: m["table"]["status"] == "over")
        _, record = server.ask("GET", f"/api/tables/{table}/record")
        assert '\nNonces: ["a", "b"]\n' in record

    run(test)


def test_the_game_begins_without_a_player_who_does_not_say_hello(server: Running) -> None:
    async def test() -> None:
        ada, bo = server.token(), server.token()
        table = server.open(ada, seats=["me", "open"])
        server.sit(table, bo)
        async with server.seat(table, ada) as wire:
            await wire.asked()
            assert server.look(table)["status"] == "playing"
            assert [seat["here"] for seat in server.look(table)["seats"]] == [True, False]

    run(test)


# -- moves ----------------------------------------------------------------------------------------


async def two_players(server: Running, slug: str = "23") -> tuple[str, str, str]:
    ada, bo = server.token(), server.token()
    table = server.open(ada, slug, seats=["me", "open"])
    server.sit(table, bo)
    server.ask("POST", f"/api/tables/{table}/start", token=ada)
    return table, ada, bo


def test_a_move_is_acknowledged_and_everybody_hears_what_they_may(server: Running) -> None:
    async def test() -> None:
        table, ada, bo = await two_players(server)
        async with server.seat(table, ada) as one, server.seat(table, bo) as two, server.seat(table) as guest:
            ack = await one.move(cid="c17")
            assert ack == {"t": "ack", "cid": "c17", "v": 1}
            own = one.now
            assert (own["t"], own["v"], own["by"], own["ask"]) == ("ev", 1, 0, 1)
            assert own["m"].startswith("put ")
            for wire in (two, guest):
                heard = await wire.until("ev")
                assert (heard["v"], heard["by"], heard["m"], heard["events"]) == (1, None, None, [])
            assert two.now["view"]["seat"] == 1
            assert guest.now["ask"] is None
            assert guest.heard[0]["seat"] is None

    run(test)


def test_the_same_cid_is_played_once_even_on_another_connection(server: Running) -> None:
    async def test() -> None:
        table, ada, _ = await two_players(server)
        async with server.seat(table, ada) as one, server.seat(table, ada) as other:
            first = await one.move(cid="same")
            again = await one.move("put 23", ask=77, cid="same")
            elsewhere = await other.move("nonsense", ask=0, cid="same")
            assert first == again == elsewhere

    run(test)


def test_the_first_nack_that_fits(server: Running) -> None:
    async def test() -> None:
        table, ada, _ = await two_players(server)
        async with server.seat(table, ada, lang="de") as one, server.seat(table) as guest:
            assert (await guest.move("put 2", ask=0))["kind"] == "seat"
            await one.move()
            assert (await one.move("put 2", ask=0))["kind"] == "stale"
            assert (await one.move("put 2", ask=9))["kind"] == "turn"
            assert (await one.move("nonsense"))["kind"] == "unknown"
            refused = await one.move("put 1")
            assert (refused["kind"], refused["rule"]) == ("refused", "T4")
            assert "(Regel T4)" in refused["text"]
            assert server.look(table)["status"] == "playing"

    run(test)


async def play_out(wire: Wire, least: int = 10**9) -> None:
    """Answer whenever asked, until the game is over."""
    while True:
        while wire.now.get("ask") is None or wire.now["ask"] == least:
            message = await wire.next()
            if message["t"] == "table" and message["table"]["status"] == "over":
                return
        least = wire.now["ask"]
        await wire.say(t="move", cid=f"p{least}", ask=least, m=wire.now["moves"][-1])


@pytest.mark.parametrize("slug", SLUGS)
def test_a_whole_game_with_a_bot_its_record_and_a_rematch(server: Running, slug: str, tmp_path: Path) -> None:
    async def test() -> None:
        ada = server.token()
        players = {"help": 3}.get(slug, 2)
        options = {"learning": True} if slug == "23" else {}
        table = server.open(ada, slug, players=players, options=options)
        commitment = server.look(table)["commitment"]
        path = f"/api/tables/{table}"
        async with server.line(table, ada) as wire:
            await wire.say(t="hello", nonce="my own chance")
            await wire.until("snap")
            if slug == "koenigs-romme":  # a player who always throws the last card away plays for ever
                await wire.asked()
                server.ask("POST", f"{path}/leave", token=ada)
                await wire.until("table", lambda m: m["table"]["status"] == "over")
            else:
                await play_out(wire)
            steps = [message["v"] for message in wire.heard if message["t"] == "ev"]
            assert steps == list(range(1, len(steps) + 1))  # no gaps
        status, record = server.ask("GET", f"{path}/record")
        assert status == 200
        match = reihum.read_record(record)
        assert len(match.history) == steps[-1]
        assert match.commitment == commitment
        assert "my own chance" in record
        file = tmp_path / "record.txt"
        file.write_text(record, "utf-8")
        command = [sys.executable, "-m", "reihum", "verify", str(file), "--commitment", commitment]
        assert subprocess.run(command, capture_output=True, check=False).returncode == 0
        secret = record.split("\nSecret: ")[1][:64]
        assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == commitment
        status, again = server.ask("POST", f"{path}/rematch", token=ada)
        assert status == 201
        assert server.ask("POST", f"{path}/rematch", token=ada)[1] == again
        assert server.look(table)["rematch"] == again["table"]
        assert server.look(again["table"], ada)["you"] == 0

    run(test)


def test_hello_since_ends_in_the_same_state(server: Running) -> None:
    async def test() -> None:
        table, ada, bo = await two_players(server)
        async with server.seat(table, ada) as one, server.seat(table, bo) as two:
            for _ in range(2):
                await one.move()
                await two.move()
            await one.until("ev", lambda m: m["v"] == 4)
            for since in (0, 1, 3, 4, 99, -5):
                async with server.seat(table, ada, since=since) as back:
                    for key in ("v", "view", "moves", "ask"):
                        assert back.now[key] == one.now[key]

    run(test)


def test_taking_back_against_bots(server: Running) -> None:
    async def test() -> None:
        ada = server.token()
        table = server.open(ada, seats=["me", "bot:policy"])
        async with server.seat(table, ada) as wire:
            await wire.asked()
            await wire.until("ev", lambda m: m["v"] == 3)  # the bot has put its cards away
            before = wire.now["view"]
            await wire.move()
            await wire.say(t="undo", cid="u1")
            undone = await wire.until("ev", lambda m: "undo" in m)
            assert (undone["undo"], undone["v"], "m" in undone) == (1, 5, False)
            assert undone["view"] == before
            assert undone["ask"] == 1
            assert (await wire.until("ack"))["cid"] == "u1"
            await wire.say(t="undo", cid="u2")
            assert (await wire.until("nack"))["kind"] == "refused"

    run(test)


def test_phrases_are_heard_by_everybody_and_only_those_of_the_set(server: Running) -> None:
    async def test() -> None:
        table, ada, _ = await two_players(server)
        async with server.seat(table, ada) as one, server.seat(table) as guest:
            await guest.say(t="say", p="well-played")  # spectators are silent
            await one.say(t="say", p="rubbish")
            await one.say(t="say", p=PHRASES[4])
            for wire in (one, guest):
                assert await wire.until("said") == {"t": "said", "by": 0, "p": "well-played"}

    run(test)


def test_ping_and_messages_that_nobody_knows(server: Running) -> None:
    async def test() -> None:
        table, ada, _ = await two_players(server)
        async with server.seat(table, ada) as wire:
            await wire.say(t="dance", with_="somebody")
            await wire.say(t="ping", more=1)
            assert await wire.until("pong") == {"t": "pong"}

    run(test)


def test_everybody_hears_who_is_here(server: Running) -> None:
    async def test() -> None:
        table, ada, bo = await two_players(server)
        async with server.seat(table, ada) as one:
            async with server.seat(table, bo):
                await one.until("table", lambda m: m["table"]["seats"][1]["here"])
            await one.until("table", lambda m: not m["table"]["seats"][1]["here"])

    run(test)


def test_when_your_seat_changes_everything_is_shown_again(server: Running) -> None:
    async def test() -> None:
        table, _, bo = await two_players(server)
        async with server.seat(table, bo) as wire:
            server.ask("POST", f"/api/tables/{table}/leave", token=bo)
            left = await wire.until("snap")
            assert (left["seat"], left["ask"], left["table"]["you"]) == (None, None, None)
            assert "hand" not in left["view"] or not left["view"]["hand"]
            server.ask("POST", f"/api/tables/{table}/sit", token=bo)
            back = await wire.until("snap", lambda m: m["seat"] is not None)
            assert (back["seat"], back["table"]["you"]) == (1, 1)

    run(test)


def test_a_table_of_bots_is_played_to_its_end_without_anybody_looking(server: Running) -> None:
    async def test() -> None:
        token = server.token()
        table = server.open(token, seats=["bot:policy", "bot:random"])
        for _ in range(600):
            if server.look(table)["status"] == "over":
                break
            await asyncio.sleep(0.05)
        assert server.ask("GET", f"/api/tables/{table}/record")[0] == 200

    run(test)


# -- handshakes -----------------------------------------------------------------------------------


def test_no_such_table_and_unknown_tokens_are_refused_at_the_handshake(server: Running) -> None:
    async def status_of(table: str, token: str | None = None) -> int:
        try:
            async with server.line(table, token):
                return 101
        except InvalidStatus as answer:
            return answer.response.status_code

    async def test() -> None:
        table = server.open(server.token(), seats=["me", "open"])
        assert await status_of("x" * 22) == 404
        assert await status_of("x") == 404
        assert await status_of(table, "x" * 43) == 401
        assert await status_of(table, "") == 401
        assert await status_of(table) == 101

    run(test)


def test_the_server_says_goodbye_and_stops_with_0(tmp_path: Path) -> None:
    async def test() -> None:
        running = Running(f"sqlite:{tmp_path / 't.db'}")
        token = running.token()
        table = running.open(token)
        async with running.seat(table, token) as wire:
            running.process.terminate()
            assert await wire.until("bye") == {"t": "bye", "why": "shutdown"}
            with pytest.raises(ConnectionClosed):
                await wire.next()
        assert await asyncio.to_thread(running.stop) == 0

    run(test)


def test_health_readiness_and_metrics(server: Running) -> None:
    assert server.ask("GET", "/healthz") == (200, {"status": "ok"})
    assert server.ask("GET", "/readyz") == (200, {"status": "ok"})
    status, text = server.ask("GET", "/metrics")
    assert status == 200
    for name in ("tables", "viewers", "moves_total", "durable_move_seconds_bucket", "refusals_total"):
        assert f"reihum_{name}" in text
    assert "reihum_dropped_viewers_total" in text

"""Continuing on another device: one player with several devices, each with a token of its own."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing

from reihum.server.identity import secret_hash
from reihum.wire.requests import HandedOver, Offered, OwnTable
from tests.server.places import Place
from tests.server.tools import Running, described, run


def take_over(server: Running, code: str, **headers: str) -> tuple[int, str, bytes]:
    """Bring a code: the status, the cookie and the body of the answer."""
    status, answered, body = server.raw("POST", f"/api/handover/{code}", headers=headers)
    return status, answered.get("set-cookie", "").partition(";")[0], body


def offered(server: Running, token: str) -> str:
    status, answer = server.ask("POST", "/api/handover", token=token)
    assert status == 201, answer
    return str(answer["code"])


def seat_at(server: Running, table: str, cookie: str) -> object:
    _, _, body = server.raw("GET", f"/api/tables/{table}", headers={"Cookie": cookie})
    return json.loads(body)["you"]


def test_a_code_is_offered_with_a_link_and_how_long_it_holds(server: Running) -> None:
    status, answer = server.ask("POST", "/api/handover", token=server.token())
    assert (status, set(answer)) == (201, {"code", "path", "seconds"})
    described(answer, Offered)
    assert len(answer["code"]) >= 22
    assert (answer["path"], answer["seconds"]) == (f"/hello/{answer['code']}", 300)


def test_another_browser_becomes_the_same_player_with_a_token_of_its_own(server: Running) -> None:
    ada = server.token()
    table = server.open(ada, seats=["me", "open"])
    status, cookie, body = take_over(server, offered(server, ada))
    assert (status, body) == (200, b'{"carry":{}}')
    assert cookie.startswith("reihum=")
    assert cookie != f"reihum={ada}"
    for header in ({"Cookie": cookie}, {"Authorization": f"Bearer {cookie.removeprefix('reihum=')}"}):
        _, _, found = server.raw("GET", f"/api/tables/{table}", headers=header)
        shown = json.loads(found)
        assert (shown["you"], shown["host"]) == (0, True)
        _, _, mine = server.raw("GET", "/api/mine", headers=header)
        assert [each["table"] for each in json.loads(mine)["tables"]] == [table]


def test_what_one_device_sends_along_the_other_gets_once(server: Running) -> None:
    ada, carry = server.token(), {"name": "Zoë", "levels": {"23": 4}, "sound": False}
    status, answer = server.ask("POST", "/api/handover", {"carry": carry}, ada)
    assert status == 201
    status, _, body = take_over(server, answer["code"])
    described(json.loads(body), HandedOver)
    assert (status, json.loads(body)) == (200, {"carry": carry})
    status, _, body = take_over(server, answer["code"])
    assert (status, b"carry" in body) == (404, False)
    with closing(sqlite3.connect(server.store.removeprefix("sqlite:"))) as connection:
        kept = connection.execute("SELECT count(*) FROM handovers WHERE length(carried) > 2").fetchone()
    assert kept == (0,)


def test_only_a_little_can_be_sent_along_and_only_as_an_object(server: Running) -> None:
    ada = server.token()
    for carry, refused in (({"x": "y" * 4090}, 413), ([], 400), ("text", 400), (None, 400)):
        status, answer = server.ask("POST", "/api/handover", {"carry": carry}, ada)
        assert (status, set(answer)) == (refused, {"error", "text"})
    assert server.ask("POST", "/api/handover", {"carry": {"x": "y" * 4080}}, ada)[0] == 201


def test_the_cookie_is_as_safe_as_the_first_one(server: Running) -> None:
    _, headers, _ = server.raw("POST", f"/api/handover/{offered(server, server.token())}")
    for part in ("HttpOnly", "SameSite=lax", "Max-Age=31536000", "Path=/"):
        assert part in headers["set-cookie"]


def test_what_one_device_does_the_other_has_done(server: Running) -> None:
    ada = server.token()
    table = server.open(ada, seats=["me", "open"])
    _, cookie, _ = take_over(server, offered(server, ada))
    phone = cookie.removeprefix("reihum=")
    assert server.ask("POST", f"/api/tables/{table}/sit", {"name": "Eve"}, phone)[1] == {"seat": 0}
    assert server.ask("POST", f"/api/tables/{table}/start", token=phone)[0] == 200

    async def test() -> None:
        async with server.seat(table, ada) as desk, server.seat(table, phone) as hand:
            assert (desk.now["seat"], hand.now["seat"]) == (0, 0)
            ask = await desk.asked()
            assert await hand.asked() == ask
            assert (await hand.move(cid="c1"))["t"] == "ack"
            again = await desk.move(hand.heard[0]["moves"][0], ask, "c1")
            assert again["t"] == "ack", "the same cid of the same seat is played once"
            assert (await desk.move(ask=ask, cid="c2"))["kind"] == "stale"

    run(test)
    seats = server.look(table, ada)["seats"]
    assert [seat["kind"] for seat in seats] == ["human", "bot"]
    assert server.ask("POST", f"/api/tables/{table}/leave", token=phone)[0] == 200
    assert server.look(table, ada)["you"] is None


def test_a_player_is_here_as_long_as_one_of_its_devices_is(server: Running) -> None:
    ada = server.token()
    table = server.open(ada, seats=["me", "open"])
    phone = take_over(server, offered(server, ada))[1].removeprefix("reihum=")

    async def test() -> None:
        async with server.seat(table, phone):
            async with server.seat(table, ada):
                assert server.look(table)["seats"][0]["here"] is True
            assert server.look(table)["seats"][0]["here"] is True
        while server.look(table)["seats"][0]["here"]:
            pass

    run(test)


def test_a_device_that_was_handed_over_hands_on(server: Running) -> None:
    ada = server.token()
    table = server.open(ada, seats=["me", "open"])
    phone = take_over(server, offered(server, ada))[1].removeprefix("reihum=")
    _, tablet, _ = take_over(server, offered(server, phone))
    assert seat_at(server, table, tablet) == 0


def test_a_browser_that_was_another_player_is_only_the_new_one(server: Running) -> None:
    ada, bo = server.token(), server.token()
    hers, his = server.open(ada, seats=["me", "open"]), server.open(bo, seats=["me", "open"])
    _, cookie, _ = take_over(server, offered(server, ada), Cookie=f"reihum={bo}")
    assert (seat_at(server, hers, cookie), seat_at(server, his, cookie)) == (0, None)
    assert server.look(his, bo)["you"] == 0, "the old token is still good for whoever has it"


def test_a_code_outlives_the_server_and_holds_in_every_process(place: Place) -> None:
    first = Running(place.url, "--bot-delay", "0")
    ada = first.token()
    table = first.open(ada, seats=["me", "open"])
    code = offered(first, ada)
    if place.kind == "sqlite":
        assert first.stop() == 0
    second = Running(place.url, "--bot-delay", "0")
    status, cookie, _ = take_over(second, code)
    assert (status, seat_at(second, table, cookie)) == (200, 0)
    if place.kind == "sqlite":
        assert second.stop() == 0
        second.start()
    else:
        assert take_over(first, code)[0] == 404
        assert seat_at(first, table, cookie) == 0
        assert first.stop() == 0
    assert seat_at(second, table, cookie) == 0
    assert second.stop() == 0
    assert code.encode() not in first.log + second.log
    assert cookie.removeprefix("reihum=").encode() not in first.log + second.log


def test_the_store_keeps_hashes_only(server: Running) -> None:
    ada = server.token()
    code = offered(server, ada)
    _, cookie, _ = take_over(server, offered(server, ada))
    phone = cookie.removeprefix("reihum=")
    with closing(sqlite3.connect(server.store.removeprefix("sqlite:"))) as connection:
        kept = "\n".join(connection.iterdump())
    for secret in (ada, phone, code):
        assert secret not in kept
        assert secret_hash(secret) in kept


# -- whose turn it is, in the list of one's tables ------------------------------------------------


def test_my_tables_say_where_i_am_asked(server: Running) -> None:
    token = server.token()
    waiting = server.open(token, seats=["me", "open"])
    asked = server.open(token, seats=["me", "bot:policy"], options={"learning": True})

    async def test() -> None:
        async with server.seat(asked, token) as wire:
            await wire.asked()

    run(test)
    mine = {each["table"]: each for each in server.ask("GET", "/api/mine", token=token)[1]["tables"]}
    described(list(mine.values()), list[OwnTable])
    assert {table: each["asked"] for table, each in mine.items()} == {waiting: False, asked: True}
    other = server.token()
    assert server.ask("GET", "/api/mine", token=other)[1]["tables"] == []
    assert "asked" not in server.look(asked, token)
    assert all("asked" not in each for each in server.ask("GET", "/api/tables")[1]["tables"])


def test_tables_that_have_left_the_memory_are_looked_up_to_say_so_up_to_eight(place: Place) -> None:
    running = Running(place.url, "--bot-delay", "0", "--idle", "1")
    token = running.token()
    wish = {"seats": ["me", "bot:policy"], "options": {"learning": True}}
    tables = {running.open(token, "23", **wish) for _ in range(10)}

    async def test() -> None:
        for table in tables:
            async with running.seat(table, token) as wire:
                await wire.asked()

    run(test)
    until_tables(running, 0)
    mine = running.ask("GET", "/api/mine", token=token)[1]["tables"]
    assert [each["asked"] for each in mine] == [True] * 8 + [False] * 2
    assert {each["table"] for each in mine} == tables
    assert running.stop() == 0


def until_tables(running: Running, number: int) -> None:
    """Wait until this many tables are in memory."""
    while f"reihum_tables {number}\n" not in running.ask("GET", "/metrics")[1]:
        time.sleep(0.1)

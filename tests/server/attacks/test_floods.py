"""Floods: of tokens, tables, codes, requests, connections, spectators, messages. Limits count per address and
per player, and players at other addresses notice nothing."""

from __future__ import annotations

import asyncio
import copy
import json
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack
from itertools import product
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.attacks.raw import exactly, head, plug, until
from tests.server.tools import Running, Wire, run

LIMITS = (
    *("tokens=150/0.01", "tables=80/0.01", "codes=6/0.01", "requests=600/0.01", "handshakes=200/0.01"),
    *("messages=100/0.1", "player_messages=220/0.1", "phrases=3/0.01", "spectators=6", "lines=4"),
    *("connections=60", "playing=30"),
)
HANDS = 16  # requests at the same time


@pytest.fixture
def here(server: Running, addresses: Iterator[int]) -> Running:
    """The server from an address of the test's own, so that tests do not use up each other's limits."""
    return seen_from(server, f"127.0.1.{next(addresses)}")


@pytest.fixture(scope="module")
def addresses() -> Iterator[int]:
    return iter(range(1, 255))


def seen_from(server: Running, address: str) -> Running:
    """The same server, reached from another address."""
    there = copy.copy(server)
    there.source = (address, 0)
    return there


def flood(times: int, ask: Callable[[int], tuple[int, dict[str, str], bytes]]) -> Counter[int]:
    """Ask many times at once; how often each status came. A 429 says how long to wait."""

    def one(number: int) -> int:
        status, headers, text = ask(number)
        if status == 429:
            assert int(headers["retry-after"]) >= 1
            assert json.loads(text)["error"] == "too_many"
        return status

    with ThreadPoolExecutor(HANDS) as hands:
        return Counter(hands.map(one, range(times)))


def json_request(token: str | None, cookie: str = "") -> dict[str, str]:
    headers = {"Content-Type": "application/json", "Cookie": cookie}
    return headers if token is None else headers | {"Authorization": f"Bearer {token}"}


# -- requests -------------------------------------------------------------------------------------


def test_a_flood_of_tokens(here: Running) -> None:
    found = flood(190, lambda _: here.raw("POST", "/api/token"))
    assert found == {201: 150, 429: 40}
    body = b'{"game":"23"}'
    assert here.raw("POST", "/api/tables", body, json_request(None))[0] == 429  # nor does a cookie help


def test_a_flood_of_tables_of_one_address(here: Running) -> None:
    ada = here.token()
    body = json.dumps({"game": "23", "seats": ["me", "open"]}).encode()
    found = flood(60, lambda _: here.raw("POST", "/api/tables", body, json_request(ada)))
    assert 30 <= found[201] <= 30 + HANDS  # those that were already being opened count a little late
    assert here.raw("POST", "/api/tables", body, json_request(here.token()))[0] == 429
    assert here.raw("POST", "/api/tables", body, json_request(None))[0] == 429


def test_a_flood_of_tables_of_one_player(here: Running) -> None:
    ada = here.token()
    body = json.dumps({"game": "23", "seats": ["me", "open"]}).encode()
    found: Counter[int] = Counter()
    for number in range(4):
        there = seen_from(here, f"127.0.2.{number + 1}")
        found += Counter(there.raw("POST", "/api/tables", body, json_request(ada))[0] for _ in range(25))
    assert found == {201: 80, 429: 20}
    assert there.raw("POST", "/api/tables", body, json_request(there.token()))[0] == 201


def test_a_flood_of_requests(here: Running) -> None:
    found = flood(800, lambda _: here.raw("GET", "/api/tables/" + "x" * 22))
    assert found == {404: 600, 429: 200}


def test_a_flood_of_guessed_tokens_is_a_flood_of_requests(here: Running) -> None:
    header = {"Authorization": "Bearer " + "x" * 43}
    found = flood(700, lambda _: here.raw("GET", "/api/mine", headers=header))
    assert found == {401: 600, 429: 100}


def test_guessing_codes_many_at_once(here: Running) -> None:
    made = here.ask("POST", "/api/tables", {"game": "23", "seats": ["me", "open"]}, here.token())[1]
    path = f"/api/code/{made['code']}"
    assert [here.raw("GET", path)[0] for _ in range(20)] == [200] * 20  # a right one costs nothing
    guesses = ["AAA" + "".join(three) for three in product("BCDEFG", repeat=3)][:200]
    found = flood(200, lambda number: here.raw("GET", f"/api/code/{guesses[number]}"))
    assert found == {404: 6, 429: 194}
    assert here.raw("GET", path)[0] == 429  # after too many guesses, nobody learns that this one is right


def test_forwarded_headers_of_strangers_are_not_believed(here: Running) -> None:
    def ask(number: int) -> tuple[int, dict[str, str], bytes]:
        address = f"10.0.{number}.1"
        names = ("X-Forwarded-For", "X-Real-IP", "Forwarded", "CF-Connecting-IP", "True-Client-IP")
        forged = dict.fromkeys(names, address) | {"Forwarded": f"for={address}", "X-Forwarded-Proto": "https"}
        return here.raw("GET", "/api/code/ZZZZZZ", headers=forged)

    assert flood(50, ask) == {404: 6, 429: 44}
    status, headers, _ = here.raw(
        "POST", "/api/tables", b'{"game":"23"}', json_request(None) | {"X-Forwarded-Proto": "https"}
    )
    assert (status, "Secure" in headers["set-cookie"]) == (201, False)


def test_forwarded_headers_of_a_proxy_of_ours_are_believed(tmp_path: Path) -> None:
    here = Running(f"sqlite:{tmp_path / 't.db'}", "--proxy", "127.0.0.1", "--limit", "codes=3/0.01")

    def ask(chain: str) -> int:
        return here.raw("GET", "/api/code/ZZZZZZ", headers={"X-Forwarded-For": chain})[0]

    assert [ask("10.0.0.1") for _ in range(4)] == [404] * 3 + [429]
    assert ask("10.0.0.2") == 404
    assert ask("10.0.0.9, 10.0.0.1") == 429  # only what our own proxy has seen counts
    assert here.stop() == 0


def test_asking_whether_the_store_is_there_does_not_keep_it_busy(here: Running) -> None:
    assert flood(400, lambda _: here.raw("GET", "/readyz")) == {200: 400}


# -- connections ----------------------------------------------------------------------------------


def test_a_flood_of_connections(here: Running) -> None:
    with ExitStack() as stack:
        plugs = [stack.enter_context(plug(here, source=here.source)) for _ in range(60)]
        for connection in plugs:
            connection.sendall(head(here, "GET /healthz"))
            assert b" 200 " in until(connection, b"\r\n\r\n")
        one_more = stack.enter_context(plug(here, source=here.source))
        with pytest.raises(ConnectionError):
            exactly(one_more, 1)
        plugs[0].close()
        for _ in range(100):  # the server notices in a moment
            again = stack.enter_context(plug(here, source=here.source))
            try:
                again.sendall(head(here, "GET /healthz"))
                assert b" 200 " in until(again, b"\r\n\r\n")
                break
            except (ConnectionError, AssertionError):
                continue
        else:
            raise AssertionError("nobody is let in any more")


async def knock(here: Running, table: str, token: str | None, stack: AsyncExitStack) -> Wire | int:
    """Come in and say hello, or be refused."""
    try:
        wire = await stack.enter_async_context(here.line(table, token))
    except InvalidStatus as answer:
        return answer.response.status_code
    await wire.say(t="hello")
    await wire.until("snap")
    return wire


def test_a_flood_of_spectators_keeps_no_player_out(here: Running) -> None:
    async def test() -> None:
        ada = here.token()
        table = here.open(ada, seats=["me", "open"])
        async with AsyncExitStack() as stack:
            found = [await knock(here, table, None, stack) for _ in range(10)]
            assert [each for each in found if isinstance(each, int)] == [429] * 4
            own = [await knock(here, table, ada, stack) for _ in range(5)]
            assert [each for each in own if isinstance(each, int)] == [429]
            bo = here.token()
            here.sit(table, bo)
            assert isinstance(await knock(here, table, bo, stack), Wire)

    run(test)


def test_spectators_that_come_in_all_at_once_are_counted_too(here: Running) -> None:
    async def test() -> None:
        table = here.open(here.token(), seats=["me", "open"])
        async with AsyncExitStack() as stack:
            wires = [await stack.enter_async_context(here.line(table)) for _ in range(10)]
            for wire in wires:
                await wire.say(t="hello")
            ends = [(await wire.next())["t"] for wire in wires]
            assert Counter(ends) == {"snap": 6, "bye": 4}

    run(test)


def test_a_flood_of_handshakes(here: Running) -> None:
    async def test() -> None:
        statuses: Counter[int] = Counter()
        for _ in range(210):
            try:
                async with here.line("x" * 22):
                    pass
            except InvalidStatus as answer:
                statuses[answer.response.status_code] += 1
        assert statuses == {404: 200, 429: 10}

    run(test)


# -- messages -------------------------------------------------------------------------------------


async def said_until_the_end(wire: Wire, times: int, **message: object) -> str:
    """Say something many times; why the server ends it, or an empty text."""
    try:
        for number in range(times):
            await wire.say(cid=f"c{number}", **message)
        while True:
            heard = await wire.next()
            if heard["t"] == "bye":
                return str(heard["why"])
            if heard.get("cid") == f"c{times - 1}":
                return ""
    except ConnectionClosed:
        return next((str(m["why"]) for m in wire.heard if m["t"] == "bye"), "closed")


def test_a_flood_of_moves_on_one_connection(here: Running) -> None:
    async def test() -> None:
        ada = here.token()
        table = here.open(ada, seats=["me", "bot:policy"])
        async with here.seat(table, ada) as wire:
            assert await said_until_the_end(wire, 80, t="move", ask=0, m="nonsense") == ""
            assert await said_until_the_end(wire, 80, t="move", ask=0, m="nonsense") == "flood"
        async with here.seat(table, ada) as back:
            assert await back.asked() == 0

    run(test)


def test_a_flood_of_moves_of_one_player_on_many_connections(here: Running) -> None:
    async def test() -> None:
        ada, bo = here.token(), here.token()
        ends = []
        for _ in range(3):
            table = here.open(ada, seats=["me", "bot:policy"])
            async with here.seat(table, ada) as wire:
                ends.append(await said_until_the_end(wire, 80, t="move", ask=0, m="nonsense"))
        assert ends == ["", "", "flood"]
        async with here.seat(here.open(bo), bo) as wire:
            assert await said_until_the_end(wire, 80, t="move", ask=0, m="nonsense") == ""

    run(test)


def test_a_flood_of_phrases_from_one_seat_on_many_connections(here: Running) -> None:
    async def test() -> None:
        ada = here.token()
        table = here.open(ada, seats=["me", "bot:policy"])
        async with AsyncExitStack() as stack:
            wires = [await stack.enter_async_context(here.seat(table, ada)) for _ in range(4)]
            for wire in wires:
                for _ in range(5):
                    await wire.say(t="say", p="well-played")
                await wire.say(t="ping")
                await wire.until("pong")
            heard = [message for message in wires[-1].heard if message["t"] == "said"]
            assert len(heard) == 3

    run(test)


def test_getting_up_and_sitting_down_all_the_time_holds_up_nobody(here: Running) -> None:
    ada, bo = here.token(), here.token()
    table = here.open(ada, "koenigs-romme", seats=["me", "open"])
    here.sit(table, bo)  # who never moves, so that the game goes on
    here.ask("POST", f"/api/tables/{table}/start", token=ada)
    path = f"/api/tables/{table}"
    for _ in range(30):
        assert here.ask("POST", f"{path}/leave", token=ada)[0] == 200
        assert here.ask("POST", f"{path}/sit", token=ada)[0] == 200
    assert here.look(table, ada)["you"] == 0


def test_taking_back_and_playing_again_all_the_time_fills_no_memory(here: Running) -> None:
    async def test() -> None:
        ada = here.token()
        table = here.open(ada, seats=["me", "bot:policy"])
        async with here.seat(table, ada) as wire:
            await wire.until("ev", lambda m: m["v"] == 3)  # the bot has put its cards away
            for number in range(20):
                assert (await wire.move(cid=f"m{number}"))["t"] == "ack"
                await wire.say(t="undo", cid=f"u{number}")
                assert (await wire.until("ack"))["cid"] == f"u{number}"

    run(test)


def test_all_of_it_at_once(here: Running) -> None:
    async def flooded(there: Running, token: str) -> str:
        """Open a table and say far too much at it; why the server ends it."""
        table = await asyncio.to_thread(there.open, token)
        async with there.line(table, token) as wire:
            await wire.say(t="hello")
            return await said_until_the_end(wire, 150, t="move", ask=0, m="nonsense")

    async def test() -> None:
        async def one(number: int) -> None:
            there = seen_from(here, f"127.0.3.{number + 1}")
            token = await asyncio.to_thread(there.token)
            assert [await flooded(there, token) for _ in range(5)] == ["flood"] * 5

        await asyncio.gather(*(one(number) for number in range(6)))

    run(test)

"""Attacks on continuing on another device: codes used twice, too late, or guessed."""

from __future__ import annotations

import copy
import sqlite3
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import count

import pytest

from tests.server.tools import Running

ADDRESSES = count(1)
LIMITS = ("codes=6/0.01", "tokens=200/0.01")


@pytest.fixture
def elsewhere(server: Running) -> Running:
    """The same server, from an address of its own."""
    attacker = copy.copy(server)
    attacker.source = (f"127.0.1.{next(ADDRESSES)}", 0)
    return attacker


def offered(server: Running) -> str:
    status, answer = server.ask("POST", "/api/handover", token=server.token())
    assert status == 201
    return str(answer["code"])


def test_a_stranger_has_nothing_to_hand_over(server: Running) -> None:
    status, answer = server.ask("POST", "/api/handover")
    assert (status, answer["error"]) == (401, "no_player")
    assert set(answer) == {"error", "text"}
    for cookie in ("reihum=", "reihum=nonsense", f"reihum={'A' * 43}"):
        status, headers, _ = server.raw("POST", "/api/handover", headers={"Cookie": cookie})
        assert status == 401, cookie
        assert "set-cookie" not in headers
    assert server.ask("POST", "/api/handover", token="A" * 43)[0] == 401


def test_a_code_lets_one_in_and_no_other_even_of_many_at_once(server: Running, elsewhere: Running) -> None:
    code = offered(server)
    with ThreadPoolExecutor(6) as hands:
        answers = [*hands.map(lambda _: elsewhere.raw("POST", f"/api/handover/{code}"), range(6))]
    assert Counter(status for status, _, _ in answers) == {200: 1, 404: 5}
    assert sum("set-cookie" in headers for _, headers, _ in answers) == 1


def test_a_code_whose_time_is_over_lets_nobody_in(server: Running, elsewhere: Running) -> None:
    code = offered(server)
    with closing(sqlite3.connect(server.store.removeprefix("sqlite:"))) as connection, connection:
        (until,) = connection.execute("SELECT max(until) FROM handovers").fetchone()
        assert time.time() + 290 < until < time.time() + 301
        connection.execute("UPDATE handovers SET until = ?", (time.time() - 0.1,))
    status, headers, _ = elsewhere.raw("POST", f"/api/handover/{code}")
    assert (status, "set-cookie" in headers) == (404, False)


def test_guessing_costs_as_much_as_wrong_table_codes(server: Running, elsewhere: Running) -> None:
    for guess in ("A" * 22, "x", "%00", "A" * 5000):
        status, answer = elsewhere.ask("POST", f"/api/handover/{guess}")
        assert (status, answer["error"]) == (404, "no_handover"), guess
    assert [elsewhere.ask("GET", "/api/code/ZZZZZZ")[0] for _ in range(2)] == [404, 404]
    code = offered(server)
    status, headers, _ = elsewhere.raw("POST", f"/api/handover/{code}")
    assert (status, "retry-after" in headers) == (429, True), "even the right one is not looked at any more"
    assert server.raw("POST", f"/api/handover/{code}")[0] == 200, "and others are not disturbed"


def test_a_right_code_costs_nothing(server: Running, elsewhere: Running) -> None:
    assert [elsewhere.raw("POST", f"/api/handover/{offered(server)}")[0] for _ in range(8)] == [200] * 8


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
    ids=str,
)
def test_pages_of_other_sites_neither_offer_nor_take_over(
    server: Running, elsewhere: Running, headers: dict[str, str]
) -> None:
    token, code = server.token(), offered(server)
    for path in ("/api/handover", f"/api/handover/{code}"):
        bearer = {"Authorization": f"Bearer {token}"}
        status, answered, _ = elsewhere.raw("POST", path, headers={**bearer, **headers})
        assert (status, "set-cookie" in answered) == (403, False)
    assert elsewhere.raw("POST", f"/api/handover/{code}")[0] == 200, "the code is not used up by it"


def test_a_code_does_nothing_by_being_looked_at(server: Running, elsewhere: Running) -> None:
    code = offered(server)
    for method, path in (
        *(("GET", f"/hello/{code}"), ("HEAD", f"/hello/{code}")),
        *(("GET", f"/api/handover/{code}"), ("DELETE", f"/api/handover/{code}")),
    ):
        _, headers, body = elsewhere.raw(method, path)
        assert "set-cookie" not in headers
        assert code.encode() not in body
    assert elsewhere.raw("POST", f"/api/handover/{code}")[0] == 200, "a preview has not used it up"


def test_no_code_and_no_token_stands_in_the_log() -> None:
    own = Running("sqlite::memory:", "--bot-delay", "0")
    code = offered(own)
    own.raw("POST", f"/api/handover/{code}", b"{" * 9000, {"Content-Type": "application/json"})
    status, headers, _ = own.raw("POST", f"/api/handover/{code}")
    assert (status, own.raw("POST", f"/api/handover/{code}")[0]) == (200, 404)
    own.raw("GET", f"/hello/{code}?{code}")
    assert own.stop() == 0
    assert b"listening" in own.log
    for secret in (code, headers["set-cookie"].partition(";")[0].removeprefix("reihum=")):
        assert secret.encode() not in own.log

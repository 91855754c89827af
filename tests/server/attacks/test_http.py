"""Requests that no honest client makes: foreign pages, strange bodies, names, paths, methods and heads."""

from __future__ import annotations

import asyncio
import gzip
import json
import socket

import pytest
from websockets.exceptions import InvalidStatus

from tests.server.attacks.raw import exchange, handshake, head, plug, pour, rest, status, until
from tests.server.tools import Running

JSON = {"Content-Type": "application/json"}
LIMITS = ("patience=2",)


def refused(server: Running, body: bytes, **headers: str) -> tuple[int, str]:
    """The answer to a body for a new table: its status and the code of the error."""
    token = server.token()
    sent = JSON | {key.replace("_", "-"): value for key, value in headers.items()}
    answer, _, text = server.raw("POST", "/api/tables", body, sent | {"Authorization": f"Bearer {token}"})
    assert server.ask("GET", "/api/mine", token=token)[1] == {"tables": []} or answer == 201
    return answer, json.loads(text).get("error", "")


# -- pages of other sites -------------------------------------------------------------------------


def foreign(server: Running) -> list[str]:
    own = f"127.0.0.1:{server.port}"
    return [
        *("http://evil.example", "null", "", "file://", own, f"http://{own}.evil.example", f"http://{own}0"),
        *("http://127.0.0.1", f"http://evil.example:{server.port}", f"http://evil.example@{own}"),
        *(f"http://{own}/", f"http://{own}, http://evil.example"),
    ]


def test_a_page_of_another_site_can_post_nothing(server: Running) -> None:
    ada = server.token()
    table = server.open(ada, seats=["me", "open"])
    cookie = {"Cookie": f"reihum={ada}"}
    for origin in foreign(server):
        for path in ("/api/token", f"/api/tables/{table}/start", f"/api/tables/{table}/leave"):
            code, headers, text = server.raw("POST", path, headers=cookie | {"Origin": origin})
            assert (code, json.loads(text)["error"]) == (403, "foreign"), origin
            assert "set-cookie" not in headers
            assert "access-control-allow-origin" not in headers
    for site in ("cross-site", "same-site"):
        path = f"/api/tables/{table}/start"
        assert server.raw("POST", path, headers=cookie | {"Sec-Fetch-Site": site})[0] == 403
    assert server.look(table)["status"] == "waiting"
    own = {"Origin": f"http://127.0.0.1:{server.port}"}
    assert server.raw("POST", f"/api/tables/{table}/start", headers=cookie | own)[0] == 200


@pytest.mark.parametrize(
    ("origin", "host", "code"),
    [
        ("https://cards.example", "cards.example:443", 201),
        ("http://cards.example", "cards.example:80", 201),
        ("https://cards.example", "cards.example:80", 403),
        ("http://cards.example", "cards.example:443", 403),
        ("https://cards.example", "cards.example:4443", 403),
        ("null", ":", 403),
        ("http://", ":80", 403),
    ],
)
def test_an_origin_leaves_out_the_usual_port_which_a_proxy_may_not(
    server: Running, origin: str, host: str, code: int
) -> None:
    sent = f"POST /api/token HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nConnection: close\r\n\r\n"
    assert status(exchange(server, sent.encode())) == code


def test_an_origin_is_not_believed_without_a_host(server: Running) -> None:
    sent = b"POST /api/token HTTP/1.1\r\nHost: \r\nOrigin: null\r\nConnection: close\r\n\r\n"
    assert status(exchange(server, sent)) == 403


def test_a_page_of_another_site_gets_no_websocket(server: Running) -> None:
    async def knock(origin: str) -> int:
        try:
            async with server.line(table, Origin=origin, Cookie=f"reihum={ada}"):
                return 101
        except InvalidStatus as answer:
            return answer.response.status_code

    ada = server.token()
    table = server.open(ada, seats=["me", "open"])
    for origin in foreign(server):
        assert asyncio.run(knock(origin)) == 403, origin
    assert asyncio.run(knock(f"http://127.0.0.1:{server.port}")) == 101


def test_every_answer_carries_the_headers_that_protect_browsers(server: Running) -> None:
    token = server.token()
    answers = [
        server.raw(method, path, headers={"Authorization": f"Bearer {key}"})
        for method, path, key in (
            *(("GET", "/healthz", token), ("HEAD", "/healthz", token), ("GET", "/metrics", token)),
            *(("POST", "/api/token", token), ("GET", "/api/mine", token), ("GET", "/api/mine", "guess")),
            *(("GET", "/nothing", token), ("DELETE", "/api/mine", token), ("GET", "/api/tables/", token)),
            *(("GET", "/api/tables/..", token), ("POST", "/api/tables", token)),
        )
    ]
    for _, headers, _ in answers:
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy or "default-src 'none'" in policy
        assert not any(word in policy for word in ("unsafe", "*", "http:", "https:"))
        for part in ("object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"):
            assert part in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert not {"server", "location", "access-control-allow-origin"} & headers.keys()
    assert {code for code, _, _ in answers} == {200, 201, 400, 401, 404, 405}
    assert server.raw("GET", "/api/mine")[1]["cache-control"] == "no-store"
    assert b"nosniff" in exchange(server, b"nonsense\r\n\r\n")


# -- bodies ---------------------------------------------------------------------------------------


KINDS = [
    *("", "text/plain", "text/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"),
    *("application/jsonp", "application/json2", "application/ json", "text/plain; application/json", "*/*"),
]


def test_a_body_of_another_content_type_is_refused(server: Running) -> None:
    for kind in KINDS:
        assert refused(server, b'{"game":"23"}', Content_Type=kind) == (415, "content_type"), kind


def test_a_body_without_content_type_is_refused(server: Running) -> None:
    code, _, text = server.raw("POST", "/api/tables", b'{"game":"23"}')
    assert (code, json.loads(text)["error"]) == (415, "content_type")


@pytest.mark.parametrize("size", [9 * 1024, 900_000])
def test_a_body_that_is_too_large_is_refused(server: Running, size: int) -> None:
    assert refused(server, b" " * size) == (413, "too_large")


def test_a_body_that_was_refused_is_not_read_to_its_end(server: Running) -> None:
    headers = ("Content-Length: 300000000", "Content-Type: application/json")
    with plug(server) as connection:
        connection.sendall(head(server, "POST /api/tables", *headers))
        assert status(connection.recv(1 << 16)) == 413
        assert pour(connection, b" " * 100_000, 3_000) < 50_000_000  # with all that the system keeps


NOT_OURS = [
    *(b"[" * 4_000, b'{"game":' * 1_000, b'{"game":"23","options":' + b'{"a":' * 800 + b"}" * 801),
    *(b'{"game":"23","players":NaN}', b'{"game":"23","players":Infinity}', b'{"x":-Infinity,"game":"23"}'),
    *(b'{"game":"23","players":1e999}', b'{"game":"23","players":2.0}', b'{"game":"23","players":true}'),
    *(b'{"game":"23","players":' + b"9" * 5_000 + b"}", b'{"game":"23","game":"23"}'),
    *(b'{"game":"23","\\u0067ame":"23"}', b'{"game":"23","options":{"a":true,"a":true}}'),
    *(b'{"game":"23","name":"\\ud800"}', b'{"game":"23","x":["\\uDC00"]}', b'{"game":"23","\\ud83d":1}'),
    *('{"game":"23"}'.encode("utf-16"), '{"game":"23"}'.encode("utf-32-le"), b'\xef\xbb\xbf{"game":"23"}'),
    *(b'{"game":"23","name":"\xff"}', b'{"game":"23","name":"\xed\xa0\x80"}', b'{"game":"23"}{"game":"23"}'),
    *(b'{"game":"23"', b"null", b"0", b'"23"', b"\0", b'{"game":"23","name":"a\nb"}', b"{'game':'23'}"),
]


def test_a_body_that_is_not_our_json_is_refused(server: Running) -> None:
    for body in NOT_OURS:
        assert refused(server, body) == (400, "malformed"), body[:100]


def test_both_halves_of_a_character_together_are_one(server: Running) -> None:
    token = server.token()
    table = server.open(token, seats=["me", "open"], name="\U0001f40c", note="\\ud")
    assert server.look(table)["seats"][0]["name"] == "\U0001f40c"


def test_compressed_bodies_are_not_unpacked(server: Running) -> None:
    bomb = gzip.compress(b'{"game":"23","x":"' + b"x" * 10_000_000)
    assert refused(server, bomb[:8_000], Content_Encoding="gzip") == (400, "malformed")
    assert refused(server, gzip.compress(b'{"game":"23"}'), Content_Encoding="gzip") == (400, "malformed")


def test_a_body_in_chunks_without_end_is_cut_off(server: Running) -> None:
    begin = head(server, "POST /api/tables", "Content-Type: application/json", "Transfer-Encoding: chunked")
    chunk = b"ffff\r\n" + b" " * 0xFFFF + b"\r\n"
    with plug(server) as connection:
        pour(connection, begin + chunk)
        assert status(until(connection, b"\r\n\r\n")) == 413
        while pour(connection, chunk, 100):
            pass  # until the server has had enough


# -- names ----------------------------------------------------------------------------------------


FOOLISH = [
    *("a\u0000b", "a\nb", "a\rb", "\x1b[31mred", "a\x7fb", "a\x85b", "a\u2028b", "a\u2029b"),
    *("\u202eevil", "a\u2066b", "a\u200eb", "a\u061cb", "a\u200bb", "a\u200db", "\ufeffa", "a\u2060b"),
    *("a\u00adb", "\U000e0041", "a\ue000", "\uffff", "", "   ", "\u3000", "x" * 25, "e\u0301" * 25),
    *("\u3164", "\u115f\u1160", "\u2800\u2800", "a\u034fb", "\uffa0"),
]


def test_names_that_could_fool_somebody_are_refused(server: Running) -> None:
    ada, eve = server.token(), server.token()
    table = server.open(ada, seats=["me", "open"])
    for name in FOOLISH:
        for path, body in (
            ("/api/tables", {"game": "23", "name": name}),
            (f"/api/tables/{table}/sit", {"name": name}),
            (f"/api/tables/{table}/sit", {"name": "Bo", "program": name or "\n"}),
        ):
            code, answer = server.ask("POST", path, body, eve)
            assert (code, answer.get("error")) == (400, "name"), ascii(name)
    assert server.look(table)["seats"][1]["kind"] == "open"


def test_a_name_of_ten_thousand_characters_is_refused(server: Running) -> None:
    token = server.token()
    assert server.ask("POST", "/api/tables", {"game": "23", "name": "x" * 10_000}, token)[0] == 413
    assert server.ask("POST", "/api/tables", {"game": "23", "name": "x" * 5_000}, token)[0] == 400


def test_names_are_shown_in_their_normal_form_and_trimmed(server: Running) -> None:
    table = server.open(server.token(), seats=["me", "open"], name="  e\u0301 " + " " * 2_000)
    server.sit(table, server.token(), name="Bo", program=" " * 5_000 + "robot")
    seats = server.look(table)["seats"]
    assert (seats[0]["name"], seats[1]["bot"]) == ("\u00e9", "robot")


# -- paths, methods, heads ------------------------------------------------------------------------


NOWHERE = [
    *("/api/tables/..", "/api/tables/../healthz", "/api/tables/%2e%2e", "/api/tables/%2e%2e%2fhealthz"),
    *("/api/tables/..%5c..", "/../../etc/passwd", "/api/tables/%00", "/api/tables/%ff%fe", "/t/../metrics"),
    *("//healthz", "/api//mine", "/healthz/", "/healthz%00", "/healthz;x", "/%68ealthz%2f", "/api/code/%0a"),
    *("/api/code/AAAAAA%00", "/api/tables/%ED%A0%80", "/api/tables/" + "x" * 10_000, "/" + "a/" * 4_000),
    *("http://evil.example/healthz", "*", "/api/tables/%", "/api/tables/%zz", "/ws/..", "/ws/%2e%2e%2f"),
]


def test_strange_paths_lead_nowhere(server: Running) -> None:
    for path in NOWHERE:
        answer = exchange(server, head(server, f"GET {path}", "Connection: close"))
        assert status(answer) in (400, 404), path
        assert answer.count(b"HTTP/1.1 ") == 1
        body = json.loads(answer.partition(b"\r\n\r\n")[2])
        assert set(body) == {"error", "text"}, path
        assert status(exchange(server, handshake(server, path))) in (400, 403, 404, 414), path


def test_other_methods_are_refused_and_echo_nothing(server: Running) -> None:
    for method in ("TRACE", "OPTIONS", "PUT", "DELETE", "PATCH", "CONNECT", "FOO", "get"):
        answer = exchange(
            server, head(server, f"{method} /api/mine", "Connection: close", "X-Mark: my-own-mark")
        )
        assert status(answer) == 405, method
        assert b"my-own-mark" not in answer


SMUGGLED = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


TWO_READINGS = [
    ((b"Content-Length: 5", b"Transfer-Encoding: chunked"), b"0\r\n\r\n"),
    ((b"Transfer-Encoding: chunked", b"Content-Length: 5"), b"0\r\n\r\n"),
    ((b"Content-Length: 0", b"Content-Length: 60"), b""),
    ((b"Content-Length: 0, 60",), b""),
    ((b"Content-Length: +0",), b""),
    ((b"Content-Length: 0x0",), b""),
    ((b"Content-Length: -1",), b""),
    ((b"Content-Length : 0",), b""),
    ((b"Transfer-Encoding: xchunked",), b"0\r\n\r\n"),
    ((b"Transfer-Encoding: chunked, identity",), b"0\r\n\r\n"),
    ((b"Transfer-Encoding: chunked", b"Transfer-Encoding: chunked"), b"0\r\n\r\n"),
    ((b"Transfer-Encoding: \x0bchunked",), b"0\r\n\r\n"),
    ((b"Transfer-Encoding: chunked",), b"-1\r\n"),
    ((b"Transfer-Encoding: chunked",), b"fffffffffffffffff1\r\n"),
    ((b"Transfer-Encoding: chunked",), b"0 \r\nx: y\x00\r\n\r\n"),
    ((b"X: a\x00b",), b""),
    ((b"Host: other",), b""),
]


def test_a_request_with_two_readings_is_refused_and_nothing_after_it_answered(server: Running) -> None:
    for lines, body in TWO_READINGS:
        begin = b"\r\n".join([b"POST /api/token HTTP/1.1", b"Host: x", *lines, b"", b""])
        answer = exchange(server, begin + body + SMUGGLED)
        assert (status(answer) // 100, answer.count(b"HTTP/1.1 ")) in ((4, 1), (5, 1)), (lines, answer)


def test_requests_one_after_the_other_without_waiting_are_answered_in_order(server: Running) -> None:
    asked = [head(server, f"GET {path}") for path in ("/healthz", "/nothing", "/api/mine")]
    answer = exchange(server, b"".join(asked) * 20 + SMUGGLED)
    found = [int(part[:3]) for part in answer.split(b"HTTP/1.1 ")[1:]]
    assert found == [200, 404, 200] * 20 + [200]


FILLINGS = [
    *(
        b"x" * 100_000,
        b"a: b\r\n" * 20_000,
        b"a: " + b"b" * 100_000 + b"\r\n",
        b"\0" * 40_000,
    ),
    *(b"a: b\r\n c\r\n" * 10_000, b":" * 40_000),
]


def test_heads_that_are_too_large_are_refused(server: Running) -> None:
    for filling in FILLINGS:
        assert status(exchange(server, head(server, "GET /healthz")[:-2] + filling)) == 400, filling[:20]
        assert status(exchange(server, filling)) == 400, filling[:20]


UPGRADES = {
    "a post": ("POST", "websocket", ""),
    "with a body": ("GET", "websocket", "Content-Length: 4"),
    "with chunks": ("GET", "websocket", "Transfer-Encoding: chunked"),
    "too many headers": ("GET", "websocket", "\r\n".join(f"X-{n}: 1" for n in range(300))),
    "a long header": ("GET", "websocket", "X: " + "x" * 9_000),
    "without a key": ("GET", "websocket", "-Sec-WebSocket-Key"),
    "another version": ("GET", "websocket", "-Sec-WebSocket-Version"),
    "http/2": ("GET", "h2c", "HTTP2-Settings: AAMAAABkAAQAAP__"),
    "tls": ("GET", "TLS/1.0", ""),
}


def test_upgrades_to_anything_else_are_answered_and_end(server: Running) -> None:
    table = server.open(server.token(), seats=["me", "open"])
    for shape, (method, protocol, more) in UPGRADES.items():
        sent = handshake(server, f"/ws/{table}").decode().replace("GET", method, 1)
        if protocol != "websocket":
            sent = sent.replace("Connection: Upgrade", "Connection: Upgrade, close")
        lines = sent.replace("websocket\r\n", f"{protocol}\r\n", 1).split("\r\n")[:-2]
        if more.startswith("-"):
            lines = [line for line in lines if not line.startswith(more[1:])]
        elif more:
            lines.append(more)
        answer = exchange(server, "\r\n".join([*lines, "", ""]).encode())
        assert 400 <= status(answer) < 500, shape


def test_handshakes_that_are_abandoned_leave_nothing_behind(server: Running) -> None:
    table = server.open(server.token(), seats=["me", "open"])
    whole = handshake(server, f"/ws/{table}")
    for size in (1, len(whole) // 2, len(whole)):
        for _ in range(20):
            with plug(server) as connection:
                connection.sendall(whole[:size])
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # reset
    with plug(server) as connection:
        connection.sendall(whole + b"\x88\x80\0\0\0\0")  # goodbye with the first word
        connection.shutdown(socket.SHUT_WR)
        rest(connection)
    viewers = server.ask("GET", "/metrics")[1].split("\nreihum_viewers ")[1].split("\n")[0]
    assert int(viewers) <= 2  # those of the other table


def test_answers_echo_nothing_of_what_was_sent(server: Running) -> None:
    mark = "<script>mark</script>"
    table = server.open(server.token(), seats=["me", "open"])
    for body in ({"game": mark}, {"game": "23", "seats": [mark]}, {"game": "23", "options": {mark: True}},
                 {"game": "23", "pace": mark}, {"game": "23", "name": mark}):  # fmt: skip
        assert "mark" not in json.dumps(server.ask("POST", "/api/tables", body, server.token()))
    assert "mark" not in json.dumps(server.ask("POST", f"/api/tables/{table}/sit", {"seat": mark}))
    for path in (f"/{mark}", f"/api/tables/{mark}", f"/api/code/{mark}", f"/api/mine?{mark}"):
        assert b"mark" not in exchange(
            server, head(server, f"GET {path}", f"Accept-Language: {mark}", "Connection: close")
        )

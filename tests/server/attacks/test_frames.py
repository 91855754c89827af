"""What no honest client says over a WebSocket: frames, messages, and their order."""

from __future__ import annotations

import json
import socket
import struct
from typing import Any

import pytest

from tests.server.attacks.raw import (
    BINARY,
    CLOSE,
    CONTINUED,
    PING,
    PONG,
    TEXT,
    end_of,
    frame,
    handshake,
    message,
    next_frame,
    plug,
    pour,
    spectator,
    until,
)
from tests.server.tools import Running, run

LIMITS = ("patience=1", "hellos=4/0.01")
BAD, TOO_LARGE, WRONG, NOT_TEXT, NOT_UNDERSTOOD = 1008, 1009, 1002, 1007, 1003


@pytest.fixture(scope="module")
def table(server: Running) -> str:
    return server.open(server.token(), seats=["me", "open"])


def after(server: Running, table: str, *sent: bytes) -> tuple[str | None, int | None]:
    """How the server ends a conversation in which this was said after hello."""
    with spectator(server, table) as connection:
        pour(connection, b"".join(sent))
        return end_of(connection)


# -- frames ---------------------------------------------------------------------------------------


def test_frames_against_the_protocol_end_the_connection(server: Running, table: str) -> None:
    for sent in (
        frame(TEXT, b"{}", masked=False),
        *(frame(TEXT, b"{}", bits=bits) for bits in (0x40, 0x20, 0x10)),
        *(frame(kind, b"{}") for kind in (3, 7, 11, 15)),
        frame(PING, b"x" * 126),
        frame(PING, b"x", fin=False),
        frame(CONTINUED, b"{}"),
        frame(TEXT, b"{", fin=False) + frame(TEXT, b"}"),
        frame(CLOSE, b"x"),
        *(frame(CLOSE, struct.pack("!H", code)) for code in (0, 999, 1004, 1005, 1006, 1015, 5000)),
    ):
        assert after(server, table, sent) == (None, WRONG), sent[:8]


def test_a_client_may_say_goodbye_as_it_likes(server: Running, table: str) -> None:
    for content in (b"", struct.pack("!H", 1000), struct.pack("!H", 4999) + b"x" * 100):
        with spectator(server, table) as connection:
            connection.sendall(frame(CLOSE, content))
            assert next_frame(connection)[0] == CLOSE
            assert connection.recv(1) == b""


def test_text_that_is_not_utf_8_ends_the_connection(server: Running, table: str) -> None:
    for text in (b"\xff", b'{"t":"ping\xc3"}', b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80"):
        assert after(server, table, frame(TEXT, text)) == ("bad", NOT_TEXT)
    in_two = (frame(TEXT, b'"\xc3', fin=False), frame(CONTINUED, b'\xc3"'))
    assert after(server, table, *in_two) == ("bad", NOT_TEXT)


def test_binary_frames_are_not_understood(server: Running, table: str) -> None:
    for content in (b'{"t":"ping"}', b"", b"\0" * 8_000):
        assert after(server, table, frame(BINARY, content)) == ("bad", NOT_UNDERSTOOD)


def test_a_message_that_is_too_large_ends_with_1009(server: Running, table: str) -> None:
    assert after(server, table, frame(TEXT, b" " * 9 * 1024)) == (None, TOO_LARGE)
    assert after(server, table, frame(TEXT, length=2**62)) == (None, TOO_LARGE)
    assert after(server, table, frame(TEXT, b" " * 100_000_000)) == (None, TOO_LARGE)
    parts = frame(TEXT, b" " * 4_000, fin=False) + frame(CONTINUED, b" " * 4_000, fin=False) * 2
    assert after(server, table, parts) == (None, TOO_LARGE)


def test_a_message_of_8_kib_is_still_heard(server: Running, table: str) -> None:
    with spectator(server, table) as connection:
        text = json.dumps({"t": "ping"}).encode().ljust(8192)
        parts = [frame(TEXT, text[:1], fin=False), frame(PING, b"in between")]
        parts += [frame(CONTINUED, text[1:-1], fin=False), frame(CONTINUED, text[-1:])]
        connection.sendall(b"".join(parts))
        assert next_frame(connection) == (PONG, b"in between")
        assert json.loads(next_frame(connection)[1]) == {"t": "pong"}


def test_a_message_in_too_many_pieces_ends_the_connection(server: Running, table: str) -> None:
    begin = frame(TEXT, b" ", fin=False)
    assert after(server, table, begin, frame(CONTINUED, b" ", fin=False) * 100) == ("bad", BAD)
    assert after(server, table, begin, frame(CONTINUED, b"", fin=False) * 100) == ("bad", BAD)


@pytest.mark.parametrize(
    "drop",
    [
        frame(PING, b"x" * 125),
        frame(PING),
        frame(PONG, b"x" * 125),
        frame(CONTINUED, fin=False),
        message(t="ping"),
        message(t="dance"),
    ],
    ids=["pings", "empty pings", "pongs", "empty pieces", "messages", "unknown messages"],
)
def test_a_flood_of_frames_is_cut_off_and_fills_no_memory(server: Running, table: str, drop: bytes) -> None:
    with spectator(server, table) as connection:
        pieces = drop == frame(CONTINUED, fin=False)
        if pieces:
            connection.sendall(frame(TEXT, fin=False))
        pour(connection, drop * (1_000_000 // len(drop)), 50)
        assert end_of(connection) == ("bad" if pieces else "flood", BAD)


# -- messages -------------------------------------------------------------------------------------


def test_messages_that_are_not_our_json_end_the_connection(server: Running, table: str) -> None:
    for text in (
        *(b"", b"{", b"[]", b"null", b"1", b'"ping"', b"{}", b'{"t":1}', b'{"t":["ping"]}', b'{"T":"ping"}'),
        *(b'{"t":"ping","t":"ping"}', b'{"t":"ping","\\u0074":"ping"}', b'{"t":"ping","x":{"a":1,"a":1}}'),
        *(b'{"t":"ping","x":NaN}', b'{"t":"ping","x":Infinity}', b'{"t":"move","cid":"c","ask":NaN,"m":"8"}'),
        *(b"[" * 8_000, b'{"t":' * 1_500, b'{"t":"ping","x":' + b"[" * 4_000 + b"]" * 4_000 + b"}"),
        *(
            b'{"t":"ping"}{"t":"ping"}',
            b'\xef\xbb\xbf{"t":"ping"}',
            b"\0",
            b'{"t":"ping","x":' + b"9" * 5_000 + b"}",
        ),
    ):
        assert after(server, table, frame(TEXT, text)) == ("bad", BAD), text[:60]


def test_messages_with_wrong_types_end_the_connection(server: Running, table: str) -> None:
    move: dict[str, Any] = {"t": "move", "cid": "c", "ask": 0, "m": "8"}
    hello: dict[str, Any] = {"t": "hello"}
    others: list[dict[str, Any]] = [
        {"t": "undo"},
        {"t": "say"},
        {"t": "undo", "cid": ""},
        {"t": "say", "p": 1},
    ]
    wrong: list[tuple[dict[str, Any], str, list[Any]]] = [
        (move, "ask", [True, 0.0, "0", None, [0], 1e300]),
        (move, "cid", ["", "x" * 65, 1, None, ["c"]]),
        (move, "m", [8, None, ["8"], {"8": 1}]),
        (hello, "since", [True, 1.0, "1", None, [], {}]),
        (hello, "nonce", ["x" * 65, 1, None]),
        (hello, "lang", [1, None]),
    ]
    missing = [{key: move[key] for key in move if key != left_out} for left_out in ("cid", "ask", "m")]
    for content in (
        *others,
        *missing,
        *({**right, key: each} for right, key, values in wrong for each in values),
    ):
        assert after(server, table, message(**content)) == ("bad", BAD), content


def test_half_characters_end_the_connection(server: Running, table: str) -> None:
    for text in (
        b'{"t":"move","cid":"\\ud800","ask":0,"m":"8"}',
        b'{"t":"move","cid":"c","ask":0,"m":"\\uDfff"}',
        b'{"t":"hello","nonce":"\\ud83d"}',
        b'{"t":"say","p":"\\udc00\\ud800"}',
        b'{"t":"ping","\\ud800":1}',
        b'{"t":"\\ud800"}',
    ):
        assert after(server, table, frame(TEXT, text)) == ("bad", BAD), text


def test_numbers_without_measure_in_hello_do_no_harm(server: Running, table: str) -> None:
    for since in (-1, 2**63, 2**64, -(2**200), 10**400):
        with spectator(server, table) as connection:
            connection.sendall(message(t="hello", since=since))
            assert json.loads(next_frame(connection)[1])["t"] == "snap"


def test_a_move_of_8_kb_is_not_understood_and_not_sent_back(server: Running) -> None:
    async def test() -> None:
        for slug in ("help", "23", "yoyo", "koenigs-romme"):
            token = server.token()
            table = server.open(token, slug)
            async with server.seat(table, token) as wire:
                await wire.asked()
                moves = (
                    "9" * 7_900,
                    "x" * 7_900,
                    wire.now["moves"][0] + " " * 7_000,
                    "8+" * 3_900,
                    "\u202e" * 1_000,
                )
                for move in (*moves, "\n<script>" * 800, wire.now["moves"][0] * 500, "%s{0}" * 1_000):
                    answer = await wire.move(move, cid="c")
                    assert answer["kind"] in ("unknown", "refused")
                    assert len(answer["text"]) < 300
                    assert "\u202e" not in answer["text"]
                    assert "\n" not in answer["text"]

    run(test)


# -- hello ----------------------------------------------------------------------------------------


def test_anyone_who_says_something_else_before_hello_is_sent_away(server: Running, table: str) -> None:
    for first in (
        message(t="move", cid="c", ask=0, m="8"),
        message(t="undo", cid="c"),
        message(t="say", p="well-played"),
    ):
        with spectator(server, table, hello=False) as connection:
            connection.sendall(first)
            assert end_of(connection) == ("bad", BAD)


def test_anyone_who_does_not_say_hello_is_sent_away(server: Running, table: str) -> None:
    with spectator(server, table, hello=False) as silent, spectator(server, table, hello=False) as chatty:
        chatty.sendall(message(t="ping") + message(t="dance"))
        assert end_of(silent) == ("bad", BAD)
        assert end_of(chatty) == ("bad", BAD)


def test_hello_again_and_again_is_shown_a_few_times(server: Running, table: str) -> None:
    with spectator(server, table) as connection:
        pour(connection, message(t="hello") * 50)
        snaps = 0
        while (kind := json.loads(next_frame(connection)[1])["t"]) == "snap":
            snaps += 1
        assert (kind, snaps) == ("bye", 3)


def test_frames_that_come_before_the_handshake_is_answered_do_no_harm(server: Running, table: str) -> None:
    with plug(server) as connection:
        connection.sendall(handshake(server, f"/ws/{table}"))
        connection.sendall(message(t="hello") + frame(PING, b"early"))
        connection.shutdown(socket.SHUT_WR)
        assert b" 101 " in until(connection, b"\r\n\r\n")


def test_only_our_subprotocol_is_agreed_upon(server: Running, table: str) -> None:
    for offered, agreed in (
        ("reihum.1", True),
        ("reihum.2", False),
        ("x, reihum.1", True),
        ("\u00e4", False),
    ):
        with plug(server) as connection:
            connection.sendall(handshake(server, f"/ws/{table}", f"Sec-WebSocket-Protocol: {offered}"))
            answer = until(connection, b"\r\n\r\n")
            assert (b"reihum.1" in answer) == agreed

"""`reihum join` at a server that is not ours, or means harm: one sentence, and an end."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from reihum.client import Garbled, Guest
from reihum.core.errors import ReihumError
from reihum.server.net.frames import text_frame
from tests.server.test_join import joined

GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # of RFC 6455
TABLE = "T" * 22
SHOWN = {
    "table": TABLE,
    "game": "23",
    "players": 2,
    "options": {"learning": False},
    "status": "playing",
    "seats": [
        {"kind": "open", "name": None, "bot": None, "here": False},
        {"kind": "bot", "name": "Ben", "bot": "policy", "here": True},
    ],
    "you": 0,
    "host": False,
    "public": False,
    "pace": "none",
    "commitment": "0" * 64,
    "rematch": None,
    "code": None,
}
VIEW = {"game": "23", "seat": 0}
SNAP = {"t": "snap", "v": 0, "seat": 0, "table": SHOWN, "view": VIEW, "moves": ["8"], "ask": 0, "log": []}


class Impostor:
    """Answers like one of our servers, except for what a test changes."""

    def __init__(self) -> None:
        self.answers: dict[str, Any] = {
            "POST /api/token": {"token": "t" * 43},
            f"GET /api/tables/{TABLE}": SHOWN,
            f"POST /api/tables/{TABLE}/sit": {"seat": 0},
            f"POST /api/tables/{TABLE}/leave": SHOWN,
        }
        self.status = 200
        self.headers = ""
        self.frames: list[bytes] = [json.dumps(SNAP).encode()]
        self.loop = asyncio.new_event_loop()
        self.ready = threading.Event()
        self.port = 0
        threading.Thread(target=self._run, daemon=True).start()
        self.ready.wait()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/t/{TABLE}"

    def _run(self) -> None:
        server = self.loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        self.ready.set()
        self.loop.run_forever()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        words = head.split()
        if "upgrade: websocket" in head.lower():
            key = next(
                line.split()[1] for line in head.splitlines() if line.lower().startswith("sec-websocket-key")
            )
            accept = base64.b64encode(hashlib.sha1((key + GUID).encode()).digest()).decode()
            writer.write(
                f"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Accept: {accept}\r\nSec-WebSocket-Protocol: reihum.1\r\n\r\n".encode()
            )
            for frame in self.frames:
                writer.write(text_frame(frame))
            await reader.read()  # whatever is said is left unanswered
        else:
            body = self.answers.get(f"{words[0]} {words[1]}", {})
            text = body if isinstance(body, str) else json.dumps(body)
            writer.write(
                f"HTTP/1.1 {self.status} So\r\nContent-Type: application/json\r\n{self.headers}"
                f"Content-Length: {len(text.encode())}\r\nConnection: close\r\n\r\n{text}".encode()
            )
        writer.close()


@pytest.fixture
def impostor() -> Iterator[Impostor]:
    server = Impostor()
    yield server
    server.loop.call_soon_threadsafe(server.loop.stop)


def complaint(server: Impostor, *words: str) -> tuple[int, str]:
    """What `reihum join` says about a server, in one sentence without a traceback, and its exit code."""
    code, _, err = joined(server.url, "--patience", "1", *words)
    assert err.startswith("reihum: ")
    assert err.count("\n") == 1
    return code, err


@pytest.mark.parametrize(
    ("request_line", "answer"),
    [
        ("POST /api/token", {"token": "a\nb"}),
        ("POST /api/token", {"token": 5}),
        ("POST /api/token", []),
        ("POST /api/token", "not JSON"),
        ("POST /api/token", "[" * 100_000),
        (f"GET /api/tables/{TABLE}", {key: value for key, value in SHOWN.items() if key != "seats"}),
        (f"GET /api/tables/{TABLE}", {**SHOWN, "seats": [5]}),
        (f"POST /api/tables/{TABLE}/sit", {"seat": "first"}),
    ],
)
def test_an_answer_that_is_not_as_described_is_one_sentence(
    impostor: Impostor, request_line: str, answer: Any
) -> None:
    impostor.answers[request_line] = answer
    code, sentence = complaint(impostor)
    assert code == 2
    assert "answers, but not as a Reihum server does." in sentence


@pytest.mark.parametrize(
    "frame",
    [
        b"not JSON",
        b"[]",
        b'{"t":"snap"}',
        json.dumps({**SNAP, "moves": 5}).encode(),
        json.dumps({**SNAP, "view": []}).encode(),
        json.dumps({**SNAP, "table": {}}).encode(),
        b'{"t":"ack","cid":5,"v":1}',
        b'{"t":"nack","cid":"c"}',
    ],
)
def test_a_frame_that_is_not_as_described_is_one_sentence(impostor: Impostor, frame: bytes) -> None:
    impostor.frames = [frame]
    code, sentence = complaint(impostor, "--bot", "random")
    assert code == 2
    assert "answers, but not as a Reihum server does." in sentence


@pytest.mark.parametrize("view", [VIEW, {"game": "23"}, {"game": "24"}, {**VIEW, "hand": {}, "pile": 5}, {}])
def test_an_impossible_view_is_one_sentence(impostor: Impostor, view: Any) -> None:
    impostor.frames = [json.dumps({**SNAP, "view": view}).encode()]
    code, sentence = complaint(impostor, "--bot", "policy")
    assert code == 2
    assert "There is no game" in sentence


def test_kinds_of_messages_that_nobody_knows_are_left_alone(impostor: Impostor) -> None:
    over = {**SNAP, "table": {**SHOWN, "status": "over"}, "ask": None}
    impostor.frames = [b'{"t":"dance"}', json.dumps(over).encode()]
    code, sentence = complaint(impostor, "--bot", "random")
    assert (code, "answers, but not as a Reihum server does." in sentence) == (
        2,
        True,
    )  # for it has no record


@pytest.mark.parametrize("frames", [0, 1])
def test_patience_ends_for_a_server_that_never_answers(impostor: Impostor, frames: int) -> None:
    impostor.frames = impostor.frames[:frames]  # nothing at all, or no answer to a move
    code, sentence = complaint(impostor, "--bot", "random")
    assert code == 1
    assert "has not answered for 1 seconds" in sentence


@pytest.mark.parametrize("wait", ["²", "-5", "1e9", "999999999"])
def test_whatever_a_server_wants_to_be_waited_for(impostor: Impostor, wait: str) -> None:
    impostor.answers["POST /api/token"] = {"error": "busy", "text": "Not now."}
    impostor.status = 503
    impostor.headers = f"Retry-After: {wait}\r\n"
    code, sentence = complaint(impostor)
    assert code in (1, 2)
    assert "Not now." in sentence


def test_what_a_hostile_server_says_is_cut_and_cannot_steer_the_terminal(impostor: Impostor) -> None:
    impostor.status = 409
    impostor.answers["POST /api/token"] = {"error": "x", "text": "\x1b[2J" + "la" * 50_000}
    code, sentence = complaint(impostor)
    assert code == 2
    assert "\x1b" not in sentence
    assert len(sentence) < 400


@pytest.mark.parametrize("token", ["a\nb", "", " ", "x" * 201])
def test_a_token_of_ones_own_must_fit_into_a_header(token: str) -> None:
    with pytest.raises(ReihumError, match="A token is a text"):
        Guest("http://127.0.0.1:9", token)


def test_users_of_the_library_can_tell_such_servers_apart() -> None:
    assert str(Garbled("http://x")) == "http://x answers, but not as a Reihum server does."

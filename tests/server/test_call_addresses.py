"""Which addresses are called: public ones, and no trick leads into the host's own network."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Iterable
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import pytest

from reihum.server.calls.addresses import (
    Forbidden,
    Network,
    Target,
    is_next_door,
    is_public,
    look_up,
    target_at,
)
from reihum.server.calls.outgoing import Unreached, post
from tests.server.places import in_loop
from tests.server.stand_in import HOST, Loopback, new_certificate

Answer = Iterable[bytes]

PRIVATE = [
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "100.64.0.1",  # behind a provider's NAT
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",  # where clouds keep secrets
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.1",
    "192.0.2.1",  # documentation
    "192.88.99.1",  # relays of 6to4
    "192.168.1.1",
    "198.18.0.1",  # benchmarks
    "198.51.100.7",
    "203.0.113.9",
    "224.0.0.1",  # multicast
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",  # once meant 127.0.0.1
    "::ffff:127.0.0.1",  # mapped
    "::ffff:10.0.0.1",
    "::ffff:1.1.1.1",  # even if public: no resolver says it like this
    "::ffff:0:10.0.0.1",  # translated
    "64:ff9b::10.0.0.1",  # NAT64
    "64:ff9b::127.0.0.1",
    "64:ff9b::169.254.169.254",
    "64:ff9b:1::1.1.1.1",  # NAT64 of a local network
    "100::1",  # discarded
    "2001::1",  # Teredo
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:10::1",
    "2001:20::1",
    "2001:db8::1",
    "2002:7f00:1::1",  # 6to4 of 127.0.0.1
    "2002:a00:1::",
    "2002:101:101::1",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fd12:3456:789a::1",
    "fe80::1",
    "fe80::1%eth0",
    "2606:4700::1111%eth0",
    "fec0::1",
    "ff02::1",
    "",
    "localhost",
    "0177.0.0.1",
    "127.1",
    "2130706433",
]
PUBLIC = [
    "1.1.1.1",
    "8.8.8.8",
    "193.0.6.139",
    "2606:4700::1111",
    "2a00:1450:4001:81c::200e",
    "64:ff9b::1.1.1.1",
]
BAD_URLS = [
    "",
    "ntfy.sh/cards",
    "http://ntfy.sh/cards",
    "ftp://ntfy.sh/cards",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "https://",
    "https:///cards",
    "https://ntfy.sh:80/cards",
    "https://ntfy.sh:8443/cards",
    "https://ntfy.sh:0/cards",
    "https://ntfy.sh:x/cards",
    "https://ntfy.sh:99999/cards",
    "https://ada:secret@ntfy.sh/cards",
    "https://ada@ntfy.sh/cards",
    "https://@ntfy.sh/cards",
    "https://ntfy.sh\\@10.0.0.1/cards",
    "https://ntfy.sh/a b",
    "https://ntfy.sh/\r\nHost: other",
    "https://ntfy.sh/ü",
    "https://nt\u200bfy.sh/cards",
    "https://localhost/cards",
    "https://intranet/cards",
    "https://127.0.0.1/cards",
    "https://127.1/cards",
    "https://2130706433/cards",
    "https://0x7f000001/cards",
    "https://0x7f.0.0.1/cards",
    "https://017700000001/cards",
    "https://[::1]/cards",
    "https://[::ffff:127.0.0.1]/cards",
    "https://[fe80::1%25eth0]/cards",
    "https://1.1.1.1/cards",
    "https://1.1.1.1./cards",
    "https://[2606:4700::1111]/cards",
    "https://[::ffff:7f00:1]/cards",
    "https://[64:ff9b::7f00:1]/cards",
    "https://127.0.0.1.:443/cards",
    "https://0/cards",
    "https://127.0.0.0x1/cards",
    "https://１２７.0.0.1/cards",
    "https://127。0。0。1/cards",
    "https://ntfy.sh:443@10.0.0.1/cards",
    "https://ntfy.sh:@10.0.0.1/cards",
    "https://ntfy.sh:+443/cards",
    "https://ntfy.sh%2f@10.0.0.1/cards",
    "https://ntfy.sh%00.example/cards",
    "https:ntfy.sh/cards",
    "//ntfy.sh/cards",
    "https://printer.local/cards",
    "https://ada.localhost/cards",
    "https://metadata.google.internal/cards",
    "https://metadata.google.internal./cards",
    "https://ROUTER.LAN/cards",
    "https://nas.home.arpa/cards",
    "https://1.0.0.127.in-addr.arpa/cards",
    "https://.ntfy.sh/cards",
    "https://ntfy..sh/cards",
    "https://-ntfy.sh/cards",
    "https://ntfy-.sh/cards",
    "https://nt_fy.sh/cards",
    f"https://{'a' * 64}.sh/cards",
    f"https://{'a.' * 130}sh/cards",
    f"https://ntfy.sh/{'a' * 1000}",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_addresses_that_are_not_of_the_public_network_are_known_in_every_disguise(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_addresses_of_the_public_network_may_be_called(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("url", BAD_URLS)
def test_what_is_not_a_plain_https_address_with_a_name_is_refused(url: str) -> None:
    with pytest.raises(Forbidden):
        target_at(url)


def test_a_plain_address_is_taken_apart() -> None:
    assert target_at("https://ntfy.sh/cards") == Target("ntfy.sh", "/cards")
    assert target_at("https://NTFY.sh.:443/a?b=c#d") == Target("ntfy.sh", "/a?b=c")
    assert target_at("https://xn--bcher-kva.example") == Target("xn--bcher-kva.example", "/")
    assert target_at("https://hooks.slack.com/services/T0/B0/x").origin == "https://hooks.slack.com"


class Names(Network):
    """A network in which a name leads to something else each time."""

    def __init__(self, *answers: list[str]) -> None:
        super().__init__()
        self.answers = [*answers]
        self.asked = 0

    async def resolve(self, host: str) -> list[str]:
        self.asked += 1
        return self.answers.pop(0)


@pytest.mark.parametrize(
    "found", [[], ["10.0.0.1"], ["1.1.1.1", "10.0.0.1"], ["1.1.1.1", "::1"], ["64:ff9b::7f00:1"]]
)
@in_loop
async def test_a_name_that_leads_into_a_private_network_is_not_called(found: list[str]) -> None:
    with pytest.raises(Forbidden):
        await post(Names(found), Target("rebound.example", "/"), {}, b"")


@in_loop
async def test_a_name_is_resolved_once_and_called_where_it_led_then(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[tuple[str, int, str]] = []

    async def connect(host: str, port: int, *, server_hostname: str, **_: Any) -> Any:
        called.append((host, port, server_hostname))
        raise ConnectionRefusedError

    monkeypatch.setattr(asyncio, "open_connection", connect)
    rebinding = Names(["1.1.1.1"], ["127.0.0.1"])
    with pytest.raises(Unreached):
        await post(rebinding, Target("rebound.example", "/x"), {}, b"")
    assert called == [("1.1.1.1", 443, "rebound.example")]
    assert rebinding.asked == 1


@in_loop
async def test_only_the_first_addresses_of_a_name_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[str] = []

    async def connect(host: str, *_: Any, **__: Any) -> Any:
        called.append(host)
        raise ConnectionRefusedError

    monkeypatch.setattr(asyncio, "open_connection", connect)
    with pytest.raises(Unreached):
        await post(Names(["1.1.1.1", "8.8.8.8", "9.9.9.9"]), Target("many.example", "/"), {}, b"")
    assert called == ["1.1.1.1", "8.8.8.8"]


@in_loop
async def test_a_slow_name_server_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow(Network):
        async def resolve(self, host: str) -> list[str]:
            await asyncio.Event().wait()
            return []

    monkeypatch.setattr("reihum.server.calls.addresses.RESOLVE_TIMEOUT", 0.0)
    with pytest.raises(Unreached):
        await post(Slow(), Target("slow.example", "/"), {}, b"")


def test_names_are_looked_up_as_the_system_knows_them(monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(*_: object, **__: object) -> list[Any]:
        stream = (socket.AF_INET, socket.SOCK_STREAM, 6, "")
        return [(*stream, ("1.1.1.1", 443)), (*stream, ("1.1.1.1", 443)), (*stream, ("::1", 443, 0, 0))]

    monkeypatch.setattr(socket, "getaddrinfo", answer)
    assert look_up("some.example") == ["1.1.1.1", "::1"]


def test_no_domain_of_the_local_network_is_put_behind_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def answer(host: str, *_: object, **__: object) -> list[Any]:
        asked.append(host)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", answer)
    look_up("kubernetes.default.svc")
    assert asked == ["kubernetes.default.svc."]


@pytest.mark.parametrize(
    ("address", "own", "near"),
    [
        ("193.0.6.139", "193.0.6.139", True),  # this machine
        ("193.0.6.139", "192.168.1.5", False),
        ("193.0.6.140", "193.0.6.139", False),
        ("2a00:1450:4001:81c::200e", "2a00:1450:4001:81c::200e", True),
        ("2a00:1450:4001:81c::1", "2a00:1450:4001:81c:5054:ff:fe12:3456", True),  # the router, the printer
        ("2a00:1450:4001:81d::1", "2a00:1450:4001:81c:5054:ff:fe12:3456", False),
        ("2606:4700::1111", "fe80::1%eth0", False),
    ],
)
def test_neighbours_with_public_addresses_are_neighbours(address: str, own: str, near: bool) -> None:
    assert is_next_door(address, own) is near


class Home(Names):
    """A network in which this machine and its neighbours have public addresses."""

    def own_address(self, address: str) -> str | None:
        return "2a00:1450:4001:81c::7" if ":" in address else "193.0.6.139"


@pytest.mark.parametrize("found", ["193.0.6.139", "2a00:1450:4001:81c::7", "2a00:1450:4001:81c::1"])
@in_loop
async def test_a_name_that_leads_home_or_next_door_is_not_called(found: str) -> None:
    with pytest.raises(Forbidden):
        await post(Home(["1.1.1.1", found]), Target("home.example", "/"), {}, b"")


def test_the_own_address_is_the_one_by_which_another_is_called() -> None:
    assert Network().own_address("127.0.0.1") == "127.0.0.1"
    assert Network().own_address("255.255.255.255") is None  # there is no way there


# -- servers that answer badly --------------------------------------------------------------------


async def said_by(answer: Answer, tmp_path: Path) -> tuple[int | Unreached, int]:
    """What comes of a call to a server that answers in this way, and how many bytes it got rid of at most."""
    certificate = new_certificate(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    sent, done = 0, asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        await reader.readuntil(b"\r\n\r\n")
        try:
            for piece in answer:
                writer.write(piece)
                await writer.drain()
                sent += len(piece)
        except OSError:
            pass  # nobody listens any more
        finally:
            writer.close()
            done.set()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    network = Loopback(server.sockets[0].getsockname()[1], str(certificate))
    try:
        return await post(network, Target(HOST, "/x"), {}, b"{}"), sent
    except Unreached as error:
        return error, sent
    finally:
        await done.wait()
        server.close()
        network.close()


HINTS = b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" * 100
ENDLESS = {
    "no line ends": repeat(b"x" * 4096),
    "no head ends": chain([b"HTTP/1.1 200 OK\r\n"], repeat(b"a: b\r\n" * 500)),
    "hints without an answer": repeat(HINTS),
}


@pytest.mark.parametrize("answer", ENDLESS.values(), ids=ENDLESS.keys())
@in_loop
async def test_of_an_answer_without_an_end_next_to_nothing_is_read(answer: Answer, tmp_path: Path) -> None:
    outcome, sent = await said_by(answer, tmp_path)
    assert isinstance(outcome, Unreached)
    assert sent < 20_000_000  # what fits into the buffers on the way, and not ten seconds of it


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"\r\n\r\n",
        b"HTTP/1.1 2000 OK\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"HTTP/1.1 101 Switching\r\n\r\n",
    ],
)
@in_loop
async def test_what_is_not_an_answer_in_http_reaches_nobody(answer: bytes, tmp_path: Path) -> None:
    assert isinstance((await said_by([answer], tmp_path))[0], Unreached)


@in_loop
async def test_of_a_long_answer_only_its_status_counts(tmp_path: Path) -> None:
    head = b"HTTP/1.1 200 OK\r\ncontent-length: 1000000000000\r\n\r\n"
    assert (await said_by(chain([head], repeat(b"x" * 4096)), tmp_path))[0] == 200


@in_loop
async def test_a_redirect_is_an_answer_and_leads_nowhere(tmp_path: Path) -> None:
    away = b"HTTP/1.1 307 Away\r\nlocation: https://127.0.0.1/\r\ncontent-length: 0\r\n\r\n"
    assert (await said_by([away], tmp_path))[0] == 307


@in_loop
async def test_a_server_that_says_nothing_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def serve(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.5)  # does not even say which certificate it has
        writer.close()

    monkeypatch.setattr("reihum.server.calls.outgoing.TIMEOUT", 0.1)
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    network = Loopback(server.sockets[0].getsockname()[1], str(new_certificate(tmp_path)))
    with pytest.raises(Unreached):
        await post(network, Target(HOST, "/x"), {}, b"{}")
    server.close()
    network.close()

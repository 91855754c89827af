"""Which addresses are called: public ones, and no trick leads into the host's own network."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest

from reihum.server.calls.addresses import Forbidden, Network, Target, is_public, look_up, target_at
from reihum.server.calls.outgoing import Unreached, post
from tests.server.places import in_loop

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

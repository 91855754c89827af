"""A server below a path, such as /cards: requests, connections, cookies, clients, calls."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from reihum.client import Guest
from reihum.client.joining import split_address
from reihum.core.errors import ReihumError
from reihum.server.http.calls import origin_of
from reihum.server.http.requests import Visit
from reihum.server.settings import root_from
from tests.server.tools import Running

JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server below a path of two steps."""
    store = f"sqlite:{tmp_path_factory.mktemp('store') / 'tables.db'}"
    running = Running(store, "--bot-delay", "0", "--root", "/our/cards/")
    yield running
    assert running.stop() == 0


def test_everything_is_below_the_path_and_nothing_elsewhere(below: Running) -> None:
    assert below.url == f"http://127.0.0.1:{below.port}/our/cards"
    for path in ("/our/cards/", "/our/cards/rules/23", "/our/cards/api/about", "/our/cards/sw.js"):
        assert below.raw("GET", path)[0] == 200, path
    for path in ("/", "/api/about", "/our/", "/our/cardsapi/about", "/our/cards/our/cards/", "/sw.js"):
        assert below.raw("GET", path)[0] == 404, path
    status, headers, _ = below.raw("GET", "/our/cards")
    assert (status, headers["location"]) == (308, "/our/cards/")
    assert below.raw("GET", "/our/cards/api/mine")[1]["cache-control"] == "no-store"


def test_figures_are_outside_where_a_proxy_does_not_lead(below: Running) -> None:
    for path in ("/healthz", "/readyz", "/our/cards/healthz", "/our/cards/readyz", "/metrics"):
        assert below.raw("GET", path)[0] == 200, path
    assert below.raw("GET", "/our/cards/metrics")[0] == 404


def test_the_page_names_its_files_with_the_path(below: Running) -> None:
    text = below.raw("GET", "/our/cards/", headers={"Accept-Language": "en"})[2].decode()
    assert '<meta name="root" content="/our/cards" />' in text
    assert 'src="/our/cards/w/' in text
    for name in ("manifest.webmanifest", "sw.js"):
        found = below.raw("GET", f"/our/cards/{name}")[2].decode()
        assert "/our/cards/" in found
        assert "{root}" not in found
    assert below.raw("GET", text.partition('src="')[2].partition('"')[0])[0] == 200


def test_its_cookie_is_for_the_path_alone(below: Running) -> None:
    status, headers, _ = below.raw("POST", "/our/cards/api/tables", b'{"game":"23","name":"Ada"}', JSON)
    assert status == 201
    cookie, *rules = headers["set-cookie"].split("; ")
    assert cookie.startswith("reihum_our_cards=")
    assert "Path=/our/cards/" in rules
    found = below.raw("GET", "/our/cards/api/mine", headers={"Cookie": f"reihum=other; {cookie}"})
    assert b'"table"' in found[2]


def test_programs_find_their_way(below: Running) -> None:
    seats = ["open", "bot:policy"]
    table = asyncio.run(Guest(f"{below.url}/").open("23", seats=seats, options={"learning": True}))
    program = [sys.executable, "-m", "reihum", "join", f"{below.url}/t/{table}", "--bot", "policy"]
    done = subprocess.run(program, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert f"{below.url}/t/{table}" in done.stdout


@pytest.mark.parametrize(
    ("address", "server", "place"),
    [
        ("http://h", "http://h", ""),
        ("h:1/K7QF2P", "http://h:1", "K7QF2P"),
        ("http://h/t/abc", "http://h", "abc"),
        ("http://h/t/abc/", "http://h", "abc"),
        ("http://h/our/cards/t/abc", "http://h/our/cards", "abc"),
        ("http://h/cards/", "http://h/cards", ""),
    ],
)
def test_an_address_is_a_server_and_perhaps_a_table(address: str, server: str, place: str) -> None:
    assert split_address(address) == (server, place)


def test_links_in_calls_lead_below_the_path() -> None:
    url: Any = type("Url", (), {"scheme": "https"})
    request: Any = type("Request", (), {"headers": {"host": "example.org"}, "url": url})
    assert origin_of(Visit(request, "ada"), "/cards") + "/t/abc" == "https://example.org/cards/t/abc"


@pytest.mark.parametrize(
    ("text", "root"), [("", ""), ("/", ""), ("/cards", "/cards"), ("/a/b-c.d/", "/a/b-c.d")]
)
def test_a_path_to_serve_below(text: str, root: str) -> None:
    assert root_from(text) == root


@pytest.mark.parametrize("text", ["cards", "/a//b", "/../x", "/.", "/a b", "/ä", "/a?b", "/a#b", '/"x"'])
def test_what_cannot_be_such_a_path_is_one_sentence(text: str) -> None:
    with pytest.raises(ReihumError, match=r"looks like /cards, not like"):
        root_from(text)


def test_a_bad_path_ends_the_command() -> None:
    command = [sys.executable, "-m", "reihum", "serve", "--port", "0", "--root", "cards"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert ended.returncode == 2
    assert ended.stderr == "reihum: A path to serve below looks like /cards, not like 'cards'.\n"

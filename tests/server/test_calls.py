"""Called when it is my turn: when, how often, and what is said; with a stand-in for the world outside."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reihum.server.calls.push import from_text
from reihum.wire.requests import CallsShown, CallsTried
from tests.server.browser_keys import Subscriber
from tests.server.places import Place
from tests.server.stand_in import HOST, Calling, StandIn
from tests.server.tools import described, run


@pytest.fixture(scope="module")
def stand_in(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StandIn]:
    """The world outside."""
    found = StandIn(tmp_path_factory.mktemp("outside"))
    yield found
    found.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, stand_in: StandIn) -> Iterator[Calling]:
    """A server that calls players quickly."""
    running = Calling(f"sqlite:{tmp_path_factory.mktemp('store') / 'tables.db'}", stand_in)
    yield running
    assert running.stop() == 0
    assert b'"level": "error"' not in running.log, running.log.decode()
    assert HOST.encode() not in running.log


def hook(server: Calling, token: str, path: str, kind: str = "other", lang: str = "en") -> dict[str, Any]:
    """Let a player be called at a webhook."""
    body = {"url": f"https://{HOST}{path}", "kind": kind, "lang": lang}
    status, answer = server.ask("POST", "/api/calls/webhook", body, token)
    assert status == 200, answer
    return dict(answer)


def post(server: Calling, path: str, token: str, body: object = None) -> tuple[int, Any]:
    return server.ask("POST", path, body, token)


def begun_game(server: Calling, ada: str, bo: str) -> str:
    """A game of Ada's and Bo's in which both owe a decision, and nobody looks."""
    table = server.open(ada, seats=["me", "open"], begins="host")
    server.sit(table, bo)
    assert post(server, f"/api/tables/{table}/start", ada)[0] == 200
    return table


# -- what is said, and how ------------------------------------------------------------------------


def test_who_is_away_is_called_once_with_one_sentence_and_the_link(
    server: Calling, stand_in: StandIn
) -> None:
    ada, bo = server.token(), server.token()
    hook(server, ada, "/said-ada", "ntfy", "de")
    hook(server, bo, "/said-bo")
    table = begun_game(server, ada, bo)
    told = stand_in.next("/said-ada")
    assert told.body.decode() == "Du bist dran – 23 mit Bo."
    assert (told.headers["title"], told.headers["host"]) == ("23", HOST)
    assert told.headers["click"] == f"{server.url}/t/{table}"
    assert json.loads(stand_in.next("/said-bo").body) == {
        "title": "23",
        "text": "It is your turn – 23 with Ada.",
        "link": f"{server.url}/t/{table}",
    }

    async def test() -> None:
        async with server.seat(table, bo) as wire:  # out of sight: the next decision is news
            await wire.say(t="seen", on=False)
            await wire.move()

    run(test)
    stand_in.next("/said-bo")
    assert (stand_in.seen["/said-ada"], stand_in.seen["/said-bo"]) == (1, 2)


def test_a_push_is_read_only_by_its_browser_and_shows_who_sent_it(server: Calling, stand_in: StandIn) -> None:
    ada, bo = server.token(), server.token()
    browser = Subscriber()
    shown = post(server, "/api/calls/push", bo, browser.body(stand_in.url("/push-bo"), lang="nl"))[1]
    described(shown, CallsShown)
    assert (shown["allowed"], shown["browsers"], shown["webhook"]) == (["push", "webhook"], 1, None)
    table = begun_game(server, ada, bo)
    told = stand_in.next("/push-bo")
    assert json.loads(browser.decrypt(told.body)) == {
        "title": "23",
        "body": "Je bent aan de beurt – 23 met Ada.",
        "path": f"/t/{table}",
    }
    assert told.headers["content-encoding"] == "aes128gcm"
    assert int(told.headers["ttl"]) > 0
    assert len(told.headers["topic"]) == 32
    token, _, key = told.headers["authorization"].removeprefix("vapid t=").partition(", k=")
    assert key == shown["key"]
    assert json.loads(from_text(token.split(".")[1]))["aud"] == f"https://{HOST}"


def test_a_browser_that_is_gone_is_forgotten_at_once(server: Calling, stand_in: StandIn) -> None:
    ada, bo = server.token(), server.token()
    for status in (404, 410):
        post(server, "/api/calls/push", bo, Subscriber().body(stand_in.url(f"/{status}/gone")))
    assert server.ask("GET", "/api/calls", token=bo)[1]["browsers"] == 2
    status, tried = post(server, "/api/calls/test", bo)
    described(tried, CallsTried)
    assert (status, tried) == (200, {"reached": [], "failed": ["push"]})
    assert server.ask("GET", "/api/calls", token=bo)[1]["browsers"] == 0
    assert post(server, "/api/calls/test", bo)[1]["error"] == "nobody_to_call"
    assert post(server, "/api/calls/test", ada)[0] == 409


def test_a_trial_reaches_every_way_and_says_so(server: Calling, stand_in: StandIn) -> None:
    bo = server.token()
    browser = Subscriber()
    post(server, "/api/calls/push", bo, browser.body(stand_in.url("/trial-push")))
    hook(server, bo, "/trial", "discord", "de")
    assert post(server, "/api/calls/test", bo)[1] == {"reached": ["discord", "push"], "failed": []}
    text = "So meldet sich Reihum, wenn du dran bist."
    assert json.loads(stand_in.next("/trial").body)["content"] == f"{text}\n{server.url}/settings#calls"
    hook(server, bo, "/302/trial", "slack")
    assert post(server, "/api/calls/test", bo)[1] == {"reached": ["push"], "failed": ["slack"]}
    assert stand_in.seen["/redirected"] == 0


# -- when, and when not ---------------------------------------------------------------------------


def test_who_looks_is_not_called_and_who_has_seen_it_neither(server: Calling, stand_in: StandIn) -> None:
    ada, bo = server.token(), server.token()
    hook(server, ada, "/looking-ada")
    hook(server, bo, "/looking-bo")
    table = server.open(ada, seats=["me", "open"], begins="host")
    server.sit(table, bo)

    async def test() -> None:
        async with server.seat(table, bo) as wire:
            assert post(server, f"/api/tables/{table}/start", ada)[0] == 200
            await wire.asked()
            stand_in.next("/looking-ada")  # whose call was due at the same time
            await wire.say(t="seen", on=False)  # now Bo may be called, but has seen this decision
            await wire.say(t="ping")
            await wire.until("pong")
            first = wire.now["ask"]
            assert post(server, f"/api/tables/{table}/nudge", ada, {"seat": 1})[0] == 200
            assert json.loads(stand_in.next("/looking-bo").body)["text"] == "Ada is waiting for you – 23."
            await wire.move()
            assert wire.now["ask"] != first
            told = json.loads(stand_in.next("/looking-bo").body)
            assert told["text"] == "It is your turn – 23 with Ada."

    run(test)
    assert stand_in.seen["/looking-bo"] == 2


def test_the_end_is_told_and_so_is_that_others_wait_for_a_rematch(server: Calling, stand_in: StandIn) -> None:
    ada, bo = server.token(), server.token()
    hook(server, bo, "/end-bo")
    table = begun_game(server, ada, bo)
    stand_in.next("/end-bo")
    assert post(server, f"/api/tables/{table}/end", ada)[0] == 200
    assert json.loads(stand_in.next("/end-bo").body)["text"] == "The game is over – 23 with Ada."
    again = str(post(server, f"/api/tables/{table}/rematch", ada)[1]["table"])

    async def test() -> None:
        async with server.seat(again, ada):
            told = json.loads(stand_in.next("/end-bo").body)
            assert told["text"] == "Ada would like to play 23 with you. Are you in?"
            assert told["link"].endswith(f"/t/{again}")

    run(test)
    assert stand_in.seen["/end-bo"] == 3


# -- what a player may ask for --------------------------------------------------------------------


def test_addresses_of_the_hosts_own_network_are_refused_in_one_sentence(server: Calling) -> None:
    bo = server.token()
    for url in (
        "http://push.example/",
        "https://127.0.0.1/",
        "https://localhost/",
        "https://a.example:8443/",
    ):
        status, answer = post(server, "/api/calls/webhook", bo, {"url": url})
        assert (status, answer["error"]) == (400, "call_address")
        status, answer = post(server, "/api/calls/push", bo, Subscriber().body(url))
        assert (status, answer["error"]) == (400, "call_address")
    assert server.ask("GET", "/api/calls", token=bo)[1]["webhook"] is None


def test_bodies_that_are_wrong_are_refused_and_change_nothing(server: Calling) -> None:
    bo = server.token()
    good = Subscriber().body(f"https://{HOST}/x")
    bad_keys = {**good, "keys": {"p256dh": "AAAA", "auth": "AAAA"}}
    for path, body in (
        ("push", {}),
        ("push", {**good, "endpoint": 1}),
        ("push", {**good, "endpoint": "x" * 1001}),
        ("push", bad_keys),
        ("push/off", {}),
        ("webhook", {}),
        ("webhook", {"url": f"https://{HOST}/x", "kind": "fax"}),
    ):
        assert post(server, f"/api/calls/{path}", bo, body)[0] == 400, body
    shown = server.ask("GET", "/api/calls", token=bo)[1]
    assert (shown["browsers"], shown["webhook"]) == (0, None)


def test_calls_are_switched_off_again_by_their_player_alone(server: Calling) -> None:
    ada, bo = server.token(), server.token()
    browser = Subscriber().body(f"https://{HOST}/off")
    post(server, "/api/calls/push", bo, browser)
    shown = hook(server, bo, "/off-hook", "slack")
    assert shown["webhook"] == {"kind": "slack", "host": HOST, "failed": False}
    post(server, "/api/calls/push/off", ada, {"endpoint": browser["endpoint"]})
    post(server, "/api/calls/webhook", ada, {"url": None})
    assert server.ask("GET", "/api/calls", token=bo)[1]["browsers"] == 1
    post(server, "/api/calls/push/off", bo, {"endpoint": browser["endpoint"]})
    shown = post(server, "/api/calls/webhook", bo, {"url": None})[1]
    assert (shown["browsers"], shown["webhook"]) == (0, None)
    post(server, "/api/calls/push", bo, browser)
    shown = post(server, "/api/calls/push", ada, browser)[1]  # the same browser is another player now
    assert shown["browsers"] == 1
    assert server.ask("GET", "/api/calls", token=bo)[1]["browsers"] == 0


def test_a_player_has_a_few_ways_to_be_called_and_tries_them_seldom(server: Calling) -> None:
    bo = server.token()
    for number in range(12):
        shown = post(server, "/api/calls/push", bo, Subscriber().body(f"https://{HOST}/many/{number}"))[1]
    assert shown["browsers"] == 10
    statuses = [post(server, "/api/calls/test", bo)[0] for _ in range(4)]
    assert statuses[0] == 200
    assert statuses[-1] == 429


@pytest.mark.parametrize(("allowed", "push", "webhook"), [("none", 403, 403), ("push", 200, 403)])
def test_the_host_decides_who_is_called_how(
    tmp_path: Path, stand_in: StandIn, allowed: str, push: int, webhook: int
) -> None:
    server = Calling(f"sqlite:{tmp_path / 'tables.db'}", stand_in, "--calls", allowed)
    try:
        bo = server.token()
        assert post(server, "/api/calls/push", bo, Subscriber().body(f"https://{HOST}/x"))[0] == push
        assert post(server, "/api/calls/webhook", bo, {"url": f"https://{HOST}/x"})[0] == webhook
        shown = server.ask("GET", "/api/calls")[1]
        assert (shown["allowed"], shown["key"] is None) == (
            [] if allowed == "none" else ["push"],
            allowed == "none",
        )
    finally:
        assert server.stop() == 0


# -- restarts, and several processes --------------------------------------------------------------


def test_a_call_that_was_due_survives_a_crash_and_is_made_once(tmp_path: Path, stand_in: StandIn) -> None:
    server = Calling(f"sqlite:{tmp_path / 'tables.db'}", stand_in, patient=True)
    ada, bo = server.token(), server.token()
    hook(server, bo, "/crash")
    key = server.ask("GET", "/api/calls")[1]["key"]
    table = begun_game(server, ada, bo)
    until_leased(server)
    server.kill()
    server.set_patience(False)
    server.again()
    assert json.loads(stand_in.next("/crash").body)["link"].endswith(f"/t/{table}")
    server.kill()
    server.again()
    assert server.ask("GET", "/api/calls")[1]["key"] == key

    async def test() -> None:
        async with server.seat(table, bo) as wire:
            await wire.say(t="seen", on=False)
            await wire.move()

    run(test)
    stand_in.next("/crash")
    assert stand_in.seen["/crash"] == 2
    assert server.stop() == 0


def until_leased(server: Calling) -> None:
    """Wait until the server holds on to a table, so that it is found after a crash."""
    connection = sqlite3.connect(server.store.removeprefix("sqlite:"))
    while not connection.execute("SELECT 1 FROM leases").fetchall():
        pass
    connection.close()


def test_of_several_processes_one_calls(postgres_place: Place, stand_in: StandIn) -> None:
    one, two = (Calling(postgres_place.url, stand_in) for _ in range(2))
    try:
        ada, bo = one.token(), one.token()
        hook(one, bo, "/shared")
        assert one.ask("GET", "/api/calls")[1]["key"] == two.ask("GET", "/api/calls")[1]["key"]
        table = begun_game(one, ada, bo)
        assert two.look(table)["status"] == "playing"  # now both know it
        stand_in.next("/shared")

        async def test() -> None:
            async with two.seat(table, bo) as wire:  # through the other process, in sight
                await wire.move()
                await wire.say(t="seen", on=False)
                await wire.move()
                stand_in.next("/shared")

        run(test)
        assert stand_in.seen["/shared"] == 2
    finally:
        assert (one.stop(), two.stop()) == (0, 0)
    assert b'"level": "error"' not in one.log + two.log


def test_a_table_that_one_process_has_put_aside_for_days_is_looked_after_by_another(
    postgres_place: Place, stand_in: StandIn
) -> None:
    one = Calling(postgres_place.url, stand_in, "--idle", "0")
    two = Calling(postgres_place.url, stand_in)
    try:
        ada, bo = one.token(), one.token()
        hook(one, bo, "/days")
        table = one.open(ada, seats=["me", "open"], begins="host", pace="days")
        one.sit(table, bo)
        assert post(one, f"/api/tables/{table}/start", ada)[0] == 200
        stand_in.next("/days")
        assert postgres_place.server is not None
        while postgres_place.server.sql("SELECT 1 FROM leases WHERE owner = ''", postgres_place.url) == []:
            pass  # until nobody at `one` needs it any more

        async def test() -> None:
            async with two.seat(table, bo) as wire:
                await wire.say(t="seen", on=False)
                await wire.move()
                stand_in.next("/days")

        run(test)
        assert stand_in.seen["/days"] == 2
    finally:
        assert (one.stop(), two.stop()) == (0, 0)

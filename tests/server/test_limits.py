"""Limits: how they are set, how they count, and that they leave room for honest people."""

from __future__ import annotations

import subprocess
import sys

import pytest

from reihum.core.errors import ReihumError
from reihum.server.limits import Bucket, Limiter, asker_at
from reihum.server.metrics import Metrics
from reihum.server.net.hub import ConnectionHub
from reihum.server.settings import LIMITS, Limits, Rate, limits_from, limits_text


def test_limits_are_set_by_name() -> None:
    limits = limits_from(["tables=100/1.5", "spectators=50", "patience=0.5"])
    assert (limits.tables, limits.spectators, limits.patience) == (Rate(100, 1.5), 50, 0.5)
    assert limits.tokens == Limits().tokens


@pytest.mark.parametrize(
    "wish",
    [
        *("", "tables", "tables=", "tables=5", "tables=5/", "tables=0/1", "tables=1/0", "tables=-1/1"),
        *(
            "tables=1/nan",
            "tables=1/inf",
            "tables=1.5/1",
            "spectators=1.5",
            "spectators=0",
            "spectators=many",
        ),
        *("patience=nan", "patience=-1", "pile=1e9", "nothing=1", "__class__=1", "spectators=9999999999"),
    ],
)
def test_impossible_limits_are_one_sentence(wish: str) -> None:
    with pytest.raises(ReihumError, match=r"\.$"):
        limits_from([wish])


def test_all_limits_can_be_listed() -> None:
    text = limits_text()
    assert len(text.splitlines()) == len(LIMITS)
    listed = [line.split()[0] for line in text.splitlines()]
    assert limits_from(listed) == Limits()
    command = [sys.executable, "-m", "reihum", "serve", "--limit"]
    assert subprocess.run([*command, "?"], capture_output=True, text=True, check=True).stdout == text + "\n"
    wrong = subprocess.run([*command, "tables=x"], capture_output=True, text=True, check=False)
    assert (wrong.returncode, wrong.stderr) == (2, "reihum: The limit tables is written like 500/5.\n")


@pytest.mark.parametrize(
    ("option", "value", "text"),
    [
        ("--proxy", "nonsense", "A proxy is given by its address, like 127.0.0.1, not as 'nonsense'."),
        ("--store", "sqlite:", "A store is sqlite:PATH or postgresql://…."),
        ("--store", "mysql://x", "A store is sqlite:PATH or postgresql://…."),
    ],
)
def test_an_option_that_means_nothing_is_refused_at_the_start(option: str, value: str, text: str) -> None:
    command = [sys.executable, "-m", "reihum", "serve", "--port", "0", option, value]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=30)
    assert (ended.returncode, ended.stderr) == (2, f"reihum: {text}\n")


def test_a_bucket_refills_over_time() -> None:
    rate, bucket = Rate(3, 2.0), Bucket(3.0, 100.0)
    assert [bucket.take(rate, 100.0) for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]
    assert bucket.take(rate, 100.5) == 0.0
    assert [bucket.take(rate, 1000.0) > 0 for _ in range(4)] == [False, False, False, True]


def test_one_asker_does_not_use_up_what_another_may_do() -> None:
    limiter = Limiter(Rate(1, 0.1))
    assert limiter.wait("a", 0.0) == 0.0
    assert limiter.wait("a", 0.0) == 10.0
    assert limiter.wait("b", 0.0) == 0.0
    limiter.give_back("a")
    limiter.give_back("nobody")
    assert limiter.wait("a", 0.0) == 0.0


def test_many_askers_do_not_fill_the_memory() -> None:
    limiter = Limiter(Rate(1, 0.1))
    for number in range(30_000):
        limiter.wait(str(number), 0.0)
    assert len(limiter.buckets) == 20_000


def test_a_household_with_ipv6_is_one_asker() -> None:
    assert asker_at("2001:db8::1") == asker_at("2001:db8::ffff:1:2:3") == "2001:db8::/64"
    assert asker_at("2001:db8:0:1::1") != asker_at("2001:db8::1")
    assert asker_at("::ffff:192.0.2.1") == asker_at("192.0.2.1") == "192.0.2.1"
    assert asker_at("fe80::1%eth0") == "fe80::/64"
    assert len(asker_at("x" * 10_000)) < 100


def test_there_is_room_for_others_when_one_address_takes_all_it_may() -> None:
    hub = ConnectionHub(Limits(connections=1_000), Metrics(), frozenset({"10.0.0.9"}), room=100)
    crowd = "10.0.0.1"
    assert [hub.count_in(crowd) for _ in range(76)] == [True] * 75 + [False]
    hub.count_out(crowd)
    assert hub.count_in("10.0.0.2")
    for _ in range(75):
        hub.count_out(crowd)
    assert [hub.count_in("10.0.0.9") for _ in range(100)] == [True] * 99 + [False]
    assert hub.total == 101


def test_the_usual_limits_leave_room_for_two_hundred_tables_from_one_address() -> None:
    usual = Limits()
    for rate, times in (
        (usual.tokens, 800),
        (usual.tables, 200),
        (usual.handshakes, 2 * 800),  # all come back once
        (usual.requests, 200 + 3 * 200 + 800),  # opened, sat down, looked at
        (usual.replays, 200 * 2),  # nearly all games are two stretches long
        (usual.address_messages, 800 * 10),
        (usual.player_messages, 200 * 10),  # one program at all tables
    ):
        limiter = Limiter(rate)
        assert all(limiter.wait("one", 0.0) == 0.0 for _ in range(times))
    assert usual.work.burst >= 2 * 800 * 8  # milliseconds: a long table, told in sentences
    assert usual.connections >= 800
    assert usual.playing >= 200

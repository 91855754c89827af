"""Figures for hosts: what is counted, that no label says whom it is about, and the dashboard."""

from __future__ import annotations

import json
import re
from pathlib import Path

from reihum.server.metrics import Gauges, Histogram, Metrics
from tests.server.tools import Running, run

DASHBOARD = Path(__file__).parents[2] / "deploy" / "grafana" / "reihum.json"
PARTS = re.compile(r"_(bucket|sum|count)$")
SAMPLE = re.compile(r'([a-z_]+)(?:\{((?:[a-z]+="[^"\n]*",?)+)\})? (\d+(?:\.\d+)?)')


def names_in(text: str) -> set[str]:
    """The metrics that are declared."""
    return set(re.findall(r"^# TYPE (\S+) ", text, re.MULTILINE))


def test_a_histogram_counts_what_took_no_longer_than_each_bound() -> None:
    times = Histogram((0.1, 1.0))
    for seconds in (0.05, 0.1, 0.5, 3.0):
        times.count(seconds)
    assert times.lines("t", 'route="/x"') == [
        't_bucket{route="/x",le="0.1"} 2',
        't_bucket{route="/x",le="1.0"} 3',
        't_bucket{route="/x",le="+Inf"} 4',
        't_sum{route="/x"} 3.650000',
        't_count{route="/x"} 4',
    ]
    assert times.lines("t")[-1] == "t_count 4"


def test_every_line_is_as_prometheus_reads_it() -> None:
    metrics, now = Metrics(), Gauges(3, 5)
    now.store_bytes, now.memory_bytes, now.version = 4096, 10**8, "1.0"
    metrics.moves["player"] += 10**13
    metrics.count_request("/api/tables/{ident}", 200, 0.01)
    metrics.count_request("/api/tables/{ident}", 404, 0.01)
    text = metrics.text(now)
    declared = names_in(text)
    for line in text.splitlines():
        if not line.startswith("# "):
            found = SAMPLE.fullmatch(line)
            assert found is not None, line
            assert found[1] in declared or PARTS.sub("", found[1]) in declared, line
    assert 'reihum_requests_total{route="/api/tables/{ident}",status="4xx"} 1' in text
    assert 'reihum_moves_total{by="player"} 10000000000000' in text
    assert text.count("# TYPE") == len(declared)


def test_the_dashboard_shows_nothing_that_is_not_counted() -> None:
    board = json.loads(DASHBOARD.read_text())
    now = Gauges()
    now.store_bytes = now.memory_bytes = 1
    declared = names_in(Metrics().text(now))
    asked = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    wanted = {PARTS.sub("", name) for name in re.findall(r"\b(?:reihum|process)_[a-z_]+", " ".join(asked))}
    assert wanted - declared == set()
    assert declared - wanted == set(), "and everything that is counted is shown somewhere"
    places = [tuple(panel["gridPos"].values()) for panel in board["panels"]]
    assert len({place[:2] for place in places}) == len(places)
    assert len({panel["id"] for panel in board["panels"]}) == len(places)


def test_what_a_host_reads_about_a_figure_exists() -> None:
    told = (DASHBOARD.parents[2] / "docs" / "hosting.md").read_text()
    now = Gauges()
    now.store_bytes = now.memory_bytes = 1
    declared = names_in(Metrics().text(now))
    named = {PARTS.sub("", name) for name in re.findall(r"\b(?:reihum|process)_[a-z_]+[a-z]\b", told)}
    assert named - declared == set()
    assert len(named) >= 6


def test_figures_of_a_server_name_routes_and_never_what_was_asked_for(server: Running) -> None:
    token = server.token()
    table = server.open(token, seats=["me", "bot:policy"])
    server.ask("POST", f"/api/tables/{table}/start", token=token)
    server.ask("GET", f"/api/tables/{table}", token=token)
    server.ask("GET", "/api/tables/" + "x" * 22)
    server.ask("GET", f"/nowhere/{table}")
    server.raw("GET", f"/t/{table}")

    async def play() -> None:
        async with server.seat(table, token) as wire:
            assert (await wire.move())["t"] == "ack"

    run(play)
    text = server.ask("GET", "/metrics")[1]
    for line in (
        'reihum_requests_total{route="/api/tables",status="2xx"} ',
        'reihum_requests_total{route="/api/tables/{ident}",status="4xx"} ',
        'reihum_requests_total{route="/ws/{ident}",status="1xx"} ',
        'reihum_requests_total{route="nowhere",status="4xx"} ',
        'reihum_requests_total{route="page",status="2xx"} ',
        "reihum_acks_total ",
        "reihum_store_bytes ",
        "reihum_connections ",
        "process_cpu_seconds_total ",
    ):
        assert re.search("^" + re.escape(line) + r"[0-9.]*[1-9]", text, re.MULTILINE), line
    assert table not in text
    assert token not in text

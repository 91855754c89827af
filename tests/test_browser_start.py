"""`reihum play`: a server and a browser, or the server that is already running; and how it ends."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pexpect
import pytest

from reihum.cli import browser
from reihum.cli.browser import (
    BrowserRequest,
    NotForOthers,
    about_at,
    announce_page,
    browse,
    first_free,
    has_screen,
    open_page,
)
from reihum.core.errors import ReihumError
from reihum.server.net.lan import lan_host, lan_url, own_address
from reihum.server.settings import Settings
from reihum.words import words

ENGLISH = words("en")
TIMEOUT = 30.0


class PlayProcess:
    """`reihum` as a process, with a browser that writes down what it should show."""

    def __init__(self, folder: Path, *typed: str, **environment: str) -> None:
        self.seen = folder / "seen.txt"
        browser = folder / "browser"
        browser.write_text(f'#!/bin/sh\necho "$1" >> {self.seen}\n')
        browser.chmod(0o755)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "reihum", *typed],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={
                **os.environ,
                **{"LC_ALL": "C.UTF-8", "XDG_DATA_HOME": str(folder), "BROWSER": str(browser)},
                **environment,
            },
        )

    def url(self) -> str:
        """The address that it prints."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := re.search(r"http://\S+", line):
                return found[0]
        raise AssertionError(self.process.communicate())

    def pages_opened(self) -> list[str]:
        """The pages that the browser was asked to show; waits for the first."""
        until = time.monotonic() + TIMEOUT
        while not self.seen.exists() and time.monotonic() < until:
            time.sleep(0.05)
        return self.seen.read_text().split()

    def stop(self, how: int = signal.SIGINT) -> tuple[int, str, str]:
        """Send this signal, and return the exit code, the output and the errors."""
        self.process.send_signal(how)
        out, err = self.process.communicate(timeout=TIMEOUT)
        return self.process.returncode, out, err


@contextmanager
def start_play(folder: Path, *typed: str, **environment: str) -> Iterator[PlayProcess]:
    one = PlayProcess(folder, *typed, **environment)
    try:
        yield one
    finally:
        if one.process.poll() is None:
            one.process.kill()
            one.process.communicate()


def free_port() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


# -- starting and ending --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "path"), [([], "/"), (["play"], "/"), (["play", "23"], "/?game=23"), (["play", "you"], None)]
)
def test_a_browser_is_shown_the_page_of_a_server_on_this_machine(
    tmp_path: Path, typed: list[str], path: str | None
) -> None:
    if path is None:
        typed, path = ["play", "Königs-Rommé"], "/?game=koenigs-romme"
    with start_play(tmp_path, *typed, "--port", "0") as reihum:
        url = reihum.url()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+" + re.escape(path), url)
        assert reihum.pages_opened() == [url]
        with urllib.request.urlopen(url, timeout=TIMEOUT) as page:
            assert page.headers["content-type"] == "text/html; charset=utf-8"
        code, out, err = reihum.stop()
    assert (code, err) == (0, "")
    assert out.endswith("\nSee you!\n")


def test_ctrl_c_and_sigterm_end_it_politely_and_games_are_kept(tmp_path: Path) -> None:
    for how in (signal.SIGINT, signal.SIGTERM):
        with start_play(tmp_path, "--no-browser", "--port", "0") as reihum:
            reihum.url()
            code, out, err = reihum.stop(how)
        assert (code, err) == (0, "")
        assert "Traceback" not in out
    assert (tmp_path / "reihum" / "tables.db").exists()
    assert not reihum.seen.exists(), "nobody wanted a browser"


def test_ctrl_c_in_a_terminal(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "LC_ALL": "C.UTF-8", "TERM": "xterm"}
    words = ["-m", "reihum", "--no-browser", "--port", "0", "--lang", "de"]
    child = pexpect.spawn(sys.executable, words, encoding="utf-8", timeout=60, env=environment)
    child.expect(r"Dein Tisch: http://127\.0\.0\.1:\d+/")
    child.expect("Strg-C beendet es")
    child.sendintr()
    child.expect("Bis bald!")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


@pytest.mark.parametrize("browser", ["/nowhere/at/all", "false", "%s"])
def test_a_browser_that_cannot_be_opened_is_no_failure(tmp_path: Path, browser: str) -> None:
    with start_play(tmp_path, "--port", "0", BROWSER=browser) as reihum:
        url = reihum.url()
        with urllib.request.urlopen(f"{url}healthz", timeout=TIMEOUT) as page:
            assert json.load(page) == {"status": "ok"}
        code, _, err = reihum.stop()
    assert (code, err) == (0, "")


def test_only_what_is_wrong_is_logged_to_a_person(tmp_path: Path) -> None:
    with start_play(tmp_path, "--no-browser", "--port", "0") as reihum:
        reihum.url()
        _, out, err = reihum.stop()
    assert "{" not in out + err


# -- one that runs already ------------------------------------------------------------------------


def test_our_own_server_is_used_if_it_runs_already(tmp_path: Path) -> None:
    port = free_port()
    with start_play(tmp_path, "--no-browser", "--port", port) as first:
        url = first.url()
        with start_play(tmp_path, "play", "yoyo", "--port", port) as second:
            assert second.url() == f"{url}?game=yoyo"
            out, err = second.process.communicate(timeout=TIMEOUT)
            assert (second.process.returncode, err) == (0, "")
            assert second.pages_opened() == [f"{url}?game=yoyo"]
        assert first.process.poll() is None
        third = start_play(tmp_path, "--lan", "--no-browser", "--port", port)
        with third as lan:
            out, err = lan.process.communicate(timeout=TIMEOUT)
            assert (lan.process.returncode, out) == (1, "")
            assert re.fullmatch(
                r"reihum: Reihum is already running at .*, but only for this computer.*\n", err
            )
        assert first.stop()[0] == 0


class OtherServer(BaseHTTPRequestHandler):
    """Some other server, which answers whatever the test wants."""

    answers: dict[str, str] = {}  # noqa: RUF012

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.answers.get(self.path, "").encode())

    def log_message(self, *_facts: object) -> None:
        """Say nothing."""


@pytest.fixture
def other() -> Iterator[int]:
    server = HTTPServer(("127.0.0.1", 0), OtherServer)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.server_address[1]
    server.shutdown()
    thread.join()
    server.server_close()


OK = '{"status":"ok"}'


@pytest.mark.parametrize(
    "answers",
    [
        {},
        {"/healthz": OK},
        {"/healthz": OK, "/api/about": '{"version":"1"}'},
        {"/healthz": OK, "/api/about": "[]"},
        {"/healthz": OK, "/api/about": "[" * 60_000},
        {"/healthz": "null", "/api/about": '{"version":"1","hash":"","lan":null,"games":[]}'},
        {"/healthz": "\xff\x00", "/api/about": "x" * 100_000},
    ],
    ids=str,
)
def test_other_servers_are_not_taken_for_ours(
    other: int, answers: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(OtherServer, "answers", answers)
    assert about_at(other) is None


def test_what_does_not_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser, "ANSWER_TIMEOUT", 0.2)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        assert about_at(silent.getsockname()[1]) is None


def test_a_port_that_somebody_else_has_is_one_sentence_if_it_was_asked_for(
    tmp_path: Path, other: int
) -> None:
    with start_play(tmp_path, "--port", str(other)) as reihum:
        out, err = reihum.process.communicate(timeout=TIMEOUT)
    assert (reihum.process.returncode, out) == (2, "")
    assert re.fullmatch(rf"reihum: Cannot listen on 127\.0\.0\.1, port {other}: .*\.\n", err)


def test_otherwise_the_next_free_one_is_taken() -> None:
    assert BrowserRequest().ports[:3] == [8023, 8024, 8025]
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        free = int(free_port())
        with first_free("127.0.0.1", [port, port, free]) as listener:
            assert listener.getsockname()[1] == free
        with pytest.raises(ReihumError, match=f"port {port}"):
            first_free("127.0.0.1", [port, port])


# -- others in the network ------------------------------------------------------------------------


def test_others_get_an_address_and_a_code_to_scan(capsys: pytest.CaptureFixture[str]) -> None:
    announce_page(
        BrowserRequest("/?game=23", lan=True, browser=False), ENGLISH, 8023, "http://192.168.1.5:8023"
    )
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Your table: http://127.0.0.1:8023/?game=23"
    assert lines[1] == "For others on the same network: http://192.168.1.5:8023"
    assert len(lines) > 14
    assert set("".join(lines[2:])) <= set(" ▄▀█")
    announce_page(BrowserRequest(lan=True, browser=False), ENGLISH, 8023, None)
    assert "not on a network" in capsys.readouterr().out
    announce_page(BrowserRequest(browser=False), ENGLISH, 8023, "http://192.168.1.5:8023")
    assert capsys.readouterr().out == "Your table: http://127.0.0.1:8023/\n"


def test_lan_listens_on_all_addresses(tmp_path: Path) -> None:
    with start_play(tmp_path, "--lan", "--no-browser", "--port", "0") as reihum:
        url = reihum.url()
        with urllib.request.urlopen(f"{url}api/about", timeout=TIMEOUT) as page:
            about = json.load(page)
        address = own_address()
        port = url.rstrip("/").rpartition(":")[2]
        assert about["lan"] == (None if address is None else f"http://{address}:{port}")
        with urllib.request.urlopen(f"http://127.0.0.2:{port}/healthz", timeout=TIMEOUT) as page:
            assert page.status == 200
        assert reihum.stop()[0] == 0


def test_one_that_runs_for_this_machine_only_is_not_shown_to_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(browser, "about_at", lambda port: {"lan": None} if port == 8024 else None)
    with pytest.raises(NotForOthers, match=r"http://127\.0\.0\.1:8024"):
        open_page(BrowserRequest(lan=True, browser=False), ENGLISH)
    open_page(BrowserRequest(browser=False), ENGLISH)
    assert "http://127.0.0.1:8024/" in capsys.readouterr().out
    monkeypatch.setattr(browser, "about_at", lambda port: {"lan": "http://10.0.0.7:8023"})
    open_page(BrowserRequest(lan=True, browser=False), ENGLISH)
    assert "For others on the same network: http://10.0.0.7:8023\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("host", "others"),
    [
        *(("127.0.0.1", None), ("::1", None), ("localhost", None)),
        *(("192.168.1.5", "192.168.1.5"), ("fd00::5", "fd00::5"), ("table.example", "table.example")),
    ],
)
def test_who_reaches_a_server_that_listens_there(host: str, others: str | None) -> None:
    assert lan_host(host) == others


def test_behind_a_proxy_only_its_owner_knows_the_address() -> None:
    assert lan_url(Settings("192.168.1.5", 80)) == "http://192.168.1.5:80"
    assert lan_url(Settings("fd00::5", 80)) == "http://[fd00::5]:80"
    assert lan_url(Settings("192.168.1.5", 80, proxies=("127.0.0.1",))) is None


# -- browsers -------------------------------------------------------------------------------------


def test_a_browser_is_opened_where_there_is_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    seen: list[str] = []

    def open_url(url: str) -> bool:
        seen.append(url)
        raise OSError("no such thing")

    browse("http://here/", True, open_url)
    assert not has_screen()
    assert seen == []
    monkeypatch.setenv("DISPLAY", ":0")
    browse("http://here/", False, open_url)
    assert seen == []
    browse("http://here/", True, open_url)
    assert seen == ["http://here/"]

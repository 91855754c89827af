"""A real nginx with our file in front of a server: everything works, and no log has the link to a table."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import re
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from tests.server.tools import PATIENCE, Running
from tools.nginx import MISSING, nginx_path

DEPLOY: Final = Path(__file__).parents[2] / "deploy"
BELOW: Final = "/cards"  # the path of a server that has no site of its own
AROUND: Final = """
pid {0}/pid;
error_log {0}/start.log;
events {{}}
http {{
    client_body_temp_path {0}/body;
    proxy_temp_path {0}/proxy;
    fastcgi_temp_path {0}/fastcgi;
    uwsgi_temp_path {0}/uwsgi;
    scgi_temp_path {0}/scgi;
    include {0}/reihum.conf;
}}
"""


def make_certificate(folder: Path) -> None:
    """A certificate for this machine, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    (folder / "chain.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )


class Proxy:
    """nginx in front of a server."""

    def __init__(self, folder: Path, server: Running) -> None:
        self.folder, self.server = folder, server
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        make_certificate(folder)
        text = (DEPLOY / "nginx" / "reihum.conf").read_text()
        if server.url.endswith(BELOW):
            text = text.replace("location / {", f"location {BELOW}/ {{")
        text = re.sub(r"server \{\n    listen 80;.*?\n\}\n", "", text, flags=re.DOTALL)
        changes = {
            "127.0.0.1:8023": f"127.0.0.1:{server.port}" if server.port else server.url,
            "    listen [::]:443 ssl http2;\n": "",
            "listen 443 ": f"listen 127.0.0.1:{self.port} ",
            "/etc/letsencrypt/live/cards.example.org/fullchain.pem": f"{folder}/chain.pem",
            "/etc/letsencrypt/live/cards.example.org/privkey.pem": f"{folder}/key.pem",
            "/var/log/nginx/": f"{folder}/",
        }
        for old, new in changes.items():
            assert old in text, old
            text = text.replace(old, new)
        (folder / "reihum.conf").write_text(text)
        (folder / "nginx.conf").write_text(AROUND.format(folder))
        nginx = nginx_path()
        assert nginx is not None, MISSING
        as_us = "daemon off;" + (" user root;" if os.geteuid() == 0 else "")
        command = [nginx, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-g", as_us]
        self.process = subprocess.Popen([*command, "-e", str(folder / "start.log")])
        self.trusting = ssl.create_default_context(cafile=folder / "chain.pem")
        self.trusting.check_hostname = False
        self.trusting.verify_mode = ssl.CERT_NONE
        self.origin = f"https://127.0.0.1:{self.port}"
        self.root = BELOW if server.url.endswith(BELOW) else ""

    def wait(self) -> None:
        """Wait until it answers."""
        while True:
            assert self.process.poll() is None, (self.folder / "start.log").read_text()
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), PATIENCE):
                return

    def ask(
        self, method: str, path: str, body: object = None, source: str = "127.0.0.1", **headers: str
    ) -> tuple[int, http.client.HTTPMessage, bytes]:
        """One request through the proxy."""
        line = http.client.HTTPSConnection(
            "127.0.0.1", self.port, timeout=PATIENCE, source_address=(source, 0), context=self.trusting
        )
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = None if body is None else json.dumps(body).encode()
        if sent is not None:
            told["Content-Type"] = "application/json"
        try:
            line.request(method, self.root + path, sent, told)
            answer = line.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            line.close()

    def stop(self) -> None:
        """Stop it."""
        self.process.terminate()
        self.process.wait(PATIENCE)

    @property
    def log(self) -> str:
        """All that it has logged."""
        return "".join(path.read_text() for path in self.folder.glob("*.log"))


@pytest.fixture(params=["port", "socket", "path"])
def proxy(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Proxy]:
    """A server behind nginx, where one visitor gets two tokens."""
    how: tuple[str, ...] = ("--proxy", "127.0.0.1")
    if request.param == "socket":
        how = ("--socket", str(tmp_path / "socket"))
    elif request.param == "path":
        how += ("--root", BELOW)
    options = ("--bot-delay", "0", *how, "--limit", "tokens=2/0.001")
    server = Running(f"sqlite:{tmp_path / 'tables.db'}", *options)
    folder = tmp_path / "nginx"
    folder.mkdir()
    folder.chmod(0o755)
    found = Proxy(folder, server)
    found.wait()
    yield found
    found.stop()
    assert server.stop() == 0


def test_a_page_behind_the_proxy_opens_a_table_and_plays_there(proxy: Proxy) -> None:
    status, headers, page = proxy.ask("GET", "/")
    assert (status, b"<title>" in page, "content-security-policy" in headers) == (200, True, True)
    wanted = {"game": "23", "name": "Ada", "seats": ["me", "bot:policy"]}
    status, headers, text = proxy.ask("POST", "/api/tables", wanted, Origin=proxy.origin)
    assert status == 201, text
    cookie = headers["set-cookie"]
    assert "; secure" in cookie.lower()
    table = json.loads(text)["table"]

    async def play() -> int:
        more: dict[str, Any] = {"ssl": proxy.trusting, "compression": None, "proxy": None}
        told = {"Cookie": cookie.split(";")[0], "Origin": proxy.origin}
        address = f"wss://127.0.0.1:{proxy.port}{proxy.root}/ws/{table}"
        kinds = [Subprotocol("reihum.1")]
        async with connect(address, subprotocols=kinds, additional_headers=told, **more) as line:
            await line.send(json.dumps({"t": "hello"}))
            acks = 0
            while acks < 4:
                heard = json.loads(await asyncio.wait_for(line.recv(), PATIENCE))
                acks += heard["t"] == "ack"
                if heard["t"] in ("snap", "ev") and heard["ask"] is not None:
                    move = {
                        "t": "move",
                        "cid": f"c{heard['ask']}",
                        "ask": heard["ask"],
                        "m": heard["moves"][0],
                    }
                    await line.send(json.dumps(move))
            return acks

    assert asyncio.run(play()) == 4
    assert proxy.ask("GET", f"/api/tables/{table}")[0] == 200
    proxy.stop()
    assert '"POST' not in proxy.log
    assert f"POST {proxy.root or '/api/tables'} 201" in proxy.log
    assert f"GET {proxy.root or '/ws'} 101" in proxy.log
    assert table not in proxy.log


def test_visitors_are_told_apart_and_cannot_say_who_they_are(proxy: Proxy) -> None:
    assert [proxy.ask("POST", "/api/token")[0] for _ in range(3)] == [201, 201, 429]
    assert proxy.ask("POST", "/api/token", X_Forwarded_For="192.0.2.1")[0] == 429
    assert proxy.ask("POST", "/api/token", source="127.0.0.2")[0] == 201


def test_a_page_of_another_site_is_refused_and_figures_are_for_the_host_alone(proxy: Proxy) -> None:
    assert proxy.ask("POST", "/api/tables", {"game": "23"}, Origin="https://127.0.0.1")[0] == 403
    assert proxy.ask("GET", "/metrics")[0] == (404 if proxy.root else 403)
    if proxy.server.port:
        assert proxy.server.raw("GET", "/metrics")[0] == 200


def test_the_file_for_two_processes_differs_in_what_it_must() -> None:
    one, two = ((DEPLOY / "nginx" / name).read_text() for name in ("reihum.conf", "compose.conf"))
    said = [line.partition("  #")[0] for line in two.partition("client_max_body_size")[2].splitlines()]
    assert said == [
        line.partition("  #")[0] for line in one.partition("client_max_body_size")[2].splitlines()
    ]
    assert len(re.findall(r"^    server (one|two):8023 ", two, re.MULTILINE)) == 2


def test_a_socket_that_is_in_use_is_not_taken_and_one_left_behind_is(tmp_path: Path) -> None:
    path = tmp_path / "socket"
    first = Running(f"sqlite:{tmp_path / 'one.db'}", "--socket", str(path))
    assert first.url == f"unix:{path}"
    assert path.stat().st_mode & 0o777 == 0o660
    with pytest.raises(AssertionError, match=r"Cannot listen on .*: Address already in use\."):
        Running(f"sqlite:{tmp_path / 'two.db'}", "--socket", str(path))
    first.kill()
    again = Running(f"sqlite:{tmp_path / 'one.db'}", "--socket", str(path))
    assert again.stop() == 0
    assert not path.exists()
    path.write_text("no socket")
    with pytest.raises(AssertionError, match=r"Cannot listen on .*: Address already in use\."):
        Running(f"sqlite:{tmp_path / 'two.db'}", "--socket", str(path))
    assert path.read_text() == "no socket"

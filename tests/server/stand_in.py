"""A stand-in for push services and webhooks, and servers that believe it to be the whole public network.

What a server may call is passed to it in code: `python -m tests.server.stand_in` starts one that resolves
every name to this machine. There is no option for that.
"""

from __future__ import annotations

import argparse
import datetime
import queue
import ssl
import threading
from collections import Counter
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from reihum.server.calls.addresses import Network
from reihum.server.serve import serve
from reihum.server.settings import CallTimes, Settings, limits_from
from tests.server.tools import PATIENCE, Running

HOST = "push.example"  # the one server of this network
QUICK = CallTimes(away=0.2, settling=0.05, interval=0.1, again=(0.05, 0.05), round=0.02)
PATIENT = CallTimes(away=600.0, settling=600.0)


class Loopback(Network):
    """A network in which every name leads here."""

    def __init__(self, port: int, certificate: str) -> None:
        super().__init__()
        self.port = port
        self._context = ssl.create_default_context(cafile=certificate)

    def allows(self, address: str) -> bool:
        return address == "127.0.0.1"

    async def resolve(self, host: str) -> list[str]:
        return ["127.0.0.1"]


@dataclass(frozen=True)
class Received:
    """A request that came in."""

    path: str
    headers: dict[str, str]
    body: bytes


class StandIn:
    """Answers every POST with the status in its path (`/410/…`), or 201, and keeps all that came in."""

    def __init__(self, folder: Path) -> None:
        self.certificate = new_certificate(folder)
        self.received: queue.Queue[Received] = queue.Queue()
        self.all: list[Received] = []
        self.seen: Counter[str] = Counter()  # by path
        stand_in = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                request = Received(self.path, {k.lower(): v for k, v in self.headers.items()}, body)
                stand_in.all.append(request)
                stand_in.seen[self.path] += 1
                first = self.path.split("/")[1]
                self.send_response(int(first) if first.isdecimal() else 201)
                self.send_header("Location", f"https://{HOST}/redirected")
                self.send_header("Content-Length", "0")
                self.end_headers()
                stand_in.received.put(request)

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate)
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def next(self, path: str | None = None) -> Received:
        """The next request, or the next one to this path."""
        while True:
            found = self.received.get(timeout=PATIENCE)
            if path is None or found.path == path:
                return found

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def url(self, path: str) -> str:
        return f"https://{HOST}{path}"


class Calling(Running):
    """A server that calls players through a stand-in."""

    def __init__(self, store: str, stand_in: StandIn, *options: str, patient: bool = False) -> None:
        self.stand_in = stand_in
        self.set_patience(patient)
        super().__init__(store, "--bot-delay", "0", *options)

    def set_patience(self, patient: bool) -> None:
        """Wait long before anybody is called, or hardly at all; from the next start on."""
        times = ["--patient"] if patient else []
        network = [str(self.stand_in.port), str(self.stand_in.certificate)]
        self.program = ("-m", "tests.server.stand_in", *times, *network)


def new_certificate(folder: Path) -> Path:
    """A certificate for the server of this network, with its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    path = folder / "certificate.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(private + certificate.public_bytes(Encoding.PEM))
    return path


def main() -> None:
    """Start a server as `reihum serve` does, but in the network of a stand-in."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--patient", action="store_true")
    parser.add_argument("stand_in", type=int)
    parser.add_argument("certificate")
    parser.add_argument("--port", type=int)
    parser.add_argument("--store")
    parser.add_argument("--bot-delay", type=float, default=0.0)
    parser.add_argument("--calls", default="all")
    parser.add_argument("--idle", type=float, default=30.0)
    parser.add_argument("--limit", action="append", default=[])
    told = parser.parse_args()
    settings = Settings(
        port=told.port,
        store=told.store,
        bot_delay=told.bot_delay,
        calls=told.calls,
        idle=told.idle,
        call_times=PATIENT if told.patient else QUICK,
        limits=limits_from(told.limit),
    )
    serve(settings, network=Loopback(told.stand_in, told.certificate))


if __name__ == "__main__":
    main()

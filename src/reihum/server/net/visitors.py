"""Who is at the other end of a connection: a visitor, or a proxy that says for whom it asks."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

SCHEMES: Final = {"http": "http", "https": "https", "ws": "http", "wss": "https"}  # that proxies name


class Visitor(NamedTuple):
    """Where a request comes from, and whether it came there over http or https."""

    host: str
    scheme: str


def visitor_behind(
    peer: str, scheme: str, headers: Iterable[tuple[bytes, bytes]], proxies: Collection[str]
) -> Visitor:
    """Who makes a request: only a trusted proxy is believed when it says that it asks for somebody else."""
    if peer not in proxies:
        return Visitor(peer, scheme)
    forwarded: list[str] = []
    for name, value in headers:
        if name == b"x-forwarded-for":
            forwarded += value.decode("latin-1").split(",")
        elif name == b"x-forwarded-proto":
            scheme = SCHEMES.get(value.decode("latin-1").strip().lower(), scheme)
    hosts = [host for each in forwarded if (host := without_port(each.strip()))]
    # Each proxy adds at the end who asked it; what stands before that, anybody can have written.
    said = [host for host in hosts if host not in proxies]
    return Visitor(said[-1] if said else peer, scheme)


def without_port(text: str) -> str:
    """An address without its port: some proxies write `192.0.2.1:5060` or `[2001:db8::1]:5060`."""
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text

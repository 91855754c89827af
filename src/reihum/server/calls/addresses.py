"""Which addresses on the network may be called: public ones over TLS, and never the host's own network.

Anybody who plays here may name an address, so none is trusted: it is taken apart, its name is resolved once,
every address behind the name must be public and outside this machine's own network, and the connection goes
to one of those and nowhere else.
"""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final
from urllib.parse import urlsplit

from reihum.wire.requests import LONGEST_ADDRESS

LONGEST_NAME: Final = 253  # of a host, as the DNS has it
PORT: Final = 443  # any other would let strangers try the doors of others from here
RESOLVE_TIMEOUT: Final = 5.0  # seconds
RESOLVERS: Final = 4  # threads: a slow name server must not hold up anything else
LINK_BITS: Final = 64  # bits that all IPv6 addresses of one local network share

_VISIBLE: Final = re.compile(r"[!-~]+")
_LABEL: Final = r"(?!-)[a-z0-9-]{1,63}(?<!-)"
# A last label with a letter in front: so nothing that a resolver would take for a number in disguise.
_NAME: Final = re.compile(rf"(?:{_LABEL}\.)+(?=[a-z]){_LABEL}")

# Names that mean something only inside a network (RFC 6761, 6762, 8375, 9476, and by habit).
LOCAL: Final = (
    "localhost",
    "local",
    "internal",
    "intranet",
    "private",
    "corp",
    "home",
    "lan",
    "arpa",
    "onion",
)

UNICAST: Final = IPv6Network("2000::/3")  # what is given out; everything else has a special meaning
NAT64: Final = IPv6Network("64:ff9b::/96")  # an IPv4 address in its last 32 bits
SPECIAL: Final = tuple(
    map(
        IPv6Network,
        (
            "2001::/23",  # Teredo, ORCHID, benchmarks: tunnels and trials
            "2001:db8::/32",  # documentation
            "2002::/16",  # 6to4: an IPv4 address that a relay would unpack
            "3fff::/20",  # documentation
        ),
    )
)


class Forbidden(Exception):
    """An address that is not called."""


@dataclass(frozen=True)
class Target:
    """An address that may be called, once its name has been resolved."""

    host: str
    path: str  # with the query

    @property
    def origin(self) -> str:
        """The server, as RFC 8292 wants it named."""
        return f"https://{self.host}"


def target_at(url: str) -> Target:
    """The target that a URL names; Forbidden if it is not https, or says more than a name and a path."""
    if len(url) > LONGEST_ADDRESS or not _VISIBLE.fullmatch(url):
        raise Forbidden("not an address")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Forbidden("not an address") from None
    if parts.scheme != "https" or port not in (None, PORT) or "@" in parts.netloc or "\\" in url:
        raise Forbidden("not plain https")
    host = (parts.hostname or "").removesuffix(".")
    if len(host) > LONGEST_NAME or not _NAME.fullmatch(host):
        raise Forbidden("not the name of a server")
    if host.rpartition(".")[2] in LOCAL:
        raise Forbidden("a name of the local network")
    return Target(host, f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}")


def is_public(address: str) -> bool:
    """Whether an IP address belongs to the public network, whatever it may be wrapped in."""
    try:
        found = ip_address(address)
    except ValueError:  # with a zone, for instance, which only a link-local address has
        return False
    if isinstance(found, IPv4Address):
        return is_public_v4(found)
    if isinstance(found, IPv6Address) and found.scope_id is not None:
        return False
    if found in NAT64:
        return is_public_v4(IPv4Address(int(found) & 0xFFFF_FFFF))
    return found in UNICAST and not any(found in network for network in SPECIAL)


def is_public_v4(address: IPv4Address) -> bool:
    """Whether an IPv4 address belongs to the public network."""
    relay = address.packed[:3] == bytes((192, 88, 99))  # of 6to4
    return address.is_global and not (address.is_multicast or address.is_reserved or relay)


def is_next_door(address: str, own: str) -> bool:
    """Whether an address is this machine's, or in the same IPv6 network, where all addresses are public."""
    found, ours = ip_address(address), ip_address(own.partition("%")[0])
    if isinstance(found, IPv6Address) and isinstance(ours, IPv6Address):
        return found in ip_network((int(ours), LINK_BITS), strict=False)
    return found == ours


class Network:
    """The network beyond this server: names are resolved, and addresses judged, here and nowhere else."""

    def __init__(self) -> None:
        self.port = PORT
        self._context: ssl.SSLContext | None = None
        self._resolvers = ThreadPoolExecutor(RESOLVERS, "resolver")

    @property
    def context(self) -> ssl.SSLContext:
        """What certificates are checked against: reading them all takes a while, so only when needed."""
        if self._context is None:
            self._context = ssl.create_default_context()
        return self._context

    async def addresses(self, host: str) -> list[str]:
        """Where a name leads, all of it public; Forbidden if one is not, OSError if nobody knows the name."""
        async with asyncio.timeout(RESOLVE_TIMEOUT):
            found = await self.resolve(host)
        if not found or not all(map(self.allows, found)):
            raise Forbidden("the name leads into a private network")
        return found

    def allows(self, address: str) -> bool:
        """Whether this address may be called."""
        if not is_public(address):
            return False
        own = self.own_address(address)
        return own is None or not is_next_door(address, own)

    def own_address(self, address: str) -> str | None:
        """This machine's address as it would call another one; None if there is no way there."""
        try:
            family = socket.AF_INET6 if ":" in address else socket.AF_INET
            with socket.socket(family, socket.SOCK_DGRAM) as unsent:  # asks for the way, and sends nothing
                unsent.connect((address, self.port))
                return str(unsent.getsockname()[0])
        except OSError:
            return None

    async def resolve(self, host: str) -> list[str]:
        """The addresses of a name, the preferred ones first."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._resolvers, look_up, host)

    def close(self) -> None:
        """Resolve nothing any more."""
        self._resolvers.shutdown(wait=False, cancel_futures=True)


def look_up(host: str) -> list[str]:
    """Ask the system for the addresses of a name: of this one, not of one with the local domain behind it."""
    found = socket.getaddrinfo(f"{host}.", PORT, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))

"""Where others in the same network find this server."""

from __future__ import annotations

import ipaddress
import socket
from typing import Final

from reihum.server.settings import Settings

PROBE_ADDRESS: Final = ("192.0.2.1", 9)  # an address reserved for examples: nothing is sent there


def lan_url(settings: Settings) -> str | None:
    """The address for other devices in the network; None if only this machine can reach the server."""
    if settings.proxies or settings.socket:
        return None  # people come through the proxy, at an address that only the host knows
    host = lan_host(settings.host)
    return None if host is None else url_of(host, settings.port) + settings.root


def lan_host(host: str) -> str | None:
    """The host by which others reach a server that listens on this one."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return None if host == "localhost" else host
    if address.is_unspecified:
        return own_address()
    return None if address.is_loopback else host


def own_address() -> str | None:
    """The address of this machine in its network; None if there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(PROBE_ADDRESS)  # for datagrams this only looks up the route
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if ipaddress.ip_address(found).is_loopback else found


def url_of(host: str, port: int) -> str:
    """The URL of a host and a port."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

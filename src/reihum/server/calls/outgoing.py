"""One POST to an address of the public network: no redirects, little patience, next to nothing read."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final

import h11

from reihum.server.calls.addresses import Network, Target

TIMEOUT: Final = 10.0  # seconds for everything, from the name to the answer
MOST_READ: Final = 16 * 1024  # bytes of an answer, of which only the status matters
MOST_TRIED: Final = 2  # addresses of one name


class Unreached(Exception):
    """Nobody answered there, or not in HTTP."""


async def post(network: Network, target: Target, headers: Mapping[str, str], body: bytes) -> int:
    """Send a request, and return the status of the answer; Forbidden if the target may not be called."""
    try:
        async with asyncio.timeout(TIMEOUT):
            addresses = await network.addresses(target.host)
            reader, writer = await connect(network, target, addresses)
            try:
                return await exchange(reader, writer, request_of(target, headers, body), body)
            finally:
                writer.transport.abort()
    except (OSError, EOFError, h11.RemoteProtocolError) as error:  # a timeout is an OSError, too
        raise Unreached(type(error).__name__) from error


async def connect(
    network: Network, target: Target, addresses: list[str]
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection to one of the addresses that were found, as the server whose name was called."""
    last: OSError = OSError("There is no address.")
    for address in addresses[:MOST_TRIED]:
        try:
            return await asyncio.open_connection(
                address, network.port, ssl=network.context, server_hostname=target.host, limit=MOST_READ
            )
        except OSError as error:
            last = error
    raise last


def request_of(target: Target, headers: Mapping[str, str], body: bytes) -> h11.Request:
    """The head of a request."""
    usual = {"host": target.host, "connection": "close", "user-agent": "Reihum"}
    whole = {**usual, **headers, "content-length": str(len(body))}
    lines = [(name.encode(), value.encode("latin-1")) for name, value in whole.items()]
    return h11.Request(method=b"POST", target=target.path.encode(), headers=lines)


async def exchange(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: h11.Request, body: bytes
) -> int:
    """Send a request; the status of the answer, of which nothing else is read."""
    connection = h11.Connection(h11.CLIENT, max_incomplete_event_size=MOST_READ)
    for part in (request, h11.Data(data=body), h11.EndOfMessage()):
        writer.write(connection.send(part) or b"")
    await writer.drain()
    left = MOST_READ
    while not isinstance(event := connection.next_event(), h11.Response):
        if event is h11.NEED_DATA:
            if not left:
                raise EOFError("There was no end to it.")
            data = await reader.read(left)
            connection.receive_data(data)
            left -= len(data)
        elif not isinstance(event, h11.InformationalResponse):
            raise EOFError("There was no answer.")
    return event.status_code

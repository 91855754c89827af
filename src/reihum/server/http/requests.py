"""One request over HTTP: who makes it, where it comes from, its body, and its answer."""

from __future__ import annotations

import asyncio
from typing import Final, TypeVar

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from reihum.server.http.refusals import HttpRefusal
from reihum.server.limits import asker_at
from reihum.table.judge import Problem
from reihum.wire import MESSAGE_LIMIT
from reihum.wire.encoding import Malformed, convert, encode, read_json

DEFAULT_PORTS: Final = {"http": ":80", "https": ":443"}  # which an origin leaves out
B = TypeVar("B")


class Visit:
    """One request, and who makes it."""

    def __init__(self, request: Request, player: str | None) -> None:
        self.request = request
        self.player = player or ""  # empty for a stranger
        self.cookie: str | None = None  # a new token to be kept by the browser; empty: to be thrown away


def reply(value: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A value as JSON."""
    return Response(encode(value), status, headers, media_type="application/json")


def refuse_problem(found: B | Problem) -> B:
    """Raise a problem as a refusal; anything else is returned."""
    if isinstance(found, Problem):
        raise HttpRefusal(found)
    return found


def address_of(request: HTTPConnection) -> str:
    """Where a request comes from, as limits count it."""
    return asker_at(request.client.host) if request.client else ""


def refuse_foreign(origin: str | None, host: str | None) -> None:
    """Refuse requests from pages of other sites, which may not act for a player who visits them."""
    if origin is None:
        return
    scheme, _, site = origin.partition("://")
    if not host or not site or site != host.removesuffix(DEFAULT_PORTS.get(scheme, "")):
        raise HttpRefusal("foreign")


def parse_body(text: bytes, kind: type[B], optional: bool) -> B:
    """A body in its expected form."""
    if not text and optional:
        return kind()
    try:
        value = read_json(text)
        if not isinstance(value, dict):
            raise Malformed("A body is a JSON object.")
        return convert(value, kind)
    except Malformed:
        raise HttpRefusal("malformed") from None


async def read_body(request: Request, timeout: float) -> bytes:
    """The body of a request, which must say that it is JSON, be small enough, and arrive in time."""
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length[:12]) > MESSAGE_LIMIT:
        raise HttpRefusal("too_large")
    body = b""
    try:
        async with asyncio.timeout(timeout):
            async for part in request.stream():
                body += part
                if len(body) > MESSAGE_LIMIT:
                    raise HttpRefusal("too_large")
    except TimeoutError:
        raise HttpRefusal("too_late") from None
    if (
        body
        and request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json"
    ):
        raise HttpRefusal("content_type")
    return body

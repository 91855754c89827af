"""A player at a server, over HTTP: has a token, opens tables, takes seats, lists tables."""

from __future__ import annotations

import asyncio
import json
import re
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection, IncompleteRead
from typing import Any, Final, TypeVar
from urllib.parse import quote, urlsplit

import msgspec

from reihum.client.errors import Garbled, Refused, Unreachable
from reihum.client.seat import Seat
from reihum.core.errors import ReihumError
from reihum.wire.encoding import Malformed, convert, read_json
from reihum.wire.from_server import TableShown
from reihum.wire.requests import TOKEN_PATTERN, FoundTable, NewToken, OpenAnswer, Tables, TakenSeat

REQUEST_TIMEOUT: Final = 30.0  # seconds for one request
LARGEST_ANSWER: Final = 4_000_000  # bytes
LONGEST_TEXT: Final = 300  # characters of a server's sentence
LONGEST_RETRY: Final = 3600.0  # seconds; a server that asks for more is asked again after these
T = TypeVar("T")
TOKEN_FORM: Final = re.compile(TOKEN_PATTERN)
BAD_ADDRESS: Final = "The address of a server looks like http://127.0.0.1:8023."
LINK_END: Final = re.compile(r"/t/[^/]*/?$")  # of a table's link, which names its server as well


class Guest:
    """A player at one server; a token is requested when it is needed, unless one is given.

    Anyone who has the token is the same player: `Guest(url, token=await guest.token())`.
    """

    def __init__(self, url: str, token: str | None = None, lang: str = "en") -> None:
        try:
            parts = urlsplit(url)
            self._host, self._port = parts.hostname or "", parts.port
        except ValueError:  # the port, or an address in brackets, is not valid
            raise ReihumError(BAD_ADDRESS) from None
        if parts.scheme not in ("http", "https") or not self._host:
            raise ReihumError(BAD_ADDRESS)
        self._root = LINK_END.sub("", parts.path).rstrip("/")  # the path below which the server is
        self.url = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{self._root}"
        if token is not None and not TOKEN_FORM.fullmatch(token):
            raise ReihumError("A token is a text without spaces and line breaks.")
        self.lang = lang
        self._secure = parts.scheme == "https"
        self._token = token
        self._asking = asyncio.Lock()

    async def token(self) -> str:
        """The secret that identifies this player at the server; never show it to others."""
        async with self._asking:
            if self._token is None:
                answer = await self.request("POST", "/api/token", known=False)
                self._token = self._convert(answer, NewToken).token
            return self._token

    # -- tables -----------------------------------------------------------------------------------

    async def open(self, game: str, players: int | None = None, **more: Any) -> str:
        """Open a table; `more` is anything else the protocol allows: options, seats, name, public, pace."""
        body = {"game": game, **more} | ({} if players is None else {"players": players})
        return self._convert(await self.request("POST", "/api/tables", body), OpenAnswer).table

    async def table(self, table: str) -> dict[str, Any]:
        """The public facts about a table."""
        answer = await self.request("GET", table_path(table))
        self._convert(answer, TableShown)
        return answer

    async def sit(
        self, table: str, seat: int | None = None, name: str | None = None, program: str = ""
    ) -> int:
        """Sit down, or come back, and return the seat's number; programs should give their name."""
        wanted = {"seat": seat, "name": name, "program": program}
        body = {key: value for key, value in wanted.items() if value not in (None, "")}
        return self._convert(await self.request("POST", f"{table_path(table)}/sit", body), TakenSeat).seat

    async def start(self, table: str) -> None:
        """Start the game, with bots in the open seats; only the host can."""
        await self.request("POST", f"{table_path(table)}/start")

    async def leave(self, table: str) -> None:
        """Leave the table; if the game has begun, a bot takes over."""
        await self.request("POST", f"{table_path(table)}/leave")

    async def rematch(self, table: str) -> str:
        """The table for another game with the same players."""
        return self._convert(await self.request("POST", f"{table_path(table)}/rematch"), FoundTable).table

    async def record(self, table: str) -> str:
        """The record of a finished game."""
        return self._convert(await self.request("GET", f"{table_path(table)}/record"), RecordText).text

    async def table_with(self, code: str) -> str:
        """The table that a code stands for."""
        return self._convert(await self.request("GET", f"/api/code/{quote(code, safe='')}"), FoundTable).table

    async def mine(self) -> list[dict[str, Any]]:
        """This player's own tables."""
        return await self._tables("/api/mine")

    async def public(self) -> list[dict[str, Any]]:
        """The public tables that have an open seat."""
        return await self._tables("/api/tables")

    async def _tables(self, path: str) -> list[dict[str, Any]]:
        answer = await self.request("GET", path)
        self._convert(answer, Tables)
        return list(answer["tables"])

    def look(
        self, table: str, nonce: str | None = None, patience: float | None = None, openly: bool = False
    ) -> Seat:
        """Look at a table, from this player's own seat or as a spectator.

        The nonce is this player's part of the randomness that deals the cards; if left out, it is random. It
        is promised first, and said when nobody can change anything any more, or else `openly` at once.
        The table is lost after `patience` seconds without a server; if left out, it tries for ever.
        """
        return Seat(self.url, table, self.token, self.lang, nonce, patience, openly)

    # -- requests ---------------------------------------------------------------------------------

    async def request(
        self, method: str, path: str, body: dict[str, Any] | None = None, known: bool = True
    ) -> dict[str, Any]:
        """Make one request and return the answer; an answer that is not JSON is returned as `text`."""
        headers = {"Accept-Language": self.lang}
        if known:
            headers["Authorization"] = f"Bearer {await self.token()}"
        return await asyncio.to_thread(self._exchange, method, path, body, headers)

    def _convert(self, answer: dict[str, Any], kind: type[T]) -> T:
        """The answer as this type, if it is what the protocol describes."""
        try:
            return convert(answer, kind)
        except Malformed:
            raise Garbled(self.url) from None

    def _exchange(
        self, method: str, path: str, body: dict[str, Any] | None, headers: dict[str, str]
    ) -> dict[str, Any]:
        kind = HTTPSConnection if self._secure else HTTPConnection
        connection = kind(self._host, self._port, timeout=REQUEST_TIMEOUT)
        try:
            if body is not None:
                headers["Content-Type"] = "application/json"
            connection.request(method, self._root + path, None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            answer = response.read(LARGEST_ANSWER)
            if response.length:  # the connection broke halfway
                raise IncompleteRead(answer, response.length)
            return self._answer(response, answer)
        except (OSError, HTTPException) as error:
            why = getattr(error, "strerror", None) or str(error) or type(error).__name__
            raise Unreachable(f"{self.url} cannot be reached: {why}.") from None
        finally:
            connection.close()

    def _answer(self, response: HTTPResponse, body: bytes) -> dict[str, Any]:
        """The server's answer, or the error that it stands for."""
        status = response.status
        if response.headers.get_content_type() != "application/json":
            if status >= 300:
                raise Refused(status, "", f"The server answers with status {status}.")
            return {"text": body.decode("utf-8", "replace")}
        try:
            answer = dict(read_json(body))
        except (Malformed, ValueError, TypeError):
            raise Garbled(self.url) from None
        if status >= 300:
            text = str(answer.get("text", f"The server answers with status {status}."))[:LONGEST_TEXT]
            raise Refused(status, str(answer.get("error", "")), text, retry_seconds(response))
        return answer


class RecordText(msgspec.Struct):
    """A record, which is not sent as JSON."""

    text: str


def table_path(table: str) -> str:
    """The path of a table."""
    return f"/api/tables/{quote(table, safe='')}"


def retry_seconds(response: HTTPResponse) -> float:
    """How many seconds a server asks us to wait; 0 if it does not say."""
    wait = response.headers.get("Retry-After", "")
    return min(float(wait), LONGEST_RETRY) if wait.isascii() and wait.isdecimal() else 0.0

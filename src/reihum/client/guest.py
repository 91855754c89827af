"""Somebody at a server: has a token, opens tables, sits down, looks around. All over HTTP."""

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

PATIENCE: Final = 30.0  # seconds for one request
LARGEST: Final = 4_000_000  # bytes of an answer
LONGEST_TEXT: Final = 300  # characters of a sentence of a server
LONGEST_WAIT: Final = 3600.0  # seconds for which a server may ask to be left alone
T = TypeVar("T")
TOKEN: Final = re.compile(TOKEN_PATTERN)
ADDRESS: Final = "The address of a server looks like http://127.0.0.1:8023."


class Guest:
    """A player at one server; a token is asked for when it is needed, or brought along.

    Whoever keeps the token is the same player later: `Guest(url, token=await guest.token())`.
    """

    def __init__(self, url: str, token: str | None = None, lang: str = "en") -> None:
        try:
            parts = urlsplit(url)
            self._host, self._port = parts.hostname or "", parts.port
        except ValueError:  # of what is no port, or no address in brackets
            raise ReihumError(ADDRESS) from None
        if parts.scheme not in ("http", "https") or not self._host:
            raise ReihumError(ADDRESS)
        self.url = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
        if token is not None and not TOKEN.fullmatch(token):
            raise ReihumError("A token is a text without spaces and line breaks.")
        self.lang = lang
        self._secure = parts.scheme == "https"
        self._token = token
        self._asking = asyncio.Lock()

    async def token(self) -> str:
        """Who one is at this server: a secret, which is never shown to others."""
        async with self._asking:
            if self._token is None:
                answer = await self.request("POST", "/api/token", known=False)
                self._token = self._read(answer, NewToken).token
            return self._token

    # -- tables -----------------------------------------------------------------------------------

    async def open(self, game: str, players: int | None = None, **more: Any) -> str:
        """Open a table, with what else the protocol knows: options, seats, name, public, pace."""
        body = {"game": game, **more} | ({} if players is None else {"players": players})
        return self._read(await self.request("POST", "/api/tables", body), OpenAnswer).table

    async def table(self, table: str) -> dict[str, Any]:
        """What a table is like."""
        answer = await self.request("GET", at(table))
        self._read(answer, TableShown)
        return answer

    async def sit(
        self, table: str, seat: int | None = None, name: str | None = None, program: str = ""
    ) -> int:
        """Sit down, or come back; the number of the seat. A program says what it is called."""
        wanted = {"seat": seat, "name": name, "program": program}
        body = {key: value for key, value in wanted.items() if value not in (None, "")}
        return self._read(await self.request("POST", f"{at(table)}/sit", body), TakenSeat).seat

    async def start(self, table: str) -> None:
        """Begin, with bots on the open seats; for the host."""
        await self.request("POST", f"{at(table)}/start")

    async def leave(self, table: str) -> None:
        """Get up; once the game has begun a bot plays on."""
        await self.request("POST", f"{at(table)}/leave")

    async def rematch(self, table: str) -> str:
        """The table at which the same people play again."""
        return self._read(await self.request("POST", f"{at(table)}/rematch"), FoundTable).table

    async def record(self, table: str) -> str:
        """The record of a finished game."""
        return self._read(await self.request("GET", f"{at(table)}/record"), RecordText).text

    async def table_with(self, code: str) -> str:
        """The table to which a code leads."""
        return self._read(await self.request("GET", f"/api/code/{quote(code, safe='')}"), FoundTable).table

    async def mine(self) -> list[dict[str, Any]]:
        """One's own tables."""
        return await self._tables("/api/mine")

    async def public(self) -> list[dict[str, Any]]:
        """The public tables that have an open seat."""
        return await self._tables("/api/tables")

    async def _tables(self, path: str) -> list[dict[str, Any]]:
        answer = await self.request("GET", path)
        self._read(answer, Tables)
        return list(answer["tables"])

    def look(self, table: str, nonce: str | None = None, patience: float | None = None) -> Seat:
        """Look at a table: from one's own seat, or as a spectator.

        The nonce is one's own part of the chance that deals the cards; left out, it is drawn. After so many
        seconds of `patience` without a server the table is lost; left out, it is tried for ever.
        """
        return Seat(self.url, table, self.token, self.lang, nonce, patience)

    # -- requests ---------------------------------------------------------------------------------

    async def request(
        self, method: str, path: str, body: dict[str, Any] | None = None, known: bool = True
    ) -> dict[str, Any]:
        """One request; text that is not JSON comes as `text`."""
        headers = {"Accept-Language": self.lang}
        if known:
            headers["Authorization"] = f"Bearer {await self.token()}"
        return await asyncio.to_thread(self._exchange, method, path, body, headers)

    def _read(self, answer: dict[str, Any], kind: type[T]) -> T:
        """An answer as the protocol describes it."""
        try:
            return convert(answer, kind)
        except Malformed:
            raise Garbled(self.url) from None

    def _exchange(
        self, method: str, path: str, body: dict[str, Any] | None, headers: dict[str, str]
    ) -> dict[str, Any]:
        kind = HTTPSConnection if self._secure else HTTPConnection
        connection = kind(self._host, self._port, timeout=PATIENCE)
        try:
            if body is not None:
                headers["Content-Type"] = "application/json"
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            answer = response.read(LARGEST)
            if response.length:  # the connection broke in the middle of it
                raise IncompleteRead(answer, response.length)
            return self._answer(response, answer)
        except (OSError, HTTPException) as error:
            why = getattr(error, "strerror", None) or str(error) or type(error).__name__
            raise Unreachable(f"{self.url} cannot be reached: {why}.") from None
        finally:
            connection.close()

    def _answer(self, response: HTTPResponse, body: bytes) -> dict[str, Any]:
        """What the server answered."""
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
            raise Refused(status, str(answer.get("error", "")), text, seconds_in(response))
        return answer


class RecordText(msgspec.Struct):
    """A record, which does not come as JSON."""

    text: str


def at(table: str) -> str:
    """The path of a table."""
    return f"/api/tables/{quote(table, safe='')}"


def seconds_in(response: HTTPResponse) -> float:
    """After how many seconds a server wants to be asked again; 0 if it does not say."""
    wait = response.headers.get("Retry-After", "")
    return min(float(wait), LONGEST_WAIT) if wait.isascii() and wait.isdecimal() else 0.0

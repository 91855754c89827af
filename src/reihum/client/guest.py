"""Somebody at a server: has a token, opens tables, sits down, looks around. All over HTTP."""

from __future__ import annotations

import asyncio
import json
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any, Final
from urllib.parse import quote, urlsplit

from reihum.client.seat import Seat
from reihum.core.errors import ReihumError

PATIENCE: Final = 30.0  # seconds for one request
LARGEST: Final = 4_000_000  # bytes of an answer


class Refused(ReihumError):
    """The server says no: with its status, its code and its sentence."""

    def __init__(self, status: int, error: str, text: str, wait: float = 0.0) -> None:
        super().__init__(text)
        self.status = status
        self.error = error
        self.wait = wait  # seconds after which to try again


class Guest:
    """A player at one server; a token is asked for when it is needed, or brought along."""

    def __init__(self, url: str, token: str | None = None, lang: str = "en") -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ReihumError("The address of a server looks like http://127.0.0.1:8023.")
        self.url = f"{parts.scheme}://{parts.netloc}"
        self.lang = lang
        self._parts = parts
        self._token = token
        self._asking = asyncio.Lock()

    async def token(self) -> str:
        """Who one is at this server."""
        async with self._asking:
            if self._token is None:
                self._token = str((await self.request("POST", "/api/token", known=False))["token"])
            return self._token

    # -- tables -----------------------------------------------------------------------------------

    async def open(self, game: str, players: int | None = None, **more: Any) -> str:
        """Open a table, with what else the protocol knows: options, seats, name, public, pace."""
        body = {"game": game, **more} | ({} if players is None else {"players": players})
        return str((await self.request("POST", "/api/tables", body))["table"])

    async def table(self, table: str) -> dict[str, Any]:
        """What a table is like."""
        return await self.request("GET", f"/api/tables/{quote(table, safe='')}")

    async def sit(
        self, table: str, seat: int | None = None, name: str | None = None, program: str = ""
    ) -> int:
        """Sit down, or come back; the number of the seat. A program says what it is called."""
        wanted = {"seat": seat, "name": name, "program": program}
        body = {key: value for key, value in wanted.items() if value not in (None, "")}
        return int((await self.request("POST", f"/api/tables/{quote(table, safe='')}/sit", body))["seat"])

    async def start(self, table: str) -> None:
        """Begin, with bots on the open seats; for the host."""
        await self.request("POST", f"/api/tables/{quote(table, safe='')}/start")

    async def leave(self, table: str) -> None:
        """Get up."""
        await self.request("POST", f"/api/tables/{quote(table, safe='')}/leave")

    async def rematch(self, table: str) -> str:
        """The table at which the same people play again."""
        return str((await self.request("POST", f"/api/tables/{quote(table, safe='')}/rematch"))["table"])

    async def record(self, table: str) -> str:
        """The record of a finished game."""
        return str((await self.request("GET", f"/api/tables/{quote(table, safe='')}/record"))["text"])

    async def table_with(self, code: str) -> str:
        """The table to which a code leads."""
        return str((await self.request("GET", f"/api/code/{quote(code, safe='')}"))["table"])

    async def mine(self) -> list[dict[str, Any]]:
        """The own tables."""
        return list((await self.request("GET", "/api/mine"))["tables"])

    async def public(self) -> list[dict[str, Any]]:
        """The public tables that have an open seat."""
        return list((await self.request("GET", "/api/tables"))["tables"])

    def look(self, table: str, nonce: str | None = None) -> Seat:
        """Look at a table: from the own seat, or as a spectator."""
        return Seat(self.url, table, self.token, self.lang, nonce)

    # -- requests ---------------------------------------------------------------------------------

    async def request(
        self, method: str, path: str, body: dict[str, Any] | None = None, known: bool = True
    ) -> dict[str, Any]:
        """One request; text that is not JSON comes as `text`."""
        headers = {"Accept-Language": self.lang}
        if known:
            headers["Authorization"] = f"Bearer {await self.token()}"
        return await asyncio.to_thread(self._requested, method, path, body, headers)

    def _requested(
        self, method: str, path: str, body: dict[str, Any] | None, headers: dict[str, str]
    ) -> dict[str, Any]:
        kind = HTTPSConnection if self._parts.scheme == "https" else HTTPConnection
        connection = kind(self._parts.hostname or "", self._parts.port, timeout=PATIENCE)
        try:
            if body is not None:
                headers["Content-Type"] = "application/json"
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            return read(response, response.read(LARGEST))
        except (OSError, HTTPException) as error:
            raise ReihumError(f"{self.url} cannot be reached: {error or type(error).__name__}.") from None
        finally:
            connection.close()


def read(response: HTTPResponse, body: bytes) -> dict[str, Any]:
    """What the server answered."""
    if response.headers.get_content_type() != "application/json":
        if response.status >= 400:
            raise Refused(response.status, "", f"The server answers with status {response.status}.")
        return {"text": body.decode("utf-8")}
    answer = json.loads(body)
    if response.status >= 400:
        wait = response.headers.get("Retry-After", "0")
        raise Refused(
            response.status,
            str(answer.get("error")),
            str(answer.get("text")),
            float(wait) if wait.isdigit() else 0,
        )
    return dict(answer)

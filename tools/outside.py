"""Playing a visitor's seat from outside the page: the same player on another connection, without clicks."""

from __future__ import annotations

import json
import random
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.sync_api import Page
from websockets.sync.client import connect
from websockets.typing import Subprotocol

COOKIE: Final = "reihum"
RECEIVE_TIMEOUT: Final = 30.0  # seconds
ROUND_ENDING: Final = {"pass", "force", "leave"}


def steady_move(moves: list[str]) -> str | None:
    """A move that keeps all players in a round of 23; None where any move will do."""
    if not ROUND_ENDING.intersection(moves):
        return None
    return next((move for move in moves if move not in ROUND_ENDING), "pass")


class OutsidePlayer:
    """Makes moves for the seat of a page, which hears of them like any others."""

    def __init__(self, page: Page, seed: int = 1, *, rests: bool = False, pace: str = "calm") -> None:
        """Needs no break after a round, unless it `rests` and leaves that to the page."""
        url = urlsplit(page.url)
        assert url.path.startswith("/t/"), f"{page.url} is no table"
        token = next(kept["value"] for kept in page.context.cookies(page.url) if kept["name"] == COOKIE)
        connection = connect(
            f"ws://{url.netloc}/ws/{url.path.removeprefix('/t/')}",
            subprotocols=[Subprotocol("reihum.1")],
            additional_headers={"Cookie": f"{COOKIE}={token}"},
            compression=None,
            max_size=None,
            proxy=None,
        )
        self._open = ExitStack()
        self._connection = self._open.enter_context(connection)
        self._random = random.Random(seed)
        self._rests = rests
        self.now: dict[str, Any] = {}  # the last snap or step
        self._say(t="hello", pace=pace)

    def __enter__(self) -> OutsidePlayer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.now["view"]["turn"] is None

    def wait_for_moves(self) -> list[str]:
        """Wait until this seat owes a decision or the game is over, and return its legal moves."""
        while not self.now or self.now["view"] is None or (self.now["ask"] is None and not self.over):
            self._hear()
        return list(self.now["moves"])

    def hear_more(self) -> None:
        """Wait for the next message."""
        self._hear()

    def play(self, move: str | None = None) -> bool:
        """Make a move as soon as one is owed, by default any legal one; returns False if the game is over."""
        moves = self.wait_for_moves()
        if self.over:
            return False
        ask = self.now["ask"]
        self._say(t="move", cid=f"outside-{ask}", ask=ask, m=move or self._random.choice(moves))
        while self.now["ask"] == ask:
            message = self._hear()
            assert message["t"] != "nack" or message["kind"] == "stale", message
        return True

    def _say(self, **message: object) -> None:
        self._connection.send(json.dumps(message))

    def _hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._connection.recv(RECEIVE_TIMEOUT))
        if message["t"] in ("snap", "ev"):
            self.now = message
        pause = message.get("table", {}).get("pause")
        if pause and not self._rests:
            self._say(t="ready", v=pause["v"])
        return message

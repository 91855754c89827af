"""What a seat adds to the deals of its table: nonces that it promises first and says when nothing can change.

A nonce is said only if the list of a deal has our promise at our seat, and only under one list: a server that
showed us another list for the same deal would learn the nonce and could still choose what the others add.
"""

from __future__ import annotations

import secrets
from typing import Any

from reihum.core.promises import promise_of
from reihum.core.types import Json
from reihum.noted import Noted
from reihum.wire.from_server import Promises, Remix, Snap

NONCE_BYTES = 16


class OwnPart:
    """Our nonces, by deal, and the lists that we were shown."""

    def __init__(self, nonce: str | None = None, openly: bool = False) -> None:
        self.nonces = {1: new_nonce() if nonce is None else nonce}
        self.openly = openly  # whether to say the nonce at once, as programs did before there were promises
        self.lists: dict[int, Json] = {}  # as they were sent, by deal
        self.answered: set[int] = set()  # the deals for which our nonce was said
        self.given_up: list[list[int]] = []  # of each deal that was given up: the seats that did not answer

    def hello(self) -> Json:
        """What a hello says about it."""
        nonce = self.nonces[1]
        return {"nonce": nonce} if self.openly or not nonce else {"promise": promise_of(nonce)}

    def promise(self, deal: int) -> Json:
        """The promise of a new nonce for a deal after the first."""
        nonce = self.nonces.setdefault(deal, new_nonce())
        return {"t": "promise", "deal": deal, "promise": promise_of(nonce)}

    def reply(self, message: Snap | Promises | Remix, as_sent: Json, seat: int | None) -> Json | None:
        """What to answer, if anything."""
        if isinstance(message, Promises):
            return self._reveal(message, as_sent, seat)
        if isinstance(message, Remix):
            self.given_up = [*self.given_up[: message.deal - 2], message.missing]
            return self._promise_again(message.deal, message.missing, seat)
        mix = message.table.mix
        if mix is None:
            return None
        self.given_up = mix.silent
        silent = [each for missing in mix.silent for each in missing]
        return self._promise_again(mix.deal, silent, seat) if mix.stage == "promising" else None

    def _promise_again(self, deal: int, silent: list[int], seat: int | None) -> Json | None:
        """The promise for another deal; who did not answer before, and who only looks on, makes none."""
        return None if seat is None or seat in silent or self.openly else self.promise(deal)

    def _reveal(self, shown: Promises, as_sent: Json, seat: int | None) -> Json | None:
        """Our nonce, if the list has the promise of it, and is the one that we were shown before."""
        if self.lists.setdefault(shown.deal, as_sent) != as_sent:
            return None
        nonce = self.nonces.get(shown.deal)
        if nonce is None or seat is None or seat >= len(shown.seats):
            return None
        if shown.seats[seat].promise != promise_of(nonce):
            return None
        self.answered.add(shown.deal)
        return {"t": "reveal", "deal": shown.deal, "nonce": nonce}

    def noted(self) -> Noted:
        """All that the record of the game can be checked with."""
        last = max(self.answered, default=0)
        lists: list[Any] | None = list(self.lists.values()) or None
        return Noted(nonce=self.nonces.get(last), promises=lists)


def new_nonce() -> str:
    """A nonce that nobody can guess."""
    return secrets.token_urlsafe(NONCE_BYTES)

"""What can go wrong at a remote server; each error is one sentence."""

from __future__ import annotations

from reihum.core.errors import ReihumError


class Unreachable(ReihumError):
    """No server answers at this address."""


class Refused(ReihumError):
    """The server refused a request, with a status, a code and a sentence."""

    def __init__(self, status: int, error: str, text: str, wait: float = 0.0) -> None:
        super().__init__(text)
        self.status = status
        self.error = error
        self.wait = wait  # seconds after which to try again; 0 if that would not help


class Garbled(ReihumError):
    """Something answers at this address, but not as a Reihum server does."""

    def __init__(self, url: str) -> None:
        super().__init__(f"{url} answers, but not as a Reihum server does.")


class NotMade(ReihumError):
    """The server did not make a move: the kind of reason, the rule if one forbids it, and the sentence."""

    def __init__(self, kind: str, rule: str | None, text: str) -> None:
        super().__init__(text)
        self.kind = kind
        self.rule = rule


class Lost(ReihumError):
    """The table cannot be seen any more: it does not exist, this token is not allowed, or it is over."""


class Vanished(Lost):
    """The server has not answered for longer than the seat is willing to wait."""

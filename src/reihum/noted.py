"""What a player noted while a game was played, compared with its record: the strongest check there is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from reihum.core.errors import ReihumError
from reihum.core.promises import Mix, parts_from
from reihum.core.sealed import Sealed, commitment_to
from reihum.core.types import Json

NOT_A_LIST: Final = "This is not a list of promises as the server sends it."


@dataclass(frozen=True)
class Noted:
    """What somebody noted who was there; None is what was not noted."""

    commitment: str | None = None  # that the table showed first
    nonce: str | None = None  # that was theirs
    promises: list[Json] | None = None  # the lists that they were sent, one for each deal
    digest: str | None = None  # of the record, as others have it

    def problem(self, dealer: Sealed) -> str:
        """What is not as it was noted, in a sentence; empty if everything is."""
        if self.commitment is not None and (found := commitment_problem(self.commitment, dealer)):
            return found
        if self.promises is not None and (found := promises_problem(self.promises, dealer)):
            return found
        return "" if self.nonce is None else nonce_problem(self.nonce, dealer)


def commitment_problem(noted: str, dealer: Sealed) -> str:
    """What is wrong with the commitment: one is shown before the first deal, and before each other one."""
    shown = [commitment_to(each.secret) for each in earlier_deals(dealer)] + [dealer.commitment()]
    if noted.strip().lower() in shown:
        return ""
    return f"The record commits to {shown[0]}, which is not the commitment given."


def nonce_problem(nonce: str, dealer: Sealed) -> str:
    """What is wrong with the player's own nonce: it must be one of those that were mixed in."""
    if nonce and nonce in dealer.nonces:
        return ""
    for number, earlier in enumerate(earlier_deals(dealer), 1):
        if nonce and nonce in earlier.nonces:
            return f"Your nonce was not mixed in: it belongs to deal {number}, which was given up."
    return "Your nonce was not mixed in: the server has left it out, or put another in its place."


def promises_problem(noted: list[Json], dealer: Sealed) -> str:
    """What is wrong with the lists: each one must be in the record, that of the last deal among them."""
    mix = dealer.mix
    if mix is None:
        return "You were shown a list of promises, and the record has none."
    shown = {int(each["deal"]): each for each in noted}
    for deal, each in shown.items():
        if deal > mix.deal:
            return f"You were shown the list of deal {deal}, and the record ends with deal {mix.deal}."
        secret, parts = deal_in(mix, deal, dealer.secret)
        if parts != parts_from(each["seats"]) or commitment_to(secret) != each["commitment"]:
            return f"The list of deal {deal} in the record is not the one that you were shown."
    if mix.deal not in shown:
        return f"The cards are from deal {mix.deal}, whose list you were not shown."
    return ""


def deal_in(mix: Mix, deal: int, secret: bytes) -> tuple[bytes, list[Any]]:
    """The secret and the parts of one of the deals."""
    if deal == mix.deal:
        return secret, mix.parts
    earlier = mix.earlier[deal - 1]
    return earlier.secret, earlier.parts


def earlier_deals(dealer: Sealed) -> list[Any]:
    """The deals that were given up."""
    return [] if dealer.mix is None else dealer.mix.earlier


def read_promises(text: str) -> list[Json]:
    """The lists in a file: one message of the server, several in a JSON list, or one in each line."""
    found = list(messages_in(text))
    for each in found:
        deal = each.get("deal") if isinstance(each, dict) else None
        if type(deal) is not int or deal < 1 or not isinstance(each.get("commitment"), str):
            raise ReihumError(NOT_A_LIST)
        parts_from(each.get("seats"))
    if not found:
        raise ReihumError(NOT_A_LIST)
    return found


def messages_in(text: str) -> Iterator[Any]:
    """Everything in a file that is one JSON value, or one in each line."""
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        whole = None
    if whole is not None:
        yield from whole if isinstance(whole, list) else [whole]
        return
    for line in text.splitlines():
        try:
            yield json.loads(line)
        except (ValueError, RecursionError):
            raise ReihumError(NOT_A_LIST) from None

"""Chance that was promised before anybody knew it: which part each seat has in a deal.

A player may say a nonce openly, or promise one first: then its hash is in a list that is fixed, and shown
to everybody, before anybody says which nonce it was. Bots add nothing. The cards are bound to the whole list.
The method, with test vectors, is in `docs/fair.md`.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any, Final, NamedTuple

from reihum.core.errors import ReihumError
from reihum.core.types import Json

MOST_DEALS: Final = 5  # how often a list is made at most, if somebody does not say what they promised
LABEL: Final = b"reihum deal 2"
NUMBER_SIZE: Final = 4  # bytes of a number in the message for the key
HEX_32: Final = re.compile("[0-9a-f]{64}")  # 32 bytes: a secret, a commitment, a promise
NOTHING: Final = 0  # the kinds of parts, as they are mixed in
PROMISED: Final = 1
OPEN: Final = 2
BOT: Final = 3


class Part(NamedTuple):
    """What a seat adds to a deal: a nonce that it promised, or said openly, or nothing, like all bots."""

    promise: str = ""
    nonce: str = ""
    bot: bool = False


class EarlierDeal(NamedTuple):
    """A deal that was given up, because somebody did not say what they had promised."""

    secret: bytes
    parts: list[Part]
    nonces: list[str]  # by seat, as far as they were said
    missing: list[int]  # the seats that did not answer


class Mix(NamedTuple):
    """How a deal came about: which one it is, the list of all parts, and the deals before it."""

    deal: int
    parts: list[Part]
    earlier: list[EarlierDeal]


def promise_of(nonce: str) -> str:
    """The promise of a nonce."""
    return hashlib.sha256(nonce.encode("utf-8")).hexdigest()


def mixed_message(nonces: list[str], mix: Mix) -> bytes:
    """What the key is made of besides the secret: the number of the deal, the list, and all nonces."""
    pieces = [LABEL, number_bytes(mix.deal), number_bytes(len(mix.parts))]
    for part in mix.parts:
        pieces.append(bytes([kind_of(part)]))
        pieces.append(bytes.fromhex(part.promise))
    for nonce in nonces:
        text = nonce.encode("utf-8")
        pieces.append(number_bytes(len(text)))
        pieces.append(text)
    return b"".join(pieces)


def kind_of(part: Part) -> int:
    """The kind of a part, as it is mixed in."""
    if part.bot:
        return BOT
    if part.promise:
        return PROMISED
    return OPEN if part.nonce else NOTHING


def number_bytes(number: int) -> bytes:
    """A number as it is mixed in."""
    return number.to_bytes(NUMBER_SIZE, "big")


# -- as JSON --------------------------------------------------------------------------------------


def part_json(part: Part) -> Json:
    """A part as it is in the list that everybody is sent, and in records."""
    if part.bot:
        return {"bot": True}
    if part.promise:
        return {"promise": part.promise}
    return {"nonce": part.nonce} if part.nonce else {}


def part_from(value: object) -> Part:
    """A part from its JSON."""
    if isinstance(value, dict) and len(value) <= 1:
        promise, nonce = value.get("promise", ""), value.get("nonce", "")
        if not value:
            return Part()
        if value.get("bot") is True:
            return Part("", "", True)
        if isinstance(promise, str) and HEX_32.fullmatch(promise):
            return Part(promise)
        if isinstance(nonce, str) and nonce:
            return Part("", nonce)
    raise ReihumError("A part in a deal is written otherwise.")


def parts_from(value: object) -> list[Part]:
    """A list of parts from its JSON."""
    if not isinstance(value, list):
        raise ReihumError("The parts in a deal are a list with one object per seat.")
    return [part_from(each) for each in value]


def mix_json(mix: Mix) -> Json:
    """How a deal came about, as it is kept where the game is played on."""
    earlier = [earlier_json(each) for each in mix.earlier]
    return {"deal": mix.deal, "seats": [part_json(part) for part in mix.parts], "earlier": earlier}


def mix_from(value: Json) -> Mix:
    """How a deal came about, from its JSON."""
    earlier = [earlier_from(each) for each in value["earlier"]]
    return Mix(value["deal"], parts_from(value["seats"]), earlier)


def earlier_json(earlier: EarlierDeal) -> Json:
    """A deal that was given up, as it is in records."""
    return {
        "commitment": hashlib.sha256(earlier.secret).hexdigest(),
        "secret": earlier.secret.hex(),
        "seats": [part_json(part) for part in earlier.parts],
        "nonces": list(earlier.nonces),
        "missing": list(earlier.missing),
    }


def earlier_from(value: object) -> EarlierDeal:
    """A deal that was given up, from its JSON."""
    if isinstance(value, dict):
        secret, nonces, missing = value.get("secret"), value.get("nonces"), value.get("missing")
        if (
            isinstance(secret, str)
            and HEX_32.fullmatch(secret)
            and is_list_of(nonces, str)
            and is_list_of(missing, int)
            and value.get("commitment") == hashlib.sha256(bytes.fromhex(secret)).hexdigest()
        ):
            assert isinstance(nonces, list)
            assert isinstance(missing, list)
            return EarlierDeal(bytes.fromhex(secret), parts_from(value.get("seats")), nonces, missing)
    raise ReihumError("An earlier deal is incomplete, or its secret is not the one that was committed to.")


def is_list_of(value: Any, kind: type) -> bool:
    """Whether a value is a list of things of one kind."""
    return isinstance(value, list) and all(type(each) is kind for each in value)


# -- checking -------------------------------------------------------------------------------------


def mix_problem(nonces: list[str], mix: Mix) -> str:
    """What is wrong with a deal, in a sentence; empty if every nonce is what the list says."""
    silent: list[int] = []
    for number, earlier in enumerate(mix.earlier, 1):
        found = earlier_problem(number, earlier, silent)
        if found:
            return found
        silent += earlier.missing
    if mix.deal != len(mix.earlier) + 1 or mix.deal > MOST_DEALS:
        return f"The record has {len(mix.earlier)} earlier deals, and yet the cards are from deal {mix.deal}."
    allowed = unanswered(nonces, mix) if mix.deal == MOST_DEALS else []
    return list_problem(mix.deal, mix.parts, nonces, allowed, silent)


def earlier_problem(number: int, earlier: EarlierDeal, silent: list[int]) -> str:
    """What is wrong with a deal that was given up."""
    seats = len(earlier.parts)
    if not earlier.missing or not all(0 <= seat < seats for seat in earlier.missing):
        return f"Deal {number} was given up, and yet nobody was missing in it."
    for seat in earlier.missing:
        if not earlier.parts[seat].promise:
            return f"Deal {number} was given up because of seat {seat}, which had promised nothing."
    return list_problem(number, earlier.parts, earlier.nonces, earlier.missing, silent)


def list_problem(
    deal: int, parts: list[Part], nonces: list[str], missing: list[int], silent: list[int]
) -> str:
    """What is wrong with the nonces of a deal: a missing one is empty, every other one as in the list."""
    if len(parts) != len(nonces):
        return f"The list of deal {deal} has not as many seats as there are nonces."
    for seat, (part, nonce) in enumerate(zip(parts, nonces, strict=True)):
        if seat in silent and part != Part():
            return f"Seat {seat} did not answer before deal {deal}, and yet it has a part in it."
        if part.bot and nonce:
            return f"Seat {seat} is a bot's, and yet a nonce of it was mixed in."
        if seat in missing and not nonce:
            continue
        if part.promise and promise_of(nonce) != part.promise:
            return f"The nonce of seat {seat} is not the one that was promised."
        if not part.promise and nonce != part.nonce:
            return f"The nonce of seat {seat} is not the one in the list that was shown."
    return ""


def unanswered(nonces: list[str], mix: Mix) -> list[int]:
    """The seats that promised a nonce which is not there: in the last deal, it is dealt without them."""
    return [
        seat
        for seat, part in enumerate(mix.parts)
        if part.promise and not nonces[seat] and promise_of("") != part.promise
    ]

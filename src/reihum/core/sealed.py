"""Chance that can be verified afterwards: the dealer of live tables.

Before the first card the players see a commitment to a secret. Then they may add chance of their own
(nonces), and the cards come from both. At the end the secret is shown, and anyone can repeat the deal. If a
nonce was promised first, the list of all promises is part of the deal, too (`promises.py`). The whole method,
with test vectors, is in `docs/fair.md`.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Any, Final, final

from mypy_extensions import i64

from reihum.core.dealer import Dealer
from reihum.core.promises import Mix, mixed_message

SECRET_SIZE: Final = 32  # bytes
NONCE_LIMIT: Final = 64  # characters of a player's nonce
KEY_LABEL: Final = b"reihum deal 1"
LENGTH_SIZE: Final = 4  # bytes that say how long a nonce is
COUNTER_SIZE: Final = 8  # bytes that number a block
WORD_SIZE: Final = 4  # bytes of the stream that make one number
WORD_COUNT: Final = 1 << 8 * WORD_SIZE  # how many different numbers that makes


def commitment_to(secret: bytes) -> str:
    """The commitment to a secret, shown before the first card."""
    return hashlib.sha256(secret).hexdigest()


def is_good_nonce(nonce: object) -> bool:
    """Whether a player may add this to the deal."""
    if not isinstance(nonce, str) or len(nonce) > NONCE_LIMIT:
        return False
    return not any(0xD800 <= ord(character) <= 0xDFFF for character in nonce)  # surrogates have no UTF-8


def key_of(secret: bytes, nonces: list[str], mix: Mix | None = None) -> bytes:
    """The key from which all cards come: the secret, the nonces of all seats in order, and their list."""
    if mix is not None:
        return hmac.digest(secret, mixed_message(nonces, mix), "sha256")
    parts = [KEY_LABEL]
    for nonce in nonces:
        text = nonce.encode("utf-8")
        parts += [len(text).to_bytes(LENGTH_SIZE, "big"), text]
    return hmac.digest(secret, b"".join(parts), "sha256")


@final
class Sealed(Dealer):
    """Deals from a secret and the nonces of the players, seat by seat; an empty text stands for no nonce.

    With a `mix`, nonces were promised, and the cards are bound to the list of all promises.
    """

    def __init__(self, secret: bytes, nonces: list[str], mix: Mix | None = None) -> None:
        self.secret = secret
        self.nonces = nonces
        self.mix = mix
        self.key = key_of(secret, nonces, mix)
        self.block = b""
        self.blocks = 0  # how many blocks of the stream have been made
        self.at = 0  # how many bytes of the last one are used
        self.answered = 0

    def constructor_args(self) -> tuple[Any, ...]:
        """Its secret and the nonces, and how they were promised."""
        return self.secret, self.nonces, self.mix

    def below(self, n: i64) -> i64:
        """The next number of the stream, without the few at the top that would make low ones likelier."""
        number: i64 = self._word()
        fair: i64 = WORD_COUNT - WORD_COUNT % n
        while number >= fair:
            number = self._word()
        self.answered += 1
        return number % n

    def _word(self) -> i64:
        """The next bytes of the stream as a number."""
        if self.at == len(self.block):
            self.block = hmac.digest(self.key, self.blocks.to_bytes(COUNTER_SIZE, "big"), "sha256")
            self.blocks += 1
            self.at = 0
        self.at += WORD_SIZE
        return int.from_bytes(self.block[self.at - WORD_SIZE : self.at], "big")

    def commitment(self) -> str:
        """The commitment that was shown before the first card."""
        return commitment_to(self.secret)

    def mark(self) -> i64:
        """How many answers it has given."""
        return self.answered

    def copy(self) -> Sealed:
        """A dealer that will deal the same from here on."""
        twin = Sealed(self.secret, self.nonces, self.mix)
        twin.block = self.block
        twin.blocks = self.blocks
        twin.at = self.at
        twin.answered = self.answered
        return twin

"""Who is who: a player is a secret token, of which only a hash is stored; a table is a secret link."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Final

from reihum.core.sealed import SECRET_SIZE

CODE_LETTERS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # without 0 and O, 1 and I
CODE_LENGTH: Final = 6
_COOKIE: Final = "reihum"
COOKIE_AGE: Final = 365 * 24 * 3600
ID_BYTES: Final = 16
TOKEN_BYTES: Final = 32
_IDENT: Final = re.compile(r"[A-Za-z0-9_-]{22}")
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")
_KEY_DIGITS: Final = 32


def new_token() -> str:
    """A token for a new player."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_ident() -> str:
    """The link of a new table."""
    return secrets.token_urlsafe(ID_BYTES)


def new_code() -> str:
    """A short code to say aloud."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def new_secret() -> bytes:
    """The secret that deals the cards of a new table."""
    return secrets.token_bytes(SECRET_SIZE)


def cookie_name(root: str) -> str:
    """The name of the cookie of a server below a path: there may be others on the same site."""
    return _COOKIE + root.replace("/", "_")


def token_key(token: str) -> str | None:
    """What the store knows of a token; None if it cannot be one. A player is named after their first key."""
    return secret_hash(token) if _TOKEN.fullmatch(token) else None


def secret_hash(secret: str) -> str:
    """A secret as it is stored: it can be recognised, but not read."""
    return hashlib.sha256(secret.encode()).hexdigest()[:_KEY_DIGITS]


def is_ident(text: str) -> bool:
    """Whether this can be the link of a table."""
    return _IDENT.fullmatch(text) is not None


def clean_code(text: str) -> str | None:
    """A code as it is stored, from what somebody typed."""
    code = text.upper()
    return code if len(code) == CODE_LENGTH and all(letter in CODE_LETTERS for letter in code) else None

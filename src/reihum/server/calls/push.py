"""Web Push: a message that only one browser can read (RFC 8291), and the proof of who sent it (RFC 8292)."""

from __future__ import annotations

import base64
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from reihum.server.calls.addresses import Target
from reihum.wire.encoding import encode

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey, EllipticCurvePublicKey

POINT_SIZE: Final = 65  # bytes of a public key: 4, x, y
AUTH_SIZE: Final = 16
SALT_SIZE: Final = 16
SCALAR_SIZE: Final = 32  # bytes of a private key, and of half a signature
RECORD_SIZE: Final = 4096  # of which a message is one
TOKEN_LIFE: Final = 12 * 3600  # seconds for which a proof holds; at most 24 hours are allowed


class BadKeys(Exception):
    """What a browser would not have given out."""


@dataclass(frozen=True)
class BrowserKeys:
    """What a browser gives out with its endpoint: its public key, and a secret that is shared with it."""

    public: bytes
    auth: bytes

    def __str__(self) -> str:
        """As it is stored."""
        return f"{to_text(self.public)} {to_text(self.auth)}"


def browser_keys(p256dh: str, auth: str) -> BrowserKeys:
    """The keys of a browser, if they can be ones."""
    try:
        keys = BrowserKeys(from_text(p256dh), from_text(auth))
        if len(keys.auth) != AUTH_SIZE:
            raise ValueError
        public_key(keys.public)
    except ValueError:
        raise BadKeys from None
    return keys


def stored_keys(text: str) -> BrowserKeys:
    """The keys of a browser as they were stored."""
    public, _, auth = text.partition(" ")
    return BrowserKeys(from_text(public), from_text(auth))


# -- texts ----------------------------------------------------------------------------------------


def to_text(data: bytes) -> str:
    """Bytes in the alphabet of URLs, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_text(text: str) -> bytes:
    """Bytes from the alphabet of URLs; ValueError if the text is not that."""
    return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), b"-_", validate=True)


# -- keys -----------------------------------------------------------------------------------------
# `cryptography` is imported where it is used: a server that calls nobody starts without it.


def new_key() -> str:
    """A new private key of a server, as it is stored."""
    from cryptography.hazmat.primitives.asymmetric import ec

    scalar = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return to_text(scalar.to_bytes(SCALAR_SIZE, "big"))


def private_key(text: str) -> EllipticCurvePrivateKey:
    """A private key as it was stored."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(from_text(text), "big"), ec.SECP256R1())


def public_key(point: bytes) -> EllipticCurvePublicKey:
    """A public key; ValueError if it is not a point of the curve."""
    from cryptography.hazmat.primitives.asymmetric import ec

    if len(point) != POINT_SIZE:
        raise ValueError(point)
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)


def point_of(key: EllipticCurvePrivateKey) -> bytes:
    """The public part of a key."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


# -- messages -------------------------------------------------------------------------------------


def encrypt(
    message: bytes,
    browser: BrowserKeys,
    own: EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """A message that only this browser can read; the key and the salt are new ones, except in tests."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    own = ec.generate_private_key(ec.SECP256R1()) if own is None else own
    salt = os.urandom(SALT_SIZE) if salt is None else salt
    point = point_of(own)
    shared = own.exchange(ec.ECDH(), public_key(browser.public))
    secret = derive(shared, browser.auth, b"WebPush: info\0" + browser.public + point, 32)  # RFC 8291, 3.4
    key = derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)  # RFC 8188, 2.2
    nonce = derive(secret, salt, b"Content-Encoding: nonce\0", 12)  # RFC 8188, 2.3
    head = salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(point)]) + point  # RFC 8188, 2.1
    return head + AESGCM(key).encrypt(nonce, message + b"\2", None)  # 2: the last record


def derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """HKDF with SHA-256."""
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(SHA256(), length, salt, info).derive(secret)


# -- who sends them -------------------------------------------------------------------------------


def authorization(key: EllipticCurvePrivateKey, target: Target, contact: str, now: float) -> str:
    """The header that proves who sends a message; `contact` is where the host can be reached, or empty."""
    claims = {"aud": target.origin, "exp": int(now) + TOKEN_LIFE, **({"sub": contact} if contact else {})}
    signed = f"{to_text(encode({'typ': 'JWT', 'alg': 'ES256'}))}.{to_text(encode(claims))}"
    return f"vapid t={signed}.{to_text(sign(key, signed.encode()))}, k={to_text(point_of(key))}"


def sign(key: EllipticCurvePrivateKey, data: bytes) -> bytes:
    """A signature by ES256: both numbers, one after the other."""
    from cryptography.hazmat.primitives.asymmetric import ec, utils
    from cryptography.hazmat.primitives.hashes import SHA256

    numbers = utils.decode_dss_signature(key.sign(data, ec.ECDSA(SHA256())))
    return b"".join(number.to_bytes(SCALAR_SIZE, "big") for number in numbers)

"""The browser's side of Web Push: keys of its own, and reading what was encrypted for them (RFC 8291)."""

from __future__ import annotations

import os

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from reihum.server.calls.push import BrowserKeys, to_text


class Subscriber:
    """A browser that wants to be called."""

    def __init__(self) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.keys = BrowserKeys(raw_point(self.private.public_key()), os.urandom(16))

    def body(self, endpoint: str, **more: object) -> dict[str, object]:
        """What its page tells the server."""
        keys = {"p256dh": to_text(self.keys.public), "auth": to_text(self.keys.auth)}
        return {"endpoint": endpoint, "keys": keys, **more}

    def decrypt(self, body: bytes) -> bytes:
        """Read a message."""
        return decrypt(body, self.private, self.keys.auth)


def raw_point(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as browsers give it out."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def decrypt(body: bytes, private: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """Read a message of one record."""
    salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
    point, record = body[21 : 21 + length], body[21 + length :]
    assert len(record) <= size <= 4096
    assert len(body) <= 4096  # more is too much for some services
    shared = private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point))
    info = b"WebPush: info\0" + raw_point(private.public_key()) + point
    secret = HKDF(SHA256(), 32, auth, info).derive(shared)
    key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
    nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
    padded = AESGCM(key).decrypt(nonce, record, None)
    message, delimiter, padding = padded.rpartition(b"\2")
    assert (delimiter, padding.strip(b"\0")) == (b"\2", b"")
    return message

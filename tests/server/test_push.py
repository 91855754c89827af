"""Web Push to the letter: the example of RFC 8291, signatures by RFC 8292, and keys that no browser has."""

from __future__ import annotations

import json
from typing import Final

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.hashes import SHA256

from reihum.server.calls.addresses import Target
from reihum.server.calls.push import (
    BadKeys,
    BrowserKeys,
    authorization,
    browser_keys,
    encrypt,
    from_text,
    new_key,
    point_of,
    private_key,
    public_key,
    stored_keys,
    to_text,
)
from reihum.server.calls.webhooks import KINDS, webhook_request
from tests.server.browser_keys import Subscriber, decrypt

# RFC 8291, section 5 and appendix A.
PLAIN: Final = b"When I grow up, I want to be a watermelon"
SENDER: Final = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
BROWSER: Final = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
BROWSER_POINT: Final = (
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
)
AUTH: Final = "BTBZMqHH6r4Tts7J_aSIgg"
SALT: Final = "DGv6ra1nlYgDCS1FRnbzlw"
ENCRYPTED: Final = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
    "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_the_rfc_comes_out_byte_by_byte() -> None:
    keys = browser_keys(BROWSER_POINT, AUTH)
    assert to_text(encrypt(PLAIN, keys, private_key(SENDER), from_text(SALT))) == ENCRYPTED
    assert decrypt(from_text(ENCRYPTED), private_key(BROWSER), from_text(AUTH)) == PLAIN


def test_every_message_has_its_own_key_and_only_its_browser_reads_it() -> None:
    browser, other = Subscriber(), Subscriber()
    first, second = (encrypt(PLAIN, browser.keys) for _ in range(2))
    assert first[:100] != second[:100]
    assert browser.decrypt(first) == browser.decrypt(second) == PLAIN
    with pytest.raises(Exception, match=r"^$"):
        other.decrypt(first)


def test_a_sender_is_recognised_by_its_signature() -> None:
    key = private_key(new_key())
    header = authorization(key, Target("push.example", "/x"), "https://cards.example", 1_000_000.7)
    scheme, _, rest = header.partition(" ")
    token, point = (part.partition("=")[2] for part in rest.split(", "))
    head, claims, signature = token.split(".")
    assert (scheme, point) == ("vapid", to_text(point_of(key)))
    assert json.loads(from_text(head)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(from_text(claims)) == {
        "aud": "https://push.example",
        "exp": 1_000_000 + 12 * 3600,
        "sub": "https://cards.example",
    }
    both = from_text(signature)
    numbers = int.from_bytes(both[:32], "big"), int.from_bytes(both[32:], "big")
    signed = utils.encode_dss_signature(*numbers)
    public_key(from_text(point)).verify(signed, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    assert len(both) == 64
    assert "sub" not in json.loads(
        from_text(authorization(key, Target("push.example", "/"), "", 0.0).split(".")[1])
    )


def test_keys_are_stored_as_texts() -> None:
    text = new_key()
    assert len(from_text(text)) == 32
    assert point_of(private_key(text)) == point_of(private_key(text))
    keys = Subscriber().keys
    assert stored_keys(str(keys)) == keys
    assert browser_keys(to_text(keys.public) + "=", to_text(keys.auth) + "==") == keys


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", AUTH),
        ("!!!!", AUTH),
        (BROWSER_POINT[:-4], AUTH),
        (BROWSER_POINT, AUTH[:-4]),
        (BROWSER_POINT, AUTH + "AAAA"),
        (to_text(b"\4" + bytes(64)), AUTH),  # not on the curve
        (to_text(b"\4" + b"\xff" * 64), AUTH),
        (to_text(bytes(65)), AUTH),
        (to_text(b"\2" + from_text(BROWSER_POINT)[1:33]), AUTH),  # compressed, as no browser gives it
        ("ü", AUTH),
    ],
)
def test_keys_that_no_browser_gives_out_are_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(BadKeys):
        browser_keys(p256dh, auth)


def test_each_kind_of_webhook_gets_its_own_form() -> None:
    sent = {
        kind: webhook_request(kind, "Königs-Rommé", "Öz & Bo: dran", "https://c.example/t/x")
        for kind in KINDS
    }
    headers, body = sent["ntfy"]
    assert headers["title"] == "=?UTF-8?B?S8O2bmlncy1Sb21tw6k=?="
    assert (headers["click"], body.decode()) == ("https://c.example/t/x", "Öz & Bo: dran")
    assert json.loads(sent["discord"][1]) == {
        "content": "Öz & Bo: dran\nhttps://c.example/t/x",
        "allowed_mentions": {"parse": []},
    }
    assert json.loads(sent["slack"][1]) == {"text": "Öz &amp; Bo: dran\nhttps://c.example/t/x"}
    assert json.loads(sent["matrix"][1]) == {"text": "Öz & Bo: dran\nhttps://c.example/t/x"}
    assert json.loads(sent["other"][1]) == {
        "title": "Königs-Rommé",
        "text": "Öz & Bo: dran",
        "link": "https://c.example/t/x",
    }
    assert all(each[0]["content-type"] == "application/json" for kind, each in sent.items() if kind != "ntfy")
    assert webhook_request("ntfy", "23", "", "")[0]["title"] == "23"


@pytest.mark.parametrize("kind", KINDS)
def test_a_name_is_no_command_to_anybody(kind: str) -> None:
    text = "@everyone <!channel> [here](x) *Bo*"
    _, body = webhook_request(kind, "23", text, "https://c.example")
    said = body.decode() if kind == "ntfy" else str(json.loads(body))
    if kind in ("discord", "matrix"):
        assert "\\@everyone" in json.loads(body)["content" if kind == "discord" else "text"]
        assert "[here]" not in said
    if kind == "slack":
        assert "&lt;!channel&gt;" in said
        assert "<!" not in said
    assert "Bo" in said


def test_keys_have_the_sizes_of_the_rfc() -> None:
    keys = BrowserKeys(from_text(BROWSER_POINT), from_text(AUTH))
    assert (len(keys.public), len(keys.auth)) == (65, 16)

"""The published schema of the wire is current, and every kind of message is described in the page."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import product
from pathlib import Path

import msgspec
import pytest

from reihum.wire.encoding import Malformed, join_objects, read_json
from reihum.wire.from_client import Move, read_message, read_move
from reihum.wire.from_server import FromServer
from reihum.words.languages import accepted_language
from tests.server.tools import described
from tools.wire_schema import schema, schema_text

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "protocol.md").read_text("utf-8")


def strictly(text: str) -> object:
    """What a message says, read by the long way."""
    try:
        return read_message(text)
    except Malformed:
        return Malformed


CIDS = ["c1", "", "x" * 64, "x" * 65, "é", "\\u00e9", "\\n", "\\/", '\\"', "\\ud83c"]
ASKS = ["0", "-0", "1.0", "1e0", "12", "-7", "true", "null", '"1"', "99999999999999999999", "NaN"]
MORE = ["", ',"m":"9"', ',"x":1', ' ,"ask":3', ',"t":"undo"', ","]


def test_the_short_way_reads_a_move_as_the_long_way_does() -> None:
    found: Counter[tuple[bool, bool]] = Counter()
    for cid, ask, m, more in product(CIDS, ASKS, ["8x2+1", "", "€", "\\t"], MORE):
        for text in (
            f'{{"t":"move","cid":"{cid}","ask":{ask},"m":"{m}"{more}}}',
            f'{{"m":"{m}","ask":{ask}{more},"cid":"{cid}","t":"move"}}',
        ):
            quick, message = read_move(text), strictly(text)
            assert quick is None or quick == message, text
            found[quick is not None, message is Malformed] += 1
    assert found[True, False] > 20
    assert found[True, True] == 0
    assert found[False, True] > 1_000


def test_the_published_schema_is_current() -> None:
    assert (ROOT / "docs" / "protocol.schema.json").read_text("utf-8") == schema_text()


def test_the_schema_lets_readers_ignore_what_they_do_not_know() -> None:
    assert '"additionalProperties": false' not in schema_text()


def test_every_message_and_nack_is_described_in_the_page() -> None:
    parts = schema()["$defs"].values()
    tags = {part["properties"]["t"]["enum"][0] for part in parts if "t" in part["properties"]}
    assert len(tags) == 25
    assert [tag for tag in tags if f'"t":"{tag}"' not in PAGE] == []
    kinds = re.findall(r"`(seat|over|stale|turn|unknown|refused|busy|hints)`", PAGE)
    assert set(kinds) == {"seat", "over", "stale", "turn", "unknown", "refused", "busy", "hints"}


def test_every_field_of_the_messages_of_the_server_is_in_the_page() -> None:
    for name in ("Snap", "Step", "TableShown", "NotDone", "HintMade", "HintOption"):
        fields = schema()["$defs"][name]["properties"]
        assert [field for field in fields if f'"{field}"' not in PAGE] == [], name


def test_a_frame_with_something_unexpected_is_noticed() -> None:
    described({"t": "ack", "cid": "c", "v": 1}, FromServer)
    with pytest.raises(AssertionError):
        described({"t": "ack", "cid": "c", "v": 1, "secret": 2}, FromServer)
    with pytest.raises(msgspec.ValidationError):
        described({"t": "ack", "cid": "c"}, FromServer)


def test_two_objects_become_one_whatever_the_order_of_their_keys() -> None:
    one, other = {"a": 1, "b": {"c": []}}, {"d": "}", "e": None}
    for left, right in ((one, other), (other, one)):
        joined = join_objects(msgspec.json.encode(left), msgspec.json.encode(right))
        assert msgspec.json.decode(joined) == {**one, **other}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        "5",
        "{}",
        '{"t":5}',
        '{"t":"move"}',
        '{"t":"move","cid":"","ask":1,"m":"8"}',
        '{"t":"move","cid":"c","ask":"1","m":"8"}',
        '{"t":"move","cid":"c","ask":1.5,"m":"8"}',
        '{"t":"move","cid":"c","ask":true,"m":"8"}',
        '{"t":"move","cid":"c","ask":1,"m":8}',
        '{"t":"move","cid":"c","ask":1,"ask":1,"m":"8"}',
        '{"t":"move","cid":"c","ask":NaN,"m":"8"}',
        '{"t":"hello","nonce":"' + "x" * 65 + '"}',
        '{"t":"hello","nonce":"\\ud800"}',
        '{"t":"hello","since":"0"}',
        '{"t":"move","cid":"' + "c" * 65 + '","ask":1,"m":"8"}',
        "[" * 5000,
        "9" * 5000,
    ],
)
def test_what_cannot_be_a_message(text: str) -> None:
    with pytest.raises(Malformed):
        read_message(text)


def test_messages_and_fields_that_nobody_knows_are_ignored() -> None:
    assert read_message('{"t":"dance"}') is None
    assert read_message('{"t":"move","cid":"c","ask":1,"m":"8","colour":"red"}') == Move("c", 1, "8")


def test_json_has_each_key_once_at_every_depth() -> None:
    assert read_json('{"a":{"b":1},"c":{"b":1}}') == {"a": {"b": 1}, "c": {"b": 1}}
    with pytest.raises(Malformed):
        read_json('{"a":{"b":1,"b":2}}')


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("", "en"),
        ("nl", "nl"),
        ("de-AT,en;q=0.5", "de"),
        ("fr,es", "en"),
        ("en;q=0.1,nl;q=0.2", "nl"),
        ("de;q=0", "en"),
    ],
)
def test_the_language_that_a_browser_likes_best(header: str, lang: str) -> None:
    assert accepted_language(header) == lang


def test_the_schema_is_json() -> None:
    assert json.loads(schema_text())["title"] == "The wire of Reihum, reihum.1"

"""Every refusal of YoYo: a position, a move, the rule that forbids it, and the sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import reihum
from reihum.core.types import Json
from reihum.games import yoyo
from tests.tools import refused, sheet

GAME = reihum.game("yoyo")
SHEET = sheet("yoyo", "en")
SOURCES = sorted(Path(yoyo.__file__).parent.glob("*.py"))


def table(pile: str, *hands: str, **more: object) -> Json:
    """A position with seat 0 in turn; cards are written with spaces between them."""
    return {
        "game": "yoyo",
        "hands": [hand.split() for hand in hands],
        "pile": pile.split(),
        "turn": 0,
        **more,
    }


UPWARD = table("b9", "b8 b12 r3 y16", "b1 b2")
DOWNWARD = table("r9", "b12 r3 r10 y16", "b1 b2")
IN_SERIES = table("b9", "b10 b12 y10 r3", "b1 b2", phase="series", top_by=0)
JUST_DRAWN = table("b9", "b12 b13 r3", "b1 b2", drawn="b12")
HIT = table("b9 y14", "y10 b15 r3", "b1 b2", "r1 r2", pending=1, top_by=2, direction="up")
ONE_TAKEN = {**HIT, "taking": [1]}
HIT_PLAINLY = {**HIT, "options": {"plain_draw": True}}
SLIDING = table("b9 y13", "b15 r3", "b1 b2", phase="slide", top_by=0, direction="up")

REFUSALS: list[tuple[Json, int, str, str]] = [
    (table("", "y15 b2", "b3"), 0, "y15", "Y5.name"),
    (UPWARD, 0, "b8", "Y7.lower"),
    (UPWARD, 0, "r3", "Y7.turn"),
    (DOWNWARD, 0, "r10", "Y8.higher"),
    (DOWNWARD, 0, "b12", "Y8.turn"),
    (table("r16", "y16 b2", "b3"), 0, "y16", "Y10.name"),
    (UPWARD, 0, "y16^", "Y10.no_name"),
    (IN_SERIES, 0, "y10v", "Y10.in_series"),
    (table("r16", "y16", "b3"), 0, "y16^", "Y10.last"),
    (UPWARD, 0, "b13", "Y12.not_held"),
    (UPWARD, 0, "keep", "Y13.nothing_drawn"),
    (IN_SERIES, 0, "draw", "Y13.laid"),
    (JUST_DRAWN, 0, "draw", "Y13.drawn"),
    (JUST_DRAWN, 0, "b13", "Y13.only_drawn"),
    (UPWARD, 0, "stop", "Y15.no_series"),
    (IN_SERIES, 0, "b12", "Y15.not_next"),
    (UPWARD, 0, "take 1", "Y19.not_now"),
    (HIT, 0, "take 3", "Y19.no_seat"),
    (HIT, 0, "take 0", "Y19.yourself"),
    (ONE_TAKEN, 0, "take 1", "Y19.same"),
    (HIT, 0, "draw", "Y19.take_first"),
    (ONE_TAKEN, 0, "y10^", "Y19.begun"),
    (SLIDING, 1, "b1", "Y20.choose"),
    (UPWARD, 0, "slide b8", "Y20.not_now"),
    (SLIDING, 1, "slide b7", "Y20.not_held"),
    (HIT, 0, "b15", "Y22.no_answer"),
    (HIT_PLAINLY, 0, "y10^", "Y22c.plain"),
]


@pytest.mark.parametrize(("position", "seat", "move", "key"), REFUSALS, ids=[key for *_, key in REFUSALS])
def test_a_refusal_names_its_rule_and_says_why(position: Json, seat: int, move: str, key: str) -> None:
    match = GAME.from_position(position, seed=1)
    assert refused(match, move, seat) == key
    with pytest.raises(reihum.Refused) as caught:
        match.play(move, seat)
    rule = key.split(".")[0]
    why_not, cited, way_out = caught.value.sentence.partition(f" (rule {rule}).")
    assert why_not
    assert cited
    assert way_out == "" or way_out.endswith(".")
    for lang in ("de", "en", "nl"):
        assert "{" not in caught.value.text(lang)


@pytest.mark.parametrize(
    ("position", "move", "facts"),
    [
        (DOWNWARD, "r10", {"card": "r10", "top": 9}),
        (IN_SERIES, "b12", {"card": "b12", "number": 10}),
        (IN_SERIES, "y10v", {"card": "y10"}),
        (JUST_DRAWN, "draw", {"drawn": "b12"}),
        (JUST_DRAWN, "b13", {"card": "b13", "drawn": "b12"}),
        (HIT, "take 3", {"seat": 3, "last": 2}),
        (ONE_TAKEN, "take 1", {"seat": 1}),
        (HIT_PLAINLY, "y10^", {"card": "y10", "way": "take 1"}),
        (HIT_PLAINLY, "b15", {"card": "b15", "way": "take 1"}),
        ({**HIT_PLAINLY, "taking": [1]}, "y10^", {"card": "y10", "way": "take 2"}),
    ],
)
def test_a_refusal_says_what_it_is_about(position: Json, move: str, facts: dict[str, object]) -> None:
    with pytest.raises(reihum.Refused) as caught:
        GAME.from_position(position, seed=1).play(move, 0)
    assert caught.value.facts == facts


def test_these_are_all_refusals_of_the_sheet_and_of_the_code() -> None:
    tried = [key for *_, key in REFUSALS]
    code = "\n".join(path.read_text("utf-8") for path in SOURCES)
    written = re.findall(r'Refusal\(\s*"(\w+)",\s*"(\w+)"', code)
    assert len(set(tried)) == len(tried)
    assert set(tried) == set(SHEET.refusals)
    assert set(tried) == {f"{rule}.{reason}" for rule, reason in written}


def test_a_refusal_offers_the_way_out() -> None:
    for taking in ([], [1], [2]):
        match = GAME.from_position({**HIT_PLAINLY, "taking": taking}, seed=1)
        refusal = match.refusal("y10v")
        assert refusal is not None
        assert refusal.facts["way"] in match.moves()
        assert all(str(refusal.facts["way"]) in refusal.text(lang) for lang in ("de", "en", "nl"))
    for position, move in ((table("", "y15 b2", "b3"), "y15"), (table("r16", "y16 b2", "b3"), "y16")):
        with pytest.raises(reihum.Refused) as caught:
            GAME.from_position(position, seed=1).play(move)
        facts = caught.value.facts
        assert (facts["upward"], facts["downward"]) == (f"{move}^", f"{move}v")
        for way in (facts["upward"], facts["downward"]):
            assert str(way) in caught.value.sentence
            GAME.from_position(position, seed=1).play(str(way))

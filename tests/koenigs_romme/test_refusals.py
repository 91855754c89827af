"""Every refusal of Königs-Rommé: a position, a move that is not allowed there, and why not."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

import reihum
from reihum.core.spec import Json
from reihum.sheets import sheet
from tests.koenigs_romme.test_solo import HANDS as SOLO_HANDS

GAME = reihum.game("koenigs-romme")
RULES = Path(reihum.__file__).parent / "games" / "koenigs_romme"


@dataclass(frozen=True)
class Case:
    """A move that is refused."""

    key: str
    position: Json
    seat: int
    move: str
    says: str  # a part of the English sentence: the way out, or what is wrong


def table(*hands: str, **more: object) -> Json:
    """A position of the game for two or more; cards not named are in the stock."""
    return {"hands": [hand.split() for hand in hands], **more}


DRAWING = table("4s 6h 9d", "5s 7h Jd", pile=["8c"], turn=0)
DRAWN = table("4s 6h 9d Kc", "5s 7h Jd")
NO_STOCK = table("4s 6h 9d", "5s 7h Jd", pile=["8c"], stock=[], turn=0)
NO_PILE = table("4s 6h 9d", "5s 7h Jd", pile=[], turn=0)
NEARLY_OUT = table("6s 7s 8s Kc", "5s 7h Jd")
LAST_TURN = table("", "9s 9h 9d Kc", out_by=0, phase="discard")
SOLO: Json = {"solo": True, "hands": [hand.split() for hand in SOLO_HANDS], "shown": "Jd", "stock": ["4c"]}

CASES = [
    Case("K7.draw_first", DRAWING, 0, "4s", "draw a card first"),
    Case("K7.draw_first", DRAWING, 0, "out 4s", "draw a card first"),
    Case("K7.drawn", DRAWN, 0, "stock", "now discard one"),
    Case("K7.drawn", DRAWN, 0, "pile", "now discard one"),
    Case("K7.no_stock", NO_STOCK, 0, "stock", "only draw from the discard pile"),
    Case("K7.no_pile", NO_PILE, 0, "pile", "only draw from the draw pile"),
    Case("K9.not_held", DRAWN, 0, "8d", "no 8d"),
    Case("K9.not_held", DRAWN, 0, "out *", "no joker"),
    Case("K10.not_all", DRAWN, 0, "out Kc", "keep playing"),
    Case("K10.other_card", NEARLY_OUT, 0, "out 7s", "with Kc you can"),
    Case("K14.last_turn", LAST_TURN, 1, "out Kc", "just discard"),
    Case("K18.solo_only", DRAWN, 0, "7 Kc", "play alone"),
    Case("K18.place", SOLO, 0, "stock", "Jd"),
    Case("K18.place", SOLO, 0, "out 7d", "Jd"),
    Case("K18.finished", SOLO, 0, "Q Qs", "Queen"),
    Case("K18.not_held", SOLO, 0, "3 Ks", "no Ks"),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.key} {case.move}")
def test_a_move_that_is_not_allowed_is_refused_with_its_rule(case: Case) -> None:
    match = GAME.from_position(case.position, seed=1)
    before = match.position()
    with pytest.raises(reihum.Refused) as caught:
        match.play(case.move, case.seat)
    refused = caught.value
    assert f"{refused.rule}.{refused.reason}" == case.key
    assert case.says in refused.text("en")
    assert match.position() == before
    for lang, cited in (("en", "rule"), ("de", "Regel"), ("nl", "regel")):
        sentence = refused.text(lang)
        assert sentence.endswith(f"({cited} {refused.rule}).")
        assert "{" not in sentence


def test_every_refusal_of_the_sheet_and_of_the_code_is_in_the_table() -> None:
    source = "\n".join(path.read_text("utf-8") for path in sorted(RULES.glob("*.py")))
    literal = re.findall(r'\bRefusal\(\s*"(\w+)",\s*"(\w+)"', source)
    assert len(literal) == len(re.findall(r"\bRefusal\(", source))  # none is made up otherwise
    in_code = {f"{rule}.{reason}" for rule, reason in literal}
    assert {case.key for case in CASES} == in_code == set(sheet("koenigs-romme", "en").refusals)

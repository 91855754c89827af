"""Every refusal of Königs-Rommé: provoked, cited, and offering the way out where there is one."""

from __future__ import annotations

from typing import Final

import pytest

import reihum
from reihum import Match
from reihum.core.types import Json
from reihum.words import LANGUAGES
from tests.koenigs_romme.test_solo import HANDS as SOLO_HANDS
from tests.test_sheets import refusals_in_the_rules
from tests.tools import refused_in_words, sheet

GAME = reihum.game("koenigs-romme")


def table(*hands: str, **more: object) -> Json:
    """A position of the game for two or more; cards not named are in the stock."""
    return {"hands": [hand.split() for hand in hands], **more}


DRAWING: Final = table("4s 6h 9d", "5s 7h Jd", pile=["8c"], turn=0)
DRAWN: Final = table("4s 6h 9d Kc", "5s 7h Jd")
NO_STOCK: Final = table("4s 6h 9d", "5s 7h Jd", pile=["8c"], stock=[], turn=0)
NO_PILE: Final = table("4s 6h 9d", "5s 7h Jd", pile=[], turn=0)
NEARLY_OUT: Final = table("6s 7s 8s Kc", "5s 7h Jd")
LAST_TURN: Final = table("", "9s 9h 9d Kc", out_by=0, phase="discard")
ALONE: Final = table(*SOLO_HANDS, solo=True, shown="Jd", stock=["4c"])

# the position, who moves, the move, the refusal
REFUSALS: Final[list[tuple[Json, int, str, str]]] = [
    (DRAWING, 0, "4s", "K7.draw_first"),
    (DRAWING, 0, "out 4s", "K7.draw_first"),
    (DRAWN, 0, "stock", "K7.drawn"),
    (DRAWN, 0, "pile", "K7.drawn"),
    (NO_STOCK, 0, "stock", "K7.no_stock"),
    (NO_PILE, 0, "pile", "K7.no_pile"),
    (DRAWN, 0, "8d", "K9.not_held"),
    (DRAWN, 0, "out *", "K9.not_held"),
    (DRAWN, 0, "out Kc", "K10.not_all"),
    (NEARLY_OUT, 0, "out 7s", "K10.other_card"),
    (LAST_TURN, 1, "out Kc", "K14.last_turn"),
    (DRAWN, 0, "7 Kc", "K18.solo_only"),
    (DRAWN, 0, "3 3s", "K18.solo_only"),
    (ALONE, 0, "stock", "K18.place"),
    (ALONE, 0, "pile", "K18.place"),
    (ALONE, 0, "out 7d", "K18.place"),
    (ALONE, 0, "Q Qs", "K18.finished"),
    (ALONE, 0, "3 Ks", "K18.not_held"),
]


def match_at(position: Json) -> Match:
    """A match set up like this."""
    return GAME.from_position({"game": "koenigs-romme", **position}, seed=1)


@pytest.mark.parametrize(("position", "seat", "move", "key"), REFUSALS)
def test_the_move_is_refused_with_its_rule(position: Json, seat: int, move: str, key: str) -> None:
    refused_in_words(match_at(position), move, seat, key)


def test_the_table_provokes_every_refusal_there_is_and_no_other() -> None:
    provoked = {key for _, _, _, key in REFUSALS}
    assert provoked == refusals_in_the_rules("koenigs-romme")
    for lang in LANGUAGES:
        assert provoked == set(sheet("koenigs-romme", lang).refusals)


SENTENCES: Final[list[tuple[Json, str, str, str]]] = [
    (DRAWN, "out *", "You hold no joker (rule K9).", "Discard a card that is in your hand."),
    (NO_PILE, "pile", "There is no card on the discard pile (rule K7).", "You can draw from the draw pile."),
    (
        *(NEARLY_OUT, "out 7s", "If you discard 7s, you cannot lay all the others (rule K10)."),
        "With Kc you can go out.",
    ),
    (ALONE, "Q Qs", "The hand in which Queen is wild is finished (rule K18).", "Choose another one."),
    (
        *(ALONE, "3 Ks", "There is no Ks in the hand in which 3 is wild (rule K18)."),
        "Discard one of its cards.",
    ),
]


@pytest.mark.parametrize(("position", "move", "why_not", "way_out"), SENTENCES)
def test_a_refusal_says_why_not_and_what_would_do(
    position: Json, move: str, why_not: str, way_out: str
) -> None:
    refusal = match_at(position).refusal(move)
    assert refusal is not None
    assert refusal.sentence == f"{why_not} {way_out}"


def test_K10_the_card_named_as_the_way_out_is_the_first_with_which_one_can_go_out() -> None:
    match = match_at(table("5s 5h 5d 5c 9x", "3h 4h 6c 9s", round=2))
    refusal = match.refusal("out 5s")
    assert refusal is not None
    assert refusal.facts == {"card": "5s", "other": "9x"}
    assert match.moves()[-1] == "out 9x"
    refusal = match_at(table("5s 5h 5d 8x", "3h 4h 6c")).refusal("out 5s")
    assert refusal is not None
    assert refusal.facts == {"card": "5s", "other": "8x"}

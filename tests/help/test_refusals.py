"""Every refusal of HELP!: provoked, cited, and offering the way out where there is one."""

from __future__ import annotations

from typing import Final

import pytest

import reihum
from reihum import Match
from reihum.core.types import Json
from reihum.games import spec
from reihum.words import LANGUAGES
from tests.test_sheets import refusals_in_the_rules
from tests.tools import sheet

GAME = reihum.game("help")
RULE: Final = {"de": "Regel", "en": "rule", "nl": "regel"}


def on(row: str, *hands: str, **more: object) -> Json:
    """Seat 0 in turn with this row; other seats get a hand that does not matter."""
    dealt = [*hands, "3 4 5 6", "3 4 5 7"][: max(3, len(hands))]
    return {"hands": [hand.split() for hand in dealt], "row": row.split(), "turn": 0, **more}


CALLING: Final = {"hands": [["3", "7", "J", "Z"], ["2", "2", "9", "S"], ["4", "5", "6", "7"]]}
GIVING: Final = on("9", "3 4 5 6", "5 6 7 8", "2 9 10 N", phase="give")
GIVING_BACK: Final = on("9", "3 4 5 6", "5 6 7 8", "2 9 N", phase="back", received="10")
RECEIVED: Final = on("9", "3 4 5", "5 6 7 8", "2 6 9 N", phase="received", received="10")

# the position, who moves, the move, the refusal
REFUSALS: Final[list[tuple[Json, int, str, str]]] = [
    (CALLING, 0, "3", "H5.first"),
    (CALLING, 0, "help", "H5.first"),
    (CALLING, 0, "call 7", "H5.lowest"),
    (CALLING, 0, "call 2", "H5.lowest"),
    (on("3", "4 5 6 7"), 0, "call 4", "H5.not_now"),
    (GIVING, 2, "call 2", "H5.not_now"),
    (on("3", "4 5 6 7"), 0, "8", "H7.not_held"),
    (on("3", "4 5 6 7"), 0, "J@1", "H7.not_held"),
    (on("3", "4 5 6 7"), 0, "S4@1", "H7.not_held"),
    (on("3", "4 5 6 7"), 0, "Z", "H7.not_held"),
    (on("3 5", "5 6 7 8"), 0, "5", "H8.not_higher"),
    (on("3 J", "4 5 6 7"), 0, "4", "H8.not_higher"),
    (on("3", "J 5 6 7"), 0, "J@3", "H12.no_place"),
    (on("3 11", "J 5 6 7"), 0, "J@3", "H12.after_highest"),
    (on("1 3", "J 5 6 7"), 0, "J@1", "H12.before_lowest"),
    (on("3 4", "J 5 6 7"), 0, "J@2", "H12.between"),
    (on("", "S 5 6 7"), 0, "S5@1", "H13.empty"),
    (on("3", "S 5 6 7"), 0, "S5@2", "H13.no_place"),
    (on("3", "S 5 6 7"), 0, "S8@1", "H13.not_held"),
    (on("3 6", "S 5 6 7"), 0, "S7@1", "H13.not_ascending"),
    (on("3 J J", "S 10 6 7"), 0, "S10@1", "H13.not_ascending"),
    (on("", "Z 5 6 7"), 0, "Z", "H14.empty"),
    (on("3", "4 5 6 7"), 0, "help", "H16.can_play"),
    (on("9", "3 4 5 6"), 0, "6", "H16.only_help"),
    (on("9", "3 4 5 6"), 0, "10", "H16.only_help"),
    (on("", "S S Z Z"), 0, "Z", "H16.only_help"),
    (on("3", "4 5 6 7"), 0, "give 4", "H18.not_asked"),
    (on("3", "4 5 6 7"), 0, "back 4", "H18.no_return"),
    (RECEIVED, 0, "back 4", "H18.no_return"),
    (RECEIVED, 0, "3", "H18.play_it"),
    (RECEIVED, 0, "help", "H18.play_it"),
    (GIVING, 2, "10", "H18.give_first"),
    (GIVING, 2, "back 2", "H18.give_first"),
    (GIVING, 2, "give J", "H18.not_held"),
    (GIVING_BACK, 0, "back 7", "H18.not_held"),
    (GIVING, 2, "give 9", "H18.no_help"),
    (GIVING_BACK, 0, "10", "H18.back_first"),
    (GIVING_BACK, 0, "give 3", "H18.back_first"),
]


def match_at(position: Json) -> Match:
    return GAME.from_position(position, seed=1)


@pytest.mark.parametrize(("position", "seat", "move", "key"), REFUSALS)
def test_a_move_is_refused_with_a_sentence_that_cites_its_rule(
    position: Json, seat: int, move: str, key: str
) -> None:
    match = match_at(position)
    before = match.position()
    with pytest.raises(reihum.Refused) as caught:
        match.play(move, seat)
    assert f"{caught.value.rule}.{caught.value.reason}" == key
    assert match.position() == before
    for lang in LANGUAGES:
        sentence = caught.value.text(lang)
        assert len(sentence) > 20
        assert f" {caught.value.rule})" in sentence
        assert "{" not in sentence


def test_the_table_has_every_refusal_of_the_sheet_and_of_the_rules() -> None:
    provoked = {key for _, _, _, key in REFUSALS}
    assert provoked == refusals_in_the_rules("help")
    for lang in LANGUAGES:
        assert provoked == set(sheet("help", lang).refusals)


@pytest.mark.parametrize(("position", "seat", "move", "key"), REFUSALS)
def test_the_moves_that_a_refusal_offers_are_legal(position: Json, seat: int, move: str, key: str) -> None:
    match = match_at(position)
    with pytest.raises(reihum.Refused) as caught:
        match.play(move, seat)
    facts = caught.value.facts
    for offered in str(facts["moves"]).split(", ") if "moves" in facts else []:
        assert offered in match.moves(seat)
    if "move" in facts:
        assert facts["move"] in match.moves(seat)


def test_a_refused_joker_or_switch_hears_all_places_where_it_can_go() -> None:
    with pytest.raises(reihum.Refused) as joker:
        match_at(on("1 4 5 11", "J 1 1 2")).play("J@3")
    assert joker.value.facts == {"before": 4, "behind": 5, "moves": "J@2, J@4"}
    with pytest.raises(reihum.Refused) as switch:
        match_at(on("3 5 8", "S S 4 9")).play("S4@3")
    assert switch.value.facts == {"card": 4, "place": 3, "moves": "S4@1, S4@2"}


@pytest.mark.parametrize("move", ["give 9", "give J", "10", "back 2"])
def test_H18_a_helper_hears_all_cards_that_help(move: str) -> None:
    with pytest.raises(reihum.Refused) as caught:
        match_at(GIVING).play(move, 2)
    assert caught.value.facts["moves"] == "give 10, give N"


@pytest.mark.parametrize("move", ["back 7", "10", "give 3"])
def test_H18_who_was_helped_hears_all_cards_that_can_be_given_back(move: str) -> None:
    with pytest.raises(reihum.Refused) as caught:
        match_at(GIVING_BACK).play(move, 0)
    assert caught.value.facts["moves"] == "back 3, back 4, back 5, back 6"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_H16_who_can_only_ask_for_help_reads_the_word_to_type(lang: str) -> None:
    refused = match_at(on("9", "3 4 5 6")).refusal("6", 0)
    assert refused is not None
    word = spec("help").typing().spelling("help", [], spec("help").words(lang))
    why_not, _, way_out = refused.text(lang).partition(f" ({RULE[lang]} H16). ")
    assert why_not
    assert way_out.endswith(f": {word}.")

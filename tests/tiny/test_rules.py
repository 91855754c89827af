"""The rules of Tiny, one by one."""

from __future__ import annotations

from collections import Counter

import pytest

import reihum
from reihum import Match
from tests.tiny.deck import DECK
from tests.tools import happened, play, refused, refused_in_words, sheet


def tiny(hands: list[list[int]], *pile: int, **more: object) -> Match:
    """A game set up with these hands and this pile; seat 0 is in turn."""
    return reihum.game("tiny").from_position({"hands": hands, "pile": list(pile), **more}, seed=1)


def test_N1_everybody_is_dealt_four_of_the_twelve_cards() -> None:
    for players, unused in ((2, 4), (3, 0)):
        position = reihum.game("tiny").new(players, seed=3).position()
        assert [len(hand) for hand in position["hands"]] == [4] * players
        assert len(position["unused"]) == unused
        assert Counter([*position["unused"], *(card for hand in position["hands"] for card in hand)]) == DECK


def test_N2_a_card_must_be_higher_than_the_top_card() -> None:
    match = tiny([[3, 9], [5, 12]], 7)
    assert match.moves() == ["pass", "9"]
    assert play(match, "9").view(None)["pile"] == [7, 9]


def test_N2_whoever_leads_has_to_lay_a_card() -> None:
    match = tiny([[3, 9], [5, 12]])
    assert match.moves() == ["3", "9"]
    assert refused(match, "pass") == "N2.lead"


def test_N3_when_all_others_have_passed_the_pile_is_cleared_away() -> None:
    match = play(tiny([[3, 9], [5, 12], [6, 8]], 7), "9", "pass", "pass")
    assert happened(match, "cleared") == [{"kind": "cleared", "seat": 0}]
    assert (match.turn, match.view(0)["pile"], match.view(0)["gone"]) == (0, [], [7, 9])


def test_N3_whoever_lays_a_card_in_between_has_the_pile_instead() -> None:
    match = play(tiny([[3, 9], [5, 12], [6, 8]], 7), "9", "12", "pass", "pass")
    assert happened(match, "cleared") == [{"kind": "cleared", "seat": 1}]


def test_N4_cards_left_in_hand_count_a_point_each() -> None:
    match = play(tiny([[9], [5, 12], [6]], 7, totals=[1, 1, 0]), "9")
    [round_] = happened(match, "round")
    assert (round_["scores"], round_["totals"]) == ([0, 2, 1], [1, 3, 1])


def test_N5_everybody_begins_one_round_and_the_fewest_points_win() -> None:
    match = play(tiny([[9], [5, 12]], 7), "9")
    assert (match.turn, match.view(None)["round"]) == (1, 2)
    last = play(tiny([[9], [5, 12]], 7, round=2, totals=[3, 1]), "9")
    assert (last.over, last.scores(), last.winners()) == (True, [3, 3], [0, 1])


@pytest.mark.parametrize(
    ("key", "move", "pile"),
    [("N2.lead", "pass", ()), ("N2.not_held", "4", ()), ("N2.lower", "3", (7,))],
)
def test_every_refusal_has_a_sentence_in_every_language(key: str, move: str, pile: tuple[int, ...]) -> None:
    refused_in_words(tiny([[3, 9], [5, 12]], *pile), move, 0, key)


def test_the_sheets_have_every_rule_and_refusal() -> None:
    for lang in ("de", "en", "nl"):
        assert list(sheet("tiny", lang).rules) == ["N1", "N2", "N3", "N4", "N5"]
        assert list(sheet("tiny", lang).refusals) == ["N2.lead", "N2.not_held", "N2.lower"]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"hands": [[1, 2]]}, "Tiny is for 2 or 3 players, with up to four cards each."),
        ({"hands": [[1, 2], [2]]}, "Every card from 1 to 12 must be there once."),
        (
            {"hands": [[1], [2]], "pile": [3], "top_by": 0},
            "'top_by' must be null if the pile is empty, and otherwise not the seat in 'turn'.",
        ),
        ({"hands": [[1], []]}, "'turn' must be a seat if everybody has cards, and only then."),
        ({"hands": [[1], [2]], "row": []}, "A position of tiny has no field 'row'."),
    ],
)
def test_what_cannot_be_is_refused(fields: dict[str, object], sentence: str) -> None:
    with pytest.raises(reihum.BadPosition) as caught:
        reihum.game("tiny").from_position(fields)
    assert str(caught.value) == sentence

"""The solo variant of Königs-Rommé: K17 to K20, and how well its policy plays."""

from __future__ import annotations

import json
from typing import Any

import pytest

import reihum
from reihum import Match
from tests.games import cards_in, deck
from tests.tools import refused

GAME = reihum.game("koenigs-romme")
# Hands full of their own wilds are finished; only the first one lacks a third 7 or a wild.
HANDS = [
    "7d 7c 9x",
    "4s 4s 4h 4h",
    "5s 5s 5h 5h 5d",
    "6s 6s 6h 6h 6d 6d",
    "7s 7s 7h 7d 7c 7x 7x",
    "8s 8s 8h 8h 8d 8d 8c 8c",
    "9s 9s 9h 9h 9d 9d 9c 9c 9x",
    "10s 10s 10h 10h 10d 10d 10c 10c 10x 10x",
    "3s Js Js Jh Jh Jd Jc Jc Jx Jx *",
    "Qs Qs Qh Qh Qd Qd Qc Qc Qx Qx * *",
    "Ks Ks Kh Kh Kd Kd Kc Kc Kx Kx * * *",
]


def new(seed: int = 1) -> Match:
    return GAME.new(players=1, seed=seed)


def almost_won(shown: str, stock: list[str]) -> Match:
    """All hands but the first are finished."""
    hands = [hand.split() for hand in HANDS]
    return GAME.from_position({"solo": True, "hands": hands, "shown": shown, "stock": stock}, seed=1)


def test_K17_eleven_open_hands_of_3_to_13_cards_and_28_to_come() -> None:
    match = new()
    position = match.position()
    assert [len(hand) for hand in position["hands"]] == list(range(3, 14))
    assert len(position["stock"]) == 27
    assert position["shown"] is not None
    view = match.view(0)
    assert view["hands"] == position["hands"]
    assert view["in_stock"] == 27
    assert "stock" not in view


def test_K18_the_revealed_card_goes_to_an_open_hand_and_one_of_that_hand_is_thrown_away() -> None:
    match = new(seed=2)
    position = match.position()
    shown, hand = position["shown"], position["hands"][10]
    match.play(f"K {hand[0]}")
    after = match.position()
    assert after["gone"] == [hand[0]]
    assert sorted(after["hands"][10]) == sorted([*hand[1:], shown])
    assert after["shown"] == position["stock"][-1]
    assert after["hands"][:10] == position["hands"][:10]


def test_K18_the_revealed_card_itself_may_be_thrown_away() -> None:
    match = new(seed=2)
    before = match.position()
    match.play(f"10 {before['shown']}")
    assert match.position()["hands"] == before["hands"]
    assert match.position()["gone"] == [before["shown"]]


def test_K18_what_cannot_be_placed_or_thrown_away_is_refused() -> None:
    match = almost_won("Jd", ["4c"])
    assert refused(match, "4 4s") == "K18.finished"
    assert refused(match, "3 Ks") == "K18.not_held"
    assert refused(match, "stock") == "K18.place"
    assert refused(match, "out 7d") == "K18.place"
    table = GAME.new(players=2, seed=1)
    assert refused(table, "7 8d") == "K18.solo_only"


def test_K19_a_hand_is_finished_as_soon_as_all_its_cards_can_be_laid() -> None:
    match = almost_won("7h", ["4c"])
    assert match.position()["finished"] == [False] + [True] * 10
    match.play("3 9x")
    assert match.position()["finished"] == [True] * 11


def test_K19a_it_is_checked_after_the_discard_never_with_the_extra_card() -> None:
    match = almost_won("Jd", ["4c"])
    match.play("3 Jd")
    assert match.position()["finished"][0] is False
    assert match.moves() == ["3 4c", "3 7d", "3 7c", "3 9x"]


def test_K19a_hands_that_can_be_laid_are_finished_from_the_deal_on() -> None:
    finished = [any(new(seed).position()["finished"]) for seed in range(60)]
    assert any(finished)
    for seed in range(60):
        position = new(seed).position()
        for hand, done, wild in zip(position["hands"], position["finished"], range(3, 14), strict=True):
            assert done == (reihum.best_laydown(hand, wild).points == 0)


def test_K20_all_hands_finished_wins_at_once() -> None:
    match = almost_won("7h", ["4c", "5c"])
    match.play("3 9x")
    assert match.over
    assert (match.scores(), match.winners()) == ([11], [0])
    assert match.position()["phase"] == "over"
    assert match.position()["shown"] is None
    assert match.events[-1] == {"kind": "game", "scores": [11], "winners": [0]}


def test_K20_an_empty_stock_before_that_loses() -> None:
    match = almost_won("Jd", [])
    match.play("3 Jd")
    assert match.over
    assert (match.scores(), match.winners()) == ([10], [])


def test_K20a_the_last_card_revealed_is_still_placed() -> None:
    match = almost_won("Jd", ["7h"])
    match.play("3 Jd")
    assert not match.over
    match.play("3 9x")
    assert match.winners() == [0]


def test_K20a_at_most_28_cards_are_placed() -> None:
    match = new(seed=3)
    placed = 0
    while not match.over:
        match.play(match.moves()[0])
        placed += 1
    assert placed == 28
    assert len(match.position()["gone"]) == 28


def test_K18_only_seat_0_plays_and_only_until_the_end() -> None:
    match = almost_won("7h", ["4c", "5c"])
    assert match.turn == 0
    assert match.owes() == [0]
    assert [match.state.owes(seat) for seat in (-1, 0, 1)] == [False, True, False]
    view = match.view(0)
    assert (view["seat"], view["turn"], view["owes"]) == (0, 0, [0])
    assert match.view(None)["seat"] is None
    match.play("3 9x")
    assert match.turn is None
    assert match.owes() == []
    assert [match.state.owes(seat) for seat in (-1, 0, 1)] == [False] * 3
    view = match.view(0)
    assert (view["seat"], view["turn"], view["owes"]) == (0, None, [])


def test_K19_a_finished_hand_is_told_with_its_combinations() -> None:
    match = almost_won("Jd", ["4c", "7h"])
    match.play("3 Jd")
    assert match.events == [
        {"kind": "placed", "hand": "3", "card": "Jd"},
        {"kind": "shown", "card": "7h"},
    ]
    match.play("3 9x")
    laid = [["7h", "7d", "7c"]]
    assert match.events == [
        {"kind": "placed", "hand": "3", "card": "7h"},
        {"kind": "finished", "hand": "3", "laid": laid, "stands_for": laid},
        {"kind": "game", "scores": [11], "winners": [0]},
    ]


def test_a_solo_position_survives_json() -> None:
    match = new(seed=5)
    for _ in range(9):
        match.play(match.moves()[3])
    position = match.position()
    assert list(position) == ["game", "solo", "hands", "finished", "stock", "shown", "gone", "phase"]
    again = GAME.from_position(json.loads(json.dumps(position)), seed=1)
    assert again.position() == position


def test_cards_shown_or_thrown_away_are_not_in_the_stock_that_is_dealt_for_a_position() -> None:
    hands = [hand.split() for hand in HANDS]
    match = GAME.from_position({"solo": True, "hands": hands, "shown": "Jd", "gone": ["4c", "4c"]}, seed=1)
    position = match.position()
    assert (position["shown"], position["gone"]) == ("Jd", ["4c", "4c"])
    assert cards_in(position) == deck("koenigs-romme")
    assert "4c" not in position["stock"]
    assert position["stock"].count("Jd") == 0  # the other one is in the hand with wild J
    match = GAME.from_position({"solo": True, "hands": hands}, seed=1)
    assert cards_in(match.position()) == deck("koenigs-romme")
    assert match.position()["shown"] is not None


def bad_positions() -> list[tuple[dict[str, Any], str]]:
    """Impossible positions, and the sentence for each."""
    good = new(seed=5).position()
    short = [*good["hands"][:10], good["hands"][10][1:]]
    open_hand, done_hand = good["finished"].index(False), [hand.split() for hand in HANDS]
    won = [["7d", "7c", "7h"], *done_hand[1:]]
    eleven = "In the solo variant 'hands' must be eleven hands of 3, 4, … 13 cards."
    until = "'shown' must be a card until all hands are finished or the stock is used up."
    wild = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"][open_hand]
    return [
        ({"solo": True}, "A position of koenigs-romme needs 'hands'."),
        ({**good, "hands": good["hands"][:10]}, eleven),
        ({**good, "hands": short}, eleven),
        (
            {"solo": True, "hands": done_hand, "stock": ["*"]},
            "The card * is there 7 times, but only 6 exist.",
        ),
        ({**good, "hands": ["3s", *good["hands"][1:]]}, "Hand 1 must be a list."),
        ({**good, "shown": "1s"}, "'shown': '1s' is not a card; cards are written like 8d, 10h, Qx or *."),
        ({**good, "gone": ["1s"]}, "'gone': '1s' is not a card; cards are written like 8d, 10h, Qx or *."),
        ({**good, "stock": None}, "'stock' must be a list."),
        ({**good, "phase": "over"}, until),
        ({**good, "phase": "draw"}, "'phase' must be one of place, over."),
        ({**good, "finished": [True] * 11}, f"All cards of the hand with wild {wild} cannot be laid."),
        (
            {"solo": True, "hands": done_hand, "finished": [False] * 11},
            "All cards of the hand with wild 4 can be laid.",
        ),
        ({**good, "finished": [1] * 11}, "'finished' must be true or false for each hand."),
        ({**good, "finished": [True]}, "'finished' must have 11 entries, one per seat."),
        ({**good, "totals": [0]}, "A position of koenigs-romme has no field 'totals'."),
        ({**good, "turn": 0}, "A position of koenigs-romme has no field 'turn'."),
        ({**good, "shown": None}, until),
        ({**good, "shown": None, "phase": "place"}, until),
        ({"solo": True, "hands": done_hand, "shown": None, "stock": [], "phase": "place"}, until),
        ({"solo": True, "hands": won, "shown": "9x", "phase": "place"}, until),
        ({"solo": True, "hands": won, "shown": "9x", "phase": "over"}, until),
    ]


@pytest.mark.parametrize("number", range(21))
def test_a_solo_position_that_cannot_be_is_refused_with_its_sentence(number: int) -> None:
    assert len(bad_positions()) == 21
    position, sentence = bad_positions()[number]
    with pytest.raises(reihum.BadPosition) as caught:
        GAME.from_position(position, seed=1)
    assert str(caught.value) == sentence


def test_K18_of_a_solo_position_without_a_card_shown_the_top_of_the_stock_is_revealed() -> None:
    hands = [hand.split() for hand in HANDS]
    match = GAME.from_position({"solo": True, "hands": hands, "stock": ["4c", "Jd"]}, seed=1)
    position = match.position()
    assert (position["shown"], position["stock"], position["phase"]) == ("Jd", ["4c"], "place")
    assert position["finished"] == [False] + [True] * 10


@pytest.mark.parametrize(("first", "score"), [("7d 7c 9x", 10), ("7d 7c 7h", 11)])
def test_K20_a_solo_position_is_over_when_all_is_finished_or_drawn(first: str, score: int) -> None:
    hands = [hand.split() for hand in (first, *HANDS[1:])]
    for stock in [[]] if score == 10 else [[], ["4c", "Jd"]]:
        match = GAME.from_position({"solo": True, "hands": hands, "stock": stock, "gone": ["4d"]}, seed=1)
        position = match.position()
        assert (position["phase"], position["shown"], position["gone"]) == ("over", None, ["4d"])
        assert (match.over, match.scores(), match.winners()) == (True, [score], [0] if score == 11 else [])


@pytest.mark.long
def test_the_policy_wins_a_fair_share_of_deals() -> None:
    """In 1,000 deals it wins at least 80 % (`reihum simulate koenigs-romme --players 1 --games 1000`)."""
    told = reihum.simulate("koenigs-romme", players=1, games=200 if reihum.COMPILED else 4)["bots"][0]
    assert told["score"]["mean"] > 9.5
    if reihum.COMPILED:
        assert told["win_rate"]["mean"] > 0.7

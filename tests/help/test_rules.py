"""The rules of HELP!, one by one, and the examples of the sheet."""

from __future__ import annotations

from collections import Counter

import pytest

import reihum
from reihum import Match
from reihum.core.dealer import Scripted
from reihum.core.types import Json
from tests.tools import happened, play, refused

GAME = reihum.game("help")
SPARE = ["3 4 5 6", "3 4 5 7", "3 4 6 7", "5 6 7 8"]  # hands that do not matter


def at(row: str, *hands: str, **more: object) -> Match:
    """Seat 0 in turn with this row; other seats get a hand that does not matter."""
    dealt = [hand.split() for hand in [*hands, *SPARE][: max(3, len(hands))]]
    return GAME.from_position({"game": "help", "hands": dealt, "row": row.split(), "turn": 0, **more}, seed=1)


def calling(*hands: str, **more: object) -> Match:
    """Before the round begins."""
    return GAME.from_position({"game": "help", "hands": [hand.split() for hand in hands], **more}, seed=1)


def new(players: int = 3, seed: int = 1) -> Match:
    return GAME.new(players=players, seed=seed)


def kinds(match: Match) -> list[str]:
    """The kinds of events of the last move."""
    return [str(event["kind"]) for event in match.events]


def cards_of(position: Json) -> Counter[str]:
    """All cards of a position."""
    hands = [card for hand in position["hands"] for card in hand]
    no = ["N" for state in position["no"] if state]
    return Counter([*hands, *no, *position["row"], *position["stock"], *position["discard"]])


# -- material and set-up --------------------------------------------------------------------------


def test_H1_the_deck_has_105_cards() -> None:
    numbers = {str(n): 5 if n < 3 else 7 if n < 8 else 8 for n in range(1, 12)}
    found = cards_of(new(players=5).position())
    assert found == Counter(numbers | dict.fromkeys("JSZN", 7))
    assert found.total() == 105


@pytest.mark.parametrize("players", [3, 4, 5])
def test_H2_everybody_starts_at_0_points(players: int) -> None:
    assert new(players).position()["points"] == [0] * players


@pytest.mark.parametrize("players", [3, 4, 5])
def test_H3_four_cards_each_and_the_rest_is_the_draw_pile(players: int) -> None:
    position = new(players).position()
    assert [len(hand) for hand in position["hands"]] == [4] * players
    assert len(position["stock"]) == 105 - 4 * players
    assert (position["row"], position["discard"]) == ([], [])


def test_H4_the_first_round_runs_clockwise() -> None:
    match = at("3", "4 5 6 7", "9 9 9 9", "8 8 8 8")
    assert match.position()["direction"] == 1
    play(match, "4", "9")
    assert match.turn == 2


def test_H4_the_next_round_runs_the_other_way() -> None:
    match = at("9", "3 4 5 6", "3 3 4 4", "5 5 6 6")
    match.play("help")
    assert (match.position()["round"], match.position()["direction"]) == (2, -1)
    turned = at("3", "4 5 6 7", "9 9 9 9", "8 8 8 8", round=2, direction=-1)
    play(turned, "4", "8")
    assert turned.turn == 1


def test_H5_everybody_calls_the_lowest_number_of_the_hand() -> None:
    match = calling("3 7 J Z", "2 2 9 S", "4 5 6 7")
    assert match.owes() == [0, 1, 2]
    assert [match.moves(seat) for seat in range(3)] == [["call 3"], ["call 2"], ["call 4"]]
    assert refused(match, "call 7", 0) == "H5.lowest"
    assert refused(match, "call 1", 0) == "H5.lowest"
    assert refused(match, "3", 0) == "H5.first"
    assert refused(match, "help", 0) == "H5.first"


def test_H5_the_lowest_number_begins() -> None:
    match = calling("3 7 J Z", "2 2 9 S", "4 5 6 7")
    match.play("call 3", seat=0)
    match.play("call 4", seat=2)
    match.play("call 2", seat=1)
    assert match.position()["row"] == ["2"]
    assert match.turn == 2
    assert refused(match, "call 4") == "H5.not_now"


def test_H5_later_only_those_call_who_did_not_score() -> None:
    match = at("9", "3 4 5 6", "3 3 4 4", "5 5 6 6")
    match.play("help")
    position = match.position()
    assert position["points"] == [0, 1, 0]
    assert position["callers"] == [0, 2]
    assert position["phase"] == "call"


def test_H5_without_a_phase_a_row_or_a_turn_the_position_is_a_new_deal() -> None:
    assert calling("3 7 J Z", "2 2 9 S", "4 5 6 7").position()["callers"] == [0, 1, 2]


def test_H5a_a_joker_is_not_called_and_who_has_no_number_cannot_call() -> None:
    match = calling("J S Z N", "J 9 10 11", "4 5 6 7")
    assert match.owes() == [1, 2]
    assert match.moves(0) == []
    with pytest.raises(reihum.NotYourTurn):
        match.play("call 1", seat=0)
    match.play("call 9", seat=1)
    match.play("call 4", seat=2)
    assert match.events[0] == {"kind": "called", "calls": [[1, 9], [2, 4]]}
    assert match.events[1] == {"kind": "opened", "seat": 2, "card": "4"}


def test_H5b_if_no_caller_has_a_number_all_is_dealt_again() -> None:
    with pytest.raises(reihum.BadPosition):
        calling("J S Z N", "J J Z N", "S S Z Z")
    with pytest.raises(reihum.BadPosition):
        calling("J S Z N", "J J Z N", "1 2 3 4", callers=[0, 1], round=2)
    unshuffled = list(range(104, 0, -1))  # the top cards of an unshuffled deck are No! and Zap
    dealer = Scripted([*unshuffled, *[0] * 104, 0, 0])
    state = GAME.spec.start(3, {}, dealer)
    assert dealer.is_used_up()
    position = GAME.spec.position(state)
    assert (position["round"], position["phase"]) == (1, "call")
    assert any(card.isdigit() for hand in position["hands"] for card in hand)


def test_H5c_of_equals_the_first_to_call_begins() -> None:
    for first, second in ((0, 2), (2, 0)):
        match = calling("2 7 J Z", "3 3 9 S", "2 5 6 7")
        match.play("call 3", seat=1)
        match.play("call 2", seat=first)
        match.play("call 2", seat=second)
        assert match.events[1]["seat"] == first


def test_H5c_the_dealer_decides_by_lot_in_which_order_seats_are_asked() -> None:
    asked = Counter(new(players=3, seed=seed).turn for seed in range(60))
    assert set(asked) == {0, 1, 2}
    hands = {"hands": [["2", "3", "4", "5"], ["2", "3", "4", "5"], ["2", "3", "4", "5"]]}
    assert {GAME.from_position(hands, seed=seed).turn for seed in range(30)} == {0, 1, 2}


def test_H5c_nobody_hears_a_call_before_all_have_called() -> None:
    match = calling("2 7 J Z", "3 3 9 S", "2 5 6 7")
    match.play("call 3", seat=1)
    assert match.view(1)["called"] == [[1, 3]]
    assert match.view(0)["called"] == match.view(None)["called"] == []
    assert match.log(0) == match.log(None) == [None]
    assert match.log(1) == [(1, "call 3")]
    assert match.position()["called"] == [[1, 3]]
    match.play("call 2", seat=0)
    match.play("call 2", seat=2)
    assert match.events[0] == {"kind": "called", "calls": [[1, 3], [0, 2], [2, 2]]}
    assert (match.position()["callers"], match.position()["called"]) == ([], [])


def test_H6_the_beginner_opens_and_draws() -> None:
    match = calling("2 7 J Z", "3 3 9 S", "4 5 6 7")
    top = match.position()["stock"][-1]
    for seat, number in enumerate((2, 3, 4)):
        match.play(f"call {number}", seat=seat)
    assert match.position()["row"] == ["2"]
    assert Counter(match.position()["hands"][0]) == Counter(["7", "J", "Z", top])


def test_H6a_the_opening_is_no_move() -> None:
    match = calling("2 7 J Z", "3 3 9 S", "4 5 6 7")
    for seat, number in enumerate((2, 3, 4)):
        match.play(f"call {number}", seat=seat)
    assert kinds(match) == ["called", "opened"]
    assert match.turn == 1
    assert match.position()["phase"] == "play"


# -- a turn ---------------------------------------------------------------------------------------


def test_H7_a_number_to_the_end_of_the_row_or_a_special_card() -> None:
    match = at("3 5", "4 7 9 N")
    assert match.moves() == ["7", "9", "N"]
    assert refused(match, "8") == "H7.not_held"
    assert refused(match, "J@1") == "H7.not_held"
    assert refused(match, "S7@1") == "H7.not_held"
    assert refused(match, "Z") == "H7.not_held"
    match.play("7")
    assert match.position()["row"] == ["3", "5", "7"]


def test_H8_a_number_must_be_higher_than_the_last_value() -> None:
    match = at("3 5", "3 5 6 11")
    assert match.moves() == ["6", "11"]
    assert refused(match, "5") == "H8.not_higher"
    assert refused(match, "3") == "H8.not_higher"
    joker = at("3 J", "3 4 5 6")
    assert joker.moves() == ["5", "6"]
    assert refused(joker, "4") == "H8.not_higher"


def test_H8_on_an_empty_row_any_number_goes() -> None:
    assert at("", "1 4 11 11").moves() == ["1", "4", "11"]


def test_H8_the_refusal_says_it_in_words() -> None:
    with pytest.raises(reihum.Refused) as caught:
        at("3 9", "8 10 11 11").play("8")
    english = "An 8 is not higher than the 9 (rule H8)."
    assert caught.value.sentence == f"{english} Play a higher number or a special card."
    assert caught.value.facts == {"card": 8, "top": 9}
    german = "Eine 8 ist nicht höher als die 9 (Regel H8)."
    assert caught.value.text("de") == f"{german} Spiel eine höhere oder eine Sonderkarte."
    dutch = "Een 8 is niet hoger dan de 9 (regel H8)."
    assert caught.value.text("nl") == f"{dutch} Speel een hoger getal of een speciale kaart."


def test_H7_the_refusal_names_special_cards() -> None:
    with pytest.raises(reihum.Refused) as caught:
        at("3 9", "8 10 11 11").play("J@1")
    assert caught.value.sentence == "You hold no Joker (rule H7)."


def test_H9_an_11_as_the_sixth_card_clears_the_row_and_the_next_opens_freely() -> None:
    match = at("1 3 4 6 9", "11 2 2 3", "1 7 J S")
    match.play("11")
    position = match.position()
    assert position["row"] == []
    assert position["discard"] == ["1", "3", "4", "6", "9", "11"]
    assert match.events == [{"kind": "cleared", "row": ["1", "3", "4", "6", "9", "11"]}]
    assert match.moves() == ["1", "7", "J@1"]


def test_H9_a_joker_in_the_middle_as_the_sixth_card_clears_the_row_as_well() -> None:
    match = at("1 3 4 6 9", "J 2 2 3")
    match.play("J@2")
    assert match.position()["row"] == []
    assert match.position()["discard"] == ["1", "J", "3", "4", "6", "9"]


def test_H10_the_hand_is_refilled_to_four_at_the_end_of_the_turn() -> None:
    for move in ("7", "J@1", "S7@2", "Z", "N"):
        match = at("3 5", f"7 {move[0]} 2 2" if move != "7" else "7 2 2 3")
        top = match.position()["stock"][-1]
        match.play(move)
        assert len(match.position()["hands"][0]) == 4
        assert top in match.position()["hands"][0]


def short(row: str, stock: str, *hands: str, **more: object) -> Match:
    """A draw pile of these few cards, the last one on top; all others are discarded."""
    match = at(row, *hands, **more)
    position = match.position()
    rest: Counter[str] = Counter(position["stock"])
    rest -= Counter(stock.split())
    return GAME.from_position(
        {**position, "stock": stock.split(), "discard": sorted(rest.elements())}, seed=1
    )


def test_H11_the_discard_pile_is_shuffled_and_becomes_the_draw_pile() -> None:
    match = short("3 5", "8", "7 2 2 3")
    before: Counter[str] = Counter(match.position()["discard"])
    match.play("7")
    position = match.position()
    assert position["discard"] == []
    assert Counter(position["stock"]) == before
    assert position["stock"] != sorted(before.elements())
    assert match.events == [{"kind": "reshuffled", "cards": before.total()}]


def test_H11a_that_happens_as_soon_as_the_last_card_is_taken() -> None:
    match = short("3 5", "9 8", "7 2 2 3", "9 9 9 9")
    match.play("7")
    assert match.position()["stock"] == ["9"]
    match.play("9")
    assert len(match.position()["stock"]) > 80
    position = match.position()
    with pytest.raises(reihum.BadPosition):
        GAME.from_position({**position, "stock": [], "discard": position["stock"]}, seed=1)


def test_H11a_a_full_row_is_discarded_before_the_refill_and_a_no_after_it() -> None:
    match = short("1 3 4 6 9", "8", "11 2 2 3", no=[0, 2, 0])
    match.play("11")
    position = match.position()
    assert position["discard"] == ["N"]
    assert "11" in position["stock"]
    assert cards_of(position).total() == 105
    assert len(position["stock"]) == 105 - 12 - 1


def test_H11b_where_cards_lack_nothing_is_drawn_until_there_are_discards() -> None:
    match = at("3", "4 5 6 7", "Z 5 6 7", "9 10 10 11", "8 8 8 8", stock=["9"], phase="play")
    match.play("4")
    assert (match.position()["stock"], match.position()["discard"]) == ([], [])
    assert GAME.from_position(match.position(), seed=1).position() == match.position()
    assert len(match.position()["hands"][0]) == 4
    match.play("Z")  # the Zap and the 4 become the draw pile, and one of them is drawn
    position = match.position()
    assert happened(match, "reshuffled") == [{"kind": "reshuffled", "cards": 2}]
    assert sorted([*position["stock"], *position["hands"][1]]) == ["4", "5", "6", "7", "Z"]
    assert (len(position["hands"][1]), position["discard"]) == (4, [])


def test_H11b_a_short_hand_is_refilled_to_four_when_it_can_be() -> None:
    match = at("3", "4 5", "9 9 9 9", "8 8 8 8", stock=["10", "11", "1"], phase="play")
    match.play("4")
    assert match.position()["hands"][0] == ["1", "5", "10", "11"]
    assert match.position()["stock"] == []


def test_H11b_the_no_of_the_player_in_turn_becomes_the_draw_pile() -> None:
    match = at("3", "4 5 6 7", "9 9 9 9", "8 8 8 8", stock=[], no=[0, 2, 0], phase="play")
    match.play("4")
    assert (match.position()["stock"], match.position()["discard"]) == (["N"], [])
    assert happened(match, "reshuffled") == [{"kind": "reshuffled", "cards": 1}]


# -- special cards --------------------------------------------------------------------------------


def test_H12_a_joker_between_5_and_8_before_the_3_or_after_the_8() -> None:
    match = at("3 5 8", "J 1 1 2")
    assert match.moves() == ["J@1", "J@2", "J@3", "J@4"]
    match.play("J@3")
    assert match.position()["row"] == ["3", "5", "J", "8"]
    assert match.view(None)["values"] == [3, 5, 6, 8]


def test_H12_a_joker_at_the_front_is_a_1_and_at_the_end_one_more() -> None:
    match = at("3 5 8", "J J 1 2", "J 9 9 9")
    match.play("J@1")
    assert match.view(0)["values"] == [1, 3, 5, 8]
    match.play("J@5")
    assert match.view(0)["values"] == [1, 3, 5, 8, 9]
    empty = at("", "J 1 1 2")
    empty.play("J@1")
    assert empty.view(0)["values"] == [1]


def test_H12b_not_between_consecutive_values_not_after_11_not_before_1() -> None:
    match = at("1 4 5 11", "J 1 1 2")
    assert match.moves() == ["J@2", "J@4"]
    assert refused(match, "J@1") == "H12.before_lowest"
    assert refused(match, "J@3") == "H12.between"
    assert refused(match, "J@5") == "H12.after_highest"
    assert refused(match, "J@6") == "H12.no_place"


def test_H12b_never_directly_in_front_of_a_joker() -> None:
    match = at("3 J 8", "J 1 1 2")
    assert match.moves() == ["J@1", "J@3", "J@4"]
    assert refused(match, "J@2") == "H12.between"
    assert refused(at("J 8", "J 1 1 2"), "J@1") == "H12.before_lowest"


def test_H12a_a_joker_follows_the_card_before_it() -> None:
    match = at("3 J 8", "S 6 1 2")
    match.play("S6@1")
    assert match.position()["row"] == ["6", "J", "8"]
    assert match.view(None)["values"] == [6, 7, 8]


def test_H12_H13_a_view_says_what_the_row_would_count_after_ones_jokers_and_switches() -> None:
    match = at("3 J 8", "J S 6 N")
    counts = match.view(0)["counts"]
    assert counts == {
        "J@1": [1, 3, 4, 8],
        "J@3": [3, 4, 5, 8],
        "J@4": [3, 4, 8, 9],
        "S6@1": [6, 7, 8],
        "S6@2": [3, 6, 8],
        "S6@3": [3, 4, 6],
    }
    assert match.view(1)["counts"] == match.view(None)["counts"] == {}
    for move, values in counts.items():
        then = at("3 J 8", "J S 6 N")
        then.play(move)
        assert then.view(None)["values"] == values


def test_H12a_a_switch_may_neither_break_the_order_nor_push_a_joker_above_11() -> None:
    assert refused(at("3 J 8", "S 7 1 2"), "S7@1") == "H13.not_ascending"
    match = at("3 J J", "S 10 9 2")
    assert refused(match, "S10@1") == "H13.not_ascending"
    match.play("S9@1")
    assert match.view(None)["values"] == [9, 10, 11]


def test_H13_the_joker_of_a_row_is_taken_for_a_7_from_the_hand() -> None:
    match = at("3 5 J 8", "S 7 1 2")
    match.play("S7@3")
    position = match.position()
    assert position["row"] == ["3", "5", "7", "8"]
    assert "J" in position["hands"][0]
    assert "7" not in position["hands"][0][:3] or position["hands"][0].count("7") == 1
    assert position["discard"] == ["S"]


def test_H13_the_example_of_the_sheets() -> None:
    match = at("3 5 8", "2 4 7 S")
    assert not any(move.isdigit() for move in match.moves())
    new = match.position()["stock"][-1]
    match.play("S7@3")
    position = match.position()
    assert (position["row"], position["discard"]) == (["3", "5", "7"], ["S"])
    assert Counter(position["hands"][0]) == Counter(["2", "4", "8", new])


def test_H13_every_place_where_the_row_still_ascends() -> None:
    match = at("3 5 8", "S S 4 9")
    assert match.moves() == ["9", "S4@1", "S4@2", "S9@3"]
    assert refused(match, "S4@3") == "H13.not_ascending"
    assert refused(match, "S5@2") == "H13.not_held"
    assert refused(match, "S4@4") == "H13.no_place"
    assert refused(at("", "S 4 5 6"), "S4@1") == "H13.empty"


def test_H13a_equal_numbers_may_be_exchanged_but_no_joker_goes_in() -> None:
    match = at("3 5 8", "S 5 1 1")
    assert "S5@2" in match.moves()
    with pytest.raises(reihum.NotUnderstood):
        match.play("SJ@2")
    match.play("S5@2")
    assert match.position()["row"] == ["3", "5", "8"]


def test_H13a_a_switch_is_playable_exactly_with_a_row_and_a_number() -> None:
    assert at("11", "S S S S", "9 9 9 N").moves() == ["help"]
    for number in range(1, 12):
        for row in ("1", "11", "J", "3 J 8", "1 J 3 J 5", "7 J J J 11"):
            moves = at(row, f"S S S {number}").moves()
            assert any(move.startswith(f"S{number}@") for move in moves), (row, number)


def test_H14_zap_takes_the_last_card_with_it() -> None:
    match = at("3 5 11", "Z 1 1 2")
    match.play("Z")
    assert match.position()["row"] == ["3", "5"]
    assert match.position()["discard"] == ["Z", "11"]


def test_H14_after_the_only_card_the_next_player_starts_a_new_row() -> None:
    match = at("11", "Z 1 1 2", "1 3 S Z")
    match.play("Z")
    assert match.position()["row"] == []
    assert match.moves() == ["1", "3"]
    assert refused(match, "Z") == "H14.empty"


def test_H15_the_player_of_a_no_is_skipped_once_and_then_plays() -> None:
    match = at("1", "N 11 11 11", "2 5 8 9", "3 6 7 8")
    match.play("N")
    assert match.position()["no"] == [1, 0, 0]
    play(match, "2", "3")
    assert match.events == [{"kind": "skipped", "seat": 0}]
    assert match.position()["no"] == [2, 0, 0]
    assert match.turn == 1
    play(match, "5", "6")
    assert match.turn == 0
    assert match.position()["no"] == [0, 0, 0]
    assert match.position()["discard"] == ["N"]


def test_H15_a_no_always_goes_also_on_an_empty_row_and_right_after_another() -> None:
    match = at("", "N N 1 1", no=[0, 1, 1])
    match.play("N")
    assert kinds(match) == ["skipped", "skipped", "skipped", "freed"]
    assert match.turn == 1
    assert match.position()["no"] == [2, 0, 2]
    again = at("3", "4 4 4 4", "N 5 5 5", "9 9 9 9", no=[0, 2, 0])
    again.play("4")
    assert again.position()["no"] == [0, 0, 0]
    again.play("N")
    assert again.position()["no"] == [0, 1, 0]


def test_H15_if_all_others_are_skipped_it_is_the_same_players_turn_again() -> None:
    match = at("3", "4 5 6 7", no=[0, 1, 1])
    match.play("4")
    assert match.turn == 0
    assert match.position()["no"] == [0, 2, 2]


# -- help -----------------------------------------------------------------------------------------


def test_H16_help_is_the_only_move_if_nothing_can_be_played_and_none_otherwise() -> None:
    assert at("9", "3 4 5 6").moves() == ["help"]
    assert at("", "S S Z Z").moves() == ["help"]
    match = at("9", "3 4 5 10")
    assert refused(match, "help") == "H16.can_play"
    assert "help" not in match.moves()
    stuck = at("9", "3 4 5 6")
    assert refused(stuck, "6") == refused(stuck, "10") == refused(stuck, "N") == "H16.only_help"


def test_H17_the_player_before_in_the_order_of_play_is_asked() -> None:
    match = at("9", "3 4 5 6", "J J J J", "Z Z Z Z")
    match.play("help")
    assert (match.position()["asker"], match.position()["giver"], match.turn) == (0, 2, 2)
    assert match.events == [{"kind": "asked", "seat": 0, "giver": 2}]
    other = at("9", "3 4 5 6", "J J J J", "Z Z Z Z", direction=-1)
    other.play("help")
    assert other.position()["giver"] == 1


def test_H17_players_with_a_no_in_front_are_passed_over() -> None:
    for state in (1, 2):
        match = at("9", "3 4 5 6", "J J J J", "Z Z Z Z", no=[0, 0, state])
        match.play("help")
        assert match.position()["giver"] == 1


def test_H17_a_view_names_who_would_be_asked() -> None:
    for no, helper in (([0, 0, 0], 2), ([0, 0, 1], 1), ([0, 2, 1], None)):
        match = at("9", "3 4 5 6", "J J J J", "Z Z Z Z", no=no)
        assert match.view(0)["helper"] == match.view(None)["helper"] == helper
    assert calling("1 2 3 4", "1 2 3 4", "5 5 5 5").view(0)["helper"] is None


def asked(row: str, asker: str, giver: str) -> Match:
    """Seat 0 has asked seat 2."""
    return play(at(row, asker, "5 6 7 8", giver), "help")


def test_H18_the_giver_gives_a_card_gets_one_back_and_the_asker_plays_it() -> None:
    match = asked("9", "3 4 5 6", "2 9 10 N")
    assert match.position()["phase"] == "give"
    assert match.moves() == ["give 10", "give N"]
    match.play("give 10")
    assert match.position()["phase"] == "back"
    assert match.position()["received"] == "10"
    assert match.position()["hands"][2] == ["2", "9", "N"]
    assert match.turn == 0
    assert match.moves() == ["back 3", "back 4", "back 5", "back 6"]
    match.play("back 4")
    assert match.position()["phase"] == "received"
    assert match.position()["hands"][2] == ["2", "4", "9", "N"]
    assert match.moves() == ["10"]
    match.play("10")
    position = match.position()
    assert position["row"] == ["9", "10"]
    assert [len(hand) for hand in position["hands"]] == [4, 4, 4]
    assert (position["phase"], position["asker"], position["giver"]) == ("play", None, None)
    assert match.turn == 1


def test_H18_what_is_refused_while_helping() -> None:
    match = asked("9", "3 4 5 6", "2 9 10 N")
    assert refused(match, "give 9") == "H18.no_help"
    assert refused(match, "give J") == "H18.not_held"
    assert refused(match, "10") == "H18.give_first"
    assert refused(match, "back 2") == "H18.give_first"
    match.play("give 10")
    assert refused(match, "back 7") == "H18.not_held"
    assert refused(match, "10") == "H18.back_first"
    match.play("back 4")
    assert refused(match, "3") == "H18.play_it"
    assert refused(match, "help") == "H18.play_it"
    assert refused(match, "back 3") == "H18.no_return"
    match.play("10")
    assert refused(match, "give 5") == "H18.not_asked"


def test_H18a_helping_is_compulsory_and_a_switch_counts_with_the_askers_numbers() -> None:
    match = asked("9", "3 4 5 6", "1 2 3 S")
    assert match.moves() == ["give S"]
    play(match, "give S", "back 3")
    assert match.moves() == ["S4@1", "S5@1", "S6@1"]
    match.play("S4@1")
    assert match.position()["row"] == ["4"]
    assert match.position()["discard"] == ["S"]
    assert "9" in match.position()["hands"][0]


def test_H18a_a_switch_does_not_help_somebody_without_a_number() -> None:
    match = asked("9", "S S S S", "1 2 S Z")
    assert match.moves() == ["give Z"]
    assert refused(match, "give S") == "H18.no_help"
    ended = at("9", "S S S S", "5 6 7 8", "1 2 S S")
    ended.play("help")
    assert "round" in kinds(ended)


def test_H18b_the_asker_chooses_place_and_exchange_of_the_card_received() -> None:
    match = asked("3 9", "3 4 5 6", "1 2 3 J")
    play(match, "give J", "back 6")
    assert match.moves() == ["J@1", "J@2", "J@3"]


def test_H18b_any_card_given_back_leaves_the_card_received_playable() -> None:
    match = asked("9", "3 3 4 5", "1 2 3 S")
    match.play("give S")
    assert match.moves() == ["back 3", "back 4", "back 5"]
    for back in match.moves():
        exchange = GAME.from_position(match.position(), seed=1)
        exchange.play(back)
        assert exchange.moves()


def lacking(row: str, *hands: str, **more: object) -> Match:
    """A set-up that lacks cards; by default there is nothing left to draw."""
    return at(row, *hands, **{"phase": "play", "stock": [], **more})


def test_H18c_without_a_card_to_give_back_nobody_is_helped() -> None:
    match = lacking("9", "", "5 6 7 8", "10 11 N Z")
    assert match.moves() == ["help"]
    match.play("help")
    assert kinds(match) == ["asked", "round", "begins"]
    assert match.position()["points"] == [0, 1, 0]


def test_H18c_a_switch_does_not_help_somebody_with_one_card() -> None:
    match = lacking("9", "3", "5 6 7 8", "1 2 S Z")
    match.play("help")
    assert match.moves() == ["give Z"]
    assert refused(match, "give S") == "H18.no_help"
    ended = lacking("9", "3", "5 6 7 8", "1 2 S S")
    ended.play("help")
    assert "round" in kinds(ended)


def test_H18_others_learn_the_card_given_only_when_it_is_played() -> None:
    match = asked("9", "3 4 5 6", "2 9 10 N")
    play(match, "give 10", "back 4")
    assert [match.view(seat)["received"] for seat in (0, 1, 2, None)] == ["10", None, "10", None]
    assert match.log(1)[1:] == match.log(None)[1:] == [(2, "give ?"), (0, "back ?")]
    assert match.log(0)[1:] == match.log(2)[1:] == [(2, "give 10"), (0, "back 4")]
    with pytest.raises(reihum.NotUnderstood):
        match.play("give ?")


# -- the end --------------------------------------------------------------------------------------


def test_H19_without_help_everybody_else_scores() -> None:
    match = at("9", "3 4 5 6", "3 3 4 4", "5 5 6 6", "3 5 7 7", "6 7 7 8")
    match.play("help")
    assert happened(match, "round") == [
        {"kind": "round", "round": 1, "scored": [1, 2, 3], "points": [0, 1, 1, 1, 0]}
    ]
    position = match.position()
    assert (position["round"], position["phase"], position["row"]) == (2, "call", [])
    assert position["callers"] == [0, 4]
    assert cards_of(position).total() == 105


def test_H20_if_all_others_have_a_no_only_the_helpless_player_scores() -> None:
    match = at("9", "3 4 5 6", no=[0, 1, 2])
    match.play("help")
    assert happened(match, "asked", "round") == [
        {"kind": "asked", "seat": 0, "giver": None},
        {"kind": "round", "round": 1, "scored": [0], "points": [1, 0, 0]},
    ]
    assert match.position()["callers"] == [1, 2]


def test_H21_the_game_is_over_with_three_points_and_all_who_have_them_win() -> None:
    match = at("9", "3 4 5 6", "3 3 4 4", "5 5 6 6", "3 5 7 7", points=[2, 2, 2, 0])
    match.play("help")
    assert match.over
    assert match.turn is None
    assert match.scores() == [2, 3, 3, 0]
    assert match.winners() == [1, 2]
    assert match.events[-1] == {"kind": "game", "scores": [2, 3, 3, 0], "winners": [1, 2]}
    position = match.position()
    assert (position["phase"], position["turn"], position["row"]) == ("over", 0, ["9"])
    assert GAME.from_position(position, seed=1).position() == position


def test_H21_nobody_wins_before() -> None:
    match = at("9", "3 4 5 6", "3 3 4 4", "5 5 6 6", points=[2, 1, 2])
    match.play("help")
    assert not match.over
    assert match.winners() == []


@pytest.mark.parametrize(
    "words", ["", "12", "0", "J", "S", "S7", "S12@1", "J@0", "J@7", "call J", "give", "give 12", "wave 3"]
)
def test_what_is_no_move_has_no_number(words: str) -> None:
    assert GAME.spec.parse(words) == -1

"""The rules of 23, one by one, and the examples of the sheets."""

from __future__ import annotations

from typing import Final

import pytest

import reihum
from reihum import Match
from reihum.words import LANGUAGES
from tests.tools import happened, play, refused, sheet

GAME = reihum.game("23")
DECK: Final = [1, 2, 2] + [v for v in range(3, 24) for _ in range(3)]  # T1


def at(top: int, *hands: list[int], **more: object) -> Match:
    """Seat 0 in turn with a pile that ends in `top`."""
    pile = [1] if top == 1 else [1, top]
    return GAME.from_position({"game": "23", "hands": list(hands), "pile": pile, "turn": 0, **more}, seed=1)


def new(players: int = 3, seed: int = 1, **options: bool) -> Match:
    return GAME.new(players=players, seed=seed, **options)


def put_all(match: Match) -> Match:
    """Everybody puts the lowest cards away."""
    while match.position()["phase"] == "put":
        match.play(match.moves()[0])
    return match


# -- material and set-up --------------------------------------------------------------------------


def test_T1_the_deck_has_one_1_two_2s_and_three_of_each_other_number() -> None:
    position = new(players=4).position()
    cards = sorted(v for hand in position["hands"] for v in hand) + position["unused"]
    assert sorted(cards) == DECK


def test_T1a_the_supply_of_penalty_chips_is_no_limit() -> None:
    match = at(1, [2, 3], [2, 3], fines=[49, 49])
    play(match, "pass", "pass", "pass")
    assert match.position()["fines"] == [51, 50]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_T2_fifteen_cards_each_with_the_1_among_them_and_everybody_sees_who_holds_it(players: int) -> None:
    match = new(players=players, seed=players)
    position = match.position()
    assert [len(hand) for hand in position["hands"]] == [15] * players
    assert len(position["unused"]) == 66 - 15 * players
    holder = next(seat for seat, hand in enumerate(position["hands"]) if 1 in hand)
    assert all(match.view(seat)["one"] == holder for seat in [None, *range(players)])


def test_T3_three_bonus_chips_once_and_never_again() -> None:
    match = at(14, [10, 10], [20], round=1)
    assert match.position()["chips"] == [3, 3]
    play(match, "10x2+1", "leave")
    assert match.position()["round"] == 2
    assert match.position()["chips"] == [2, 3]


def test_T4_everybody_puts_three_cards_away_at_the_same_time_and_in_any_order() -> None:
    match = new(players=3)
    assert match.owes() == [0, 1, 2]
    for seat in (2, 0, 2, 1, 2):
        match.play(match.moves(seat)[0], seat=seat)
    assert match.owes() == [0, 1]
    with pytest.raises(reihum.NotYourTurn):
        match.play("put 9", seat=2)


def test_T4_the_1_may_not_be_put_away() -> None:
    match = new(players=2)
    seat = match.view(0)["one"]
    assert "put 1" not in match.moves(seat)
    assert refused(match, "put 1", seat) == "T4.one"


def test_T4_nothing_is_put_away_later_and_nothing_is_laid_before() -> None:
    assert refused(at(5, [8, 8], [9]), "put 8") == "T4.not_now"
    match = new()
    assert refused(match, match.moves()[-1].removeprefix("put ")) == "T4.first"
    assert refused(match, "pass") == "T4.first"


def test_T4_nobody_hears_or_sees_what_the_others_put_away_or_how_far_they_are() -> None:
    match = new(players=3)
    before = match.view(1), match.view(None)
    match.play(match.moves(0)[0], seat=0)
    assert (match.view(1), match.view(None)) == before
    assert match.log(1) == [None]
    assert match.log(0) == [(0, f"put {match.position()['away'][0][0]}")]


def test_T4_only_a_card_in_the_hand_can_be_put_away() -> None:
    match = new(seed=3)
    missing = next(v for v in range(2, 24) if v not in match.position()["hands"][0])
    assert refused(match, f"put {missing}", 0) == "T4.not_held"


def putting(hand: list[int]) -> Match:
    """Seat 0 has this hand, and nothing has been put away."""
    deck = list(DECK)
    for v in hand:
        deck.remove(v)
    return GAME.from_position({"game": "23", "hands": [hand, deck[:15]]}, seed=1)


def test_T4a_cards_are_named_in_ascending_order_equal_ones_included() -> None:
    match = putting([5, 5, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17])
    match.play("put 6", seat=0)
    assert refused(match, "put 5", 0) == "T4.order"
    again = putting([5, 5, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17])
    for _ in range(3):
        again.play("put 5", seat=0)
    assert again.position()["away"][0] == [5, 5, 5]


def test_T4a_enough_equal_or_higher_cards_must_remain() -> None:
    match = putting([5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 22, 22])
    assert match.moves(0)[-1] == "put 17"
    assert refused(match, "put 22", 0) == "T4.too_high"
    match.play("put 17", seat=0)
    assert match.moves(0) == ["put 22"]


def test_T5_the_learning_game_deals_twelve_and_puts_nothing_away() -> None:
    match = new(players=4, learning=True)
    position = match.position()
    assert position["phase"] == "play"
    assert sorted(len(hand) for hand in position["hands"]) == [11, 12, 12, 12]
    assert len(position["unused"]) == 66 - 48
    assert position["away"] == [[], [], [], []]


def test_T6_the_holder_of_the_1_lays_it_and_the_next_seat_decides() -> None:
    match = new(players=3, seed=5)
    holder = match.view(None)["one"]
    put_all(match)
    assert match.position()["pile"] == [1]
    assert match.turn == (holder + 1) % 3
    assert len(match.position()["hands"][holder]) == 11


@pytest.mark.parametrize("pile", [[5], [2, 5], [5, 1]])
@pytest.mark.parametrize("round", [1, 2])
def test_T6_a_pile_without_the_1_at_the_bottom_cannot_be(pile: list[int], round: int) -> None:
    position = {"game": "23", "hands": [[8], [9]], "pile": pile, "round": round}
    with pytest.raises(reihum.BadPosition, match=r"The pile begins with the 1, which opens every round\."):
        GAME.from_position(position, seed=1)


@pytest.mark.parametrize("pile", [[], [5]])
def test_T6_after_the_end_the_1_is_still_at_the_bottom(pile: list[int]) -> None:
    position = {"game": "23", "hands": [[], []], "pile": [1, 5], "round": 2, "phase": "over"}
    assert GAME.from_position(position, seed=1).over
    with pytest.raises(reihum.BadPosition, match=r"The pile begins with the 1, which opens every round\."):
        GAME.from_position({**position, "pile": pile}, seed=1)


def test_T6a_opening_is_no_move_but_an_event_of_the_last_card_put_away() -> None:
    match = new(players=2)
    holder = match.view(None)["one"]
    put_all(match)
    assert match.events == [{"kind": "opened", "seat": holder}]
    assert len(match.log(None)) == 6


# -- a turn ---------------------------------------------------------------------------------------


def test_T7_one_card_or_several_equal_ones_not_lower_than_the_top() -> None:
    match = at(9, [8, 9, 9, 12], [20])
    assert [move for move in match.moves() if "+" not in move] == ["9", "9x2", "12", "pass", "force", "leave"]
    assert refused(match, "8") == "T7.lower"
    assert refused(match, "9x3") == "T7.too_few"
    assert refused(match, "10") == "T7.not_held"


def test_T7_the_refusal_says_it_in_words() -> None:
    match = at(9, [8, 20], [20])
    with pytest.raises(reihum.Refused) as caught:
        match.play("8")
    refusal = caught.value
    assert (
        refusal.sentence
        == "An 8 is lower than the 9 on the pile (rule T7). Bonus chips make it possible: 8+1."
    )
    assert refusal.facts == {"card": 8, "top": 9, "way": "8+1"}
    assert refusal.text("de") == (
        "Eine 8 ist niedriger als die 9 auf dem Stapel (Regel T7). Mit Bonus-Chips: 8+1."
    )
    assert refusal.text("nl") == (
        "Een 8 is lager dan de 9 op de stapel (regel T7). Met bonusfiches kan het wel: 8+1."
    )


def test_T8_two_eights_on_a_five_cost_two_chips() -> None:
    match = at(5, [8, 8, 20], [20])
    match.play("8x2")
    assert match.position()["fines"] == [2, 0]
    assert match.position()["pile"] == [1, 5, 8, 8]


def test_T8_equal_or_one_higher_costs_nothing() -> None:
    match = at(5, [5, 20], [6, 20])
    play(match, "5", "6")
    assert match.position()["fines"] == [0, 0]


def test_T9_two_tens_on_a_fourteen_with_one_bonus_chip_cost_nothing() -> None:
    match = at(14, [10, 10, 20], [20])
    match.play("10x2+1")
    assert match.position()["fines"] == [0, 0]
    assert match.position()["chips"] == [2, 3]
    assert match.position()["pile"][-1] == 10


def test_T9_a_seventeen_on_a_ten_with_one_bonus_chip_costs_one() -> None:
    match = at(10, [17, 20], [20])
    match.play("17+1")
    assert match.position()["fines"] == [1, 0]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("move", "fine"), [("12x2", 2), ("12x2+1", 0), ("6+1", 0)])
def test_T9_the_example_told_on_the_sheet_is_right(lang: str, move: str, fine: int) -> None:
    match = at(9, [6, 12, 12], [20])
    match.play(move)
    assert match.position()["fines"] == [fine, 0]
    assert f"({move})" in sheet("23", lang).example


def test_T9_spent_chips_are_gone() -> None:
    match = at(10, [17, 20], [20], chips=[1, 0])
    assert refused(match, "17+2") == "T9.not_enough"
    match.play("17+1")
    assert match.position()["chips"] == [0, 0]


def test_T9a_one_chip_shifts_by_up_to_five_not_exactly_five() -> None:
    moves = at(14, [9, 10, 11, 12, 13], [20]).moves()
    assert [m for m in moves if m.endswith("+1")] == ["9+1", "10+1", "11+1", "12+1", "13+1"]


def test_T9b_several_chips_reach_further_down_and_save_more() -> None:
    match = at(20, [4, 5, 9, 21], [20])
    assert [m for m in match.moves() if "+" in m] == ["5+3", "9+3"]
    assert refused(match, "4+3") == "T7.lower_still"
    match = at(1, [17, 23], [20])
    match.play("17+3")
    assert match.position()["fines"] == [0, 0]


def test_T9c_no_chip_may_be_wasted() -> None:
    match = at(10, [9, 11, 12, 17, 18], [20])
    assert refused(match, "11+1") == "T9.wasted"
    assert refused(match, "9+2") == "T9.wasted"
    assert [m for m in match.moves() if m.startswith("12")] == ["12", "12+1"]
    assert [m for m in match.moves() if m.startswith("17")] == ["17", "17+1", "17+2"]
    assert refused(match, "17+3") == "T9.wasted"


def test_T10_going_out_gives_back_up_to_three() -> None:
    match = at(5, [5], [20], fines=[7, 0])
    match.play("5")
    assert match.position()["fines"] == [4, 0]
    assert match.position()["status"] == ["out", "in"]


def test_T10a_the_fine_of_the_last_card_is_taken_first() -> None:
    match = at(5, [8], [20])
    match.play("8")
    assert match.position()["fines"] == [0, 0]


def test_T11_passing_costs_one_also_for_the_last_in_the_round() -> None:
    match = at(5, [8], [], status=["in", "out"])
    assert "pass" in match.moves()
    match.play("pass")
    assert match.position()["fines"] == [1, 0]
    assert match.turn == 0


def test_T12_a_forced_player_lays_two_twenties_on_a_seventeen_and_pays_two() -> None:
    match = at(17, [3, 23], [20, 20, 22])
    match.play("force")
    assert match.position()["fines"] == [2, 0]
    assert match.position()["forced"] is True
    assert refused(match, "pass") == "T12.forced"
    assert refused(match, "leave") == "T12.forced"
    assert refused(match, "force") == "T12.forced"
    match.play("20x2")
    assert match.position()["fines"] == [2, 2]
    assert match.position()["forced"] is False


def test_T12a_bonus_chips_must_be_used_if_that_is_the_only_way() -> None:
    match = at(17, [3, 23], [13])
    match.play("force")
    assert match.moves() == ["13+1"]


def test_T12a_a_forced_seat_that_reaches_the_top_exactly_with_all_its_chips_must_lay() -> None:
    match = at(17, [3, 23], [2, 12], chips=[3, 1])
    match.play("force")
    assert match.moves() == ["12+1"]
    assert refused(match, "pass") == "T12.forced"
    match = at(17, [3, 23], [2, 17], chips=[3, 0])
    match.play("force")
    assert match.moves() == ["17"]
    assert refused(match, "leave") == "T12.forced"


def test_T12b_who_cannot_lay_anything_even_with_all_chips_is_free() -> None:
    match = at(17, [3, 23], [2, 11], chips=[3, 1])
    match.play("force")
    assert match.moves() == ["pass", "force", "leave"]
    match.play("pass")
    assert match.position()["forced"] is False
    assert match.view(0)["at_most"] == [None, 11]


def test_T12c_forcing_needs_somebody_to_force() -> None:
    match = at(5, [8], [], status=["in", "left"])
    assert refused(match, "force") == "T12.nobody"


def test_T13_leaving_costs_a_chip_per_card() -> None:
    match = at(9, [2, 3, 3], [20])
    match.play("leave")
    assert match.position()["fines"] == [3, 0]
    assert match.position()["hands"] == [[], [20]]
    assert match.position()["status"] == ["left", "in"]


def test_T14_those_who_went_out_or_left_are_skipped() -> None:
    match = at(9, [9], [20], [10, 11])
    play(match, "9", "leave", "10")
    assert match.turn == 2


# -- the end --------------------------------------------------------------------------------------


def test_T15_the_second_round_is_dealt_with_the_last_move_of_the_first() -> None:
    match = at(9, [9], [3], fines=[5, 1], chips=[1, 2])
    play(match, "9", "leave")
    assert happened(match, "round") == [{"kind": "round", "round": 1, "fines": [2, 2]}]
    position = match.position()
    assert (position["round"], position["phase"], position["pile"]) == (2, "put", [])
    assert (position["fines"], position["chips"]) == ([2, 2], [1, 2])
    assert [len(hand) for hand in position["hands"]] == [15, 15]
    assert position["away"] == [[], []]
    assert (position["turn"], position["forced"], position["status"]) == (None, False, ["in", "in"])
    assert sorted(v for cards in [*position["hands"], position["unused"]] for v in cards) == DECK


def test_T15_nothing_of_the_first_round_is_known_in_the_second() -> None:
    match = at(20, [22], [2, 11], chips=[3, 1])
    play(match, "force", "pass", "22")
    assert (match.view(0)["at_most"], match.view(0)["idle"]) == ([None, 14], 0)
    play(match, "pass", "leave")
    for seat in (None, 0, 1):
        view = match.view(seat)
        assert (view["at_most"], view["idle"], view["gone"], view["pile"]) == ([None, None], 0, [], [])
        assert (view["player"], view["owes"]) == (None, [0, 1])


def test_T16_after_the_end_it_is_nobodys_turn() -> None:
    match = at(9, [9], [3], round=2)
    play(match, "9", "leave")
    position = match.position()
    assert (position["phase"], position["round"], position["turn"]) == ("over", 2, None)
    assert (position["forced"], position["status"]) == (False, ["out", "left"])
    assert match.view(1)["gone"] == [3]
    assert (match.owes(), match.moves()) == ([], [])


def test_T16_bonus_chips_left_take_off_two_each_in_the_score_only() -> None:
    match = at(9, [9], [3], round=2, fines=[9, 9], chips=[2, 0])
    play(match, "9", "leave")
    assert match.over
    assert match.turn is None
    assert match.position()["fines"] == [6, 10]
    assert match.position()["chips"] == [2, 0]
    assert match.scores() == [2, 10]
    assert match.winners() == [0]
    assert match.events[-1] == {"kind": "game", "scores": [2, 10], "winners": [0]}


def test_T16_before_the_end_the_score_is_the_penalty_chips_and_nobody_has_won() -> None:
    match = at(9, [9, 12], [3], round=2, fines=[9, 0], chips=[2, 3])
    assert (match.scores(), match.winners()) == ([9, 0], [])
    play(match, "9", "pass", "12")
    assert (match.scores(), match.winners()) == ([8, 1], [])
    match.play("leave")
    assert (match.scores(), match.winners()) == ([4, 0], [1])


def test_T16_between_the_rounds_bonus_chips_take_nothing_off() -> None:
    match = at(9, [9], [3], round=1, fines=[9, 5], chips=[2, 3])
    play(match, "9", "leave")
    assert match.position()["round"] == 2
    assert (match.scores(), match.winners()) == ([6, 6], [])


def test_T16_the_score_never_falls_below_zero() -> None:
    match = at(9, [9], [3], round=2, chips=[3, 3])
    play(match, "9", "leave")
    assert match.scores() == [0, 0]


def test_T16a_ties_share_the_win() -> None:
    match = at(9, [9], [3], round=2, fines=[8, 4], chips=[0, 0])
    play(match, "9", "leave")
    assert match.winners() == [0, 1]

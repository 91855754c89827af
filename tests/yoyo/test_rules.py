"""The rules of YoYo, one by one, and the examples of the sheet."""

from __future__ import annotations

from collections import Counter

import pytest

import reihum
from reihum import Match
from reihum.games.yoyo.cards import ACTION_OF, CHAOS, PASS_LEFT, SKIP, TAKE_CARDS
from tests.tools import happened, play, refused, sheet

GAME = reihum.game("yoyo")
DECK = [f"{c}{n}" for c in "br" for n in range(1, 21) for _ in range(2 if n in (1, 2, 19, 20) else 1)] + [
    f"y{n}" for n in range(3, 19)
]


def at(pile: str, *hands: str, **more: object) -> Match:
    """Seat 0 in turn; cards are written with spaces between them."""
    given = {"hands": [hand.split() for hand in hands], "pile": pile.split(), "turn": 0, **more}
    return GAME.from_position({"game": "yoyo", **given}, seed=1)


def with_stock(stock: str, pile: str, *hands: str, **more: object) -> Match:
    """The same with a given stock; all other cards are at the bottom of the pile."""
    used = Counter(" ".join([stock, pile, *hands]).split())
    rest = list((Counter(DECK) - used).elements())
    return at(" ".join([*rest, pile]), *hands, stock=stock.split(), **more)


def new(players: int = 3, seed: int = 1) -> Match:
    return GAME.new(players=players, seed=seed)


def hands(match: Match) -> list[str]:
    return [" ".join(hand) for hand in match.position()["hands"]]


def held(match: Match) -> list[int]:
    return [len(hand) for hand in match.position()["hands"]]


def moved(before: list[str], after: list[str]) -> str:
    """The one card that is in the second hand and not in the first."""
    (card,) = (Counter(after) - Counter(before)).elements()
    return card


# -- material and set-up --------------------------------------------------------------------------


def test_Y1_blue_and_red_1_to_20_with_the_ends_doubled_and_yellow_3_to_18() -> None:
    position = new(players=2).position()
    cards = [card for hand in position["hands"] for card in hand] + position["stock"]
    assert len(cards) == 64
    assert sorted(cards) == sorted(DECK)


def test_Y2_yellow_14_is_a_draw_and_yellow_16_a_skip() -> None:
    assert ACTION_OF[14] == TAKE_CARDS
    assert ACTION_OF[16] == SKIP


def test_Y2a_four_of_each_action_in_a_fixed_cycle() -> None:
    by_action = {action: [n for n in range(21) if ACTION_OF[n] == action] for action in range(1, 5)}
    assert by_action == {
        SKIP: [4, 8, 12, 16],
        TAKE_CARDS: [6, 10, 14, 18],
        PASS_LEFT: [5, 9, 13, 17],
        CHAOS: [3, 7, 11, 15],
    }


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_Y3_seven_cards_each_and_the_rest_is_the_stock(players: int) -> None:
    match = new(players=players)
    assert held(match) == [7] * players
    assert len(match.position()["stock"]) == 64 - 7 * players
    assert match.position()["pile"] == []


def test_Y4_the_turn_goes_round_clockwise() -> None:
    match = at("b1", "b2 r9", "b4 r7", "b6 r8")
    play(match, "b2")
    assert match.turn == 1
    play(match, "b4", "b6")
    assert match.turn == 0


def test_Y4a_seat_1_begins_the_first_game() -> None:
    position = new(players=4).position()
    assert (position["turn"], position["beginner"]) == (1, 1)


def test_Y5_any_card_opens_the_pile_and_sets_the_direction() -> None:
    for card, direction in (("b13", "up"), ("r5", "down")):
        match = at("", "b13 r5 y9", "b4")
        assert match.moves() == ["b13", "r5", "y9^", "y9v", "draw"]
        match.play(card)
        assert match.position()["direction"] == direction


def test_Y5_a_yellow_opener_names_the_direction() -> None:
    match = at("", "b13 r5 y4", "b4", "b5")
    assert refused(match, "y4") == "Y5.name"
    match.play("y4v")
    assert match.position()["direction"] == "down"
    assert match.turn == 2


def test_Y5_a_series_may_open() -> None:
    match = at("", "b13 b14 r5", "b4")
    play(match, "b13", "b14")
    assert match.position()["pile"] == ["b13", "b14"]


# -- what fits ------------------------------------------------------------------------------------


def test_Y6_the_pile_has_a_number_and_a_direction() -> None:
    match = at("b8", "b9 r1", "b10")
    assert (match.position()["pile"], match.position()["direction"]) == (["b8"], "up")
    assert at("r8", "b9 r1", "b10").position()["direction"] == "down"


def test_Y7_upward_blue_equal_or_higher_or_red_of_the_same_number() -> None:
    match = at("b19", "b18 b19 b20 r18 r19 r20", "b10")
    assert match.moves() == ["b19", "b20", "r19", "draw"]
    assert refused(match, "b18") == "Y7.lower"
    assert refused(match, "r20") == "Y7.turn"
    match.play("r19")
    assert match.position()["direction"] == "down"


def test_Y7_the_refusal_says_it_in_words() -> None:
    match = at("b9", "b8 r8", "b10")
    with pytest.raises(reihum.Refused) as caught:
        match.play("b8")
    english = "Going up, blue 8 is too low (rule Y7)."
    assert caught.value.sentence == f"{english} Lay blue 9 or higher, red 9, yellow, or draw."
    assert caught.value.facts == {"card": "b8", "top": 9}
    german = "Aufwärts ist die blaue 8 zu niedrig (Regel Y7)."
    assert caught.value.text("de") == f"{german} Lege Blau ab 9, Rot 9, Gelb, oder zieh."
    dutch = "Omhoog is de blauwe 8 te laag (regel Y7)."
    assert caught.value.text("nl") == f"{dutch} Leg blauw vanaf 9, rood 9, geel, of trek."


def test_Y8_downward_red_equal_or_lower_or_blue_of_the_same_number() -> None:
    match = at("r2", "b1 b2 b3 r1 r2 r3", "b10")
    assert match.moves() == ["b2", "r1", "r2", "draw"]
    assert refused(match, "r3") == "Y8.higher"
    assert refused(match, "b3") == "Y8.turn"
    assert refused(match, "b1") == "Y8.turn"


def test_Y7_Y8_red_8_then_red_3_then_blue_3_turns_upward() -> None:
    match = at("", "r8 b1", "r3 b1", "b3 r1")
    play(match, "r8", "r3", "b3")
    assert match.position()["direction"] == "up"
    assert match.position()["pile"] == ["r8", "r3", "b3"]


def test_Y9_yellow_always_fits_and_keeps_the_direction() -> None:
    match = at("r9", "y16 b2", "r15 r17", "r16 r10")
    assert match.moves() == ["y16", "draw"]
    match.play("y16")
    assert match.position()["direction"] == "down"
    assert match.turn == 2
    assert match.moves() == ["r10", "r16", "draw"]


def test_Y9a_the_action_waits_until_the_lay_is_finished() -> None:
    match = at("b3", "y4 b5 r9", "r1", "r2")
    match.play("y4")
    assert (match.position()["phase"], match.turn, match.events) == ("series", 0, [])
    match.play("stop")
    assert match.events == [{"kind": "skipped", "seat": 1}]
    assert match.turn == 2


def test_Y9a_only_the_last_card_of_the_lay_acts() -> None:
    match = at("b3", "y4 b5 r9", "r1", "r2")
    play(match, "y4", "b5")
    assert match.turn == 1


def test_Y10_yellow_15_on_red_15_may_turn_upward_and_yellow_6_on_it_down_again() -> None:
    match = at("r15", "y15 b1", "y6 b1", "b2 r12")
    assert match.moves() == ["y15^", "y15v", "draw"]
    assert refused(match, "y15") == "Y10.name"
    match.play("y15^")
    position = match.position()
    assert position["direction"] == "up"
    again = at("r15 y15", "y6 b1", "b2 r12", direction="up")
    assert again.moves() == ["y6^", "y6v", "draw"]
    again.play("y6v")
    assert again.position()["direction"] == "down"
    assert again.position()["phase"] == "take"


def test_Y10_elsewhere_no_direction_is_named() -> None:
    assert refused(at("b9", "y16 b2", "r15"), "y16^") == "Y10.no_name"


def test_Y10_the_action_is_carried_out_as_well() -> None:
    match = at("b16", "y16 b1", "b1", "b2 r12")
    match.play("y16v")
    assert happened(match, "skipped", "hit") == [{"kind": "skipped", "seat": 1}]


def test_Y10a_a_yellow_top_counts_as_a_card_of_the_direction() -> None:
    up = at("b9 y16", "b15 b16 b17 r15 r16 r17", "b1", direction="up", top_by=1)
    assert up.moves() == ["b16", "b17", "r16", "draw"]
    down = at("r20 y16", "b15 b16 b17 r15 r16 r17", "b1", direction="down", top_by=1)
    assert down.moves() == ["b16", "r15", "r16", "draw"]


def test_Y10b_a_yellow_added_to_a_series_names_nothing() -> None:
    match = at("b2", "y3 y4 b9", "b1")
    match.play("y3")
    assert match.moves() == ["y4", "stop"]
    assert refused(match, "y4^") == "Y10.in_series"


def test_Y10_the_last_card_names_nothing_and_the_direction_stays() -> None:
    match = at("b15", "y15", "b1", match_game=4)
    assert match.moves() == ["y15", "draw"]
    assert refused(match, "y15v") == "Y10.last"
    match.play("y15")
    assert match.position()["direction"] == "up"


def test_Y11_on_your_own_card_you_may_lay_anything() -> None:
    match = at("b19", "b3 b4 r18 r1 y5", "b1", top_by=0)
    assert match.moves() == ["b3", "b4", "r1", "r18", "y5", "draw"]
    play(match, "b3", "b4")
    assert match.position()["direction"] == "up"


def test_Y11a_a_red_sets_down_and_a_yellow_keeps_the_direction_unless_Y10_applies() -> None:
    match = at("b9", "r18 b1", "b1", top_by=0)
    match.play("r18")
    assert match.position()["direction"] == "down"
    match = at("b9", "y4 b5 r3", "b1", top_by=0)
    match.play("y4")
    assert match.moves() == ["b5", "stop"]
    match = at("b9", "y9 r8 b1", "b1", top_by=0)
    assert match.moves() == ["b1", "r8", "y9^", "y9v", "draw"]
    match.play("y9v")
    assert match.moves() == ["r8", "stop"]


# -- a turn ---------------------------------------------------------------------------------------


def test_Y12_one_card_or_one_series_from_the_own_hand() -> None:
    match = at("b8", "b9 r1", "b10")
    assert refused(match, "b12") == "Y12.not_held"
    assert refused(match, "y12^") == "Y12.not_held"
    match.play("b9")
    assert hands(match) == ["r1", "b10"]
    assert match.log(1) == [(0, "b9")]


def test_Y13_who_lays_nothing_draws_and_may_lay_what_fits() -> None:
    match = with_stock("r9 b12", "b8", "b3 r1", "b10")
    match.play("draw")
    assert (match.position()["phase"], match.position()["drawn"]) == ("drawn", "b12")
    assert match.moves() == ["b12", "keep"]
    match.play("b12")
    assert match.turn == 1
    assert match.position()["pile"][-1] == "b12"


def test_Y13_a_drawn_card_may_be_kept() -> None:
    match = with_stock("r9 b12", "b8", "b3 r1", "b10")
    play(match, "draw", "keep")
    assert (match.turn, match.position()["drawn"]) == (1, None)
    assert hands(match)[0] == "b3 b12 r1"


def test_Y13_a_drawn_card_that_does_not_fit_ends_the_turn() -> None:
    match = with_stock("b12 r9", "b8", "b3 r1", "b10")
    match.play("draw")
    assert (match.turn, match.position()["phase"], match.position()["drawn"]) == (1, "play", None)
    assert hands(match)[0] == "b3 r1 r9"


def test_Y13_a_drawn_card_may_begin_a_series() -> None:
    match = with_stock("r9 b12", "b8", "b13 r1", "b10")
    play(match, "draw", "b12")
    assert match.moves() == ["b13", "stop"]


def test_Y13a_drawing_is_allowed_although_something_fits_but_then_only_the_drawn_card_begins() -> None:
    match = with_stock("r9 b12", "b8", "b13 b9", "b10")
    match.play("draw")
    assert refused(match, "b13") == "Y13.only_drawn"
    assert refused(match, "draw") == "Y13.drawn"
    assert match.moves() == ["b12", "keep"]


def test_Y13b_drawing_is_allowed_on_the_empty_pile_and_then_everything_fits() -> None:
    match = new(players=2)
    match.play("draw")
    assert match.position()["phase"] == "drawn"
    match.play("keep")
    assert match.turn == 0


def test_Y13b_on_your_own_card_the_drawn_card_always_fits() -> None:
    match = with_stock("b12 r9", "b8", "b3 r1", "b10", top_by=0)
    match.play("draw")
    assert match.moves() == ["r9", "keep"]


def test_Y13_words_of_other_phases_are_refused() -> None:
    match = at("b8", "b9 b10 r1", "b12")
    assert refused(match, "keep") == "Y13.nothing_drawn"
    assert refused(match, "stop") == "Y15.no_series"
    match.play("b9")
    assert refused(match, "draw") == "Y13.laid"
    assert refused(match, "keep") == "Y13.nothing_drawn"


def test_Y14_the_pile_without_its_top_becomes_the_stock() -> None:
    match = with_stock("b12", "r3 b8", "b3 r1", "b10")
    size = len(match.position()["pile"])
    match.play("draw")
    position = match.position()
    assert match.events == [{"kind": "reshuffled"}]
    assert (position["pile"], position["direction"], position["top_by"]) == (["b8"], "up", 1)
    assert len(position["stock"]) == size - 1
    assert position["emptied"] == 1


def test_Y14b_the_first_time_the_drawn_card_can_still_be_laid() -> None:
    match = with_stock("b12", "r3 b8", "b3 r1", "b10")
    match.play("draw")
    assert match.moves() == ["b12", "keep"]
    match.play("b12")
    assert match.position()["pile"] == ["b8", "b12"]


def test_Y14_the_second_time_ends_the_game() -> None:
    match = with_stock("b12", "r3 b8", "b3 r1", "b10", emptied=1)
    match.play("draw")
    (ended,) = happened(match, "round")
    assert ended == {"kind": "round", "round": 1, "scores": [-3, -1], "points": [-3, -1]}
    position = match.position()
    assert (position["match_game"], position["emptied"], position["phase"]) == (2, 0, "play")


def test_Y14a_with_nothing_to_shuffle_it_counts_as_the_second_time() -> None:
    rest = list((Counter(DECK) - Counter(["b8", "b12", "b10"])).elements())
    match = at("b8", " ".join(rest), "b10", stock=["b12"], match_game=4)
    match.play("draw")
    assert match.over
    assert match.position()["emptied"] == 2
    assert match.scores() == [-62, -1]


def test_Y14b_the_second_time_the_drawn_card_counts_as_held() -> None:
    match = with_stock("b12", "r3 b8", "b3 r1", "b10", emptied=1, match_game=4)
    match.play("draw")
    assert match.scores() == [-3, -1]
    assert match.position()["drawn"] is None


# -- series ---------------------------------------------------------------------------------------


def test_Y15_a_series_goes_on_by_one_in_one_colour_or_stops() -> None:
    match = at("b8", "b10 b11 b12 b14 r12 r11", "b20")
    match.play("b10")
    assert (match.turn, match.position()["phase"]) == (0, "series")
    assert match.moves() == ["b11", "stop"]
    assert refused(match, "b12") == "Y15.not_next"
    assert refused(match, "r11") == "Y15.not_next"
    play(match, "b11", "b12")
    assert match.turn == 1
    assert match.position()["pile"] == ["b8", "b10", "b11", "b12"]


def test_Y15_red_series_descend() -> None:
    match = at("r8", "r7 r6 b8 b1", "b20")
    play(match, "r7", "r6")
    assert match.turn == 1


def test_Y15_doubles_are_not_consecutive() -> None:
    match = at("b18", "b19 b19 r1", "b20")
    match.play("b19")
    assert match.turn == 1


def test_Y15_a_series_may_be_stopped() -> None:
    match = at("b8", "b10 b11 r1", "b20")
    play(match, "b10", "stop")
    assert match.turn == 1
    assert hands(match)[0] == "b11 r1"


def test_Y15_on_a_red_2_blue_2_3_4_as_one_series_ends_the_game() -> None:
    match = at("r2", "b2 b3 b4", "b20 r20", "b19")
    play(match, "b2", "b3", "b4")
    assert happened(match, "round") == [
        {"kind": "round", "round": 1, "scores": [5, -2, -1], "points": [5, -2, -1]}
    ]


def test_Y16_on_a_blue_8_the_series_13_14_15_16_skips_the_next_and_the_14_draws_nothing() -> None:
    match = at("b8", "b13 b15 y14 y16 r5 r6 r17", "b1 b2", "b1 b3")
    assert refused(match, "r17") == "Y7.turn"
    assert refused(match, "r6") == "Y7.turn"
    play(match, "b13", "y14", "b15")
    assert match.moves() == ["y16", "stop"]
    match.play("y16")
    assert happened(match, "skipped", "hit") == [{"kind": "skipped", "seat": 1}]
    assert (match.turn, match.position()["phase"], match.position()["pending"]) == (2, "play", 0)
    assert match.position()["direction"] == "up"
    assert hands(match)[0] == "r5 r6 r17"


def test_Y16_blue_and_yellow_can_both_be_next() -> None:
    match = at("b8", "b13 b14 y14 r1", "b1 b2")
    match.play("b13")
    assert match.moves() == ["b14", "y14", "stop"]


def test_Y16a_a_series_may_begin_with_yellow_and_be_all_yellow() -> None:
    match = at("r9", "y16 y15 y14 b1", "b1 b2", "b2")
    play(match, "y16", "y15", "y14")
    assert match.position()["phase"] == "take"
    assert match.position()["direction"] == "down"


def test_Y16a_a_named_direction_holds_for_the_series() -> None:
    match = at("b9", "y9 r8 b10 r1", "b1 b2", "b2")
    match.play("y9v")
    assert match.moves() == ["r8", "stop"]


# -- actions of yellow cards ----------------------------------------------------------------------


def test_Y17_a_yellow_last_card_has_no_action() -> None:
    match = at("b8", "y16", "b20 r20", "b19")
    match.play("y16")
    assert happened(match, "round") == [
        {"kind": "round", "round": 1, "scores": [5, -2, -1], "points": [5, -2, -1]}
    ]


def test_Y18_skip_with_three_players() -> None:
    match = at("b8", "y12 r1", "b20 r20", "b19")
    match.play("y12")
    assert (match.turn, match.events) == (2, [{"kind": "skipped", "seat": 1}])


def test_Y18_with_two_players_it_is_your_turn_again_on_your_own_card() -> None:
    match = at("b8", "y12 r1 b2", "b20 r20")
    match.play("y12")
    assert match.turn == 0
    assert match.moves() == ["b2", "r1", "draw"]


def test_Y19_the_next_player_takes_one_card_from_each_of_two_others() -> None:
    match = at("b8", "y14 r1 r3", "b20 r20", "b19 r9", "b3 r5")
    match.play("y14")
    assert (match.turn, match.position()["phase"], match.position()["pending"]) == (1, "take", 1)
    assert match.moves() == ["take 0", "take 2", "take 3"]
    assert refused(match, "take 1") == "Y19.yourself"
    assert refused(match, "take 4") == "Y19.no_seat"
    assert refused(match, "draw") == "Y19.take_first"
    assert refused(match, "b20") == "Y22.no_answer"
    match.play("take 0")
    assert match.events == [{"kind": "took", "seat": 1, "from": 0, "count": 1}]
    assert (held(match), match.position()["taking"]) == ([1, 3, 2, 2], [0])
    assert refused(match, "take 0") == "Y19.same"
    match.play("take 3")
    assert held(match) == [1, 4, 2, 1]
    position = match.position()
    assert (position["phase"], position["turn"], position["pending"], position["taking"]) == (
        "play",
        1,
        0,
        [],
    )
    assert "draw" in match.moves()


def test_Y19_with_two_players_one_card_from_the_other() -> None:
    match = at("b8", "y14 r1 r3", "b20 r20")
    match.play("y14")
    assert match.moves() == ["take 0"]
    match.play("take 0")
    assert held(match) == [1, 3]
    assert (match.turn, match.position()["phase"]) == (1, "play")


def test_Y19_who_loses_the_last_card_has_won() -> None:
    match = at("b8", "y14 r1", "b20 r20", "b19 r9")
    play(match, "y14", "take 0")
    assert happened(match, "took", "out", "round") == [
        {"kind": "took", "seat": 1, "from": 0, "count": 1},
        {"kind": "out", "seat": 0, "how": "lost"},
        {"kind": "round", "round": 1, "scores": [5, -3, -2], "points": [5, -3, -2]},
    ]


def test_Y19a_after_the_first_take_the_draw_can_no_longer_be_answered() -> None:
    match = at("b8", "y14 r1 r2", "b20 y10", "b19 r9")
    match.play("y14")
    assert match.moves() == ["y10^", "y10v", "take 0", "take 2"]
    match.play("take 2")
    assert match.moves() == ["take 0"]
    assert refused(match, "y10^") == "Y19.begun"


def test_Y19_nothing_is_taken_at_other_times() -> None:
    assert refused(at("b8", "b9 r1", "b10"), "take 1") == "Y19.not_now"


def test_Y20_everybody_passes_a_card_to_the_left_at_the_same_time() -> None:
    match = at("b8", "y13 b1 b2", "r1 r2", "y3 y4")
    match.play("y13")
    assert (match.position()["phase"], match.position()["turn"], match.owes()) == ("slide", 0, [0, 1, 2])
    assert match.moves(1) == ["slide r1", "slide r2"]
    match.play("slide r2", seat=1)
    assert match.position()["slid"] == [None, "r2", None]
    assert hands(match)[1] == "r1 r2"
    assert match.owes() == [0, 2]
    with pytest.raises(reihum.NotYourTurn):
        match.play("slide r1", seat=1)
    match.play("slide y3", seat=2)
    match.play("slide b1", seat=0)
    assert match.events == [{"kind": "slid"}]
    assert hands(match) == ["b2 y3", "b1 r1", "r2 y4"]
    assert (match.turn, match.position()["phase"], match.position()["slid"]) == (1, "play", [None] * 3)


def test_Y20_only_a_hand_card_can_be_passed_and_nothing_else_be_done() -> None:
    match = at("b8", "y13 b1 b2", "r1 r2")
    assert refused(match, "slide b1") == "Y20.not_now"
    match.play("y13")
    assert refused(match, "slide b5", 0) == "Y20.not_held"
    assert refused(match, "b1", 0) == "Y20.choose"
    assert refused(match, "draw", 1) == "Y20.choose"
    assert refused(match, "take 0", 1) == "Y20.choose"


def test_Y20_passing_an_only_card_does_not_win() -> None:
    match = at("b8", "y13 b1", "r1")
    play(match, "y13", "slide b1", "slide r1")
    assert hands(match) == ["r1", "b1"]
    assert match.position()["match_game"] == 1


def test_Y21_chaos_deals_all_hands_anew_and_evenly_with_the_rest_under_the_stock() -> None:
    match = at("b8", "y15 b1 b2 b3 b4", "r1", "r5 r6 r7")
    before, stock = match.position()["hands"], match.position()["stock"]
    match.play("y15")
    position = match.position()
    assert match.events == [{"kind": "chaos"}]
    assert held(match) == [2, 2, 2]
    assert position["stock"][2:] == stock
    after = [card for hand in position["hands"] for card in hand] + position["stock"][:2]
    assert sorted(after) == sorted(card for hand in before for card in hand if card != "y15")
    assert match.turn == 1


def test_Y22_a_draw_is_answered_by_a_draw_and_grows() -> None:
    match = at("b8", "y14 r1 r2 r3", "b20 y10 b1", "b19 r9 y6", "b3 b4 b5")
    play(match, "y14", "y10v")
    position = match.position()
    assert (position["pending"], position["turn"], position["top_by"]) == (2, 2, 1)
    assert position["direction"] == "down"
    play(match, "take 0", "take 3")
    assert match.events == [
        {"kind": "took", "seat": 2, "from": 3, "count": 2},
        {"kind": "took", "seat": 2, "from": 0, "count": 1},
    ]
    assert held(match) == [1, 2, 7, 1]
    assert (match.turn, match.position()["phase"]) == (2, "play")


def test_Y22_three_each_after_two_answers() -> None:
    match = at("b8", "y14 r1 r2 r3 r4", "b20 y10 b1", "b19 r9 y6", "b3 b4 b5 b6")
    play(match, "y14", "y10v", "y6^")
    assert (match.turn, match.position()["pending"]) == (3, 3)
    play(match, "take 0", "take 1")
    # In turns, the first-named first: 0, 1, 0, 1 takes the last card of seat 1.
    assert match.events[0] == {"kind": "took", "seat": 3, "from": 1, "count": 2}
    assert match.events[1] == {"kind": "took", "seat": 3, "from": 0, "count": 1}
    assert happened(match, "round")[0]["scores"] == [-2, 5, -2, -8]


def test_Y22a_the_answer_is_a_single_card_and_the_whole_turn() -> None:
    match = at("b8", "y14 r1 r2", "b11 y10 b1", "b19 r9")
    play(match, "y14", "y10^")
    assert (match.turn, match.position()["phase"]) == (2, "take")


def test_Y22a_the_answer_names_a_direction_unless_it_is_the_last_card() -> None:
    match = at("b8", "y14 r1 r2", "b11 y10", "b19 r9")
    match.play("y14")
    assert refused(match, "y10") == "Y10.name"
    match = at("b8", "y14 r1 r2", "y10", "b19 r9")
    match.play("y14")
    assert match.moves() == ["y10", "take 0", "take 2"]
    match.play("y10")
    assert happened(match, "round")[0]["scores"] == [-2, 5, -2]


def test_Y22a_with_two_players_all_cards_come_from_the_other_by_a_single_take() -> None:
    match = at("b8", "y14 r1 r2", "b11 y10 b1 b2")
    play(match, "y14", "y10^", "take 1")
    assert held(match) == [4, 1]
    assert match.events == [{"kind": "took", "seat": 0, "from": 1, "count": 2}]
    assert (match.turn, match.position()["phase"]) == (0, "play")


def test_Y22a_the_first_to_lose_the_last_card_wins_at_once() -> None:
    match = at("b8", "y14 r1 r2", "y10 b1")
    play(match, "y14", "y10^", "take 1")
    assert match.events[0] == {"kind": "took", "seat": 0, "from": 1, "count": 1}
    assert happened(match, "round")[0]["scores"] == [-3, 5]


def test_Y22b_a_draw_that_ends_a_series_can_be_answered() -> None:
    match = at("b8", "b13 y14 r1 r2", "b11 y10", "b19 r9")
    play(match, "b13", "y14")
    assert match.moves() == ["y10^", "y10v", "take 0", "take 2"]


def plainly(pile: str, *hands: str, **more: object) -> Match:
    """The same with plain Draws."""
    return at(pile, *hands, options={"plain_draw": True}, **more)


def test_Y22c_with_plain_draw_nothing_can_be_laid_against_a_draw() -> None:
    match = plainly("b8", "y14 r1 r2 r3", "b20 y10 b1", "b19 r9 y6", "b3 b4 b5")
    match.play("y14")
    assert match.moves() == ["take 0", "take 2", "take 3"]
    for move in ("y10", "y10^", "y10v", "b20"):
        assert refused(match, move) == "Y22c.plain"
    assert refused(match, "y6^") == "Y12.not_held"
    play(match, "take 0", "take 3")
    assert held(match) == [2, 5, 3, 2]
    assert (match.turn, match.position()["phase"], match.position()["pending"]) == (1, "play", 0)
    assert "y10^" in match.moves()  # in a normal turn it is a card like any other


def test_Y22c_with_plain_draw_not_even_a_last_card_or_a_series_is_an_answer() -> None:
    match = plainly("b8", "b13 y14 r1 r2", "y10", "b19 r9")
    play(match, "b13", "y14")
    assert match.moves() == ["take 0", "take 2"]


def test_Y22c_with_plain_draw_two_players_take_one_card() -> None:
    match = plainly("b8", "y14 r1 r2", "b11 y10 b1 b2")
    play(match, "y14", "take 0")
    assert held(match) == [1, 5]


def test_Y22c_a_match_with_plain_draw_says_so_everywhere_and_is_off_by_default() -> None:
    match = GAME.new(players=3, seed=4, plain_draw=True)
    assert match.position()["options"] == match.view(0)["options"] == {"plain_draw": True}
    assert "\nOptions: plain_draw\n" in match.record()
    assert reihum.read_record(match.record()).position() == match.position()
    assert GAME.from_position(match.position(), seed=1).position() == match.position()
    usual = GAME.new(players=3, seed=4)
    assert usual.position() == {**match.position(), "options": {"plain_draw": False}}
    assert "Options" not in usual.record()


def test_Y22c_whole_matches_with_plain_draw_never_heighten_a_draw() -> None:
    hit = 0
    for seed in range(12):
        match = GAME.new(players=2 + seed % 5, seed=seed, plain_draw=True)
        policy = GAME.spec.policy()
        while not match.over:
            position = match.position()
            assert position["pending"] <= 1
            hit += position["phase"] == "take"
            match.play(GAME.spec.text(policy.choose(match.state.side(match.state.turn()))))
    assert hit > 20


# -- end and match --------------------------------------------------------------------------------


def test_Y23_five_points_for_going_out() -> None:
    match = at("b8", "b9", "b10 b11 b12", "b13")
    match.play("b9")
    assert match.scores()[0] == 5


def test_Y24_a_minus_point_for_each_card_of_the_others() -> None:
    match = at("b8", "b9", "b10 b11 b12", "b13", points=[1, 2, 3])
    match.play("b9")
    assert happened(match, "round") == [
        {"kind": "round", "round": 1, "scores": [5, -3, -1], "points": [6, -1, 2]}
    ]
    assert match.position()["points"] == [6, -1, 2]
    assert held(match) == [7, 7, 7]


def test_Y25_used_up_twice_only_minus_points() -> None:
    match = with_stock("r12", "r3 b8", "b3 r1", "b10", emptied=1, points=[5, 5])
    match.play("draw")
    assert happened(match, "round")[0]["scores"] == [-3, -1]
    assert match.position()["points"] == [2, 4]


def test_Y26_twice_as_many_games_as_players() -> None:
    for players in (2, 3):
        others = ["b10 b11"] + ["b13"] * (players - 2)
        last = at("b8", "b9", *others, match_game=2 * players)
        last.play("b9")
        assert last.over
        not_last = at("b8", "b9", *others, match_game=2 * players - 1)
        not_last.play("b9")
        assert not_last.position()["match_game"] == 2 * players


def test_Y26_the_player_with_the_fewest_points_begins() -> None:
    match = at("b8", "b9", "b10", "b11 b12", "b13", points=[0, 0, 0, 0], beginner=0)
    match.play("b9")
    position = match.position()
    assert (position["beginner"], position["turn"]) == (2, 2)


def test_Y26a_of_several_the_first_after_the_last_beginner_who_comes_last() -> None:
    for beginner, expected in ((0, 1), (1, 3), (2, 3), (3, 1)):
        match = at("b8", "b9", "b10", "b11", "b13", points=[0, 0, 9, 0], beginner=beginner)
        match.play("b9")
        assert match.position()["beginner"] == expected
    match = at("b8", "b9", "b10", "b11", points=[-20, 0, 0], beginner=0)
    match.play("b9")
    assert match.position()["beginner"] == 0


def test_Y27_most_points_win_and_ties_share() -> None:
    match = at("b8", "b9", "b10", "b11 b12", match_game=6, points=[0, 6, 0])
    match.play("b9")
    assert match.scores() == [5, 5, -2]
    assert match.winners() == [0, 1]
    assert match.events[-1] == {"kind": "game", "scores": [5, 5, -2], "winners": [0, 1]}


def test_Y27_at_the_end_everything_stays_as_it_lies() -> None:
    match = at("b8", "b9", "b10", "b11 b12", match_game=6)
    match.play("b9")
    position = match.position()
    assert (position["phase"], position["pile"], position["turn"]) == ("over", ["b8", "b9"], 0)
    assert (position["hands"], position["top_by"]) == ([[], ["b10"], ["b11", "b12"]], 0)
    assert match.turn is None
    assert GAME.from_position(position, seed=1).position() == position


# -- who knows what -------------------------------------------------------------------------------


def test_a_taken_card_is_known_to_both_and_to_nobody_else() -> None:
    match = at("b8", "y14 r1 r3", "b20 r20", "b19 r9", "b3 r5")
    match.play("y14")
    before = match.position()["hands"][1]
    match.play("take 0")
    card = moved(before, match.position()["hands"][1])
    assert match.view(0)["known"][1] == [card]
    for seat in (1, 2, 3, None):
        assert match.view(seat)["known"] == [[], [], [], []]
    assert card in match.view(1)["hand"]


def test_a_slid_card_is_known_to_its_giver_until_it_is_laid() -> None:
    match = at("b8", "y13 b15 r2", "b1 r2", "b12 r9")
    play(match, "y13", "slide b15", "slide b1", "slide b12")
    assert match.view(0)["known"] == [[], ["b15"], []]
    assert match.view(1)["known"] == [[], [], ["b1"]]
    assert match.view(2)["known"] == [["b12"], [], []]
    match.play("b15")
    assert match.view(0)["known"] == [[], [], []]


def test_nothing_is_seen_of_a_slide_before_all_have_chosen() -> None:
    match = at("b8", "y13 b9 r2", "b1 r2", "b12 r9")
    match.play("y13")
    before = match.view(2), match.view(None)
    match.play("slide b9", seat=0)
    after = match.view(2), match.view(None)
    for then, now in zip(before, after, strict=True):
        assert {**then, "turn": 1, "owes": [1, 2]} == now
    assert match.log(2)[-1] is None
    assert match.log(0)[-1] == (0, "slide b9")
    assert match.view(0)["slid"] == "b9"


def test_a_card_that_leaves_unseen_may_have_been_any_of_those_known() -> None:
    match = at("b8", "y13 b15 r2", "b1 r7 y10", "b12 r9", "b16 r16")
    play(match, "y13", "slide b15", "slide b1", "slide b12", "slide b16")
    assert match.view(0)["known"][1] == ["b15"]
    before = match.position()["hands"][2]
    play(match, "y10^", "take 1")
    card = moved(before, match.position()["hands"][2])
    assert match.view(0)["known"][1] == []  # seat 0 did not see which card left
    assert match.view(1)["known"][2] == sorted(["b1", card])
    assert match.view(3)["known"][0] == ["b16"]


def test_of_two_equal_cards_passed_on_one_is_still_known_when_the_other_is_laid() -> None:
    match = at("r3", "y5 b1 b1 r9", "y9 y16 r2 r7")
    play(match, "y5", "slide b1", "slide r2", "y9^", "slide b1", "slide r7")
    assert match.view(0)["known"][1] == ["b1", "b1"]
    play(match, "r9", "y16", "b1")
    assert match.view(0)["known"][1] == ["b1"]


def test_of_two_equal_cards_taken_one_is_still_known_when_a_card_leaves_unseen() -> None:
    position = at("y14", "b1 b1 r9", "y6 r2", "r4 r6 r8", turn=1, pending=2).position()
    known = []
    for seed in range(10):
        match = play(GAME.from_position(position, seed=seed), "take 0", "take 2")
        if match.view(0)["known"][1] == ["b1", "b1"]:
            play(match, "y6^", "take 1")
            known.append(match.view(0)["known"])
    assert known
    assert all(each == [[], ["b1"], []] for each in known)


def test_the_seat_that_takes_a_card_crosses_out_only_that_one() -> None:
    gone: set[bool] = set()
    for seed in range(20):
        position = at("b8", "y13 b15 r2", "b1 r7 y14").position()
        match = GAME.from_position(position, seed=seed)
        play(match, "y13", "slide b15", "slide b1")
        assert match.view(0)["known"][1] == ["b15"]
        play(match, "y14v", "take 1")
        left = match.position()["hands"][1]
        assert match.view(0)["known"][1] == [card for card in left if card == "b15"]
        gone.add("b15" not in left)
    assert gone == {True, False}


def test_Y21_chaos_ends_all_knowledge() -> None:
    match = at("b8", "y13 b9 r2", "b1 r7 y15", "b19 r17")
    play(match, "y13", "slide b9", "slide b1", "slide b19", "y15^")
    for seat in range(3):
        assert match.view(seat)["known"] == [[], [], []]


def test_Y13_everybody_sees_whether_a_drawn_card_fits_but_not_which_it_is() -> None:
    match = with_stock("b12 r9", "b8", "b3 r1", "b10")
    match.play("draw")
    assert match.view(1)["drawn"] is None
    (kinds,) = match.view(1)["drawn_one_of"][0]
    assert "r9" in kinds
    assert "b7" in kinds
    assert not {"b8", "b20", "r8", "y3"} & set(kinds)
    match = with_stock("r9 b12", "b8", "b3 r1", "b10")
    match.play("draw")
    assert (match.view(1)["drawn"], match.view(0)["drawn"]) == (None, "b12")
    (kinds,) = match.view(1)["drawn_one_of"][0]
    assert "b12" in kinds
    assert not {"b7", "r9"} & set(kinds)


def test_Y15_everybody_sees_that_a_series_could_go_on() -> None:
    match = at("b8", "b10 b11 r1", "b20")
    match.play("b10")
    assert match.view(1)["one_of"][0] == ["b11", "y11"]
    match.play("stop")
    assert match.view(1)["one_of"][0] == ["b11", "y11"]


def test_Y14_after_the_reshuffle_everybody_knows_what_is_in_the_stock() -> None:
    match = with_stock("b12", "r3 b8", "b3 r1", "b10")
    match.play("draw")
    view = match.view(1)
    assert sorted(view["recycled"]) == sorted(match.position()["stock"])
    assert view["unmoved"] == [3, 1]
    assert "stock" not in view


def test_a_view_shows_no_card_of_another_hand() -> None:
    match = new(players=4)
    for seat in (None, 0, 1, 2, 3):
        view = match.view(seat)
        assert view["hand"] == ([] if seat is None else match.position()["hands"][seat])
        assert "hands" not in view
        assert "stock" not in view
        assert (view["held"], view["in_stock"]) == ([7, 7, 7, 7], 36)


# -- notation -------------------------------------------------------------------------------------


NO_CARDS = "B3,b0,b21,b03,y2,y19,b3^,r3v,y3^v,y3 ^,b³,g5"
NO_WORDS = ",slide,slide ?,slide  b3,slide y3^,take,take 6,take 01,take -1,Draw,draw ,stop!"


@pytest.mark.parametrize("text", [*NO_CARDS.split(","), *NO_WORDS.split(",")])
def test_texts_that_are_no_moves(text: str) -> None:
    with pytest.raises(reihum.NotUnderstood):
        new().play(text)


# -- the sheet ------------------------------------------------------------------------------------


def test_the_example_of_the_sheet() -> None:
    match = at("r9", "b9 b10 b11 y12 r3", "b1 b2", "b3 b4")
    play(match, "b9", "b10", "b11", "y12")
    assert match.position()["direction"] == "up"
    assert happened(match, "skipped") == [{"kind": "skipped", "seat": 1}]
    assert match.turn == 2


@pytest.mark.parametrize("lang", ["de", "en", "nl"])
def test_every_card_has_a_word_and_every_rule_its_text(lang: str) -> None:
    text = sheet("yoyo", lang)
    assert set(text.words) == set(DECK)
    assert list(text.rules) == [*(f"Y{n}" for n in range(1, 23)), "Y22c", *(f"Y{n}" for n in range(23, 28))]
    assert set(text.refusals) == set(sheet("yoyo", "en").refusals)


@pytest.mark.parametrize("words", ["", "b0", "b21", "y1", "b8^", "take 6", "slide y1", "slide", "go"])
def test_what_is_no_move_has_no_number(words: str) -> None:
    assert GAME.spec.parse(words) == -1

"""The rules of Königs-Rommé for two or more, one by one, and the example of the sheet."""

from __future__ import annotations

from collections import Counter

import pytest

import reihum
from reihum import Match
from reihum.core.dealer import Seeded
from reihum.games.koenigs_romme import position as positions
from reihum.games.koenigs_romme.rules import KoenigsRomme
from reihum.games.koenigs_romme.view import view
from tests.koenigs_romme.test_solo import bad_positions
from tests.tools import happened, play, refused, unsaid

GAME = reihum.game("koenigs-romme")

SUITS = "shdcx"
VALUES = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def at(*hands: str, **more: object) -> Match:
    """A position with these hands; a seat with one more card has drawn, or else seat 1 draws next."""
    return GAME.from_position({"game": "koenigs-romme", "hands": [h.split() for h in hands], **more}, seed=1)


def new(players: int = 3, seed: int = 1) -> Match:
    return GAME.new(players=players, seed=seed)


def cards_of(match: Match) -> Counter[str]:
    """Every card of a position."""
    position = match.position()
    found = Counter(card for hand in position["hands"] for card in hand)
    found.update(position["stock"] + position["pile"])
    found.update(card for laid in position["laid"] for combination in laid for card in combination)
    return found


def laid_as(match: Match, seat: int) -> list[list[str]]:
    """What a seat has laid, each combination sorted."""
    return sorted(sorted(combination) for combination in match.position()["laid"][seat])


# -- material and set-up --------------------------------------------------------------------------


def test_K1_two_decks_of_five_suits_and_six_jokers() -> None:
    assert cards_of(new()) == Counter({f"{v}{s}": 2 for v in VALUES for s in SUITS} | {"*": 6})


def test_K2_the_points_of_all_rounds_are_written_down() -> None:
    match = at("3s 3h 3d 9s", "4s 6h 9d", totals=[10, 20], stock=["Jc", "Kc"])
    play(match, "out 9s", "stock", "Kc")
    assert match.position()["totals"] == [10, 20 + 4 + 6 + 9]
    assert match.scores() == match.position()["totals"]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7])
def test_K3_the_first_round_deals_three_cards_each(players: int) -> None:
    position = new(players=players).position()
    assert position["round"] == 1
    assert [len(hand) for hand in position["hands"]] == [3] * players


@pytest.mark.parametrize("number", range(1, 11))
def test_K3_each_round_deals_one_card_more_from_all_cards(number: int) -> None:
    wild = VALUES[number - 1]
    hand = [f"{wild}{s}" for s in "sshhddccxx"][: number + 2] + ["*"] * max(0, number - 8)
    match = at(" ".join([*hand, "*"]), " ".join(rest(hand, number + 2)))
    assert match.position()["round"] == number
    play(match, "out *", "stock")
    match.play(match.moves()[0])
    position = match.position()
    assert position["round"] == number + 1
    assert [len(hand) for hand in position["hands"]] == [number + 3] * 2
    assert cards_of(match).total() == 116


def rest(hand: list[str], count: int) -> list[str]:
    """This many other cards."""
    deck = [f"{v}{s}" for v in VALUES for s in SUITS]
    return [card for card in deck if card not in hand][:count]


def test_K4_the_deal_moves_to_the_left_each_round() -> None:
    match = at("3s 3h 3d 9s", "4s 6h 9d", "4s 6h 9d", dealer=2)
    play(match, "out 9s", "stock")
    play(match, match.moves()[0], "stock")
    match.play(match.moves()[0])
    assert match.position()["dealer"] == 0
    assert match.turn == 1


def test_K4a_seat_0_deals_first_unless_the_table_says_otherwise() -> None:
    assert new().position()["dealer"] == 0
    assert at("4s 6h 9d", "4s 6h 9d", "5s 7h 9h", dealer=1).turn == 2


def test_K5_the_top_card_of_the_rest_starts_the_pile() -> None:
    position = new(players=4).position()
    assert len(position["pile"]) == 1
    assert len(position["stock"]) == 116 - 12 - 1


def test_K6_left_of_the_dealer_begins_and_it_goes_round_clockwise() -> None:
    match = new(players=3)
    turns = []
    for _ in range(4):
        turns.append(match.turn)
        match.play("stock")
        match.play(match.moves()[0])
    assert turns == [1, 2, 0, 1]


# -- a turn ---------------------------------------------------------------------------------------


def test_K7_a_turn_begins_with_a_card_from_stock_or_pile() -> None:
    match = at("4s 6h 9d", "5s 7h Jd", pile=["Qx", "8c"], stock=["3h", "10d"], turn=0)
    assert match.moves() == ["stock", "pile"]
    assert refused(match, "4s") == "K7.draw_first"
    assert refused(match, "out 4s") == "K7.draw_first"
    match.play("pile")
    assert match.position()["hands"][0] == ["4s", "6h", "8c", "9d"]
    assert match.position()["pile"] == ["Qx"]
    assert refused(match, "stock") == "K7.drawn"
    assert refused(match, "pile") == "K7.drawn"


def test_K7_from_the_stock_comes_its_top_card() -> None:
    match = at("4s 6h 9d", "5s 7h Jd", pile=["8c"], stock=["3h", "10d"], turn=0)
    match.play("stock")
    assert match.position()["hands"][0] == ["4s", "6h", "9d", "10d"]
    assert match.position()["stock"] == ["3h"]


def test_K7_what_is_empty_in_a_set_up_position_cannot_be_drawn_from() -> None:
    match = at("4s 6h 9d", "5s 7h Jd", pile=[], stock=["3h", "10d"], turn=0)
    assert match.moves() == ["stock"]
    assert refused(match, "pile") == "K7.no_pile"
    match = at("4s 6h 9d", "5s 7h Jd", pile=["8c", "8d"], stock=[], turn=0)
    assert match.moves() == ["pile"]
    assert refused(match, "stock") == "K7.no_stock"


def test_K8_with_the_last_card_of_the_stock_the_pile_becomes_the_stock_at_once() -> None:
    match = at("4s 6h 9d", "5s 7h Jd", pile=["8c", "Qx", "8d"], stock=["10d"], turn=0)
    match.play("stock")
    position = match.position()
    assert position["hands"][0] == ["4s", "6h", "9d", "10d"]
    assert sorted(position["stock"]) == ["8c", "8d", "Qx"]
    assert position["pile"] == []
    assert match.events == [{"kind": "reshuffled", "cards": 3}]
    match.play("10d")
    assert match.position()["pile"] == ["10d"]
    assert match.moves() == ["stock", "pile"]


def test_K8_everybody_knows_what_the_new_stock_is_made_of() -> None:
    match = at("4s 6h 9d", "5s 7h Jd", pile=["8c", "Qx", "8d"], stock=["10d"], turn=0)
    assert match.view(1)["composed"] is None
    match.play("stock")
    assert match.view(None)["composed"] == ["8c", "8d", "Qx"] or match.view(None)["composed"] == [
        "8d",
        "8c",
        "Qx",
    ]
    match.play("10d")
    for seed in range(20):
        world = match.state.world(1, Seeded(seed))
        assert isinstance(world, KoenigsRomme)
        stock = GAME.spec.position(world)["stock"]
        assert sorted(stock) == ["8c", "8d", "Qx"]
        assert GAME.spec.position(world)["hands"] == match.position()["hands"]


def test_K8_who_drew_from_the_new_stock_knows_that_this_card_is_gone_from_it() -> None:
    match = at("4s 6h 8d", "5s 7h Jd", "5h 8d 9c", pile=["8c", "Qx", "Qs"], stock=["10d"], turn=0)
    play(match, "stock", "10d", "stock")
    drawn = match.view(1)["drew"]
    assert len(drawn) == 1
    assert match.view(0)["drew"] == match.view(None)["drew"] == []
    for seed in range(20):
        world = match.state.world(1, Seeded(seed))
        assert drawn[0] not in GAME.spec.position(world)["stock"]
    stocks = {
        card for seed in range(20) for card in GAME.spec.position(match.state.world(0, Seeded(seed)))["stock"]
    }
    assert stocks == {"8c", "Qx", "Qs"}


def test_K9_a_turn_ends_with_a_discard() -> None:
    match = at("4s 6h 9d 9d", "5s 7h Jd")
    assert match.moves() == ["4s", "6h", "9d"]
    assert refused(match, "8d") == "K9.not_held"
    match.play("9d")
    assert match.position()["pile"] == ["9d"]
    assert match.turn == 1


def test_K9a_the_card_just_taken_may_be_thrown_back() -> None:
    match = at("4s 6h 9d", "5s 7h Jd", pile=["8c"], turn=0)
    play(match, "pile", "8c")
    assert match.position()["pile"] == ["8c"]
    assert match.position()["taken"] == [[], []]


def test_K10_going_out_needs_all_cards_but_the_discard_in_combinations() -> None:
    match = at("5s 6s 7s 8h 8d 9c", "3h 4h 6c 9x Qd")
    assert match.moves() == ["5s", "6s", "7s", "8h", "8d", "9c"]
    assert refused(match, "out 9c") == "K10.not_all"
    match = at("6s 7s 8s 8h 8d 8c 9c", "3h 4h 6c 9x Qd Kd")
    assert match.moves()[-1] == "out 9c"
    assert refused(match, "out 8s") == "K10.other_card"
    assert refused(match, "out Kd") == "K9.not_held"


def test_K10_going_out_is_voluntary() -> None:
    match = at("3s 4s 5s 9d", "4h 6h Jd")
    assert match.moves() == ["3s", "4s", "5s", "9d", "out 9d"]
    match.play("9d")
    assert match.position()["out_by"] is None
    assert match.position()["laid"] == [[], []]


def test_K10_going_out_lays_everything_and_is_told_to_all() -> None:
    match = at("4s 5s 6s 9d", "4h 6h Jd", taken=[["5s", "9d"], []])
    match.play("out 9d")
    position = match.position()
    assert position["out_by"] == 0
    assert position["hands"][0] == []
    assert position["taken"][0] == []
    assert position["laid"] == [[["4s", "5s", "6s"]], []]
    assert position["pile"] == ["9d"]
    laid = [["4s", "5s", "6s"]]
    assert match.events == [{"kind": "out", "seat": 0, "laid": laid, "stands_for": laid}]


# -- combinations ---------------------------------------------------------------------------------


def can_go_out(hand: str) -> bool:
    """Whether a hand can go out by throwing away a King of stars."""
    cards = [*hand.split(), "Kx"]
    others = " ".join(rest(cards, len(cards) - 1))
    return "out Kx" in at(" ".join(cards), others).moves()


def test_K11_a_set_has_at_least_three_cards_of_one_value_in_any_suits() -> None:
    assert can_go_out("8s 8h 8d")
    assert can_go_out("8s 8s 8d 8d")
    assert not can_go_out("8s 8h 9d")


def test_K12_a_run_has_at_least_three_consecutive_cards_of_one_suit() -> None:
    assert can_go_out("9s 10s Js")
    assert can_go_out("10s Js Qs Ks")
    assert not can_go_out("9s 10s Jh")
    assert not can_go_out("9s 10s Qs")


def test_K12_nothing_comes_after_the_king_or_before_the_3() -> None:
    assert not can_go_out("4s 5s Qs Ks")
    assert not can_go_out("3s Qs Ks 5h")


def test_K13_jokers_and_the_cards_of_the_rounds_value_are_wild() -> None:
    assert can_go_out("8s 8h *")
    assert can_go_out("9s * Js")
    assert can_go_out("9s 3h Js")
    assert not can_go_out("9s 4h Js")
    assert can_go_out("9s 4h 4d Js")


def test_K13_any_number_of_wilds_and_wilds_only() -> None:
    assert can_go_out("9s * 3h")
    assert can_go_out("* * 3h")
    assert can_go_out("* * * * 6s 6d")


def test_K13a_a_wild_may_be_used_as_the_card_it_shows() -> None:
    assert can_go_out("3s 4s 5s")
    match = at("5s 6s 7s 8s 9s 9d 9h Kc", "3h 4h 6c 9x Qd Qc 10s")
    match.play("out Kc")
    assert laid_as(match, 0) == [["5s", "6s", "7s", "8s"], ["9d", "9h", "9s"]] or laid_as(match, 0) == [
        ["5s", "6s", "7s", "8s", "9s"],
        ["7s", "9d", "9h"],
    ]


# -- last turns and scoring -----------------------------------------------------------------------


def gone_out(*hands: str, **more: object) -> Match:
    """Seat 0 goes out in round one; the others have these hands."""
    return play(at("3s 3h 3d 9s", *hands, **more), "out 9s")


def test_K14_everybody_else_has_exactly_one_more_turn() -> None:
    match = gone_out("4s 6h 9d", "5s 7h Jd")
    assert match.position()["last_turns"] == [1, 2]
    play(match, "stock", "9d" if "9d" in match.position()["hands"][1] else "4s")
    assert match.position()["last_turns"] == [2]
    match.play("stock")
    assert match.position()["last_turns"] == [2]
    match.play("Jd")
    assert match.position()["round"] == 2


def test_K14_the_discard_of_the_one_who_went_out_can_be_taken() -> None:
    match = gone_out("9h 9d Kc", "5s 7h Jd")
    play(match, "pile", "Kc")
    assert laid_as(match, 1) == [["9d", "9h", "9s"]]
    assert match.position()["hands"][1] == []


def test_K14_part_of_a_hand_may_be_laid() -> None:
    match = at("5s 5h 5d 5c 5x 9s", "9h 9d Kc Qd 3h", "4s 6h 8d Qx Jd")
    play(match, "out 9s", "pile", "Qd")
    assert laid_as(match, 1) == [["9d", "9h", "9s"]]
    assert match.position()["hands"][1] == ["3h", "Kc"]
    event = match.events[0]
    assert (event["kind"], event["seat"], sorted(event["laid"][0])) == ("laid", 1, ["9d", "9h", "9s"])
    assert "left" not in event


def test_K14a_the_discard_is_the_players_choice_and_the_rest_is_laid_for_the_fewest_points() -> None:
    others = ("8s 8h 8d 9d 10d Jd 3c", "3d 4d 5c 6x 9h 10s Qs")
    match = at("7s 7h 7d 7c 7x * * 9s", *others, stock=["3h", "4h"])
    play(match, "out 9s", "stock", "8s")
    assert laid_as(match, 1) == [["10d", "8d", "9d", "Jd"]]
    assert match.position()["hands"][1] == ["3c", "4h", "8h"]


def test_K14a_a_wasteful_discard_is_allowed() -> None:
    match = gone_out("9h 9d Kc", "5s 7h Jd")
    play(match, "pile", "9s")
    assert match.position()["laid"][1] == []
    assert match.position()["hands"][1] == ["9h", "9d", "Kc"]


def test_K14b_out_is_no_move_any_more_once_somebody_has_gone_out() -> None:
    match = gone_out("9h 9d Kc", "5s 7h Jd")
    match.play("pile")
    assert match.moves() == ["9s", "9h", "9d", "Kc"]
    assert refused(match, "out Kc") == "K14.last_turn"
    match.play("Kc")
    assert match.position()["out_by"] == 0


def test_K15_what_stays_in_hand_counts() -> None:
    match = at("4s 4h 4d 4c 9s", "3h 10d Jc Qx", round=2, stock=["6h", "5s"], pile=["6s"])
    match.play("out 9s")
    play(match, "stock", "5s")
    [scored] = happened(match, "round")
    assert scored["round"] == 2
    assert scored["scores"] == [0, 3 + 10 + 11 + 12]
    assert scored["totals"] == [0, 36]
    assert scored["hands"] == [[], ["3h", "10d", "Jc", "Qx"]]


def test_K15_a_joker_costs_50_the_rounds_wild_20_and_a_king_13() -> None:
    match = at("4s 4h 4d 4c 9s", "9h Kd 4x *", stock=["6h", "5s"], pile=["6s"])
    play(match, "out 9s", "stock", "9h")
    # A King and two wilds would be a set, so throw a wild away instead.
    assert happened(match, "round")[0]["scores"] == [0, 5]
    match = at("4s 4h 4d 4c 9s", "9h Kd 6x *", stock=["6h", "5s"], pile=["6s"])
    play(match, "out 9s", "stock", "6x")
    assert happened(match, "round")[0]["scores"] == [0, 5 + 9 + 13 + 50]
    match = at("4s 4h 4d 4c 9s", "9h Kd 6x 4x", stock=["6h", "5s"], pile=["6s"])
    play(match, "out 9s", "stock", "6x")
    assert happened(match, "round")[0]["scores"] == [0, 5 + 9 + 13 + 20]


def last_round(totals: list[int]) -> Match:
    """Seat 0 goes out in round eleven; seat 1 keeps 3h and lays the rest."""
    out = "Ks Ks Kh Kh Kd Kd Kc Kc Kx Kx * * * 9s"
    other = "3s 4s 5s 6s 7s 8s 9s 10s Js Qs 8h 8d 3h"
    return play(at(out, other, totals=totals, stock=["3c", "8c"]), "out 9s", "stock", "8c")


def test_K16_after_round_eleven_the_lowest_total_wins() -> None:
    match = last_round([100, 90])
    assert match.over
    assert match.turn is None
    left = match.position()["hands"][1]
    assert match.position()["phase"] == "over"
    assert match.position()["out_by"] == 0
    assert match.position()["laid"][0] != []
    assert match.scores() == [100, 90 + sum(int(card[:-1]) for card in left)]
    assert match.winners() == [0 if match.scores()[1] > 100 else 1]
    assert match.events[-1] == {"kind": "game", "scores": match.scores(), "winners": match.winners()}
    assert match.view(None)["hands"] == match.position()["hands"]


def test_K16_ties_share_the_win() -> None:
    kept = last_round([0, 0]).scores()[1]
    assert last_round([kept, 0]).winners() == [0, 1]


# -- the example of the sheet ---------------------------------------------------------------------


def test_K13_in_round_five_a_diamond_8_completes_two_combinations_and_ends_the_round() -> None:
    match = at("3s 3h 3c 6d 7c 9d Kh", "4s 4h 5d 6c 9x Qd Jc", round=5, stock=["Jh", "8d"], turn=0)
    match.play("stock")
    assert "8d" in match.position()["hands"][0]
    assert "out Kh" in match.moves()
    match.play("out Kh")
    assert laid_as(match, 0) == [["3c", "3h", "3s"], ["6d", "7c", "8d", "9d"]]
    assert match.position()["last_turns"] == [1]


def test_the_example_of_our_sheets_is_right() -> None:
    """Round one: a 3 as the 9 of diamonds; another player is left with a 5, a King and a joker."""
    match = at("7d 8d Jc", "5h Ks *", pile=["3s"], stock=["9c", "10h"], turn=0)
    play(match, "pile", "out Jc")
    assert match.position()["laid"][0] == [["7d", "8d", "3s"]]
    play(match, "stock", "10h")
    assert match.scores() == [0, 68]


# -- what everybody can prove ---------------------------------------------------------------------


def test_taken_cards_are_known_until_an_equal_one_is_discarded_or_laid() -> None:
    match = at("4s 6h 9d", "5s 7h Jd", pile=["6h", "8c"], stock=["10d", "10s"], turn=0)
    play(match, "pile", "4s")
    assert match.position()["taken"] == [["8c"], []]
    play(match, "stock", "5s", "stock", "8c")
    assert match.position()["taken"] == [[], []]


def test_a_taken_card_stays_where_it_is_in_every_world() -> None:
    match = new(players=4, seed=9)
    play(match, "pile")
    taken = match.position()["taken"][1]
    match.play(next(card for card in match.moves() if card not in taken and not card.startswith("out")))
    for seed in range(20):
        world = match.state.world(0, Seeded(seed))
        assert taken[0] in GAME.spec.position(world)["hands"][1]
        assert view(world, 0) == match.view(0)


def test_what_others_keep_after_their_last_turn_is_hidden_until_the_round_is_scored() -> None:
    match = at("5s 5h 5d 5c 5x 9s", "9h 9d Kc Qd 3h", "4s 6h 8d Qx Jd")
    play(match, "out 9s", "pile", "Qd")
    assert match.view(2)["held"] == [0, 2, 5]
    assert "hands" not in match.view(2) or match.view(2)["hands"] is None
    kept = {tuple(GAME.spec.position(match.state.world(2, Seeded(s)))["hands"][1]) for s in range(30)}
    assert len(kept) > 10
    for hand in kept:  # K14a: nothing that could have been laid
        assert not any(card.startswith(("9", "5", "*")) for card in hand)


def test_a_drawn_card_is_seen_by_its_seat_alone() -> None:
    match = new(players=3, seed=4)
    match.play("stock")
    assert len(match.view(1)["hand"]) == 4
    for other in (0, 2, None):
        assert match.view(other)["held"] == [3, 4, 3]
        assert match.log(other) == [(1, "stock")]


# -- positions ------------------------------------------------------------------------------------

FULL = {
    "hands": [["4s", "6h", "9d"], ["5s", "7h", "Jd"]],
    "pile": ["8c"],
}
BAD: list[tuple[dict[str, object], str]] = [
    ({"hands": [["4s", "6h", "9d"]]}, "2 to 7 players"),
    ({"hands": [["4s", "6h", "1d"], ["5s", "7h", "Jd"]]}, "is not a card"),
    ({"hands": [["4s", "6h", 9], ["5s", "7h", "Jd"]]}, "is not a card"),
    ({"hands": "4s"}, "must be a list"),
    ({"pile": ["4s", "4s"]}, "4s is there 3 times"),
    ({"stock": ["*"] * 7}, "only 6 exist"),
    ({"hands": [["4s", "6h", "9d"], ["5s", "7h"]]}, "cards, not 2"),
    (
        {"hands": [["4s", "6h", "9d"], ["5s", "7h", "8h", "8d", "8s"]]},
        "Seat 1 must have 3 cards in this phase of round 1, not 5.",
    ),
    (
        {"hands": [["4s", "6h", "9d", "3h"], ["5s", "7h", "Jd", "Jh"]], "round": 1},
        "Seat 1 must have 3 cards in this phase of round 1, not 4.",
    ),
    ({"round": 2}, "round 2"),
    ({"round": 12}, "'round'"),
    ({"round": True}, "'round'"),
    ({"turn": 2}, "'turn'"),
    ({"turn": None}, "turn"),
    ({"dealer": None}, "'dealer'"),
    ({"phase": "discard"}, "Seat 1 must have 4 cards in this phase of round 1, not 3."),
    ({"phase": "place"}, "'phase'"),
    ({"phase": "over", "turn": None}, "round 11"),
    ({"out_by": 0}, "hand must be empty"),
    ({"out_by": 0, "hands": [[], ["5s", "7h", "Jd"]], "turn": 0}, "no more turns"),
    ({"out_by": 0, "hands": [[], ["5s", "7h", "Jd"]], "last_turns": []}, "'last_turns'"),
    ({"last_turns": [1]}, "'last_turns'"),
    ({"last_turns": [5]}, "'last_turns'"),
    ({"hands": [[], ["5s", "7h", "Jd"]], "laid": [[["8s", "8h", "8d"]], []]}, "cannot have laid"),
    ({"hands": [[], ["5s", "7h", "Jd"]], "laid": [[["8s", "8h", "9d"]], []], "out_by": 0}, "neither a set"),
    ({"hands": [[], ["5s", "7h", "Jd"]], "laid": [[["8s", "8h"]], []], "out_by": 0}, "cards, not 2"),
    ({"laid": [[]]}, "'laid'"),
    ({"taken": [["8d"], []]}, "known to hold"),
    ({"totals": [1]}, "'totals'"),
    ({"totals": [-1, 0]}, "'totals'"),
    ({"totals": [1_000_001, 0]}, "'totals'"),
    ({"stock": [], "pile": []}, "no card to draw"),
    ({"colour": 1}, "no field 'colour'"),
    ({"game": "23"}, "not a position"),
    ({"solo": 1}, "'solo'"),
]


@pytest.mark.parametrize(("change", "sentence"), BAD)
def test_a_position_that_cannot_be_is_refused_with_a_sentence(
    change: dict[str, object], sentence: str
) -> None:
    with pytest.raises(reihum.BadPosition) as caught:
        GAME.from_position({**FULL, **change}, seed=1)
    assert sentence in str(caught.value)
    assert str(caught.value).endswith(".")


def test_the_tables_provoke_every_sentence_there_is() -> None:
    said = [sentence for _, sentence in bad_positions()]
    for change, _ in BAD:
        with pytest.raises(reihum.BadPosition) as caught:
            GAME.from_position({**FULL, **change}, seed=1)
        said.append(str(caught.value))
    assert unsaid(positions, said) == []


def test_a_minimal_position_is_completed_sensibly() -> None:
    match = at("4s 6h 9d Kc 5s", "5s 7h Jd Jh Qh")
    position = match.position()
    assert (position["round"], position["phase"], position["turn"]) == (3, "draw", 1)
    assert (position["pile"], position["out_by"], position["dealer"]) == ([], None, 0)
    assert cards_of(match).total() == 116
    assert match.moves() == ["stock"]


@pytest.mark.parametrize(("last", "turn"), [([1, 2], 1), ([2], 2)])
def test_K14_the_first_of_the_last_turns_given_is_in_turn(last: list[int], turn: int) -> None:
    match = at("", "5s 7h Jd", "6c 8c Jx", out_by=0, last_turns=last)
    assert (match.turn, match.position()["last_turns"]) == (turn, last)


def test_points_can_be_a_million() -> None:
    assert at("4s 6h 9d", "5s 7h Jd", totals=[1_000_000, 0]).scores() == [1_000_000, 0]


def test_a_combination_given_is_kept_as_it_is() -> None:
    laid = [[["*", "8h", "8d"]], []]
    match = at("", "5s 7h Jd", out_by=0, laid=laid)
    assert match.position()["laid"] == laid
    assert match.position()["last_turns"] == [1]


@pytest.mark.parametrize(
    ("laid", "other"),
    [
        ("4s 5s 6s", "5s 7h Jd"),
        ("Js * Ks", "5s 7h Jd"),
        ("4s 3h 3d", "5s 7h Jd"),
        ("4s 4h 4s", "5s 7h Jd"),
        ("* * *", "5s 7h Jd"),
        ("3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks", "3h 3d 4h 4d 5h 5d 6h 6d 7h 7d 9h"),
    ],
)
def test_K11_to_K13_every_combination_can_be_given(laid: str, other: str) -> None:
    combinations = [[laid.split()], []]
    assert at("", other, out_by=0, laid=combinations).position()["laid"] == combinations


@pytest.mark.parametrize(
    ("laid", "other"),
    [
        ("4s 5s 7s", "5s 7h Jd"),
        ("4s 5h 6s", "5s 7h Jd"),
        ("4s 5s 5s", "5d 7h Jd"),
        ("4s * 7s", "5s 7h Jd"),
        ("Qs Ks 4s", "5s 7h Jd"),
        ("3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks *", "3h 3d 4h 4d 5h 5d 6h 6d 7h 7d 9h 9d"),
    ],
)
def test_K11_to_K13_what_is_no_combination_cannot_be_given(laid: str, other: str) -> None:
    with pytest.raises(reihum.BadPosition, match="neither a set nor a run"):
        at("", other, out_by=0, laid=[[laid.split()], []])


def test_cards_laid_are_not_in_the_stock_that_is_dealt_for_a_position() -> None:
    match = at("", "5s 7h Jd", out_by=0, laid=[[["8d", "8h", "8d"]], []], pile=["9c", "9c"])
    assert cards_of(match) == Counter({f"{v}{s}": 2 for v in VALUES for s in SUITS} | {"*": 6})
    stock = match.position()["stock"]
    assert (stock.count("8d"), stock.count("8h"), stock.count("9c"), stock.count("5s")) == (0, 1, 0, 1)


def test_the_last_turn_of_two_players_survives_as_a_position_in_every_round() -> None:
    """After one has gone out and the other has drawn, only the cards laid show how many were dealt."""
    out = "Ks Ks Kh Kh Kd Kd Kc Kc Kx Kx * * * 9s"
    match = play(at(out, "3s 4s 5s 6s 7s 8s 9s 10s Js Qs 8h 8d 3h"), "out 9s", "stock")
    position = match.position()
    assert (position["round"], position["phase"], len(position["hands"][1])) == (11, "discard", 14)
    assert GAME.from_position(position, seed=1).position() == position
    bare = {"hands": position["hands"], "out_by": 0, "phase": "discard"}
    assert GAME.from_position(bare, seed=1).position()["round"] == 11

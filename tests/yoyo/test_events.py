"""What happens in YoYo besides the moves, and who hears of it."""

from __future__ import annotations

from reihum import Match
from reihum.core.types import Json
from tests.tools import happened, play
from tests.yoyo.test_rules import GAME, at, with_stock


def heard(match: Match, seat: int | None) -> list[Json]:
    """The events of the last move that a seat, or a spectator, hears."""
    return match.since(seat, len(match.history) - 1)[0].events


def alone(match: Match, seat: int) -> list[Json]:
    """Those of them that nobody else hears."""
    everybody = heard(match, None)
    return [event for event in heard(match, seat) if event not in everybody]


def test_Y3_the_first_deal_is_told_with_the_game_of_the_match_and_who_begins() -> None:
    match = GAME.new(3, seed=1)
    assert match.dealt(None) == [{"kind": "begins", "game": 1, "games": 6, "beginner": 1}]
    for seat in range(3):
        hand = match.position()["hands"][seat]
        assert match.dealt(seat)[1:] == [{"kind": "dealt", "cards": hand}]


def test_Y5_the_opening_card_sets_the_direction() -> None:
    assert play(at("", "r5 b1", "b2"), "r5").events == [{"kind": "opened", "seat": 0, "direction": "down"}]
    assert play(at("", "y5 b1", "b2"), "y5^").events[0] == {"kind": "opened", "seat": 0, "direction": "up"}


def test_Y7_Y8_a_card_of_the_other_colour_turns_the_direction() -> None:
    assert play(at("b8", "r8 b1", "b2"), "r8").events == [{"kind": "turned", "seat": 0, "direction": "down"}]
    assert play(at("r8", "b8 r1", "b2"), "b8").events == [{"kind": "turned", "seat": 0, "direction": "up"}]
    assert play(at("r8", "r7 r1", "b2"), "r7").events == []


def test_Y10_a_direction_that_is_named_turns_only_if_it_is_another_one() -> None:
    assert happened(play(at("b12", "y12 b1", "b2"), "y12^"), "turned") == []
    down = play(at("b12", "y12 b1", "b2"), "y12v")
    assert happened(down, "turned") == [{"kind": "turned", "seat": 0, "direction": "down"}]


def test_Y13_only_the_drawer_sees_the_card_and_everybody_that_it_does_not_fit() -> None:
    match = play(with_stock("b1 b12 r3", "b8", "b3 r1", "b10"), "draw")
    assert match.events == [{"kind": "unfit", "seat": 0}]
    assert alone(match, 0) == [{"kind": "drew", "card": "r3", "fits": False}]
    assert alone(match, 1) == []
    match.play("draw")
    assert match.events == []
    assert alone(match, 1) == [{"kind": "drew", "card": "b12", "fits": True}]
    assert alone(match, 0) == []


def test_Y14_the_card_is_drawn_before_the_pile_is_shuffled() -> None:
    match = play(with_stock("r12", "r3 b8", "b3 r1", "b10"), "draw")
    assert [event["kind"] for event in heard(match, 0)] == ["drew", "reshuffled", "unfit"]


def test_Y14_the_second_time_is_told_before_the_points() -> None:
    match = play(with_stock("b12", "r3 b8", "b3 r1", "b10", emptied=1), "draw")
    assert [event["kind"] for event in match.events] == ["used_up", "round", "begins"]
    assert match.events[0] == {"kind": "used_up", "times": 2}
    # Y14b: it would fit, but it can no longer be laid.
    assert heard(match, 0)[0] == {"kind": "drew", "card": "b12", "fits": False}
    assert [event["kind"] for event in alone(match, 1)] == ["dealt"]


def test_Y14a_used_up_for_the_first_time_with_nothing_to_shuffle() -> None:
    match = play(at("b8", "b1", "b10", stock=["b12"]), "draw")
    assert happened(match, "used_up") == [{"kind": "used_up", "times": 1}]


def test_Y15_every_card_but_the_first_goes_on_with_the_series() -> None:
    match = play(at("b8", "b13 b15 y14 r5", "b1"), "b13")
    assert match.events == []
    assert play(match, "y14").events == [{"kind": "goes_on", "seat": 0, "card": "y14"}]
    assert play(match, "b15").events == [{"kind": "goes_on", "seat": 0, "card": "b15"}]


def test_Y19_who_is_hit_by_a_draw_and_with_how_many() -> None:
    match = play(at("b8", "y14 r1 r2", "y10 b1 b2", "b19 r9"), "y14")
    assert match.events == [{"kind": "hit", "seat": 1, "count": 1}]
    match.play("y10^")
    assert match.events == [
        {"kind": "answered", "seat": 1, "card": "y10"},
        {"kind": "hit", "seat": 2, "count": 2},
    ]


def test_Y19_the_two_concerned_see_the_card_taken_and_the_others_only_that_it_was() -> None:
    match = play(at("b8", "y14 r1 r2", "b20 b1", "r9 b9", "b3 b4"), "y14", "take 3")
    (card,) = alone(match, 1)[0]["cards"]
    assert card in ("b3", "b4")
    assert card in match.position()["hands"][1]
    assert match.events == [{"kind": "took", "seat": 1, "from": 3, "count": 1}]
    assert alone(match, 1) == [{"kind": "got", "from": 3, "cards": [card]}]
    assert alone(match, 3) == [{"kind": "lost", "to": 1, "cards": [card]}]
    assert alone(match, 0) == alone(match, 2) == []


def test_Y22_each_of_two_who_lose_cards_sees_only_the_own_ones() -> None:
    match = at("b8", "y14 r1 r2 r3", "b20 y10 b1", "b19 r9 y6", "b3 b4 b5")
    play(match, "y14", "y10v", "take 0")
    before = match.position()["hands"]
    match.play("take 3")
    after = match.position()["hands"]
    gone = [[card for card in before[seat] if card not in after[seat]] for seat in range(4)]
    assert [len(cards) for cards in gone] == [1, 0, 0, 2]
    assert alone(match, 0) == [{"kind": "lost", "to": 2, "cards": gone[0]}]
    assert alone(match, 3) == [{"kind": "lost", "to": 2, "cards": gone[3]}]
    assert alone(match, 2) == [
        {"kind": "got", "from": 3, "cards": gone[3]},
        {"kind": "got", "from": 0, "cards": gone[0]},
    ]


def test_Y20_everybody_sees_only_the_card_that_comes_from_the_right() -> None:
    match = play(at("b8", "y13 b1 b2", "r1 r2", "y3 y4"), "y13")
    assert match.events == [{"kind": "passing", "seat": 0}]
    play(match, "slide b1", "slide r2")
    assert match.events == []
    match.play("slide y4")
    assert match.events == [{"kind": "slid"}]
    assert alone(match, 0) == [{"kind": "got", "from": 2, "cards": ["y4"]}]
    assert alone(match, 1) == [{"kind": "got", "from": 0, "cards": ["b1"]}]
    assert alone(match, 2) == [{"kind": "got", "from": 1, "cards": ["r2"]}]


def test_Y21_after_chaos_each_seat_sees_its_new_hand() -> None:
    match = play(at("b8", "y15 b1 b2 b3 b4", "r1", "r5 r6 r7"), "y15")
    assert match.events == [{"kind": "chaos"}]
    for seat in range(3):
        assert alone(match, seat) == [{"kind": "dealt", "cards": match.position()["hands"][seat]}]


def test_Y23_how_somebody_went_out_then_the_points_then_the_next_game() -> None:
    match = play(at("b8", "b9", "b10 b11", "b13"), "b9")
    assert match.events == [
        {"kind": "out", "seat": 0, "how": "laid"},
        {"kind": "round", "round": 1, "scores": [5, -2, -1], "points": [5, -2, -1]},
        {"kind": "begins", "game": 2, "games": 6, "beginner": 1},
    ]
    assert alone(match, 2) == [{"kind": "dealt", "cards": match.position()["hands"][2]}]


def test_Y27_after_the_last_game_no_other_begins() -> None:
    match = play(at("b8", "b9", "b10", match_game=4), "b9")
    assert [event["kind"] for event in match.events] == ["out", "round", "game"]
    assert alone(match, 0) == alone(match, 1) == []

"""What happens in 23 besides the moves, and who hears of it."""

from __future__ import annotations

import pytest

import reihum
from reihum import Match
from reihum.core.types import Json
from tests.tools import play

GAME = reihum.game("23")


def at(top: int, *hands: list[int], **more: object) -> Match:
    """Seat 0 in turn with a pile that ends in `top`."""
    start: Json = {"hands": list(hands), "pile": [1, top], "turn": 0, **more}
    return GAME.from_position(start, seed=1)


def heard(match: Match, listener: int | None) -> list[Json]:
    """The events of the last move that a listener hears."""
    return match.since(listener)[-1].events


# -- a deal ---------------------------------------------------------------------------------------


def test_T2_each_seat_alone_is_told_its_cards_and_everybody_that_a_round_begins() -> None:
    match = GAME.new(3, seed=1)
    begins = {"kind": "begins", "round": 1}
    assert match.dealt(None) == [begins]
    for seat in range(3):
        assert match.dealt(seat) == [begins, {"kind": "dealt", "cards": match.view(seat)["hand"]}]
        assert len(match.view(seat)["hand"]) == 15


@pytest.mark.parametrize("players", [2, 3, 4])
def test_T5_in_the_learning_game_everybody_is_told_with_the_deal_who_has_laid_the_1(players: int) -> None:
    openers = set()
    for seed in range(20):
        match = GAME.new(players, seed=seed, learning=True)
        opener = next(seat for seat in range(players) if match.view(None)["held"][seat] == 11)
        begins, opened = {"kind": "begins", "round": 1}, {"kind": "opened", "seat": opener}
        assert match.turn == (opener + 1) % players
        assert match.dealt(None) == [begins, opened]
        for seat in range(players):
            dealt = {"kind": "dealt", "cards": match.view(seat)["hand"]}
            assert match.dealt(seat) == [begins, dealt, opened]
        openers.add(opener)
    assert openers == set(range(players))


def test_T6a_the_last_card_put_away_opens_the_round_and_those_before_it_do_not() -> None:
    match = GAME.new(2, seed=4)
    holder = match.view(None)["one"]
    for made in range(6):
        assert match.position()["phase"] == "put"
        match.play(match.moves()[0])
        assert heard(match, None) == ([{"kind": "opened", "seat": holder}] if made == 5 else [])


# -- a turn ---------------------------------------------------------------------------------------


def test_T8_a_fine_is_told_and_nothing_is_told_of_none() -> None:
    match = at(5, [8, 8, 20], [9, 20])
    assert heard(play(match, "8x2"), 1) == [{"kind": "fined", "seat": 0, "count": 2}]
    assert heard(play(match, "9"), None) == []


def test_T10_going_out_is_told_with_what_goes_back() -> None:
    match = at(5, [8], [20], fines=[0, 4])
    assert heard(play(match, "8"), 1) == [
        {"kind": "fined", "seat": 0, "count": 2},
        {"kind": "out", "seat": 0, "returned": 2},
    ]


def test_T11_T13_passing_and_leaving_cost_what_is_told() -> None:
    match = at(5, [8, 9, 10], [20])
    assert heard(play(match, "pass"), 1) == [{"kind": "fined", "seat": 0, "count": 1}]
    match.play("pass")
    assert heard(play(match, "leave"), 1) == [{"kind": "fined", "seat": 0, "count": 3}]


def test_T12_T14_forced_is_the_next_seat_that_is_still_in() -> None:
    match = at(5, [8], [], [20], [21])
    assert heard(play(match, "force"), None) == [
        {"kind": "fined", "seat": 0, "count": 2},
        {"kind": "forced", "seat": 2},
    ]
    assert heard(play(match, "20"), None)[-1] == {"kind": "out", "seat": 2, "returned": 3}


# -- the end of a round and of the game -----------------------------------------------------------


def test_T15_the_end_of_the_first_round_is_told_and_then_the_second_is_dealt() -> None:
    match = play(at(9, [9], [3], fines=[5, 1]), "9", "leave")
    public: list[Json] = [
        {"kind": "fined", "seat": 1, "count": 1},
        {"kind": "round", "round": 1, "fines": [2, 2]},
        {"kind": "begins", "round": 2},
    ]
    assert heard(match, None) == public
    for seat in (0, 1):
        assert heard(match, seat) == [*public, {"kind": "dealt", "cards": match.view(seat)["hand"]}]


def test_T15_T6a_the_second_round_of_the_learning_game_is_opened_with_its_deal() -> None:
    match = play(at(9, [9], [3], options={"learning": True}), "9", "leave")
    opener = match.view(None)["held"].index(11)
    assert [event["kind"] for event in heard(match, None)] == ["fined", "round", "begins", "opened"]
    assert heard(match, None)[-1]["seat"] == opener
    assert match.turn == 1 - opener


def test_T16_at_the_end_the_exchange_is_told_and_then_the_scores() -> None:
    match = play(at(9, [9], [3], round=2, fines=[9, 9], chips=[2, 0]), "9", "leave")
    assert heard(match, 0) == [
        {"kind": "fined", "seat": 1, "count": 1},
        {"kind": "round", "round": 2, "fines": [6, 10]},
        {"kind": "exchanged", "fines": [6, 10], "chips": [2, 0]},
        {"kind": "game", "scores": [2, 10], "winners": [0]},
    ]

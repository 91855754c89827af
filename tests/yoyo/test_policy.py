"""The sensible player of YoYo."""

from __future__ import annotations

import reihum
from reihum.core.dealer import Seeded
from reihum.core.playout import Random, play_out
from reihum.games.yoyo import SPEC
from tests.yoyo.test_rules import at


def chosen(match: reihum.Match) -> str:
    """What the sensible player does when it is its turn."""
    return SPEC.text(SPEC.policy().choose(match.state.side(match.state.turn())))


def test_it_lays_the_longest_series() -> None:
    match = at("b8", "b9 b12 b13 b14 r1", "b20 r20")
    for move in ("b12", "b13", "b14"):
        assert chosen(match) == move
        match.play(move)


def test_it_keeps_yellow_cards_while_something_else_fits() -> None:
    assert chosen(at("b8", "b9 y6 r1", "b20 r20")) == "b9"
    assert chosen(at("b8", "b3 y6 r1", "b20 r20")) == "y6"


def test_it_names_the_direction_in_which_its_hand_goes_on() -> None:
    assert chosen(at("r16", "b18 b19 y16 r20", "b1 r5", "b2 r6")) == "y16^"
    assert chosen(at("b16", "r12 r9 y16 r3", "b1 r5", "b2 r6")) == "y16v"


def test_it_answers_a_draw() -> None:
    assert chosen(at("b8 y14", "b11 y10 r1 r2", "b20 r20", "b3 b4", pending=1)).startswith("y10")


def test_it_takes_from_the_fullest_hand_and_no_last_card_if_there_is_another_way() -> None:
    match = at("b8 y14", "b11 r1 r2", "b20", "b3 b4", "b5 b6 b7", pending=1)
    assert chosen(match) == "take 3"
    match.play("take 3")
    assert chosen(match) == "take 2"


def test_it_wins_far_more_matches_than_random_players() -> None:
    won = 0
    for deal in range(10):
        for seat in range(2):
            dealer = Seeded(deal)
            state = SPEC.start(2, {}, dealer)
            players = [SPEC.policy(), Random(deal)] if seat == 0 else [Random(deal), SPEC.policy()]
            play_out(state, players, dealer)
            won += state.winners() == [seat]
    assert won >= 13

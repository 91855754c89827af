"""The quick player of HELP!: what it prefers, and that it is worth having."""

from __future__ import annotations

import pytest

from reihum.core.dealer import Seeded
from reihum.core.playout import Random, play_out
from reihum.games.help import SPEC
from reihum.games.help.policy import Sensible
from tests.help.test_rules import asked, at
from tests.tools import play

GAMES = 600


def choice(row: str, hand: str) -> str:
    """What it plays."""
    match = at(row, hand)
    return SPEC.text(int(Sensible().choose(match.state.side(0))))


def test_it_plays_the_lowest_number_and_keeps_special_cards() -> None:
    assert choice("3", "4 9 J N") == "4"
    assert choice("9", "3 10 S N") == "10"
    assert choice("9", "3 4 J N").startswith("J@")


def test_it_takes_something_better_with_a_switch() -> None:
    assert choice("3 11", "S 5 5 4") == "S4@2"


def test_it_gives_away_what_it_needs_least() -> None:
    match = asked("9", "3 4 5 6", "2 10 J N")
    assert SPEC.text(int(Sensible().choose(match.state.side(2)))) == "give 10"
    play(match, "give 10")
    assert SPEC.text(int(Sensible().choose(match.state.side(0)))) == "back 3"


@pytest.mark.long
def test_it_wins_far_more_than_its_share_against_chance() -> None:
    won = 0.0
    policy, chance = Sensible(), Random(3)
    for deal in range(GAMES):
        seat = deal % 3
        dealer = Seeded(deal // 3)
        state = SPEC.start(3, {}, dealer)
        play_out(state, [policy if other == seat else chance for other in range(3)], dealer)
        winners = state.winners()
        won += (seat in winners) / len(winners)
    assert won / GAMES > 0.45

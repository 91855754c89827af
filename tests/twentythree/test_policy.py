"""The sensible player of 23."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import pytest

from reihum import Match
from reihum.core.contract import OVER
from reihum.games.twentythree import SPEC
from tests.duels import share_won
from tests.games import Walk
from tests.twentythree.test_rules import at, new


def chosen(match: Match, seat: int | None = None) -> str:
    """What the sensible player does when it is its turn."""
    asked = match.state.turn() if seat is None else seat
    return SPEC.text(SPEC.policy().choose(match.state.side(asked)))


def missing(cards: list[int]) -> int:
    """How many numbers are missing below the highest card, the 1 that opens the pile aside."""
    return max(cards) - 1 - len({*cards} - {1})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_T4_it_keeps_the_cards_that_miss_the_fewest_numbers(players: int) -> None:
    for seed in range(25):
        match = new(players=players, seed=seed)
        hands = match.position()["hands"]
        while match.position()["phase"] == "put":
            match.play(chosen(match))
        away = match.position()["away"]
        for hand, put in zip(hands, away, strict=True):
            can_go = [card for card in hand if card != 1]
            fewest = min(missing(without(hand, three)) for three in set(combinations(can_go, 3)))
            assert missing(without(hand, put)) == fewest, (hand, put)


def without(hand: list[int], cards: Iterable[int]) -> list[int]:
    """A hand less some of its cards."""
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return rest


def test_T4_if_nothing_is_missing_up_there_the_highest_cards_go() -> None:
    hand = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 20, 21, 23]
    match = new(players=2, seed=1)
    hands = [hand, [1, *others(hand)[:14]]]
    position = match.position() | {"hands": hands, "unused": others(hand)[14:]}
    assert chosen(match.game.from_position(position, seed=1), 0) == "put 20"


def others(hand: list[int]) -> list[int]:
    """All cards but the 1 and those of a hand."""
    deck = [2, 2] + [number for number in range(3, 24) for _ in range(3)]
    for card in hand:
        deck.remove(card)
    return deck


def test_T8_it_lays_equal_cards_together() -> None:
    assert chosen(at(7, [8, 8, 8, 12], [20, 21, 22])) == "8x3"
    assert chosen(at(7, [8, 8, 12], [20, 21], [22, 23])) == "8x2"


def test_T9_it_spends_no_bonus_chip_to_save_a_single_penalty() -> None:
    assert chosen(at(7, [9, 10, 11], [20, 21, 22])) == "9"


def test_T10_it_goes_out_when_it_can() -> None:
    assert chosen(at(7, [9, 9], [20, 21], fines=[4, 0])) == "9x2"


def test_T11_alone_it_never_passes() -> None:
    for hand in ([8, 22, 23], [2, 2, 3], [3, 23], [20]):
        match = at(7, hand, [], chips=[0, 0], status=["in", "out"])
        assert chosen(match) not in ("pass", "force")


def test_T12_it_never_forces_and_does_not_wait_for_ever() -> None:
    for players in (2, 3, 4):
        for seed in range(6):
            walk = Walk(SPEC, players, seed, wildness=1_000_000)
            idle = 0
            for state in walk.steps(SPEC.decisions_cap):
                idle = max(idle, SPEC.view(state, 0)["idle"])
                if state.turn() != OVER:
                    assert SPEC.text(walk.policy.choose(state.side(state.turn()))) != "force"
            assert walk.state.turn() == OVER
            assert idle <= 8 * players


@pytest.mark.parametrize(("players", "least"), [(2, 0.75), (3, 0.50), (4, 0.40)])
def test_it_wins_far_more_games_than_the_first_policy(players: int, least: float) -> None:
    assert SPEC.first_policy is not None
    assert share_won(SPEC, SPEC.policy, SPEC.first_policy, players, 60) > least

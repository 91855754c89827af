"""The sensible player of Königs-Rommé; how it plays alone is tested with the solo variant."""

from __future__ import annotations

import pytest

from reihum import Match
from reihum.core.contract import NOBODY
from reihum.games.koenigs_romme import SPEC
from reihum.games.koenigs_romme.cards import JOKER, KINDS, hand_of, hand_points, no_cards, parse_card
from reihum.games.koenigs_romme.melds import leftover, prospects
from reihum.games.koenigs_romme.rules import KoenigsRomme
from tests.duels import share_won
from tests.games import Walk
from tests.koenigs_romme.test_rules import at

WAITING = "5s 9h Kd"  # what the other seat holds


def chosen(match: Match) -> str:
    """What the sensible player does when it is its turn."""
    return SPEC.text(SPEC.policy().choose(match.state.side(match.state.turn())))


# -- throwing away --------------------------------------------------------------------------------


def test_K9_it_throws_away_the_highest_card_that_goes_with_nothing() -> None:
    assert chosen(at("7s 7h Kd Qc", WAITING)) == "Kd"
    assert chosen(at("7s 8s 4d Jc", WAITING)) == "Jc"


def test_K9_of_cards_that_cost_the_same_it_throws_away_the_one_that_goes_with_least() -> None:
    assert chosen(at("8s 9s 9h 9d Qc 10h 10d Qs", "4s 4h 4d 5c 5x Jc Jx", round=5)) != "9s"
    assert chosen(at("Js Qs Jh 4c", WAITING)) in ("4c", "Qs")


def test_K10_it_goes_out_when_it_can_and_throws_away_a_wild_if_it_must() -> None:
    assert chosen(at("7s 7h 7d Kc", WAITING)) == "out Kc"
    assert chosen(at("8s 9s 10s *", WAITING)) in ("out *", "out 8s", "out 10s")
    assert chosen(at("* * * *", WAITING)) == "out *"


def test_K13_it_keeps_wilds() -> None:
    for hand in ("3s Kd Qc 9h", "* 4d Jc 8h", "* 3d Kc 8h"):
        assert chosen(at(hand, WAITING)) not in ("3s", "3d", "*")


# -- drawing --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "pile", "draw"),
    [
        ("7s 7h Kd", "7d", "pile"),  # it goes out
        ("7s 7h Kd", "*", "pile"),
        ("Ks Jh 7d", "Kh", "pile"),  # with one more wild both Kings could be laid
        ("Ks Jh 7d", "Qh", "pile"),
        ("4s 5h 6d", "4h", "stock"),  # so could the 4s, but that saves little
        ("5s 6s Kd", "7h", "stock"),
        ("7s 7h Kd", "9c", "stock"),
    ],
)
def test_K7_it_draws_from_the_pile_only_what_saves_much(hand: str, pile: str, draw: str) -> None:
    match = at(WAITING, hand, pile=[pile], turn=1)
    assert chosen(match) == draw


def test_K7_what_it_took_from_the_pile_it_does_not_throw_away() -> None:
    taken = 0
    for seed in range(3):
        walk = Walk(SPEC, 2, seed, wildness=1_000_000)
        top = None
        for state in walk.steps(400):
            if state.turn() < 0:
                break
            view = SPEC.view(state, int(state.turn()))
            move = SPEC.text(walk.policy.choose(state.side(state.turn())))
            if top is not None:
                assert move.removeprefix("out ") != top
            top = view["pile"][-1] if move == "pile" and view["in_stock"] else None
            taken += top is not None
    assert taken > 10


def test_K14_in_its_last_turn_it_throws_away_what_leaves_the_fewest_points() -> None:
    match = at("", "7s 7h 3d Kc", turn=1, out_by=0, laid=[[["8s", "8h", "8d"]], []], pile=["9c"])
    assert chosen(match) == "Kc"


# -- what a hand costs ----------------------------------------------------------------------------


def test_prospects_are_the_points_left_now_and_with_one_more_wild() -> None:
    compared = 0
    for players, seed in ((2, 1), (3, 2), (7, 3)):
        for state in Walk(SPEC, players, seed, wildness=3).steps(150):
            assert isinstance(state, KoenigsRomme)
            if state.out_by == NOBODY:
                side = state.side(state.turn())
                hand, wild = side.hand(), int(state.wild())
                assert prospects(hand, wild) == naturals_left(hand, wild, 0) + naturals_left(hand, wild, 1)
                compared += 1
    assert compared > 100


def naturals_left(hand: tuple[int, ...], wild: int, more: int) -> int:
    """The points of natural cards that stay in hand; wilds that lie idle are not counted."""
    whole = (*hand[:5], hand[5] + more)
    left = leftover(whole, wild)  # type: ignore[arg-type]
    if left == hand_points(whole, wild):  # type: ignore[arg-type]
        wilds = [card for card in range(KINDS) if card == JOKER or card // 5 + 3 == wild]
        idle = sum(hand_points(hand_of([card] * count(whole, card)), wild) for card in wilds)
        return int(left - idle)
    return int(left)


def count(hand: tuple[int, ...], card: int) -> int:
    """How many of a card are held."""
    return hand[5] if card == JOKER else hand[card % 5] >> 2 * (card // 5) & 3


def test_an_empty_hand_costs_nothing_and_two_equal_cards_are_worth_a_wild() -> None:
    assert prospects(no_cards(), 3) == 0
    assert prospects(hand_of([parse_card("Ks"), parse_card("Kh")]), 3) == 26
    assert prospects(hand_of([parse_card("Ks"), parse_card("Qh")]), 3) == 50


# -- how well it plays ----------------------------------------------------------------------------


def test_it_wins_more_games_than_the_first_policy() -> None:
    assert SPEC.first_policy is not None
    assert share_won(SPEC, SPEC.policy, SPEC.first_policy, 2, 40) > 0.5

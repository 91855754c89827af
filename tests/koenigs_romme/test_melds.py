"""The lay-down solver: particular hands, and thousands compared with brute force."""

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from reihum.core.contract import NO_CARD
from reihum.games.koenigs_romme import cards, melds, runs
from reihum.games.koenigs_romme.laydown import laydown
from tests.koenigs_romme import brute_force
from tests.koenigs_romme.soak_melds import DECK, faults, look_ahead_faults, nasty_hand, random_hand


def hand(text: str) -> cards.Hand:
    return cards.hand_of([cards.parse_card(name) for name in text.split()])


def names(of: list[int]) -> str:
    return " ".join(cards.card_name(card) for card in of)


def shown(text: str, wild: int) -> list[str]:
    """The combinations of a best lay-down as texts, then what is left."""
    best = laydown(hand(text), wild)
    return [names(combination.cards) for combination in best.combinations] + [names(best.left)]


def card_set(text: str) -> int:
    return sum(1 << cards.parse_card(name) for name in text.split())


def test_K1_the_deck_has_two_of_each_card_and_six_jokers() -> None:
    deck = cards.deck()
    assert len(deck) == 116
    assert deck == sorted(deck)
    assert all(deck.count(card) == cards.copies(card) for card in range(cards.KINDS))


def test_every_card_has_one_name() -> None:
    assert names([0, 9, 27, 36, 49, 54, 55]) == "3s 4x 8d 10h Qx Kx *"
    assert all(cards.parse_card(cards.card_name(card)) == card for card in range(cards.KINDS))
    assert [cards.parse_card(text) for text in ("2s", "8", "", "8D", "**")] == [NO_CARD] * 5


def test_a_hand_gives_back_the_cards_put_in() -> None:
    held = hand("* 3s 3s Kx 8d *")
    assert names(cards.cards_of(held)) == "3s 3s 8d Kx * *"
    assert cards.size_of(held) == 6
    assert cards.size_of(cards.without_card(held, cards.JOKER)) == 5
    assert cards.count_of(held, cards.parse_card("3s")) == 2
    assert cards.next_held(held, 1) == cards.parse_card("8d")


def test_K15_jokers_cost_fifty_and_the_rounds_wilds_twenty() -> None:
    assert cards.hand_points(hand("3s 10h Jd Qc Kx *"), 3) == 20 + 10 + 11 + 12 + 13 + 50


def test_K11_a_set_may_hold_the_same_card_twice() -> None:
    assert melds.leftover(hand("8d 8d 8s"), 3) == 0


def test_K11_two_cards_are_no_set() -> None:
    assert melds.leftover(hand("8d 8s Kx"), 3) == 29


def test_K12_a_run_goes_on_from_ten_to_king() -> None:
    assert shown("10h Jh Qh Kh", 3) == ["10h Jh Qh Kh", ""]


def test_K12_nothing_comes_after_the_king_or_before_the_three() -> None:
    assert melds.leftover(hand("Qh Kh 3h"), 7) == 28
    assert melds.leftover(hand("Kh 3h 4h"), 7) == 20


def test_K12_a_run_keeps_to_one_suit() -> None:
    assert melds.leftover(hand("5h 6h 7d"), 3) == 18


def test_K13_wilds_fill_a_gap() -> None:
    assert shown("5h 7h *", 3) == ["5h * 7h", ""]


def test_K13_a_combination_may_consist_of_wilds_only() -> None:
    assert melds.leftover(hand("3s 3h *"), 3) == 0
    assert melds.leftover(hand("* *"), 3) == 100


def test_K13_a_wild_above_the_king_goes_to_the_front() -> None:
    assert shown("Qh Kh *", 3) == ["* Qh Kh", ""]


def test_K13_every_wild_is_laid_with_a_run_from_three_to_king() -> None:
    text = "3h 4h 5h 6h 8h 9h 10h Jh Qh Kh 7s *"
    assert melds.leftover(hand(text), 7) == 0
    assert all(len(combination.cards) <= 11 for combination in laydown(hand(text), 7).combinations)


def test_K13_wilds_stay_if_nothing_can_be_laid() -> None:
    assert melds.leftover(hand("5h 9d *"), 3) == 64


def test_K13a_a_rounds_wild_takes_its_own_place_in_a_run() -> None:
    assert shown("6h 7h 8h", 7) == ["6h 7h 8h", ""]


@pytest.mark.long
def test_K13a_a_rounds_wild_stands_for_what_it_shows_or_for_something_else() -> None:
    rng = random.Random(13)
    for _ in range(300):
        held, wild = nasty_hand(rng, 6)
        assert brute_force.fewest_by_subsets(tuple(held), wild) == melds.leftover(
            cards.hand_of([cards.parse_card(card) for card in held]), wild
        )


def test_what_each_wild_stands_for_can_be_told() -> None:
    run, by_value = laydown(hand("5h * 7h 9s 9c 4d"), 4).combinations
    assert [run.value_at(place) for place in range(3)] == [5, 6, 7]
    assert (run.is_run(), run.suit) == (True, 1)
    assert (by_value.is_run(), by_value.value_at(2)) == (False, 9)


def test_K14_the_lay_down_that_leaves_the_fewest_points_is_found() -> None:
    # The heart King fits the run and the set: either Jack and Queen stay, or the other two Kings.
    assert shown("3c Jh Qh Kh Ks Kd", 5) == ["Ks Kh Kd", "3c Jh Qh"]


def test_a_long_run_is_shown_as_one() -> None:
    assert shown("4x 5x 6x 7x 8x 9x", 3) == ["4x 5x 6x 7x 8x 9x", ""]


def test_two_runs_of_one_suit_may_overlap() -> None:
    assert melds.leftover(hand("4x 5x 6x 6x 7x 8x"), 3) == 0
    assert melds.leftover(hand("4x 5x 6x 4x 5x 6x"), 3) == 0


def test_K12_the_fewest_wilds_for_runs_of_six_neighbouring_values() -> None:
    for counts in product(range(3), repeat=6):
        naturals = tuple((value, "s") for value, held in enumerate(counts, 4) for _ in range(held))
        spades = cards.hand_of([cards.parse_card(f"{value}s") for value, _ in naturals])[0]
        found = runs.add_options(vec[i64](), spades, 2 * len(naturals))
        fewest = [runs.wilds_of(option) for option in found[1:] if option & runs.LEFT_MASK == 0]
        for wilds in fewest:  # none if a card is so far from all others that a set is as good
            assert brute_force.all_in_runs(naturals, wilds)
            assert wilds == 0 or not brute_force.all_in_runs(naturals, wilds - 1)


def test_K10_a_diamond_eight_completes_two_combinations_in_round_five() -> None:
    seven = hand("6d 7s 9d 9s 9h 9c Kx")
    assert not melds.can_be_laid(seven, 7)
    assert melds.finishing_draws(seven, 7) & card_set("8d")
    drawn = cards.with_card(seven, cards.parse_card("8d"))
    assert melds.finishing_discards(drawn, 7) == card_set("Kx")
    assert shown("6d 7s 8d 9d 9s 9h 9c", 7) == ["6d 7s 8d 9d", "9s 9h 9c", ""]


def test_K10_going_out_tells_every_discard() -> None:
    assert melds.finishing_discards(hand("5s 5h 5d 5c"), 3) == card_set("5s 5h 5d 5c")
    assert melds.finishing_discards(hand("5s 5h 5d Kc"), 3) == card_set("Kc")
    assert melds.finishing_discards(hand("5s 5h 6d Kc"), 3) == 0


def test_the_best_discard_may_be_a_joker() -> None:
    assert melds.best_discard(hand("3s 8d Kc *"), 5) == (cards.JOKER, 24)


def test_distance_counts_the_wilds_that_are_missing() -> None:
    assert melds.distance(hand("5s 5h 5d"), 3) == 0
    assert melds.distance(hand("5s 5h 9d"), 3) == 3
    assert melds.distance(hand("5s 5h 9d *"), 3) == 2
    assert melds.distance(hand("5s 9s"), 3) == 3
    assert melds.distance(hand("*"), 3) == 2


def test_outs_are_the_cards_that_finish_a_hand_for_some_discard() -> None:
    assert melds.finishing_draws(hand("5h 6h Kd"), 3) == card_set("4h 7h 3s 3h 3d 3c 3x *")
    assert melds.finishing_draws(hand("5h 9s Kd"), 3) == 0


def test_outs_leave_out_cards_that_are_all_in_the_hand() -> None:
    assert not melds.finishing_draws(hand("5h 5h Kd"), 3) & card_set("5h")


def test_every_card_is_an_out_of_a_finished_hand() -> None:
    assert melds.finishing_draws(hand("5h 6h 7h"), 3) == (1 << cards.KINDS) - 1


@pytest.mark.long
@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(DECK), min_size=3, max_size=9), st.integers(3, 13))
def test_discards_and_outs_agree_with_brute_force(held: list[str], wild: int) -> None:
    possible = [card for at, card in enumerate(held) if held[:at].count(card) < DECK.count(card)]
    assert look_ahead_faults(possible, wild) == []


@pytest.mark.long
def test_a_thousand_hands_agree_with_brute_force() -> None:
    """And a hundred thousand with `make soak`."""
    rng = random.Random(2024)
    for number in range(1000):
        held, wild = nasty_hand(rng) if number % 2 else random_hand(rng, rng.randint(3, 14))
        assert faults(held, wild) == [], f"{' '.join(held)}, wild {wild}"

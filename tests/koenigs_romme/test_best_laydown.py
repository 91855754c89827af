"""The lay-down solver for people: texts in, texts out, and a sentence for anything that is wrong."""

from __future__ import annotations

import pytest

import reihum
from reihum import best_laydown


def test_the_best_laydown_says_what_is_laid_what_stays_and_what_it_costs() -> None:
    best = best_laydown("8d 8h * 5s 6s 7s Kc", 7)
    assert (best.points, best.left) == (13, ["Kc"])
    assert sorted(sorted(laid) for laid in best.combinations) == [["*", "8d", "8h"], ["5s", "6s", "7s"]]


def test_wilds_say_what_they_stand_for() -> None:
    assert best_laydown("9s * Js", 7).stands_for == [["9s", "10s", "Js"]]
    assert best_laydown("8d 8h 7c", 7).stands_for == [["8h", "8d", "8"]]


@pytest.mark.parametrize(
    ("cards", "laid", "stands_for"),
    [
        ("3s 4s *", "3s 4s *", "3s 4s 5s"),
        ("Js Qs *", "Js Qs *", "Js Qs Ks"),
        ("Qs Ks *", "* Qs Ks", "Js Qs Ks"),
        ("Js Qs Ks *", "* Js Qs Ks", "10s Js Qs Ks"),
        ("10s Js Qs * 7d", "* 10s Js Qs 7d", "9s 10s Js Qs Ks"),
        ("3s 4s 5s * 7d", "3s 4s 5s * 7d", "3s 4s 5s 6s 7s"),
    ],
)
def test_K12_wilds_lengthen_a_run_upwards_and_below_it_when_it_has_come_to_the_king(
    cards: str, laid: str, stands_for: str
) -> None:
    best = best_laydown(cards, 7)
    assert best.points == 0
    assert best.combinations == [laid.split()]
    assert best.stands_for == [stands_for.split()]


def test_what_stays_is_shown_in_the_order_of_a_hand_wilds_among_the_others() -> None:
    assert best_laydown("Kc 7d 4s", 7).left == ["4s", "7d", "Kc"]
    assert best_laydown("* 4s", 7).left == ["4s", "*"]


@pytest.mark.parametrize("wild", [11, "11", "J"])
def test_the_wild_may_be_written_as_a_number_or_as_a_letter(wild: int | str) -> None:
    assert best_laydown(["8d", "8h", "Jc"], wild).points == 0


def test_with_one_card_more_than_the_round_deals_every_discard_is_weighed() -> None:
    best = best_laydown("3s 4s 5s 9d", 3)
    assert best.discards == {"3s": 18, "4s": 34, "5s": 33, "9d": 0}
    assert best.best_discard == "9d"
    assert best_laydown("4s 5s 9d", 3).discards == {}
    assert best_laydown("4s 5s 9d", 3).best_discard is None


def test_without_any_combination_wilds_stay_in_hand_too() -> None:
    assert best_laydown("* 7d", 7).points == 70
    assert best_laydown("", "K").points == 0


@pytest.mark.parametrize(
    ("cards", "wild", "sentence"),
    [
        ("8d 8d 8d", 7, "8d is there 3 times, but only 2 exist"),
        ("* * * * * * *", 7, "only 6 exist"),
        ("8z", 7, "is not a card"),
        ([5], 7, "is not a card"),
        (5, 7, "The cards of a hand"),
        ("8d", 14, "A round's wild"),
        ("8d", "x", "A round's wild"),
        ("8d", True, "A round's wild"),
        ("3s 3h 3d 3c 3x 4s 4h 4d 4c 4x 5s 5h 5d 5c 5x", 3, "at most 14 cards"),
    ],
)
def test_what_cannot_be_a_hand_is_refused_with_a_sentence(cards: object, wild: object, sentence: str) -> None:
    with pytest.raises(reihum.ReihumError) as caught:
        best_laydown(cards, wild)  # type: ignore[arg-type]
    assert sentence in str(caught.value)

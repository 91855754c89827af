"""Worlds of HELP! for every source of knowledge, compared with real deals.

Nearly all cards lie open in the discard pile. If a kind is played from a hidden hand, there is no second
hidden card of it: seeing one of several equal cards played tells more than knowing that one of them is there.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

import pytest

from reihum.core.contract import NOBODY
from reihum.core.dealer import Seeded
from reihum.core.types import Json
from reihum.games.help import SPEC
from tests.games import deck
from tests.worlds import Feature, Script, Shuffled, compare, dealt

pytestmark = pytest.mark.long  # thousands of deals

TRIES: Final = 600
Fitting = Callable[[list[list[Any]]], bool]  # of all hands


def table(row: str, hands: list[str], stock: str, turn: int, **more: object) -> Json:
    """A table with all cards that are not named here in the discard pile."""
    rest = deck("help")
    for cards in [row, stock, *hands]:
        for card in cards.split():
            rest[card] -= 1
    return {
        "hands": [hand.split() for hand in hands],
        "row": row.split(),
        "stock": stock.split(),
        "discard": sorted(str(card) for card in rest.elements()),
        "turn": turn,
        "phase": "play",
        **more,
    }


def hidden_from(observer: int, fitting: Fitting, kept: int = 0) -> Shuffled:
    """Shuffle all hands but the observer's and the draw pile but its top, until the hands are as seen."""

    def anew(start: Json, chance: random.Random) -> Json:
        while True:
            stock = list(start["stock"])
            top = [stock.pop() for _ in range(kept)]
            others = [hand for seat, hand in enumerate(start["hands"]) if seat != observer]
            cards = [card for hand in others for card in hand] + stock
            chance.shuffle(cards)
            hands = [
                hand if seat == observer else dealt(cards, len(hand))
                for seat, hand in enumerate(start["hands"])
            ]
            if fitting(hands):
                return {**start, "hands": hands, "stock": cards + top}

    return anew


def check(
    position: Json,
    script: Script,
    observer: int,
    feature: Feature,
    fitting: Fitting,
    kept: int = 0,
    tries: int = TRIES,
) -> None:
    """Compare the worlds of an observer after a script with real deals."""
    truth = SPEC.from_position(position, Seeded(1))
    anew = hidden_from(observer, fitting, kept)
    assert compare(SPEC, truth, script, observer, anew, feature, tries) >= 400


def stuck(seat: int, top: int) -> Fitting:
    """Whether a hand cannot play on a row that ends like this: only low numbers, or only Switches."""

    def fitting(hands: list[list[Any]]) -> bool:
        hand = hands[seat]
        return hand == ["S"] * len(hand) or all(card.isdigit() and int(card) <= top for card in hand)

    return fitting


def anyhow(hands: list[list[Any]]) -> bool:
    """True for any hands."""
    return True


def holding(*cards: str) -> Feature:
    """How many of these cards each hand has, and whether one of them is being handed over."""

    def feature(position: Json) -> tuple[object, ...]:
        counts = [sum(card in cards for card in hand) for hand in position["hands"]]
        return (*counts, position["received"] in cards)

    return feature


def together(*features: Feature) -> Feature:
    """A feature made of several others."""
    return lambda position: tuple(feature(position) for feature in features)


# Seat 2 asks seat 1; seat 0 looks on.
ASKING: Final = table("7", ["8 9 10 11", "2 9 10 J", "1 3 4 6"], "5 6 Z", 2)
HIGH: Final = holding("9", "10", "J", "Z")
SOME_LOW: Final = holding("1", "6")


@pytest.mark.parametrize("observer", [0, NOBODY])
def test_whoever_could_not_play_has_low_numbers_and_the_helper_has_help(observer: int) -> None:
    feature = together(HIGH, SOME_LOW, holding("J"))
    position = ASKING
    if observer == NOBODY:
        position = table("7", ["2 3 5 6", "2 9 10 J", "1 3 4 6"], "5 6 Z", 2)
    check(position, [(2, "help")], observer, feature, stuck(2, 7))


def test_which_card_was_given_others_do_not_know() -> None:
    feature = together(HIGH, SOME_LOW, holding("J"), holding("10"))
    check(ASKING, [(2, "help"), (1, "give ?")], 0, feature, stuck(2, 7))


def test_which_card_was_given_back_others_do_not_know() -> None:
    feature = together(HIGH, SOME_LOW, holding("2"), holding("6"))
    check(ASKING, [(2, "help"), (1, "give ?"), (2, "back ?")], 0, feature, stuck(2, 7))


def test_the_card_given_back_is_where_the_asker_gave_it() -> None:
    feature = together(holding("8"), holding("5", "6"), holding("3", "J"))
    position = table("7", ["1 2 3 4", "5 8 9 J", "5 6 8 10"], "6 11 Z", 0)
    script: Script = [(0, "help"), (2, "give 10"), (0, "back 3")]
    check(position, script, 0, feature, lambda hands: "10" in hands[2])


def test_the_giver_knows_which_card_came_back_and_that_the_others_are_low() -> None:
    feature = together(holding("1", "6"), holding("J", "11", "Z"), holding("5"))
    position = table("7", ["8 9 10 J", "1 2 4 6", "5 8 9 J"], "3 6 11", 1)
    script: Script = [(1, "help"), (0, "give 9"), (1, "back 4")]
    check(position, script, 0, feature, lambda hands: stuck(1, 7)(hands) and "4" in hands[1])


def test_who_was_helped_has_three_low_numbers_and_a_new_card() -> None:
    feature = together(holding("1", "6"), holding("J", "11", "Z"), holding("5"))
    position = table("7", ["8 9 10 J", "1 2 4 6", "5 8 9 J"], "3 6 11", 1)
    script: Script = [(1, "help"), (0, "give 9"), (1, "back 4"), (1, "9")]
    check(position, script, 0, feature, lambda hands: stuck(1, 7)(hands) and "4" in hands[1])


def test_a_card_of_the_asker_lies_with_the_giver_when_all_is_over() -> None:
    feature = together(holding("1", "6"), holding("5", "8"))
    position = table("9", ["10 10 11 11", "2 10 5 7", "1 3 4 6"], "8 9", 2)
    script: Script = [(2, "help"), (1, "give ?"), (2, "back ?"), (2, "10")]
    check(position, script, 0, feature, lambda hands: stuck(2, 9)(hands) and "10" in hands[1])


@pytest.mark.parametrize("number", ["2", "8"])
def test_a_number_called_is_there_and_nothing_lower(number: str) -> None:
    hands = [["1", "8", "9", "J"], ["2", "3", "7", "9"], ["5", "8", "S", "Z"]]
    position: Json = {"hands": hands, "callers": [0, 1], "round": 2}

    def fitting(hands: list[list[Any]]) -> bool:
        return min((int(card) for card in hands[1] if card.isdigit()), default=12) == 2

    script: Script = [(0, "call 1"), (1, None)]
    check(position, script, 0, holding(number), fitting, kept=1, tries=2_000)


def test_a_card_taken_by_a_switch_is_there_and_the_rest_is_anything() -> None:
    feature = together(holding("J"), holding("5", "8"))
    position = table("3 J 9", ["1 2 10 11", "S 7 5 8", "5 8 Z N"], "4 N Z", 1)
    check(position, [(1, "S7@2")], 0, feature, lambda hands: {"S", "7"} <= set(hands[1]))


def test_a_no_tells_nothing_of_the_other_cards() -> None:
    feature = together(holding("J"), holding("5", "8"))
    position = table("3 9", ["1 2 10 11", "N 7 5 8", "5 8 Z J"], "4 J Z", 1)
    check(position, [(1, "N")], 0, feature, lambda hands: "N" in hands[1])


def test_after_a_reshuffle_old_cards_are_in_hands_and_new_ones_come_from_the_pile() -> None:
    feature = together(holding("5"), holding("J"), holding("8"))
    position = table("3", ["1 2 10 11", "4 7 5 8", "5 8 Z J"], "J", 1)
    script: Script = [(1, "4"), (2, "Z")]
    check(position, script, 0, feature, lambda hands: "4" in hands[1] and "Z" in hands[2])


def test_four_switches_are_as_likely_as_they_are() -> None:
    feature = together(holding("S"), holding("Z", "9"), holding("2"))
    position = table("3", ["8 9 10 11", "S Z 9 2", "S S S S"], "1 2 3", 2)
    check(position, [(2, "help")], 0, feature, stuck(2, 3))


def test_four_switches_are_as_likely_after_cards_changed_hands() -> None:
    feature = together(holding("S"), holding("Z", "9"), holding("2"))
    position = table("3", ["8 9 10 11", "S Z 9 2", "S S S S"], "1 2 3", 2)
    check(position, [(2, "help"), (1, "give ?"), (2, "back ?")], 0, feature, stuck(2, 3))

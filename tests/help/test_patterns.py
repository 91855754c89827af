"""What can be known of one hand of HELP!: patterns say what is certain, and never more."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

import pytest

from reihum.core.dealer import Seeded
from reihum.games.help.cards import HAND_SIZE, KINDS, pack_kinds
from reihum.games.help.patterns import (
    NEVER,
    NUMBER_HELD,
    fits,
    kinds_at,
    pattern_length,
    union_of,
    with_gain,
    with_loss,
    with_one_of,
    with_only,
)

FEW = 4  # kinds, so that all hands can be looked at
CALLED = 2
Hand = tuple[int, ...]


def of(*cards: str) -> int:
    """A pattern: for each card the kinds that it can be, as digits."""
    return sum(sum(1 << (int(k) - 1) for k in kinds) << KINDS * i for i, kinds in enumerate(cards))


def kinds(text: str) -> int:
    """A set of kinds, as digits."""
    return of(text)


def a_pattern(chance: Seeded, size: int) -> int:
    """Any pattern with this many cards and a few kinds."""
    cards = sum((1 + chance.below(2**FEW - 1)) << KINDS * i for i in range(size))
    return cards | NUMBER_HELD if chance.below(3) == 0 else cards


def hands(pattern: int) -> set[Hand]:
    """All hands that fit."""
    every = combinations_with_replacement(range(1, FEW + 1), int(pattern_length(pattern)))
    return {hand for hand in every if fits(pack_kinds(list(hand)), pattern, CALLED)}


def some(count: int = 150) -> Iterator[tuple[int, int, Seeded]]:
    """Patterns of two and three cards, and a set of kinds with each."""
    for seed in range(count):
        chance = Seeded(seed)
        yield a_pattern(chance, 2 + chance.below(2)), 1 + chance.below(2**FEW - 1), chance


def is_in(k: int, which: int) -> bool:
    """Whether a kind is in a set."""
    return which >> (k - 1) & 1 == 1


def test_a_hand_fits_if_its_cards_can_be_put_in_such_an_order() -> None:
    assert hands(of("12", "1")) == {(1, 1), (1, 2)}
    assert hands(of("23", "12", "34")) == {
        *((1, 2, 3), (1, 2, 4), (1, 3, 3), (1, 3, 4)),
        *((2, 2, 3), (2, 2, 4), (2, 3, 3), (2, 3, 4)),
    }
    assert hands(of("1234", "34") | NUMBER_HELD) == {(2, 3), (2, 4)}  # H5: the number called is a 2
    assert hands(NEVER) == set()


def test_when_all_cards_are_of_some_kinds_just_those_hands_remain() -> None:
    for pattern, which, _ in some():
        left = {hand for hand in hands(pattern) if all(is_in(k, which) for k in hand)}
        assert hands(with_only(pattern, which, CALLED)) == left


def test_when_one_card_is_of_some_kinds_all_such_hands_remain() -> None:
    for pattern, which, _ in some():
        left = {hand for hand in hands(pattern) if any(is_in(k, which) for k in hand)}
        found = with_one_of(pattern, which)
        assert left <= hands(found) <= hands(pattern)
        can_be = [i for i in range(HAND_SIZE) if kinds_at(pattern, i) & which]
        if len(can_be) == 1:  # so it is this one
            assert kinds_at(found, can_be[0]) & ~which == 0
        elif can_be:
            assert found == pattern


def test_of_two_patterns_together_every_hand_fits_that_fits_one() -> None:
    for pattern, _, chance in some():
        other = a_pattern(chance, int(pattern_length(pattern)))
        found = union_of(pattern, other)
        assert hands(pattern) | hands(other) <= hands(found)
        assert union_of(pattern, NEVER) == union_of(NEVER, pattern) == pattern
    assert union_of(of("1", "2") | NUMBER_HELD, of("3", "4") | NUMBER_HELD) == of("13", "24") | NUMBER_HELD


def test_when_a_card_has_left_every_hand_that_can_remain_fits() -> None:
    for pattern, which, _ in some():
        left = {
            (*hand[:i], *hand[i + 1 :])
            for hand in hands(pattern & ~NUMBER_HELD)
            for i, k in enumerate(hand)
            if is_in(k, which)
        }
        assert left <= hands(with_loss(pattern & ~NUMBER_HELD, which, 0, HAND_SIZE))


@pytest.mark.parametrize(
    ("before", "played", "after"),
    [
        (("1", "1234", "1234"), "1", ("1234", "1234")),  # the card that was known best
        (("1234", "1234", "1"), "1", ("1234", "1234")),
        (("123", "12", "123"), "1", ("123", "123")),
        (("12", "12"), "1", ("12",)),
        (("1", "234", "24"), "4", ("1", "234")),
        (("13", "12"), "1", ("123",)),  # neither was known better, so the rest can be what either could be
        (("13", "24", "12"), "1", ("24", "123")),
        (("1", "234"), "12", ("1234",)),  # it may have been the other card
    ],
)
def test_of_a_card_that_left_the_others_tell_no_more_than_is_sure(
    before: tuple[str, ...], played: str, after: tuple[str, ...]
) -> None:
    assert with_loss(of(*before), kinds(played), 0, HAND_SIZE) == of(*after)
    assert with_loss(of(*before) | NUMBER_HELD, kinds(played), 0, HAND_SIZE) == of(*after) | NUMBER_HELD


def test_a_card_that_left_was_one_of_those_that_it_can_have_been() -> None:
    assert with_loss(of("1", "1", "2"), kinds("1"), 1, 3) == of("1", "2")
    assert with_loss(of("12", "34", "1"), kinds("1"), 0, 2) == of("34", "1")
    assert with_loss(of("1", "34", "2"), kinds("1"), 1, 3) == NEVER
    assert with_loss(of("1", "34", "2"), kinds("2"), 0, 2) == NEVER


def test_a_card_that_comes_is_the_last() -> None:
    assert with_gain(of("12", "3"), kinds("24")) == of("12", "3", "24")
    assert with_gain(of("12") | NUMBER_HELD, kinds("3")) == of("12", "3") | NUMBER_HELD
    assert with_gain(NEVER, kinds("3")) == NEVER

"""How far hands are from being finished, and which cards help them: exactly, against trying everything."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from reihum.games.koenigs_romme.cards import (
    JOKER,
    KINDS,
    Hand,
    card_names,
    copies,
    count_of,
    deck,
    hand_of,
    is_wild,
    parse_card,
    with_card,
    without_card,
)
from reihum.games.koenigs_romme.hand_book import HandBook
from reihum.games.koenigs_romme.melds import can_be_laid

EVERY_CARD = (1 << KINDS) - 1


@cache
def swaps(hand: Hand, wild: int) -> int:
    """The fewest natural cards that must become jokers for a hand to be laid, by trying all."""
    tried = {hand}
    for count in range(14):
        if any(can_be_laid(each, wild) for each in tried):
            return count
        tried = {
            with_card(without_card(each, card), JOKER)
            for each in tried
            for card in range(JOKER)
            if count_of(each, card) and not is_wild(card, wild)
        }
    raise AssertionError("three jokers can be laid")


def helps(hand: Hand, wild: int, card: int) -> bool:
    """Whether a hand that takes in a card needs fewer swaps after some discard."""
    more = with_card(hand, card)
    rests = [without_card(more, other) for other in range(KINDS) if count_of(more, other)]
    return any(swaps(rest, wild) < swaps(hand, wild) for rest in rests)


def some_hands(seed: int, count: int) -> list[tuple[Hand, int]]:
    """Hands of the solo variant up to seven cards, half of them from few values and suits."""
    luck = Random(seed)
    found: list[tuple[Hand, int]] = []
    while len(found) < count:
        wild = luck.randint(3, 7)
        cards = deck()
        if len(found) % 2:
            values = luck.sample(range(11), 4)
            cards = [card for card in cards if card // 5 in values and card % 5 < 3]
        luck.shuffle(cards)
        hand = cards[:wild]
        if luck.random() < 0.3:
            hand[0] = JOKER
        found.append((hand_of(hand), wild))
    return found


def book() -> HandBook:
    """An empty book."""
    found = HandBook()
    found.look_for(EVERY_CARD)
    return found


@pytest.mark.parametrize("seed", range(3))
def test_swaps_and_help_are_those_that_trying_everything_finds(seed: int) -> None:
    found, luck = book(), Random(seed)
    open_hands = 0
    for hand, wild in some_hands(seed, 120):
        assert found.swaps(hand, wild) == swaps(hand, wild), (card_names(hand), wild)
        if swaps(hand, wild):
            open_hands += 1
            helpful = found.helpful(hand, wild)
            for card in luck.sample(range(KINDS), 4):
                if count_of(hand, card) < copies(card):
                    said = (helpful >> card & 1) == 1
                    assert said == helps(hand, wild, card), (card_names(hand), wild, card)
    assert open_hands > 60


@pytest.mark.parametrize(
    ("hand", "wild", "needed"),
    [
        ("4s 4d 5h 10c Jc", 5, 2),  # two combinations of three would need six cards
        ("8s 8h 8d 8d Js Js", 6, 1),  # the fourth 8 is not missed
        ("3h 8x * *", 4, 1),
        ("* * *", 3, 0),
    ],
)
def test_every_combination_takes_three_cards(hand: str, wild: int, needed: int) -> None:
    cards = hand_of([parse_card(card) for card in hand.split()])
    assert book().swaps(cards, wild) == needed == swaps(cards, wild)


def test_a_book_that_forgets_says_the_same() -> None:
    """Pages are few, but what one says is never taken for another hand."""
    kept, hands = book(), some_hands(9, 40)
    for _ in range(2):
        for hand, wild in hands:
            fresh = book()
            assert kept.helpful(hand, wild) == fresh.helpful(hand, wild)
            assert kept.needs(hand, wild, fresh.swaps(hand, wild))


def test_help_is_looked_for_among_some_cards_only() -> None:
    hand = hand_of([parse_card(card) for card in ["7s", "7h", "9d"]])
    found = HandBook()
    found.look_for(1 << parse_card("7d") | 1 << parse_card("9h"))
    assert found.helpful(hand, 3) == 1 << parse_card("7d")
    found.look_for(1 << parse_card("7c"))
    assert found.helpful(hand, 3) == 1 << parse_card("7c")

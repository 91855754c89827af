"""Hidden cards and their places: a deal is found if there is one, and mixed until all are equally likely."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from math import perm

import pytest

from reihum.core.dealer import Seeded, shuffle
from reihum.core.hidden import Places
from tests.worlds import near

MANY = 10**6


class Table(Places):
    """Places that each admit some cards; among some of them there must be a certain card."""

    def __init__(self, cards: str, admitted: list[str], wanted: dict[str, range] | None = None) -> None:
        super().__init__(len(cards))
        for card in cards:
            self.cards[self.total] = ord(card)
            self.total += 1
        self.admitted = admitted
        self.wanted = wanted if wanted is not None else {}

    def admits(self, place: int, card: int) -> bool:
        """As given."""
        return chr(card) in self.admitted[place]

    def violations(self) -> int:
        """How many of the cards required are not where they are required."""
        return sum(card not in self.lying(places) for card, places in self.wanted.items())

    def lying(self, places: range) -> str:
        """The cards in some places."""
        return "".join(chr(self.cards[place]) for place in places)

    def all_lying(self) -> str:
        """All cards."""
        return self.lying(range(self.total))

    def is_well(self) -> bool:
        """Whether every place admits its card."""
        return all(self.admits(place, self.cards[place]) for place in range(self.total))


def ways(cards: str, admitted: list[str]) -> list[str]:
    """All ways to put the cards at places."""
    orders = {"".join(order) for order in permutations(cards)}
    return sorted(
        order for order in orders if all(card in kinds for card, kinds in zip(order, admitted, strict=True))
    )


def test_a_deal_is_found_whenever_there_is_one() -> None:
    """All tables of four places that admit one, two or three of four cards."""
    kinds = ["a", "ab", "bc", "cd", "abc", "bd", "d"]
    fitting = 0
    for seed, admitted in enumerate(product(kinds, repeat=4)):
        table = Table("abcd", list(admitted))
        shuffle(table.cards, table.total, Seeded(seed))
        found = table.settle_all()
        assert found == bool(ways("abcd", list(admitted)))
        if found:
            assert table.is_well()
            fitting += 1
        assert sorted(table.all_lying()) == list("abcd")
    assert 100 < fitting < len(kinds) ** 4


def test_a_card_moves_on_through_all_places_if_it_must() -> None:
    """Each place but the last also admits the next card; the last place needs the first card."""
    table = Table("abcdef", ["ab", "bc", "cd", "de", "ef", "a"])
    assert table.settle_all()
    assert table.all_lying() == "bcdefa"


def test_cards_are_exchanged_until_nothing_is_amiss() -> None:
    for seed in range(200):
        table = Table(
            "abcdef", ["abc", "abc", "abcdef", "abcdef", "def", "def"], {"c": range(2), "d": range(2, 4)}
        )
        dealer = Seeded(seed)
        shuffle(table.cards, table.total, dealer)
        assert table.settle_all()
        assert table.repair(4, dealer)
        assert table.violations() == 0
        assert table.is_well()


def test_what_can_never_be_is_given_up() -> None:
    table = Table("abc", ["ab", "ab", "c"], {"c": range(2)})
    assert table.settle_all()
    assert not table.repair(3, Seeded(1))
    assert table.is_well()


@pytest.mark.parametrize("wanted", [{}, {"c": range(2)}])
def test_mixed_long_enough_every_deal_is_as_likely(wanted: dict[str, range]) -> None:
    admitted = ["abc", "abcd", "bcd", "abcde", "de"]
    all_ways = [order for order in ways("abcde", admitted) if not wanted or "c" in order[:2]]
    assert 4 < len(all_ways) < perm(5)
    found: Counter[str] = Counter()
    for seed in range(1_500):
        table, dealer = Table("abcde", admitted, wanted), Seeded(seed)
        assert table.settle_all()
        assert table.repair(5, dealer)
        table.mix(5, 120, dealer)
        found[table.all_lying()] += 1
    assert set(found) <= set(all_ways)
    assert all(near(MANY, MANY * len(all_ways), found[way], found.total()) for way in all_ways), found

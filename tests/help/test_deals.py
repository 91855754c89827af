"""All deals of the hidden cards of HELP! that fit are equally likely: every one of them is counted.

What fits is taken from what is known of the hands (see proofs.py). Each card of a hand has its place, and all
cards are different, even those of one kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from itertools import permutations, product
from math import perm
from typing import Final

import pytest

import reihum
from reihum import Match
from reihum.core.contract import NOBODY
from reihum.core.dealer import Seeded
from reihum.games.help import SPEC
from reihum.games.help.cards import (
    ANY_KIND,
    DECK_SIZE,
    NAMES,
    NO,
    PACKED_DECK,
    SWITCH,
    ZAP,
    kind_bit,
    kinds_of,
)
from reihum.games.help.deal import Deal, deal_for
from reihum.games.help.knowledge import Knowledge
from reihum.games.help.patterns import NEVER, NUMBER_HELD, UNKNOWN, each_of, kinds_at, pattern_length
from reihum.games.help.rules import Help
from reihum.games.help.worlds import deal_by_exchange, kind_count
from tests.help.test_worlds import table
from tests.tools import play
from tests.worlds import near

pytestmark = pytest.mark.long  # thousands of deals

GAME: Final = reihum.game("help")
WORLDS: Final = 3_000
MANY: Final = 10**6  # times as many worlds as ways, so that little is left to chance
Hand = tuple[int, ...]
Cards = Counter[tuple[int, bool]]  # by kind, and whether it came from the draw pile after the reshuffle
Feature = Callable[[list[Hand]], Hashable]


class Counted:
    """Counts all ways to deal what an observer does not see."""

    def __init__(self, state: Help, observer: int) -> None:
        self.state = state
        self.observer = observer
        self.knows: Knowledge = state.knows.proofs()
        self.others = [seat for seat in range(state.seats) if seat != observer]
        own = state.hands[observer] if observer != NOBODY else 0
        hidden = Counter(kinds_of(PACKED_DECK - state.open_cards() - state.discards() - own))
        old = Counter(kinds_of(self.knows.in_hands))
        self.pool = Counter(kinds_of(self.knows.pool))
        if observer != NOBODY:
            old -= Counter(kinds_of(self.knows.had[observer]))
            self.pool -= Counter(kinds_of(self.knows.drew[observer]))
        self.reshuffled = self.knows.in_hands != 0
        self.hidden: Cards = Counter()
        for k, count in hidden.items():
            new = max(0, count - old[k]) if self.reshuffled else 0
            self.hidden.update({(k, False): count - new, (k, True): new})

    def ways(self) -> Counter[tuple[Hand, ...]]:
        """How often each way to deal all hands comes up."""
        found: Counter[tuple[Hand, ...]] = Counter()
        for seconds in product((False, True), repeat=len(self.others)):
            chosen = dict(zip(self.others, seconds, strict=True))
            if self.can_be_chosen(chosen):
                for hands, count in self.dealt(self.others, chosen, self.hidden):
                    found[hands] += count
        return found

    def can_be_chosen(self, second: dict[int, bool]) -> bool:
        """Whether each hand chosen to fit its second pattern has one, and the hands that follow it, too."""
        for seat, chosen in second.items():
            leader = int(self.knows.follows[self.knows.index_of(seat, self.observer)])
            if chosen and not self.has_second(seat):
                return False
            follows = self.has_second(seat) and leader in second and self.has_second(leader)
            if follows and chosen != second[leader]:
                return False
        return True

    def has_second(self, seat: int) -> bool:
        """Whether a hand may fit another pattern instead."""
        return bool(self.knows.instead[self.knows.index_of(seat, self.observer)] != NEVER)

    def dealt(
        self, seats: list[int], second: dict[int, bool], cards: Cards
    ) -> Iterator[tuple[tuple[Hand, ...], int]]:
        """All ways to deal these hands from these cards."""
        if not seats:
            rest = Counter[int]()
            for (k, _), count in cards.items():
                rest[k] += count
            if not self.reshuffled or rest <= self.pool:
                yield (), 1
            return
        i = self.knows.index_of(seats[0], self.observer)
        pattern = int(self.knows.instead[i] if second[seats[0]] else self.knows.pattern[i])
        for taken, count in self.hands(pattern, seats[0], cards).items():
            for others, more in self.dealt(seats[1:], second, cards - Counter(taken)):
                yield (tuple(sorted(k for k, _ in taken)), *others), count * more

    def hands(self, pattern: int, seat: int, cards: Cards) -> Counter[tuple[tuple[int, bool], ...]]:
        """All hands that fit a pattern, and in how many ways."""
        size = pattern_length(pattern)
        found: Counter[tuple[tuple[int, bool], ...]] = Counter({(): 1})
        for i in range(size):
            before, found = found, Counter()
            for taken, count in before.items():
                for card, there in (cards - Counter(taken)).items():
                    newer = i >= size - self.knows.fresh[seat]
                    if kinds_at(pattern, i) & kind_bit(card[0]) and (newer or not card[1]):
                        found[tuple(sorted((*taken, card)))] += count * there
        called = int(self.knows.called[seat])
        kept = {
            taken: count
            for taken, count in found.items()
            if (not pattern & NUMBER_HELD or any(k == called for k, _ in taken))
            and self.all_know(seat, [k for k, _ in taken])
        }
        return Counter(kept)

    def all_know(self, seat: int, hand: list[int]) -> bool:
        """Whether a hand fits what everybody knows of it."""
        i = self.knows.index_of(seat, NOBODY)
        return any(
            (not pattern & NUMBER_HELD or self.knows.called[seat] in hand)
            and any(
                all(kinds_at(pattern, place) & kind_bit(k) for place, k in enumerate(order))
                for order in permutations(hand)
            )
            for pattern in (int(self.knows.pattern[i]), int(self.knows.instead[i]))
            if pattern != NEVER
        )


def by_world(state: Help, observer: int, seed: int) -> Help | Deal:
    """A deal as `world` makes it."""
    return state.world(observer, Seeded(seed))


def by_exchange(state: Help, observer: int, seed: int) -> Help | Deal:
    """A deal as it is made when luck takes too long."""
    deal = deal_for(state, observer)
    assert deal_by_exchange(deal, Seeded(seed))
    return deal


def check(
    state: Help,
    observer: int,
    feature: Feature,
    tries: int = WORLDS,
    deal: Callable[[Help, int, int], Help | Deal] = by_world,
) -> None:
    """Assert that worlds show a feature as often as all deals that fit."""
    of = Counted(state, observer)
    ways = of.ways()
    expected: Counter[Hashable] = Counter()
    for way, count in ways.items():
        expected[feature(list(way))] += count * MANY
    found: Counter[Hashable] = Counter()
    for seed in range(tries):
        dealt = deal(state, observer, seed)
        hands = [tuple(kinds_of(dealt.hands[seat])) for seat in of.others]
        assert ways[tuple(hands)] > 0
        found[feature(hands)] += 1
    assert len(expected) > 1
    for kind in expected | found:
        assert near(expected[kind], expected.total(), found[kind], tries), (kind, expected, found)


def lying(row: str, hands: list[str], stock: str, turn: int = 0, **more: object) -> Match:
    """A table with all cards that are not named here in the discard pile."""
    return GAME.from_position(table(row, hands, stock, turn, **more), seed=1)


def truth(match: Match) -> Help:
    """Where the cards really are."""
    assert isinstance(match.state, Help)
    return match.state


def holding(*cards: str) -> Feature:
    """How many of these cards each hand has."""
    return lambda hands: tuple(sum(NAMES[k] in cards for k in hand) for hand in hands)


def both(one: Feature, other: Feature) -> Feature:
    """A feature made of two others."""
    return lambda hands: (one(hands), other(hands))


def test_H16_numbers_or_switches_beside_a_hand_that_called() -> None:
    state = truth(lying("4", ["8 9 10 11", "5 6 7 S", "1 2 2 4"], "3 S S S Z 5 4"))
    state.knows.note_call(1, 5)  # so it can have the Switches, but not the low numbers
    state.knows.note_stuck(2, 4)
    check(state, 0, both(holding("S"), holding("5")))


def test_H16_of_two_hands_each_has_numbers_or_switches_whatever_the_other_has() -> None:
    state = truth(lying("4", ["8 9 10 11", "1 2 3 4", "S S S S"], "1 2 3 4 S Z"))
    state.knows.note_stuck(1, 4)
    state.knows.note_stuck(2, 4)
    check(state, 0, holding("S"), 500)


def test_H18_the_card_given_back_is_a_switch_if_the_asker_has_switches() -> None:
    match = lying("3", ["8 9 10 11", "Z 2 9 5", "S S S S"], "1 2 3 1 3 6 7 8 9", 2)
    play(match, "help", "give Z", "back S", "Z")
    check(truth(match), 0, lambda hands: hands[1].count(SWITCH) >= 3, 4_000)


def test_H18_the_card_given_back_may_be_a_switch_also_to_a_hand_that_called_and_took_from_the_row() -> None:
    state = truth(lying("4 5", ["8 9 10 11", "8 S 3 2", "1 1 4 S"], "9 S S S"))
    state.knows.note_call(1, 7)  # so it can have Switches, but not the 3 that it takes
    state.knows.note_loss(1, SWITCH)
    state.knows.note_loss(1, 7)
    state.knows.note_gain(1, 3)
    state.knows.note_refill(1, 5)
    state.knows.note_stuck(2, 4)
    state.knows.note_help(2, 1, 5)
    state.knows.note_refill(2, SWITCH)
    check(state, 0, lambda hands: hands[1].count(SWITCH) >= 3, 2_000)


def test_of_two_patterns_each_is_chosen_as_often_as_hands_fit_however_many_do() -> None:
    deal = Deal(3)
    for seat in (1, 2):
        deal.pattern[seat] = UNKNOWN[4]
        deal.instead[seat] = each_of(ANY_KIND & ~kind_bit(1))
        deal.dealt += 4
    deal.follows[2] = 1  # it fits its second pattern if seat 1 does
    deal.supply(PACKED_DECK, DECK_SIZE - 8)
    seconds = 0
    for seed in range(800):
        deal.choose_patterns(Seeded(seed))
        second = deal.now[1] == deal.instead[1]
        assert second == (deal.now[2] == deal.instead[2])
        seconds += second
    all_ways, without_a_1 = perm(DECK_SIZE, 4) ** 2, perm(DECK_SIZE - 5, 4) ** 2
    assert near(without_a_1, all_ways + without_a_1, seconds, 800)


def test_the_draw_pile_of_a_world_is_in_any_order() -> None:
    hands = ["8 9 10 11", "5 6 7 S", "1 2 2 4"]
    state = truth(lying("4", hands, "3 3 3 3 J S Z N"))
    for place in (0, -1):
        found = [SPEC.position(state.world(0, Seeded(seed)))["stock"][place] for seed in range(400)]
        assert near(5 * MANY, 16 * MANY, sum(card in "JSZN" for card in found), 400)


def test_H11b_any_hidden_card_can_be_one_that_a_set_up_lacks() -> None:
    hands = [["8", "9", "10", "11"], ["5", "6", "7", "S"], ["1", "2", "2", "4"]]
    match = GAME.from_position({"hands": hands, "row": ["4"], "stock": ["3"], "turn": 0, "phase": "play"})
    found = [SPEC.position(match.state.world(0, Seeded(seed)))["stock"][0] for seed in range(400)]
    assert near(28 * MANY, 100 * MANY, sum(card in "JSZN" for card in found), 400)


def test_H16_four_switches_are_found_in_one_of_four_hands_if_there_are_too_few_numbers() -> None:
    low = ["1 1 1 1", "2 2 2 2", "3 3 3 3"]
    state = truth(lying("4", ["8 9 10 11", *low, "S S S S"], "4 4 4 Z"))
    for seat in range(1, 5):
        state.knows.note_stuck(seat, 4)
    for seed in range(4):
        hands = [kinds_of(state.world(0, Seeded(seed)).hands[seat]) for seat in range(1, 5)]
        assert hands.count([SWITCH] * 4) == 1
        assert sum(k <= 4 for hand in hands for k in hand) == 12


def test_H11_the_places_of_all_hands_are_sorted_by_how_many_cards_can_lie_there() -> None:
    match = lying("3 9", ["1 2 10 11", "S 7 4 8", "5 8 J J", "4 5 6 6"], "5", 1)
    play(match, "S7@2", "J@1", "help")  # the first refill reshuffles, seat 1 has a 9, seat 3 low numbers
    state = truth(match)
    state.knows.catch_up()
    deal = deal_for(state, 0)
    deal.choose_patterns(Seeded(1))
    assert [
        (deal.owner[i], kind_count(deal.fitting[i]), deal.old[i] == 1, deal.room[i], deal.most[i])
        for i in range(deal.dealt)
    ] == [
        (1, 1, True, 1, 1),  # the 9
        *((3, 7, True, 7, most) for most in (7, 6, 5, 4)),  # 4 4 5 5 5 6 6 were in hands
        *((1, 15, True, 11, most) for most in (6, 5, 4)),  # and 8 8 9 J
        *((2, 15, True, 11, most) for most in (3, 2, 1)),
        (2, 15, False, 98, 87),  # drawn since
    ]


def test_H13_the_places_of_cards_that_are_known_come_first() -> None:
    state = truth(lying("4", ["8 9 10 11", "5 1 2 3", "6 6 7 7"], "5 5 5 6 Z"))
    for k in (9, 10, 11):
        state.knows.note_loss(1, k)
    for k in (1, 2, 3):
        state.knows.note_gain(1, k)
    state.knows.catch_up()
    deal = deal_for(state, 0)
    deal.choose_patterns(Seeded(1))
    assert [(deal.owner[i], deal.room[i]) for i in range(deal.dealt)] == [(1, 1)] * 3 + [(1, 13)] + [
        (2, 13)
    ] * 4
    assert [deal.most[i] for i in range(deal.dealt)] == [1, 1, 1, 10, 9, 8, 7, 6]


def reshuffled() -> Help:
    """Seat 2 has played a Joker that it may have had before the reshuffle or drawn since."""
    match = lying("3 9", ["1 2 10 N", "S 7 Z 8", "N 8 J J"], "5", 1)
    play(match, "S7@2", "J@1", "N", "8", "J@2")
    state = truth(match)
    state.knows.catch_up()
    return state


def test_H11_after_a_reshuffle_all_ways_to_deal_are_as_likely() -> None:
    check(reshuffled(), 0, both(holding("Z", "8"), holding("N", "J")), 2_000)


def test_H11_cards_change_places_only_to_where_they_can_be() -> None:
    check(reshuffled(), 0, lambda hands: (ZAP in hands[0], NO in hands[1]), 200, by_exchange)


def test_where_cards_change_places_all_ways_to_deal_are_as_likely() -> None:
    state = truth(lying("4", ["8 9 10 11", "5 6 7 S", "1 2 2 4"], "3 S S Z 5 4"))
    state.knows.note_call(1, 5)
    state.knows.note_loss(2, 1)
    state.knows.note_gain(2, 4)
    state.knows.catch_up()
    check(state, 0, both(holding("S", "5"), holding("2")), 1_000, by_exchange)


def test_H5c_the_seats_after_the_next_are_asked_in_any_order() -> None:
    hands = [["1", "8", "9", "J"], ["2", "3", "7", "9"], *([str(n)] * 4 for n in (5, 6, 7))]
    match = GAME.from_position({"hands": hands}, seed=1)
    state = truth(match)
    first = int(state.turn())
    match.play(match.moves(first)[0], first)
    second = int(state.turn())
    orders = Counter(tuple(state.world(second, Seeded(seed)).order) for seed in range(600))
    assert len(orders) == 6
    assert all(order[:2] == (first, second) for order in orders)
    assert all(near(MANY, 6 * MANY, count, 600) for count in orders.values())

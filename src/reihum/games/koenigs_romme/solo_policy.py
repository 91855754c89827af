"""A sensible player of the solo variant: keeps all hands within reach of the cards still to come.

Everything is open in this variant, so the cards of the stock are known, but not their order. A hand needs a
number of swaps: cards that would have to become wilds for it to be finished. Each card of the stock can save
a swap in some hands, and is shared among them in proportion to their needs. A hand that needs much and is
promised little costs most, and every card goes where the sum of these costs is lowest.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import BUFFER_SIZE, Policy, Side, bit, rank_moves
from reihum.games.koenigs_romme.cards import (
    DECK_SIZE,
    KINDS,
    LOWEST,
    next_held,
    with_card,
    without_card,
)
from reihum.games.koenigs_romme.hand_book import HandBook
from reihum.games.koenigs_romme.melds import card_bit
from reihum.games.koenigs_romme.moves import place_move
from reihum.games.koenigs_romme.solo import HANDS, TO_PLACE, SoloSide
from reihum.games.koenigs_romme.swaps import MOST_SWAPS

# The supply promised to a hand is counted in thousandths of a card, and looked up in fiftieths.
WHOLE_CARD: Final = 1000
SUPPLY_STEP: Final = 20
SUPPLIES: Final = TO_PLACE * WHOLE_CARD // SUPPLY_STEP + 1
DEMANDS: Final = HANDS * MOST_SWAPS + 1


def _costs() -> list[int]:
    """By swaps and supply: more than in proportion to the swaps, and the more the less the stock promises."""
    return [
        round(1000 * swaps**1.85 / (i * SUPPLY_STEP / WHOLE_CARD + 0.12) ** 0.53)
        for swaps in range(MOST_SWAPS + 1)
        for i in range(SUPPLIES)
    ]


def _parts() -> list[int]:
    """By swaps and demand: which part of a card a hand with so many swaps is promised."""
    return [
        WHOLE_CARD * swaps // max(1, demand) for swaps in range(MOST_SWAPS + 1) for demand in range(DEMANDS)
    ]


COSTS: Final = vec[i64](_costs())
PARTS: Final = vec[i64](_parts())


@final
@mypyc_attr(acyclic=True)
class Placing(Policy):
    """Puts every card where all open hands together cost least."""

    def __init__(self) -> None:
        self.book = HandBook()
        self.to_come = vec[i64]([0] * DECK_SIZE)
        self.kinds = vec[i64]([0] * TO_PLACE)  # the different cards of the stock ...
        self.copies = vec[i64]([0] * TO_PLACE)  # ... how many there are of each ...
        self.demand = vec[i64]([0] * TO_PLACE)  # ... how many swaps those hands need that it helps ...
        self.helped = vec[i64]([0] * TO_PLACE)  # ... and which hands these are
        self.in_kinds: i64 = 0
        self.best_supply: i64 = 0
        self.needs = vec[i64]([0] * HANDS)  # the swaps of every open hand
        self.helps = vec[i64]([0] * HANDS)  # the cards that would save it one
        self.supply = vec[i64]([0] * HANDS)  # what the stock promises it
        self.changed = vec[i64]([0] * HANDS)  # the same after one of the hands has changed
        self.moves = vec[i64]([0] * BUFFER_SIZE)
        self.costs = vec[i64]([0] * BUFFER_SIZE)
        self.count: i64 = 0  # of the moves that were weighed

    def choose(self, side: Side) -> i64:
        """The move after which the open hands cost least; the first of those that tie."""
        self._weigh(side, False)
        best: i64 = 0
        for i in range(1, self.count):
            if self.costs[i] < self.costs[best]:
                best = i
        return self.moves[best]

    def propose(self, side: Side, into: vec[i64]) -> i64:
        """Write the moves that bring no hand further from its end into a buffer, the cheapest first."""
        chosen = self.choose(side)
        self._weigh(side, True)
        rank_moves(self.moves, self.costs, self.count, chosen)
        for i in range(self.count):
            into[i] = self.moves[i]
        return self.count

    def _weigh(self, side: Side, thoroughly: bool) -> None:
        """Find what the open hands cost after the moves that make sense; first, to throw the card away."""
        assert isinstance(side, SoloSide)
        self._look(side)
        self.count = 0
        shown = side.shown()
        cost = self._cost(self.supply)
        for place in range(HANDS):
            if not side.is_finished(place):
                if self.count == 0:
                    self._note(place_move(place + LOWEST, shown), cost)
                if self.helps[place] >> shown & 1:
                    self._weigh_hand(side, place, self.needs[place] - 1)
        least = cost
        for i in range(self.count):
            least = min(least, self.costs[i])
        for place in range(HANDS):
            if not side.is_finished(place) and self.helps[place] >> shown & 1 == 0:
                row = self.needs[place] * SUPPLIES
                gain = COSTS[row + self.supply[place] // SUPPLY_STEP] - COSTS[row + self.best_supply]
                if thoroughly or cost - gain < least:
                    self._weigh_hand(side, place, self.needs[place])

    def _note(self, move: i64, cost: i64) -> None:
        self.moves[self.count] = move
        self.costs[self.count] = cost
        self.count += 1

    def _look(self, side: SoloSide) -> None:
        """Note the cards to come, what the hands need, and how the cards are shared among them."""
        self._look_at_stock(side)
        for i in range(self.in_kinds):
            self.demand[i] = 0
            self.helped[i] = 0
        for place in range(HANDS):
            self.needs[place] = 0
            self.supply[place] = 0
            if not side.is_finished(place):
                hand = side.hand(place)
                needed = self.book.swaps(hand, place + LOWEST)
                helps = self.book.helpful(hand, place + LOWEST)
                self.needs[place] = needed
                self.helps[place] = helps
                for i in range(self.in_kinds):
                    if helps >> self.kinds[i] & 1:
                        self.demand[i] += needed
                        self.helped[i] |= bit(place)
        for i in range(self.in_kinds):
            helped = self.helped[i]
            place = 0
            while helped:
                if helped & 1:
                    self.supply[place] += self.copies[i] * PARTS[self.needs[place] * DEMANDS + self.demand[i]]
                helped >>= 1
                place += 1

    def _look_at_stock(self, side: SoloSide) -> None:
        """Count the cards to come; they are sorted."""
        count = side.to_come(self.to_come)
        self.best_supply = count * WHOLE_CARD // SUPPLY_STEP
        self.in_kinds = 0
        among = card_bit(side.shown())
        for i in range(count):
            card = self.to_come[i]
            if i and self.to_come[i - 1] == card:
                self.copies[self.in_kinds - 1] += 1
            else:
                self.kinds[self.in_kinds] = card
                self.copies[self.in_kinds] = 1
                self.in_kinds += 1
                among |= card_bit(card)
        self.book.look_for(among)

    def _weigh_hand(self, side: SoloSide, place: i64, fewest: i64) -> None:
        """Weigh the moves that put the card into one hand and leave it the fewest swaps that are possible."""
        wild: i64 = place + LOWEST
        shown = side.shown()
        hand = with_card(side.hand(place), shown)
        book = self.book
        card = next_held(hand, 0)
        while card < KINDS:
            if card != shown:
                rest = without_card(hand, card)
                if book.needs(rest, wild, fewest):
                    helps = book.helpful(rest, wild)
                    self._note(place_move(wild, card), self._cost_with(place, fewest, helps))
            card = next_held(hand, card + 1)

    def _cost_with(self, place: i64, needed: i64, helps: i64) -> i64:
        """What the open hands cost if one of them needs so many swaps, and other cards help it."""
        supply = self.changed
        for p in range(HANDS):
            supply[p] = self.supply[p]
        supply[place] = 0
        was_needed = self.needs[place]
        own = bit(place)
        for i in range(self.in_kinds):
            helps_now = helps >> self.kinds[i] & 1
            helped = self.helped[i]
            if helped & own == 0 and helps_now == 0:
                continue
            before = self.demand[i]
            after = before
            if helped & own:
                after -= was_needed
            if helps_now:
                after += needed
                supply[place] += self.copies[i] * PARTS[needed * DEMANDS + after]
            helped &= ~own
            if after != before:
                p = 0
                while helped:
                    if helped & 1:
                        row = self.needs[p] * DEMANDS
                        supply[p] += self.copies[i] * (PARTS[row + after] - PARTS[row + before])
                    helped >>= 1
                    p += 1
        self.needs[place] = needed
        found = self._cost(supply)
        self.needs[place] = was_needed
        return found

    def _cost(self, supply: vec[i64]) -> i64:
        """What all open hands cost with what the stock promises them."""
        total: i64 = 0
        for place in range(HANDS):
            total += COSTS[self.needs[place] * SUPPLIES + supply[place] // SUPPLY_STEP]
        return total

"""Dealing the cards of HELP! that somebody cannot see, so that all that can be proved holds."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.dealer import Dealer, shuffle
from reihum.games.help.cards import DECK_SIZE, KINDS, SWITCH, count_of, of_kind, size_of
from reihum.games.help.knowledge import SETS, Knowledge

FRESH_DEALS: Final = 12  # tries of simply dealing; what fits at once is fair
REPAIRS: Final = 4_000  # then exchanges that bring a deal nearer to what is known ...
MIXING: Final = 12  # ... and for each card dealt so many more that keep it there, to forget the way
KIND: Final = 15  # a card to be dealt is its kind, with these marks:
KEPT: Final = 16  # it cannot be in the draw pile
RECENT: Final = 5  # this bit: it was in the draw pile when that was made last
NEEDS: Final = SETS + 3  # the most that can be asked of one hand


@final
@mypyc_attr(acyclic=True)
class Deal:
    """The hands to be dealt, what each must contain, and the cards there are for them."""

    def __init__(self, seats: i64) -> None:
        self.seats = seats
        self.sure = vec[i64]([0] * int(seats))  # packed: cards known to be in the hand
        self.free = vec[i64]([0] * int(seats))  # how many more it gets
        self.masks = vec[i64]([0] * (int(seats) * NEEDS))
        self.least = vec[i64]([0] * (int(seats) * NEEDS))
        self.needs = vec[i64]([0] * int(seats))  # how many such pairs a hand has
        self.hands = vec[i64]([0] * int(seats))  # packed: the hands dealt
        self.cards = vec[i64]([0] * DECK_SIZE)  # first those for the hands, then the draw pile
        self.owner = vec[i64]([0] * DECK_SIZE)  # who gets the first of them
        self.dealt: i64 = 0  # how many that are
        self.total: i64 = 0
        self.limit = vec[i64]([0] * int(seats))  # H11: so many cards of a hand may be recent ...
        self.recent = vec[i64]([0] * int(seats))  # ... and so many are

    def hand(self, seat: i64, size: i64, sure: i64) -> None:
        """Deal this seat a hand that contains at least these cards."""
        self.sure[seat] = sure
        self.free[seat] = size - size_of(sure)

    def need(self, seat: i64, mask: i64, least: i64) -> None:
        """At least so many cards of that hand must be of these kinds."""
        i = seat * NEEDS + self.needs[seat]
        self.masks[i] = mask
        self.least[i] = least
        self.needs[seat] += 1

    def need_known(self, seat: i64, knows: Knowledge, observer: i64) -> None:
        """All bounds that an observer has for that hand."""
        sets = knows.sets[knows.row_of(seat, observer)]
        for group in range(1, SETS + 1):
            if count_of(sets, group):
                self.need(seat, knows.kinds_mask(seat, group), count_of(sets, group))

    def deal(self, hidden: i64, knows: Knowledge, observer: i64, dealer: Dealer) -> bool:
        """Deal all cards hidden from an observer; whether everything fits."""
        pool = knows.pool
        old = knows.in_hands
        if observer >= 0:
            pool -= knows.drew[observer]
            old -= knows.had[observer]
        for seat in range(self.seats):
            if count_of(self.sure[seat], SWITCH) > count_of(hidden, SWITCH):
                return False
            hidden -= self.sure[seat]
            self.limit[seat] = knows.fresh[seat]
        for _ in range(FRESH_DEALS):
            self._deal(hidden, pool, old, dealer)
            if self._amiss() == 0:
                return True
        if not self._repair(dealer):
            return False
        for _ in range(MIXING * self.dealt):
            self._exchange(dealer)
        return True

    def stock(self, into: vec[i64], dealer: Dealer) -> None:
        """Write what was not dealt, in any order: the draw pile, and above it what a set-up lacks."""
        count = self.total - self.dealt
        for i in range(count):
            into[i] = self.cards[self.dealt + i] & KIND
        shuffle(into, count, dealer)

    def _deal(self, hidden: i64, pool: i64, old: i64, dealer: Dealer) -> None:
        """Hands get what cannot be in the draw pile, and any cards for the rest."""
        first = self._sort(hidden, pool, old)
        for i in range(first, self.dealt):
            self._swap(i, i + dealer.below(self.total - i))
        shuffle(self.cards, self.dealt, dealer)
        at: i64 = 0
        for seat in range(self.seats):
            self.hands[seat] = self.sure[seat]
            self.recent[seat] = 0
            for _ in range(self.free[seat]):
                self.owner[at] = seat
                self.hands[seat] += of_kind(self.cards[at] & KIND, 1)
                self.recent[seat] += self.cards[at] >> RECENT
                at += 1

    def _sort(self, hidden: i64, pool: i64, old: i64) -> i64:
        """Lay out the hidden cards, first those that are in hands for sure; how many these are."""
        self.total = size_of(hidden)
        self.dealt = 0
        for seat in range(self.seats):
            self.dealt += self.free[seat]
        first: i64 = 0
        last = self.total
        for k in range(1, KINDS + 1):
            count = count_of(hidden, k)
            may = min(count, count_of(pool, k))
            for _ in range(count - may):
                self.cards[first] = KEPT | k
                first += 1
            doubtful = min(count, count_of(old, k)) - (count - may)
            for _ in range(may):
                last -= 1
                self.cards[last] = k
                if doubtful <= 0:
                    self.cards[last] = 1 << RECENT | k
                doubtful -= 1
        return first

    def _swap(self, i: i64, j: i64) -> None:
        card = self.cards[i]
        self.cards[i] = self.cards[j]
        self.cards[j] = card

    def _amiss(self) -> i64:
        """How many cards of all hands are not as they must be."""
        total: i64 = 0
        for seat in range(self.seats):
            total += self._amiss_in(seat, self.hands[seat], self.recent[seat])
        return total

    def _amiss_in(self, seat: i64, hand: i64, recent: i64) -> i64:
        total = max(0, recent - self.limit[seat])
        for i in range(seat * NEEDS, seat * NEEDS + self.needs[seat]):
            missing = self.least[i] - size_of(hand & self.masks[i])
            if missing > 0:
                total += missing
        return total

    def _repair(self, dealer: Dealer) -> bool:
        """Exchange cards until all fits."""
        amiss = self._amiss()
        for _ in range(REPAIRS):
            amiss -= self._exchange(dealer)
            if amiss == 0:
                return True
        return False

    def _exchange(self, dealer: Dealer) -> i64:
        """Two cards by lot change places unless more would be amiss then; how much less is."""
        i = dealer.below(self.dealt)
        j = dealer.below(self.total)
        mine = self.cards[i]
        other = self.cards[j]
        seat = self.owner[i]
        if j >= self.dealt:
            if mine & KEPT:
                return 0
            better = self._better(seat, mine, other)
            if better < 0:
                return 0
        else:
            there = self.owner[j]
            if seat == there:
                return 0
            better = self._better(seat, mine, other) + self._better(there, other, mine)
            if better < 0:
                return 0
            self._replace(there, other, mine)
        self._replace(seat, mine, other)
        self._swap(i, j)
        return better

    def _better(self, seat: i64, away: i64, instead: i64) -> i64:
        """How much less is amiss in a hand with one card instead of another."""
        hand = self.hands[seat] - of_kind(away & KIND, 1) + of_kind(instead & KIND, 1)
        recent = self.recent[seat] - (away >> RECENT) + (instead >> RECENT)
        return self._amiss_in(seat, self.hands[seat], self.recent[seat]) - self._amiss_in(seat, hand, recent)

    def _replace(self, seat: i64, away: i64, instead: i64) -> None:
        self.hands[seat] += of_kind(instead & KIND, 1) - of_kind(away & KIND, 1)
        self.recent[seat] += (instead >> RECENT) - (away >> RECENT)

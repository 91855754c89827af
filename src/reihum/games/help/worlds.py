"""Dealing the cards of HELP! that somebody cannot see, so that all that can be proved holds.

Every way to deal the hidden cards that fits is as likely as every other. The hands are dealt card by card,
each card fitting its pattern; what was likelier that way than it should be is dealt anew by lot, and so is
what does not fit after all. Where that takes too long, cards change places until all fits, and then go on
changing places for a while.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NOBODY
from reihum.core.dealer import Dealer, shuffle
from reihum.games.help.cards import DECK_SIZE, KINDS, NUMBERS, count_of, of_kind, packed_mask, size_of
from reihum.games.help.knowledge import FULL, NEVER, NUMBER_HELD, Knowledge, fits, kinds_at, length

TRIES: Final = 100  # of dealing card by card
STARTS: Final = 6  # then so many times from any deal ...
REPAIRS: Final = 2_000  # ... exchanges that bring it nearer to what is known ...
MIXING: Final = 24  # ... and for each such card so many more that keep it there, to forget the way
KIND: Final = 15  # a card to be dealt is its kind, with these marks:
KEPT: Final = 1 << 4  # H11: it cannot be in the draw pile
RECENT: Final = 1 << 5  # it was in the draw pile when that was made last
FEW: Final = 1 << 24  # a number that can be multiplied by one more hand ...
MANY: Final = 1 << 29  # ... and one that a dealer can choose below
PLACES: Final = 20  # the most cards that hands can have


@final
@mypyc_attr(acyclic=True)
class Deal:
    """The hands to be dealt, what is known of each, and the cards there are for them."""

    def __init__(self, seats: i64) -> None:
        self.seats = seats
        self.hands = vec[i64]([0] * int(seats))  # packed: those dealt, and one that is known
        self.pattern = vec[i64]([0] * int(seats))  # of the hands to be dealt
        self.instead = vec[i64]([NEVER] * int(seats))
        self.follows = vec[i64]([NOBODY] * int(seats))  # who fits the second pattern if somebody else does
        self.now = vec[i64]([0] * int(seats))  # the pattern that is tried
        self.called = vec[i64]([0] * int(seats))
        self.fresh = vec[i64]([FULL] * int(seats))  # H11: so many cards of a hand may be recent, its last
        self.public = vec[i64]([NEVER] * int(seats))  # what everybody knows, where the observer has seen more
        self.public_instead = vec[i64]([NEVER] * int(seats))
        self.need = vec[i64]([0] * int(seats))  # packed: a hand must have one of these cards
        # H18, H19: whether the giver has a card that helps the asker, and what helps ...
        self.asker: i64 = NOBODY
        self.giver: i64 = NOBODY
        self.helped = False
        self.helpful: i64 = 0  # packed: ... somebody with a number ...
        self.helpful_without: i64 = 0  # ... and somebody without one
        # The places of the hands:
        self.dealt: i64 = 0  # how many there are
        self.owner = vec[i64]([0] * PLACES)
        self.fitting = vec[i64]([0] * PLACES)  # packed: what can lie there
        self.old = vec[i64]([0] * PLACES)  # 1 if nothing recent can
        self.room = vec[i64]([0] * PLACES)  # how many cards that are
        self.most = vec[i64]([0] * PLACES)  # so many cards can be left for it, or fewer
        # The cards: first those for the hands, then what a set-up lacks, then the draw pile
        self.cards = vec[i64]([0] * DECK_SIZE)
        self.plain: i64 = 0  # packed
        self.recent: i64 = 0  # packed
        self.pool: i64 = 0  # packed: what the draw pile was made of
        self.reshuffled = False
        self.lacking: i64 = 0
        self.total: i64 = 0

    def hand(self, seat: i64, knows: Knowledge, observer: i64) -> None:
        """Deal this seat a hand of which an observer knows something."""
        i = knows.row_of(seat, observer)
        self.pattern[seat] = knows.pattern[i]
        self.instead[seat] = knows.instead[i]
        self.follows[seat] = knows.follows[i]
        self.called[seat] = knows.called[seat]
        self.fresh[seat] = knows.fresh[seat]
        public = knows.row_of(seat, NOBODY)
        if knows.pattern[i] != knows.pattern[public] or knows.instead[i] != knows.instead[public]:
            self.public[seat] = knows.pattern[public]
            self.public_instead[seat] = knows.instead[public]
        self.dealt += length(knows.pattern[i])

    def supply(self, hidden: i64, left: i64) -> None:
        """The cards there are, so many of them for the draw pile."""
        self.plain = hidden
        self.total = size_of(hidden)
        self.lacking = self.total - self.dealt - left

    def remember(self, pool: i64, old: i64) -> None:
        """H11: the draw pile was made of `pool`, and the hands had `old`."""
        self.reshuffled = True
        self.pool = pool
        for k in range(1, KINDS + 1):
            recent = count_of(self.plain, k) - count_of(old, k)
            if recent > 0:
                self.recent += of_kind(k, recent)
        self.plain -= self.recent

    def deal(self, dealer: Dealer) -> bool:
        """Deal all hands and the draw pile; whether that can be done."""
        if self.lacking < 0:
            return False
        if self.lacking == 0 or not self.reshuffled:
            choice = self._choose_patterns(dealer)
            for _ in range(TRIES):
                if self._dealt_card_by_card(dealer):
                    return True
                if choice:
                    self._choose_patterns(dealer)
        if self.dealt == 0:
            return False
        for _ in range(STARTS):
            self._choose_patterns(dealer)
            if self._dealt_by_exchange(dealer):
                return True
        return self._dealt_somehow(dealer)

    def stock(self, into: vec[i64]) -> None:
        """Write the draw pile."""
        first = self.dealt + self.lacking
        for i in range(first, self.total):
            into[i - first] = self.cards[i] & KIND

    # -- the places and what fits -----------------------------------------------------------------

    def _choose_patterns(self, dealer: Dealer) -> bool:
        """Of two patterns choose one by lot, and lay out all places; whether there was a choice."""
        choice = False
        for seat in range(self.seats):
            if self.instead[seat] == NEVER:
                self.now[seat] = self.pattern[seat]
            elif not self._follower(seat):
                choice = True
                self._choose(seat, dealer)
        self._lay_out_all()
        return choice

    def _lay_out_all(self) -> None:
        """Lay out the places of all hands."""
        at: i64 = 0
        for seat in range(self.seats):
            self._lay_out(seat, self.now[seat], at)
            at += length(self.now[seat])
        self._narrowest_first()
        self._count_most()

    def _follower(self, seat: i64) -> bool:
        """Whether which pattern a hand fits depends on another hand."""
        leader = self.follows[seat]
        return leader != NOBODY and self.instead[leader] != NEVER and self.follows[leader] == NOBODY

    def _choose(self, seat: i64, dealer: Dealer) -> None:
        """Choose one of two patterns by lot, weighed by how many hands fit; those that follow go with it."""
        ways = self._lay_out(seat, self.pattern[seat], 0)
        others = self._lay_out(seat, self.instead[seat], 0)
        for other in range(self.seats):
            if self.follows[other] == seat and self.instead[other] != NEVER:
                while ways > FEW or others > FEW:  # the product must not grow too big
                    ways >>= 1
                    others >>= 1
                ways *= self._lay_out(other, self.pattern[other], 0)
                others *= self._lay_out(other, self.instead[other], 0)
        while ways > MANY or others > MANY:
            ways >>= 1
            others >>= 1
        first = ways + others == 0 or dealer.below(ways + others) < ways
        for other in range(self.seats):
            if other == seat or (self.follows[other] == seat and self.instead[other] != NEVER):
                self.now[other] = self.pattern[other] if first else self.instead[other]
                if ways == 0 or others == 0:  # there is no choice
                    self.pattern[other] = self.now[other]
                    self.instead[other] = NEVER

    def _lay_out(self, seat: i64, pattern: i64, at: i64) -> i64:
        """Lay out one hand from this place on; in how many ways it can be dealt, or a few more."""
        size = length(pattern)
        for i in range(size):
            self.owner[at + i] = seat
            self.fitting[at + i] = packed_mask(kinds_at(pattern, i))
            self.old[at + i] = 0
            self.room[at + i] = size_of(self.plain & self.fitting[at + i])
            if i < size - self.fresh[seat]:
                self.old[at + i] = 1
            else:
                self.room[at + i] += size_of(self.recent & self.fitting[at + i])
        ways: i64 = 1
        for i in range(at, at + size):
            room = self.room[i]
            for j in range(at, at + size):
                if j != i and self._within(j, i) and (j < i or not self._within(i, j)):
                    room -= 1
            ways *= max(room, 0)
        return ways

    def _within(self, j: i64, i: i64) -> bool:
        """Whether all that can lie in the one place can lie in the other, too."""
        return self.fitting[j] & ~self.fitting[i] == 0 and self.old[j] >= self.old[i]

    def _narrowest_first(self) -> None:
        """Sort the places: those first where least can lie, and those within others before them."""
        for i in range(1, self.dealt):
            j = i
            while j > 0 and self._narrower(j, j - 1):
                self._exchange_places(j, j - 1)
                j -= 1

    def _narrower(self, j: i64, i: i64) -> bool:
        if self.room[j] == self.room[i]:
            return self._within(j, i) and not self._within(i, j)
        return self.room[j] < self.room[i]

    def _exchange_places(self, i: i64, j: i64) -> None:
        swap(self.owner, i, j)
        swap(self.fitting, i, j)
        swap(self.old, i, j)
        swap(self.room, i, j)

    def _count_most(self) -> None:
        """For every place: what can lie there less what surely lies in places before it.

        Places of hands with two patterns count for themselves, as when the pattern was chosen.
        """
        for i in range(self.dealt):
            most = self.room[i]
            alone = self.instead[self.owner[i]] != NEVER
            for j in range(i):
                if alone and self.owner[j] != self.owner[i]:
                    continue
                if not alone and self.instead[self.owner[j]] != NEVER:
                    continue
                if self._within(j, i):
                    most -= 1
            self.most[i] = most

    def _lacks(self, seat: i64) -> i64:
        """How much a hand lacks that must be there: its called number, and what else it needs."""
        lacks: i64 = 0
        if self.now[seat] & NUMBER_HELD and count_of(self.hands[seat], self.called[seat]) == 0:
            lacks += 1
        if self.need[seat] and self.hands[seat] & self.need[seat] == 0:
            lacks += 1
        if self.public[seat] != NEVER and not self._as_everybody_knows(seat):
            lacks += 1
        return lacks

    def _as_everybody_knows(self, seat: i64) -> bool:
        """Whether a hand also fits what everybody knows of it."""
        hand = self.hands[seat]
        called = self.called[seat]
        return fits(hand, self.public[seat], called) or fits(hand, self.public_instead[seat], called)

    def _help_amiss(self) -> i64:
        """1 if the giver has a card that helps and should not, or the other way round."""
        if self.giver == NOBODY:
            return 0
        helpful = self.helpful_without
        if self.hands[self.asker] & NUMBERS:
            helpful = self.helpful
        if (self.hands[self.giver] & helpful != 0) == self.helped:
            return 0
        return 1

    # -- card by card -----------------------------------------------------------------------------

    def _dealt_card_by_card(self, dealer: Dealer) -> bool:
        """Deal the hands and the rest; False if it does not fit, or by lot, if it was too likely."""
        plain = self.plain
        recent = self.recent
        for i in range(self.dealt):
            some = plain & self.fitting[i]
            others: i64 = 0
            if self.old[i] == 0:
                others = recent & self.fitting[i]
            count = size_of(some + others)
            if count < self.most[i] and dealer.below(self.most[i]) >= count:
                return False
            if count == 0:
                return False
            place = dealer.below(count)
            if place < size_of(some):
                k = nth_of(some, place)
                plain -= of_kind(k, 1)
            else:
                k = nth_of(others, place - size_of(some))
                recent -= of_kind(k, 1)
            self.cards[i] = k
        self._gather_hands()
        if self._amiss_in_hands() or not self._pool_holds(plain + recent):
            return False
        self._lay_out_rest(plain + recent, dealer)
        return True

    def _gather_hands(self) -> None:
        """Put the cards dealt together to hands."""
        for i in range(self.dealt):
            self.hands[self.owner[i]] = 0
        for i in range(self.dealt):
            self.hands[self.owner[i]] += of_kind(self.cards[i] & KIND, 1)

    def _amiss_in_hands(self) -> i64:
        """How much is missing that must be there."""
        amiss = self._help_amiss()
        for seat in range(self.seats):
            amiss += self._lacks(seat)
        return amiss

    def _pool_holds(self, rest: i64) -> bool:
        """H11: whether the draw pile can consist of these."""
        if self.reshuffled:
            for k in range(1, KINDS + 1):
                if count_of(rest, k) > count_of(self.pool, k):
                    return False
        return True

    def _lay_out_rest(self, rest: i64, dealer: Dealer) -> None:
        """What the hands did not get, in any order."""
        i = self.dealt
        for k in range(1, KINDS + 1):
            for _ in range(count_of(rest, k)):
                self.cards[i] = k
                i += 1
        for i in range(self.total - 1, self.dealt, -1):
            swap(self.cards, i, self.dealt + dealer.below(i + 1 - self.dealt))

    # -- by exchange ------------------------------------------------------------------------------

    def _dealt_by_exchange(self, dealer: Dealer) -> bool:
        """Deal anything, and exchange cards until all fits and the way there is forgotten."""
        self._lay_out_marked(dealer)
        self._gather_hands()
        amiss = self._amiss_in_hands()
        for i in range(self.total):
            amiss += self._wrong(i)
        for _ in range(REPAIRS):
            if amiss == 0:
                break
            amiss -= self._exchange(self._wrong_place(dealer), dealer.below(self.total))
        if amiss:
            return False
        for _ in range(MIXING * (self.dealt + self.lacking)):
            self._exchange(dealer.below(self.dealt + self.lacking), dealer.below(self.total))
        first = self.dealt + self.lacking
        for i in range(self.total - 1, first, -1):
            swap(self.cards, i, first + dealer.below(i + 1 - first))
        return True

    def _dealt_somehow(self, dealer: Dealer) -> bool:
        """Try all choices of patterns, also the unlikely ones."""
        one: i64 = 1
        for choice in range(one << self.seats):
            for seat in range(self.seats):
                self.now[seat] = self.pattern[seat]
                if self.instead[seat] != NEVER and (choice >> seat) & 1:
                    self.now[seat] = self.instead[seat]
            self._lay_out_all()
            if self._dealt_by_exchange(dealer):
                return True
        return False

    def _lay_out_marked(self, dealer: Dealer) -> None:
        """All cards with their marks, by lot, but as near as easily can be to what is known."""
        at: i64 = 0
        for k in range(1, KINDS + 1):
            plain = count_of(self.plain, k)
            count = plain + count_of(self.recent, k)
            kept: i64 = 0
            if self.reshuffled:
                kept = count - count_of(self.pool, k)
            for i in range(count):
                self.cards[at] = k
                if i >= plain:
                    self.cards[at] |= RECENT
                if i < kept:
                    self.cards[at] |= KEPT
                at += 1
        shuffle(self.cards, self.total, dealer)
        for i in range(self.dealt + self.lacking):
            best = i
            for j in range(i, self.total):
                if self._likes(i, self.cards[j]) > self._likes(i, self.cards[best]):
                    best = j
            swap(self.cards, i, best)

    def _likes(self, i: i64, card: i64) -> i64:
        """How well a card would lie in a place outside the draw pile."""
        if i >= self.dealt:
            return (card & KEPT) - (card & RECENT)
        if self.fitting[i] & of_kind(card & KIND, 1) == 0:
            return -2 * RECENT
        if self.old[i]:
            return (card & KEPT) - (card & RECENT)
        if self.lacking:
            return card & RECENT
        return card & KEPT

    def _wrong(self, i: i64) -> i64:
        """How wrong the card in a place is there."""
        card = self.cards[i]
        if i >= self.dealt + self.lacking:
            return (card & KEPT) >> 4
        recent = card >> 5
        if i >= self.dealt:
            return recent
        if self.fitting[i] & of_kind(card & KIND, 1) == 0:
            return 1 + recent * self.old[i]
        return recent * self.old[i]

    def _wrong_place(self, dealer: Dealer) -> i64:
        """A place by lot whose card is wrong there; if none is, one of a hand."""
        first = dealer.below(self.total)
        for i in range(self.total):
            if self._wrong((first + i) % self.total):
                return (first + i) % self.total
        return dealer.below(self.dealt)

    def _exchange(self, i: i64, j: i64) -> i64:
        """Two cards change places unless more would be amiss then; how much less is."""
        before = self._wrong(i) + self._wrong(j) + self._amiss_in_hands()
        self._change(i, j)
        better = before - self._wrong(i) - self._wrong(j) - self._amiss_in_hands()
        if better < 0:
            self._change(i, j)
            return 0
        return better

    def _change(self, i: i64, j: i64) -> None:
        """The cards of two places change places."""
        one = of_kind(self.cards[i] & KIND, 1)
        other = of_kind(self.cards[j] & KIND, 1)
        if i < self.dealt:
            self.hands[self.owner[i]] += other - one
        if j < self.dealt:
            self.hands[self.owner[j]] += one - other
        swap(self.cards, i, j)


def swap(cards: vec[i64], i: i64, j: i64) -> None:
    """Two entries change places."""
    card = cards[i]
    cards[i] = cards[j]
    cards[j] = card


def nth_of(cards: i64, place: i64) -> i64:
    """The kind of the card in this place, counted from 0, among packed cards."""
    k: i64 = 0
    while place >= 0:
        k += 1
        place -= count_of(cards, k)
    return k

"""The hidden hands of HELP!: what is known of each, the places for cards, and whether all facts are true.

If a hand has two patterns, one is chosen at random and tried. Each card of a hand has a place that admits
some kinds, and the places that admit least come first. `worlds.py` deals the cards there.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NOBODY
from reihum.core.dealer import Dealer, swap
from reihum.core.hidden import Places
from reihum.games.help.cards import (
    DECK_SIZE,
    HAND_SIZE,
    KIND_MASK,
    KINDS,
    NUMBERS,
    SPECIAL_KINDS,
    count_of,
    of_kind,
    packed_mask,
    size_of,
)
from reihum.games.help.helping import current_knowledge
from reihum.games.help.knowledge import Knowledge
from reihum.games.help.legal import Legal
from reihum.games.help.patterns import NEVER, NUMBER_HELD, each_of, fits, kinds_at, pattern_length
from reihum.games.help.proofs import NO_NUMBER
from reihum.games.help.table import DONE, GIVE, MOST_SEATS, RECEIVED, Table

FEW_WAYS: Final = 1 << 24  # few enough to multiply by the ways of one more hand ...
MANY_WAYS: Final = 1 << 29  # ... and as many as a dealer can choose from
PLACES: Final = HAND_SIZE * MOST_SEATS

# A card to be exchanged is its kind, and above that two marks:
KEPT: Final = 1 << 4  # H11: it cannot be in the draw pile
RECENT: Final = 1 << 5  # it was in the draw pile after the last reshuffle


@final
@mypyc_attr(acyclic=True)
class Deal(Places):
    """The hands to be dealt, what is known of each, and the cards for them."""

    def __init__(self, seats: i64) -> None:
        super().__init__(DECK_SIZE)
        self.seats = seats
        self.hands = vec[i64]([0] * int(seats))  # packed: the hands dealt, and the one that is known
        self.pattern = vec[i64]([0] * int(seats))  # of the hands to be dealt
        self.instead = vec[i64]([NEVER] * int(seats))
        self.follows = vec[i64]([NOBODY] * int(seats))  # fits its second pattern only if this other hand does
        self.now = vec[i64]([0] * int(seats))  # the pattern being tried
        self.called = vec[i64]([NO_NUMBER] * int(seats))
        self.fresh = vec[i64]([HAND_SIZE] * int(seats))  # H11: how many cards, the last ones, may be recent
        self.public = vec[i64]([NEVER] * int(seats))  # what everybody knows, if the observer knows more
        self.public_instead = vec[i64]([NEVER] * int(seats))
        self.need = vec[i64]([0] * int(seats))  # packed: each hand must have one of these cards
        # H18, H19: whether the giver has a card that helps the asker, and which cards help ...
        self.asker: i64 = NOBODY
        self.giver: i64 = NOBODY
        self.helped = False
        self.helpful: i64 = 0  # packed: ... an asker with a number ...
        self.helpful_without: i64 = 0  # ... and one without
        # The places in the hands:
        self.dealt: i64 = 0  # how many there are
        self.owner = vec[i64]([0] * PLACES)
        self.fitting = vec[i64]([0] * PLACES)  # packed: what can be there
        self.old = vec[i64]([0] * PLACES)  # 1 if no recent card can
        self.room = vec[i64]([0] * PLACES)  # how many cards can be there
        self.most = vec[i64]([0] * PLACES)  # how many of them can be left for it, at most
        # The cards: first those for the hands, then those that a set-up lacks, then the draw pile
        self.plain: i64 = 0  # packed
        self.recent: i64 = 0  # packed
        self.pool: i64 = 0  # packed: the draw pile after the last reshuffle
        self.reshuffled = False
        self.lacking: i64 = 0

    # -- what is known ----------------------------------------------------------------------------

    def add_hand(self, seat: i64, knows: Knowledge, observer: i64) -> None:
        """Add a hand to be dealt, with what an observer knows of it."""
        i = knows.index_of(seat, observer)
        self.pattern[seat] = knows.pattern[i]
        self.instead[seat] = knows.instead[i]
        self.follows[seat] = knows.follows[i]
        self.called[seat] = knows.called[seat]
        self.fresh[seat] = knows.fresh[seat]
        public = knows.index_of(seat, NOBODY)
        if knows.pattern[i] != knows.pattern[public] or knows.instead[i] != knows.instead[public]:
            self.public[seat] = knows.pattern[public]
            self.public_instead[seat] = knows.instead[public]
        self.dealt += pattern_length(knows.pattern[i])

    def supply(self, hidden: i64, in_stock: i64) -> None:
        """Set the hidden cards, and how many of them are for the draw pile."""
        self.plain = hidden
        self.total = size_of(hidden)
        self.lacking = self.total - self.dealt - in_stock

    def set_reshuffle(self, pool: i64, old: i64) -> None:
        """H11: set the cards that went into the draw pile, and those that were in the hands."""
        self.reshuffled = True
        self.pool = pool
        for k in range(1, KINDS + 1):
            recent = count_of(self.plain, k) - count_of(old, k)
            if recent > 0:
                self.recent += of_kind(k, recent)
        self.plain -= self.recent

    # -- the places and what fits -----------------------------------------------------------------

    def choose_patterns(self, dealer: Dealer) -> bool:
        """Choose between two patterns at random, and lay out all places; whether there was a choice."""
        choice = False
        for seat in range(self.seats):
            if self.instead[seat] == NEVER:
                self.now[seat] = self.pattern[seat]
            elif not self._is_follower(seat):
                choice = True
                self._choose_pattern(seat, dealer)
        self.lay_out_all()
        return choice

    def lay_out_all(self) -> None:
        """Lay out the places of all hands."""
        at: i64 = 0
        for seat in range(self.seats):
            self._lay_out(seat, self.now[seat], at)
            at += pattern_length(self.now[seat])
        self._narrowest_first()
        self._count_most()

    def _is_follower(self, seat: i64) -> bool:
        """Whether the pattern that a hand fits depends on another hand."""
        leader = self.follows[seat]
        return leader != NOBODY and self.instead[leader] != NEVER and self.follows[leader] == NOBODY

    def _choose_pattern(self, seat: i64, dealer: Dealer) -> None:
        """Choose one of two patterns at random, by how many hands fit each; followers get the same choice."""
        ways = self._lay_out(seat, self.pattern[seat], 0)
        others = self._lay_out(seat, self.instead[seat], 0)
        for other in range(self.seats):
            if self.follows[other] == seat and self.instead[other] != NEVER:
                while ways > FEW_WAYS or others > FEW_WAYS:  # the product must not get too big
                    ways >>= 1
                    others >>= 1
                ways *= self._lay_out(other, self.pattern[other], 0)
                others *= self._lay_out(other, self.instead[other], 0)
        while ways > MANY_WAYS or others > MANY_WAYS:
            ways >>= 1
            others >>= 1
        first = ways + others == 0 or dealer.below(ways + others) < ways
        for other in range(self.seats):
            if other == seat or (self.follows[other] == seat and self.instead[other] != NEVER):
                self.now[other] = self.pattern[other] if first else self.instead[other]
                if ways == 0 or others == 0:  # only one is possible
                    self.pattern[other] = self.now[other]
                    self.instead[other] = NEVER

    def _lay_out(self, seat: i64, pattern: i64, at: i64) -> i64:
        """Lay out one hand from this place on; about how many ways there are to deal it, and never fewer."""
        size = pattern_length(pattern)
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
                if j != i and self._is_within(j, i) and (j < i or not self._is_within(i, j)):
                    room -= 1
            ways *= max(room, 0)
        return ways

    def _is_within(self, j: i64, i: i64) -> bool:
        """Whether every card that fits place j also fits place i."""
        return self.fitting[j] & ~self.fitting[i] == 0 and self.old[j] >= self.old[i]

    def _narrowest_first(self) -> None:
        """Sort the places: first those that fewest cards fit, and a place within another before it."""
        for i in range(1, self.dealt):
            j = i
            while j > 0 and self._is_narrower(j, j - 1):
                self._exchange_places(j, j - 1)
                j -= 1

    def _is_narrower(self, j: i64, i: i64) -> bool:
        """Whether fewer cards fit place j than place i."""
        if self.room[j] == self.room[i]:
            return self._is_within(j, i) and not self._is_within(i, j)
        return self.room[j] < self.room[i]

    def _exchange_places(self, i: i64, j: i64) -> None:
        """Swap two places; there are no cards yet."""
        swap(self.owner, i, j)
        swap(self.fitting, i, j)
        swap(self.old, i, j)
        swap(self.room, i, j)

    def _count_most(self) -> None:
        """For every place: how many cards fit, less those certainly used by the places before it.

        The places of a hand with two patterns are counted separately, as they were when the pattern was
        chosen.
        """
        for i in range(self.dealt):
            most = self.room[i]
            alone = self.instead[self.owner[i]] != NEVER
            for j in range(i):
                if alone and self.owner[j] != self.owner[i]:
                    continue
                if not alone and self.instead[self.owner[j]] != NEVER:
                    continue
                if self._is_within(j, i):
                    most -= 1
            self.most[i] = most

    # -- whether the cards fit --------------------------------------------------------------------

    def admits(self, place: i64, card: i64) -> bool:
        """Whether a card, with its marks, can be in a hand, among the missing cards, or in the draw pile."""
        if place >= self.dealt + self.lacking:
            return card & KEPT == 0
        if place >= self.dealt:
            return card & RECENT == 0
        if self.old[place] and card & RECENT:
            return False
        return self.fitting[place] & of_kind(card & KIND_MASK, 1) != 0

    def swap_cards(self, i: i64, j: i64) -> None:
        """Swap two cards, and update the hands that they are in."""
        one = of_kind(self.cards[i] & KIND_MASK, 1)
        other = of_kind(self.cards[j] & KIND_MASK, 1)
        if i < self.dealt:
            self.hands[self.owner[i]] += other - one
        if j < self.dealt:
            self.hands[self.owner[j]] += one - other
        swap(self.cards, i, j)

    def gather_hands(self) -> None:
        """Make the hands of the cards at their places."""
        for i in range(self.dealt):
            self.hands[self.owner[i]] = 0
        for i in range(self.dealt):
            self.hands[self.owner[i]] += of_kind(self.cards[i] & KIND_MASK, 1)

    def violations(self) -> i64:
        """How many facts about hands are not true."""
        found = self._help_violations()
        for seat in range(self.seats):
            found += self._shortfall(seat)
        return found

    def _shortfall(self, seat: i64) -> i64:
        """How many facts are not true of a hand: its called number, a card it needs, what everybody knows."""
        lacks: i64 = 0
        if self.now[seat] & NUMBER_HELD and count_of(self.hands[seat], self.called[seat]) == 0:
            lacks += 1
        if self.need[seat] and self.hands[seat] & self.need[seat] == 0:
            lacks += 1
        if self.public[seat] != NEVER and not self._fits_public(seat):
            lacks += 1
        return lacks

    def _fits_public(self, seat: i64) -> bool:
        """Whether a hand also fits what everybody knows of it."""
        hand = self.hands[seat]
        called = self.called[seat]
        return fits(hand, self.public[seat], called) or fits(hand, self.public_instead[seat], called)

    def _help_violations(self) -> i64:
        """1 if the giver has a card that helps but should not, or has none but should."""
        if self.giver == NOBODY:
            return 0
        helpful = self.helpful_without
        if self.hands[self.asker] & NUMBERS:
            helpful = self.helpful
        if (self.hands[self.giver] & helpful != 0) == self.helped:
            return 0
        return 1

    def facts_hold(self, rest: i64) -> bool:
        """Whether all facts are true of the hands, and of the draw pile if it gets this rest."""
        return self.violations() == 0 and self._pool_holds(rest)

    def _pool_holds(self, rest: i64) -> bool:
        """H11: whether these cards can be the draw pile."""
        if self.reshuffled:
            for k in range(1, KINDS + 1):
                if count_of(rest, k) > count_of(self.pool, k):
                    return False
        return True

    # -- the world --------------------------------------------------------------------------------

    def put_into(self, world: Table) -> None:
        """Set the hands and the draw pile of a world as dealt here."""
        for seat in range(self.seats):
            world.hands[seat] = self.hands[seat]
        first = self.dealt + self.lacking
        for i in range(first, self.total):
            world.stock[i - first] = self.cards[i] & KIND_MASK


# -- what must be true ----------------------------------------------------------------------------


def deal_for(table: Legal, seat: i64) -> Deal:
    """The deal of all hands that `seat` does not see; call `catch_up` first.

    For those who do not see the card on its way, it is the moment before that card was given.
    """
    knows = table.knows
    if table.sees_received(seat):
        knows = current_knowledge(table, seat)
    deal = Deal(table.seats)
    for other in range(table.seats):
        if other == seat:
            deal.hands[seat] = table.hands[seat]
            continue
        deal.add_hand(other, knows, seat)
        if table.can_call(other):  # H5a: a seat that owes a call has a number
            deal.need[other] = NUMBERS
        elif table.is_caller(other):
            deal.pattern[other] &= each_of(SPECIAL_KINDS)
    deal.supply(table.unseen_by(seat), table.in_stock)
    if knows.in_hands and seat == NOBODY:
        deal.set_reshuffle(knows.pool, knows.in_hands)
    elif knows.in_hands:
        deal.set_reshuffle(knows.pool - knows.drew[seat], knows.in_hands - knows.had[seat])
    set_help(table, deal, seat)
    return deal


def set_help(table: Legal, deal: Deal, seat: i64) -> None:
    """H18: the giver has, or had, a card that helps the asker; H19: at the end it has none."""
    if table.phase == GIVE or table.misses_received(seat):
        deal.giver = table.giver
        deal.helped = True
    elif table.phase == DONE and table.current != NOBODY:
        deal.giver = table.helper(table.current)
    if deal.giver == NOBODY:
        return
    deal.asker = table.current
    deal.helpful = table.playable(NUMBERS)
    deal.helpful_without = table.playable(0)
    size = size_of(table.hands[table.current])
    if table.phase == RECEIVED:
        size += 1
    if size < 2:  # H18c
        deal.helpful = deal.helpful_without
    if size == 0:
        deal.helpful = 0
        deal.helpful_without = 0

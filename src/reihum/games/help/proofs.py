"""What each seat of HELP! can prove about the other hands.

All of it has one form: a pattern (see patterns.py) for every hand and every observer; the spectator is the
last. A player who could not play on a row holds only numbers that are too low, or only Switches (H13a). So
there is a second pattern, `instead`: the hand fits one or the other.

Everybody learns what everybody sees (`learn_…`); what only some see is shown to each of them (`show_…`).
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NOBODY
from reihum.core.value import Value
from reihum.games.help.cards import (
    ANY_KIND,
    HAND_SIZE,
    HIGHEST,
    NUMBER_KINDS,
    ONLY_SWITCH,
    PACKED_DECK,
    SPECIAL_KINDS,
    SWITCH_OR_ZAP,
    count_of,
    kind_bit,
    of_kind,
)
from reihum.games.help.patterns import (
    ALL_PLACES,
    NEVER,
    NUMBER_HELD,
    UNKNOWN,
    UNKNOWN_AT,
    any_kind_of,
    each_of,
    pattern_length,
    union_of,
    with_gain,
    with_loss,
    with_one_of,
    with_only,
)

NO_NUMBER: Final = HIGHEST + 1  # H5a: what a seat without a number calls

# Which of two patterns a hand fits, if that is known:
OPEN: Final = 0
FIRST: Final = 1
SECOND: Final = 2  # `instead`


@mypyc_attr(acyclic=True)
class Proofs(Value):
    """The patterns of one round, and what is known of the draw pile."""

    def __init__(self, seats: i64) -> None:
        self.seats = seats
        self.pattern = vec[i64]()  # by hand, then by observer
        self.instead = vec[i64]()  # the other pattern that the hand may fit, or NEVER
        self.follows = vec[i64]()  # H18: the seat whose `instead` this one depends on, or NOBODY
        self.called = vec[i64]()  # H5: the number each seat called, or NO_NUMBER
        # H11: the last reshuffle; everybody saw the cards for the draw pile, and so knows the rest
        self.pool: i64 = PACKED_DECK  # packed
        self.in_hands: i64 = 0  # packed, without cards certainly played since; includes what a set-up lacks
        self.fresh = vec[i64]()  # how many cards of each hand, its last ones, may have come since
        self.had = vec[i64]()  # packed: what each hand held then; only its seat knows
        self.drew = vec[i64]()  # packed: what each seat has drawn since; only that seat knows

    def constructor_args(self) -> tuple[Any, ...]:
        """The number of seats."""
        return (self.seats,)

    def index_of(self, seat: i64, observer: i64) -> i64:
        """The index of the pattern that an observer (or NOBODY, a spectator) has of a hand."""
        return seat * (self.seats + 1) + (observer if observer >= 0 else self.seats)

    # -- nothing is known -------------------------------------------------------------------------

    def forget(self) -> None:
        """H3: a new deal."""
        for seat in range(self.seats):
            self.forget_hand(seat, HAND_SIZE)
        self.pool = PACKED_DECK
        self.in_hands = 0

    def forget_hand(self, seat: i64, size: i64) -> None:
        """Forget everything about a hand but how many cards it has."""
        self.called[seat] = NO_NUMBER
        self.fresh[seat] = HAND_SIZE
        self.had[seat] = 0
        self.drew[seat] = 0
        first = self.index_of(seat, 0)
        for i in range(first, first + self.seats + 1):
            self.pattern[i] = UNKNOWN[size]
            self.instead[i] = NEVER
            self.follows[i] = NOBODY

    # -- everybody sees it ------------------------------------------------------------------------

    def learn_call(self, seat: i64, n: i64) -> None:
        """H5: this number is in the hand and nothing lower; NO_NUMBER: no number at all."""
        self.called[seat] = n
        kinds = SPECIAL_KINDS
        held: i64 = 0
        if n < NO_NUMBER:
            kinds |= NUMBER_KINDS & ~(kind_bit(n) - 1)
            held = NUMBER_HELD
        first = self.index_of(seat, 0)
        for i in range(first, first + self.seats + 1):
            self.pattern[i] = self.pattern[i] & each_of(kinds) | held

    def learn_loss(self, seat: i64, k: i64) -> None:
        """Everybody saw a card of this kind leave the hand."""
        first = self.index_of(seat, 0)
        public = first + self.seats
        kinds = kind_bit(k)
        newer = self.in_hands != 0 and count_of(self.in_hands, k) == 0  # it came after the reshuffle
        before = self.pattern[public]
        before_instead = self.instead[public]
        settled = self._lose(public, seat, kinds, newer)
        for i in range(first, public):
            if self.pattern[i] == before and self.instead[i] == before_instead:  # usually all know the same
                if settled != OPEN:
                    self._settle(i, settled)
                self.pattern[i] = self.pattern[public]
                self.instead[i] = self.instead[public]
            else:
                self._lose(i, seat, kinds, newer)
        if newer:
            self.fresh[seat] -= 1
        elif self.fresh[seat] == 0:  # it was there before the reshuffle
            self.in_hands -= of_kind(k, 1)
            if count_of(self.had[seat], k):
                self.had[seat] -= of_kind(k, 1)

    def learn_gain(self, seat: i64, k: i64) -> None:
        """H13: a card from the row went into the hand."""
        self.fresh[seat] = min(self.fresh[seat] + 1, HAND_SIZE)
        for observer in range(self.seats + 1):
            self.show_gain(observer, seat, k)

    def learn_refill(self, seat: i64, k: i64) -> None:
        """H10: everybody sees that a card is drawn; the seat itself sees which."""
        self.drew[seat] += of_kind(k, 1)
        if self.fresh[seat] < HAND_SIZE:
            self.fresh[seat] += 1
        first = self.index_of(seat, 0)
        unknown = UNKNOWN_AT[pattern_length(self.pattern[first])]
        for i in range(first, first + self.seats + 1):
            self.pattern[i] |= unknown
            if self.instead[i] != NEVER:
                self.instead[i] |= unknown

    def learn_stock(self, pool: i64, elsewhere: i64, hands: vec[i64]) -> None:
        """H11: everybody knows the cards of the new draw pile, and those that are elsewhere."""
        self.pool = pool
        self.in_hands = PACKED_DECK - pool - elsewhere
        for seat in range(self.seats):
            self.fresh[seat] = 0
            self.had[seat] = hands[seat]
            self.drew[seat] = 0

    def learn_stuck(self, seat: i64, top: i64) -> None:
        """H16, H19: no card of the hand can be played on a row that ends in `top` (0: an empty row)."""
        first = self.index_of(seat, 0)
        for i in range(first, first + self.seats + 1):
            if top:
                self._stick(i, numbers_up_to(top), self.called[seat])
            else:
                self._restrict(i, SWITCH_OR_ZAP, self.called[seat])

    def _stick(self, i: i64, low: i64, called: i64) -> None:
        """H13a: all cards are these low numbers, or all are Switches."""
        numbers = with_only(self.pattern[i], low, called)
        switches = with_only(self.pattern[i], ONLY_SWITCH, called)
        if self.instead[i] != NEVER:
            others = with_only(self.instead[i], low, called)
            if switches != NEVER or others != NEVER:
                self._loosen(i)  # it may now fit the other one for another reason
            numbers = union_of(numbers, others)
            switches = union_of(switches, with_only(self.instead[i], ONLY_SWITCH, called))
        elif switches != NEVER:
            self._loosen(i)
        self._replace(i, numbers, switches, 0)

    def learn_able(self, seat: i64, top: i64) -> None:
        """H18: the giver has a card that helps on a row that ends in `top` (0: an empty row)."""
        kinds = ANY_KIND & ~SWITCH_OR_ZAP
        if top:
            kinds = ANY_KIND & ~numbers_up_to(top)
        first = self.index_of(seat, 0)
        for i in range(first, first + self.seats + 1):
            self._replace(i, with_one_of(self.pattern[i], kinds), with_one_of(self.instead[i], kinds), 0)

    def learn_unable(self, asker: i64, giver: i64, top: i64) -> None:
        """H19: the giver has no card that helps; a Switch does not help an asker without a number.

        H18c: nor does it help an asker with a single card, and nothing helps one without cards.
        """
        size = pattern_length(self.pattern[self.index_of(asker, NOBODY)])
        if size == 0:
            return
        called = self.called[giver]
        kinds = SWITCH_OR_ZAP
        if top:
            kinds = numbers_up_to(top)
        for observer in range(self.seats + 1):
            useless = kinds
            if top and (size == 1 or self.instead[self.index_of(asker, observer)] != NEVER):
                useless |= ONLY_SWITCH
            self._restrict(self.index_of(giver, observer), useless, called)

    def learn_return(self, asker: i64, giver: i64, k: i64) -> None:
        """H18: everybody sees that the giver got a card back; these two see which."""
        self.fresh[giver] = min(self.fresh[giver] + 1, HAND_SIZE)
        self.show_gain(asker, giver, k)
        self.show_loss(giver, asker, kind_bit(k))

    def learn_help(self, asker: i64, giver: i64, k: i64) -> None:
        """H18: now the others learn which card was given."""
        for observer in range(self.seats + 1):
            if observer != asker and observer != giver:
                self.show_exchange(observer, asker, giver, kind_bit(k))
        self.share(asker, asker)  # a seat needs no pattern of its own hand; this keeps it in step
        self.share(giver, giver)

    # -- only some see it -------------------------------------------------------------------------

    def show_loss(self, observer: i64, seat: i64, kinds: i64) -> None:
        """One observer knows that a card of these kinds left the hand."""
        self._lose(self.index_of(seat, observer), seat, kinds, False)

    def show_gain(self, observer: i64, seat: i64, k: i64) -> None:
        """One observer knows that a card of this kind came into the hand."""
        self._gain(self.index_of(seat, observer), kind_bit(k))

    def show_some_gain(self, observer: i64, seat: i64) -> None:
        """One observer knows that a card came into the hand."""
        self._gain(self.index_of(seat, observer), ANY_KIND)

    def show_return(self, observer: i64, asker: i64, giver: i64) -> None:
        """One observer knows that the asker gave a card back, but not which."""
        i = self.index_of(giver, observer)
        j = self.index_of(asker, observer)
        sort = any_kind_of(self.pattern[j])
        if self.instead[j] == NEVER:
            self._gain(i, sort)
            return
        other = any_kind_of(self.instead[j])
        if observer == asker:  # a seat keeps no pattern of its own hand to follow
            self._gain(i, sort | other)
            return
        if self.instead[i] == NEVER:
            self.follows[i] = asker
        else:
            self._loosen(i)
        rarely = union_of(with_gain(self.pattern[i], other), with_gain(self.instead[i], sort | other))
        self._replace(i, with_gain(self.pattern[i], sort), rarely, 1)

    def show_exchange(self, observer: i64, asker: i64, giver: i64, kinds: i64) -> None:
        """One observer knows that a card of these kinds was exchanged for one of the asker's."""
        self.show_loss(observer, giver, kinds)
        self.show_return(observer, asker, giver)
        self.show_loss(observer, asker, ANY_KIND)

    def show_trial(self, observer: i64, seat: i64, helps: bool) -> None:
        """H18a: a giver with a Switch sees whether it helps, and so whether the asker has a number."""
        kinds = ONLY_SWITCH
        if helps:
            kinds = NUMBER_KINDS
        self._restrict(self.index_of(seat, observer), kinds, self.called[seat])

    def share(self, observer: i64, seat: i64) -> None:
        """Reduce what an observer knows of a hand to what everybody knows."""
        i = self.index_of(seat, observer)
        public = self.index_of(seat, NOBODY)
        self.pattern[i] = self.pattern[public]
        self.instead[i] = self.instead[public]
        self.follows[i] = self.follows[public]

    # -- two patterns of a hand -------------------------------------------------------------------

    def _restrict(self, i: i64, kinds: i64, called: i64) -> None:
        """Every card of a hand turns out to be of these kinds."""
        pattern = with_only(self.pattern[i], kinds, called)
        self._replace(i, pattern, with_only(self.instead[i], kinds, called), 0)

    def _gain(self, i: i64, kinds: i64) -> None:
        """A card of these kinds came into the hand."""
        self._replace(i, with_gain(self.pattern[i], kinds), with_gain(self.instead[i], kinds), 1)

    def _lose(self, i: i64, seat: i64, kinds: i64, newer: bool) -> i64:
        """A card of these kinds left the hand; which pattern it fits, if that is known now."""
        pattern = self._without(self.pattern[i], seat, kinds, newer)
        return self._replace(i, pattern, self._without(self.instead[i], seat, kinds, newer), -1)

    def _without(self, pattern: i64, seat: i64, kinds: i64, newer: bool) -> i64:
        """A pattern of a seat's hand after a card of these kinds has left it."""
        if pattern == NEVER:
            return NEVER
        if pattern & NUMBER_HELD and kinds & kind_bit(self.called[seat]):
            pattern &= ALL_PLACES  # the number called may be gone
        if self.in_hands == 0:
            return with_loss(pattern, kinds, 0, HAND_SIZE)
        size = pattern_length(pattern)
        old = max(0, size - self.fresh[seat])
        if newer:
            return with_loss(pattern, kinds, old, size)
        # It may have been old or new; what is kept must be true either way.
        least = with_loss(pattern, kinds, 0, old)
        if least == NEVER:
            return with_loss(pattern, kinds, old, size)
        return union_of(least, with_loss(pattern, kinds, old, size))

    def _replace(self, i: i64, pattern: i64, instead: i64, more: i64) -> i64:
        """Set the patterns of a hand, which has `more` more cards; which it fits, if that is known now.

        If it fits neither, nothing is known any more.
        """
        settled: i64 = OPEN
        if self.instead[i] != NEVER:
            if pattern == NEVER:
                settled = SECOND
            elif instead == NEVER:
                settled = FIRST
            if settled != OPEN:
                self._settle(i, settled)
        if pattern == NEVER:
            pattern = instead
            instead = NEVER
            if pattern == NEVER:
                pattern = UNKNOWN[pattern_length(self.pattern[i]) + more]
        if pattern == instead:
            instead = NEVER
        self.pattern[i] = pattern
        self.instead[i] = instead
        return settled

    def _settle(self, i: i64, settled: i64) -> None:
        """It turns out which pattern a hand fits, and so which one the hands fit that follow it."""
        seat = i // (self.seats + 1)
        for other in range(self.seats):
            j = self.index_of(other, i % (self.seats + 1))
            if self.follows[j] == seat and self.instead[j] != NEVER:
                if settled == SECOND:
                    self.pattern[j] = self.instead[j]
                self.instead[j] = NEVER

    def _loosen(self, i: i64) -> None:
        """From now on a hand does not depend on another one, nor another one on it."""
        self.follows[i] = NOBODY
        for other in range(self.seats):
            j = self.index_of(other, i % (self.seats + 1))
            if self.follows[j] == i // (self.seats + 1):
                self.follows[j] = NOBODY


def numbers_up_to(n: i64) -> i64:
    """The set of all numbers up to this one."""
    return kind_bit(n + 1) - 1

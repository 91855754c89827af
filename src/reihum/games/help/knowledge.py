"""What everybody at a table of HELP! can prove about the hands of the others.

All of it has one form: a *pattern* of a hand says of each of its cards which kinds it can be, fifteen bits a
card, at most four cards in one i64. A hand fits if its cards can be put in an order in which each is of its
kinds. There is a pattern for every hand and every observer, the spectator being the last.

Somebody who could not play on a row holds numbers that are too low, or else nothing but Switches (H13a). So
there is a second pattern, `instead`: the hand fits the one or the other.

Most of the time nobody asks. So what happens is only noted down (`note`), and thought about (`catch_up`) in a
copy, when somebody wants to know.

A pattern never says too much. When a card is played that several of its cards can have been, the one is taken
away that said most, and the others say no more than what is true whichever it was.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from reihum.core.contract import NOBODY
from reihum.games.help.cards import ALL, ALL_CARDS, HIGHEST, KINDS, count_of, lowest_kind, of_kind

FULL: Final = 4  # cards of a hand
NO_NUMBER: Final = HIGHEST + 1  # H5a: what a caller without a number calls
WIDTH: Final = 15  # bits of a pattern for each card

NEVER: Final = -1  # a pattern that no hand fits
FIRST: Final = 1  # it is settled which of two patterns a hand fits: the first ...
SECOND: Final = 2  # ... or the one instead
ANY: Final[i64] = 0x7FFF  # the kinds of one card: bit k - 1 for kind k
NUMBER: Final[i64] = 0x07FF
SPECIAL: Final[i64] = 0x7800
ONLY_SWITCH: Final[i64] = 0x1000
SWITCH_OR_ZAP: Final[i64] = 0x3000
CARDS: Final[i64] = 0x0FFF_FFFF_FFFF_FFFF  # that part of a pattern which speaks of the cards
NUMBER_HELD: Final[i64] = 0x1000_0000_0000_0000  # H5: one of the cards is the number that the seat called
EACH: Final[i64] = 0x0000_2000_4000_8001  # one bit for every card
UNKNOWN: Final = vec[i64]([(1 << WIDTH * size) - 1 for size in range(FULL + 1)])  # so many unknown cards
UNKNOWN_AT: Final = vec[i64]([0x7FFF << WIDTH * i for i in range(FULL)])  # one, in its place


def kind_bit(k: i64) -> i64:
    """One kind, as the kinds of a card."""
    one: i64 = 1
    return one << (k - 1)


def kinds_in(cards: i64) -> i64:
    """The kinds that there are among packed cards."""
    kinds: i64 = 0
    for k in range(1, KINDS + 1):
        if count_of(cards, k):
            kinds |= kind_bit(k)
    return kinds


def kinds_at(pattern: i64, i: i64) -> i64:
    """The kinds that one card of a pattern can be; nothing if the hand has no such card."""
    return (pattern >> WIDTH * i) & ANY


def length(pattern: i64) -> i64:
    """How many cards the hand has."""
    size: i64 = 0
    rest = pattern & CARDS
    while rest:
        rest >>= WIDTH
        size += 1
    return size


def gained(pattern: i64, kinds: i64) -> i64:
    """The pattern when one more card, of these kinds, has come; it is the last."""
    if pattern == NEVER:
        return NEVER
    return pattern | kinds << WIDTH * length(pattern)


def restricted(pattern: i64, kinds: i64, called: i64) -> i64:
    """The pattern when every card turns out to be of these kinds."""
    if pattern == NEVER or (pattern & NUMBER_HELD and kind_bit(called) & kinds == 0):
        return NEVER
    for i in range(length(pattern)):
        if kinds_at(pattern, i) & kinds == 0:
            return NEVER
    return pattern & (kinds * EACH | NUMBER_HELD)


def with_one_of(pattern: i64, kinds: i64) -> i64:
    """The pattern when one of the cards turns out to be of these kinds."""
    if pattern == NEVER:
        return NEVER
    which: i64 = -1
    for i in range(FULL):
        if kinds_at(pattern, i) & kinds:
            if which >= 0:
                return pattern  # it can be more than one
            which = i
    if which < 0:
        return NEVER
    return pattern & ~((ANY & ~kinds) << WIDTH * which)


def any_kind_of(pattern: i64) -> i64:
    """The kinds that any card of a pattern can be."""
    kinds: i64 = 0
    for i in range(FULL):
        kinds |= kinds_at(pattern, i)
    return kinds


def widened(pattern: i64, other: i64) -> i64:
    """A pattern that every hand fits which fits one of two."""
    if pattern == NEVER:
        return other
    if other == NEVER:
        return pattern
    return (pattern | other) & CARDS | pattern & other & NUMBER_HELD


def bereft(pattern: i64, kinds: i64, first: i64, last: i64) -> i64:
    """The pattern when a card of these kinds has left that was one from `first` to before `last`."""
    best: i64 = -1
    said = ANY
    for i in range(first, last):
        found = (pattern >> WIDTH * i) & ANY
        if found & kinds and (best < 0 or (found != said and found & ~said == 0)):
            best = i
            said = found
    if best < 0:
        return NEVER
    if said != ANY:
        for i in range(first, last):
            found = (pattern >> WIDTH * i) & ANY
            if found & kinds and said & ~found:  # if it was this one, what was said of the best is true here
                pattern |= said << WIDTH * i
    low = pattern & UNKNOWN[best]
    high = (pattern & CARDS) >> WIDTH * (best + 1)
    return low | high << WIDTH * best | pattern & NUMBER_HELD


def fits(hand: i64, pattern: i64, called: i64) -> bool:
    """Whether a hand, packed, fits a pattern."""
    if pattern == NEVER or (pattern & NUMBER_HELD and count_of(hand, called) == 0):
        return False
    return _fits_from(hand, pattern, 0)


def _fits_from(hand: i64, pattern: i64, i: i64) -> bool:
    """Whether the cards of a hand can be those from this one on."""
    rest = hand
    while rest:
        k = lowest_kind(rest)
        rest &= ~ALL[k]
        if kinds_at(pattern, i) & kind_bit(k) and _fits_from(hand - of_kind(k, 1), pattern, i + 1):
            return True
    return hand == 0


# What can be noted:
DEALT: Final = 0
CALLED: Final = 1
LOST: Final = 2
TOOK: Final = 3
REFILLED: Final = 4
STUCK: Final = 5
TRIED: Final = 6
TRIED_IN_VAIN: Final = 7
GAVE: Final = 8
GAVE_BACK: Final = 9
HELPED: Final = 10
ABLE: Final = 11
NOTES: Final = 160  # room for so many
NO_NOTES: Final = vec[i64]([0] * NOTES)


@final
@mypyc_attr(acyclic=True)
class Knowledge:
    """The patterns of one round, and what is known of the draw pile."""

    def __init__(self, seats: i64) -> None:
        self.seats = seats
        self.pattern = vec[i64]()  # by hand, then by observer
        self.instead = vec[i64]()  # the other pattern that the hand may fit, or NEVER
        self.follows = vec[i64]()  # H18: the seat on whose `instead` this one depends, or NOBODY
        self.called = vec[i64]()  # H5: the number each seat called, or 0
        # H11: the draw pile as it was made last; everybody saw those cards, and so knows the rest in hands
        self.pool: i64 = ALL_CARDS  # packed
        self.in_hands: i64 = 0  # packed, without those surely played; what a set-up lacks is among them
        self.fresh = vec[i64]()  # at most so many cards of each hand, its last ones, have come since
        self.had = vec[i64]()  # packed: those of each hand; only its seat knows
        self.drew = vec[i64]()  # packed: what each seat has drawn since; only that seat knows
        self.notes = vec[i64]()  # what has happened since somebody wanted to know; made when it is needed
        self.noted: i64 = 0  # how many of them there are

    def note(self, what: i64, seat: i64, number: i64, other: i64 = 0) -> None:
        """Note what happened to a hand, with a kind or the top of the row, and perhaps a second seat."""
        if what == DEALT:
            self.noted = 0  # the round before does not matter any more
        elif self.noted == NOTES:
            self.catch_up()
        if len(self.notes) == 0:
            self.notes = NO_NOTES[:]
        self.notes[self.noted] = what | seat << 4 | number << 8 | other << 12
        self.noted += 1

    def catch_up(self) -> None:
        """Think about everything that was noted."""
        for i in range(self.noted):
            note = self.notes[i]
            self._think_about(note & 15, (note >> 4) & 15, (note >> 8) & 15, note >> 12)
        self.noted = 0

    def _think_about(self, what: i64, seat: i64, number: i64, other: i64) -> None:
        if what == LOST:
            self.lost(seat, number)
        elif what == REFILLED:
            self.refilled(seat, number)
        elif what == TOOK:
            self.took(seat, number)
        elif what == DEALT:
            self.forget()
        elif what == CALLED:
            self.calls(seat, number)
        elif what == STUCK:
            self.stuck(seat, number)
        elif what == ABLE:
            self.able(seat, number)
        elif what == TRIED:
            self.switch_tried(other, seat, True)
        elif what == TRIED_IN_VAIN:
            self.switch_tried(other, seat, False)
        elif what == GAVE:
            self.seen_to_lose(other, seat, kind_bit(number))
        elif what == GAVE_BACK:
            self.gave_back(seat, other, number)
        else:
            self.helped(seat, other, kind_bit(number))

    def row_of(self, seat: i64, observer: i64) -> i64:
        """Where the pattern stands that an observer (or NOBODY, a spectator) has of a hand."""
        return seat * (self.seats + 1) + (observer if observer >= 0 else self.seats)

    # -- everybody sees it ------------------------------------------------------------------------

    def forget(self) -> None:
        """H3: a new deal."""
        unknown = UNKNOWN[FULL]
        for i in range(self.seats * (self.seats + 1)):
            self.pattern[i] = unknown
            self.instead[i] = NEVER
        for seat in range(self.seats):
            self.called[seat] = 0
            self.fresh[seat] = FULL
            self.had[seat] = 0
            self.drew[seat] = 0
        self.pool = ALL_CARDS
        self.in_hands = 0

    def set_up(self, seat: i64, size: i64) -> None:
        """A hand of which nothing is known but how many cards it has."""
        self.called[seat] = 0
        self.fresh[seat] = FULL
        self.had[seat] = 0
        self.drew[seat] = 0
        for i in range(self.row_of(seat, 0), self.row_of(seat, self.seats) + 1):
            self.pattern[i] = UNKNOWN[size]
            self.instead[i] = NEVER
            self.follows[i] = NOBODY

    def calls(self, seat: i64, n: i64) -> None:
        """H5: this number is in the hand and nothing lower; NO_NUMBER: no number at all."""
        kinds = SPECIAL
        if n < NO_NUMBER:
            self.called[seat] = n
            kinds |= NUMBER & ~(kind_bit(n) - 1)
        for i in range(self.row_of(seat, 0), self.row_of(seat, self.seats) + 1):
            self.pattern[i] &= kinds * EACH
            if n < NO_NUMBER:
                self.pattern[i] |= NUMBER_HELD

    def lost(self, seat: i64, k: i64) -> None:
        """A card of this kind left the hand before all eyes."""
        first = seat * (self.seats + 1)
        public = first + self.seats
        kinds = kind_bit(k)
        newer = self.in_hands != 0 and count_of(self.in_hands, k) == 0  # it came since the reshuffle
        before = self.pattern[public]
        before_instead = self.instead[public]
        settled = self._lose(public, seat, kinds, newer)
        for i in range(first, public):
            if self.pattern[i] == before and self.instead[i] == before_instead:  # mostly all know the same
                if settled:
                    self._settle(i, settled == SECOND)
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

    def took(self, seat: i64, k: i64) -> None:
        """H13: a card of the row went into the hand."""
        self.fresh[seat] = min(self.fresh[seat] + 1, FULL)
        for observer in range(self.seats + 1):
            self.seen_to_get(observer, seat, k)

    def stuck(self, seat: i64, top: i64) -> None:
        """H16, H19: nothing in the hand goes on a row that ends in `top` (0: an empty row)."""
        for i in range(self.row_of(seat, 0), self.row_of(seat, self.seats) + 1):
            if top:
                self._stuck_on(i, kind_bit(top + 1) - 1, self.called[seat])
            else:
                self._restrict(i, SWITCH_OR_ZAP, self.called[seat])

    def _stuck_on(self, i: i64, low: i64, called: i64) -> None:
        """H13a: all cards are such low numbers, or else Switches."""
        numbers = restricted(self.pattern[i], low, called)
        switches = restricted(self.pattern[i], ONLY_SWITCH, called)
        if self.instead[i] != NEVER:
            others = restricted(self.instead[i], low, called)
            if switches != NEVER or others != NEVER:
                self._loosen(i)  # these Switches, or numbers, need not be the ones of before
            numbers = widened(numbers, others)
            switches = widened(switches, restricted(self.instead[i], ONLY_SWITCH, called))
        elif switches != NEVER:
            self._loosen(i)
        self._now(i, numbers, switches, 0)

    def able(self, seat: i64, top: i64) -> None:
        """H18: the player asked has a card that helps on a row that ends in `top` (0: an empty row)."""
        kinds = ANY & ~SWITCH_OR_ZAP
        if top:
            kinds = ANY & ~(kind_bit(top + 1) - 1)
        for i in range(self.row_of(seat, 0), self.row_of(seat, self.seats) + 1):
            self._now(i, with_one_of(self.pattern[i], kinds), with_one_of(self.instead[i], kinds), 0)

    def of_no_help(self, asker: i64, giver: i64, top: i64) -> None:
        """H19: the player asked has nothing that helps; a Switch does not help somebody without a number."""
        called = self.called[giver]
        kinds = SWITCH_OR_ZAP
        if top:
            kinds = kind_bit(top + 1) - 1
        for observer in range(self.seats + 1):
            i = self.row_of(giver, observer)
            useless = kinds
            if top and self.instead[self.row_of(asker, observer)] != NEVER:
                useless |= ONLY_SWITCH
            self._restrict(i, useless, called)

    def refilled(self, seat: i64, k: i64) -> None:
        """H10: everybody sees that a card is drawn, the seat itself sees which."""
        self.drew[seat] += of_kind(k, 1)
        if self.fresh[seat] < FULL:
            self.fresh[seat] += 1
        first = seat * (self.seats + 1)
        unknown = UNKNOWN_AT[length(self.pattern[first])]
        for i in range(first, first + self.seats + 1):
            self.pattern[i] |= unknown
            if self.instead[i] != NEVER:
                self.instead[i] |= unknown

    def reshuffled(self, pool: i64, elsewhere: i64, hands: vec[i64]) -> None:
        """H11: everybody knows which cards the new draw pile consists of, and which lie elsewhere."""
        self.pool = pool
        self.in_hands = ALL_CARDS - pool - elsewhere
        for seat in range(self.seats):
            self.fresh[seat] = 0
            self.had[seat] = hands[seat]
            self.drew[seat] = 0

    # -- only some see it -------------------------------------------------------------------------

    def seen_to_lose(self, observer: i64, seat: i64, kinds: i64) -> None:
        """One observer knows that a card of these kinds left the hand."""
        self._lose(self.row_of(seat, observer), seat, kinds, False)

    def seen_to_get(self, observer: i64, seat: i64, k: i64) -> None:
        """One observer knows that a card of this kind came into the hand."""
        i = self.row_of(seat, observer)
        self._now(i, gained(self.pattern[i], kind_bit(k)), gained(self.instead[i], kind_bit(k)), 1)

    def switch_tried(self, observer: i64, seat: i64, helps: bool) -> None:
        """H18a: a giver who has a Switch sees whether it helps: whether the asker has a number."""
        kinds = ONLY_SWITCH
        if helps:
            kinds = NUMBER
        self._restrict(self.row_of(seat, observer), kinds, self.called[seat])

    def gave_back(self, asker: i64, giver: i64, k: i64) -> None:
        """H18: everybody sees that the giver got a card back, these two see which."""
        self.fresh[giver] = min(self.fresh[giver] + 1, FULL)
        self.seen_to_get(asker, giver, k)
        self.seen_to_lose(giver, asker, kind_bit(k))

    def helped(self, asker: i64, giver: i64, kinds: i64) -> None:
        """H18: the others learn now which card was given."""
        for observer in range(self.seats + 1):
            if observer != asker and observer != giver:
                self.exchanged(observer, asker, giver, kinds)
        self._as_others_see(asker)
        self._as_others_see(giver)

    def exchanged(self, observer: i64, asker: i64, giver: i64, kinds: i64) -> None:
        """An observer knows that one of these kinds was given for one of the asker's cards."""
        self.seen_to_lose(observer, giver, kinds)
        self.seen_to_get_one_of(observer, giver, asker)
        self.seen_to_lose(observer, asker, ANY)

    def seen_to_get_one_of(self, observer: i64, giver: i64, asker: i64) -> None:
        """One observer knows that a card of the asker went to the giver, but not which."""
        i = self.row_of(giver, observer)
        j = self.row_of(asker, observer)
        sort = any_kind_of(self.pattern[j])
        if self.instead[j] == NEVER:
            self._now(i, gained(self.pattern[i], sort), gained(self.instead[i], sort), 1)
            return
        other = any_kind_of(self.instead[j])
        if observer == asker:  # of one's own hand no pattern is kept that the card could follow
            self._now(i, gained(self.pattern[i], sort | other), gained(self.instead[i], sort | other), 1)
            return
        if self.instead[i] == NEVER:
            self.follows[i] = asker
        else:
            self._loosen(i)
        rarely = widened(gained(self.pattern[i], other), gained(self.instead[i], sort | other))
        self._now(i, gained(self.pattern[i], sort), rarely, 1)

    def _as_others_see(self, seat: i64) -> None:
        """Of one's own hand one needs no pattern; it is kept in step."""
        self.pattern[self.row_of(seat, seat)] = self.pattern[self.row_of(seat, self.seats)]
        self.instead[self.row_of(seat, seat)] = self.instead[self.row_of(seat, self.seats)]
        self.follows[self.row_of(seat, seat)] = self.follows[self.row_of(seat, self.seats)]

    def _restrict(self, i: i64, kinds: i64, called: i64) -> None:
        """Every card of a hand turns out to be of these kinds."""
        self._now(
            i, restricted(self.pattern[i], kinds, called), restricted(self.instead[i], kinds, called), 0
        )

    def _lose(self, i: i64, seat: i64, kinds: i64, newer: bool) -> i64:
        """A card of these kinds left the hand; whether it is settled now which pattern it fits."""
        if self.instead[i] == NEVER:
            return self._now(i, self._without(self.pattern[i], seat, kinds, newer), NEVER, -1)
        return self._now(
            i,
            self._without(self.pattern[i], seat, kinds, newer),
            self._without(self.instead[i], seat, kinds, newer),
            -1,
        )

    def _without(self, pattern: i64, seat: i64, kinds: i64, newer: bool) -> i64:
        if pattern == NEVER:
            return NEVER
        if pattern & NUMBER_HELD and kinds & kind_bit(self.called[seat]):
            pattern &= CARDS  # the number called may be gone
        if self.in_hands == 0:
            return bereft(pattern, kinds, 0, FULL)
        size = length(pattern)
        old = max(0, size - self.fresh[seat])
        if newer:
            return bereft(pattern, kinds, old, size)
        if old == 0:
            return bereft(pattern, kinds, 0, size)
        # A card that may be old or new: which cards are new must stay true whichever it was.
        least = bereft(pattern, kinds, 0, old)
        if least == NEVER:
            return bereft(pattern, kinds, old, size)
        return widened(least, bereft(pattern, kinds, old, size))

    def _now(self, i: i64, pattern: i64, instead: i64, more: i64) -> i64:
        """The hand fits one of these and has so many more cards; whether it is settled now which.

        Where it fits neither, nothing is known any more.
        """
        settled: i64 = 0
        if self.instead[i] != NEVER:
            if pattern == NEVER:
                settled = SECOND
            elif instead == NEVER:
                settled = FIRST
            if settled:
                self._settle(i, settled == SECOND)
        if pattern == NEVER:
            pattern = instead
            instead = NEVER
            if pattern == NEVER:
                pattern = UNKNOWN[length(self.pattern[i]) + more]
        if pattern == instead:
            instead = NEVER
        self.pattern[i] = pattern
        self.instead[i] = instead
        return settled

    def _settle(self, i: i64, instead: bool) -> None:
        """It turns out which pattern a hand fits, and so which one those fit that follow it."""
        seat = i // (self.seats + 1)
        for other in range(self.seats):
            j = self.row_of(other, i % (self.seats + 1))
            if self.follows[j] == seat and self.instead[j] != NEVER:
                if instead:
                    self.pattern[j] = self.instead[j]
                self.instead[j] = NEVER

    def _loosen(self, i: i64) -> None:
        """Which of its patterns a hand fits depends on no other hand any more, nor another on it."""
        self.follows[i] = NOBODY
        for other in range(self.seats):
            j = self.row_of(other, i % (self.seats + 1))
            if self.follows[j] == i // (self.seats + 1):
                self.follows[j] = NOBODY

    def seen_by(self, seat: i64) -> Knowledge:
        """What a seat (or NOBODY) knows that everybody knows: of what others saw apart, nothing."""
        twin = self.by_now()
        for hand in range(self.seats):
            public = self.row_of(hand, self.seats)
            for observer in range(self.seats):
                if hand != seat != observer:
                    twin.pattern[self.row_of(hand, observer)] = twin.pattern[public]
                    twin.instead[self.row_of(hand, observer)] = twin.instead[public]
                    twin.follows[self.row_of(hand, observer)] = twin.follows[public]
            if hand != seat:
                twin.had[hand] = 0
                twin.drew[hand] = 0
        return twin

    def copy(self) -> Knowledge:
        """An independent copy."""
        twin = Knowledge(self.seats)
        twin.pattern = self.pattern[:]
        twin.instead = self.instead[:]
        twin.follows = self.follows[:]
        twin.called = self.called[:]
        twin.pool = self.pool
        twin.in_hands = self.in_hands
        twin.fresh = self.fresh[:]
        twin.had = self.had[:]
        twin.drew = self.drew[:]
        twin.noted = self.noted
        if self.noted:
            twin.notes = self.notes[:]
        return twin

    def by_now(self) -> Knowledge:
        """A copy that has thought about everything; looking changes nothing here."""
        twin = self.copy()
        twin.catch_up()
        return twin


def nothing_known(seats: int) -> Knowledge:
    """Four unknown cards in every hand."""
    known = Knowledge(seats)
    known.pattern = vec[i64]([0] * (seats * (seats + 1)))
    known.instead = vec[i64]([0] * (seats * (seats + 1)))
    known.follows = vec[i64]([NOBODY] * (seats * (seats + 1)))
    known.called = vec[i64]([0] * seats)
    known.fresh = vec[i64]([0] * seats)
    known.had = vec[i64]([0] * seats)
    known.drew = vec[i64]([0] * seats)
    known.forget()
    return known

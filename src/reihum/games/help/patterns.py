"""What can be known of one hand of HELP!: a pattern.

A *pattern* gives the kinds that each card of a hand can be: a set of kinds (see cards.py) for each of up to
four cards, all in one i64. A hand fits if its cards can be put in an order in which each is one of its kinds.

A pattern never claims too much. When the card played could have been more than one of its cards, the most
precise of these is removed, and the others keep only what is true whichever it was.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from reihum.games.help.cards import ALL, ANY_KIND, HAND_SIZE, KINDS, count_of, kind_bit, lowest_kind, of_kind

NEVER: Final = -1  # a pattern that no hand fits
ALL_PLACES: Final[i64] = (1 << KINDS * HAND_SIZE) - 1  # the part of a pattern that describes the cards
NUMBER_HELD: Final[i64] = 1 << KINDS * HAND_SIZE  # H5: one of the cards is the number called
ONE_BIT_EACH: Final[i64] = 1 | 1 << KINDS | 1 << 2 * KINDS | 1 << 3 * KINDS  # the lowest bit of each card
# All cards of a hand unknown, by its size; and one card unknown, by its place:
UNKNOWN: Final = vec[i64]([(1 << KINDS * size) - 1 for size in range(HAND_SIZE + 1)])
UNKNOWN_AT: Final = vec[i64]([((1 << KINDS) - 1) << KINDS * i for i in range(HAND_SIZE)])


def kinds_at(pattern: i64, i: i64) -> i64:
    """The kinds that one card of a pattern can be; none if the hand has no such card."""
    return (pattern >> KINDS * i) & ANY_KIND


def each_of(kinds: i64) -> i64:
    """The pattern of a full hand in which each card is of these kinds."""
    return kinds * ONE_BIT_EACH  # the product repeats the kinds at each of these bits


def pattern_length(pattern: i64) -> i64:
    """How many cards the hand of a pattern has."""
    size: i64 = 0
    rest = pattern & ALL_PLACES
    while rest:
        rest >>= KINDS
        size += 1
    return size


def with_gain(pattern: i64, kinds: i64) -> i64:
    """The pattern after a card of these kinds has joined the hand, as its last."""
    if pattern == NEVER:
        return NEVER
    return pattern | kinds << KINDS * pattern_length(pattern)


def with_only(pattern: i64, kinds: i64, called: i64) -> i64:
    """The pattern once every card turns out to be of these kinds."""
    if pattern == NEVER or (pattern & NUMBER_HELD and kind_bit(called) & kinds == 0):
        return NEVER
    for i in range(pattern_length(pattern)):
        if kinds_at(pattern, i) & kinds == 0:
            return NEVER
    return pattern & (each_of(kinds) | NUMBER_HELD)


def with_one_of(pattern: i64, kinds: i64) -> i64:
    """The pattern once one of the cards turns out to be of these kinds."""
    if pattern == NEVER:
        return NEVER
    which: i64 = -1
    for i in range(HAND_SIZE):
        if kinds_at(pattern, i) & kinds:
            if which >= 0:
                return pattern  # it could be more than one card
            which = i
    if which < 0:
        return NEVER
    return pattern & ~((ANY_KIND & ~kinds) << KINDS * which)


def any_kind_of(pattern: i64) -> i64:
    """The kinds that some card of a pattern can be."""
    kinds: i64 = 0
    for i in range(HAND_SIZE):
        kinds |= kinds_at(pattern, i)
    return kinds


def union_of(pattern: i64, other: i64) -> i64:
    """A pattern for all hands that fit either of two."""
    if pattern == NEVER:
        return other
    if other == NEVER:
        return pattern
    return (pattern | other) & ALL_PLACES | pattern & other & NUMBER_HELD


def with_loss(pattern: i64, kinds: i64, first: i64, last: i64) -> i64:
    """The pattern after a card of these kinds has left, one of those from `first` to before `last`."""
    best: i64 = -1
    said = ANY_KIND
    for i in range(first, last):
        found = kinds_at(pattern, i)
        if found & kinds and (best < 0 or (found != said and found & ~said == 0)):
            best = i
            said = found
    if best < 0:
        return NEVER
    if said != ANY_KIND:
        for i in range(first, last):
            found = kinds_at(pattern, i)
            if found & kinds and said & ~found:  # if this one left, the best is still here
                pattern |= said << KINDS * i
    low = pattern & UNKNOWN[best]
    high = (pattern & ALL_PLACES) >> KINDS * (best + 1)
    return low | high << KINDS * best | pattern & NUMBER_HELD


def fits(hand: i64, pattern: i64, called: i64) -> bool:
    """Whether a packed hand fits a pattern."""
    if pattern == NEVER or (pattern & NUMBER_HELD and count_of(hand, called) == 0):
        return False
    return _fits_from(hand, pattern, 0)


def _fits_from(hand: i64, pattern: i64, i: i64) -> bool:
    """Whether the cards of a hand fit the pattern from its i-th card on."""
    rest = hand
    while rest:
        k = lowest_kind(rest)
        rest &= ~ALL[k]
        if kinds_at(pattern, i) & kind_bit(k) and _fits_from(hand - of_kind(k, 1), pattern, i + 1):
            return True
    return hand == 0

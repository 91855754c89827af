"""How far a hand is from being finished, in swaps: cards that would have to become wilds (K18, K19).

As in `melds.py`, the search chooses one option for each suit in turn, which says what goes into runs, and
adds up the cards that are left for sets. The cards that stay become wilds, and help to lay the others.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from reihum.games.koenigs_romme.cards import VALUES
from reihum.games.koenigs_romme.melds import VALUE_COUNT, VALUE_MASK, add_counts
from reihum.games.koenigs_romme.runs import LEFT_MASK, wilds_of

MOST_SWAPS: Final = 13  # more than any hand needs


def stay_few(options: vec[i64], at: i64, left: i64, naturals: i64, wilds: i64, few: i64) -> bool:
    """Whether no more than a few cards stay, with the options of the suits from `at` on."""
    if at == len(options):
        return cards_that_stay(left, naturals, wilds) <= few
    after = at + options[at] + 1
    at += 1
    while at < after:
        option = options[at]
        unspent = wilds - wilds_of(option)
        if unspent + few >= 0:
            more = option & LEFT_MASK
            if stay_few(options, after, add_counts(left, more), naturals + count_left(more), unspent, few):
                return True
        at += 1
    return False


def spares_one(options: vec[i64], at: i64, left: i64, naturals: i64, wilds: i64, needed: i64) -> bool:
    """Whether fewer swaps than needed do if one card is thrown away."""
    if at == len(options):
        if cards_that_stay(left, naturals, wilds - 1) <= needed:
            return True
        return has_fourth(left, naturals) and cards_that_stay(left, naturals, wilds) < needed
    after = at + options[at] + 1
    at += 1
    while at < after:
        option = options[at]
        unspent = wilds - wilds_of(option)
        if unspent + needed >= 0:
            more = option & LEFT_MASK
            counted = naturals + count_left(more)
            if spares_one(options, after, add_counts(left, more), counted, unspent, needed):
                return True
        at += 1
    return False


def values_that_help(options: vec[i64], at: i64, left: i64, naturals: i64, wilds: i64, needed: i64) -> i64:
    """The values of which one card more, in a set, saves a swap."""
    if at == len(options):
        ones, twos = left & VALUE_MASK, left >> VALUES
        return (
            _those_that_help(options, ones & ~twos, left, naturals, wilds, needed)
            | _those_that_help(options, twos & ~ones, left, naturals, wilds, needed)
            | _those_that_help(options, ones & twos, left, naturals, wilds, needed)
        )
    after = at + options[at] + 1
    at += 1
    helpful: i64 = 0
    while at < after:
        option = options[at]
        unspent = wilds - wilds_of(option)
        if unspent + needed >= 0:
            more = option & LEFT_MASK
            counted = naturals + count_left(more)
            helpful |= values_that_help(options, after, add_counts(left, more), counted, unspent, needed)
        at += 1
    return helpful


def _those_that_help(options: vec[i64], alike: i64, left: i64, naturals: i64, wilds: i64, needed: i64) -> i64:
    """All of these values, of which as many cards are left, or none: it makes no difference which."""
    none: i64 = 0
    if alike == 0:
        return none
    more = add_counts(left, alike & -alike)
    return alike if spares_one(options, len(options), more, naturals + 1, wilds, needed) else none


def all_but(options: vec[i64], start: i64, end: i64) -> vec[i64]:
    """The options without those of one suit."""
    found = vec[i64](capacity=64)
    for i in range(len(options)):
        if i < start or i >= end:
            found = append(found, options[i])
    return found


def count_left(left: i64) -> i64:
    """How many cards of one suit are left."""
    return VALUE_COUNT[left & VALUE_MASK] + 2 * VALUE_COUNT[left >> VALUES]


def has_fourth(left: i64, naturals: i64) -> bool:
    """Whether there is a fourth card of some value."""
    return naturals > count_left(left)


def cards_that_stay(left: i64, naturals: i64, wilds: i64) -> i64:
    """How few of the natural cards left for sets stay, if those become wilds; runs may lack some wilds.

    Every set takes three cards, whatever they are: so many sets, first of pairs, then of single cards. A
    fourth card of a value is not missed in its own set, and may help to lay a pair instead of staying.
    """
    ones, twos = left & VALUE_MASK, left >> VALUES
    singles = VALUE_COUNT[ones & ~twos]
    pairs = VALUE_COUNT[twos & ~ones]
    cards = wilds + 2 * pairs + singles
    sets = (cards + 3 * MOST_SWAPS) // 3 - MOST_SWAPS
    if sets < pairs:
        fourths = naturals - 2 * pairs - singles - 3 * VALUE_COUNT[ones & twos]
        if sets < 0:
            return MOST_SWAPS if cards + fourths < 0 else 2 * pairs + singles - cards
        stay = 2 * (pairs - sets) + singles
        if fourths and cards - 3 * sets == 2:
            stay -= 1
        return stay
    singles -= sets - pairs
    if singles < 0:
        return 0
    return singles
